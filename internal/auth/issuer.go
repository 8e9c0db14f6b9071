package auth

import (
	"errors"
	"fmt"
)

// errElsewhere is an address of the settings that a stored login has nothing to do with.
var errElsewhere = errors.New("names another server than the login was made at")

// refreshAt is where a stored login is renewed: where it was made, or at the token-url of the settings
// if that is on the same server. What a flag or a variable names alone must not get a token that
// another server gave (resilience T03).
func (s Settings) refreshAt(l login) (string, error) {
	if named := s.TokenURL; named != "" && named != l.facts.Token {
		if origin(named) != origin(l.facts.Token) {
			return "", withReason(ErrLoginRequired, fmt.Errorf("token-url %w", errElsewhere))
		}
		return named, nil
	}
	return l.facts.Token, nil
}

// revokeAt is where a login is revoked, "" if that is not known. A revoke-url that was set after the
// login was made must be on a server that had a part in it.
func (s Settings) revokeAt(l login) (string, error) {
	named := s.RevokeURL
	if named == "" || named == l.facts.Revoke {
		return l.facts.Revoke, nil
	}
	for _, known := range []string{l.facts.Revoke, l.facts.Token, l.facts.Issuer} {
		if known != "" && origin(named) == origin(known) {
			return named, nil
		}
	}
	return "", &SettingsError{Setting: "revoke-url", Reason: errElsewhere.Error()}
}
