package auth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"time"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/loopback"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
)

const defaultLoginTimeout = 10 * time.Minute

// LoginOptions say how the browser and the person are reached.
type LoginOptions struct {
	// Choose picks the way to sign in, before anything but metadata is asked for; nil opens a
	// browser if Open is set, and else prints the address.
	Choose func(Offer) (LoginMethod, error)
	// Open starts a browser, as [OpenBrowser] does. It may block.
	Open func(url string) error
	// Paste gives lines a person types: the address the browser ended on, for when it cannot reach
	// this computer. It is read until the sign-in ends, so one more line may be swallowed. nil: none.
	Paste io.Reader
	// QR draws an address for a phone's camera, "" if it cannot be drawn here; nil: none.
	QR func(address string) string
	// Rewrite gives the browser another address than the issuer's, for an issuer that is served
	// somewhere else just for the sign-in; nil: none. All checks stay with the issuer.
	Rewrite func(address string) (string, error)
	// Scopes are asked for in addition to those of the settings and those granted before, offered or not.
	Scopes []string
	// Prompt is OpenID Connect's prompt (login, consent, select_account); "" is not sent.
	Prompt string
	// LoginHint is who is expected to sign in; "" is not sent.
	LoginHint string
	// Timeout bounds the wait for the person; 0 is 10 minutes.
	Timeout time.Duration
}

func (o LoginOptions) timeout() time.Duration {
	if o.Timeout == 0 {
		return defaultLoginTimeout
	}
	return o.Timeout
}

// How much longer than the person has a sign-in may take: before there is something to do for them, and
// in all, to fetch and keep the tokens.
const (
	beginTime  = time.Second
	finishTime = 10 * time.Second
)

// bounded ends ctx when the time for the person and that much more is over, counted from now.
func (o LoginOptions) bounded(ctx context.Context, server string, more time.Duration) (context.Context, context.CancelFunc) {
	limit := o.timeout()
	late := &flow.NetworkError{Doing: "sign in", Host: server, Err: fmt.Errorf("not finished within %s", flow.InWords(limit))}
	return context.WithTimeoutCause(ctx, limit+more, late)
}

// LoginMethod is how a sign-in reaches the person.
type LoginMethod uint8

// The ways to sign in.
const (
	// ByBrowser opens a browser on this computer.
	ByBrowser LoginMethod = iota + 1
	// ByAddress prints the address to open, and takes the one the browser ended on, pasted.
	ByAddress
	// ByDevice shows an address and a short code to enter there, on any device (RFC 8628).
	ByDevice
)

// Offer is what a sign-in server has, as far as it matters to the choice of a way.
type Offer struct {
	Host   string // for people
	Device bool   // it signs devices in (RFC 8628)
	// Refused says that it does not sign this client in by code, although it signs devices in.
	Refused bool
}

// choose picks the way, now that it is known what the server offers.
func (o LoginOptions) choose(ends flow.Endpoints) (LoginMethod, error) {
	if o.Choose != nil {
		return o.Choose(Offer{Host: flow.HostOf(ends.Token), Device: ends.Device != ""})
	}
	if o.Open == nil {
		return ByAddress, nil
	}
	return ByBrowser, nil
}

// reachable is the address as the person's browser gets it.
func (o LoginOptions) reachable(address string) (string, error) {
	if o.Rewrite != nil {
		var err error
		if address, err = o.Rewrite(address); err != nil {
			return "", fmt.Errorf("serve the sign-in page: %w", err)
		}
	}
	checked, err := flow.CheckURL(address)
	if err != nil {
		return "", &flow.RefusedError{Subject: "the sign-in address", Reason: "it " + err.Error()}
	}
	return checked, nil
}

const hintAfter = 30 * time.Second

// attempt is one sign-in by a browser that is under way.
type attempt struct {
	*flow.CodeRequest
	loop *loopback.Loopback
	want loopback.Expectation
	url  string // for the browser
}

