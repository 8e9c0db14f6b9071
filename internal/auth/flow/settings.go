// Package flow is what is said to a sign-in server, discovery, registration, codes, tokens, keys and
// revocation, with the values that a sign-in works with: secrets, logins, accounts and failures. It judges
// what comes from outside, and knows no store, no browser and no person.
package flow

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"travel.example/travel/internal/transport"
)

// RequestTimeout bounds one request to the authorization server, its body included, where no one says less.
const RequestTimeout = 30 * time.Second

// Settings names one deployment and the client this program is to it.
type Settings struct {
	// Issuer is the root of discovery and what id_tokens must name, compared character by character.
	// When it is empty, and AuthorizeURL or TokenURL is too, the API names its issuer (RFC 9728).
	Issuer string
	// Explicit endpoints win over discovered ones; AuthorizeURL and TokenURL together replace discovery.
	AuthorizeURL, TokenURL, RevokeURL, JWKSURL, DeviceURL string
	// Hosts are those beside the issuer's own site that its metadata may name, in small letters.
	Hosts []string
	// APIURL is the root of the deployment's API. Tokens are bound to its origin.
	APIURL string
	// ProbePath is the path below APIURL that is read without a token when the well-known document
	// of RFC 9728 is missing, for the WWW-Authenticate of its 401. "" means /v1/user.
	ProbePath string
	// ClientID is the public client's id at the issuer. When it is empty, login registers this
	// program where the issuer offers that (RFC 7591).
	ClientID string
	// ClientIDFrom says who named that client, as in TRAVEL_CLIENT_ID; "" where no one did.
	ClientIDFrom string
	// Change says, as a command or in words, how a person gives a setting another value where it is made
	// now, or takes it back with ""; nil is by travel config.
	Change func(setting, value string) string `json:"-"`
	// Scopes are asked for at login, as far as the server offers them.
	Scopes []string
	// ScopesFrom says who set them, as in TRAVEL_SCOPES; "" where no one did. Only then offline_access
	// is added by itself, and the contract's own scopes are asked for only where they are named.
	ScopesFrom string
	// Audience is sent to servers that take that older parameter in place of RFC 8707's resource; "" is not.
	Audience string
	// RedirectPort and RedirectPath make up the loopback callback; 0 is any free port and "" is
	// /callback.
	RedirectPort int
	RedirectPath string
	// MarketClaims name the claims that hold the market, the best one first; nil is [MarketClaims].
	// A name with dots that is not a claim itself is a path into nested claims.
	MarketClaims []string
}

// Check finds settings no login can work with, before anything is sent.
func (s Settings) Check() error {
	if s.RedirectPort < 0 || s.RedirectPort > 65535 {
		return &SettingsError{Setting: "redirect-port", Reason: "must be between 0 and 65535"}
	}
	if u, err := url.Parse(s.RedirectPath); err != nil || !strings.HasPrefix(s.RedirectPath, "/") ||
		strings.HasPrefix(s.RedirectPath, "//") || u.Path != s.RedirectPath {
		return &SettingsError{Setting: "redirect-path", Reason: "must be a plain path such as /callback"}
	}
	if s.Issuer == "" && s.APIURL == "" && !s.Pinned() {
		return &SettingsError{Setting: "issuer", Reason: "is not set, and neither are api-url or authorize-url with token-url"}
	}
	for _, named := range []struct{ name, url string }{
		{"issuer", s.Issuer}, {"api-url", s.APIURL}, {"authorize-url", s.AuthorizeURL}, {"token-url", s.TokenURL},
		{"revoke-url", s.RevokeURL}, {"jwks-url", s.JWKSURL}, {"device-url", s.DeviceURL},
	} {
		if named.url == "" {
			continue
		}
		if _, err := CheckURL(named.url); err != nil {
			return &SettingsError{Setting: named.name, Reason: err.Error()}
		}
	}
	return nil
}

