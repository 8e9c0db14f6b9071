package oauth

import (
	"context"
	"fmt"

	"golang.org/x/oauth2"

	"travel.example/travel/internal/auth/failure"
	"travel.example/travel/internal/auth/foreign"
	"travel.example/travel/internal/auth/grant"
)

// Refresh makes one request to the token endpoint.
func (c *Client) Refresh(ctx context.Context, l grant.Login) (grant.Login, error) {
	const doing = "renew the login"
	target, err := c.Settings.refreshAt(l)
	if err != nil {
		return grant.Login{}, err
	}
	if _, err := foreign.CheckURL(target); err != nil {
		return grant.Login{}, failure.Because(failure.ErrLoginRequired, fmt.Errorf("the stored token endpoint %w", err))
	}
	notes := new(Notes)
	conf := c.Settings.oauthConfig(Endpoints{Token: target}, "")
	sent := c.Now()
	token, err := conf.TokenSource(c.withClient(ctx, notes), &oauth2.Token{RefreshToken: string(l.Refresh)}).Token()
	if err != nil {
		return grant.Login{}, c.tokenFailure(ctx, doing, target, notes, err)
	}
	next, err := newLogin(doing, target, token, sent)
	if err != nil {
		return grant.Login{}, err
	}
	next.Facts = l.Facts
	if granted := grantedScopes(token); granted != nil {
		next.Facts.Account.Scopes = granted
	}
	return next, nil
}
