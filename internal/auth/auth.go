// Package auth signs a traveler in to a deployment and keeps the login fresh.
//
// Sign-in is the authorization code flow with PKCE in the system browser (RFC 6749, 7636, 8252),
// the account is what a verified id_token says (OpenID Connect Core 1.0), and tokens live in the
// operating system's keyring, or in private files by explicit choice. Everything that comes from
// outside, the browser's callback and the server's metadata included, is taken as hostile.
package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/loopback"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/transport"
)

const (
	// lockTimeout outlasts a holder whose renewal takes all its time.
	lockTimeout = flow.RequestTimeout + secondTry
	// defaultWaitBudget is the longest Retry-After that is waited for.
	defaultWaitBudget = 75 * time.Second
)

// Options are the parts of the world a Client works with.
type Options struct {
	// HTTP carries requests to the authorization server; nil is a transport of its own that honours
	// the proxy environment, never for loopback.
	HTTP http.RoundTripper
	// Store keeps the login.
	Store vault.Store
	// LockDir is a per-user directory that all processes of this user share, whatever their
	// configuration: the lock must be as wide as the stored login.
	LockDir string
	// ClientDir is where it is remembered as which client this program has registered itself; ""
	// never registers.
	ClientDir string
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Wait sleeps until the duration is over or ctx ends; nil uses the real clock.
	Wait func(ctx context.Context, d time.Duration) error
	// WaitBudget is the longest Retry-After that is waited for; 0 is 75 s.
	WaitBudget time.Duration
	// Log takes a line for each request to the authorization server and for each answer, without secrets;
	// nil takes none.
	Log io.Writer
	// Pausing takes every wait that a busy server asked for; nil drops them.
	Pausing func(transport.Pause)
	// Rand spreads those waits, from 0 up to but not including 1; nil is random.
	Rand func() float64
	// Notices gets lines for a person (stderr); nil drops them. Secrets are never written, but the
	// address to sign in at is.
	Notices io.Writer
}

// Client signs in to one deployment. It is safe for concurrent use, also by several processes.
type Client struct {
	opts    Options
	server  *flow.Client
	vault   vault.Vault
	lock    *vault.Lock
	clients *clientFile // nil when the settings name the client
	session session
}

// New makes a client. It touches neither the network nor the store; where the settings name no
// client, it reads as which one this program has registered itself.
func New(s flow.Settings, o Options) *Client {
	if s.RedirectPath == "" {
		s.RedirectPath = "/callback"
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
	if o.Pausing == nil {
		o.Pausing = func(transport.Pause) {}
	}
	if o.Rand == nil {
		o.Rand = rand.Float64
	}
	if o.Notices == nil {
		o.Notices = io.Discard
	}
	o.Notices = &lineWriter{w: o.Notices}
	c := &Client{
		opts: o,
		server: &flow.Client{
			Settings: s, HTTP: o.HTTP, Now: o.Now, Wait: o.Wait, WaitBudget: o.WaitBudget,
			Log: transport.NewLog(o.Log, o.Now), Pausing: o.Pausing, Rand: o.Rand, Notices: o.Notices,
		},
		lock: vault.NewLock(o.LockDir, lockTimeout, o.Notices),
	}
	if s.ClientID == "" && o.ClientDir != "" && !s.Pinned() {
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
	c.server.Settings.ClientID = clientID
	c.vault = vault.Vault{Store: c.opts.Store, Name: entryName(c.server.Settings)}
}

// Examine reads what the sign-in server says about itself. Nothing secret is sent, nothing is kept,
// and no request is repeated. What it found before an error is part of the answer.
func (c *Client) Examine(ctx context.Context) (flow.Examination, error) {
	return c.server.Examine(ctx)
}

// locked runs f while this is the only holder of the login, in this process and among all processes
// of the user. The lock is named after the stored entry, so it is exactly as wide as what it guards.
func (c *Client) locked(ctx context.Context, f func() error) error {
	stored := c.vault
	return c.lock.Hold(ctx, stored.Name, func() string { return c.serverOf(ctx, stored) }, f)
}

// serverOf names the sign-in server for people: where the settings leave it to the API, that of the login.
func (c *Client) serverOf(ctx context.Context, stored vault.Vault) string {
	if c.server.Settings.Issuer == "" && !c.server.Settings.Pinned() {
		if l, err := stored.Load(ctx); err == nil {
			return flow.HostOf(l.Facts.Token)
		}
	}
	return c.server.Settings.ServerName()
}

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

// entryName derives the name under which the login of a deployment is kept. Another issuer, client
// or API origin is another login, so a token never follows a changed address (docs/threats.md, T03).
func entryName(s flow.Settings) string {
	issuer := s.Issuer
	if issuer == "" && s.Pinned() {
		issuer = s.TokenURL
	}
	h := sha256.New()
	for _, part := range []string{issuer, s.ClientID, flow.Origin(s.APIURL)} {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part)))) // so that parts cannot run together
		h.Write([]byte(part))
	}
	return strings.ToLower(base32.StdEncoding.EncodeToString(h.Sum(nil)))[:26] // 130 bits
}

