package oauth

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"travel.example/travel/internal/auth/failure"
)

// slowDown is what is added to the interval when the server asks to (RFC 8628 §3.5).
const slowDown = 5 * time.Second

// errCodeExpired means that the code was not entered in time.
var errCodeExpired = errors.New("the code has expired before it was entered and allowed")

// AwaitDevice polls until the person has allowed or refused, or the code has expired (RFC 8628 §3.4 and
// §3.5). A poll that got no answer has changed nothing, so the next one may. It also returns when the
// request was sent that got the token.
func (c *Client) AwaitDevice(ctx context.Context, d *DeviceSignIn) (*oauth2.Token, time.Time, error) {
	interval, pause, lost := d.interval, d.interval, false
	for {
		if pause = min(pause, d.End.Sub(c.Now())); pause <= 0 {
			return nil, time.Time{}, failure.Because(failure.ErrLoginRequired, errCodeExpired)
		}
		if err := c.Wait(ctx, pause); err != nil {
			return nil, time.Time{}, fmt.Errorf("sign in: %w", err)
		}
		sent := c.Now()
		if !sent.Before(d.End) {
			return nil, time.Time{}, failure.Because(failure.ErrLoginRequired, errCodeExpired)
		}
		token, err := c.pollDevice(ctx, d)
		if err == nil {
			return token, sent, nil
		}
		network, unanswered := errors.AsType[*failure.NetworkError](err)
		if unanswered && !lost {
			lost = true
			fmt.Fprintf(c.Notices, "%v; still trying\n", network)
		}
		var ended error
		if interval, pause, ended = nextPoll(interval, err); ended != nil {
			return nil, time.Time{}, ended
		}
	}
}

// nextPoll says how long to wait after a poll that brought no token: the interval from now on, the
// pause before the next poll, or the error that ends the sign-in.
func nextPoll(interval time.Duration, err error) (next, pause time.Duration, ended error) {
	if denied, ok := errors.AsType[*failure.DeniedError](err); ok {
		switch denied.Code {
		case "authorization_pending":
			return interval, interval, nil
		case "slow_down":
			return interval + slowDown, interval + slowDown, nil
		case "expired_token":
			return 0, 0, failure.Because(failure.ErrLoginRequired, errCodeExpired)
		}
		return 0, 0, err
	}
	if busy, ok := errors.AsType[*failure.WaitError](err); ok {
		return interval, max(interval, busy.After), nil
	}
	if _, ok := errors.AsType[*failure.NetworkError](err); ok {
		interval = min(2*interval, max(interval, time.Minute)) // §3.5: slower, by doubling
		return interval, interval, nil
	}
	return 0, 0, err
}

// pollDevice asks once. x/oauth2 can poll too, but by a clock of its own, and it gives up on the first
// request that gets no answer; so it only sends and reads one token request here.
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
