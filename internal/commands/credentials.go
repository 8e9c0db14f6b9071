package commands

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/sandbox"
)

// tokens picks the token's source: TRAVEL_TOKEN, the login of the
// profile, or, in the built-in sandbox until somebody logs in, a sample
// traveler who needs neither keyring nor browser.
func (a *app) tokens(cfg *config.Config) (apiclient.TokenSource, error) {
	if token := a.env.Getenv("TRAVEL_TOKEN"); token != "" {
		return givenToken{token: token, config: cfg}, nil
	}
	if cfg.Embedded() && !a.loggedInHere(cfg) {
		server, err := a.local()
		if err != nil {
			return nil, err
		}
		return &sampleTokens{server: server, now: a.env.Now}, nil
	}
	client, err := a.login()
	if err != nil {
		return nil, err
	}
	return client, nil
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

// errForeignToken says that a token of another service was about to be shown to
// the built-in sandbox.
var errForeignToken = errors.New("TRAVEL_TOKEN is no token of the built-in sandbox and is not shown to it")

// foreignToSandbox keeps a real token from the built-in sandbox, which would only
// refuse it: somebody forgot to name the deployment that it is for.
func foreignToSandbox(cfg *config.Config, token string) error {
	if cfg.Embedded() && !strings.HasPrefix(token, sandbox.TokenPrefix) {
		return errForeignToken
	}
	return nil
}

// sampleTokens signs in as the first sample traveler, again when the token is
// about to run out.
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

// newAuth is the login room of the profile.
func (a *app) newAuth() (*auth.Client, error) {
	cfg, err := a.config()
	if err != nil {
		return nil, err
	}
	port, _ := strconv.Atoi(cfg.Get("redirect-port").Value) // checked by config
	settings := auth.Settings{
		Issuer: cfg.Get("issuer").Value, AuthorizeURL: cfg.Get("authorize-url").Value,
		TokenURL: cfg.Get("token-url").Value, RevokeURL: cfg.Get("revoke-url").Value,
		JWKSURL: cfg.Get("jwks-url").Value, DeviceURL: cfg.Get("device-url").Value,
		APIURL: cfg.Get("api-url").Value, ClientID: cfg.Get("client-id").Value,
		Scopes:       strings.Fields(cfg.Get("scopes").Value),
		RedirectPort: port, RedirectPath: cfg.Get("redirect-path").Value,
		MarketClaim: cfg.Get("market-claim").Value,
	}
	options := auth.Options{
		LockDir: cfg.LockDir(), ClientDir: filepath.Join(cfg.StateDir(), "clients"),
		Now: a.env.Now, Wait: a.env.Wait, WaitBudget: a.global.waitBudget(),
		Notices: a.env.Stderr, Store: a.tokenStore(cfg),
	}
	if cfg.Embedded() {
		server, err := a.local()
		if err != nil {
			return nil, err
		}
		settings.APIURL, settings.Issuer = sandbox.BuiltinURL, sandbox.BuiltinURL
		options.HTTP = server.Transport()
	}
	return auth.New(settings, options), nil
}

// tokenStore is where the profile keeps its login: never in a file unless
// somebody said so.
func (a *app) tokenStore(cfg *config.Config) auth.Store {
	if cfg.Get("credential-store").Value == "file" {
		return auth.File(filepath.Join(cfg.StateDir(), "credentials"))
	}
	return auth.Keyring(auth.KeyringOptions{Interactive: a.env.StdinTTY && a.env.ErrTerm.TTY, Notices: a.env.Stderr})
}

// startSandbox makes the sandbox of the built-in profile, in this process.
func (a *app) startSandbox() (*sandbox.Server, error) {
	cfg, err := a.config()
	if err != nil {
		return nil, err
	}
	server, err := sandbox.New(sandbox.Options{
		URL:      sandbox.BuiltinURL,
		StateDir: sandboxDir(cfg),
		Now:      a.env.Now,
		Version:  a.env.Build.Commit,
	})
	if err != nil {
		return nil, err
	}
	a.atEnd(server.Close)
	return server, nil
}

// sandboxDir is where the built-in sandbox keeps its state.
func sandboxDir(cfg *config.Config) string { return filepath.Join(cfg.StateDir(), "sandbox") }

// sandboxKey is the file of the built-in sandbox's key.
func sandboxKey(cfg *config.Config) string { return filepath.Join(sandboxDir(cfg), sandbox.KeyFile) }

// loginMark is the file that says somebody ran travel login on the built-in
// sandbox, so that no keyring is asked before that.
func loginMark(cfg *config.Config) string {
	return filepath.Join(sandboxDir(cfg), "logged-in")
}

func (a *app) loggedInHere(cfg *config.Config) bool {
	_, err := os.Stat(loginMark(cfg))
	return err == nil
}
