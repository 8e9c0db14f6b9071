package oauth

import (
	"context"
	"errors"
	"time"

	"golang.org/x/oauth2"

	"travel.example/travel/internal/auth/failure"
	"travel.example/travel/internal/auth/grant"
	"travel.example/travel/internal/auth/secret"
)

// finishing is what the exchange of a code is called in errors.
const finishing = "finish the sign-in"

// Redeem trades the code for tokens. The code is good once, so it is sent again only after a whole answer:
// that the server is busy, or that it failed. If it then turns out to be spent, the failure is what counts.
func (c *Client) Redeem(ctx context.Context, a *CodeRequest, code secret.Secret) (l grant.Login, err error) {
	err = c.RetryBusy(ctx, "sign in", min(c.WaitBudget, RequestTimeout), func() error {
		l, err = c.exchange(ctx, a, code)
		return err
	})
	failed, ok := errors.AsType[*failure.NetworkError](err)
	if !ok || failed.Status == 0 {
		return l, err
	}
	l, again := c.exchange(ctx, a, code)
	if _, spent := errors.AsType[*failure.DeniedError](again); spent {
		return grant.Login{}, err
	}
	return l, again
}

func (c *Client) exchange(ctx context.Context, a *CodeRequest, code secret.Secret) (grant.Login, error) {
	sent := c.Now()
	token, err := a.conf.Exchange(c.withClient(ctx, a.Notes), string(code), oauth2.VerifierOption(a.verifier))
	if err != nil {
		return grant.Login{}, c.tokenFailure(ctx, finishing, a.Ends.Token, a.Notes, err)
	}
	return c.TakeOver(ctx, a.Request, token, a.nonce, sent)
}

// TakeOver makes a login of a token answer, whose id_token must be good and bear the nonce.
func (c *Client) TakeOver(ctx context.Context, r Request, token *oauth2.Token, nonce string, sent time.Time) (grant.Login, error) {
	l, err := newLogin(finishing, r.Ends.Token, token, sent)
	if err != nil {
		return grant.Login{}, err
	}
	granted := grantedScopes(token)
	if granted == nil {
		granted = r.Scopes
	}
	l.Facts = grant.Facts{Issuer: r.Ends.Issuer, Token: r.Ends.Token, Revoke: r.Ends.revoke, Login: sent.UTC()}
	l.Facts.Account.Issuer = r.Ends.Issuer
	if signsIn(r.Ends, granted) {
		if l.Facts.Account, err = c.verify(ctx, r.Ends, token, nonce, r.Notes); err != nil {
			_ = c.Revoke(context.WithoutCancel(ctx), l)
			return grant.Login{}, err
		}
	}
	l.Facts.Account.Scopes = granted
	return l, nil
}
