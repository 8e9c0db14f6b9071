package flow

import (
	"cmp"
	"context"
	"crypto/subtle"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/text/language"
)

// Secret is text that never prints itself: not by fmt with any verb, not as JSON, not in a log.
// Convert it to string where it is sent or stored, and nowhere else.
type Secret string

// Format writes a fixed word whatever the verb.
func (Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "[redacted]") }

// MarshalText returns a fixed word, for JSON, logs and other encodings.
func (Secret) MarshalText() ([]byte, error) { return []byte("[redacted]"), nil }

// Login is what is kept between commands. The id_token is not part of it.
type Login struct {
	Access, Refresh Secret
	Facts
}

// Facts are the parts of a login that are not secret.
type Facts struct {
	Issued   int64     `json:"issued"`  // the access token, in Unix seconds by this computer's clock
	Expires  int64     `json:"expires"` // as Issued; 0 if the server gave no lifetime
	Account  Account   `json:"account"`
	Bound    string    `json:"bound"` // the binding of the settings that it is kept for
	ClientID string    `json:"clientId"`
	Token    string    `json:"token"`  // endpoints found at login
	Revoke   string    `json:"revoke"` // "" if the server has none
	Made     time.Time `json:"made"`
	Kept     []string  `json:"kept"`               // scopes that the next sign-in asks for too: asked for, and granted
	Refused  []string  `json:"refused,omitempty"`  // scopes that were asked for and not granted
	LeftOut  []string  `json:"leftOut,omitempty"`  // scopes of the settings that the server did not offer
	Offline  Offline   `json:"offline,omitempty"`  // how offline_access was handled
	Resource string    `json:"resource,omitempty"` // what it was asked for (RFC 8707), which a refresh repeats
}

// Margin is how long before its end the access token is renewed: a minute, or half of a life that is shorter than
// two minutes, since a server that gives short lives must not have every call renew.
func (l Login) Margin() time.Duration {
	if l.Expires == 0 {
		return time.Minute
	}
	return min(time.Minute, l.lifetime()/2)
}

// Ends returns when the access token ends, by this computer's clock; nil if the server gave it no end.
func (l Login) Ends() *time.Time {
	if l.Expires == 0 {
		return nil
	}
	return new(time.Unix(l.Expires, 0))
}

func (l Login) lifetime() time.Duration { return time.Duration(l.Expires-l.Issued) * time.Second }

// Remaining is how much of the access token's life is left by the wall clock: 0 for a token from the future, which
// was stored before the clock was set back, and more than any margin for one without an end.
func (l Login) Remaining(now time.Time) time.Duration {
	left := time.Unix(l.Expires, 0).Sub(now)
	switch {
	case l.Expires == 0:
		return math.MaxInt64
	case left > l.lifetime()+time.Second:
		return 0
	}
	return max(left, 0)
}

// Fresh reports whether the access token can be used without renewing it first.
func (l Login) Fresh(now time.Time) bool { return l.Remaining(now) > l.Margin() }

// New reports whether the access token was issued within the last minute.
func (l Login) New(now time.Time) bool { return now.Unix()-l.Issued < 60 }

// leeway is how far clocks may be apart.
const leeway = 5 * time.Minute

// Account is who signed in, from the verified id_token of the login, and from userinfo if that lacks a name or market.
// Every text is cleaned for a terminal, and "" if it is not known.
type Account struct {
	Subject      string   `json:"subject"`
	Name         string   `json:"name"`
	Email        string   `json:"email"`
	Market       string   `json:"market"`       // two capital letters, or ""
	MarketSource string   `json:"marketSource"` // the claim it came from, after FromUserinfo if it is not in the id_token
	Locale       string   `json:"locale"`       // its region may be suggested as the market, but is never used as such
	Scopes       []string `json:"scopes"`       // that were granted
	Issuer       string   `json:"issuer"`
}

