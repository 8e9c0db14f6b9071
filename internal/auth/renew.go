package auth

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/transport"
)

const (
	// A renewal and its second try together take at most RequestTimeout: firstTry leaves secondTry for the
	// second one. A process that waited longer than secondTry for another one's renewal does not try again.
	secondTry = 5 * time.Second
	firstTry  = flow.RequestTimeout - secondTry
	// lockTimeout is longer than the longest renewal.
	lockTimeout = flow.RequestTimeout + secondTry
	// quiet is how long a renewal may take before a notice is printed.
	quiet = 3 * time.Second
)

// Token returns a usable access token and renews it first when it has under a minute left (or under
// half of a life shorter than two). If renewing fails for now, because of the network, a busy server or
// a full disk, a token that has not ended yet is still returned. ErrLoginRequired means that there is no token to use.
func (c *Client) Token(ctx context.Context) (string, error) {
	now := c.opts.Now()
	if mine := c.session.get(); mine.login.Access != "" && mine.end.Sub(now) > mine.login.Margin() {
		return string(mine.login.Access), nil
	}
	stored, err := c.Stored(ctx)
	if err != nil {
		return "", err
	}
	if stored.Fresh(now) || stored.Refresh == "" && stored.Remaining(now) > 0 { // nothing would renew it
		c.session.set(stored, now, false)
		return string(stored.Access), nil
	}
	renewed, err := c.renew(ctx, func(l flow.Login) bool { return l.Fresh(c.opts.Now()) })
	forNow := flow.IsUnreached(err) || flow.FaultOf(err).After > 0 || errors.Is(err, vault.ErrStore)
	if forNow && ctx.Err() == nil && stored.Remaining(c.opts.Now()) > 0 {
		return string(stored.Access), nil
	}
	return renewed, err
}

// Renew returns an access token other than rejected, which the API answered 401 for: the one
// another process has saved meanwhile, or a new one. It sends at most one refresh, and none for a
// token that was itself renewed a moment ago. ErrLoginRequired means that a new login is needed.
func (c *Client) Renew(ctx context.Context, rejected string) (string, error) {
	mine := c.session.get()
	if mine.renewed && string(mine.login.Access) == rejected && c.opts.Now().Sub(mine.start) < mine.login.Margin() {
		return "", c.notTaken()
	}
	return c.renew(ctx, func(l flow.Login) bool { return string(l.Access) != rejected })
}

func (c *Client) notTaken() error { return c.server.Settings.NotTaken(c.clients != nil) }

// NotTaken explains why the service refuses the current token: if the token was issued within the last
// minute, it was not made for this service. NotTaken returns nil for an older token, which may have been
// revoked.
func (c *Client) NotTaken() error {
	if l := c.session.get().login; l.Access != "" && l.New(c.opts.Now()) {
		return c.notTaken()
	}
	return nil
}

// renew takes the lock and renews the login unless settled reports that the stored one will do. It
// releases the lock while it waits for a busy server.
func (c *Client) renew(ctx context.Context, settled func(flow.Login) bool) (access string, err error) {
	err = c.server.RetryBusy(ctx, "renew the login", c.opts.WaitBudget, 2, func() error {
		came := c.opts.Now()
		return c.locked(ctx, func() (err error) {
			access, err = c.renewOnce(ctx, settled, came)
			return err
		})
	})
	return access, err
}

// renewOnce refreshes the login unless another process has renewed it, or has tried for so long that the waiting
// processes would time out one after the other.
func (c *Client) renewOnce(ctx context.Context, settled func(flow.Login) bool, came time.Time) (access string, err error) {
	l, err := c.Stored(ctx)
	now := c.opts.Now()
	switch waited := now.Sub(came); {
	case err != nil:
		return "", err
	case settled(l): // another process was faster
		c.session.set(l, now, false)
		return string(l.Access), nil
	case l.Refresh == "" && l.New(now) && l.Remaining(now) > 0:
		return "", c.notTaken()
	case l.Refresh == "":
		return "", fmt.Errorf("%w: the login has ended and cannot be renewed", flow.ErrLoginRequired)
	case waited > secondTry:
		return "", flow.Unreached("renew the login", flow.HostOf(l.Token),
			fmt.Errorf("another travel process tried for %s without success", flow.InWords(waited)))
	}
	giveBack, err := c.opts.Store.Reserve(ctx, l)
	if err != nil {
		return "", fmt.Errorf("make sure a renewed login can be kept: %w", err)
	}
	err = deferSignals(ctx, "renew the login", func(held context.Context) error {
		next, fresh, err := c.refresh(held, l, func() bool { return ctx.Err() != nil })
		access = string(next.Access)
		if !fresh {
			giveBack()
			return err
		}
		for range 3 {
			if err = vault.Save(held, c.opts.Store, next); err == nil {
				return nil
			}
		}
		fmt.Fprintf(c.opts.Notices, "the renewed login could not be kept (%v); the next command may ask you to sign in again\n", err)
		return nil
	})
	if err != nil {
		return "", err
	}
	return access, nil
}

