package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/oauth2"
)

// finishing is what the exchange of a code is called in errors.
const finishing = "finish the sign-in"

// redeem trades the code for tokens. The code is good once, so it is sent again only after a whole answer:
// that the server is busy, or that it failed. If it then turns out to be spent, the failure is what counts.
func (c *Client) redeem(ctx context.Context, a *attempt, code Secret) (l login, err error) {
	err = c.patiently(ctx, "sign in", min(c.opts.WaitBudget, requestTimeout), func() error {
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

func (c *Client) exchange(ctx context.Context, a *attempt, code Secret) (login, error) {
	sent := c.opts.Now()
	token, err := a.conf.Exchange(c.withClient(ctx, a.notes), string(code), oauth2.VerifierOption(a.verifier))
	if err != nil {
		return login{}, c.tokenFailure(ctx, finishing, a.ends.token, a.notes, err)
	}
	return c.takeOver(ctx, a.request, token, a.nonce, sent)
}

// takeOver makes a login of a token answer, whose id_token must be good and bear the nonce.
func (c *Client) takeOver(ctx context.Context, r request, token *oauth2.Token, nonce string, sent time.Time) (login, error) {
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
	if c.signsIn(r.ends, granted) {
		if l.facts.Account, err = c.verify(ctx, r.ends, token, nonce, r.notes); err != nil {
			_ = c.revoke(context.WithoutCancel(ctx), l)
			return login{}, err
		}
	}
	l.facts.Account.Scopes = granted
	return l, nil
}

// keepOrRevoke stores a new login. One that cannot be stored is given back: nobody will use it.
func (c *Client) keepOrRevoke(ctx context.Context, l login) error {
	kept, err := c.keep(ctx, l)
	if !kept {
		_ = c.revoke(context.WithoutCancel(ctx), l)
	}
	if err != nil {
		return fmt.Errorf("keep the login: %w", err)
	}
	c.session.adopt(l, c.opts.Now())
	return nil
}

// keep stores a new login whole and forgets the tokens of the one before it. A login may be kept and
// the person have interrupted all the same.
func (c *Client) keep(ctx context.Context, l login) (kept bool, err error) {
	err = c.locked(ctx, func() error {
		return held(ctx, func(ctx context.Context) error {
			saved, err := c.vault.save(ctx, l)
			if err != nil {
				return err
			}
			kept = true
			if err := c.vault.erasePlace(ctx, 1-saved.head.Place); err != nil {
				fmt.Fprintf(c.opts.Notices, "the earlier login could not be deleted: %v\n", err)
			}
			return nil
		})
	})
	return kept, err
}
