package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/problem"
)

// SignedIn is what a sign-in came to, without any secret.
type SignedIn struct {
	Account
	Expires   *time.Time `json:"expires,omitempty"` // of the access token, by this computer's clock; nil if the server gave no end
	Renewable bool       `json:"renewable"`         // the login outlives the access token
	LeftOut   []string   `json:"leftOut,omitempty"` // scopes of the settings that the server does not offer
	Offline   Offline    `json:"-"`                 // what became of offline_access
}

// Status tells about the stored login, without any secret.
type Status struct {
	SignedIn
	Made       time.Time
	Store      string   // where the login is kept, or would be
	ClientID   string   // as which client it was made
	Registered bool     // the settings name no client, and this program registered itself
	Refused    []string // scopes that were asked for and not granted
}

func signedInBy(l flow.Login) SignedIn {
	s := SignedIn{Account: l.Facts.Account, Renewable: l.Refresh != "", LeftOut: l.Facts.LeftOut, Offline: l.Facts.Offline}
	if l.Head.Expires != 0 {
		s.Expires = new(time.Unix(l.Head.Expires, 0))
	}
	return s
}

// Status reads the stored login; it uses no network. Without a login it returns ErrLoginRequired,
// and a Status with Store alone.
func (c *Client) Status(ctx context.Context) (Status, error) {
	store := c.opts.Store.Name()
	l, err := c.load(ctx)
	if err != nil {
		return Status{Store: store}, err
	}
	return Status{signedInBy(l), l.Facts.Made, store, l.Facts.ClientID, c.clients != nil, l.Facts.Refused}, nil
}

// ErrNotRevoked means that the login is gone from this computer but may live on at the server.
var ErrNotRevoked = errors.New("the server did not revoke the login")

// Logout revokes the stored login at the server (RFC 7009) and deletes it. The deletion happens
// whatever the server says: with every error but one of the store, everything stored here is gone.
// ErrLoginRequired says that there was no login, ErrNotRevocable that there was nowhere to revoke
// it, and ErrNotRevoked that the server was not reached or refused.
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
		c.session.forget()
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

// errNotKept means that a sign-in worked and its login could not be stored.
var errNotKept = errors.New("keep the login")

// keep stores a new login in place of the one before. One that cannot be stored is given back, since it will
// not be used; it may have been kept although the person interrupted. A login of another account that it
// replaces is revoked, when the sign-in is over.
func (c *Client) keep(ctx context.Context, l flow.Login) (replaced flow.Login, err error) {
	kept := false
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
			one, other := before.Facts.Account.Subject, l.Facts.Account.Subject
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
	c.session.adopt(l, c.opts.Now())
	return replaced, nil
}

// revokePatience is how long the end of a login that is not used any more is waited for.
const revokePatience = 5 * time.Second

// end revokes a login that another one has replaced, if there was one. Nothing depends on it: the
// server forgets the login some day by itself.
func (c *Client) end(ctx context.Context, replaced flow.Login) {
	if replaced.Access == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, revokePatience)
	defer cancel()
	_ = c.server.Revoke(ctx, replaced)
}
