package auth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"time"
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

// attempt is one sign-in by a browser that is under way.
type attempt struct {
	*codeRequest
	loop *loopback
	want expectation
	url  string // for the browser
}

// Login signs in and stores the login, in place of an earlier one. The store is tried out before the
// person is asked for anything, and the address to sign in at is printed on Notices in any case.
//
// Without a client id in the settings the program registers itself, and is another client from then
// on: such a call must not run beside others of the same Client.
func (c *Client) Login(ctx context.Context, o LoginOptions) (Account, error) {
	if c.server.Settings.ClientID == "" && c.clients == nil {
		return Account{}, &SettingsError{Setting: "client-id", Reason: "is not set"}
	}
	if err := c.server.Settings.check(); err != nil {
		return Account{}, err
	}
	if err := probe(ctx, c.opts.Store); err != nil {
		return Account{}, fmt.Errorf("make sure the login can be kept: %w", err)
	}
	r := request{notes: new(answerNotes)}
	var err error
	if r.ends, err = c.server.discover(ctx, r.notes); err != nil {
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
	l, err := c.server.redeem(ctx, a.codeRequest, code)
	if err != nil {
		return login{}, err
	}
	return l, c.keepOrRevoke(ctx, l)
}

// begin binds the callback's port and makes up the request.
func (c *Client) begin(r request, o LoginOptions) (*attempt, error) {
	loop, err := newLoopback(c.server.Settings.RedirectPort, c.server.Settings.RedirectPath)
	if err != nil {
		return nil, err
	}
	a := &attempt{codeRequest: c.server.Settings.newCodeRequest(r, loop.redirectURI()), loop: loop}
	a.want = expectation{state: a.state, issuer: r.ends.issuer, mustIssue: r.ends.answersWithIssuer}
	if a.url, err = o.reachable(a.pageURL(o.Prompt, o.LoginHint)); err == nil {
		a.want.redirect, err = url.Parse(loop.redirectURI())
	}
	if err != nil {
		loop.close()
		return nil, err
	}
	return a, nil
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
		go a.loop.readPastes(o.Paste, c.opts.Notices)
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

// signInByDevice shows a code, waits until somebody has entered it, and stores the login.
func (c *Client) signInByDevice(ctx context.Context, r request, o LoginOptions) (login, error) {
	if r.ends.device == "" {
		return login{}, &RefusedError{
			Subject: "a sign-in by code", Reason: hostOf(r.ends.token) + " does not offer it",
			Remedy: "run: travel login --no-browser",
		}
	}
	d, err := c.server.askDevice(ctx, r, o.timeout(), o.reachable)
	if denied, ok := errors.AsType[*DeniedError](err); ok && (denied.Code == "unauthorized_client" || denied.Code == "unsupported_grant_type") {
		return login{}, &notByCodeError{denied}
	}
	if err != nil {
		return login{}, err
	}
	c.showDevice(d, o)
	token, sent, err := c.server.awaitDevice(ctx, d)
	if err != nil {
		return login{}, err
	}
	// There was no browser of ours to bind the id_token to, so it bears no nonce.
	l, err := c.server.takeOver(ctx, r, token, "", sent)
	if err != nil {
		return login{}, err
	}
	return l, c.keepOrRevoke(ctx, l)
}

// keepOrRevoke stores a new login. One that cannot be stored is given back: nobody will use it.
func (c *Client) keepOrRevoke(ctx context.Context, l login) error {
	kept, err := c.keep(ctx, l)
	if !kept {
		_ = c.server.revoke(context.WithoutCancel(ctx), l)
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
