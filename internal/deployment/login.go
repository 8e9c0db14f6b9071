package deployment

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/transport"
	"travel.example/travel/internal/words"
)

// Who says how the profile is signed in. Exactly one of its fields is set.
type Who struct {
	Token  string          // of TRAVEL_TOKEN, which comes before any login
	Sample *sandbox.Sample // the built-in sandbox signs in by itself, without keyring and browser, until someone logs in
	Login  *auth.Client    // with or without a login
}

// ErrForeignToken says that a token of another service was about to be shown to the built-in
// sandbox, which would only refuse it: someone forgot to name the deployment that it is for.
var ErrForeignToken error = problem.Error{
	Class: problem.Login, Text: "TRAVEL_TOKEN is not a token of the built-in sandbox and is not shown to it",
	Hint: "name the deployment it is for, by --profile or TRAVEL_API_URL; or unset TRAVEL_TOKEN",
}

// Who returns how the profile is signed in, without a request. With a token, the error says that the token is
// not for the profile's service.
func (d *Deployment) Who() (Who, error) {
	cfg, err := d.Config()
	if err != nil {
		return Who{}, err
	}
	if token := d.Getenv("TRAVEL_TOKEN"); token != "" {
		if cfg.Embedded() && !strings.HasPrefix(token, sandbox.TokenPrefix) {
			err = ErrForeignToken
		}
		return Who{Token: token}, err
	}
	if ada, ok := Sample(cfg); ok {
		return Who{Sample: &ada}, nil
	}
	login, err := d.Login()
	return Who{Login: login}, err
}

// HasGivenToken reports whether TRAVEL_TOKEN is set.
func (d *Deployment) HasGivenToken() bool { return d.Getenv("TRAVEL_TOKEN") != "" }

// Tokens returns the source of tokens for the profile's service.
func (d *Deployment) Tokens() (apiclient.TokenSource, error) {
	cfg, err := d.Config()
	if err != nil {
		return nil, err
	}
	who, err := d.Who()
	switch {
	case who.Token != "":
		return fixedToken(func() (string, error) { return who.Token, err }), nil
	case who.Sample != nil:
		server, err := d.sandbox()
		if err != nil {
			return nil, err
		}
		return fixedToken(func() (string, error) {
			token, _, err := server.SampleToken()
			return token, err
		}), nil
	case err != nil && cfg.NeedState() != nil:
		return nil, problem.Error{Err: err, Hint: problem.AdviceOf(err) + "; or give a token by TRAVEL_TOKEN"}
	}
	return who.Login, err
}

// fixedToken is a token source without renewal.
type fixedToken func() (string, error)

func (f fixedToken) Token(context.Context) (string, error) { return f() }

func (fixedToken) Renew(_ context.Context, rejected string) (string, error) { return rejected, nil }

// Account returns a text that identifies the account whose quotas the service counts, and the account's market as
// recorded at sign-in, each "" if it is not known. It makes no request, and for a dry run it opens no login. The text
// may hold a token, so it must not be shown.
func (d *Deployment) Account(ctx context.Context) (id, market string) {
	cfg, err := d.Config()
	if err != nil {
		return "", ""
	}
	if _, sample := Sample(cfg); d.Plan() != nil && !sample && !d.HasGivenToken() {
		return "", ""
	}
	who, err := d.Who()
	switch {
	case who.Token != "":
		return "token " + who.Token, ""
	case who.Sample != nil:
		return "sample", who.Sample.Market
	case err != nil:
		return "", ""
	}
	login, err := who.Login.Stored(ctx)
	account := login.Account
	switch {
	case err != nil:
		return "", ""
	case account.Subject == "": // each sign-in may be of someone else
		return fmt.Sprintf("login %s at %d", account.Issuer, login.Made.UnixNano()), account.Market
	}
	return "login " + account.Issuer + " " + account.Subject, account.Market
}

// TryKeep checks, before anyone is asked to sign in, that a login's locks and the client that the program registers can
// be stored. The sign-in itself tries the store of the tokens.
func (d *Deployment) TryKeep() error {
	cfg, err := d.Config()
	if err != nil {
		return err
	}
	why := d.Forgets()
	needed := LockDir(cfg) == cfg.StatePath("locks") || cfg.Get("client-id").Value == "" || cfg.Get("credential-store").Value == "file"
	if why == nil && needed {
		if err := store.Try(cfg.StateDir, nil); store.Denied(err) {
			why = cfg.Unkept(err)
		}
	}
	if why != nil {
		return fmt.Errorf("a login cannot be kept: %w", why)
	}
	return nil
}

// LockDir returns the directory of the locks around logins. If the user may not write to the home directory, which is
// the same for all processes, it is below the state directory.
func LockDir(cfg *config.Config) string {
	own := cfg.StatePath("locks")
	if own != cfg.LockDir && store.Denied(store.Try(cfg.LockDir, nil)) {
		return own
	}
	return cfg.LockDir
}