// Pinned says that the settings name the two endpoints a login cannot do without, so that nothing
// has to be discovered.
func (s Settings) Pinned() bool { return s.AuthorizeURL != "" && s.TokenURL != "" }

// ToChange is Change, or by travel config.
func (s Settings) ToChange(setting, value string) string {
	switch {
	case s.Change != nil:
		return s.Change(setting, value)
	case value == "":
		return "travel config unset " + setting
	}
	return "travel config set " + setting + " VALUE"
}

// RefusedClient is the error of a server that refuses the client. registers tells whether it lets programs
// register themselves, as far as is known.
func (s Settings) RefusedClient(denied *DeniedError, host string, registers bool) *ClientError {
	return &ClientError{
		ID: s.ClientID, From: s.ClientIDFrom, Off: s.ToChange("client-id", ""), Set: s.ToChange("client-id", "ID"),
		Host: host, Registers: registers, Err: denied,
	}
}

// ServerName names the sign-in server for people, as far as the settings know it.
func (s Settings) ServerName() string {
	for _, address := range []string{s.Issuer, s.TokenURL, s.APIURL} {
		if address != "" {
			return HostOf(address)
		}
	}
	return "the sign-in server"
}

// Client talks to the sign-in server of one deployment. All fields but Limit are needed. It is safe for
// concurrent use while nothing writes to its fields.
type Client struct {
	Settings Settings
	HTTP     http.RoundTripper
	// Limit bounds one request, its body included; 0 is RequestTimeout.
	Limit time.Duration
	Now   func() time.Time
	// Wait sleeps until the duration is over or ctx ends.
	Wait func(ctx context.Context, d time.Duration) error
	// WaitBudget is the longest Retry-After that is waited for.
	WaitBudget time.Duration
	// Log tells of each request and answer, without secrets; nil tells nothing.
	Log *transport.Log
	// Pausing takes every wait that a busy server asked for.
	Pausing func(transport.Pause)
	// Rand spreads those waits, from 0 up to but not including 1.
	Rand func() float64
	// Notices gets lines for a person, and never a secret.
	Notices io.Writer
}

// Request is what a sign-in asks of which server.
type Request struct {
	Ends   Endpoints
	Scopes []string
	// LeftOut are the scopes of the settings that the server does not offer.
	LeftOut []string
	// Kept are those of Scopes that are asked for only because they were granted before.
	Kept  []string
	added string // the one of Scopes that no one named, "" for none
	// Resource is what the token is to be for (RFC 8707), as the API that named the issuer calls itself;
	// "" is not sent.
	Resource string
	Notes    *Notes
}

// CodeRequest is one sign-in by a browser that is under way (RFC 6749 §4.1 with PKCE, RFC 7636).
type CodeRequest struct {
	Request
	conf     *oauth2.Config
	params   []oauth2.AuthCodeOption // of the server, not of one request
	State    string
	verifier string
	nonce    string
}

// NewCodeRequest makes up a request whose code comes back to redirect.
func (s Settings) NewCodeRequest(r Request, redirect string) *CodeRequest {
	conf := s.oauthConfig(r.Ends, redirect)
	conf.Scopes = r.Scopes
	return &CodeRequest{
		Request: r, conf: conf, params: s.askParams(r),
		State: rand.Text(), verifier: oauth2.GenerateVerifier(), nonce: rand.Text(),
	}
}

// PageURL is where the person signs in. prompt and loginHint are OpenID Connect's; "" is not sent.
func (a *CodeRequest) PageURL(prompt, loginHint string) string {
	params := append(slices.Clone(a.params), oauth2.S256ChallengeOption(a.verifier), oidc.Nonce(a.nonce))
	if prompt := promptFor(prompt, a.conf.Scopes, a.Ends.prompts); prompt != "" {
		params = append(params, oauth2.SetAuthURLParam("prompt", prompt))
	}
	if loginHint != "" {
		params = append(params, oauth2.SetAuthURLParam("login_hint", loginHint))
	}
	return a.conf.AuthCodeURL(a.State, params...)
}

