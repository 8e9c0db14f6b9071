package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/sandbox"
)

type loginOptions struct {
	app     *app
	browser bool
	address bool // --no-browser
	device  bool
	scopes  []string
	timeout time.Duration
	byToken bool // TRAVEL_TOKEN is set; opening a browser takes it out of this process
}

func newLogin(a *app) *cobra.Command {
	o := &loginOptions{app: a, timeout: 10 * time.Minute}
	cmd := &cobra.Command{
		Use:   "login",
		Short: "Sign in, with the browser or with a code",
		Long: `Sign in. The login is kept in the keyring of this computer and renewed when needed; the
password never comes near this program.

A browser is opened where there is one. Over SSH, in a container, or without a graphical
session, a short code is shown instead, to enter in a browser on any device, a phone for
instance; and where the service does not offer that, an address to open, which takes the
address that the browser ends on, pasted. A browser named in $BROWSER comes first. The
flags choose for you.

Where the service lets programs register themselves, no client-id has to be set.

Without a keyring, the login can be kept in a file that only you can read, by explicit
choice: --credential-store file. The choice is remembered in the profile.`,
		Example: `  travel login
  travel login --device
  travel login --no-browser
  travel login --scope email
  travel login --profile work --credential-store file`,
		Args: arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return runLogin(cmd.Context(), o) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.browser, "browser", false, "Open the browser on this computer")
	flags.BoolVar(&o.address, "no-browser", false, "Print the address instead of opening it, and take the final one pasted")
	flags.BoolVar(&o.device, "device", false, "Show a code to enter on any device")
	flags.Var(scopeFlag{&o.scopes}, "scope", "Ask for this scope too, and keep those granted before; may be repeated")
	flags.Var(durationFlag{&o.timeout}, "wait", "Longest to wait for you to sign in (default 10m)")
	return cmd
}

// way is the flag that chooses one, "" for none.
func (o *loginOptions) way() (string, error) {
	var given []string
	for _, flag := range []struct {
		name string
		on   bool
	}{{"browser", o.browser}, {"no-browser", o.address}, {"device", o.device}} {
		if flag.on {
			given = append(given, flag.name)
		}
	}
	if len(given) > 1 {
		return "", misuse{Text: "--" + strings.Join(given, " and --") + " are different ways to sign in; give one of them"}
	}
	return strings.Join(given, ""), nil
}

func runLogin(ctx context.Context, o *loginOptions) error {
	flag, err := o.way()
	if err != nil {
		return err
	}
	if o.timeout == 0 {
		return usageError{Arg: "--wait", Given: "0", Want: "a duration such as 30s or 10m; signing in takes a person some time"}
	}
	cfg, err := o.app.config()
	if err != nil {
		return err
	}
	o.app.noteSandbox(cfg)
	o.byToken = o.app.env.Getenv("TRAVEL_TOKEN") != ""
	client, err := o.app.login()
	if err != nil {
		return err
	}
	options := auth.LoginOptions{
		Open: o.app.env.Open, QR: o.app.drawing, Scopes: o.scopes, Timeout: o.timeout,
		Choose: func(offer auth.Offer) (auth.Way, error) {
			facts := o.app.wayFactsHere(flag)
			facts.device, facts.host = offer.Device, offer.Host
			if offer.Refused && flag == "" {
				o.app.notice("%s does not let this client sign in by code.", offer.Host)
			}
			way, why, err := chooseWay(facts)
			o.app.tellWay(way, why)
			return way, err
		},
	}
	if o.address || o.app.env.StdinTTY {
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

// drawing is an address as a QR code for the terminal that the person reads, "" if it shows none.
func (a *app) drawing(address string) string {
	var b strings.Builder
	if render.New(&b, a.term(a.env.ErrTerm), render.FormatText).QR(address) != nil {
		return ""
	}
	return b.String()
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
	if o.byToken {
		o.app.notice("TRAVEL_TOKEN is set and comes before this login")
	}
	if account.Subject == "" {
		o.app.notice("who signed in is not known: that takes the scope openid and, where endpoints are set, issuer and jwks-url")
	}
	if missing := notGranted(o.scopes, account.Scopes); len(missing) > 0 {
		_ = o.app.stderr().Warning("the service did not grant " + strings.Join(missing, ", "))
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
	return grid.Facts{{Label: "signed in as", Value: who, Tone: canvas.Strong}, {Label: "market", Value: market}}
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
