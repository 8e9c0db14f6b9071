package deployment

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/store"
)

// tokens picks the token's source: TRAVEL_TOKEN, the login of the profile, or, in the built-in
// sandbox until someone logs in, a sample traveler who needs neither keyring nor browser.
func (d *Deployment) tokens(cfg *config.Config) (apiclient.TokenSource, error) {
	if token := d.options.Getenv("TRAVEL_TOKEN"); token != "" {
		return givenToken{token: token, config: cfg}, nil
	}
	if cfg.Embedded() && !SignedIn(cfg) {
		server, err := d.sandbox()
		if err != nil {
			return nil, err
		}
		return &sampleTokens{server: server, now: d.options.Now}, nil
	}
	client, err := d.login()
	if err != nil && cfg.NeedState() != nil {
		return nil, problem.Error{Err: err, Hint: problem.AdviceOf(err) + "; or give a token by TRAVEL_TOKEN"}
	}
	if err != nil {
		return nil, err
	}
	return client, nil
}

// HasGivenToken tells whether TRAVEL_TOKEN holds a token, which comes before any login.
func (d *Deployment) HasGivenToken() bool { return d.options.Getenv("TRAVEL_TOKEN") != "" }

// NotTaken is why the service refuses the token of the profile's login although it is new; nil where there is
// no login, or the token is older.
func (d *Deployment) NotTaken() error {
	cfg, err := d.config()
	if err != nil || d.HasGivenToken() || cfg.Embedded() && !SignedIn(cfg) {
		return nil
	}
	client, err := d.login()
	if err != nil {
		return nil
	}
	return client.NotTaken()
}

// givenToken is the token of TRAVEL_TOKEN, which nothing here can renew.
type givenToken struct {
	token  string
	config *config.Config
}

func (g givenToken) Token(context.Context) (string, error) {
	return g.token, foreignToSandbox(g.config, g.token)
}

func (givenToken) Renew(_ context.Context, rejected string) (string, error) { return rejected, nil }

// ErrForeignToken says that a token of another service was about to be shown to the built-in
// sandbox.
var ErrForeignToken error = problem.Error{
	Class: problem.Login, Text: "TRAVEL_TOKEN is not a token of the built-in sandbox and is not shown to it",
	Hint: "name the deployment it is for, by --profile or TRAVEL_API_URL; or unset TRAVEL_TOKEN",
}

// foreignToSandbox keeps a real token from the built-in sandbox, which would only refuse it: someone
// forgot to name the deployment that it is for.
func foreignToSandbox(cfg *config.Config, token string) error {
	if cfg.Embedded() && !strings.HasPrefix(token, sandbox.TokenPrefix) {
		return ErrForeignToken
	}
	return nil
}

// sampleTokens signs in as the first sample traveler, again when the token is about to run out.
type sampleTokens struct {
	server *sandbox.Server
	now    func() time.Time

	mu      sync.Mutex
	token   string
	expires time.Time
}

func (s *sampleTokens) Token(context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.token != "" && s.now().Before(s.expires.Add(-time.Minute)) {
		return s.token, nil
	}
	var err error
	s.token, s.expires, err = s.server.SampleToken()
	return s.token, err
}

func (*sampleTokens) Renew(_ context.Context, rejected string) (string, error) { return rejected, nil }

// NeedLogin is why requests cannot be made before someone signs in, nil where they can. It asks nothing of the
// network.
func (d *Deployment) NeedLogin(ctx context.Context) error {
	cfg, err := d.config()
	if err != nil {
		return err
	}
	if token, err := d.GivenToken(); token != "" || err != nil || cfg.Embedded() && !SignedIn(cfg) {
		return err
	}
	login, err := d.login()
	if err != nil {
		return err
	}
	_, err = login.Status(ctx)
	return err
}

