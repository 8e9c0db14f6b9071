package auth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/loopback"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/transport"
	"travel.example/travel/internal/words"
)

const (
	// How much longer than Timeout a sign-in may take: until the user is asked to act, and in all, to fetch
	// and store the tokens.
	beginTime      = time.Second
	finishTime     = 10 * time.Second
	revokePatience = 5 * time.Second // for a replaced login
	maxScan        = 300             // bytes of an address that a phone can easily scan from a screen
	fixedPort      = "8085"          // an example for servers that require a port in the redirect address
)

// LoginOptions say how to reach the browser and the user.
type LoginOptions struct {
	// Choose picks the way to sign in, after the metadata has been read and before any other request.
	Choose func(Offer) (LoginMethod, error)
	Open   func(url string) error // starts a browser, and may block
	// Paste has the lines that a person types: the address where the browser ended, if that cannot reach this computer.
	// It is read until the sign-in ends, so one more line may be lost. nil for none.
	Paste io.Reader
	QR    func(address string) string // draws a QR code, or returns "" if it cannot; nil for none
	// Rewrite changes the address for the browser if the issuer is served elsewhere during the sign-in. All checks apply
	// to the issuer. nil for none.
	Rewrite func(address string) (string, error)
	Scopes  []string      // requested in addition to those of the settings and those granted before, offered or not
	Timeout time.Duration // of the wait for the person; 0 is 10 minutes
}

// LoginMethod is a way to sign in.
type LoginMethod uint8

// The ways to sign in.
const (
	ByBrowser LoginMethod = iota + 1 // opens a browser on this computer
	ByAddress                        // prints the address to open, and takes the one the browser ended on, pasted
	ByDevice                         // shows an address and a short code to enter there, on any device (RFC 8628)
)

// Offer describes a sign-in server to LoginOptions.Choose.
type Offer struct {
	Host    string // for people
	Device  bool   // it signs devices in (RFC 8628)
	Refused bool   // it does not sign this client in by code, although it signs devices in
}

// signIn is a sign-in in progress.
type signIn struct {
	*Client
	LoginOptions
	request  flow.Request
	tried    []LoginMethod
	replaced flow.Login // of another account
}

// Login signs in and stores the login, replacing an earlier one. It probes the store before the user is asked for
// anything, and always prints the address to sign in at on Notices.
//
// Without a client id in the settings the program registers itself and becomes another client, so such a call must not
// run at the same time as others of the same Client.
func (c *Client) Login(ctx context.Context, o LoginOptions) (SignedIn, error) {
	s, ctx, stop := c.start(ctx, o)
	defer stop()
	method, err := s.prepare(ctx)
	if err != nil {
		return SignedIn{}, err
	}
	var l flow.Login
	err = s.askingLess(func() (err error) {
		s.tried = nil
		l, err = s.by(ctx, method)
		return err
	})
	return s.conclude(ctx, l, err)
}

// BeginDevice gets a code for a person to enter. Another process completes the sign-in with the result, which holds a
// secret.
func (c *Client) BeginDevice(ctx context.Context, o LoginOptions) (*flow.DeviceSignIn, error) {
	o.Choose = func(offer Offer) (LoginMethod, error) {
		if !offer.Device {
			return 0, problem.Error{
				Class: problem.Login, Text: offer.Host + " does not sign in by code",
				Hint: "in a terminal, run: travel login --no-browser",
			}
		}
		return ByDevice, nil
	}
	s, ctx, stop := c.start(ctx, o)
	defer stop()
	if _, err := s.prepare(ctx); err != nil {
		return nil, err
	}
	var d *flow.DeviceSignIn
	err := s.askingLess(func() (err error) {
		s.tried = []LoginMethod{ByDevice}
		d, err = s.server.AskDevice(ctx, s.request, s.reachable)
		return err
	})
	if err != nil {
		return nil, s.failed(ctx, err)
	}
	return d, nil
}

// CompleteDevice waits until the code has been entered, and stores the login.
func (c *Client) CompleteDevice(ctx context.Context, d flow.DeviceSignIn, o LoginOptions) (SignedIn, error) {
	s, ctx, stop := c.start(ctx, o)
	defer stop()
	if err := c.opts.Store.Probe(ctx); err != nil {
		return SignedIn{}, fmt.Errorf("make sure the login can be kept: %w", err)
	}
	c.server.Settings.ClientID = d.ClientID
	found, err := c.server.Discover(ctx)
	if err != nil {
		return SignedIn{}, err
	}
	d.Ends = found.Endpoints
	s.request, s.tried = d.Request, []LoginMethod{ByDevice}
	l, err := s.awaitDevice(ctx, &d)
	return s.conclude(ctx, l, err)
}

