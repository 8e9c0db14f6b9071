package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
)

// Token returns a usable access token and renews it first when it has under a minute left (or under
// half of a life shorter than two). If renewing fails for now, because of the network, a busy server or
// a full disk, a token that has not ended yet is still returned. ErrLoginRequired means that there is no token to use.
func (c *Client) Token(ctx context.Context) (string, error) {
	if access, ok := c.session.usable(c.opts.Now()); ok {
		return string(access), nil
	}
	stored, err := c.vault.Tokens(ctx)
	if err != nil {
		return "", loginRequired(err)
	}
	if stored.Fresh(c.opts.Now()) || stored.Head.Refresh == 0 && stored.Alive(c.opts.Now()) { // nothing would renew it
		c.session.adopt(stored, c.opts.Now())
		return string(stored.Access), nil
	}
	renewed, err := c.renew(ctx, func(l flow.Login) bool { return l.Fresh(c.opts.Now()) })
	_, network := errors.AsType[*flow.NetworkError](err)
	_, busy := errors.AsType[*flow.WaitError](err)
	_, unkept := errors.AsType[*vault.StoreError](err)
	if (network || busy || unkept) && ctx.Err() == nil && stored.Alive(c.opts.Now()) {
		return string(stored.Access), nil
	}
	return string(renewed), err
}

// Renew returns an access token other than rejected, which the API answered 401 for: the one
// another process has saved meanwhile, or a new one. It sends at most one refresh, and none for a
// token that was itself renewed a moment ago. ErrLoginRequired means that only a new login helps.
func (c *Client) Renew(ctx context.Context, rejected string) (string, error) {
	if c.session.justRenewed(flow.Secret(rejected), c.opts.Now()) {
		return "", c.notTaken()
	}
	access, err := c.renew(ctx, func(l flow.Login) bool { return string(l.Access) != rejected })
	return string(access), err
}

func (c *Client) notTaken() *flow.NotTakenError {
	e := &flow.NotTakenError{ID: c.server.Settings.ClientID, Set: c.server.Settings.ToChange}
	if c.clients != nil {
		e.ID = ""
	}
	return e
}

// NotTaken is why the service refuses the token that this process uses, where the server has made it a moment
// ago: it is for something else. It is nil where the token is older, and so may have been ended.
func (c *Client) NotTaken() error {
	if c.session.isNew(c.opts.Now()) {
		return c.notTaken()
	}
	return nil
}

// renew gets a login that settles the need under the lock. It waits for a busy server outside of it.
func (c *Client) renew(ctx context.Context, settled func(flow.Login) bool) (access flow.Secret, err error) {
	err = c.server.RetryBusy(ctx, "renew the login", c.opts.WaitBudget, func() error {
		access, err = c.renewOnce(ctx, settled)
		return err
	})
	return access, err
}

// A renewal takes as long as one request may, and that includes its second try: firstTry leaves secondTry
// for it. The same time is what another process may still take before this one tries for itself.
const (
	secondTry = 5 * time.Second
	firstTry  = flow.RequestTimeout - secondTry
)

// quiet is how long a renewal takes without a word.
const quiet = 3 * time.Second

// renewOnce makes a request unless another process has renewed the login, or has tried for so long that
// all who wait would wait for each other.
func (c *Client) renewOnce(ctx context.Context, settled func(flow.Login) bool) (flow.Secret, error) {
	var access flow.Secret
	came := c.opts.Now()
	err := c.locked(ctx, func() error {
		l, err := c.vault.Load(ctx)
		if err != nil {
			return loginRequired(err)
		}
		if err := c.owns(l); err != nil {
			return err
		}
		if settled(l) { // another process was faster
			c.session.adopt(l, c.opts.Now())
			access = l.Access
			return nil
		}
		if l.Refresh == "" && c.opts.Now().Unix()-l.Head.Issued < int64(flow.EarlyEnough.Seconds()) && l.Alive(c.opts.Now()) {
			return c.notTaken()
		}
		if l.Refresh == "" {
			return flow.Because(flow.ErrLoginRequired, errors.New("the login has ended and cannot be renewed"))
		}
		if waited := c.opts.Now().Sub(came); waited > secondTry {
			return &flow.NetworkError{
				Doing: "renew the login", Host: flow.HostOf(l.Facts.Token),
				Err: fmt.Errorf("another travel process tried for %s without success", flow.InWords(waited)),
			}
		}
		giveBack, err := c.vault.SetAside(ctx, l.Head)
		if err != nil {
			return fmt.Errorf("make sure a renewed login can be kept: %w", err)
		}
		return vault.DeferSignals(ctx, "renew the login", func(held context.Context) error {
			if access, err = c.refresh(held, l, func() bool { return ctx.Err() != nil }); err != nil {
				giveBack()
			}
			return err
		})
	})
	if err != nil {
		return "", err
	}
	return access, nil
}

