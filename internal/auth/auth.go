// Package auth signs a traveler in to a deployment and keeps the login fresh.
//
// Sign-in is the authorization code flow with PKCE in the system browser (RFC 6749, 7636, 8252),
// the account is what a verified id_token says (OpenID Connect Core 1.0), and tokens live in the
// operating system's keyring, or in private files by explicit choice. Everything that comes from
// outside, the browser's callback and the server's metadata included, is taken as hostile.
package auth

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/transport"
)

const (
	// requestTimeout bounds one request to the authorization server, its body included.
	requestTimeout = 30 * time.Second
	// lockTimeout outlasts a holder whose refresh needed its one retry.
	lockTimeout = 2*requestTimeout + 10*time.Second
	// defaultWaitBudget is the longest Retry-After that is waited for.
	defaultWaitBudget = 75 * time.Second
)

// Settings names one deployment and the client this program is to it.
type Settings struct {
	// Issuer is the root of discovery and what id_tokens must name, compared character by character.
	// When it is empty, and AuthorizeURL or TokenURL is too, the API names its issuer (RFC 9728).
	Issuer string
	// Explicit endpoints win over discovered ones; AuthorizeURL and TokenURL together replace discovery.
	AuthorizeURL, TokenURL, RevokeURL, JWKSURL, DeviceURL string
	// APIURL is the root of the deployment's API. Tokens are bound to its origin.
	APIURL string
	// ProbePath is the path below APIURL that is read without a token when the well-known document
	// of RFC 9728 is missing, for the WWW-Authenticate of its 401. "" means /v1/user.
	ProbePath string
	// ClientID is the public client's id at the issuer. When it is empty, login registers this program
	// where the issuer offers that (RFC 7591).
	ClientID string
	// Scopes are asked for at login.
	Scopes []string
	// RedirectPort and RedirectPath make up the loopback callback; 0 is any free port and
	// "" is /callback.
	RedirectPort int
	RedirectPath string
	// MarketClaim names the id_token claim that holds the market; "" is country_code. A name with
	// dots that is no claim itself is a path into nested claims.
	MarketClaim string
}

// Options are the parts of the world a Client works with.
type Options struct {
	// HTTP carries requests to the authorization server; nil is a transport of its own that honours
	// the proxy environment, never for loopback.
	HTTP http.RoundTripper
	// Store keeps the login.
	Store Store
	// LockDir is a per-user directory that all processes of this user share, whatever their
	// configuration: the lock must be as wide as the stored login.
	LockDir string
	// ClientDir is where it is remembered as which client this program has registered itself; "" never
	// registers.
	ClientDir string
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Wait sleeps until the duration is over or ctx ends; nil uses the real clock.
	Wait func(ctx context.Context, d time.Duration) error
	// WaitBudget is the longest Retry-After that is waited for; 0 is 75 s.
	WaitBudget time.Duration
	// Notices gets lines for a person (stderr); nil drops them. Secrets are never written, but the
	// address to sign in at is.
	Notices io.Writer
}

// Client signs in to one deployment. It is safe for concurrent use, also by several processes.
type Client struct {
	set     Settings
	opts    Options
	vault   vault
	clients *clientFile   // nil when the settings name the client
	turn    chan struct{} // one at a time in this process, before the lock that spans processes
	session session
}

// New makes a client. It touches neither the network nor the store; where the settings name no client,
// it reads as which one this program has registered itself.
func New(s Settings, o Options) *Client {
	if s.RedirectPath == "" {
		s.RedirectPath = "/callback"
	}
	if s.MarketClaim == "" {
		s.MarketClaim = "country_code"
	}
	if s.ProbePath == "" {
		s.ProbePath = "/v1/user"
	}
	if o.HTTP == nil {
		o.HTTP = transport.Fresh(transport.New(transport.Proxy)) // a few requests a login, and no stale connection to misread
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Wait == nil {
		o.Wait = transport.Wait
	}
	if o.WaitBudget == 0 {
		o.WaitBudget = defaultWaitBudget
	}
	if o.Notices == nil {
		o.Notices = io.Discard
	}
	o.Notices = &lineWriter{w: o.Notices}
	c := &Client{set: s, opts: o, turn: make(chan struct{}, 1)}
	if s.ClientID == "" && o.ClientDir != "" && !s.pinned() {
		c.clients = newClientFile(o.ClientDir, s)
		if known, err := c.clients.read(); err == nil { // login tells an error
			s.ClientID = known.ClientID
		}
	}
	c.become(s.ClientID)
	return c
}

// become makes this client one of that id; its login is kept under that.
func (c *Client) become(clientID string) {
	c.set.ClientID = clientID
	c.vault = vault{store: c.opts.Store, name: entryName(c.set)}
}

// check finds settings no login can work with, before anything is sent.
func (s Settings) check() error {
	if s.RedirectPort < 0 || s.RedirectPort > 65535 {
		return &SettingsError{Setting: "redirect-port", Reason: "must be between 0 and 65535"}
	}
	if u, err := url.Parse(s.RedirectPath); err != nil || !strings.HasPrefix(s.RedirectPath, "/") ||
		strings.HasPrefix(s.RedirectPath, "//") || u.Path != s.RedirectPath {
		return &SettingsError{Setting: "redirect-path", Reason: "must be a plain path such as /callback"}
	}
	if s.Issuer == "" && s.APIURL == "" && !s.pinned() {
		return &SettingsError{Setting: "issuer", Reason: "is not set, and neither are api-url or authorize-url with token-url"}
	}
	for _, named := range []struct{ name, url string }{
		{"issuer", s.Issuer}, {"api-url", s.APIURL}, {"authorize-url", s.AuthorizeURL}, {"token-url", s.TokenURL},
		{"revoke-url", s.RevokeURL}, {"jwks-url", s.JWKSURL}, {"device-url", s.DeviceURL},
	} {
		if named.url == "" {
			continue
		}
		if _, err := CheckURL(named.url); err != nil {
			return &SettingsError{Setting: named.name, Reason: err.Error()}
		}
	}
	return nil
}

// pinned says that the settings name the two endpoints a login cannot do without, so that nothing
// has to be discovered.
func (s Settings) pinned() bool { return s.AuthorizeURL != "" && s.TokenURL != "" }

// lineWriter lets timers and requests write their lines without mixing them.
type lineWriter struct {
	mu sync.Mutex
	w  io.Writer
}

// Write implements io.Writer.
func (l *lineWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}
