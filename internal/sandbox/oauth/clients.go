package oauth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// ClientID is the built-in public client, which needs no registration and has no secret.
const ClientID = "travel-cli"

const (
	grantCode    = "authorization_code"
	grantRefresh = "refresh_token"
	grantDevice  = "urn:ietf:params:oauth:grant-type:device_code"
)

func grantTypes() []string { return []string{grantCode, grantRefresh, grantDevice} }

const (
	clientPrefix = "client-"

	// A client id contains the registration and is part of every access token, which has to fit in a platform's
	// key store.
	maxClientIDBytes = 1024
)

// client is a program that requests tokens. For a registered client, it is also the JSON content of its id; the
// names are short to keep the id short.
type client struct {
	ID        string   `json:"-"`
	Name      string   `json:"n,omitempty"` // as sent by the client, unverified
	Redirects []string `json:"r,omitempty"` // only for a registered client
	Grants    string   `json:"g"`           // first letter of each of its grant types
	Salt      string   `json:"s"`           // makes each id unique (RFC 7591 §3.2.1)
}

// Registered reports whether the client registered, unlike the built-in one.
func (c client) Registered() bool { return c.ID != ClientID }

// may reports whether the client registered for the grant type.
func (c client) may(grantType string) bool {
	return strings.Contains(c.Grants, grantType[:1])
}

// client returns the client with the given id and reports whether the id is valid.
func (s *Server) client(id string) (client, bool) {
	if id == ClientID {
		return client{ID: id, Grants: "aru"}, true
	}
	signed, ok := strings.CutPrefix(id, clientPrefix)
	if !ok {
		return client{}, false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(signed)
	cut := len(raw) - sha256.Size
	if err != nil || cut < 0 || !hmac.Equal(raw[cut:], s.markOf(raw[:cut])) {
		return client{}, false
	}
	c := client{ID: id}
	return c, json.Unmarshal(raw[:cut], &c) == nil
}

// markOf returns the signature at the end of a client id, which only this server can make. The id is not a JWT,
// because anything that looks like a token would be treated as a secret.
func (s *Server) markOf(text []byte) []byte {
	mark := hmac.New(sha256.New, s.clientKey)
	mark.Write(text)
	return mark.Sum(nil)
}

// redirectsTo reports whether answers to c may be sent to an address. A registered loopback address matches any
// port (RFC 8252 §7.3); any other address must match exactly.
func (c client) redirectsTo(raw string) bool {
	u, loopback, ok := readRedirect(raw)
	if !ok || !c.Registered() {
		return loopback && u.Port() != ""
	}
	return slices.ContainsFunc(c.Redirects, func(known string) bool {
		k, _, _ := readRedirect(known)
		return raw == known || loopback && k.Scheme == u.Scheme && k.Hostname() == u.Hostname() && k.EscapedPath() == u.EscapedPath()
	})
}

// readRedirect parses a redirect address. It accepts https, and http on 127.0.0.1 and [::1], without user, query
// or fragment.
func readRedirect(raw string) (u *url.URL, loopback, ok bool) {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.User != nil || strings.ContainsAny(raw, "?#") {
		return nil, false, false
	}
	loopback = u.Scheme == "http" && (u.Hostname() == "127.0.0.1" || u.Hostname() == "::1")
	return u, loopback, loopback || u.Scheme == "https"
}

// clientMetadata is a client's registration request and the answer to it (RFC 7591 §2 and §3.2.1). Other members
// are neither kept nor returned.
type clientMetadata struct {
	ID            string   `json:"client_id,omitempty"`
	IssuedAt      int64    `json:"client_id_issued_at,omitempty"` // seconds since 1970
	Name          string   `json:"client_name,omitempty"`
	RedirectURIs  []string `json:"redirect_uris,omitempty"`
	GrantTypes    []string `json:"grant_types"`
	ResponseTypes []string `json:"response_types"`
	AuthMethod    string   `json:"token_endpoint_auth_method"`
}

// registerClient registers any client that asks (RFC 7591 §3) and stores nothing.
func (s *Server) registerClient(r *http.Request) (any, error) {
	invalid := func(why string) (any, error) { return nil, refuse("invalid_client_metadata", why) }
	var m clientMetadata
	if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
		return invalid("the body is not a JSON object of client metadata")
	}
	if m.AuthMethod != "" && m.AuthMethod != "none" {
		return invalid("only public clients register here: token_endpoint_auth_method must be none")
	}
	if len(m.GrantTypes) == 0 {
		m.GrantTypes = []string{grantCode}
	}
	wanted := m.GrantTypes
	m.GrantTypes = slices.DeleteFunc(grantTypes(), func(t string) bool { return !slices.Contains(wanted, t) })
	byCode := slices.Contains(m.GrantTypes, grantCode)
	if !byCode && !slices.Contains(m.GrantTypes, grantDevice) {
		return invalid("grant_types needs one to sign in by: authorization_code or " + grantDevice)
	}
	m.ResponseTypes = []string{}
	if byCode {
		m.ResponseTypes = []string{"code"}
	}
	if byCode && len(m.RedirectURIs) == 0 {
		return nil, refuse("invalid_redirect_uri", "redirect_uris is needed for authorization_code")
	}
	for _, raw := range m.RedirectURIs {
		if _, _, ok := readRedirect(raw); !ok {
			return nil, refuse("invalid_redirect_uri", "a redirect_uri must be https, or http on 127.0.0.1 or [::1], without query, fragment or user")
		}
	}
	m.Name, m.AuthMethod, m.IssuedAt = cleanName(m.Name), "none", s.now().Unix()
	c := client{Name: m.Name, Redirects: m.RedirectURIs, Salt: rand.Text()[:8]}
	for _, t := range m.GrantTypes {
		c.Grants += t[:1]
	}
	text, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	m.ID = clientPrefix + base64.RawURLEncoding.EncodeToString(append(text, s.markOf(text)...))
	if len(m.ID) > maxClientIDBytes {
		return invalid("client_name and redirect_uris are too long together; about 600 bytes fit")
	}
	return m, nil
}

// cleanName turns the name that a client gives itself into one line of printable text.
func cleanName(name string) string {
	hidden := func(c rune) bool { return c == ' ' || !unicode.IsPrint(c) }
	return strings.Join(strings.FieldsFunc(name, hidden), " ")
}
