package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// errNoRevocation is a server that a login cannot be revoked at, as far as is known here.
var errNoRevocation = errors.New("the sign-in server names no address for that; if it has one, set revoke-url")

// Logout revokes the stored login at the server (RFC 7009) and deletes it. The deletion happens
// whatever the server says: with every error but one of the store, everything stored here is gone.
// ErrLoginRequired says that there was no login, ErrNotRevocable that there was nowhere to revoke it,
// and a *RevocationError that the server was not reached or refused.
func (c *Client) Logout(ctx context.Context) error {
	var revoked error
	err := c.locked(ctx, func() error {
		l, err := c.vault.load(ctx)
		switch {
		case errors.Is(err, errNoLogin):
			revoked = ErrLoginRequired
		case errors.Is(err, errDamaged):
			revoked = withReason(ErrNotRevocable, err)
		case err != nil:
			return err
		default:
			revoked = c.server.revoke(ctx, l)
		}
		c.session.forget()
		return c.vault.erase(context.WithoutCancel(ctx))
	})
	switch {
	case err != nil:
		return fmt.Errorf("sign out: %w", err)
	case errors.Is(revoked, ErrLoginRequired), errors.Is(revoked, ErrNotRevocable):
		return revoked
	case revoked != nil:
		return &RevocationError{Err: revoked}
	}
	return nil
}

// revoke ends a login at the server: the refresh token, which takes its access tokens along, or the
// access token alone. A server without a revocation endpoint is left alone: ErrNotRevocable.
func (c *oauthClient) revoke(ctx context.Context, l login) error {
	const doing = "revoke the login"
	endpoint, err := c.Settings.revokeAt(l)
	if err != nil {
		return err
	}
	if endpoint == "" {
		return withReason(ErrNotRevocable, errNoRevocation)
	}
	if _, err := CheckURL(endpoint); err != nil {
		return fmt.Errorf("%s: the endpoint %w", doing, err)
	}
	form := url.Values{"client_id": {c.Settings.ClientID}, "token": {string(l.refresh)}, "token_type_hint": {"refresh_token"}}
	if l.refresh == "" {
		form.Set("token", string(l.access))
		form.Set("token_type_hint", "access_token")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := c.client(maxTokenBody, new(answerNotes)).Do(req)
	if err != nil {
		return explain(ctx, doing, endpoint, err)
	}
	if resp.StatusCode/100 != 2 {
		return judge(doing, endpoint, resp, c.Now())
	}
	return nil
}
