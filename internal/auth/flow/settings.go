// Package flow talks to a sign-in server: discovery, registration, codes, tokens, keys and revocation. It defines the
// values of a sign-in: secrets, logins, accounts and failures. It judges what comes from outside, and knows no store,
// no browser and no person.
package flow

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"travel.example/travel/internal/store"
	"travel.example/travel/internal/transport"
)

// Settings names one deployment and the client this program is to it.
type Settings struct {
	// Issuer is the root of discovery and what id_tokens must name, compared character by character. If it is empty,
	// the API names its issuer (RFC 9728).
	Issuer                         string
	TokenURL, RevokeURL, DeviceURL string // replace those of the metadata

	Hosts        []string // beside the issuer's own site, that its metadata may name, in small letters
	APIURL       string   // the root of the deployment's API; tokens are bound to its origin
	ClientID     string   // of the public client; without one, login registers this program (RFC 7591)
	ClientIDFrom string   // who named that client, as in TRAVEL_CLIENT_ID; "" where no one did
	Scopes       []string // asked for at login, as far as the server offers them
	ScopesFrom   string   // who set them, as in TRAVEL_SCOPES; "" where no one did
	Audience     string   // for servers that take that older parameter in place of RFC 8707's resource; "" is not sent
	RedirectPort int      // of the loopback callback; 0 is any free one
	RedirectPath string   // of the callback; "" is /callback
	// MarketClaims name the claims that hold the market, the best one first; nil is country_code and address.country.
	// A name with dots that is not a claim itself is a path into nested claims.
	MarketClaims []string
	// Change says, as a command or in words, how a person gives a setting another value where it is made
	// now, or takes it back with ""; nil is by travel config.
	Change func(setting, value string) string `json:"-"`
}

// Binding tells logins apart that must not be taken for each other. Another issuer, client or API origin is
// another login, so a token never follows a changed address (docs/threats.md, T03).
func (s Settings) Binding() string {
	parts := []string{s.Issuer, s.ClientID, Origin(s.APIURL)}
	return store.Key(fmt.Sprintf("%q", parts)) // quoted, so that they cannot run together
}

// ToChange is Change, or by travel config.
func (s Settings) ToChange(setting, value string) string {
	if s.Change == nil {
		return "travel config set " + setting + " VALUE"
	}
	return s.Change(setting, value)
}

// Client talks to the sign-in server of one deployment. All fields but Limit, Once and Log are needed. It is
// safe for concurrent use while nothing writes to its fields.
type Client struct {
	Settings   Settings
	HTTP       http.RoundTripper
	Limit      time.Duration // of one request, its body included; 0 is RequestTimeout
	Once       bool          // no request is repeated
	Now        func() time.Time
	Wait       func(ctx context.Context, d time.Duration) error // sleeps until the duration is over or ctx ends
	WaitBudget time.Duration                                    // the longest Retry-After that is waited for
	Log        *transport.Log                                   // of each request and answer, without secrets; nil for none
	Pausing    func(transport.Pause)                            // takes every wait that a busy server asked for
	Rand       func() float64                                   // spreads those waits, from 0 up to but not including 1
	Notices    io.Writer                                        // lines for a person, never a secret
}

// examinePatience limits a request whose answer is optional while the user waits for it.
const examinePatience = 4 * time.Second

// hurried returns a copy of c that makes each request once, within limit.
func (c *Client) hurried(limit time.Duration) *Client {
	h := *c
	h.Limit, h.Once = limit, true
	return &h
}

const (
	scopeOpenID = "openid"
	// ScopeOffline asks for a login that outlives its access token, by a refresh token (OpenID Connect Core 1.0 §11).
	ScopeOffline = "offline_access"
	refreshGrant = "refresh_token"
)

// Request is what a sign-in asks of which server.
type Request struct {
	Ends     Endpoints `json:"-"`
	Scopes   []string  `json:"scopes"`
	LeftOut  []string  `json:"leftOut,omitempty"`  // scopes of the settings that the server does not offer
	Kept     []string  `json:"kept,omitempty"`     // those of Scopes that are asked for only because they were granted before
	Added    string    `json:"added,omitempty"`    // the one of Scopes that no one named, "" for none
	Resource string    `json:"resource,omitempty"` // what the token is for (RFC 8707), as the API that named the issuer calls itself
}

// Offline says how a sign-in handled offline_access, the scope that gets a refresh token from servers that do not issue
// one by default.
type Offline string

// The ways to handle it.
const (
	OfflineUnknown    Offline = "" // not asked for, and the server does not say what it offers
	OfflineNotOffered Offline = "not offered"
	OfflineUnasked    Offline = "unasked" // although the server offers it
	OfflineAsked      Offline = "asked"
)

// wordList is a list of scopes, grant types or prompts. Other values in it are skipped, and a list of another type is
// empty.
type wordList []string

// UnmarshalJSON implements json.Unmarshaler.
func (w *wordList) UnmarshalJSON(text []byte) error {
	var list []any
	if json.Unmarshal(text, &list) != nil {
		return nil // nothing depends on it
	}
	for _, one := range list {
		if word, ok := one.(string); ok && IsScope(word) {
			*w = append(*w, word)
		}
	}
	return nil
}

