package account

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/account"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

type loginOptions struct {
	desk   *desk.Desk
	out    *cli.Printer
	here   cli.Surroundings
	getenv func(string) string
	stdin  io.Reader
	typing bool // stdin is a terminal
	open   func(url string) error
	now    func() time.Time
	config func() (*config.Config, error)
	file   func() (*config.File, error)
	atAPI  func() error                // see [cli.Run.AtAPI]
	other  func(profile string) string // see [cli.Run.NotCurrent]

	browser bool
	address bool // --no-browser
	device  bool
	scopes  []string
	timeout time.Duration
}

// Login makes the command that signs in.
func Login(run *cli.Run) *cobra.Command {
	o := &loginOptions{
		desk: run.Desk(), out: run.Out(), here: run.Surroundings(),
		getenv: run.Env.Getenv, stdin: run.Env.Stdin, typing: run.Env.StdinTTY, open: run.Env.Open, now: run.Env.Now,
		config: run.Config, file: run.ConfigFile, atAPI: run.AtAPI, other: run.NotCurrent, timeout: 10 * time.Minute,
	}
	cmd := &cobra.Command{
		Long: `Sign in. The login is kept in the keyring of this computer and renewed when needed, where
the service lets it be; the password never comes near this program. Signing in again takes
the place of the login before it; one of another account is ended at the service as well.

A browser is opened where there is one. Over SSH, in a container, or without a graphical
session, a short code is shown instead, to enter in a browser on any device, a phone for
instance; and where the service does not offer that, an address to open, which takes the
address that the browser ends on, pasted. $BROWSER comes first. The flags choose for you.

The first login of a profile makes it the current one if that was the built-in sandbox.
--api-url without --profile makes a profile named after the host.

The setting scopes says what is asked for, and --scope asks for one more. Later logins ask
for what was granted, until travel logout. Where programs may register themselves, no
client-id has to be set.

Without a keyring, --credential-store file keeps the login in a file that only you can read.`,
		Example: `  travel login
  travel login --device
  travel login --no-browser
  travel login --profile work --credential-store file
  travel login --api-url https://api.travel.example --client-id my-client`,
		Args: cli.Arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return runLogin(cmd.Context(), o) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.browser, "browser", false, "Open the browser on this computer")
	flags.BoolVar(&o.address, "no-browser", false, "Print the address instead of opening it, and take the final one pasted")
	flags.BoolVar(&o.device, "device", false, "Show a code to enter on any device")
	flags.Var(scopeFlag{&o.scopes}, "scope", "Ask for this scope too, from now on; may be repeated")
	flags.Var(cli.Duration{Value: &o.timeout}, "wait", "Longest to wait for you to sign in (default 10m)")
	return run.Prints(cmd, schema.Document(auth.SignedIn{}, nil))
}

func runLogin(ctx context.Context, o *loginOptions) error {
	flag, err := o.method()
	if err != nil {
		return err
	}
	if o.timeout == 0 {
		return problem.NotAccepted("--wait", "0", "a duration such as 30s or 10m; signing in takes a person some time", "")
	}
	if err := o.atAPI(); err != nil {
		return err
	}
	was, err := o.inPlaceOf(ctx)
	if err != nil {
		return err
	}
	byToken := o.getenv("TRAVEL_TOKEN") != "" // opening a browser takes it out of this process
	options := auth.LoginOptions{
		Open: o.open, QR: o.out.Drawing, Scopes: o.scopes, Timeout: o.timeout,
		Choose: func(offer auth.Offer) (auth.LoginMethod, error) { return o.choose(flag, offer) },
	}
	if o.address || o.typing {
		options.Paste = o.stdin
	}
	signedIn, err := account.SignIn(ctx, o.desk, options)
	if err != nil {
		return err
	}
	if err := o.keepSettings(ctx, was); err != nil {
		return err
	}
	if byToken {
		o.out.Notice("TRAVEL_TOKEN is set and comes before this login")
	}
	if err := o.tellGaps(signedIn.Account); err != nil {
		return err
	}
	if missing := notGranted(o.scopes, signedIn); len(missing) > 0 {
		_ = o.out.Stderr().Warning("the service did not grant " + strings.Join(missing, ", "))
	}
	if ending := account.Ending(signedIn, o.now()); ending != "" {
		o.out.Notice("%s", words.UpperFirst(ending)+".")
	}
	body, err := json.Marshal(signedIn)
	if err != nil {
		return err
	}
	cfg, err := o.config()
	if err != nil {
		return err
	}
	return o.out.Print(body, nil, loginFacts(signedIn.Account, cfg.Get("site-code").Value), nil)
}

// tellGaps says what the login does not tell, and what to do about it.
func (o *loginOptions) tellGaps(made auth.Account) error {
	gaps, err := account.Gaps(o.desk, made)
	for _, gap := range gaps {
		o.out.Notice("%s", gap.Text)
		o.out.Hint(gap.Hint)
	}
	return err
}

// method is the flag that chooses how to sign in, "" for none.
func (o *loginOptions) method() (string, error) {
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
		return "", problem.UsageError{Text: "--" + strings.Join(given, " and --") + " are different ways to sign in; give one of them"}
	}
	return strings.Join(given, ""), nil
}

