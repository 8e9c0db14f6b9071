package account

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/account"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

type loginOptions struct {
	*cli.Run
	address  string // of the API, "" if the profile has it
	complete bool
	given    []string // the flags that select how to sign in
	scopes   []string
	timeout  time.Duration
}

// Login returns the command that signs in.
func Login(run *cli.Run) *cobra.Command {
	o := &loginOptions{Run: run, timeout: 10 * time.Minute}
	cmd := &cobra.Command{
		Use: "login [URL]",
		Long: `Sign in to the service at URL, or again to the service of the current profile. With URL, travel
creates a profile named after the host, signs you in, checks that the login works, and makes the
profile the current one. To go back, use travel profile use.

travel opens a browser if there is one. Over SSH or in a container it shows a short code instead,
which you enter in a browser on any device. If the service does not offer that, it shows an address
to open; paste the address where the browser ends up.

The login is stored in the keyring of this computer and renewed when needed; travel never sees
your password. Without a keyring, travel asks whether to store the login in a file that only you
can read, as with --credential-store file.

To sign in without a terminal, use two commands: travel login URL --json prints an address, a code
and the next command; travel login --complete waits until the code has been entered.

For scopes, client ids and more, see docs/connecting.md.`,
		Example: `  travel login https://api.travel.example
  travel login
  travel login --device
  travel login https://api.travel.example --client-id my-client
  travel login https://api.travel.example --json && travel login --complete`,
		Args: cli.Arguments("[URL]", 0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.address = args[0]
			}
			for _, name := range []string{"browser", "no-browser", "device"} {
				if on, err := cmd.Flags().GetBool(name); err == nil && on {
					o.given = append(o.given, name)
				}
			}
			return runLogin(cmd.Context(), o)
		},
	}
	flags := cmd.Flags()
	flags.Bool("browser", false, "Open the browser on this computer")
	flags.Bool("no-browser", false, "Print the address instead of opening it, and paste the one where the browser ends up")
	flags.Bool("device", false, "Show a code to enter on any device")
	flags.BoolVar(&o.complete, "complete", false, "Wait for the code that travel login URL --json printed")
	flags.Var(cli.Value{Kind: "name", Read: func(text string) error { // RFC 6749 §3.3
		names := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
		if len(names) == 0 || slices.ContainsFunc(names, func(name string) bool { return !flow.IsScope(name) }) {
			return problem.NotAccepted("--scope", text, "names of scopes, such as email; repeat the flag or separate them with commas")
		}
		o.scopes = append(o.scopes, names...)
		return nil
	}}, "scope", "Also request this scope, now and at later logins; may be repeated")
	flags.Var(cli.Duration(&o.timeout), "wait", "Maximum time to wait for you to sign in (default 10m)")
	return run.Prints(cmd, schema.Document(auth.SignedIn{}, nil), schema.Document(begunJSON{}, nil))
}

// begunJSON is a pending sign-in as --json prints it.
type begunJSON struct {
	VerificationURI         string    `json:"verificationUri"`
	VerificationURIComplete string    `json:"verificationUriComplete,omitempty"`
	UserCode                string    `json:"userCode"`
	ExpiresAt               time.Time `json:"expiresAt"`
	Next                    string    `json:"next"`
}

func runLogin(ctx context.Context, o *loginOptions) error {
	flag := strings.Join(o.given, "")
	if len(o.given) > 1 {
		return problem.Usagef("--%s are different ways to sign in; give one of them", strings.Join(o.given, " and --"))
	}
	if o.timeout == 0 {
		return problem.NotAccepted("--wait", "0", "a duration such as 30s or 10m; signing in takes a person some time")
	}
	var begun account.Waiting
	var err error
	if o.complete {
		if begun, err = o.begun(flag); err != nil {
			return err
		}
	}
	if err := o.chooseService(); err != nil {
		return err
	}
	options := auth.LoginOptions{
		Open: o.Env.Open, QR: o.Out().Drawing, Scopes: o.scopes, Timeout: o.timeout,
		Choose: func(offer auth.Offer) (auth.LoginMethod, error) { // with the reason, if it is not the browser
			if offer.Refused && flag == "" {
				o.Out().Notice("%s does not let this client sign in by code.", offer.Host)
			}
			method, why, err := chooseMethod(flag, o.NoBrowser(false), o.Console().There(), offer)
			if why != "" && method == auth.ByDevice {
				o.Out().Notice("%s, so sign in with a code (or use --browser).", words.UpperFirst(why))
			} else if why != "" {
				o.Out().Notice("%s, so open the address yourself (or use --browser).", words.UpperFirst(why))
			}
			return method, err
		},
	}
	if flag == "no-browser" || o.Env.StdinTTY {
		options.Paste = o.Env.Stdin
	}
	if o.address != "" && !o.complete && !o.Console().There() && !o.Out().Text() && (flag == "" || flag == "device") {
		begun, err := account.Begin(ctx, o.Desk(), o.Flags.Settings(), options)
		if err != nil {
			return o.tryAgain(ctx, err)
		}
		answer := begunJSON{begun.Address, begun.Complete, begun.UserCode, begun.End.UTC().Truncate(time.Second), "travel login --complete"}
		return o.Out().PrintValue(answer, nil, nil, nil)
	}
	was, err := o.inPlaceOf(ctx)
	if err != nil {
		return err
	}
	var signedIn auth.SignedIn
	if o.complete {
		signedIn, err = account.Complete(ctx, o.Desk(), begun, options)
	} else {
		signedIn, err = account.SignIn(ctx, o.Desk(), options)
	}
	if err != nil {
		return o.tryAgain(ctx, err)
	}
	var works error
	if o.address != "" {
		if _, works = account.Try(ctx, o.Desk(), account.RenewalTakes); works != nil {
			was = ""
		}
	}
	if err := o.keepSettings(ctx, was, works == nil); err != nil {
		return errors.Join(works, err)
	}
	if works != nil {
		o.Out().Notice("the login is kept, but does not work yet")
		return works
	}
	return o.show(signedIn)
}