// refresh exchanges the refresh token for a new login. fresh is false if next was found in the store instead.
// A lost answer is retried once: if the server has already rotated the token, the login is lost unless the
// server accepts the retry. A run that is over, by an interruption or its deadline, leaves the retry to the
// next run.
func (c *Client) refresh(ctx context.Context, l flow.Login, over func() bool) (next flow.Login, fresh bool, err error) {
	began := c.opts.Now()
	hint := time.AfterFunc(quiet, func() {
		fmt.Fprintf(c.opts.Notices, "waiting for %s to renew the login\n", flow.HostOf(l.Token))
	})
	defer hint.Stop()
	server := *c.server
	server.Limit = firstTry
	next, err = server.Refresh(ctx, l)
	lost := flow.IsUnreached(err) || flow.FaultOf(err).Lost // or it never got through at all
	if lost && !over() {
		server.Limit = min(max(flow.RequestTimeout-c.opts.Now().Sub(began), secondTry), flow.RequestTimeout)
		next, err = server.Refresh(ctx, l)
	}
	code := flow.FaultOf(err).Code
	switch {
	case err == nil:
		c.session.set(next, c.opts.Now(), true)
		return next, true, nil
	case code == "invalid_client" && c.server.Settings.ClientIDFrom != "": // a sign-in would end the same way
		asked := flow.Request{Ends: flow.Endpoints{Token: l.Token}}
		return next, false, c.server.Settings.Explain(fmt.Errorf("%w: %w", flow.ErrLoginRequired, err), asked, nil, nil)
	case code == "":
		return next, false, err
	case code != "invalid_grant":
		return next, false, fmt.Errorf("%w: %w", flow.ErrLoginRequired, err)
	}
	// Another process, one that does not share our lock, may have saved a login in the meantime.
	stored, err := c.Stored(ctx)
	if err == nil && stored.Refresh != l.Refresh {
		c.session.set(stored, c.opts.Now(), false)
		return stored, false, nil
	}
	c.session.set(flow.Login{}, time.Time{}, false)
	if err == nil && !lost { // an answer that was lost may have made the rejected one old: it stays for the person to replace
		l.Access, l.Refresh = "", ""
		_ = vault.Save(ctx, c.opts.Store, l) // else the next renewal finds the same
	}
	return next, false, fmt.Errorf("%w: the server has ended the login", flow.ErrLoginRequired)
}

const (
	// handlerGrace is how long signal handlers have to cancel ctx before the signal is raised again.
	handlerGrace = 100 * time.Millisecond
	// deathGrace is how long a raised signal may take to end the process on a busy computer.
	deathGrace = 2 * time.Second
)

// deferSignals runs f to completion even if the user interrupts: an interruption between the server's
// rotation of a refresh token and our save would lose the login (docs/threats.md, T07). f gets a context
// that is not canceled with ctx, so it must set its own limit. Afterwards, if ctx has not been canceled, the
// signal is raised again, which ends a process without a handler. doing says what f does, for the error.
func deferSignals(ctx context.Context, doing string, f func(context.Context) error) error {
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) { // as under nohup, and it stays so
			signal.Notify(signals, s)
		}
	}
	err := f(context.WithoutCancel(ctx))
	signal.Stop(signals)
	select {
	case s := <-signals:
		err = fmt.Errorf("%s: %v: %w", doing, s, context.Canceled)
		self, findErr := os.FindProcess(os.Getpid())
		if findErr == nil && transport.Wait(ctx, handlerGrace) == nil && self.Signal(s) == nil {
			_ = transport.Wait(ctx, deathGrace)
		}
	default:
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%s: %w", doing, context.Cause(ctx))
	}
	return err
}

// session caches the access token of this process.
type session struct {
	mu sync.Mutex
	cached
}

// cached is a login with times that carry the monotonic clock, so that setting the wall clock does not change the age
// of the token.
type cached struct {
	login      flow.Login
	start, end time.Time
	renewed    bool // by this process, at start
}

func (s *session) get() cached {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cached
}

// set records a login that was found in the store or obtained just now. An empty one forgets the token.
func (s *session) set(l flow.Login, now time.Time, renewed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if renewed || s.login.Access != l.Access {
		s.cached = cached{l, now, now.Add(l.Remaining(now)), renewed}
	}
}