// Login signs in and stores the login, in place of an earlier one. The store is tried out before the
// person is asked for anything, and the address to sign in at is printed on Notices in any case.
//
// Without a client id in the settings the program registers itself, and is another client from then
// on: such a call must not run beside others of the same Client.
func (c *Client) Login(ctx context.Context, o LoginOptions) (SignedIn, error) {
	if c.server.Settings.ClientID == "" && c.clients == nil {
		return SignedIn{}, &flow.SettingsError{Setting: "client-id", Reason: "is not set"}
	}
	if err := c.server.Settings.Check(); err != nil {
		return SignedIn{}, err
	}
	ctx, stop := o.bounded(ctx, c.server.Settings.ServerName(), finishTime)
	defer stop()
	method, r, enrolled, err := c.prepare(ctx, o)
	if err != nil {
		return SignedIn{}, err
	}
	made, tried, err := c.signInBy(ctx, method, r, o)
	for range 2 { // what travel asked for by itself, and the server refused, does not stand in the way
		denied, ok := errors.AsType[*flow.DeniedError](err)
		if !ok {
			break
		}
		less, told, ok := r.Without(denied)
		if !ok {
			break
		}
		fmt.Fprintln(c.opts.Notices, told)
		r = less
		made, tried, err = c.signInBy(ctx, method, r, o)
	}
	if err == nil {
		end(ctx, c.server, made.replaced)
	}
	err = c.secondClock(ctx, err)
	if err = c.concludeEnrolment(ctx, enrolled, c.explain(err, r, o.Scopes, tried)); err != nil {
		c.tidy(context.WithoutCancel(ctx))
		return SignedIn{}, err
	}
	return signedInBy(made.Login), nil
}

// prepare is all that comes before there is something to do for the person: the store is tried out, the
// server found, the way chosen, and this program made a client.
func (c *Client) prepare(ctx context.Context, o LoginOptions) (method LoginMethod, r flow.Request, enrolled enrolment, err error) {
	soon, ready := o.bounded(ctx, c.server.Settings.ServerName(), beginTime)
	defer ready()
	if err = vault.Probe(soon, c.opts.Store); err != nil {
		return method, r, enrolled, fmt.Errorf("make sure the login can be kept: %w", err)
	}
	r.Notes = new(flow.Notes)
	if r.Ends, err = c.server.Discover(soon, r.Notes); err != nil {
		return method, r, enrolled, err
	}
	r.Resource = r.Ends.Resource
	if method, err = o.choose(r.Ends); err != nil {
		return method, r, enrolled, err
	}
	if r, err = c.askFor(soon, r, o.Scopes); err != nil {
		return method, r, enrolled, err
	}
	if enrolled, err = c.enrol(soon, r); err != nil {
		err = c.explain(err, r, o.Scopes, nil)
	}
	return method, r, enrolled, err
}

// secondClock asks the API for the time where the sign-in server's is far from this computer's: the one
// that stands alone is wrong.
func (c *Client) secondClock(ctx context.Context, err error) error {
	if apart, ok := errors.AsType[*flow.ClockError](err); ok {
		if c.server.AgreesOnTime(ctx) {
			apart.Other = c.server.Settings.APIURL
		}
	}
	return err
}

// A Code is what a person enters to sign in, and where.
type Code struct {
	Address, Complete, User string
	End                     time.Time
}

