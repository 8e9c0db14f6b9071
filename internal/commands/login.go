package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/sandbox"
)

type loginOptions struct {
	app       *app
	noBrowser bool
	timeout   time.Duration
}

func newLogin(a *app) *cobra.Command {
	o := &loginOptions{app: a, timeout: 10 * time.Minute}
	cmd := &cobra.Command{
		Use:   "login",
		Short: "Sign in with the browser",
		Long: `Sign in with the browser. The login is kept in the keyring of this computer and renewed
when needed; the password never comes near this program.

Where no browser can be opened, or it runs on another computer, --no-browser prints the
address to open and takes the address that the browser ends on, pasted.

Without a keyring, the login can be kept in a file that only you can read, by explicit
choice: --credential-store file. The choice is remembered in the profile.`,
		Example: `  travel login
  travel login --no-browser
  travel login --profile work --credential-store file`,
		Args: arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return runLogin(cmd.Context(), o) },
	}
	cmd.Flags().BoolVar(&o.noBrowser, "no-browser", false, "Print the address instead of opening it, and take the final one pasted")
	cmd.Flags().Var(durationFlag{&o.timeout}, "wait", "Longest to wait for you to sign in (default 10m)")
	return cmd
}

func runLogin(ctx context.Context, o *loginOptions) error {
	cfg, err := o.app.config()
	if err != nil {
		return err
	}
	o.app.noteSandbox(cfg)
	client, err := o.app.login()
	if err != nil {
		return err
	}
	options := auth.LoginOptions{Timeout: o.timeout}
	if !o.noBrowser {
		options.Open = o.app.env.Open
	}
	if o.noBrowser || o.app.env.StdinTTY {
		options.Paste = o.app.env.Stdin
	}
	if cfg.Embedded() {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		if options.Rewrite, err = o.app.servePages(ctx); err != nil {
			return err
		}
		return o.signIn(ctx, cfg, client, options)
	}
	return o.signIn(ctx, cfg, client, options)
}

func (o *loginOptions) signIn(ctx context.Context, cfg *config.Config, client *auth.Client, options auth.LoginOptions) error {
	account, err := client.Login(ctx, options)
	if err != nil {
		return fmt.Errorf("sign in: %w", err)
	}
	if cfg.Embedded() {
		if err := writeMark(loginMark(cfg)); err != nil {
			return err
		}
	}
	if err := o.keepStoreChoice(ctx, cfg); err != nil {
		return err
	}
	if o.app.env.Getenv("TRAVEL_TOKEN") != "" {
		o.app.notice("TRAVEL_TOKEN is set and comes before this login")
	}
	if account.Subject == "" {
		o.app.notice("who signed in is not known: that takes the scope openid and, where endpoints are set, issuer and jwks-url")
	}
	body, err := json.Marshal(account)
	if err != nil {
		return err
	}
	return o.app.out().Snapshot(body, nil, signedIn(account))
}

// signedIn tells who signed in, so that a login as somebody else is noticed.
func signedIn(account auth.Account) render.View {
	who := account.Name
	switch {
	case who == "":
		who = account.Email
	case account.Email != "":
		who += " (" + account.Email + ")"
	}
	if who == "" {
		who = account.Subject
	}
	if who == "" {
		who = "not known"
	}
	market := "not stated by the login"
	if account.Market != "" {
		market = account.Market
	}
	return render.Facts{{Label: "signed in as", Value: who, Tone: render.Strong}, {Label: "market", Value: market}}
}

// servePages gives the browser a way to the sign-in pages of the sandbox in
// this process: a port of this computer, for as long as ctx lives.
func (a *app) servePages(ctx context.Context) (func(string) (string, error), error) {
	server, err := a.local()
	if err != nil {
		return nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("open a port for the sandbox's sign-in page: %w", err)
	}
	go func() { _ = server.Serve(ctx, listener) }()
	return func(authorize string) (string, error) {
		u, err := url.Parse(authorize)
		if err != nil {
			return "", err
		}
		builtin, err := url.Parse(sandbox.BuiltinURL)
		if err != nil || u.Host != builtin.Host {
			return "", fmt.Errorf("%s is not the sandbox's sign-in page", authorize)
		}
		u.Host = listener.Addr().String()
		return u.String(), nil
	}, nil
}

func writeMark(name string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return os.WriteFile(name, nil, 0o600)
}

// keepStoreChoice writes --credential-store into the profile, so that later
// commands look where the login is.
func (o *loginOptions) keepStoreChoice(ctx context.Context, cfg *config.Config) error {
	setting := cfg.Get("credential-store")
	if setting.Source != config.FromFlag {
		return nil
	}
	file, err := config.OpenFile(o.app.configInput())
	if err != nil {
		return err
	}
	return file.Set(ctx, cfg.Profile(), "credential-store", setting.Value)
}
