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

// ClientID is the client that need not register. It is public: it has no secret.
const ClientID = "travel-cli"

const (
	grantCode    = "authorization_code"
	grantRefresh = "refresh_token"
	grantDevice  = "urn:ietf:params:oauth:grant-type:device_code"
)

func grantTypes() []string { return []string{grantCode, grantRefresh, grantDevice} }

const (
	clientPrefix = "client-"

	// The id carries the registration, and goes into every access token, which a
	// platform's key store must still take.
	maxClientIDBytes = 1024
)

// client is a program that asks for tokens, and what the id of one that registered
// carries. The names are short because the id is long enough.
type client struct {
	ID        string   `json:"-"`
	Name      string   `json:"n,omitempty"` // it was not checked
	Redirects []string `json:"r,omitempty"` // of a registered one
	Grants    string   `json:"g"`           // the first letter of each of its grant types
	Salt      string   `json:"s"`           // makes each id unique (RFC 7591 §3.2.1)
}

// Registered reports whether it is another client than the built-in one.
func (c client) Registered() bool { return c.ID != ClientID }

// may reports whether the client registered for one of the grant types.
func (c client) may(grantType string) bool {
	return strings.Contains(c.Grants, grantType[:1])
}

// client finds a client by its id.
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

// markOf is a mark at the end of a client id that only this server can make. The id is
// no JWT: one that looks like a token would be kept as a secret.
func (s *Server) markOf(text []byte) []byte {
	mark := hmac.New(sha256.New, s.clientKey)
	mark.Write(text)
	return mark.Sum(nil)
}

// redirectsTo reports whether answers to c may go to an address. A registered
// loopback address stands for every port of it (RFC 8252 §7.3); any other has
// to be the same.
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

// readRedirect takes https, and http on 127.0.0.1 and [::1], without a user, query or
// fragment.
func readRedirect(raw string) (u *url.URL, loopback, ok bool) {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.User != nil || strings.ContainsAny(raw, "?#") {
		return nil, false, false
	}
	loopback = u.Scheme == "http" && (u.Hostname() == "127.0.0.1" || u.Hostname() == "::1")
	return u, loopback, loopback || u.Scheme == "https"
}

// clientMetadata is what a client says about itself, and the answer (RFC 7591
// §2 and §3.2.1). Other members are neither kept nor returned.
type clientMetadata struct {
	ID            string   `json:"client_id,omitempty"`
	IssuedAt      int64    `json:"client_id_issued_at,omitempty"` // seconds since 1970
	Name          string   `json:"client_name,omitempty"`
	RedirectURIs  []string `json:"redirect_uris,omitempty"`
	GrantTypes    []string `json:"grant_types"`
	ResponseTypes []string `json:"response_types"`
	AuthMethod    string   `json:"token_endpoint_auth_method"`
}

// registerClient registers anyone who asks (RFC 7591 §3), and stores nothing.
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

// cleanName makes the name that a client gives itself one visible line.
func cleanName(name string) string {
	hidden := func(c rune) bool { return c == ' ' || !unicode.IsPrint(c) }
	return strings.Join(strings.FieldsFunc(name, hidden), " ")
}
