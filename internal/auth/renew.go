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
	// A renewal takes as long as one request may, and that includes its second try: firstTry leaves secondTry
	// for it. The same time is what another process may still take before this one tries for itself.
	secondTry = 5 * time.Second
	firstTry  = flow.RequestTimeout - secondTry
	// lockTimeout outlasts a holder whose renewal takes all its time.
	lockTimeout = flow.RequestTimeout + secondTry
	// quiet is how long a renewal takes without a word.
	quiet = 3 * time.Second
)

// Token returns a usable access token and renews it first when it has under a minute left (or under
// half of a life shorter than two). If renewing fails for now, because of the network, a busy server or
// a full disk, a token that has not ended yet is still returned. ErrLoginRequired means that there is no token to use.
func (c *Client) Token(ctx context.Context) (string, error) {
	if access, ok := c.session.usable(c.opts.Now()); ok {
		return string(access), nil
	}
	stored, err := c.load(ctx)
	if err != nil {
		return "", err
	}
	if stored.Fresh(c.opts.Now()) || stored.Refresh == "" && stored.Alive(c.opts.Now()) { // nothing would renew it
		c.session.adopt(stored, c.opts.Now())
		return string(stored.Access), nil
	}
	renewed, err := c.renew(ctx, func(l flow.Login) bool { return l.Fresh(c.opts.Now()) })
	forNow := flow.IsUnreached(err) || flow.FaultOf(err).After > 0 || errors.Is(err, vault.ErrStore)
	if forNow && ctx.Err() == nil && stored.Alive(c.opts.Now()) {
		return string(stored.Access), nil
	}
	return renewed, err
}

// Renew returns an access token other than rejected, which the API answered 401 for: the one
// another process has saved meanwhile, or a new one. It sends at most one refresh, and none for a
// token that was itself renewed a moment ago. ErrLoginRequired means that only a new login helps.
func (c *Client) Renew(ctx context.Context, rejected string) (string, error) {
	if c.session.justRenewed(flow.Secret(rejected), c.opts.Now()) {
		return "", c.notTaken()
	}
	return c.renew(ctx, func(l flow.Login) bool { return string(l.Access) != rejected })
}

func (c *Client) notTaken() error { return c.server.Settings.NotTaken(c.clients != nil) }

// NotTaken is why the service refuses the token that this process uses, where the server has made it a moment
// ago: it is for something else. It is nil where the token is older, and so may have been ended.
func (c *Client) NotTaken() error {
	if c.session.isNew(c.opts.Now()) {
		return c.notTaken()
	}
	return nil
}

// renew gets a login that settles the need under the lock. It waits for a busy server outside of it.
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

