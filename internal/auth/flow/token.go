package flow

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/transport"
)

// CodeRequest is one sign-in by a browser that is under way (RFC 6749 §4.1 with PKCE, RFC 7636).
type CodeRequest struct {
	Request
	settings                         Settings
	redirect, State, verifier, nonce string
}

// NewCodeRequest makes up a request whose code comes back to redirect.
func (s Settings) NewCodeRequest(r Request, redirect string) *CodeRequest {
	return &CodeRequest{r, s, redirect, rand.Text(), oauth2.GenerateVerifier(), rand.Text()}
}

// PageURL returns the address where the user signs in. With the prompt none, no page may be shown.
//
// It asks for consent where a login should outlive its access token: a server that follows OpenID Connect
// Core 1.0 §11 silently leaves offline_access out when the person is not asked. One that lists the prompts it
// takes, and not this one, would refuse it.
func (a *CodeRequest) PageURL(prompt string) string {
	const consent = "consent"
	taken := a.Ends.prompts
	if prompt == "" && slices.Contains(a.Scopes, ScopeOffline) && (len(taken) == 0 || slices.Contains(taken, consent)) {
		prompt = consent
	}
	params := append(a.settings.askParams(a.Request), oauth2.S256ChallengeOption(a.verifier), oidc.Nonce(a.nonce))
	if prompt != "" {
		params = append(params, oauth2.SetAuthURLParam("prompt", prompt))
	}
	conf := &oauth2.Config{
		ClientID: a.settings.ClientID, RedirectURL: a.redirect, Scopes: a.Scopes,
		Endpoint: oauth2.Endpoint{AuthURL: a.Ends.Authorize},
	}
	return conf.AuthCodeURL(a.State, params...)
}

// finishing names the exchange of a code in errors.
const finishing = "finish the sign-in"

// Redeem trades the code for tokens. The code is good once, and a server that gets it a second time may revoke what
// it gave for it (RFC 6749 §4.1.2). So it is sent again only if no connection was made, once, or if the server is
// busy and says for how long.
func (c *Client) Redeem(ctx context.Context, a *CodeRequest, code Secret) (Login, error) {
	form := url.Values{
		"grant_type": {"authorization_code"}, "code": {string(code)},
		"code_verifier": {a.verifier}, "redirect_uri": {a.redirect},
	}
	var answer tokenAnswer
	for dials := 1; ; dials++ {
		err := c.RetryBusy(ctx, "sign in", min(c.WaitBudget, RequestTimeout), 0, func() (err error) {
			answer, err = c.askToken(ctx, finishing, a.Ends.Token, a.settings.ClientID, a.Resource, form)
			return err
		})
		if dial, ok := errors.AsType[*net.OpError](err); ok && dial.Op == "dial" && dials == 1 {
			continue
		}
		if err != nil {
			return Login{}, err
		}
		return c.takeOver(ctx, a.Request, answer, a.nonce)
	}
}

// tokenAnswer is the answer of a token endpoint.
type tokenAnswer struct {
	*oauth2.Token
	target string
	sent   time.Time
	offset time.Duration // this computer's clock minus the server's
}

// askToken makes one token request with the library's call that sends any form. Its calls for a code, a refresh and a
// device take no resource, have their own timing, or give up after the first request without an answer. Its errors hold
// the answer's body, so none of them is returned.
func (c *Client) askToken(
	ctx context.Context, doing, target, clientID, resource string, form url.Values,
) (tokenAnswer, error) {
	if resource != "" {
		form.Set("resource", resource)
	}
	x := c.ask(ctx, doing, "a token", once)
	x.kind, x.takes = " grant_type="+form.Get("grant_type"), []string{formType, "text/plain"}
	answer := tokenAnswer{target: target, sent: c.Now()}
	conf := &clientcredentials.Config{
		ClientID: clientID, TokenURL: target, EndpointParams: form,
		AuthStyle: oauth2.AuthStyleInParams, // left open, the library sends a one-time code twice
	}
	token, err := conf.Token(context.WithValue(ctx, oauth2.HTTPClient, x.client()))
	if x.err != nil {
		return answer, x.err
	}
	if said, ok := errors.AsType[*oauth2.RetrieveError](err); ok { // with a status of success
		return answer, Denied(HostOf(target), said.ErrorCode, said.ErrorDescription)
	}
	reason := ""
	switch {
	case err != nil:
		reason = "it did not answer with " + x.wants
	case !strings.EqualFold(token.Type(), "Bearer"):
		reason = "its token is of a type that cannot be used, " + Clean(token.TokenType)
	case !IsToken(token.AccessToken):
		reason = "its access token holds characters no header can carry"
	}
	if reason != "" {
		return answer, unusable(doing, HostOf(target), http.StatusOK, reason)
	}
	if !token.Expiry.IsZero() { // the library keeps only the time, by this computer's clock
		token.ExpiresIn = int64(time.Until(token.Expiry).Round(time.Second).Seconds())
	}
	answer.Token, answer.offset = token, x.offset
	return answer, nil
}

