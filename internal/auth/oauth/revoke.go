package oauth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"travel.example/travel/internal/auth/failure"
	"travel.example/travel/internal/auth/foreign"
	"travel.example/travel/internal/auth/grant"
)

// errNoRevocation is a server that a login cannot be revoked at, as far as is known here.
var errNoRevocation = errors.New("the sign-in server names no address for that; if it has one, set revoke-url")

// Revoke ends a login at the server: the refresh token, which takes its access tokens along, or the
// access token alone. A server without a revocation endpoint is left alone: ErrNotRevocable.
func (c *Client) Revoke(ctx context.Context, l grant.Login) error {
	const doing = "revoke the login"
	endpoint, err := c.Settings.revokeAt(l)
	if err != nil {
		return err
	}
	if endpoint == "" {
		return failure.Because(failure.ErrNotRevocable, errNoRevocation)
	}
	if _, err := foreign.CheckURL(endpoint); err != nil {
		return fmt.Errorf("%s: the endpoint %w", doing, err)
	}
	form := url.Values{"client_id": {c.Settings.ClientID}, "token": {string(l.Refresh)}, "token_type_hint": {"refresh_token"}}
	if l.Refresh == "" {
		form.Set("token", string(l.Access))
		form.Set("token_type_hint", "access_token")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := c.client(maxTokenBody, new(Notes)).Do(req)
	if err != nil {
		return explain(ctx, doing, endpoint, err)
	}
	if resp.StatusCode/100 != 2 {
		return judge(doing, endpoint, resp, c.Now())
	}
	return nil
}