// Names of the packages below that callers use from here.
type (
	// Settings names one deployment and the client this program is to it.
	Settings = flow.Settings
	// Examination is what can be known of the sign-in server without signing in.
	Examination = flow.Examination
	// Waiting is a sign-in by code that another process is to complete; it holds secrets.
	Waiting = flow.Waiting
	// NotTakenError means that the service refuses even a token that was made a moment ago.
	NotTakenError = flow.NotTakenError
	// NoDeviceError is a server without sign-ins by code.
	NoDeviceError = flow.NoDeviceError
	// Account is who signed in.
	Account = flow.Account
	// Offline says what became of the scope offline_access at a sign-in.
	Offline = flow.Offline
	// Store keeps the login.
	Store = vault.Store
	// KeyringOptions says who could answer the keyring's questions.
	KeyringOptions = vault.KeyringOptions

	// SettingsError is a setting no login can work with.
	SettingsError = flow.SettingsError
	// StoreError means that the credential store cannot be used.
	StoreError = vault.StoreError
	// RefusedError means that what a server says about itself cannot be trusted.
	RefusedError = flow.RefusedError
	// DeniedError is the sign-in server's own refusal.
	DeniedError = flow.DeniedError
	// ScopeError means that the server refuses the scopes of a sign-in.
	ScopeError = flow.ScopeError
	// ClockError means that this computer's clock and the server's are too far apart.
	ClockError = flow.ClockError
	// NetworkError means that a server could not be reached in time, or failed.
	NetworkError = flow.NetworkError
	// AnswerError means that a server's answer cannot be used.
	AnswerError = flow.AnswerError
	// WaitError means that the sign-in server asks to come back later.
	WaitError = flow.WaitError
	// RevocationError means that the login is gone here but may live on at the server.
	RevocationError = flow.RevocationError
)

// What can have become of offline_access; see [flow.Offline].
const (
	OfflineUnknown    = flow.Unknown
	OfflineNotOffered = flow.NotOffered
	OfflineUnasked    = flow.Unasked
	OfflineAsked      = flow.Asked
)

// What a caller tells apart in addition to the types of errors.
var (
	// ErrLoginRequired means that no usable login is stored for this deployment.
	ErrLoginRequired = flow.ErrLoginRequired
	// ErrNotRevocable means that the login is gone here and there was no way to end it at the server.
	ErrNotRevocable = flow.ErrNotRevocable
	// ErrStateMismatch means that an answer did not belong to the sign-in that was started here.
	ErrStateMismatch = loopback.ErrStateMismatch
)

// FromUserinfo stands before the name of a market's claim that userinfo told, and not the id_token.
const FromUserinfo = flow.FromUserinfo

// Region is the region of a language tag; see [flow.Region].
func Region(tag string) string { return flow.Region(tag) }

// CheckURL is the one gate for addresses that are opened or called; see [flow.CheckURL].
func CheckURL(raw string) (string, error) { return flow.CheckURL(raw) }

// IsScope says whether a text can be the name of a scope; see [flow.IsScope].
func IsScope(name string) bool { return flow.IsScope(name) }

// InWords tells a time for people; see [flow.InWords].
func InWords(d time.Duration) string { return flow.InWords(d) }

// Keyring returns the store of the operating system; see [vault.Keyring].
func Keyring(o KeyringOptions) Store { return vault.Keyring(o) }

// File returns the store that keeps each entry in a private file below dir; see [vault.File].
func File(dir string) Store { return vault.File(dir) }

// OpenBrowser opens a web address in the person's browser; see [loopback.Open].
func OpenBrowser(address string) error { return loopback.Open(address) }

// OpenFile opens a file of this computer; see [loopback.OpenFile].
func OpenFile(path string) error { return loopback.OpenFile(path) }

// FindOpener looks for the program that OpenBrowser would run; see [loopback.FindOpener].
func FindOpener() (loopback.Opener, error) { return loopback.FindOpener() }