// start begins a sign-in with a context that ends finishTime after the user's time is up.
func (c *Client) start(ctx context.Context, o LoginOptions) (*signIn, context.Context, context.CancelFunc) {
	o.Timeout = cmp.Or(o.Timeout, 10*time.Minute)
	s := &signIn{Client: c, LoginOptions: o}
	ctx, stop := s.bounded(ctx, finishTime)
	return s, ctx, stop
}

func (s *signIn) bounded(ctx context.Context, more time.Duration) (context.Context, context.CancelFunc) {
	set := s.server.Settings
	unfinished := fmt.Errorf("not finished within %s", flow.InWords(s.Timeout))
	late := flow.Unreached("sign in", flow.HostOf(cmp.Or(set.Issuer, set.APIURL)), unfinished)
	return context.WithTimeoutCause(ctx, s.Timeout+more, late)
}

// prepare does everything before the user is asked to act: it probes the store, discovers the server,
// chooses the method, and makes sure of a client ID.
func (s *signIn) prepare(ctx context.Context) (method LoginMethod, err error) {
	ctx, ready := s.bounded(ctx, beginTime)
	defer ready()
	if err = s.opts.Store.Probe(ctx); err != nil {
		return 0, fmt.Errorf("make sure the login can be kept: %w", err)
	}
	found, err := s.server.Discover(ctx)
	if err != nil {
		return 0, err
	}
	ends := found.Endpoints
	host := flow.HostOf(ends.Token)
	if method, err = s.Choose(Offer{Host: host, Device: ends.Device != ""}); err != nil {
		return 0, err
	}
	// Request the scopes of the last sign-in again, so that signing in again loses none. A logout forgets them.
	before, err := vault.Load(ctx, s.opts.Store)
	if err != nil && !errors.Is(err, vault.ErrNoLogin) && !errors.Is(err, vault.ErrDamaged) {
		return 0, err
	}
	var kept []string
	if before.Bound == s.bound {
		kept = before.Kept
	}
	s.request = s.server.Settings.Ask(ends, kept, s.Scopes)
	if left := s.request.LeftOut; len(left) > 0 {
		what := "the scope " + left[0] + ", so it is"
		if len(left) > 1 {
			what = "the scopes " + strings.Join(left, ", ") + ", so they are"
		}
		fmt.Fprintf(s.opts.Notices, "%s does not offer %s left out; to ask all the same: travel login --scope %s\n",
			host, what, strings.Join(left, ","))
	}
	return method, s.explain(s.ensureClient(ctx, s.request))
}

// askingLess repeats try without a part of the request that travel added by itself, if the server refuses that part.
func (s *signIn) askingLess(try func() error) error {
	for {
		err := try()
		less, told, ok := s.request.Without(flow.FaultOf(err).Code)
		if !ok {
			return err
		}
		fmt.Fprintln(s.opts.Notices, told)
		s.request = less
	}
}

// explain adds what to change to an error by which the server refuses the scopes or the client.
func (s *signIn) explain(err error) error {
	var ways []string // to a server, a browser that opens and an address that is pasted are one way
	if !slices.Contains(s.tried, ByBrowser) && !slices.Contains(s.tried, ByAddress) {
		ways = append(ways, "travel login --browser", "travel login --no-browser")
	}
	if s.request.Ends.Device != "" && !slices.Contains(s.tried, ByDevice) {
		ways = append(ways, "travel login --device")
	}
	return s.server.Settings.Explain(err, s.request, s.Scopes, ways)
}

// SignedIn is the result of a sign-in, without secrets.
type SignedIn struct {
	flow.Account
	Expires   *time.Time   `json:"expires,omitempty"` // of the access token, by this computer's clock; nil if the server gave no end
	Renewable bool         `json:"renewable"`         // the login outlives the access token
	LeftOut   []string     `json:"leftOut,omitempty"` // scopes of the settings that the server does not offer
	Offline   flow.Offline `json:"-"`                 // how offline_access was handled
}

