package oauth

import (
	"errors"
	"strings"
)

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
