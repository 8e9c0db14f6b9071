// What a sign-in brought: the tokens, how long they live, and the account they speak for.

package flow

import (
	"fmt"
	"strings"
	"time"
)

// Login is what is kept between commands. The id_token is not part of it.
type Login struct {
	Access, Refresh Secret
	Head            Head
	Facts           Facts
}

// Format writes a fixed word: fmt does not ask fields that are not exported how they print.
func (Login) Format(f fmt.State, verb rune) { Secret("").Format(f, verb) }

// Head is the beginning of a stored login: its size, and what is known of its tokens.
type Head struct {
	Generation string `json:"-"`      // counter and random part
	Place      int    `json:"-"`      // 0 or 1
	Entries    int    `json:"-"`      // of the store
	Access     int    `json:"access"` // bytes of each part
	Refresh    int    `json:"refresh"`
	Facts      int    `json:"facts"`
	TokenType  string `json:"tokenType"`
	Issued     int64  `json:"issued"`  // Unix seconds by this computer's clock
	Expires    int64  `json:"expires"` // as Issued; 0 if the server gave no lifetime
}

// Facts are what is known about a login beside its tokens.
type Facts struct {
	Account Account   `json:"account"`
	Issuer  string    `json:"issuer"`
	Token   string    `json:"token"`  // endpoints found at login
	Revoke  string    `json:"revoke"` // "" if the server has none
	Login   time.Time `json:"login"`
	// Kept are the scopes that the next sign-in asks for too: asked for at this one, and granted. nil in
	// a login that an earlier version of this program made.
	Kept []string `json:"kept"`
	// Refused are the scopes that were asked for and not granted.
	Refused []string `json:"refused,omitempty"`
	// LeftOut are the scopes of the settings that the server did not offer.
	LeftOut []string `json:"leftOut,omitempty"`
	Offline Offline  `json:"offline,omitempty"`
	// Resource is what the login was asked for (RFC 8707), which a refresh repeats; "" for none.
	Resource string `json:"resource,omitempty"`
}

// Offline says what became of offline_access at a sign-in, the scope that brings a refresh token where
// none is given by itself.
type Offline string

// What can have become of it.
const (
	Unknown    Offline = "" // not asked for, and the server does not say what it offers
	NotOffered Offline = "not offered"
	Unasked    Offline = "unasked" // although the server offers it
	Asked      Offline = "asked"
)

// EarlyEnough is how long before its end an access token is renewed.
const EarlyEnough = time.Minute

// Margin is a minute, or half of a life that is shorter than two: a server that gives short lives
// must not have every call renew.
func Margin(life time.Duration) time.Duration { return min(EarlyEnough, life/2) }

// Remaining is how much of the access token's life is left by the wall clock. A token from the
// future was stored before the clock was set back, and nothing can be said about it: 0.
func (l Login) Remaining(now time.Time) time.Duration {
	left := time.Unix(l.Head.Expires, 0).Sub(now)
	if left > l.Lifetime()+time.Second {
		return 0
	}
	return max(left, 0)
}

// Lifetime is how long the access token lives in all, as the server said.
func (l Login) Lifetime() time.Duration {
	return time.Duration(l.Head.Expires-l.Head.Issued) * time.Second
}

// Fresh says whether the access token can be used without renewing it first.
func (l Login) Fresh(now time.Time) bool {
	return l.Head.Expires == 0 || l.Remaining(now) > Margin(l.Lifetime())
}

// Alive says whether the access token has not ended yet, as far as this computer's clock knows.
func (l Login) Alive(now time.Time) bool { return l.Head.Expires == 0 || l.Remaining(now) > 0 }

// Account is who signed in, as the verified id_token said at login, and userinfo where that said too
// little. Every text is cleaned for a terminal; what neither said is "".
type Account struct {
	Subject string `json:"subject"`
	Name    string `json:"name"`
	Email   string `json:"email"`
	// Market is two capital letters, or "".
	Market string `json:"market"`
	// MarketSource is the claim Market came from, with FromUserinfo before it where the id_token lacked one.
	MarketSource string `json:"marketSource"`
	// Locale is a language tag as Tag lets it through. Its region is a market to offer, and is never taken as one.
	Locale string `json:"locale"`
	// Scopes were granted.
	Scopes []string `json:"scopes"`
	// Issuer signed the account in.
	Issuer string `json:"issuer"`
}

// FromUserinfo stands before the name of a claim that userinfo told, and not the id_token.
const FromUserinfo = "userinfo "

// MarketClaims are the claims that hold the market where no one names others: that of the service's own
// sign-in, and address.country (OpenID Connect Core 1.0 §5.1.1).
func MarketClaims() []string { return []string{"country_code", "address.country"} }

// Market finds the traveler's market in claims: the first of names that holds one. It returns two capital
// letters and the name of the claim, or nothing: a claim that holds anything else is passed over.
func Market(claims map[string]any, names []string) (country, source string) {
	for _, name := range names {
		if text, ok := claimAt(claims, name).(string); ok && isCountry(text) {
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

func isCountry(text string) bool {
	return len(text) == 2 && !strings.ContainsFunc(text, func(r rune) bool { return !isLetter(r) })
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// maxTag is the longest language tag that the service takes, in bytes.
const maxTag = 35

// Tag is a text that can be a language tag, in the spelling of POSIX too, and else "".
func Tag(text string) string {
	odd := func(r rune) bool { return !isLetter(r) && !('0' <= r && r <= '9') && !strings.ContainsRune("-_.", r) }
	if len(text) > maxTag || strings.ContainsFunc(text, odd) {
		return ""
	}
	return text
}

// Region is the region of a language tag (RFC 5646 §2.1), "" if it has none: the two letters after the
// language, its extensions and the script. POSIX spellings such as pt_BR.UTF-8 are understood.
func Region(tag string) string {
	tag, _, _ = strings.Cut(tag, ".")
	parts := strings.FieldsFunc(tag, func(r rune) bool { return r == '-' || r == '_' })
	for i, part := range parts {
		switch {
		case i == 0 || len(part) == 3 || len(part) == 4:
		case isCountry(part):
			return strings.ToUpper(part)
		default:
			return "" // a variant or an extension: no region can follow
		}
	}
	return ""
}