// conclude finishes a sign-in that ended with l or err. It revokes a replaced login of another account; if
// that fails, the server lets it expire.
func (s *signIn) conclude(ctx context.Context, l flow.Login, err error) (SignedIn, error) {
	if err != nil {
		return SignedIn{}, s.failed(ctx, err)
	}
	if s.replaced.Access != "" {
		ctx, cancel := context.WithTimeout(ctx, revokePatience)
		defer cancel()
		_ = s.server.Revoke(ctx, s.replaced)
	}
	return SignedIn{l.Account, l.Ends(), l.Refresh != "", l.LeftOut, l.Offline}, nil
}

// by signs in with method, or with another one if the server does not let this client use device codes.
func (s *signIn) by(ctx context.Context, method LoginMethod) (flow.Login, error) {
	s.tried = append(s.tried, method)
	if method != ByDevice {
		return s.byBrowser(ctx, method)
	}
	d, err := s.server.AskDevice(ctx, s.request, s.reachable)
	if err == nil {
		where := "on any device"
		if isHere(d.Address) {
			where = "in a browser on this computer"
		}
		fmt.Fprintf(s.opts.Notices, "To sign in at %s,\nopen this address %s:\n\n  %s\n\n"+
			"and enter this code:\n\n  %s\n\n", flow.HostOf(d.Address), where, d.Address, d.UserCode)
		if d.Complete != "" {
			s.draw(d.Complete, "Or scan this, and check that the page shows the same code:")
		} else {
			s.draw(d.Address, "Or scan the address:")
		}
		life, limit := d.End.Sub(s.opts.Now()).Round(time.Second), ""
		if s.Timeout < life {
			limit = " up to " + words.Age(s.Timeout)
		}
		fmt.Fprintf(s.opts.Notices, "Waiting%s for you; the code works for %s.\n", limit, words.Age(life))
		return s.awaitDevice(ctx, d)
	}
	code := flow.FaultOf(err).Code
	if code != "unauthorized_client" && code != "unsupported_grant_type" {
		return flow.Login{}, err
	}
	other, chooseErr := s.Choose(Offer{Host: flow.HostOf(s.request.Ends.Token), Refused: true})
	if chooseErr != nil || other == ByDevice {
		return flow.Login{}, err
	}
	s.tried = append(s.tried, other)
	return s.byBrowser(ctx, other)
}

func (s *signIn) awaitDevice(ctx context.Context, d *flow.DeviceSignIn) (flow.Login, error) {
	late := fmt.Errorf("%w: the code was not entered within %s", flow.ErrLoginRequired, flow.InWords(s.Timeout))
	l, err := s.server.AwaitDevice(ctx, d, s.opts.Now().Add(s.Timeout), late)
	if err == nil {
		s.replaced, err = s.keep(ctx, l)
	}
	return l, err
}

// reachable returns the address for the user's browser.
func (s *signIn) reachable(address string) (string, error) {
	if s.Rewrite == nil {
		return address, nil
	}
	return s.Rewrite(address)
}

// byBrowser binds the callback's port, sends the person to the sign-in page, and redeems the code that comes back.
func (s *signIn) byBrowser(ctx context.Context, method LoginMethod) (l flow.Login, err error) {
	set := s.server.Settings
	loop, err := loopback.NewLoopback(set.RedirectPort, set.RedirectPath)
	if err != nil {
		return l, err
	}
	defer func() { loop.Finish(ctx, err) }()
	a := set.NewCodeRequest(s.request, loop.RedirectURI)
	page, err := s.reachable(a.PageURL(""))
	if err != nil {
		return l, err
	}
	// Ask the server whether it accepts the client and the redirect address before opening the browser, since
	// it would report that only on its own page. The built-in sandbox accepts both.
	if set.ClientIDFrom != "" || s.clients != nil {
		refused, err := s.server.TryPage(ctx, a)
		if err != nil {
			return l, err
		}
		if refused {
			return l, problem.Error{
				Class: problem.Login,
				Text: flow.HostOf(a.Ends.Token) + " does not take the redirect address " + loop.RedirectURI + " for client-id " +
					flow.Clean(set.ClientID),
				Hint: "register " + loop.AnyPort + " there, for any port; or one port, and here: " +
					set.ToChange("redirect-port", fixedPort),
			}
		}
	}
	code, err := s.await(ctx, loop, page, a, method == ByBrowser)
	if err != nil {
		return l, err
	}
	if l, err = s.server.Redeem(ctx, a, code); err == nil {
		s.replaced, err = s.keep(ctx, l) // before the browser is told
	}
	return l, err
}