// BeginDevice gets a code for a person to enter, and what another process completes the sign-in with: it
// holds a secret. A server that signs no device in is a *[NoDeviceError].
func (c *Client) BeginDevice(ctx context.Context, o LoginOptions) (Code, Waiting, error) {
	if err := c.server.Settings.Check(); err != nil {
		return Code{}, Waiting{}, err
	}
	ctx, stop := o.bounded(ctx, c.server.Settings.ServerName(), finishTime)
	defer stop()
	o.Choose = func(offer Offer) (LoginMethod, error) {
		if !offer.Device {
			return 0, &flow.NoDeviceError{Host: offer.Host}
		}
		return ByDevice, nil
	}
	_, r, enrolled, err := c.prepare(ctx, o)
	if err != nil {
		return Code{}, Waiting{}, err
	}
	d, err := c.server.AskDevice(ctx, r, o.reachable)
	if denied, ok := errors.AsType[*flow.DeniedError](err); ok {
		if less, told, ok := r.Without(denied); ok {
			fmt.Fprintln(c.opts.Notices, told)
			r = less
			d, err = c.server.AskDevice(ctx, r, o.reachable)
		}
	}
	if err = c.concludeEnrolment(ctx, enrolled, c.explain(err, r, o.Scopes, []LoginMethod{ByDevice})); err != nil {
		return Code{}, Waiting{}, err
	}
	return Code{d.Address, d.Complete, d.UserCode, d.End}, d.Waiting(c.server.Settings.ClientID), nil
}

// CompleteDevice waits until the code of a sign-in that was begun has been entered, and stores the login.
func (c *Client) CompleteDevice(ctx context.Context, w Waiting, o LoginOptions) (SignedIn, error) {
	ctx, stop := o.bounded(ctx, c.server.Settings.ServerName(), finishTime)
	defer stop()
	if err := vault.Probe(ctx, c.opts.Store); err != nil {
		return SignedIn{}, fmt.Errorf("make sure the login can be kept: %w", err)
	}
	c.become(w.ClientID)
	notes := new(flow.Notes)
	ends, err := c.server.Discover(ctx, notes)
	if err != nil {
		return SignedIn{}, err
	}
	d := w.At(ends, notes)
	made, err := c.awaitDevice(ctx, d, o)
	if err != nil {
		return SignedIn{}, c.explain(c.secondClock(ctx, err), d.Request, o.Scopes, []LoginMethod{ByDevice})
	}
	end(ctx, c.server, made.replaced)
	return signedInBy(made.Login), nil
}

// signInBy signs in by that method, or by another where the server does not let this client use codes. It
// returns what it has tried, too.
func (c *Client) signInBy(ctx context.Context, method LoginMethod, r flow.Request, o LoginOptions) (made, []LoginMethod, error) {
	tried := []LoginMethod{method}
	if method != ByDevice {
		l, err := c.signInByBrowser(ctx, r, method, o)
		return l, tried, err
	}
	l, err := c.signInByDevice(ctx, r, o)
	if _, ok := errors.AsType[*flow.NotByCodeError](err); !ok || o.Choose == nil {
		return l, tried, err
	}
	other, chooseErr := o.Choose(Offer{Host: flow.HostOf(r.Ends.Token), Refused: true})
	if chooseErr != nil || other == ByDevice {
		return made{}, tried, err
	}
	l, err = c.signInByBrowser(ctx, r, other, o)
	return l, append(tried, other), err
}

func (c *Client) signInByBrowser(ctx context.Context, r flow.Request, method LoginMethod, o LoginOptions) (made, error) {
	a, err := c.begin(r, o)
	if err != nil {
		return made{}, err
	}
	if method == ByAddress {
		o.Open = nil
	}
	l := made{}
	if err = c.tryPage(ctx, a); err == nil {
		l, err = c.signIn(ctx, a, o)
	}
	a.loop.Finish(ctx, err)
	return l, err
}

// tryPage asks the server, before the person is sent there, whether it takes the client and the address to
// come back to: it would tell only the person, on a page of its own. The built-in sandbox takes both.
func (c *Client) tryPage(ctx context.Context, a *attempt) error {
	if c.server.Settings.ClientIDFrom == "" && c.clients == nil {
		return nil
	}
	refused, err := c.server.TryPage(ctx, a.CodeRequest)
	if refused && err == nil {
		bare := *a.want.Redirect
		bare.Host = bare.Hostname()
		return problem.Error{
			Class: problem.Login,
			Text:  flow.HostOf(a.Ends.Token) + " does not take the redirect address " + a.want.Redirect.String() + " for client-id " + flow.Clean(c.server.Settings.ClientID),
			Hint:  "register " + bare.String() + " there, for any port; or one port, and here: " + c.server.Settings.ToChange("redirect-port", fixedPort),
		}
	}
	return err
}

