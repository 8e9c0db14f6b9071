package auth

import (
	"context"
	"errors"
	"time"

	"travel.example/travel/internal/auth/failure"
	"travel.example/travel/internal/auth/grant"
	"travel.example/travel/internal/auth/vault"
)

// Status tells about the stored login, without any secret.
type Status struct {
	// Store says where the login is kept, or would be.
	Store   string
	Account grant.Account
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
}

// Status reads the stored login; it uses no network. Without a login it returns ErrLoginRequired, and
// a Status with Store alone.
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
	s.Renewable, s.TokenType = l.Refresh != "", l.Head.TokenType
	if l.Head.Expires != 0 {
		s.Expires = time.Unix(l.Head.Expires, 0)
	}
	return s, nil
}

// IsDamaged tells a login that is stored and cannot be used from one that does not exist.
func IsDamaged(err error) bool { return errors.Is(err, vault.ErrDamaged) }

// loginRequired turns the vault's reasons for having no login into ErrLoginRequired and leaves other
// errors, such as a store that cannot be used, as they are.
func loginRequired(err error) error {
	switch {
	case errors.Is(err, vault.ErrNoLogin):
		return failure.ErrLoginRequired
	case errors.Is(err, vault.ErrDamaged):
		return failure.Because(failure.ErrLoginRequired, err)
	}
	return err
}

// owns makes sure that a stored login was issued by the configured issuer. The entry's name says so
// already unless the issuer was left to discovery.
func (c *Client) owns(l grant.Login) error {
	if c.server.Settings.Issuer != "" && l.Facts.Issuer != c.server.Settings.Issuer {
		return failure.Because(failure.ErrLoginRequired, vault.ErrDamaged)
	}
	return nil
}