// await directs the user to the sign-in page and returns the authorization code.
func (s *signIn) await(ctx context.Context, loop *loopback.Loopback, page string, a *flow.CodeRequest, open bool) (flow.Secret, error) {
	defer patience.Hold(ctx)()
	loop.Serve(page, a)
	host := flow.HostOf(page)
	if open {
		fmt.Fprintf(s.opts.Notices, "Opening your browser to sign in at %s …\nIf it does not open:  %s\n", host, page)
		go func() { // whatever the caller's opener does, the printed address still works
			if err := problem.Guarded(func() error { return s.Open(loop.StartURL) })(); err != nil {
				fmt.Fprintf(s.opts.Notices, "The browser could not be opened (%s). Use the address above.\n", flow.Clean(err.Error()))
			}
		}()
	} else {
		fmt.Fprintf(s.opts.Notices, "To sign in at %s, open this address in a browser:\n\n  %s\n\n", host, page)
		s.draw(page, "Or scan it:")
	}
	if s.Paste != nil {
		fmt.Fprintln(s.opts.Notices, "If the browser ends on a page it cannot load, paste that page's address here.")
		go loop.ReadPastes(s.Paste, s.opts.Notices)
	}
	select {
	case got := <-loop.Answers:
		return got.Code, got.Err
	case <-ctx.Done():
		return "", fmt.Errorf("sign in: %w", context.Cause(ctx))
	case <-time.After(s.Timeout):
		return "", fmt.Errorf("%w: the sign-in page was not finished within %s", flow.ErrLoginRequired, flow.InWords(s.Timeout))
	}
}

func isHere(address string) bool {
	u, err := url.Parse(address)
	return err != nil || transport.IsLoopback(u.Hostname())
}

// draw prints a QR code of an address, unless that is on this computer, where a phone cannot reach it.
func (s *signIn) draw(address, caption string) {
	if s.QR == nil || isHere(address) || len(address) > maxScan {
		return
	}
	if picture := s.QR(address); picture != "" {
		fmt.Fprintf(s.opts.Notices, "%s\n\n%s\n", caption, picture)
	}
}

// registering says what the lock of the registered client is held for.
const registering = "register this program"

// ensureClient sets the client ID to sign in with: the configured one, the one this program registered
// earlier, or a newly registered one. A login records the client it was made with, so replacing the
// registration does not invalidate it.
func (c *Client) ensureClient(ctx context.Context, r flow.Request) error {
	if c.clients == nil {
		return nil
	}
	set := &c.server.Settings
	return c.hold(ctx, c.clientKey, registering, func() error {
		known, there, err := c.clients.Get(c.clientKey)
		if err != nil {
			fmt.Fprintf(c.opts.Notices, "%v; registering again\n", err)
		}
		set.ClientID = known.ClientID
		switch {
		case there && (r.Ends.Registration == "" || c.server.Covers(ctx, known, r)):
			return nil
		case r.Ends.Registration == "":
			return flow.NoClient(", and "+flow.HostOf(r.Ends.Token)+" does not let programs register themselves", set.ToChange("client-id", "ID"))
		}
		fresh, err := c.server.Register(ctx, r)
		if err != nil {
			return err
		}
		set.ClientID = fresh.ClientID
		return c.clients.Put(c.clientKey, fresh)
	})
}

// failed explains the error that ended the sign-in. It forgets the registered client if the server refuses it, or if
// its login cannot be stored.
func (s *signIn) failed(ctx context.Context, err error) error {
	code := flow.FaultOf(err).Code
	// In the device flow, unauthorized_client refuses the flow and not the client.
	refused := code == "invalid_client" || code == "unauthorized_client" && !slices.Contains(s.tried, ByDevice)
	err = s.explain(err)
	if s.clients != nil && (refused || errors.Is(err, errNotKept)) {
		forgotten := s.hold(context.WithoutCancel(ctx), s.clientKey, registering, func() error {
			return s.clients.Remove(s.clientKey)
		})
		if refused {
			err = fmt.Errorf("%w; this program registers again at the next sign-in", err)
		}
		err = errors.Join(forgotten, err)
	}
	return err
}