// Ask returns what a sign-in asks of a server: the scopes of the settings, those that were granted at the last
// sign-in (kept), and those that the user named for this one (more). Scopes of the settings that the server does not
// offer are left out. A server's list need not be complete (RFC 8414 §2), so the others are asked for in any case, and
// so is openid if the server signs id_tokens.
//
// If the scopes are not set, offline_access is added if it is offered, so that the login lasts. Of the contract's own
// scopes, only those that the API or the server names are asked for then.
func (s Settings) Ask(ends Endpoints, kept, more []string) Request {
	r := Request{Ends: ends, Resource: ends.Resource}
	names := ends.Scopes
	if len(ends.apiScopes) > 0 {
		names = ends.apiScopes
	}
	var ask, leftOut []string
	for _, scope := range s.Scopes {
		always := s.ScopesFrom != "" || scope == scopeOpenID || scope == "profile"
		named := slices.Contains(names, scope)
		switch {
		case !always && !named && len(ends.apiScopes) > 0: // no one asks for it
		case len(ends.Scopes) > 0 && !slices.Contains(ends.Scopes, scope) && !(scope == scopeOpenID && ends.signsIDTokens):
			leftOut = append(leftOut, scope)
		case always || named:
			ask = append(ask, scope)
		}
	}
	r.Kept = without(kept, slices.Concat(ask, more))
	r.Scopes = union(nil, slices.Concat(ask, kept, more))
	if s.ScopesFrom == "" && ends.offersOffline() && !slices.Contains(r.Scopes, ScopeOffline) {
		r.Added = ScopeOffline
		r.Scopes = append(r.Scopes, ScopeOffline)
	}
	r.LeftOut = without(leftOut, r.Scopes)
	return r
}

// Without removes the part of the request that this program added by itself and the server refused with that code. It
// also returns a sentence that says so, or false if no part can be removed.
func (r Request) Without(code string) (less Request, told string, ok bool) {
	host := HostOf(r.Ends.Token)
	switch {
	case code == "invalid_target" && r.Resource != "":
		told = fmt.Sprintf("%s does not know the API as %s; signing in again without naming it.", host, r.Resource)
		r.Resource = ""
	case code == "invalid_scope" && r.Added != "":
		told = fmt.Sprintf("%s lists %s and refuses it; signing in again without it.", host, r.Added)
		r.Scopes, r.Added = without(r.Scopes, []string{r.Added}), ""
	}
	return r, told, told != ""
}

// offline says how offline_access was handled.
func (r Request) offline() Offline {
	switch {
	case slices.Contains(r.Scopes, ScopeOffline):
		return OfflineAsked
	case r.Ends.offersOffline():
		return OfflineUnasked
	case len(r.Ends.Scopes) == 0 && r.Ends.renews():
		return OfflineUnknown
	}
	return OfflineNotOffered
}

// offersOffline reports whether the server offers offline_access and gives refresh tokens.
func (e Endpoints) offersOffline() bool { return slices.Contains(e.Scopes, ScopeOffline) && e.renews() }

// renews reports whether the server gives refresh tokens, as far as is known.
func (e Endpoints) renews() bool {
	return len(e.grants) == 0 || slices.Contains(e.grants, refreshGrant)
}

// askParams returns the parameters that name what the token is for and which claims the id_token should have.
//
// They ask for the market and the name in the id_token itself, if the server allows that (OpenID Connect Core 1.0
// §5.5): such a server may put the claims of a scope only into its userinfo (§5.4). They ask for them in userinfo too,
// for a server that never puts them into the id_token. The address, which is more than a country, is asked for only
// with its scope or by name.
func (s Settings) askParams(r Request) []oauth2.AuthCodeOption {
	params := map[string]string{"resource": r.Resource, "audience": s.Audience}
	if r.Ends.takesClaims && slices.Contains(r.Scopes, scopeOpenID) {
		names := s.MarketClaims
		if names == nil {
			names = s.marketClaims()[:1]
		}
		for scope, claims := range map[string][]string{"profile": {"name", "locale"}, "email": {"email"}, "address": {"address"}} {
			if slices.Contains(r.Scopes, scope) {
				names = slices.Concat(names, claims)
			}
		}
		ask := map[string]any{} // null: a voluntary claim
		for _, name := range names {
			ask[name] = nil
			if first, _, nested := strings.Cut(name, "."); nested && !strings.Contains(first, ":") {
				ask[first] = nil
			}
		}
		wanted := map[string]any{"id_token": ask}
		if r.Ends.Userinfo != "" {
			wanted["userinfo"] = ask
		}
		text, _ := json.Marshal(wanted) // strings and nulls can always be encoded
		params["claims"] = string(text)
	}
	var options []oauth2.AuthCodeOption
	for name, value := range params {
		if value != "" {
			options = append(options, oauth2.SetAuthURLParam(name, value))
		}
	}
	return options
}

// union appends the words that are not there yet.
func union(list, more []string) []string {
	for _, word := range more {
		if !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list
}

// without returns the words of list that are not in other.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(word string) bool { return slices.Contains(other, word) })
}

// both returns the words of list that are also in other.
func both(list, other []string) []string { return without(list, without(list, other)) }
