package flow

import (
	"encoding/json"
	"fmt"
	"slices"
)

const (
	scopeOpenID = "openid"
	// ScopeOffline asks for a login that outlives its access token, by a refresh token (OpenID Connect Core 1.0 §11).
	ScopeOffline  = "offline_access"
	promptConsent = "consent"
	refreshGrant  = "refresh_token"
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

// Wish is what a sign-in is to ask for beside the scopes of the settings.
type Wish struct {
	Kept  []string // granted at the sign-in before
	Named []string // by the person, for this sign-in
}

// Ask makes up what scopes r asks for. Those of the settings that the server does not offer are left
// out. A list of what is offered need not be complete (RFC 8414 §2), so what the server granted before,
// and what a person names for this sign-in, is asked for in any case. openid is too, of a server that
// signs id_tokens.
//
// Where no one has set the scopes, the login is to last: offline_access is added where it is offered. Of
// the contract's own scopes only those are asked for then that the API or the server names.
func (s Settings) Ask(r Request, w Wish) Request {
	var ask, leftOut []string
	for _, scope := range s.Scopes {
		switch {
		case !r.Ends.offers(scope):
			leftOut = append(leftOut, scope)
		case s.ScopesFrom != "" || scope == scopeOpenID || scope == "profile" || r.Ends.names(scope):
			ask = append(ask, scope)
		}
	}
	r.Kept = without(w.Kept, slices.Concat(ask, w.Named))
	ask = union(union(ask, w.Kept), w.Named)
	r.added = ""
	if s.ScopesFrom == "" && r.Ends.offersOffline() && !slices.Contains(ask, ScopeOffline) {
		r.added = ScopeOffline
		ask = append(ask, ScopeOffline)
	}
	r.Scopes, r.LeftOut = union(nil, ask), without(leftOut, ask)
	return r
}

// outcome tells the scopes that were granted, to ask for at the next sign-in as well, from those that
// were not. What this program added by itself it will add again, and is in neither.
func (r Request) outcome(granted []string) (kept, refused []string) {
	kept = []string{}
	for _, scope := range r.Scopes {
		switch {
		case scope == r.added:
		case slices.Contains(granted, scope):
			kept = append(kept, scope)
		default:
			refused = append(refused, scope)
		}
	}
	return kept, refused
}

// offers says whether a scope can be asked for, as far as the server says.
func (e Endpoints) offers(scope string) bool {
	return len(e.Scopes) == 0 || slices.Contains(e.Scopes, scope) || scope == scopeOpenID && e.signsIDTokens
}

// names says whether the API, or else the server, lists a scope.
func (e Endpoints) names(scope string) bool {
	if len(e.apiScopes) > 0 {
		return slices.Contains(e.apiScopes, scope)
	}
	return slices.Contains(e.Scopes, scope)
}

// Without is the request again without what this program asked for by itself and the server has refused,
// and a sentence that says so; false where nothing of it was refused.
func (r Request) Without(denied *DeniedError) (Request, string, bool) {
	switch {
	case denied.Code == "invalid_target" && r.Resource != "":
		told := fmt.Sprintf("%s does not know the API as %s; signing in again without naming it.", HostOf(r.Ends.Token), r.Resource)
		r.Resource = ""
		return r, told, true
	case denied.Code == "invalid_scope" && r.added != "":
		told := fmt.Sprintf("%s lists %s and refuses it; signing in again without it.", HostOf(r.Ends.Token), r.added)
		r.Scopes, r.added = without(r.Scopes, []string{r.added}), ""
		return r, told, true
	}
	return r, "", false
}

// offline says what became of offline_access.
func (r Request) offline() Offline {
	switch {
	case slices.Contains(r.Scopes, ScopeOffline):
		return Asked
	case r.Ends.offersOffline():
		return Unasked
	case len(r.Ends.Scopes) == 0 && r.Ends.renews():
		return Unknown
	}
	return NotOffered
}

// offersOffline says whether the server offers a scope by which a login lasts.
func (e Endpoints) offersOffline() bool { return slices.Contains(e.Scopes, ScopeOffline) && e.renews() }

// renews says whether the server gives refresh tokens, as far as is known.
func (e Endpoints) renews() bool {
	return len(e.grants) == 0 || slices.Contains(e.grants, refreshGrant)
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