// newLogin returns the client that signs in to the profile's service.
func (d *Deployment) newLogin() (*auth.Client, error) {
	cfg, err := d.Config()
	if err != nil {
		return nil, err
	}
	if err := cfg.NeedState(); err != nil { // no place for its locks either
		return nil, fmt.Errorf("a login cannot be kept: %w", err)
	}
	get := func(key string) string { return cfg.Get(key).Value }
	port, _ := strconv.Atoi(get("redirect-port")) // checked by config
	settings := flow.Settings{
		Issuer: get("issuer"), Hosts: strings.Fields(get("sign-in-hosts")), APIURL: apiURL(cfg),
		TokenURL: get("token-url"), RevokeURL: get("revoke-url"), DeviceURL: get("device-url"),
		ClientID: get("client-id"), ClientIDFrom: cfg.Get("client-id").Place,
		Scopes: strings.Fields(get("scopes")), ScopesFrom: cfg.Get("scopes").Place, Audience: get("audience"),
		RedirectPort: port, RedirectPath: get("redirect-path"),
		Change: func(key, value string) string { return ToChange(cfg, key, value) },
	}
	if claims := cfg.Get("market-claim"); claims.Source != config.FromDefault {
		settings.MarketClaims = strings.Fields(claims.Value)
	}
	log, err := d.DebugLog()
	if err != nil {
		return nil, err
	}
	// The login is kept under names that a keyring's own program shows, and never in a file unless someone said so.
	service := "travel: " + flow.HostOf(apiURL(cfg))
	tokens := vault.Keyring(service, cfg.Profile(), d.Interactive, d.Notices)
	if get("credential-store") == "file" {
		tokens = vault.File(cfg.StatePath("credentials"), service, cfg.Profile())
	}
	options := auth.Options{
		LockDir: LockDir(cfg), ClientDir: cfg.StatePath("clients"), Store: tokens,
		Client: flow.Client{
			Now: d.Now, Wait: d.Wait, WaitBudget: d.Limits().WaitBudget,
			Log: transport.NewLog(log, d.Now), Notices: d.Notices,
			Pausing: func(p apiclient.Pause) { d.pausing(log, p) },
		},
	}
	if cfg.Embedded() {
		server, err := d.sandbox()
		if err != nil {
			return nil, err
		}
		settings.Issuer = sandbox.BuiltinURL
		options.HTTP = server.Transport()
	}
	return auth.New(settings, options), nil
}

// ToChange returns how a person gives a setting another value where it is set now, or unsets it with "": a command,
// or a few words for a flag. It returns "" if there is nothing to unset.
func ToChange(cfg *config.Config, key, value string) string {
	setting := cfg.Get(key)
	switch {
	case setting.Source == config.FromFlag && value == "":
		return "leave " + setting.Place + " out"
	case setting.Source == config.FromFlag && key == "api-url": // as travel login URL gives it
		return "travel login " + words.Shell(value)
	case setting.Source == config.FromFlag:
		return "give " + setting.Place + " " + words.Shell(value)
	case setting.Source == config.FromEnv && value == "":
		return "unset " + setting.Place
	case setting.Source == config.FromEnv:
		return "export " + setting.Place + "=" + words.Shell(value)
	case setting.Source != config.FromConfig && value == "":
		return ""
	}
	holds := slices.Contains(cfg.Profiles, cfg.Profile()) // a profile that a login makes is not there yet
	if known, err := config.FindKey(key); err == nil && value != "" && !(holds && known.Fits(cfg.Profile())) {
		return "export " + known.Env() + "=" + words.Shell(value)
	}
	command := "travel config unset " + key
	if value != "" {
		command = "travel config set " + key + " " + words.Shell(value)
	}
	if chosen := cfg.Selected.Source; chosen == config.FromFlag || chosen == config.FromEnv {
		command += " --profile " + words.Shell(cfg.Profile())
	}
	return command
}

// loginMark returns the file that exists once someone has run travel login on the built-in sandbox. Before that, no
// keyring is asked.
func loginMark(cfg *config.Config) string { return cfg.StatePath("sandbox", "logged-in") }

// Sample returns the traveler as whom the built-in sandbox signs in by itself. ok is false if someone has signed in or
// the profile is for another service.
func Sample(cfg *config.Config) (traveler sandbox.Sample, ok bool) {
	_, err := os.Stat(loginMark(cfg))
	return sandbox.SampleTraveler(), cfg.Embedded() && err != nil
}

// MarkSignedIn records that someone signed in to the built-in sandbox.
func MarkSignedIn(cfg *config.Config) error {
	if err := store.Make(SandboxDir(cfg)); err != nil {
		return err
	}
	return os.WriteFile(loginMark(cfg), nil, 0o600)
}

// MarkSignedOut removes that record.
func MarkSignedOut(cfg *config.Config) error { return os.Remove(loginMark(cfg)) }

// ToldOfSample reports whether a session has seen the line about the sample account, and records that it has now. It
// returns false if it cannot be recorded: without a key or a state directory.
func ToldOfSample(cfg *config.Config, session string) bool {
	path := cfg.StatePath("sandbox", "told")
	if path == "" || session == "" {
		return false
	}
	key := fmt.Sprintf("%x", sha256.Sum256([]byte(session)))
	text, _ := os.ReadFile(path) // may not exist
	told := strings.Fields(string(text))
	if slices.Contains(told, key) {
		return true
	}
	const most = 200
	told = append(told[max(len(told)-most+1, 0):], key)
	_ = store.Replace(path, []byte(strings.Join(told, "\n")+"\n")) // if it fails, the next command prints the line again
	return false
}