// signIn waits for the person, redeems the code and stores the login.
func (c *Client) signIn(ctx context.Context, a *attempt, o LoginOptions) (made, error) {
	code, err := c.await(ctx, a, o)
	if err != nil {
		return made{}, err
	}
	l, err := c.server.Redeem(ctx, a.CodeRequest, code)
	if err != nil {
		return made{}, err
	}
	return c.keepOrRevoke(ctx, l)
}

// begin binds the callback's port and makes up the request.
func (c *Client) begin(r flow.Request, o LoginOptions) (*attempt, error) {
	loop, err := loopback.NewLoopback(c.server.Settings.RedirectPort, c.server.Settings.RedirectPath)
	if err != nil {
		return nil, err
	}
	a := &attempt{CodeRequest: c.server.Settings.NewCodeRequest(r, loop.RedirectURI()), loop: loop}
	a.want = loopback.Expectation{State: a.State, Issuer: r.Ends.Issuer, MustIssue: r.Ends.AnswersWithIssuer}
	if a.url, err = o.reachable(a.PageURL(o.Prompt, o.LoginHint)); err == nil {
		a.want.Redirect, err = url.Parse(loop.RedirectURI())
	}
	if err != nil {
		loop.Close()
		return nil, err
	}
	return a, nil
}

// await shows the way to the sign-in page and returns the code that comes back.
func (c *Client) await(ctx context.Context, a *attempt, o LoginOptions) (flow.Secret, error) {
	timeout := o.timeout()
	defer patience.Hold(ctx)()
	a.loop.Serve(a.url, a.want)
	c.show(a.url, a.loop.StartURL(), o)
	hint := time.AfterFunc(hintAfter, func() { fmt.Fprint(c.opts.Notices, c.waitingHint(a.want.Redirect, o)) })
	defer hint.Stop()
	if o.Paste != nil {
		go a.loop.ReadPastes(o.Paste, c.opts.Notices)
	}
	end := time.NewTimer(timeout)
	defer end.Stop()
	select {
	case got := <-a.loop.Answers:
		return got.Code, got.Err
	case <-ctx.Done():
		return "", fmt.Errorf("sign in: %w", context.Cause(ctx))
	case <-end.C:
		return "", flow.Because(flow.ErrLoginRequired, fmt.Errorf("the sign-in page was not finished within %s", flow.InWords(timeout)))
	}
}

// signInByDevice shows a code, waits until it has been entered, and stores the login.
func (c *Client) signInByDevice(ctx context.Context, r flow.Request, o LoginOptions) (made, error) {
	if r.Ends.Device == "" {
		return made{}, &flow.NoDeviceError{Host: flow.HostOf(r.Ends.Token)}
	}
	d, err := c.server.AskDevice(ctx, r, o.reachable)
	if denied, ok := errors.AsType[*flow.DeniedError](err); ok && (denied.Code == "unauthorized_client" || denied.Code == "unsupported_grant_type") {
		return made{}, &flow.NotByCodeError{DeniedError: denied}
	}
	if err != nil {
		return made{}, err
	}
	c.showDevice(d, o)
	return c.awaitDevice(ctx, d, o)
}

func (c *Client) awaitDevice(ctx context.Context, d *flow.DeviceSignIn, o LoginOptions) (made, error) {
	late := flow.Because(flow.ErrLoginRequired, fmt.Errorf("the code was not entered within %s", flow.InWords(o.timeout())))
	token, sent, err := c.server.AwaitDevice(ctx, d, c.opts.Now().Add(o.timeout()), late)
	if err != nil {
		return made{}, err
	}
	// There was no browser of ours to bind the id_token to, so it has no nonce.
	l, err := c.server.TakeOver(ctx, d.Request, token, "", sent)
	if err != nil {
		return made{}, err
	}
	return c.keepOrRevoke(ctx, l)
}
