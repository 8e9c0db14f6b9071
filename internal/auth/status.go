package auth

import (
	"context"
	"errors"
	"time"
)

// Account is who signed in, as the verified id_token said at login. Every text is cleaned for a
// terminal; what the token did not say is "".
type Account struct {
	Subject string `json:"subject"`
	Name    string `json:"name"`
	Email   string `json:"email"`
	// Market is two capital letters, or "".
	Market string `json:"market"`
	// MarketSource is the claim Market came from: the configured one, address.country or locale.
	MarketSource string `json:"marketSource"`
	// Scopes were granted.
	Scopes []string `json:"scopes"`
	// Issuer signed the account in.
	Issuer string `json:"issuer"`
}

// Status tells about the stored login, without any secret.
type Status struct {
	// Store says where the login is kept, or would be.
	Store   string
	Account Account
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
	l, err := c.vault.load(ctx)
	if err != nil {
		return s, loginRequired(err)
	}
	if err := c.owns(l); err != nil {
		return s, err
	}
	s.ClientID, s.Registered = c.server.Settings.ClientID, c.clients != nil
	s.Account, s.SignedIn = l.facts.Account, l.facts.Login
	s.Renewable, s.TokenType = l.refresh != "", l.head.TokenType
	if l.head.Expires != 0 {
		s.Expires = time.Unix(l.head.Expires, 0)
	}
	return s, nil
}

// IsDamaged tells a login that is stored and cannot be used from one that does not exist.
func IsDamaged(err error) bool { return errors.Is(err, errDamaged) }

// loginRequired turns the vault's reasons for having no login into ErrLoginRequired and leaves other
// errors, such as a store that cannot be used, as they are.
func loginRequired(err error) error {
	switch {
	case errors.Is(err, errNoLogin):
		return ErrLoginRequired
	case errors.Is(err, errDamaged):
		return withReason(ErrLoginRequired, err)
	}
	return err
}

// reasonedError is a sentinel together with why it is so.
type reasonedError struct{ sentinel, reason error }

func withReason(sentinel, reason error) error { return &reasonedError{sentinel, reason} }

func (e *reasonedError) Error() string { return e.sentinel.Error() + ": " + e.reason.Error() }

func (e *reasonedError) Unwrap() []error { return []error{e.sentinel, e.reason} }

// owns makes sure that a stored login was issued by the configured issuer. The entry's name says so
// already unless the issuer was left to discovery.
func (c *Client) owns(l login) error {
	if c.server.Settings.Issuer != "" && l.facts.Issuer != c.server.Settings.Issuer {
		return withReason(ErrLoginRequired, errDamaged)
	}
	return nil
}