// Market is the market of the signed-in account as its sign-in told it, or "". It asks nothing of
// the network. A token from the environment has no account; the sandbox's sample traveler has one.
func (d *Deployment) Market(ctx context.Context) string {
	cfg, err := d.config()
	switch {
	case err != nil, d.options.Getenv("TRAVEL_TOKEN") != "":
		return ""
	case cfg.Embedded() && !SignedIn(cfg):
		return sandbox.SampleTraveler().Market
	case d.Plan() != nil: // which opens no login
		return ""
	}
	client, err := d.login()
	if err != nil {
		return ""
	}
	status, err := client.Status(ctx)
	if err != nil {
		return ""
	}
	return status.Account.Market
}

// Account tells the account of the profile from every other one: what the service counts belongs to it.
// It asks nothing of the network, and "" where no one is signed in. It may hold a token and is for no
// one's eyes.
func (d *Deployment) Account(ctx context.Context) string {
	cfg, err := d.config()
	if err != nil {
		return ""
	}
	if token := d.options.Getenv("TRAVEL_TOKEN"); token != "" {
		return "token " + token
	}
	if cfg.Embedded() && !SignedIn(cfg) {
		return "sample"
	}
	if d.Plan() != nil {
		return ""
	}
	client, err := d.login()
	if err != nil {
		return ""
	}
	status, err := client.Status(ctx)
	if err != nil {
		return ""
	}
	if status.Account.Subject == "" { // each sign-in may be of someone else
		return fmt.Sprintf("login %s at %d", status.Account.Issuer, status.SignedIn.UnixNano())
	}
	return "login " + status.Account.Issuer + " " + status.Account.Subject
}

// TryKeep makes sure, before anyone is asked to sign in, that this machine has a place for what a login
// keeps beside its tokens; the store of those is tried by the sign-in itself.
func (d *Deployment) TryKeep() error {
	cfg, err := d.config()
	if err != nil {
		return err
	}
	why := d.Forgets()
	if why == nil && needsState(cfg) {
		if err := store.Try(cfg.StateDir(), kept); store.Denied(err) {
			why = cfg.Unkept(err)
		}
	}
	if why != nil {
		return fmt.Errorf("a login cannot be kept: %w", why)
	}
	return nil
}

// needsState tells whether signing in writes below the state directory: its locks, the tokens, or the
// client that the program registers.
func needsState(cfg *config.Config) bool {
	return LockDir(cfg) == cfg.StatePath("locks") || cfg.Get("client-id").Value == "" ||
		cfg.Get("credential-store").Value == "file"
}

// LockDir is where locks around the login are. Below a home directory that is not the user's to write
// are none, and all processes see that alike: then they are below the state directory.
func LockDir(cfg *config.Config) string {
	own := cfg.StatePath("locks")
	if own != cfg.LockDir() && store.Denied(store.Try(cfg.LockDir(), kept)) {
		return own
	}
	return cfg.LockDir()
}

func kept(string) error { return nil }

// newLogin is the login room of the profile.
func (d *Deployment) newLogin() (*auth.Client, error) {
	cfg, err := d.config()
	if err != nil {
		return nil, err
	}
	if err := cfg.NeedState(); err != nil { // no place for its locks either
		return nil, fmt.Errorf("a login cannot be kept: %w", err)
	}
	port, _ := strconv.Atoi(cfg.Get("redirect-port").Value) // checked by config
	settings := auth.Settings{
		Issuer: cfg.Get("issuer").Value, AuthorizeURL: cfg.Get("authorize-url").Value,
		Hosts:    strings.Fields(cfg.Get("sign-in-hosts").Value),
		TokenURL: cfg.Get("token-url").Value, RevokeURL: cfg.Get("revoke-url").Value,
		JWKSURL: cfg.Get("jwks-url").Value, DeviceURL: cfg.Get("device-url").Value,
		APIURL: cfg.Get("api-url").Value, ClientID: cfg.Get("client-id").Value,
		Scopes:       strings.Fields(cfg.Get("scopes").Value),
		Audience:     cfg.Get("audience").Value,
		RedirectPort: port, RedirectPath: cfg.Get("redirect-path").Value,
	}
	if claims := cfg.Get("market-claim"); claims.Source != config.FromDefault {
		settings.MarketClaims = strings.Fields(claims.Value)
	}
	log, err := d.DebugLog()
	if err != nil {
		return nil, err
	}
	settings.ClientIDFrom, settings.ScopesFrom = cfg.Get("client-id").Place, cfg.Get("scopes").Place
	settings.Change = func(key, value string) string { return changing(cfg, key, value) }
	options := auth.Options{
		LockDir: LockDir(cfg), ClientDir: cfg.StatePath("clients"),
		Now: d.options.Now, Wait: d.options.Wait, WaitBudget: d.options.Limits().WaitBudget,
		Log: log, Pausing: d.pausingSignIn(log),
		Notices: d.options.Notices,
	}
	if cfg.Embedded() {
		server, err := d.sandbox()
		if err != nil {
			return nil, err
		}
		settings.APIURL, settings.Issuer = sandbox.BuiltinURL, sandbox.BuiltinURL
		options.HTTP = server.Transport()
	}
	options.Store = d.tokenStore(cfg, settings.APIURL)
	return auth.New(settings, options), nil
}

