package auth

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/url"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

const (
	defaultLoginTimeout = 10 * time.Minute
	hintAfter           = 30 * time.Second
)

// LoginOptions say how the browser and the person are reached.
type LoginOptions struct {
	// Choose picks the way to sign in, before anything but metadata is asked for; nil opens a browser
	// if Open is set, and else prints the address.
	Choose func(Offer) (Way, error)
	// Open starts a browser, as OpenBrowser does. It may block.
	Open func(url string) error
	// Paste gives lines a person types: the address the browser ended on, for when it cannot reach
	// this computer. It is read until the sign-in ends, so one more line may be swallowed. nil: none.
	Paste io.Reader
	// QR draws an address for a phone's camera, "" if it cannot be drawn here; nil: none.
	QR func(address string) string
	// Rewrite gives the browser another address than the issuer's, for an issuer that is served
	// somewhere else just for the sign-in; nil: none. All checks stay with the issuer.
	Rewrite func(address string) (string, error)
	// Scopes are asked for beside those of the settings; then those granted before are kept, too.
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

// request is what a sign-in asks of which server.
type request struct {
	ends   endpoints
	scopes []string
	notes  *answerNotes
}

// attempt is one sign-in by a browser that is under way.
type attempt struct {
	request
	conf     *oauth2.Config
	loop     *loopback
	want     expectation
	verifier string
	nonce    string
	url      string // for the browser
}

// Login signs in and stores the login, in place of an earlier one. The store is tried out before the
// person is asked for anything, and the address to sign in at is printed on Notices in any case.
//
// Without a client id in the settings the program registers itself, and is another client from then
// on: such a call must not run beside others of the same Client.
func (c *Client) Login(ctx context.Context, o LoginOptions) (Account, error) {
	if c.set.ClientID == "" && c.clients == nil {
		return Account{}, &SettingsError{Setting: "client-id", Reason: "is not set"}
	}
	if err := c.set.check(); err != nil {
		return Account{}, err
	}
	if err := probe(ctx, c.opts.Store); err != nil {
		return Account{}, fmt.Errorf("make sure the login can be kept: %w", err)
	}
	r := request{notes: new(answerNotes)}
	var err error
	if r.ends, err = c.discover(ctx, r.notes); err != nil {
		return Account{}, err
	}
	way, err := o.choose(r.ends)
	if err != nil {
		return Account{}, err
	}
	if r.scopes, err = c.scopesToAsk(ctx, o.Scopes); err != nil {
		return Account{}, err
	}
	enrolled, err := c.enrol(ctx, r)
	if err != nil {
		return Account{}, err
	}
	l, err := c.signInBy(ctx, way, r, o)
	if err = c.concludeEnrolment(ctx, enrolled, err); err != nil {
		return Account{}, err
	}
	return l.facts.Account, nil
}

// signInBy signs in by that way, or by another one where the server does not let this client use codes.
func (c *Client) signInBy(ctx context.Context, way Way, r request, o LoginOptions) (login, error) {
	if way != ByDevice {
		return c.signInByBrowser(ctx, r, way, o)
	}
	l, err := c.signInByDevice(ctx, r, o)
	if _, ok := errors.AsType[*notByCodeError](err); !ok || o.Choose == nil {
		return l, err
	}
	other, chooseErr := o.Choose(Offer{Host: hostOf(r.ends.token), Refused: true})
	if chooseErr != nil || other == ByDevice {
		return login{}, err
	}
	return c.signInByBrowser(ctx, r, other, o)
}

func (c *Client) signInByBrowser(ctx context.Context, r request, way Way, o LoginOptions) (login, error) {
	a, err := c.begin(r, o)
	if err != nil {
		return login{}, err
	}
	if way == ByAddress {
		o.Open = nil
	}
	l, err := c.signIn(ctx, a, o)
	a.loop.finish(ctx, pageFor(err))
	return l, err
}

// signIn waits for the person, redeems the code and stores the login.
func (c *Client) signIn(ctx context.Context, a *attempt, o LoginOptions) (login, error) {
	code, err := c.await(ctx, a, o)
	if err != nil {
		return login{}, err
	}
	l, err := c.redeem(ctx, a, code)
	if err != nil {
		return login{}, err
	}
	return l, c.keepOrRevoke(ctx, l)
}

// begin binds the callback's port and makes up the request.
func (c *Client) begin(r request, o LoginOptions) (*attempt, error) {
	loop, err := newLoopback(c.set.RedirectPort, c.set.RedirectPath)
	if err != nil {
		return nil, err
	}
	a := &attempt{request: r, loop: loop, conf: c.oauthConfig(r.ends, loop.redirectURI()), verifier: oauth2.GenerateVerifier(), nonce: rand.Text()}
	a.conf.Scopes = r.scopes
	a.want = expectation{state: rand.Text(), issuer: r.ends.issuer, mustIssue: r.ends.answersWithIssuer}
	if a.url, err = c.authorizeURL(a, o); err == nil {
		a.want.redirect, err = url.Parse(loop.redirectURI())
	}
	if err != nil {
		_ = loop.listener.Close()
		return nil, err
	}
	return a, nil
}

func (c *Client) authorizeURL(a *attempt, o LoginOptions) (string, error) {
	params := []oauth2.AuthCodeOption{oauth2.S256ChallengeOption(a.verifier), oidc.Nonce(a.nonce)}
	if claims := c.claimsParam(a.ends, a.conf.Scopes); claims != "" {
		params = append(params, oauth2.SetAuthURLParam("claims", claims))
	}
	if prompt := promptFor(o.Prompt, a.conf.Scopes); prompt != "" {
		params = append(params, oauth2.SetAuthURLParam("prompt", prompt))
	}
	if o.LoginHint != "" {
		params = append(params, oauth2.SetAuthURLParam("login_hint", o.LoginHint))
	}
	return o.reachable(a.conf.AuthCodeURL(a.want.state, params...))
}

// reachable is the address as the person's browser gets it.
func (o LoginOptions) reachable(address string) (string, error) {
	if o.Rewrite != nil {
		var err error
		if address, err = o.Rewrite(address); err != nil {
			return "", fmt.Errorf("serve the sign-in page: %w", err)
		}
	}
	checked, err := CheckURL(address)
	if err != nil {
		return "", &RefusedError{Subject: "the sign-in address", Reason: "it " + err.Error()}
	}
	return checked, nil
}

// await shows the way to the sign-in page and returns the code that comes back.
func (c *Client) await(ctx context.Context, a *attempt, o LoginOptions) (Secret, error) {
	timeout := o.timeout()
	a.loop.serve(a.url, a.want)
	c.show(a, o)
	hint := time.AfterFunc(hintAfter, func() { fmt.Fprint(c.opts.Notices, waitingHint(o)) })
	defer hint.Stop()
	if o.Paste != nil {
		go c.readPastesCalmly(a, o.Paste)
	}
	end := time.NewTimer(timeout)
	defer end.Stop()
	select {
	case got := <-a.loop.answers:
		return got.code, got.err
	case <-ctx.Done():
		return "", fmt.Errorf("sign in: %w", context.Cause(ctx))
	case <-end.C:
		return "", withReason(ErrLoginRequired, fmt.Errorf("nobody finished the sign-in page within %s", inWords(timeout)))
	}
}
