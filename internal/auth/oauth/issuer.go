package oauth

import (
	"errors"
	"fmt"

	"travel.example/travel/internal/auth/failure"
	"travel.example/travel/internal/auth/foreign"
	"travel.example/travel/internal/auth/grant"
)

// errElsewhere is an address of the settings that a stored login has nothing to do with.
var errElsewhere = errors.New("names a different server from the one the login was made at")

// refreshAt is where a stored login is renewed: where it was made, or at the token-url of the settings
// if that is on the same server. What a flag or a variable names alone must not get a token that
// another server gave (resilience T03).
func (s Settings) refreshAt(l grant.Login) (string, error) {
	if named := s.TokenURL; named != "" && named != l.Facts.Token {
		if foreign.Origin(named) != foreign.Origin(l.Facts.Token) {
			return "", failure.Because(failure.ErrLoginRequired, fmt.Errorf("token-url %w", errElsewhere))
		}
		return named, nil
	}
	return l.Facts.Token, nil
}

// revokeAt is where a login is revoked, "" if that is not known. A revoke-url that was set after the
// login was made must be on a server that had a part in it.
func (s Settings) revokeAt(l grant.Login) (string, error) {
	named := s.RevokeURL
	if named == "" || named == l.Facts.Revoke {
		return l.Facts.Revoke, nil
	}
	for _, known := range []string{l.Facts.Revoke, l.Facts.Token, l.Facts.Issuer} {
		if known != "" && foreign.Origin(named) == foreign.Origin(known) {
			return named, nil
		}
	}
	return "", &failure.SettingsError{Setting: "revoke-url", Reason: errElsewhere.Error()}
}