// inPlaceOf is the profile in whose place this one becomes the current one once someone has signed in, "" for none:
// the built-in sandbox at the first login, or another one if the person agrees. That is asked first, since a sign-in
// reads what is typed.
func (o *loginOptions) inPlaceOf(ctx context.Context) (string, error) {
	cfg, err := o.config()
	if err != nil || o.getenv("TRAVEL_PROFILE") != "" || o.other(cfg.Profile()) == "" {
		return "", err
	}
	client, err := o.desk.Deployment.Login()
	if err != nil {
		return "", err
	}
	if _, err := client.Status(ctx); !errors.Is(err, auth.ErrLoginRequired) {
		return "", nil // there is a login, or no place for one, which the sign-in tells
	}
	file, err := o.file()
	if err != nil {
		return "", err
	}
	current, err := file.Selected()
	if err != nil || current == config.Sandbox {
		return current, err
	}
	yes, err := o.desk.Ask.Agree(ctx, fmt.Sprintf("The current profile is %s. Make %s the current profile?", current, cfg.Profile()))
	if !yes || err != nil {
		current = ""
	}
	if errors.Is(err, desk.ErrNoOne) {
		err = nil
	}
	return current, err
}

// keepSettings writes --credential-store into the profile, so that later commands look where the login is, and into
// a new profile all that names its deployment. The profile becomes the current one in place of was, if that is not "".
func (o *loginOptions) keepSettings(ctx context.Context, was string) error {
	cfg, err := o.config()
	if err != nil {
		return err
	}
	profile, values := cfg.Profile(), map[string]string{}
	isNew := !slices.Contains(cfg.Profiles(), profile)
	for _, key := range config.Keys() {
		s := cfg.Get(key.Name)
		given := s.Source == config.FromFlag && (isNew || key.Name == "credential-store")
		if s.Value != "" && (given || isNew && s.Source == config.FromEnv && key.OfDeployment()) {
			values[key.Name] = s.Value
		}
	}
	other := o.other(profile)
	if len(values) == 0 && other == "" {
		return nil
	}
	file, err := o.file()
	if err == nil && len(values) > 0 {
		err = file.SetAll(ctx, profile, values)
	}
	switch {
	case err != nil:
		return err
	case was != "":
		if err := file.Use(ctx, profile); err != nil {
			return err
		}
		o.out.Notice("%s is the current profile now; to go back: travel profile use %s", profile, was)
	default:
		o.out.Hint(other)
	}
	return nil
}

// loginFacts tell who signed in, so that a login as someone else is noticed, and the market: siteCode is
// the one of the settings, "" for none.
func loginFacts(account auth.Account, siteCode string) grid.Facts {
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
	switch {
	case account.Market != "":
		market = account.Market
	case siteCode != "":
		market = siteCode + ", by site-code"
	}
	return grid.Facts{{Label: "signed in as", Value: who, Tone: canvas.Strong}, {Label: "market", Value: market}}
}

// scopeFlag takes scope names (RFC 6749 §3.3), repeated or with commas between.
type scopeFlag struct{ names *[]string }

func (f scopeFlag) String() string { return "" }
func (f scopeFlag) Type() string   { return "name" }
func (f scopeFlag) Set(s string) error {
	names := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
	if len(names) == 0 || slices.ContainsFunc(names, func(name string) bool { return !cli.IsScope(name) }) {
		return problem.NotAccepted("--scope", s, "names of scopes, such as email; repeat it or put commas between", "")
	}
	*f.names = append(*f.names, names...)
	return nil
}

// notGranted are the scopes that were asked for in vain. A server that gives what offline_access is for
// need not name it.
func notGranted(asked []string, signedIn auth.SignedIn) []string {
	var missing []string
	for _, name := range asked {
		given := slices.Contains(signedIn.Scopes, name) || name == auth.ScopeOffline && signedIn.Renewable
		if !given && !slices.Contains(missing, name) {
			missing = append(missing, name)
		}
	}
	return missing
}

// choose picks how to sign in, and says so in one line with the reason where it is not the browser.
func (o *loginOptions) choose(flag string, offer auth.Offer) (auth.LoginMethod, error) {
	if offer.Refused && flag == "" {
		o.out.Notice("%s does not let this client sign in by code.", offer.Host)
	}
	method, why, err := chooseMethod(flag, o.here, offer)
	switch {
	case why == "":
	case method == auth.ByDevice:
		o.out.Notice("%s, so sign in with a code (--browser opens one all the same).", words.UpperFirst(why))
	default:
		o.out.Notice("%s, so open the address yourself (--browser opens one all the same).", words.UpperFirst(why))
	}
	return method, err
}

// chooseMethod picks how to sign in: as the flag says (browser, no-browser, device or ""), else in the
// browser where there is one, else with a code where the server offers that, else with an address to
// open elsewhere. why says what stands against the browser, "" if nothing does or a flag decided.
func chooseMethod(flag string, here cli.Surroundings, offer auth.Offer) (method auth.LoginMethod, why string, err error) {
	switch flag {
	case "browser":
		return auth.ByBrowser, "", nil
	case "no-browser":
		return auth.ByAddress, "", nil
	case "device":
		if !offer.Device {
			return 0, "", problem.UsageError{
				Text: "--device cannot be used: " + offer.Host + " does not sign in by code",
				Hint: "run: travel login --no-browser",
			}
		}
		return auth.ByDevice, "", nil
	}
	why = here.NoBrowser()
	switch {
	case why == "":
		return auth.ByBrowser, "", nil
	case offer.Device:
		return auth.ByDevice, why, nil
	case here.Terminal:
		return auth.ByAddress, why, nil
	}
	return 0, "", problem.UsageError{
		Text: "there is no way to sign in here: " + why + ", no terminal to paste into, and " + offer.Host + " does not sign in by code",
		Hint: "run travel login --no-browser in a terminal, or set TRAVEL_TOKEN",
	}
}
