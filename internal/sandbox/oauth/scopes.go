package oauth

import (
	"slices"
	"strings"
)

// The scopes this server grants. What each one opens:
//
//	openid   an id_token (sub), the userinfo endpoint, and every search
//	profile  name, given_name, family_name, preferred_username, locale, zoneinfo
//	         and country_code, in the id_token and at userinfo
//	email    email and email_verified, in the same places
//	address  address.country, in the same places
//	users    all that the API's own "who am I" may tell about the caller
const (
	scopeOpenID  = "openid"
	scopeProfile = "profile"
	scopeEmail   = "email"
	scopeAddress = "address"
	scopeUsers   = "users"
)

// permission is a scope in the words the consent page uses for it.
type permission struct {
	Scope string
	Words string
}

func permissions() []permission {
	return []permission{
		{scopeOpenID, "Sign in as this traveler, and search flights and hotels in their name"},
		{scopeProfile, "See the traveler’s name, language and home market"},
		{scopeEmail, "See the traveler’s email address"},
		{scopeAddress, "See the traveler’s home country"},
		{scopeUsers, "Ask the service who is signed in"},
	}
}

// permissionsFor returns what the consent page says about scopes.
func permissionsFor(scopes []string) []permission {
	return slices.DeleteFunc(permissions(), func(p permission) bool { return !slices.Contains(scopes, p.Scope) })
}

func knownScopes() []string {
	var names []string
	for _, p := range permissions() {
		names = append(names, p.Scope)
	}
	return names
}

// defaultScopes are granted when a client names none (RFC 6749 §3.3).
func defaultScopes() []string {
	return []string{scopeOpenID, scopeProfile, scopeUsers}
}

// grantable returns the scopes of a request that this server knows, each once,
// in its own order. A scope it does not know is left out, as OpenID Connect
// Core §3.1.2.1 asks; the token answer tells what was granted.
func grantable(requested []string) []string {
	return slices.DeleteFunc(knownScopes(), func(name string) bool {
		return !slices.Contains(requested, name)
	})
}

// splitScope reads a scope parameter, and reports whether it keeps to the
// characters of RFC 6749 §3.3.
func splitScope(text string) ([]string, bool) {
	for i := range len(text) {
		c := text[i]
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			return nil, false
		}
	}
	return strings.Fields(text), true
}