// FromUserinfo is the prefix of the name of a claim that came from userinfo and not from the id_token.
const FromUserinfo = "userinfo "

// identify returns the account of a token answer. An id_token must be valid, whatever scopes the answer names (OpenID
// Connect Core 1.0 §3.1.3.7). Without one, or without keys to verify it, the account is unknown. The login is still
// good, since the token endpoint itself issued it for a code that only this program could redeem (PKCE).
func (c *Client) identify(ctx context.Context, ends Endpoints, answer tokenAnswer, nonce string) (Account, error) {
	raw, id := answer.Extra("id_token"), c.Settings.ClientID
	if raw == nil || raw == "" || ends.Issuer == "" || ends.JWKS == "" {
		return Account{Issuer: ends.Issuer}, nil
	}
	keys := c.ask(ctx, "read the sign-in server's keys", "a key set", anyway)
	provider := (&oidc.ProviderConfig{
		IssuerURL: ends.Issuer, UserInfoURL: ends.Userinfo, JWKSURL: ends.JWKS, Algorithms: ends.algorithms,
	}).NewProvider(oidc.ClientContext(ctx, keys.client()))
	text, _ := raw.(string)
	// Times are checked below, with leeway on both sides.
	token, err := provider.Verifier(&oidc.Config{ClientID: id, SkipExpiryCheck: true}).Verify(ctx, text)
	if keys.err != nil {
		return Account{}, keys.err
	}
	var party struct {
		Authorized string  `json:"azp"`
		NotBefore  float64 `json:"nbf"` // Unix seconds, a fraction is allowed
	}
	var claims map[string]any
	reason, timely, now := "", true, c.Now()
	switch {
	case err != nil && strings.Contains(err.Error(), "fetching keys"): // which it repeats
		return Account{}, unusable(keys.doing, HostOf(answer.target), http.StatusOK, "it has no key that can be used")
	case err != nil && !strings.HasPrefix(err.Error(), "oidc: failed to unmarshal"):
		reason = Clean(strings.TrimPrefix(err.Error(), "oidc: "))
	case err != nil || token.Claims(&party) != nil || token.Claims(&claims) != nil:
		reason = "its claims cannot be read"
	case token.Subject == "":
		reason = "it does not say who signed in"
	case subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(nonce)) != 1:
		reason = "it was made for another sign-in (nonce)"
	case party.Authorized != "" && party.Authorized != id, party.Authorized == "" && len(token.Audience) > 1:
		reason = "it was made for another program (azp)"
	case token.AccessTokenHash != "" && token.VerifyAccessToken(answer.AccessToken) != nil:
		reason = "it belongs to another access token (at_hash)"
	case token.Expiry.Add(leeway).Before(now):
		timely, reason = false, fmt.Sprintf("it ended %s ago", InWords(now.Sub(token.Expiry)))
	case token.IssuedAt.Add(-leeway).After(now):
		timely, reason = false, fmt.Sprintf("it was made %s in the future", InWords(token.IssuedAt.Sub(now)))
	case party.NotBefore != 0 && time.Unix(int64(party.NotBefore), 0).Add(-leeway).After(now):
		timely, reason = false, "it is not valid yet"
	default:
		account := c.Settings.accountOf(claims, nil)
		var lacking []string
		if account.Market == "" {
			lacking = append(lacking, "market")
		}
		if account.Name == "" {
			lacking = append(lacking, "name")
		}
		if len(lacking) > 0 && (ends.Userinfo != "" || ends.userinfoOff != "") {
			info, err := c.askUserinfo(ctx, provider, ends, token.Subject, answer.Token)
			if err != nil && ctx.Err() == nil { // a login can do without
				fmt.Fprintf(c.Notices, "The login lacks your %s: %v\n", strings.Join(lacking, " and "), err)
			}
			account = c.Settings.accountOf(claims, info)
		}
		account.Subject, account.Issuer = Clean(token.Subject), ends.Issuer
		return account, nil
	}
	if !timely && answer.offset.Abs() > leeway {
		return Account{}, ClocksApart(HostOf(answer.target), answer.offset.Round(time.Second), c.agreeing(ctx))
	}
	return Account{}, Refused("the id_token of "+Clean(ends.Issuer), reason, "")
}

