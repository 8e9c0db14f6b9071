// Package auth signs a traveler in to a deployment and keeps the login fresh.
//
// Sign-in is the authorization code flow with PKCE in the system browser (RFC 6749, 7636, 8252),
// the account is what a verified id_token says (OpenID Connect Core 1.0), and tokens live in the
// operating system's keyring, or in private files by explicit choice. All input from outside is treated as hostile,
// including the browser's callback and the server's metadata.
package auth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"time"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/transport"
)

// Options configure a Client.
type Options struct {
	flow.Client             // HTTP, Rand and WaitBudget have defaults
	Store       vault.Store // of the login
	LockDir     string      // one for the user, since the lock must cover every process that can see the stored login
	ClientDir   string      // of the client IDs that this program registered
}

// Client signs in to one deployment. It is safe for concurrent use, also by several processes.
type Client struct {
	opts    Options
	server  *flow.Client
	bound   string                          // Settings.Binding
	clients *store.Table[flow.Registration] // shared by all profiles; nil if the settings name the client
	session session

	clientKey string // of the registered client: by issuer, or by API if that names the issuer
}

// New makes a client. It touches neither the network nor the store.
func New(s flow.Settings, o Options) *Client {
	s.RedirectPath = cmp.Or(s.RedirectPath, "/callback")
	o.Settings = s
	o.WaitBudget = cmp.Or(o.WaitBudget, 75*time.Second)
	if o.HTTP == nil {
		o.HTTP = transport.Fresh(transport.New(transport.Proxy)) // a few requests a login, and no stale connection to misread
	}
	if o.Rand == nil {
		o.Rand = rand.Float64
	}
	o.Notices = &lineWriter{w: o.Notices}
	registrar := flow.Settings{Issuer: s.Issuer}
	if s.Issuer == "" {
		registrar.APIURL = s.APIURL
	}
	c := &Client{opts: o, bound: s.Binding(), clientKey: "client." + registrar.Binding()}
	c.server = &c.opts.Client
	if s.ClientID == "" {
		c.clients = &store.Table[flow.Registration]{Home: store.Home{Dir: o.ClientDir}, Name: func(string) string { return "the registered client" }}
	}
	return c
}

// Examine reads the sign-in server's metadata, see [flow.Client.Examine].
func (c *Client) Examine(ctx context.Context) (flow.Examination, error) {
	return c.server.Examine(ctx)
}

// StoreName describes where the login is kept, or would be.
func (c *Client) StoreName() string { return c.opts.Store.Name() }

// Registers reports whether the settings name no client, so that this program registers itself.
func (c *Client) Registers() bool { return c.clients != nil }

// Stored reads the stored login; it uses no network. A missing or damaged login, or one made with other settings, is
// ErrLoginRequired; other errors, such as an unusable store, are returned as they are.
func (c *Client) Stored(ctx context.Context) (flow.Login, error) {
	l, err := vault.Load(ctx, c.opts.Store)
	switch {
	case err == nil && l.Bound == c.bound:
		return l, nil
	case err == nil, errors.Is(err, vault.ErrNoLogin):
		return flow.Login{}, flow.ErrLoginRequired
	case errors.Is(err, vault.ErrDamaged):
		return flow.Login{}, fmt.Errorf("%w: %w", flow.ErrLoginRequired, err)
	}
	return flow.Login{}, err
}

// locked runs f while holding the lock of the stored login, across all processes of the user.
func (c *Client) locked(ctx context.Context, f func() error) error {
	return c.hold(ctx, c.opts.Store.ID(), "renew the login", f)
}