// renewOnce makes a request unless another process has renewed the login, or has tried for so long that
// all who wait would wait for each other.
func (c *Client) renewOnce(ctx context.Context, settled func(flow.Login) bool, came time.Time) (access string, err error) {
	l, err := c.load(ctx)
	now := c.opts.Now()
	switch waited := now.Sub(came); {
	case err != nil:
		return "", err
	case settled(l): // another process was faster
		c.session.adopt(l, now)
		return string(l.Access), nil
	case l.Refresh == "" && now.Unix()-l.Head.Issued < int64(flow.EarlyEnough.Seconds()) && l.Alive(now):
		return "", c.notTaken()
	case l.Refresh == "":
		return "", fmt.Errorf("%w: the login has ended and cannot be renewed", flow.ErrLoginRequired)
	case waited > secondTry:
		return "", flow.Unreached("renew the login", flow.HostOf(l.Facts.Token),
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

// refresh trades the refresh token for a new login, or finds one that is stored already. An answer that was lost gets one retry: if the server had
// rotated, the login is gone anyway unless it grants the retry. A run that is over, interrupted or by its
// deadline, leaves the retry to the next one.
func (c *Client) refresh(ctx context.Context, l flow.Login, over func() bool) (next flow.Login, fresh bool, err error) {
	began := c.opts.Now()
	hint := time.AfterFunc(quiet, func() {
		fmt.Fprintf(c.opts.Notices, "waiting for %s to renew the login\n", flow.HostOf(l.Facts.Token))
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
		c.session.renew(next, c.opts.Now())
		return next, true, nil
	case code == "invalid_client" && c.server.Settings.ClientIDFrom != "": // a sign-in would end the same way
		return next, false, c.server.Settings.RefusedClient(fmt.Errorf("%w: %w", flow.ErrLoginRequired, err), flow.HostOf(l.Facts.Token), false, nil)
	case code == "":
		return next, false, err
	case code != "invalid_grant":
		return next, false, fmt.Errorf("%w: %w", flow.ErrLoginRequired, err)
	}
	// Another process, one that does not share our lock, may have saved a login in the meantime.
	stored, err := c.load(ctx)
	if err == nil && stored.Refresh != l.Refresh {
		c.session.adopt(stored, c.opts.Now())
		return stored, false, nil
	}
	c.session.forget()
	if err == nil && !lost { // an answer that was lost may have made the rejected one old: it stays for the person to replace
		l.Access, l.Refresh = "", ""
		if err := vault.Save(ctx, c.opts.Store, l); err != nil {
			fmt.Fprintf(c.opts.Notices, "the ended login could not be deleted: %v\n", err)
		}
	}
	return next, false, fmt.Errorf("%w: the server has ended the login", flow.ErrLoginRequired)
}

const (
	// handlerGrace is how long those who receive a signal have to end ctx before it is raised again.
	handlerGrace = 100 * time.Millisecond
	// deathGrace is how long a raised signal may take to end the process, on a busy computer.
	deathGrace = 2 * time.Second
)

// deferSignals runs f to its end even if the person interrupts: an interruption between the server's
// rotation of a refresh token and our save would cost the login (docs/threats.md, T07). f gets a context
// that does not end with ctx and must bound itself. Then the interruption takes its course: ctx has ended,
// or the signal is raised again, which ends a process that does not receive it. doing is what f does, for
// the error.
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
		if self, findErr := os.FindProcess(os.Getpid()); findErr == nil && transport.Wait(ctx, handlerGrace) == nil && self.Signal(s) == nil {
			_ = transport.Wait(ctx, deathGrace)
		}
	default:
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%s: %w", doing, context.Cause(ctx))
	}
	return err
}

// session remembers the access token this process uses, with the reading of the clock when it was
// got: a wall clock that is set meanwhile does not make it look older or younger.
type session struct {
	mu      sync.Mutex
	login   flow.Login
	start   time.Time // carries the monotonic clock
	life    time.Duration
	renewed bool // by this process, at start
}

// adopt notes a token that was found in the store or got at login; its remaining life counts from now.
func (s *session) adopt(l flow.Login, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.login.Access != l.Access {
		s.login, s.start, s.life, s.renewed = l, now, l.Remaining(now), false
	}
}

// renew notes a token that this process has just been given for a refresh token.
func (s *session) renew(l flow.Login, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.login, s.start, s.life, s.renewed = l, now, l.Remaining(now), true
}

func (s *session) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.login = flow.Login{}
}

// isNew says whether the token was made within the last minute.
func (s *session) isNew(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.login.Access != "" && now.Unix()-s.login.Head.Issued < int64(flow.EarlyEnough.Seconds())
}

// usable returns the token if it has its margin left.
func (s *session) usable(now time.Time) (flow.Secret, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	endless := s.login.Head.Expires == 0 // the server gave no lifetime
	return s.login.Access, s.login.Access != "" && (endless || s.life-now.Sub(s.start) > flow.Margin(s.login.Lifetime()))
}

// justRenewed says whether access was renewed by this process a moment ago. A service that rejects
// even that is not helped by another one.
func (s *session) justRenewed(access flow.Secret, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	window := flow.Margin(s.login.Lifetime())
	if s.login.Head.Expires == 0 {
		window = flow.EarlyEnough
	}
	return s.renewed && s.login.Access == access && now.Sub(s.start) < window
}
