// Package flow is what is said to a sign-in server, discovery, registration, codes, tokens, keys and
// revocation, with the values that a sign-in works with: secrets, logins, accounts and failures. It judges
// what comes from outside, and knows no store, no browser and no person.
package flow

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"travel.example/travel/internal/transport"
)

// Settings names one deployment and the client this program is to it.
type Settings struct {
	// Issuer is the root of discovery and what id_tokens must name, compared character by character.
	// When it is empty, and AuthorizeURL or TokenURL is too, the API names its issuer (RFC 9728).
	Issuer string
	// Explicit endpoints win over discovered ones; AuthorizeURL and TokenURL together replace discovery.
	AuthorizeURL, TokenURL, RevokeURL, JWKSURL, DeviceURL string

	Hosts        []string // beside the issuer's own site, that its metadata may name, in small letters
	APIURL       string   // the root of the deployment's API; tokens are bound to its origin
	ClientID     string   // of the public client; without one, login registers this program (RFC 7591)
	ClientIDFrom string   // who named that client, as in TRAVEL_CLIENT_ID; "" where no one did
	Scopes       []string // asked for at login, as far as the server offers them
	ScopesFrom   string   // who set them, as in TRAVEL_SCOPES; "" where no one did
	Audience     string   // for servers that take that older parameter in place of RFC 8707's resource; "" is not sent
	RedirectPort int      // of the loopback callback; 0 is any free one
	RedirectPath string   // of the callback; "" is /callback
	// MarketClaims name the claims that hold the market, the best one first; nil is [MarketClaims].
	// A name with dots that is not a claim itself is a path into nested claims.
	MarketClaims []string
	// Change says, as a command or in words, how a person gives a setting another value where it is made
	// now, or takes it back with ""; nil is by travel config.
	Change func(setting, value string) string `json:"-"`
}

// Check finds settings no login can work with, before anything is sent.
func (s Settings) Check() error {
	if s.RedirectPort < 0 || s.RedirectPort > 65535 {
		return BadSetting("redirect-port", "must be between 0 and 65535")
	}
	if u, err := url.Parse(s.RedirectPath); err != nil || !strings.HasPrefix(s.RedirectPath, "/") ||
		strings.HasPrefix(s.RedirectPath, "//") || u.Path != s.RedirectPath {
		return BadSetting("redirect-path", "must be a plain path such as /callback")
	}
	if s.Issuer == "" && s.APIURL == "" && !s.Pinned() {
		return BadSetting("issuer", "is not set, and neither are api-url or authorize-url with token-url")
	}
	for _, named := range []struct{ name, url string }{
		{"issuer", s.Issuer}, {"api-url", s.APIURL}, {"authorize-url", s.AuthorizeURL}, {"token-url", s.TokenURL},
		{"revoke-url", s.RevokeURL}, {"jwks-url", s.JWKSURL}, {"device-url", s.DeviceURL},
	} {
		if named.url == "" {
			continue
		}
		if _, err := CheckURL(named.url); err != nil {
			return BadSetting(named.name, err.Error())
		}
	}
	return nil
}

// Pinned says that the settings name the two endpoints a login cannot do without, so that nothing
// has to be discovered.
func (s Settings) Pinned() bool { return s.AuthorizeURL != "" && s.TokenURL != "" }

// Binding tells logins apart that must not be taken for each other. Another issuer, client or API origin is
// another login, so a token never follows a changed address (docs/threats.md, T03).
func (s Settings) Binding() string {
	issuer := s.Issuer
	if issuer == "" && s.Pinned() {
		issuer = s.TokenURL
	}
	h := sha256.New()
	for _, part := range []string{issuer, s.ClientID, Origin(s.APIURL)} {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part)))) // so that parts cannot run together
		h.Write([]byte(part))
	}
	return strings.ToLower(base32.StdEncoding.EncodeToString(h.Sum(nil)))[:26] // 130 bits
}

// ToChange is Change, or by travel config.
func (s Settings) ToChange(setting, value string) string {
	switch {
	case s.Change != nil:
		return s.Change(setting, value)
	case value == "":
		return "travel config unset " + setting
	}
	return "travel config set " + setting + " VALUE"
}

// ServerName names the sign-in server for people, as far as the settings know it.
func (s Settings) ServerName() string {
	for _, address := range []string{s.Issuer, s.TokenURL, s.APIURL} {
		if address != "" {
			return HostOf(address)
		}
	}
	return "the sign-in server"
}

// Client talks to the sign-in server of one deployment. All fields but Limit are needed. It is safe for
// concurrent use while nothing writes to its fields.
type Client struct {
	Settings   Settings
	HTTP       http.RoundTripper
	Limit      time.Duration // of one request, its body included; 0 is RequestTimeout
	Now        func() time.Time
	Wait       func(ctx context.Context, d time.Duration) error // sleeps until the duration is over or ctx ends
	WaitBudget time.Duration                                    // the longest Retry-After that is waited for
	Log        *transport.Log                                   // of each request and answer, without secrets; nil for none
	Pausing    func(transport.Pause)                            // takes every wait that a busy server asked for
	Rand       func() float64                                   // spreads those waits, from 0 up to but not including 1
	Notices    io.Writer                                        // lines for a person, never a secret
}