// tokenStore is where the profile keeps its login at a service, under names that a keyring's own program shows:
// never in a file unless someone said so.
func (d *Deployment) tokenStore(cfg *config.Config, api string) auth.Store {
	service := "travel"
	if u, err := url.Parse(api); err == nil && u.Host != "" {
		service += ": " + u.Host
	}
	if cfg.Get("credential-store").Value == "file" {
		return auth.File(cfg.StatePath("credentials"), service, cfg.Profile())
	}
	return auth.Keyring(service, cfg.Profile(), auth.KeyringOptions{Interactive: d.options.Interactive, Notices: d.options.Notices})
}

// loginMark is the file that says someone ran travel login on the built-in sandbox, so that no
// keyring is asked before that.
func loginMark(cfg *config.Config) string { return cfg.StatePath("sandbox", "logged-in") }

// SignedIn tells whether someone signed in to the built-in sandbox.
func SignedIn(cfg *config.Config) bool {
	_, err := os.Stat(loginMark(cfg))
	return err == nil
}

// MarkSignedIn notes that someone signed in to the built-in sandbox.
func MarkSignedIn(cfg *config.Config) error {
	if err := os.MkdirAll(SandboxDir(cfg), 0o700); err != nil {
		return err
	}
	return os.WriteFile(loginMark(cfg), nil, 0o600)
}

// MarkSignedOut takes that note away again.
func MarkSignedOut(cfg *config.Config) error { return os.Remove(loginMark(cfg)) }

// GivenToken is the token of TRAVEL_TOKEN, "" for none. The error says that it is not for the
// profile's service.
func (d *Deployment) GivenToken() (string, error) {
	token := d.options.Getenv("TRAVEL_TOKEN")
	if token == "" {
		return "", nil
	}
	cfg, err := d.config()
	if err != nil {
		return token, err
	}
	return token, foreignToSandbox(cfg, token)
}

// Tokens is where the tokens for the profile's service come from.
func (d *Deployment) Tokens() (apiclient.TokenSource, error) {
	cfg, err := d.config()
	if err != nil {
		return nil, err
	}
	return d.tokens(cfg)
}

// Sample is the traveler as whom the built-in sandbox signs in by itself; false where it does not,
// since someone signed in or the profile is of another service.
func Sample(cfg *config.Config) (sandbox.Sample, bool) {
	return sandbox.SampleTraveler(), cfg.Embedded() && !SignedIn(cfg)
}

// mostTold is how many sessions are remembered that have seen the line about the sample account.
const mostTold = 200

// ToldOfSample reports whether a session has seen the line about the sample account, and records that it has now.
// It is false for a session that cannot be recorded: one without a key, or without a state directory.
func ToldOfSample(cfg *config.Config, session string) bool {
	path := cfg.StatePath("sandbox", "told")
	if path == "" || session == "" {
		return false
	}
	key := fmt.Sprintf("%x", sha256.Sum256([]byte(session)))
	text, _ := os.ReadFile(path) // without it, no one was told
	told := strings.Fields(string(text))
	if slices.Contains(told, key) {
		return true
	}
	told = append(told[max(len(told)-mostTold+1, 0):], key)
	_ = store.Replace(path, []byte(strings.Join(told, "\n")+"\n")) // else the next command tells it again
	return false
}