// hold runs f while holding the named lock. It waits for the lock longer than a renewal can take, and prints a notice
// after 2 s. what says what f does.
func (c *Client) hold(ctx context.Context, name, what string, f func() error) error {
	server := func() string {
		l, _ := vault.Load(ctx, c.opts.Store) // the settings may not name the server
		return flow.HostOf(cmp.Or(l.Token, c.server.Settings.Issuer, c.server.Settings.APIURL))
	}
	hint := time.AfterFunc(2*time.Second, func() {
		fmt.Fprintf(c.opts.Notices, "waiting for another travel process to %s at %s\n", what, server())
	})
	defer hint.Stop()
	limited, cancel := context.WithTimeout(ctx, lockTimeout)
	defer cancel()
	held := false
	err := store.Hold(limited, filepath.Join(c.opts.LockDir, name+".lock"), func() error {
		held = true
		hint.Stop()
		return f()
	})
	switch {
	case held:
		return err
	case ctx.Err() != nil:
		return fmt.Errorf("wait for the login: %w", context.Cause(ctx))
	case limited.Err() != nil:
		return flow.Unreached(what, server(), fmt.Errorf("another travel process has not finished within %s", flow.InWords(lockTimeout)))
	}
	return fmt.Errorf("lock the login: %w", err)
}

// lineWriter serializes writes, so that lines from timers and requests do not mix.
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

// ErrNotRevoked means that the login is deleted here but may still be valid at the server.
var ErrNotRevoked = errors.New("the server did not revoke the login")

// Logout revokes the stored login at the server (RFC 7009) and deletes it here whatever the server says; only an error
// of the store means that it is still there. ErrLoginRequired means that there was no login, ErrNotRevocable that the
// server cannot revoke, and ErrNotRevoked that the server was not reached or refused.
func (c *Client) Logout(ctx context.Context) error {
	var revoked error
	err := c.locked(ctx, func() error {
		l, err := vault.Load(ctx, c.opts.Store)
		switch {
		case errors.Is(err, vault.ErrNoLogin):
			revoked = flow.ErrLoginRequired
		case errors.Is(err, vault.ErrDamaged):
			revoked = fmt.Errorf("%w: %w", flow.ErrNotRevocable, err)
		case err != nil:
			return err
		default:
			revoked = c.server.Revoke(ctx, l)
		}
		c.session.set(flow.Login{}, time.Time{}, false)
		return c.opts.Store.Delete(context.WithoutCancel(ctx))
	})
	if err != nil {
		return fmt.Errorf("sign out: %w", err)
	}
	if revoked == nil || errors.Is(revoked, flow.ErrLoginRequired) || errors.Is(revoked, flow.ErrNotRevocable) {
		return revoked
	}
	return problem.Error{
		Text: "signed out here, but the server did not revoke the login, which ends only when it expires: " + revoked.Error(),
		Err:  fmt.Errorf("%w: %w", ErrNotRevoked, revoked),
	}
}

// errNotKept means that a sign-in succeeded but its login could not be stored.
var errNotKept = errors.New("keep the login")

// keep stores a new login over the previous one. If it cannot be stored, it is revoked. After an
// interruption the login may be stored even though keep returns an error. replaced is the previous login
// if it belongs to another account; the caller revokes it when the sign-in is over.
func (c *Client) keep(ctx context.Context, l flow.Login) (replaced flow.Login, err error) {
	kept := false
	l.Bound = c.bound
	err = c.locked(ctx, func() error {
		return deferSignals(ctx, "keep the login", func(ctx context.Context) error {
			before, beforeErr := vault.Load(ctx, c.opts.Store)
			if err := vault.Save(ctx, c.opts.Store, l); err != nil {
				return err
			}
			kept = true
			// Many servers keep one grant for an account and a client, or one for its session in the browser, and a
			// token that is revoked takes all of it along (RFC 7009 §2.1). So only those of two accounts are known to
			// stand apart.
			one, other := before.Account.Subject, l.Account.Subject
			if beforeErr == nil && one != "" && other != "" && one != other {
				replaced = before
			}
			return nil
		})
	})
	if !kept {
		_ = c.server.Revoke(context.WithoutCancel(ctx), l)
		return replaced, fmt.Errorf("%w: %w", errNotKept, err)
	}
	if err != nil {
		return replaced, fmt.Errorf("keep the login: %w", err)
	}
	c.session.set(l, c.opts.Now(), false)
	return replaced, nil
}