// login returns the login of a token answer. Lifetimes count from when the request was sent.
func (a tokenAnswer) login(facts Facts) Login {
	facts.Issued, facts.Expires = a.sent.Unix(), 0
	if a.ExpiresIn > 0 {
		facts.Expires = facts.Issued + a.ExpiresIn
	}
	return Login{Access: Secret(a.AccessToken), Refresh: Secret(a.RefreshToken), Facts: facts}
}

// takeOver returns the login of a token answer, whose id_token must be valid and have the nonce if there is one.
func (c *Client) takeOver(ctx context.Context, r Request, answer tokenAnswer, nonce string) (Login, error) {
	l := answer.login(Facts{
		ClientID: c.Settings.ClientID, Account: Account{Issuer: r.Ends.Issuer}, Token: r.Ends.Token, Revoke: r.Ends.Revoke,
		Made: answer.sent.UTC(), Resource: r.Resource, LeftOut: r.LeftOut, Offline: r.offline(), Kept: []string{},
	})
	granted, ok := grantedScopes(answer.Token)
	if !ok {
		fmt.Fprintf(c.Notices, "what %s says it granted holds what no scope can be; it is taken to be what was asked for\n", HostOf(r.Ends.Token))
	}
	if len(granted) == 0 {
		granted = r.Scopes
	}
	account, err := c.identify(ctx, r.Ends, answer, nonce)
	if err != nil {
		_ = c.Revoke(context.WithoutCancel(ctx), l)
		return Login{}, err
	}
	l.Account, l.Account.Scopes = account, granted
	for _, scope := range r.Scopes { // the one that this program added by itself will be added again
		switch {
		case scope == r.Added:
		case slices.Contains(granted, scope):
			l.Kept = append(l.Kept, scope)
		default:
			l.Refused = append(l.Refused, scope)
		}
	}
	return l, nil
}

// maxGranted is the most that is read of granted scopes, in bytes.
const maxGranted = 4096

// grantedScopes returns the scopes that the answer names, or nil if it names none, which means those that were
// requested (RFC 6749 §5.1). It accepts a JSON list, too. ok is false if they are no valid scopes.
func grantedScopes(token *oauth2.Token) (granted []string, ok bool) {
	text, isText := token.Extra("scope").(string)
	list, isList := token.Extra("scope").([]any)
	if !isText && !isList {
		return nil, token.Extra("scope") == nil
	}
	granted = slices.DeleteFunc(strings.Split(text, " "), func(scope string) bool { return scope == "" })
	for _, one := range list {
		word, _ := one.(string)
		granted = append(granted, word)
	}
	if len(strings.Join(granted, " ")) > maxGranted || slices.ContainsFunc(granted, func(scope string) bool { return !IsScope(scope) }) {
		return nil, false
	}
	return granted, true
}

// errElsewhere means that a setting names a server that the stored login is not for.
var errElsewhere = errors.New("names a different server from the one the login was made at")

// Refresh makes one request to the token endpoint where the login was made, or to the token-url of the settings if that
// is on the same server. A server that only a flag or a variable names must not get the token of another one
// (docs/threats.md, T03).
func (c *Client) Refresh(ctx context.Context, l Login) (Login, error) {
	target := l.Token
	if named := c.Settings.TokenURL; named != "" && named != target {
		if Origin(named) != Origin(target) {
			return Login{}, fmt.Errorf("%w: token-url %w", ErrLoginRequired, errElsewhere)
		}
		target = named
	}
	form := url.Values{"grant_type": {refreshGrant}, "refresh_token": {string(l.Refresh)}}
	answer, err := c.askToken(ctx, "renew the login", target, l.ClientID, l.Resource, form)
	if err != nil {
		return Login{}, err
	}
	next := answer.login(l.Facts)
	if granted, _ := grantedScopes(answer.Token); len(granted) > 0 {
		next.Account.Scopes = granted
	}
	return next, nil
}

