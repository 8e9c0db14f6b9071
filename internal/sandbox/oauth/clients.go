package oauth

import (
	"crypto/rand"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// ClientID is the client that need not register. It is public: it has no secret.
const ClientID = "travel-cli"

const (
	grantCode    = "authorization_code"
	grantRefresh = "refresh_token"
	grantDevice  = "urn:ietf:params:oauth:grant-type:device_code"
)

// The id of a client that registered carries what it registered, and goes into
// every access token, which a platform's key store must still take.
const (
	clientPrefix     = "client-"
	maxClientIDBytes = 1024
	clientSaltBytes  = 6
)

// client is a program that asks for tokens: the built-in one, or one that
// registered. All are public, so none has a secret to prove itself with.
type client struct {
	ID        string
	Name      string   // what a registered one calls itself, cleaned; it was not checked
	Redirects []string // of a registered one; the built-in one may use any loopback address
	Grants    []string // grant types that it may use
}

func (c client) registered() bool { return c.ID != ClientID }

func (c client) may(grantType string) bool { return slices.Contains(c.Grants, grantType) }

// clients knows programs by their ids.
type clients struct {
	seal sealer
	now  func() time.Time
}

// find returns the client of an id. The id contains all of a registered one, so
// any process with the key knows it, and a flood of them takes up no space.
func (k clients) find(id string) (client, bool) {
	if id == ClientID {
		return client{ID: id, Grants: grantTypes()}, true
	}
	sealed, ok := strings.CutPrefix(id, clientPrefix)
	if !ok || len(id) > maxClientIDBytes {
		return client{}, false
	}
	raw, ok := k.seal.open(kindClient, sealed)
	var r registration
	if !ok || json.Unmarshal(raw, &r) != nil {
		return client{}, false
	}
	return client{ID: id, Name: r.Name, Redirects: r.Redirects, Grants: r.grantTypes()}, true
}

// redirectsTo tells whether answers to c may go to an address. A registered
// loopback address stands for every port of it (RFC 8252 §7.3); any other is
// compared character by character.
func (c client) redirectsTo(raw string) bool {
	place, port, loopback := parseLoopback(raw)
	if !c.registered() {
		return loopback && port != ""
	}
	return slices.ContainsFunc(c.Redirects, func(known string) bool {
		if !loopback {
			return raw == known
		}
		knownPlace, _, ok := parseLoopback(known)
		return ok && port != "" && place == knownPlace
	})
}

// clientMetadata is what a client says about itself, and what is returned to it (RFC
// 7591 §2 and §3.2.1). Members that are not here are not kept, so they are not
// in the answer.
type clientMetadata struct {
	ID            string   `json:"client_id,omitempty"`
	IssuedAt      int64    `json:"client_id_issued_at,omitempty"` // seconds since 1970
	Name          string   `json:"client_name,omitempty"`
	RedirectURIs  []string `json:"redirect_uris,omitempty"`
	GrantTypes    []string `json:"grant_types"`
	ResponseTypes []string `json:"response_types"`
	AuthMethod    string   `json:"token_endpoint_auth_method"`
}

// registration is what the id of a client carries, sealed. The names are short
// because the id is long enough.
type registration struct {
	Name      string   `json:"n,omitempty"`
	Redirects []string `json:"r,omitempty"`
	Grants    string   `json:"g"` // a letter each
	Issued    int64    `json:"t"` // seconds since 1970
	Salt      []byte   `json:"s"` // makes each id unique (RFC 7591 §3.2.1)
}

func (k clients) idOf(c clientMetadata, now time.Time) string {
	salt := make([]byte, clientSaltBytes)
	_, _ = rand.Read(salt) // never fails
	raw, err := json.Marshal(registration{
		Name: c.Name, Redirects: c.RedirectURIs, Grants: grantLetters(c.GrantTypes), Issued: now.Unix(), Salt: salt,
	})
	if err != nil {
		panic(err) // texts and numbers always have a JSON form
	}
	return clientPrefix + k.seal.close(kindClient, raw)
}

// grantTypes are those that this server has, in the order of their letters.
func grantTypes() []string { return []string{grantCode, grantRefresh, grantDevice} }

const grantLetter = "crd"

func grantLetters(types []string) string {
	var letters []byte
	for i, grantType := range grantTypes() {
		if slices.Contains(types, grantType) {
			letters = append(letters, grantLetter[i])
		}
	}
	return string(letters)
}

func (r registration) grantTypes() []string {
	var types []string
	for i, grantType := range grantTypes() {
		if slices.Contains([]byte(r.Grants), grantLetter[i]) {
			types = append(types, grantType)
		}
	}
	return types
}
