package oauth

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/url"
	"strings"
)

const challengeBytes = 43 // SHA-256 in base64url (RFC 7636 §4.2)

// checkPKCE insists on S256: without a method RFC 7636 means plain.
func checkPKCE(params url.Values) *protocolError {
	challenge := params.Get("code_challenge")
	if params.Get("code_challenge_method") != "S256" {
		return refuse("invalid_request", "code_challenge_method must be S256")
	}
	if len(challenge) != challengeBytes || strings.IndexFunc(challenge, func(c rune) bool { return !unreserved(c) || c == '.' || c == '~' }) >= 0 {
		return refuse("invalid_request", "code_challenge must be a SHA-256 in base64url, 43 characters")
	}
	return nil
}

// proves tells whether a challenge was made from a verifier, by S256.
func proves(verifier, challenge string) bool {
	sum := sha256.Sum256([]byte(verifier))
	made := base64.RawURLEncoding.EncodeToString(sum[:])
	return subtle.ConstantTimeCompare([]byte(made), []byte(challenge)) == 1
}

// validVerifier checks the form of RFC 7636 §4.1.
func validVerifier(v string) bool {
	return len(v) >= 43 && len(v) <= 128 && strings.IndexFunc(v, func(c rune) bool { return !unreserved(c) }) < 0
}
