package flow

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"travel.example/travel/internal/patience"
)

const (
	defaultInterval = 5 * time.Second // between two polls, where the server does not say (RFC 8628 §3.2)
	maxCodeLife     = time.Hour       // whatever the server names
	maxUserCode     = 40              // bytes
)

// DeviceSignIn is one sign-in by a code that is under way.
type DeviceSignIn struct {
	Request
	Code     Secret // of the device
	UserCode string // for the person, fit for a terminal
	Address  string // where to enter it
	Complete string // the same with the code in it, "" if the server has none
	Interval time.Duration
	End      time.Time // of the code
	Verifier Secret
}

// Waiting is a sign-in by code that another process is to complete. It holds secrets.
type Waiting struct {
	ClientID string        `json:"clientId"`
	Device   string        `json:"deviceCode"`
	Verifier string        `json:"verifier"`
	Interval time.Duration `json:"interval"`
	End      time.Time     `json:"end"`
	Scopes   []string      `json:"scopes"`
	LeftOut  []string      `json:"leftOut,omitempty"`
	Kept     []string      `json:"kept,omitempty"`
	Added    string        `json:"added,omitempty"`
	Resource string        `json:"resource,omitempty"`
}

// Format writes a fixed word, as a login's does.
func (Waiting) Format(f fmt.State, verb rune) { Secret("").Format(f, verb) }

// Waiting is the sign-in of that client in a form that can be kept.
func (d *DeviceSignIn) Waiting(clientID string) Waiting {
	return Waiting{
		clientID, string(d.Code), string(d.Verifier), d.Interval, d.End,
		d.Scopes, d.LeftOut, d.Kept, d.added, d.Resource,
	}
}

// At is the sign-in again, at the server where it was begun.
func (w Waiting) At(ends Endpoints, notes *Notes) *DeviceSignIn {
	r := Request{Ends: ends, Scopes: w.Scopes, LeftOut: w.LeftOut, Kept: w.Kept, added: w.Added, Resource: w.Resource, Notes: notes}
	return &DeviceSignIn{Request: r, Code: Secret(w.Device), Verifier: Secret(w.Verifier), Interval: w.Interval, End: w.End}
}

// Format writes a fixed word, as a login's does.
func (DeviceSignIn) Format(f fmt.State, verb rune) { Secret("").Format(f, verb) }

// AskDevice gets a code. reach turns an address into the one the person gets.
func (c *Client) AskDevice(ctx context.Context, r Request, reach func(string) (string, error)) (*DeviceSignIn, error) {
	const doing = "ask for a sign-in code"
	verifier := oauth2.GenerateVerifier()
	conf := &oauth2.Config{ClientID: c.Settings.ClientID, Scopes: r.Scopes, Endpoint: oauth2.Endpoint{DeviceAuthURL: r.Ends.Device}}
	var answer *oauth2.DeviceAuthResponse
	var sent time.Time
	ask := func() (err error) {
		sent = c.Now()
		client := c.client(maxMetadataBody, r.Notes)
		client.Transport = &objects{ctx: ctx, next: client.Transport}
		params := append(c.Settings.askParams(r), oauth2.S256ChallengeOption(verifier))
		answer, err = conf.DeviceAuth(context.WithValue(ctx, oauth2.HTTPClient, client), params...)
		if err != nil {
			return c.tokenFailure(ctx, doing, r.Ends.Device, r.Notes, err)
		}
		return nil
	}
	err := c.RetryBusy(ctx, doing, c.WaitBudget, func() error {
		err := ask()
		if _, failed := errors.AsType[*NetworkError](err); failed {
			err = ask() // no one has seen the code that was lost
		}
		return err
	})
	if bad, ok := errors.AsType[*AnswerError](err); ok && bad.Reason == noToken {
		bad.Reason, bad.Lost = noCode, false
	}
	if err != nil {
		return nil, err
	}
	life := time.Until(answer.Expiry) // the library reads it by the clock of this computer
	reason := ""
	switch {
	case !IsToken(answer.DeviceCode) || len(answer.DeviceCode) > MaxCode || answer.UserCode == "" || answer.Expiry.IsZero() || life <= 0:
		reason = noCode
	case !isUserCode(answer.UserCode):
		reason = "its sign-in code is not one a person could type"
	}
	if reason != "" {
		return nil, &AnswerError{Doing: doing, Host: HostOf(r.Ends.Device), Status: http.StatusOK, Reason: reason}
	}
	d := &DeviceSignIn{
		Request: r, Code: Secret(answer.DeviceCode), UserCode: answer.UserCode, Verifier: Secret(verifier),
		Interval: defaultInterval, End: sent.Add(min(life.Round(time.Second), maxCodeLife)),
	}
	if answer.Interval > 0 {
		d.Interval = time.Duration(min(answer.Interval, int64(maxCodeLife/time.Second))) * time.Second
	}
	if d.Address, err = c.deviceAddress(r, answer.VerificationURI, reach); err == nil && answer.VerificationURIComplete != "" {
		d.Complete, err = c.deviceAddress(r, answer.VerificationURIComplete, reach)
	}
	return d, err
}

const noCode = "it did not answer with a sign-in code"

