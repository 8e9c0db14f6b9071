package oauth

import (
	"net/url"
	"strings"
	"time"

	"travel.example/travel/internal/auth/failure"
	"travel.example/travel/internal/auth/foreign"
)

// RequestTimeout bounds one request to the authorization server, its body included.
const RequestTimeout = 30 * time.Second

// Settings names one deployment and the client this program is to it.
type Settings struct {
	// Issuer is the root of discovery and what id_tokens must name, compared character by character.
	// When it is empty, and AuthorizeURL or TokenURL is too, the API names its issuer (RFC 9728).
	Issuer string
	// Explicit endpoints win over discovered ones; AuthorizeURL and TokenURL together replace discovery.
	AuthorizeURL, TokenURL, RevokeURL, JWKSURL, DeviceURL string
	// APIURL is the root of the deployment's API. Tokens are bound to its origin.
	APIURL string
	// ProbePath is the path below APIURL that is read without a token when the well-known document
	// of RFC 9728 is missing, for the WWW-Authenticate of its 401. "" means /v1/user.
	ProbePath string
	// ClientID is the public client's id at the issuer. When it is empty, login registers this program
	// where the issuer offers that (RFC 7591).
	ClientID string
	// Scopes are asked for at login.
	Scopes []string
	// RedirectPort and RedirectPath make up the loopback callback; 0 is any free port and
	// "" is /callback.
	RedirectPort int
	RedirectPath string
	// MarketClaim names the id_token claim that holds the market; "" is country_code. A name with
	// dots that is not a claim itself is a path into nested claims.
	MarketClaim string
}

// Check finds settings no login can work with, before anything is sent.
func (s Settings) Check() error {
	if s.RedirectPort < 0 || s.RedirectPort > 65535 {
		return &failure.SettingsError{Setting: "redirect-port", Reason: "must be between 0 and 65535"}
	}
	if u, err := url.Parse(s.RedirectPath); err != nil || !strings.HasPrefix(s.RedirectPath, "/") ||
		strings.HasPrefix(s.RedirectPath, "//") || u.Path != s.RedirectPath {
		return &failure.SettingsError{Setting: "redirect-path", Reason: "must be a plain path such as /callback"}
	}
	if s.Issuer == "" && s.APIURL == "" && !s.Pinned() {
		return &failure.SettingsError{Setting: "issuer", Reason: "is not set, and neither are api-url or authorize-url with token-url"}
	}
	for _, named := range []struct{ name, url string }{
		{"issuer", s.Issuer}, {"api-url", s.APIURL}, {"authorize-url", s.AuthorizeURL}, {"token-url", s.TokenURL},
		{"revoke-url", s.RevokeURL}, {"jwks-url", s.JWKSURL}, {"device-url", s.DeviceURL},
	} {
		if named.url == "" {
			continue
		}
		if _, err := foreign.CheckURL(named.url); err != nil {
			return &failure.SettingsError{Setting: named.name, Reason: err.Error()}
		}
	}
	return nil
}

// Pinned says that the settings name the two endpoints a login cannot do without, so that nothing
// has to be discovered.
func (s Settings) Pinned() bool { return s.AuthorizeURL != "" && s.TokenURL != "" }

// ServerName names the sign-in server for people, as far as the settings know it.
func (s Settings) ServerName() string {
	for _, address := range []string{s.Issuer, s.TokenURL, s.APIURL} {
		if address != "" {
			return foreign.HostOf(address)
		}
	}
	return "the sign-in server"
}
