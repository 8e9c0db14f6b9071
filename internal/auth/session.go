package auth

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
)

// Status tells about the stored login, without any secret.
type Status struct {
	// Store says where the login is kept, or would be.
	Store   string
	Account flow.Account
	// SignedIn is when travel login ran.
	SignedIn time.Time
	// Expires is the end of the access token by this computer's clock; zero if the server gave none.
	Expires time.Time
	// Renewable says that the login outlives the access token.
	Renewable bool
	// TokenType is how the access token is sent: Bearer.
	TokenType string
	// ClientID is as which client the login was made.
	ClientID string
	// Registered says that the settings name no client, and this program registered itself.
	Registered bool
	// LeftOut are the scopes of the settings that the server did not offer.
	LeftOut []string
	// Refused are the scopes that were asked for and not granted.
	Refused []string
	// Offline says what became of the scope offline_access.
	Offline Offline
}

// Status reads the stored login; it uses no network. Without a login it returns ErrLoginRequired,
// and a Status with Store alone.
func (c *Client) Status(ctx context.Context) (Status, error) {
	s := Status{Store: c.opts.Store.Name()}
	l, err := c.vault.Load(ctx)
	if err != nil {
		return s, loginRequired(err)
	}
	if err := c.owns(l); err != nil {
		return s, err
	}
	s.ClientID, s.Registered = c.server.Settings.ClientID, c.clients != nil
	s.Account, s.SignedIn = l.Facts.Account, l.Facts.Login
	if s.Account.MarketSource == "locale" && !slices.Contains(c.server.Settings.MarketClaims, "locale") {
		s.Account.Market, s.Account.MarketSource = "", "" // an earlier version took a locale's region as one
	}
	s.Renewable, s.TokenType = l.Refresh != "", l.Head.TokenType
	s.LeftOut, s.Refused, s.Offline = l.Facts.LeftOut, l.Facts.Refused, l.Facts.Offline
	if l.Head.Expires != 0 {
		s.Expires = time.Unix(l.Head.Expires, 0)
	}
	return s, nil
}

// IsDamaged tells a login that is stored and cannot be used from one that does not exist.
func IsDamaged(err error) bool { return errors.Is(err, vault.ErrDamaged) }

// loginRequired turns the vault's reasons for having no login into ErrLoginRequired and leaves
// other errors, such as a store that cannot be used, as they are.
func loginRequired(err error) error {
	switch {
	case errors.Is(err, vault.ErrNoLogin):
		return flow.ErrLoginRequired
	case errors.Is(err, vault.ErrDamaged):
		return flow.Because(flow.ErrLoginRequired, err)
	}
	return err
}

// owns makes sure that a stored login was issued by the configured issuer. The entry's name says so
// already unless the issuer was left to discovery.
func (c *Client) owns(l flow.Login) error {
	if c.server.Settings.Issuer != "" && l.Facts.Issuer != c.server.Settings.Issuer {
		return flow.Because(flow.ErrLoginRequired, vault.ErrDamaged)
	}
	return nil
}

// Logout revokes the stored login at the server (RFC 7009) and deletes it. The deletion happens
// whatever the server says: with every error but one of the store, everything stored here is gone.
// ErrLoginRequired says that there was no login, ErrNotRevocable that there was nowhere to revoke
// it, and a *RevocationError that the server was not reached or refused.
func (c *Client) Logout(ctx context.Context) error {
	var revoked error
	err := c.locked(ctx, func() error {
		l, err := c.vault.Load(ctx)
		switch {
		case errors.Is(err, vault.ErrNoLogin):
			revoked = flow.ErrLoginRequired
		case errors.Is(err, vault.ErrDamaged):
			revoked = flow.Because(flow.ErrNotRevocable, err)
		case err != nil:
			return err
		default:
			revoked = c.server.Revoke(ctx, l)
		}
		c.session.forget()
		return c.vault.Erase(context.WithoutCancel(ctx))
	})
	if err != nil {
		return fmt.Errorf("sign out: %w", err)
	}
	c.lock.Remove(c.vault.Name)
	switch {
	case errors.Is(revoked, flow.ErrLoginRequired), errors.Is(revoked, flow.ErrNotRevocable):
		return revoked
	case revoked != nil:
		return &flow.RevocationError{Err: revoked}
	}
	return nil
}

// made is a login that a sign-in has made and kept, and the one of another account whose place it took, if
// there was one.
type made struct {
	flow.Login
	replaced flow.Login
}

// notKeptError means that a sign-in worked and its login could not be stored.
type notKeptError struct{ err error }

