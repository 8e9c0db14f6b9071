package oauth

import (
	"errors"
	"net/http"
	"slices"
	"strings"
)

// userinfoEndpoint answers who a token belongs to.
type userinfoEndpoint struct {
	resource string
	verify   func(token string) (Claims, error)
}

// serve tells what the token's scopes open about its owner (OpenID
// Connect Core §5.3). The token comes in the header, nowhere else.
func (e userinfoEndpoint) serve(w http.ResponseWriter, r *http.Request) {
	who, scopes, err := e.bearer(r)
	lacking, isScope := errors.AsType[*ScopeError](err)
	switch {
	case errors.Is(err, errNoToken):
		w.Header().Set("WWW-Authenticate", challenge(e.resource, nil))
		writeSecret(w, http.StatusUnauthorized, refuse("invalid_token", "an access token is needed"))
	case errors.Is(err, ErrInvalidToken):
		w.Header().Set("WWW-Authenticate", challenge(e.resource, err))
		writeSecret(w, http.StatusUnauthorized, refuse("invalid_token", quotable(err.Error())))
	case isScope:
		w.Header().Set("WWW-Authenticate", challenge(e.resource, err))
		writeSecret(w, http.StatusForbidden, refuse("insufficient_scope", quotable(lacking.Error())))
	case err != nil:
		writeError(w, asProtocolError(err))
	default:
		writeSecret(w, http.StatusOK, userinfo{Subject: who.Subject, identity: identityOf(who, scopes)})
	}
}

type userinfo struct {
	Subject string `json:"sub"`
	identity
}

var errNoToken = errors.New("no access token was sent")

func (e userinfoEndpoint) bearer(r *http.Request) (Account, []string, error) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return Account{}, nil, errNoToken
	}
	claims, err := e.verify(strings.TrimSpace(token))
	if err != nil {
		return Account{}, nil, err
	}
	scopes := strings.Fields(claims.Scope)
	if !slices.Contains(scopes, scopeOpenID) {
		return Account{}, nil, &ScopeError{Scope: scopeOpenID}
	}
	who, _ := accountBySubject(claims.Subject) // verify found it
	return who, scopes, nil
}

// ScopeError means that a valid token lacks a scope that the request needs.
type ScopeError struct {
	Scope string // the one that is missing
}

func (e *ScopeError) Error() string { return "the access token lacks the scope " + e.Scope }

// challenge is [Server.Challenge] for a resource.
func challenge(resource string, err error) string {
	value := `Bearer realm="travel sandbox", resource_metadata="` + resourceMetadataURL(resource) + `"`
	if err == nil {
		return value
	}
	if lacking, ok := errors.AsType[*ScopeError](err); ok {
		return value + `, error="insufficient_scope", error_description="` + quotable(lacking.Error()) +
			`", scope="` + quotable(lacking.Scope) + `"`
	}
	if errors.Is(err, ErrInvalidToken) {
		return value + `, error="invalid_token", error_description="` + quotable(err.Error()) + `"`
	}
	return value
}

// resourceMetadataURL puts the well-known path between the host and the path of
// the resource (RFC 9728 §3.1).
func resourceMetadataURL(resource string) string {
	path := pathOf(resource)
	return strings.TrimSuffix(resource, path) + resourceMetadataPath + path
}

// quotable drops what may not stand in an error_description (RFC 6750 §3).
func quotable(text string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			return -1
		}
		return c
	}, text)
}
