package flow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"travel.example/travel/internal/patience"
)

const (
	deviceGrant     = "urn:ietf:params:oauth:grant-type:device_code" // RFC 8628 §3.4
	defaultInterval = 5 * time.Second                                // between two polls, where the server does not say (§3.2)
	maxCodeLife     = time.Hour                                      // whatever the server names
	maxUserCode     = 40                                             // bytes
	noCode          = "it did not answer with a sign-in code"
)

// DeviceSignIn is one sign-in by a code that is under way. As JSON it is what another process completes it with,
// which holds secrets.
type DeviceSignIn struct {
	Request
	ClientID string        `json:"clientId"`
	Code     string        `json:"deviceCode"` // of the device: secret
	Verifier string        `json:"verifier"`   // secret
	Interval time.Duration `json:"interval"`
	End      time.Time     `json:"end"` // of the code
	UserCode string        `json:"-"`   // for the person, fit for a terminal
	Address  string        `json:"-"`   // where to enter it
	Complete string        `json:"-"`   // the same with the code in it, "" if the server has none
}

// Format writes a fixed word, as a login's does.
func (DeviceSignIn) Format(f fmt.State, verb rune) { Secret("").Format(f, verb) }

// AskDevice gets a code. reach turns an address into the one the person gets.
func (c *Client) AskDevice(ctx context.Context, r Request, reach func(string) (string, error)) (*DeviceSignIn, error) {
	x := c.ask(ctx, "ask for a sign-in code", "a sign-in code", anyway) // no one has seen a code that was lost
	d := &DeviceSignIn{Request: r, ClientID: c.Settings.ClientID, Verifier: oauth2.GenerateVerifier(), Interval: defaultInterval}
	conf := &oauth2.Config{ClientID: d.ClientID, Scopes: r.Scopes, Endpoint: oauth2.Endpoint{DeviceAuthURL: r.Ends.Device}}
	params := append(c.Settings.askParams(r), oauth2.S256ChallengeOption(d.Verifier))
	answer, err := conf.DeviceAuth(context.WithValue(ctx, oauth2.HTTPClient, x.client()), params...)
	if x.err != nil {
		return nil, x.err
	}
	reason := ""
	switch {
	case err != nil, !IsToken(answer.DeviceCode), len(answer.DeviceCode) > MaxCode, answer.UserCode == "", time.Until(answer.Expiry) <= 0:
		reason = noCode
	case len(answer.UserCode) > maxUserCode || strings.TrimSpace(answer.UserCode) == "" ||
		strings.ContainsFunc(answer.UserCode, func(r rune) bool { return r < ' ' || r > '~' }):
		reason = "its sign-in code is not one a person could type"
	}
	if reason != "" {
		return nil, unusable(x.doing, HostOf(r.Ends.Device), http.StatusOK, reason)
	}
	d.Code, d.UserCode = answer.DeviceCode, answer.UserCode
	// The library reads the lifetime by the clock of this computer.
	d.End = c.Now().Add(min(time.Until(answer.Expiry).Round(time.Second), maxCodeLife))
	if answer.Interval > 0 {
		d.Interval = time.Duration(min(answer.Interval, int64(maxCodeLife/time.Second))) * time.Second
	}
	if d.Address, err = c.deviceAddress(r, answer.VerificationURI, reach); err == nil && answer.VerificationURIComplete != "" {
		d.Complete, err = c.deviceAddress(r, answer.VerificationURIComplete, reach)
	}
	return d, err
}

// deviceAddress passes an address to send a person to: behind the gate, and on the issuer's site
// unless the settings name the endpoint that gave it.
func (c *Client) deviceAddress(r Request, raw string, reach func(string) (string, error)) (string, error) {
	checked, elsewhere, err := c.Settings.checkEndpoint(raw, r.Ends.Issuer)
	if c.Settings.DeviceURL != "" {
		elsewhere = ""
		checked, err = CheckURL(raw)
	}
	if raw == "" {
		err = errors.New("is missing")
	}
	if err == nil {
		return reach(checked)
	}
	hint := ""
	if elsewhere != "" {
		hint = c.Settings.nameHosts()
	}
	return "", Refused("the address to enter the sign-in code at", "it "+err.Error(), hint)
}

// slowDown is what is added to the interval when the server asks to (RFC 8628 §3.5).
const slowDown = 5 * time.Second

// errCodeExpired means that the code was not entered in time.
var errCodeExpired = errors.New("the code has expired before it was entered and allowed")

// AwaitDevice polls until the person has allowed or refused, the code has expired, or patience is over,
// which late says (RFC 8628 §3.4 and §3.5). A poll that got no answer has changed nothing, so the next one
// may; where the server failed at the last, that is the error.
func (c *Client) AwaitDevice(ctx context.Context, d *DeviceSignIn, until time.Time, late error) (Login, error) {
	defer patience.Hold(ctx)() // for the person
	expired := fmt.Errorf("%w: %w", ErrLoginRequired, errCodeExpired)
	end, over := d.End, expired
	if until.Before(end) {
		end, over = until, late
	}
	form := url.Values{"grant_type": {deviceGrant}, "device_code": {d.Code}, "code_verifier": {d.Verifier}}
	if d.Resource != "" {
		form.Set("resource", d.Resource)
	}
	var last error
	told := false
	for interval, pause := d.Interval, d.Interval; ; {
		if pause = min(pause, end.Sub(c.Now())); pause > 0 {
			if err := c.Wait(ctx, pause); err != nil {
				return Login{}, fmt.Errorf("sign in: %w", err)
			}
		}
		if !c.Now().Before(end) {
			return Login{}, cmp.Or(last, over)
		}
		answer, err := c.poll(ctx, d, end, form)
		if err == nil {
			// There was no browser of ours to bind the id_token to, so it has no nonce.
			return c.takeOver(ctx, d.Request, answer, "")
		}
		last, pause = nil, interval
		switch f := FaultOf(err); {
		case f.Code == "authorization_pending":
		case f.Code == "slow_down":
			interval += slowDown
			pause = interval
		case f.Code == "expired_token":
			return Login{}, expired
		case errors.Is(err, errCodeExpired):
			return Login{}, over
		case f.After > 0:
			pause = c.pausing(finishing, max(interval, f.After), f, c.Rand(), end.Sub(c.Now()))
			last = err
		case IsUnreached(err):
			if !told && c.Now().Before(end) {
				fmt.Fprintf(c.Notices, "%v; still trying\n", err)
			}
			told, last = true, err
			interval = min(2*interval, max(interval, time.Minute)) // §3.5: slower, by doubling
			pause = interval
		default:
			return Login{}, err
		}
	}
}

// poll asks once, within the time that the person has. The answer may come a little later: the
// person may have allowed it in the last moment.
func (c *Client) poll(ctx context.Context, d *DeviceSignIn, end time.Time, form url.Values) (tokenAnswer, error) {
	const grace = 2 * time.Second
	once, cancel := context.WithTimeoutCause(ctx, end.Add(grace).Sub(c.Now()), errCodeExpired)
	defer cancel()
	return c.askByForm(once, finishing, d.Ends.Token, d.ClientID, form)
}