func (e *notKeptError) Error() string { return "keep the login: " + e.err.Error() }

func (e *notKeptError) Unwrap() error { return e.err }

// keepOrRevoke stores a new login. One that cannot be stored is given back, since it will not be used.
func (c *Client) keepOrRevoke(ctx context.Context, l flow.Login) (made, error) {
	m := made{Login: l}
	kept, err := c.keep(ctx, &m)
	if !kept {
		_ = c.server.Revoke(context.WithoutCancel(ctx), l)
		return made{}, &notKeptError{err}
	}
	if err != nil {
		return m, fmt.Errorf("keep the login: %w", err)
	}
	c.session.adopt(l, c.opts.Now())
	return m, nil
}

// keep stores a new login whole and forgets the tokens of the one before it. The login may have
// been kept although the person interrupted.
func (c *Client) keep(ctx context.Context, m *made) (kept bool, err error) {
	err = c.locked(ctx, func() error {
		return vault.DeferSignals(ctx, "keep the login", func(ctx context.Context) error {
			before, beforeErr := c.vault.Load(ctx)
			saved, err := c.vault.Save(ctx, m.Login)
			if err != nil {
				return err
			}
			kept = true
			if beforeErr == nil && !mayShareGrant(before, m.Login) {
				m.replaced = before
			}
			if err := c.vault.ErasePlace(ctx, 1-saved.Head.Place); err != nil {
				fmt.Fprintf(c.opts.Notices, "the earlier login could not be deleted: %v\n", err)
			}
			return nil
		})
	})
	return kept, err
}

// mayShareGrant says whether the end of one login may be that of the other. Many servers keep one grant
// for an account and a client, or one for its session in the browser, and a token that is revoked takes
// all of it along (RFC 7009 §2.1). So only those of two accounts are known to stand apart.
func mayShareGrant(a, b flow.Login) bool {
	one, other := a.Facts.Account.Subject, b.Facts.Account.Subject
	return one == "" || other == "" || one == other
}

// revokePatience is how long the end of a login that is not used any more is waited for.
const revokePatience = 5 * time.Second

// end revokes a login that another one has replaced, if there was one. Nothing depends on it: the
// server forgets the login some day by itself.
func end(ctx context.Context, server *flow.Client, replaced flow.Login) {
	if replaced.Access == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, revokePatience)
	defer cancel()
	_ = server.Revoke(ctx, replaced)
}

// tidy deletes the locks of what does not exist, after a sign-in that left nothing and a sign-out.
func (c *Client) tidy(ctx context.Context) {
	if _, err := c.vault.Tokens(ctx); errors.Is(err, vault.ErrNoLogin) {
		c.lock.Remove(c.vault.Name)
	}
	if c.clients == nil {
		return
	}
	if _, err := c.clients.read(); errors.Is(err, errUnregistered) {
		c.lock.Remove(c.clients.name)
	}
}

// session remembers the access token this process uses, with the reading of the clock when it was
// got: a wall clock that is set meanwhile does not make it look older or younger.
type session struct {
	mu      sync.Mutex
	access  flow.Secret
	start   time.Time // carries the monotonic clock
	life    time.Duration
	margin  time.Duration
	endless bool // the server gave no lifetime
	renewed bool // by this process, at start
	issued  int64
}

// adopt notes a token that was found in the store or got at login; its remaining life counts from now.
func (s *session) adopt(l flow.Login, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.access != l.Access {
		s.set(l, now)
	}
}

// renew notes a token that this process has just been given for a refresh token.
func (s *session) renew(l flow.Login, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.set(l, now)
	s.renewed = true
}

func (s *session) set(l flow.Login, now time.Time) {
	s.access, s.start, s.renewed = l.Access, now, false
	s.issued = l.Head.Issued
	s.life, s.margin, s.endless = l.Remaining(now), flow.Margin(l.Lifetime()), l.Head.Expires == 0
}

// isNew says whether the token was made within the last minute.
func (s *session) isNew(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.access != "" && now.Unix()-s.issued < int64(flow.EarlyEnough.Seconds())
}

func (s *session) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.access = ""
}

// usable returns the token if it has its margin left.
func (s *session) usable(now time.Time) (flow.Secret, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.access == "" {
		return "", false
	}
	return s.access, s.endless || s.life-now.Sub(s.start) > s.margin
}

// justRenewed says whether access was renewed by this process a moment ago. A service that rejects
// even that is not helped by another one.
func (s *session) justRenewed(access flow.Secret, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	window := s.margin
	if s.endless {
		window = flow.EarlyEnough
	}
	return s.renewed && s.access == access && now.Sub(s.start) < window
}