// askUserinfo reads once, at a login, what the issuer's userinfo says about the account (OpenID Connect
// Core 1.0 §5.3). The access token goes to the address that the metadata of the issuer names on its own site.
func (c *Client) askUserinfo(
	ctx context.Context, provider *oidc.Provider, ends Endpoints, subject string, token *oauth2.Token,
) (map[string]any, error) {
	const doing = "read userinfo"
	if ends.Userinfo == "" {
		return nil, unusable(doing, HostOf(ends.Issuer), http.StatusOK, ends.userinfoOff)
	}
	x := c.hurried(examinePatience).ask(ctx, doing, "a JSON object", once)
	x.takes = []string{"application/jwt"}
	info, err := provider.UserInfo(oidc.ClientContext(ctx, x.client()), oauth2.StaticTokenSource(token))
	var claims map[string]any
	reason := "its claims cannot be read or verified"
	switch {
	case x.err != nil:
		return nil, x.err
	case err != nil || info.Claims(&claims) != nil:
	case info.Subject != subject: // §5.3.2: then nothing of it may be used
		reason = "it speaks of someone else (sub)"
	default:
		return claims, nil
	}
	return nil, unusable(doing, HostOf(ends.Userinfo), http.StatusOK, reason)
}

// accountOf builds the account from the claims of the id_token, completed by those of info. A claim of the
// wrong type counts as missing.
func (s Settings) accountOf(claims, info map[string]any) Account {
	text := func(name string) string {
		told, _ := claims[name].(string)
		more, _ := info[name].(string)
		return Clean(cmp.Or(told, more))
	}
	a := Account{Name: text("name"), Email: text("email"), Locale: text("locale")}
	if _, err := parseTag(a.Locale); err != nil {
		a.Locale = ""
	}
	if a.Market, a.MarketSource = market(claims, s.marketClaims()); a.Market != "" {
		return a
	}
	if country, source := market(info, s.marketClaims()); country != "" {
		a.Market, a.MarketSource = country, FromUserinfo+source
	}
	return a
}

// marketClaims returns the configured claims, or the one of the service's own sign-in and address.country
// (OpenID Connect Core 1.0 §5.1.1).
func (s Settings) marketClaims() []string {
	if s.MarketClaims != nil {
		return s.MarketClaims
	}
	return []string{"country_code", "address.country"}
}

// market returns the traveler's market, from the first of the named claims that holds two letters, in capitals, and
// the name of that claim.
func market(claims map[string]any, names []string) (country, source string) {
	odd := func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') }
	for _, name := range names {
		if text, ok := claimAt(claims, name).(string); ok && len(text) == 2 && !strings.ContainsFunc(text, odd) {
			return strings.ToUpper(text), name
		}
	}
	return "", ""
}

// claimAt looks a claim up by its whole name first, since names may be URLs, and then as a path.
func claimAt(claims map[string]any, name string) any {
	if value, ok := claims[name]; ok {
		return value
	}
	first, rest, ok := strings.Cut(name, ".")
	if !ok {
		return nil
	}
	inner, _ := claims[first].(map[string]any)
	return claimAt(inner, rest)
}

// parseTag parses a language tag. It also accepts POSIX spellings such as pt_BR.UTF-8.
func parseTag(text string) (language.Tag, error) {
	text, _, _ = strings.Cut(text, ".")
	return language.Parse(text)
}

// Region returns the country that a language tag names explicitly (RFC 5646 §2.1), or "".
func Region(tag string) string {
	parsed, err := parseTag(tag)
	if region, sure := parsed.Region(); err == nil && sure == language.Exact && region.IsCountry() {
		return region.String()
	}
	return ""
}