// show prints who has signed in, and what the login does not state or allow.
func (o *loginOptions) show(signedIn auth.SignedIn) error {
	if o.Env.Getenv("TRAVEL_TOKEN") != "" {
		o.Out().Notice("TRAVEL_TOKEN is set and comes before this login")
	}
	gaps, err := account.Gaps(o.Desk(), signedIn.Account)
	for _, gap := range gaps {
		o.Out().Notice("%s", gap.Text)
		o.Out().Hint(paste.Words(gap.Way))
	}
	if err != nil {
		return err
	}
	var missing []string
	for _, name := range o.scopes { // a server that grants what offline_access is for need not list it
		granted := slices.Contains(signedIn.Scopes, name) || name == flow.ScopeOffline && signedIn.Renewable
		if !granted && !slices.Contains(missing, name) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		_ = o.Out().Stderr().Warning("the service did not grant " + strings.Join(missing, ", "))
	}
	if ending := paste.Words(account.Ending(signedIn, o.Env.Now())...); ending != "" {
		o.Out().Notice("%s", words.UpperFirst(ending)+".")
	}
	cfg, err := o.Config()
	if err != nil {
		return err
	}
	return o.Out().PrintValue(signedIn, nil, loginFacts(signedIn.Account, cfg.Get("site-code").Value), nil)
}

// chooseService uses the given address as the api-url of this run and selects its profile.
func (o *loginOptions) chooseService() error {
	if o.address == "" {
		return o.AtAPI()
	}
	address := strings.TrimRight(o.address, "/")
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	if given, ok := o.Flags.Settings()["api-url"]; ok && given != address && !o.complete {
		return problem.Usagef("URL and --api-url name the same thing; give one of them")
	}
	file, err := o.ConfigFile()
	if profile := o.Flags.Profile; err == nil && profile != "" {
		if has := file.APIURL(profile); has != "" && strings.TrimRight(has, "/") != address {
			return problem.Usagef("profile %s is for %s", profile, has).Advise("leave --profile out, or give it a new name")
		}
		o.At(profile)
	}
	if err := o.Flags.Give("api-url", address); err != nil {
		return err
	}
	return o.AtAPI()
}

// begun loads the pending sign-in and applies its profile and settings to this run.
func (o *loginOptions) begun(flag string) (account.Waiting, error) {
	if o.address != "" || flag != "" {
		return account.Waiting{}, problem.Usagef("--complete goes on with a sign-in that was begun; give it alone")
	}
	cfg, err := config.Load(o.ConfigInput()) // of the current profile, not the one being completed
	if err != nil {
		return account.Waiting{}, err
	}
	w, err := account.Begun(cfg.StateDir, o.Env.Now())
	if err != nil {
		return w, err
	}
	for name, value := range w.Settings {
		if err := o.Flags.Give(name, value); err != nil {
			return w, err
		}
	}
	o.Flags.Profile = w.Profile
	o.address = w.Settings["api-url"]
	return w, nil
}

// tryAgain asks for what the failed sign-in lacked and signs in again: permission to keep the login in a file when
// there is no keyring, or a client id. It returns err if there is no answer.
func (o *loginOptions) tryAgain(ctx context.Context, err error) error {
	given := o.Flags.Settings()
	setting, value := "", ""
	store, _ := errors.AsType[problem.Error](err)
	noKeyring := errors.Is(err, vault.ErrKeyring)
	switch {
	case !o.Console().There() && noKeyring && o.address != "":
		return problem.Error{Err: err, Hint: "to keep the login in a private file instead, run: travel login " +
			words.Shell(o.address) + " --credential-store file"}
	case !o.Console().There() || o.complete:
		return err
	case noKeyring && given["credential-store"] == "":
		_ = o.Out().Stderr().Warning(store.Error())
		if yes, askErr := o.Desk().Ask.Agree(ctx, "Keep the login in a file only you can read?"); yes && askErr == nil {
			setting, value = "credential-store", "file"
		}
	case errors.Is(err, flow.ErrNoClient) && given["client-id"] == "":
		_ = o.Out().Stderr().Warning(err.Error())
		setting = "client-id"
		value, _ = o.Console().Ask(ctx, "Client id, from the operator of the service (press Enter to stop):")
	}
	if value == "" {
		return err
	}
	again := *o
	again.Run = o.Another(o.Env, func(f *cli.Flags) {})
	if err := again.Flags.Give(setting, value); err != nil {
		return err
	}
	defer again.Desk().Deployment.Close()
	return runLogin(ctx, &again)
}