// askParams are what a request for a sign-in says beside the scopes: what the token is to be for, and the
// claims.
func (s Settings) askParams(r Request) []oauth2.AuthCodeOption {
	var params []oauth2.AuthCodeOption
	for _, param := range [][2]string{{"resource", r.Resource}, {"audience", s.Audience}, {"claims", s.claimsParam(r.Ends, r.Scopes)}} {
		if param[1] != "" {
			params = append(params, oauth2.SetAuthURLParam(param[0], param[1]))
		}
	}
	return params
}

// promptFor adds consent where a login should outlive its access token: a server that follows
// OpenID Connect Core 1.0 §11 silently leaves offline_access out when the person is not asked. One
// that lists the prompts it takes, and not this one, would refuse it.
func promptFor(prompt string, scopes, taken []string) string {
	words := strings.Fields(prompt)
	switch {
	case !slices.Contains(scopes, ScopeOffline), slices.Contains(words, promptConsent), slices.Contains(words, "none"),
		len(taken) > 0 && !slices.Contains(taken, promptConsent):
		return prompt
	}
	return strings.Join(append(words, promptConsent), " ")
}

// claimsParam asks for the market and the name in the id_token itself, of a server that lets one
// ask (OpenID Connect Core 1.0 §5.5), since such a server may put what a scope is good for into its
// userinfo alone (§5.4); and there as well, for one that keeps them out of the id_token in any case. The
// address, which is more than a country, is asked for with its scope or by name. "" asks for nothing.
func (s Settings) claimsParam(ends Endpoints, scopes []string) string {
	if !ends.takesClaims || !slices.Contains(scopes, "openid") {
		return ""
	}
	names := s.MarketClaims
	if names == nil {
		names = MarketClaims()[:1]
	}
	ask := map[string]any{} // null: would be nice to have
	for _, name := range names {
		ask[name] = nil
		if first, _, nested := strings.Cut(name, "."); nested && !strings.Contains(first, ":") {
			ask[first] = nil
		}
	}
	for scope, claims := range map[string][]string{"profile": {"name", "locale"}, "email": {"email"}, "address": {"address"}} {
		for _, claim := range claims {
			if slices.Contains(scopes, scope) {
				ask[claim] = nil
			}
		}
	}
	wanted := map[string]any{"id_token": ask}
	if ends.userinfo != "" {
		wanted["userinfo"] = ask
	}
	text, err := json.Marshal(wanted)
	if err != nil {
		return "" // strings and nulls always can be
	}
	return string(text)
}

// errElsewhere is an address of the settings that a stored login has nothing to do with.
var errElsewhere = errors.New("names a different server from the one the login was made at")

// refreshAt is where a stored login is renewed: where it was made, or at the token-url of the
// settings if that is on the same server. What a flag or a variable names alone must not get a
// token that another server gave (docs/threats.md, T03).
func (s Settings) refreshAt(l Login) (string, error) {
	if named := s.TokenURL; named != "" && named != l.Facts.Token {
		if Origin(named) != Origin(l.Facts.Token) {
			return "", Because(ErrLoginRequired, fmt.Errorf("token-url %w", errElsewhere))
		}
		return named, nil
	}
	return l.Facts.Token, nil
}

// revokeAt is where a login is revoked, "" if that is not known. A revoke-url that was set after
// the login was made must be on a server that had a part in it.
func (s Settings) revokeAt(l Login) (string, error) {
	named := s.RevokeURL
	if named == "" || named == l.Facts.Revoke {
		return l.Facts.Revoke, nil
	}
	for _, known := range []string{l.Facts.Revoke, l.Facts.Token, l.Facts.Issuer} {
		if known != "" && Origin(named) == Origin(known) {
			return named, nil
		}
	}
	return "", &SettingsError{Setting: "revoke-url", Reason: errElsewhere.Error()}
}