// Revoke revokes the refresh token, which ends its access tokens too, or an access token without one. If the server
// has no revocation endpoint, it returns ErrNotRevocable. A revoke-url that was set after the login was made must be on
// a server that issued the login.
func (c *Client) Revoke(ctx context.Context, l Login) error {
	endpoint := l.Revoke
	if named := c.Settings.RevokeURL; named != "" && named != endpoint {
		known := []string{Origin(endpoint), Origin(l.Token), Origin(l.Account.Issuer)}
		if endpoint = named; !slices.Contains(known, Origin(named)) {
			return BadSetting("revoke-url", errElsewhere.Error())
		}
	}
	if endpoint == "" {
		return fmt.Errorf("%w: the sign-in server names no address for that; if it has one, set revoke-url", ErrNotRevocable)
	}
	form := url.Values{"client_id": {l.ClientID}, "token": {string(l.Refresh)}, "token_type_hint": {refreshGrant}}
	if l.Refresh == "" {
		form.Set("token", string(l.Access))
		form.Set("token_type_hint", "access_token")
	}
	_, err := c.call(ctx, "revoke the login").send(http.MethodPost, endpoint, form)
	return err
}

const (
	deviceGrant     = "urn:ietf:params:oauth:grant-type:device_code" // RFC 8628 §3.4
	defaultInterval = 5 * time.Second                                // between two polls, where the server does not say (§3.2)
	slowDown        = 5 * time.Second                                // more between two polls, where the server asks for it (§3.5)
	maxCodeLife     = time.Hour                                      // whatever the server names
	maxUserCode     = 40                                             // bytes
)

// DeviceSignIn is a sign-in by code that has begun. Its JSON, which holds secrets, lets another process complete it.
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

// Format hides the secrets, as that of Secret does.
func (DeviceSignIn) Format(f fmt.State, verb rune) { Secret("").Format(f, verb) }

// AskDevice gets a code. reach returns the address to show to the user.
func (c *Client) AskDevice(ctx context.Context, r Request, reach func(string) (string, error)) (*DeviceSignIn, error) {
	x := c.ask(ctx, "ask for a sign-in code", "a sign-in code", anyway) // no one has seen a code that was lost
	d := &DeviceSignIn{Request: r, ClientID: c.Settings.ClientID, Verifier: oauth2.GenerateVerifier(), Interval: defaultInterval}
	conf := &oauth2.Config{ClientID: d.ClientID, Scopes: r.Scopes, Endpoint: oauth2.Endpoint{DeviceAuthURL: r.Ends.Device}}
	params := append(c.Settings.askParams(r), oauth2.S256ChallengeOption(d.Verifier))
	answer, err := conf.DeviceAuth(context.WithValue(ctx, oauth2.HTTPClient, x.client()), params...)
	untypable := func(r rune) bool { return r < ' ' || r > '~' }
	switch {
	case x.err != nil:
		return nil, x.err
	case err != nil, !IsToken(answer.DeviceCode), len(answer.DeviceCode) > MaxCode, time.Until(answer.Expiry) <= 0,
		len(answer.UserCode) > maxUserCode, strings.TrimSpace(answer.UserCode) == "",
		strings.ContainsFunc(answer.UserCode, untypable):
		return nil, unusable(x.doing, HostOf(r.Ends.Device), http.StatusOK, "it did not answer with "+x.wants)
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

// deviceAddress checks an address to show to the user. It must be on the issuer's site, unless the settings name the
// endpoint that returned it.
func (c *Client) deviceAddress(r Request, raw string, reach func(string) (string, error)) (string, error) {
	checked, elsewhere, err := c.Settings.checkEndpoint(raw, r.Ends.Issuer)
	if c.Settings.DeviceURL != "" {
		elsewhere = ""
		checked, err = transport.CheckURL(raw)
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

// errCodeExpired means that the code was not entered in time.
var errCodeExpired = errors.New("the code has expired before it was entered and allowed")

// AwaitDevice polls until the user has allowed or refused, the code has expired, or until is over, which returns late
// (RFC 8628 §3.4 and §3.5). A failed poll is repeated; if the last one failed, that is the error.
func (c *Client) AwaitDevice(ctx context.Context, d *DeviceSignIn, until time.Time, late error) (Login, error) {
	defer patience.Hold(ctx)() // for the person
	expired := fmt.Errorf("%w: %w", ErrLoginRequired, errCodeExpired)
	end, over := d.End, expired
	if until.Before(end) {
		end, over = until, late
	}
	form := url.Values{"grant_type": {deviceGrant}, "device_code": {d.Code}, "code_verifier": {d.Verifier}}
	const grace = 2 * time.Second // for the answer: the person may have allowed it in the last moment
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
		once, cancel := context.WithTimeoutCause(ctx, end.Add(grace).Sub(c.Now()), errCodeExpired)
		answer, err := c.askToken(once, finishing, d.Ends.Token, d.ClientID, d.Resource, form)
		cancel()
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
			pause = c.pausing(finishing, max(interval, f.After), f, end.Sub(c.Now()))
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