// refresh trades the refresh token for a new login and saves it in the room set aside. An answer that
// was lost gets one retry: if the server had rotated, the login is gone anyway unless it grants the retry.
// A run that is over, interrupted or by its deadline, leaves the retry to the next one.
func (c *Client) refresh(ctx context.Context, l flow.Login, over func() bool) (flow.Secret, error) {
	began := c.opts.Now()
	hint := time.AfterFunc(quiet, func() {
		fmt.Fprintf(c.opts.Notices, "waiting for %s to renew the login\n", flow.HostOf(l.Facts.Token))
	})
	defer hint.Stop()
	next, err := c.refreshWithin(ctx, l, firstTry)
	lost := isLost(err)
	if lost && !over() {
		left := flow.RequestTimeout - c.opts.Now().Sub(began)
		next, err = c.refreshWithin(ctx, l, min(max(left, secondTry), flow.RequestTimeout))
	}
	if denied, ok := errors.AsType[*flow.DeniedError](err); ok {
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
		if _, err = c.vault.Save(ctx, next); err == nil {
			return next.Access, nil
		}
	}
	fmt.Fprintf(c.opts.Notices, "the renewed login could not be kept (%v); the next command may ask you to sign in again\n", err)
	return next.Access, nil
}

func (c *Client) refreshWithin(ctx context.Context, l flow.Login, limit time.Duration) (flow.Login, error) {
	server := *c.server
	server.Limit = limit
	return server.Refresh(ctx, l)
}

// isLost says whether a request may have taken effect although no whole answer arrived, or never
// got through at all.
func isLost(err error) bool {
	if _, ok := errors.AsType[*flow.NetworkError](err); ok {
		return true
	}
	answer, ok := errors.AsType[*flow.AnswerError](err)
	return ok && answer.Lost
}

// refused handles the server's no to a refresh token. The login that was rejected is deleted, and
// only that one.
func (c *Client) refused(ctx context.Context, l flow.Login, denied *flow.DeniedError) (flow.Secret, error) {
	access, err := c.replaced(ctx, l, denied)
	if err == nil || denied.Code != "invalid_grant" {
		return access, err
	}
	if stored, loadErr := c.vault.Load(ctx); loadErr == nil && stored.Refresh == l.Refresh {
		eraseErr := c.vault.EraseLogin(ctx)
		if eraseErr == nil {
			eraseErr = c.vault.Remember(ctx, l.Facts.Kept)
		}
		if eraseErr != nil {
			fmt.Fprintf(c.opts.Notices, "the ended login could not be deleted: %v\n", eraseErr)
		}
	}
	return "", err
}

// replaced takes the login that another process saved in the meantime, one that does not share our
// lock. Without it a login is required; the rejected one stays for the person to replace, since an
// answer that was lost may have made it old.
func (c *Client) replaced(ctx context.Context, l flow.Login, denied *flow.DeniedError) (flow.Secret, error) {
	if denied.Code != "invalid_grant" {
		err := flow.Because(flow.ErrLoginRequired, denied)
		if denied.Code == "invalid_client" && c.server.Settings.ClientIDFrom != "" { // a sign-in would end the same way
			return "", c.clientError(err, flow.HostOf(l.Facts.Token), false, nil)
		}
		return "", err
	}
	if stored, err := c.vault.Load(ctx); err == nil && stored.Refresh != l.Refresh {
		c.session.adopt(stored, c.opts.Now())
		return stored.Access, nil
	}
	c.session.forget()
	return "", flow.Because(flow.ErrLoginRequired, errors.New("the server has ended the login"))
}
