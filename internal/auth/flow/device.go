package flow

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"travel.example/travel/internal/patience"
)

const (
	defaultInterval = 5 * time.Second // between two polls, where the server does not say (RFC 8628 §3.2)
	minInterval     = time.Second     // whatever the server names, so that it is not flooded
	maxInterval     = time.Hour       // no code lives longer
	maxUserCode     = 40              // bytes
)

// deviceAnswer is what a device authorization endpoint answers (RFC 8628 §3.2). A server that
// follows an early draft says verification_url.
type deviceAnswer struct {
	DeviceCode string  `json:"device_code"`
	UserCode   string  `json:"user_code"`
	Address    string  `json:"verification_uri"`
	AddressOld string  `json:"verification_url"`
	Complete   string  `json:"verification_uri_complete"`
	ExpiresIn  float64 `json:"expires_in"`
	Interval   float64 `json:"interval"`
}

// DeviceSignIn is one sign-in by a code that is under way.
type DeviceSignIn struct {
	Request
	code     Secret // of the device
	UserCode string // for the person, fit for a terminal
	Address  string // where to enter it
	Complete string // the same with the code in it, "" if the server has none
	interval time.Duration
	End      time.Time
	verifier string
}

// Format writes a fixed word, as a login's does.
func (DeviceSignIn) Format(f fmt.State, verb rune) { Secret("").Format(f, verb) }

// AskDevice gets a code. x/oauth2 has a function for this, but it does not end with ctx, and an
// answer of null or a negative interval makes it panic. The code lives as long as timeout at the
// most, and reach turns an address into the one the person gets.
func (c *Client) AskDevice(ctx context.Context, r Request, timeout time.Duration, reach func(string) (string, error)) (*DeviceSignIn, error) {
	const doing = "ask for a sign-in code"
	verifier := oauth2.GenerateVerifier()
	form := url.Values{
		"client_id":             {c.Settings.ClientID},
		"code_challenge":        {oauth2.S256ChallengeFromVerifier(verifier)},
		"code_challenge_method": {"S256"},
	}
	if len(r.Scopes) > 0 {
		form.Set("scope", strings.Join(r.Scopes, " "))
	}
	if claims := c.Settings.claimsParam(r.Ends, r.Scopes); claims != "" {
		form.Set("claims", claims) // an authentication request by other means
	}
	var resp *http.Response
	var body []byte
	var sent time.Time
	ask := func() (err error) {
		sent = c.Now()
		resp, body, err = c.postForm(ctx, doing, r.Ends.Device, form, r.Notes)
		return err
	}
	err := c.RetryBusy(ctx, doing, c.WaitBudget, func() error {
		err := ask()
		if _, failed := errors.AsType[*NetworkError](err); failed {
			err = ask() // no one has seen the code that was lost
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	answer, reason := readDevice(body)
	if reason != "" {
		if isHTML(resp.Header) {
			reason = webPage
		}
		return nil, &AnswerError{Doing: doing, Host: HostOf(r.Ends.Device), Status: resp.StatusCode, Reason: reason}
	}
	d := &DeviceSignIn{
		Request: r, code: Secret(answer.DeviceCode), UserCode: answer.UserCode, verifier: verifier,
		interval: seconds(answer.Interval, maxInterval),
		End:      sent.Add(seconds(answer.ExpiresIn, timeout)),
	}
	if d.interval == 0 {
		d.interval = defaultInterval
	}
	d.interval = max(d.interval, minInterval)
	if d.Address, err = c.deviceAddress(r, answer.Address, reach); err == nil && answer.Complete != "" {
		d.Complete, err = c.deviceAddress(r, answer.Complete, reach)
	}
	return d, err
}

// readDevice reads the answer, or says why it is of no use.
func readDevice(body []byte) (answer deviceAnswer, reason string) {
	if json.Unmarshal(body, &answer) != nil || !IsToken(answer.DeviceCode) || len(answer.DeviceCode) > MaxCode ||
		answer.UserCode == "" || answer.ExpiresIn <= 0 {
		return answer, "it did not answer with a sign-in code"
	}
	if !isUserCode(answer.UserCode) {
		return answer, "its sign-in code is not one a person could type"
	}
	if answer.Address == "" {
		answer.Address = answer.AddressOld
	}
	return answer, ""
}

// seconds is a foreign number as a time between 0 and most.
func seconds(n float64, most time.Duration) time.Duration {
	return time.Duration(min(max(n, 0), most.Seconds()) * float64(time.Second))
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

// AwaitDevice polls until the person has allowed or refused, or the code has expired (RFC 8628 §3.4
// and §3.5). A poll that got no answer has changed nothing, so the next one may. It also returns
// when the request was sent that got the token.
func (c *Client) AwaitDevice(ctx context.Context, d *DeviceSignIn) (*oauth2.Token, time.Time, error) {
	defer patience.Hold(ctx)() // for the person
	interval, pause, lost := d.interval, d.interval, false
	for {
		if pause = min(pause, d.End.Sub(c.Now())); pause <= 0 {
			return nil, time.Time{}, Because(ErrLoginRequired, errCodeExpired)
		}
		if err := c.Wait(ctx, pause); err != nil {
			return nil, time.Time{}, fmt.Errorf("sign in: %w", err)
		}
		sent := c.Now()
		if !sent.Before(d.End) {
			return nil, time.Time{}, Because(ErrLoginRequired, errCodeExpired)
		}
		token, err := c.pollBy(ctx, d)
		if err == nil {
			return token, sent, nil
		}
		network, unanswered := errors.AsType[*NetworkError](err)
		if unanswered && !lost && c.Now().Before(d.End) {
			lost = true
			fmt.Fprintf(c.Notices, "%v; still trying\n", network)
		}
		var ended error
		if interval, pause, ended = nextPoll(interval, err); ended != nil {
			return nil, time.Time{}, ended
		}
		if busy, ok := errors.AsType[*WaitError](err); ok {
			pause = c.pausing(finishing, pause, busy, c.Rand(), d.End.Sub(c.Now()))
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
func (c *Client) pollBy(ctx context.Context, d *DeviceSignIn) (*oauth2.Token, error) {
	const grace = 2 * time.Second
	late := &NetworkError{Doing: finishing, Host: HostOf(d.Ends.Token), Err: errCodeExpired}
	ctx, cancel := context.WithTimeoutCause(ctx, d.End.Add(grace).Sub(c.Now()), late)
	defer cancel()
	return c.pollDevice(ctx, d)
}

// pollDevice asks once. x/oauth2 can poll too, but by a clock of its own, and it gives up on the
// first request that gets no answer; so it only sends and reads one token request here.
func (c *Client) pollDevice(ctx context.Context, d *DeviceSignIn) (*oauth2.Token, error) {
	conf := &clientcredentials.Config{
		ClientID: c.Settings.ClientID, TokenURL: d.Ends.Token, AuthStyle: oauth2.AuthStyleInParams,
		EndpointParams: url.Values{
			"grant_type":    {deviceGrant},
			"device_code":   {string(d.code)},
			"code_verifier": {d.verifier},
		},
	}
	token, err := conf.Token(c.withClient(ctx, d.Notes))
	if err != nil {
		return nil, c.tokenFailure(ctx, finishing, d.Ends.Token, d.Notes, err)
	}
	if !token.Expiry.IsZero() { // the library keeps only when, by the clock it set this by
		token.ExpiresIn = int64(time.Until(token.Expiry).Round(time.Second).Seconds())
	}
	return token, nil
}

// deviceGrant is the grant type of RFC 8628 §3.4.
const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"