// inPlaceOf returns the profile that this one replaces as the current profile after the sign-in, or "" for none:
// any profile when signing in by address, otherwise the built-in sandbox at the first login, or another one if the
// user agrees. It asks before the sign-in, because a sign-in reads what is typed.
func (o *loginOptions) inPlaceOf(ctx context.Context) (string, error) {
	cfg, err := o.Config()
	if err != nil || o.Env.Getenv("TRAVEL_PROFILE") != "" || o.NotCurrent(cfg.Profile()) == "" {
		return "", err
	}
	file, err := o.ConfigFile()
	if err != nil {
		return "", err
	}
	current, err := file.Selected()
	if err != nil || o.address != "" {
		return current, err
	}
	client, err := o.Desk().Deployment.Login()
	if err != nil {
		return "", err
	}
	if _, err := client.Stored(ctx); !errors.Is(err, flow.ErrLoginRequired) {
		return "", nil // logged in, or no place to keep a login, which the sign-in reports
	}
	if current == config.Sandbox {
		return current, nil
	}
	yes, err := o.Desk().Ask.Agree(ctx, fmt.Sprintf("The current profile is %s. Make %s the current profile?", current, cfg.Profile()))
	if !yes || err != nil {
		current = ""
	}
	if errors.Is(err, desk.ErrNoOne) {
		err = nil
	}
	return current, err
}

// keepSettings writes settings given by flag to the profile, so that later commands find the login: the credential
// store and client id, and for a new profile everything that identifies its deployment. The profile replaces was as
// the current one if was is not "". If works is true, a hint says how to switch profiles by hand.
func (o *loginOptions) keepSettings(ctx context.Context, was string, works bool) error {
	cfg, err := o.Config()
	if err != nil {
		return err
	}
	profile, values := cfg.Profile(), map[string]string{}
	isNew := !slices.Contains(cfg.Profiles, profile)
	for _, key := range config.Keys() {
		s := cfg.Get(key.Name)
		given := s.Source == config.FromFlag && (isNew || key.Name == "credential-store" || key.Name == "client-id" && o.address != "")
		if s.Value != "" && (given || isNew && s.Source == config.FromEnv && key.Deployment) {
			values[key.Name] = s.Value
		}
	}
	other := o.NotCurrent(profile)
	if len(values) == 0 && other == "" {
		return nil
	}
	file, err := o.ConfigFile()
	if err == nil && len(values) > 0 {
		err = file.Set(ctx, profile, values)
	}
	switch {
	case err != nil:
		return err
	case was != "":
		if err := file.Use(ctx, profile); err != nil {
			return err
		}
		if o.address != "" {
			o.Out().Notice("searches go to %s from now on", o.address)
		}
		o.Out().Notice("%s is the current profile now; to go back: travel profile use %s", profile, was)
	case works:
		o.Out().Hint(other)
	}
	return nil
}

// loginFacts returns who signed in, so that signing in as the wrong user is noticed, and the market. siteCode is
// the market from the settings, or "".
func loginFacts(account flow.Account, siteCode string) grid.Facts {
	who := cmp.Or(account.Name, account.Email, account.Subject, "not known")
	if account.Name != "" && account.Email != "" {
		who += " (" + account.Email + ")"
	}
	market := cmp.Or(account.Market, "not in the login")
	if account.Market == "" && siteCode != "" {
		market = siteCode + ", by site-code"
	}
	return grid.Facts{{Label: "signed in as", Value: who, Tone: canvas.Strong}, {Label: "market", Value: market}}
}

// chooseMethod picks how to sign in: as the flag says (browser, no-browser, device or ""), otherwise in the browser
// if there is one, otherwise with a code if the server offers that, otherwise with an address to open elsewhere.
// why is noBrowser, the reason not to use the browser; it is "" if there is none or a flag decided.
func chooseMethod(
	flag, noBrowser string, terminal bool, offer auth.Offer,
) (method auth.LoginMethod, why string, err error) {
	switch flag {
	case "browser":
		return auth.ByBrowser, "", nil
	case "no-browser":
		return auth.ByAddress, "", nil
	case "device":
		if !offer.Device {
			return 0, "", problem.Usagef("--device cannot be used: %s does not sign in by code", offer.Host).Advise("run: travel login --no-browser")
		}
		return auth.ByDevice, "", nil
	}
	switch {
	case noBrowser == "":
		return auth.ByBrowser, "", nil
	case offer.Device:
		return auth.ByDevice, noBrowser, nil
	case terminal:
		return auth.ByAddress, noBrowser, nil
	}
	return 0, "", problem.Usagef("there is no way to sign in here: %s, no terminal to paste into, and %s does not sign in by code", noBrowser, offer.Host).
		Advise("run travel login --no-browser in a terminal, or set TRAVEL_TOKEN")
}
