package auth

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/oauth2"
)

// Token returns a usable access token and renews it first when it has under a minute left (or under
// half of a life shorter than two). If renewing fails for now, because of the network or a busy server,
// a token that has not ended yet is still returned. ErrLoginRequired means that there is none.
func (c *Client) Token(ctx context.Context) (string, error) {
	if access, ok := c.session.usable(c.opts.Now()); ok {
		return string(access), nil
	}
	stored, err := c.vault.tokens(ctx)
	if err != nil {
		return "", loginRequired(err)
	}
	if stored.fresh(c.opts.Now()) {
		c.session.adopt(stored, c.opts.Now())
		return string(stored.access), nil
	}
	renewed, err := c.renew(ctx, func(l login) bool { return l.fresh(c.opts.Now()) })
	_, network := errors.AsType[*NetworkError](err)
	_, busy := errors.AsType[*WaitError](err)
	if (network || busy) && ctx.Err() == nil && stored.alive(c.opts.Now()) {
		return string(stored.access), nil
	}
	return string(renewed), err
}

// Renew returns an access token other than rejected, which the API answered 401 for: the one another
// process has saved meanwhile, or a new one. It sends at most one refresh, and none for a token that
// was itself renewed a moment ago. ErrLoginRequired means that only a new login helps.
func (c *Client) Renew(ctx context.Context, rejected string) (string, error) {
	if c.session.justRenewed(Secret(rejected), c.opts.Now()) {
		return "", withReason(ErrLoginRequired, errors.New("the service rejects even the token that was just renewed"))
	}
	access, err := c.renew(ctx, func(l login) bool { return string(l.access) != rejected })
	return string(access), err
}

// renew gets a login that settles the need under the lock. It waits for a busy server outside of it.
func (c *Client) renew(ctx context.Context, settled func(login) bool) (access Secret, err error) {
	err = c.server.retryBusy(ctx, "renew the login", c.opts.WaitBudget, func() error {
		access, err = c.renewOnce(ctx, settled)
		return err
	})
	return access, err
}

func (c *Client) renewOnce(ctx context.Context, settled func(login) bool) (Secret, error) {
	var access Secret
	err := c.locked(ctx, func() error {
		l, err := c.vault.load(ctx)
		if err != nil {
			return loginRequired(err)
		}
		if err := c.owns(l); err != nil {
			return err
		}
		if settled(l) { // another process was faster
			c.session.adopt(l, c.opts.Now())
			access = l.access
			return nil
		}
		if l.refresh == "" {
			return withReason(ErrLoginRequired, errors.New("the login has ended and cannot be renewed"))
		}
		if err := c.vault.proveWritable(ctx, l.head); err != nil {
			return fmt.Errorf("make sure a renewed login can be kept: %w", err)
		}
		return held(ctx, func(ctx context.Context) error {
			access, err = c.refresh(ctx, l)
			return err
		})
	})
	if err != nil {
		return "", err
	}
	return access, nil
}

// refresh trades the refresh token for a new login and saves it. An answer that was lost gets one
// retry: if the server had rotated, the login is gone anyway unless it grants the retry.
func (c *Client) refresh(ctx context.Context, l login) (Secret, error) {
	next, err := c.server.sendRefresh(ctx, l)
	lost := isLost(err)
	if lost {
		next, err = c.server.sendRefresh(ctx, l)
	}
	if denied, ok := errors.AsType[*DeniedError](err); ok {
		if lost {
			return c.replaced(ctx, l, denied)
		}
		return c.refused(ctx, l, denied)
	}
	if err != nil {
		return "", err
	}
	c.session.renew(next, c.opts.Now())
	for try := 1; try <= 3; try++ {
		if _, err = c.vault.save(ctx, next); err == nil {
			return next.access, nil
		}
	}
	fmt.Fprintf(c.opts.Notices, "the renewed login could not be kept (%v); the next command may ask you to sign in again\n", err)
	return next.access, nil
}

// isLost says whether a request may have taken effect although no whole answer arrived, or never got
// through at all.
func isLost(err error) bool {
	if _, ok := errors.AsType[*NetworkError](err); ok {
		return true
	}
	answer, ok := errors.AsType[*AnswerError](err)
	return ok && answer.lost
}

// refused handles the server's no to a refresh token. The login that was rejected is deleted, and only
// that one.
func (c *Client) refused(ctx context.Context, l login, denied *DeniedError) (Secret, error) {
	access, err := c.replaced(ctx, l, denied)
	if err == nil || denied.Code != "invalid_grant" {
		return access, err
	}
	if stored, loadErr := c.vault.load(ctx); loadErr == nil && stored.refresh == l.refresh {
		if eraseErr := c.vault.erase(ctx); eraseErr != nil {
			fmt.Fprintf(c.opts.Notices, "the ended login could not be deleted: %v\n", eraseErr)
		}
	}
	return "", err
}

// replaced takes the login that another process saved in the meantime, one that does not share our lock.
// Without it a login is required; the rejected one stays for the person to replace, since an answer
// that was lost may have made it old.
func (c *Client) replaced(ctx context.Context, l login, denied *DeniedError) (Secret, error) {
	if denied.Code != "invalid_grant" {
		return "", withReason(ErrLoginRequired, denied)
	}
	if stored, err := c.vault.load(ctx); err == nil && stored.refresh != l.refresh {
		c.session.adopt(stored, c.opts.Now())
		return stored.access, nil
	}
	c.session.forget()
	return "", withReason(ErrLoginRequired, errors.New("the server has ended the login"))
}

// sendRefresh makes one request to the token endpoint.
func (c *oauthClient) sendRefresh(ctx context.Context, l login) (login, error) {
	const doing = "renew the login"
	target, err := c.Settings.refreshAt(l)
	if err != nil {
		return login{}, err
	}
	if _, err := CheckURL(target); err != nil {
		return login{}, withReason(ErrLoginRequired, fmt.Errorf("the stored token endpoint %w", err))
	}
	notes := new(answerNotes)
	conf := c.Settings.oauthConfig(endpoints{token: target}, "")
	sent := c.Now()
	token, err := conf.TokenSource(c.withClient(ctx, notes), &oauth2.Token{RefreshToken: string(l.refresh)}).Token()
	if err != nil {
		return login{}, c.tokenFailure(ctx, doing, target, notes, err)
	}
	next, err := newLogin(doing, target, token, sent)
	if err != nil {
		return login{}, err
	}
	next.facts = l.facts
	if granted := grantedScopes(token); granted != nil {
		next.facts.Account.Scopes = granted
	}
	return next, nil
}
