package flow

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/oauth2"
)

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

// Offline says what became of offline_access at a sign-in, the scope that brings a refresh token where
// none is given by itself.
type Offline string

// What can have become of it.
const (
	OfflineUnknown    Offline = "" // not asked for, and the server does not say what it offers
	OfflineNotOffered Offline = "not offered"
	OfflineUnasked    Offline = "unasked" // although the server offers it
	OfflineAsked      Offline = "asked"
)

// wordList takes a list of words that a scope, a grant type or a prompt could be. What else stands
// in the list is passed over, and a list of another type says nothing.
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

// Ask is what a sign-in asks of a server: the scopes of the settings, those that were granted at the sign-in
// before, which are kept, and those that the person has named for this one. Those of the settings that the
// server does not offer are left out. A list of what is offered need not be complete (RFC 8414 §2), so the
// others are asked for in any case. openid is too, of a server that signs id_tokens.
//
// Where no one has set the scopes, the login is to last: offline_access is added where it is offered. Of
// the contract's own scopes only those are asked for then that the API or the server names.
func (s Settings) Ask(ends Endpoints, kept, named []string) Request {
	r := Request{Ends: ends, Resource: ends.Resource}
	names := ends.Scopes
	if len(ends.apiScopes) > 0 {
		names = ends.apiScopes
	}
	var ask, leftOut []string
	for _, scope := range s.Scopes {
		switch {
		case len(ends.Scopes) > 0 && !slices.Contains(ends.Scopes, scope) && !(scope == scopeOpenID && ends.signsIDTokens):
			leftOut = append(leftOut, scope)
		case s.ScopesFrom != "" || scope == scopeOpenID || scope == "profile" || slices.Contains(names, scope):
			ask = append(ask, scope)
		}
	}
	r.Kept = without(kept, slices.Concat(ask, named))
	r.Scopes = union(nil, slices.Concat(ask, kept, named))
	if s.ScopesFrom == "" && ends.offersOffline() && !slices.Contains(r.Scopes, ScopeOffline) {
		r.Added = ScopeOffline
		r.Scopes = append(r.Scopes, ScopeOffline)
	}
	r.LeftOut = without(leftOut, r.Scopes)
	return r
}

// Without is the request again without what this program asked for by itself and the server has refused, as
// that code says, and a sentence that says so; false where nothing of it was refused.
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

// offline says what became of offline_access.
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

// offersOffline says whether the server offers a scope by which a login lasts.
func (e Endpoints) offersOffline() bool { return slices.Contains(e.Scopes, ScopeOffline) && e.renews() }

// renews says whether the server gives refresh tokens, as far as is known.
func (e Endpoints) renews() bool {
	return len(e.grants) == 0 || slices.Contains(e.grants, refreshGrant)
}

// askParams are what a request for a sign-in says beside the scopes: what the token is to be for, and the
// claims.
func (s Settings) askParams(r Request) []oauth2.AuthCodeOption {
	var params []oauth2.AuthCodeOption
	for _, param := range [][2]string{{"resource", r.Resource}, {"audience", s.Audience}, {"claims", s.claimsParam(r)}} {
		if param[1] != "" {
			params = append(params, oauth2.SetAuthURLParam(param[0], param[1]))
		}
	}
	return params
}

// claimsParam asks for the market and the name in the id_token itself, of a server that lets one
// ask (OpenID Connect Core 1.0 §5.5), since such a server may put what a scope is good for into its
// userinfo alone (§5.4); and there as well, for one that keeps them out of the id_token in any case. The
// address, which is more than a country, is asked for with its scope or by name. "" asks for nothing.
func (s Settings) claimsParam(r Request) string {
	if !r.Ends.takesClaims || !slices.Contains(r.Scopes, scopeOpenID) {
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
			if slices.Contains(r.Scopes, scope) {
				ask[claim] = nil
			}
		}
	}
	wanted := map[string]any{"id_token": ask}
	if r.Ends.Userinfo != "" {
		wanted["userinfo"] = ask
	}
	text, err := json.Marshal(wanted)
	if err != nil {
		return "" // strings and nulls always can be
	}
	return string(text)
}

// union appends what is not there yet.
func union(list, more []string) []string {
	for _, word := range more {
		if !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list
}

// without leaves out what stands in other.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(word string) bool { return slices.Contains(other, word) })
}

// both keeps what stands in other, too.
func both(list, other []string) []string { return without(list, without(list, other)) }
