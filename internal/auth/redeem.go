package auth

import (
	"context"
	"errors"
	"time"

	"golang.org/x/oauth2"
)

// finishing is what the exchange of a code is called in errors.
const finishing = "finish the sign-in"

// redeem trades the code for tokens. The code is good once, so it is sent again only after a whole answer:
// that the server is busy, or that it failed. If it then turns out to be spent, the failure is what counts.
func (c *oauthClient) redeem(ctx context.Context, a *codeRequest, code Secret) (l login, err error) {
	err = c.retryBusy(ctx, "sign in", min(c.WaitBudget, requestTimeout), func() error {
		l, err = c.exchange(ctx, a, code)
		return err
	})
	failed, ok := errors.AsType[*NetworkError](err)
	if !ok || failed.Status == 0 {
		return l, err
	}
	l, again := c.exchange(ctx, a, code)
	if _, spent := errors.AsType[*DeniedError](again); spent {
		return login{}, err
	}
	return l, again
}

func (c *oauthClient) exchange(ctx context.Context, a *codeRequest, code Secret) (login, error) {
	sent := c.Now()
	token, err := a.conf.Exchange(c.withClient(ctx, a.notes), string(code), oauth2.VerifierOption(a.verifier))
	if err != nil {
		return login{}, c.tokenFailure(ctx, finishing, a.ends.token, a.notes, err)
	}
	return c.takeOver(ctx, a.request, token, a.nonce, sent)
}

// takeOver makes a login of a token answer, whose id_token must be good and bear the nonce.
func (c *oauthClient) takeOver(ctx context.Context, r request, token *oauth2.Token, nonce string, sent time.Time) (login, error) {
	l, err := newLogin(finishing, r.ends.token, token, sent)
	if err != nil {
		return login{}, err
	}
	granted := grantedScopes(token)
	if granted == nil {
		granted = r.scopes
	}
	l.facts = facts{Issuer: r.ends.issuer, Token: r.ends.token, Revoke: r.ends.revoke, Login: sent.UTC()}
	l.facts.Account.Issuer = r.ends.issuer
	if signsIn(r.ends, granted) {
		if l.facts.Account, err = c.verify(ctx, r.ends, token, nonce, r.notes); err != nil {
			_ = c.revoke(context.WithoutCancel(ctx), l)
			return login{}, err
		}
	}
	l.facts.Account.Scopes = granted
	return l, nil
}