// objects keeps the library from an answer that makes it panic, which is null, and ends its request with ctx.
type objects struct {
	ctx  context.Context
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (o *objects) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := o.next.RoundTrip(req.WithContext(o.ctx))
	if err != nil || resp.StatusCode/100 != 2 {
		return resp, err
	}
	body, err := io.ReadAll(resp.Body)
	if err == nil && !bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		body = []byte("[]") // which it refuses
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, err
}

// isUserCode takes what a person can read off a screen and type.
func isUserCode(code string) bool {
	return len(code) <= maxUserCode && strings.TrimSpace(code) != "" &&
		!strings.ContainsFunc(code, func(r rune) bool { return r < ' ' || r > '~' })
}

// deviceAddress passes an address to send a person to: behind the gate, and on the issuer's site
// unless the settings name the endpoint that gave it.
func (c *Client) deviceAddress(r Request, raw string, reach func(string) (string, error)) (string, error) {
	check := func(raw string) (string, error) { return c.Settings.checkEndpoint(raw, r.Ends.Issuer) }
	if c.Settings.DeviceURL != "" {
		check = CheckURL
	}
	checked, err := check(raw)
	if raw == "" {
		err = errors.New("is missing")
	}
	if err != nil {
		return "", &RefusedError{Subject: "the address to enter the sign-in code at", Reason: "it " + err.Error(), Remedy: c.Settings.otherSites(err)}
	}
	return reach(checked)
}

// slowDown is what is added to the interval when the server asks to (RFC 8628 §3.5).
const slowDown = 5 * time.Second

// errCodeExpired means that the code was not entered in time.
var errCodeExpired = errors.New("the code has expired before it was entered and allowed")

// AwaitDevice polls until the person has allowed or refused, the code has expired, or patience is over,
// which late says (RFC 8628 §3.4 and §3.5). A poll that got no answer has changed nothing, so the next one
// may; where the server failed at the last, that is the error. It also returns when the request was sent
// that got the token.
func (c *Client) AwaitDevice(ctx context.Context, d *DeviceSignIn, until time.Time, late error) (*oauth2.Token, time.Time, error) {
	defer patience.Hold(ctx)() // for the person
	end, over := d.End, Because(ErrLoginRequired, errCodeExpired)
	if until.Before(end) {
		end, over = until, late
	}
	var last error
	interval, pause, told := d.Interval, d.Interval, false
	form := url.Values{"grant_type": {deviceGrant}, "device_code": {string(d.Code)}, "code_verifier": {string(d.Verifier)}}
	if d.Resource != "" {
		form.Set("resource", d.Resource)
	}
	for {
		if pause = min(pause, end.Sub(c.Now())); pause <= 0 {
			return nil, time.Time{}, cmp.Or(last, over)
		}
		if err := c.Wait(ctx, pause); err != nil {
			return nil, time.Time{}, fmt.Errorf("sign in: %w", err)
		}
		sent := c.Now()
		if !sent.Before(end) {
			return nil, time.Time{}, cmp.Or(last, over)
		}
		token, err := c.pollBy(ctx, d, end, form)
		if err == nil {
			return token, sent, nil
		}
		network, unanswered := errors.AsType[*NetworkError](err)
		if unanswered && !told && c.Now().Before(end) {
			told = true
			fmt.Fprintf(c.Notices, "%v; still trying\n", network)
		}
		next, wait, ended := nextPoll(interval, err)
		if ended != nil {
			return nil, time.Time{}, ended
		}
		interval, pause = next, wait
		busy, isBusy := errors.AsType[*WaitError](err)
		if isBusy {
			pause = c.pausing(finishing, pause, busy, c.Rand(), end.Sub(c.Now()))
		}
		if last = nil; (unanswered || isBusy) && !errors.Is(err, errCodeExpired) {
			last = err
		}
	}
}

// nextPoll says how long to wait after a poll that brought no token: the interval from now on, the
// pause before the next poll, or the error that ends the sign-in.
func nextPoll(interval time.Duration, err error) (next, pause time.Duration, ended error) {
	if denied, ok := errors.AsType[*DeniedError](err); ok {
		switch denied.Code {
		case "authorization_pending":
			return interval, interval, nil
		case "slow_down":
			return interval + slowDown, interval + slowDown, nil
		case "expired_token":
			return 0, 0, Because(ErrLoginRequired, errCodeExpired)
		}
		return 0, 0, err
	}
	if busy, ok := errors.AsType[*WaitError](err); ok {
		return interval, max(interval, busy.After), nil
	}
	if _, ok := errors.AsType[*NetworkError](err); ok {
		interval = min(2*interval, max(interval, time.Minute)) // §3.5: slower, by doubling
		return interval, interval, nil
	}
	return 0, 0, err
}

// pollBy asks once, within the time that the person has. The answer may come a little later: the
// person may have allowed it in the last moment.
func (c *Client) pollBy(ctx context.Context, d *DeviceSignIn, end time.Time, form url.Values) (*oauth2.Token, error) {
	const grace = 2 * time.Second
	late := &NetworkError{Doing: finishing, Host: HostOf(d.Ends.Token), Err: errCodeExpired}
	ctx, cancel := context.WithTimeoutCause(ctx, end.Add(grace).Sub(c.Now()), late)
	defer cancel()
	return c.askToken(ctx, finishing, d.Ends.Token, form, d.Notes)
}

// deviceGrant is the grant type of RFC 8628 §3.4.
const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"
