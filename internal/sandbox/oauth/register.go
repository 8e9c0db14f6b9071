package oauth

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"time"
)

// Bounds of a registration. Its id carries it, and goes into every access token,
// which a platform's key store must still take.
const (
	clientPrefix     = "client-"
	maxClientIDBytes = 1024
	maxRegisterBytes = 16 << 10
	maxRedirects     = 5
	clientSaltBytes  = 6
)

// registration is what the id of a client carries, sealed. The names are short
// because the id is long enough.
type registration struct {
	Name      string   `json:"n,omitempty"`
	Redirects []string `json:"r,omitempty"`
	Grants    string   `json:"g"` // a letter each
	Issued    int64    `json:"t"` // seconds since 1970
	Salt      []byte   `json:"s"` // makes each id unique (RFC 7591 §3.2.1)
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

// serveRegister registers anyone who asks (RFC 7591 §3): nothing here
// is worth an initial access token. Nothing is stored.
func (s *Server) serveRegister(w http.ResponseWriter, r *http.Request) {
	asked, err := readMetadata(w, r)
	if err != nil {
		writeError(w, refuse("invalid_client_metadata", err.Error()))
		return
	}
	answer, refusal := s.register(asked)
	if refusal != nil {
		writeError(w, refusal)
		return
	}
	writeSecret(w, http.StatusCreated, answer)
}

func readMetadata(w http.ResponseWriter, r *http.Request) (clientMetadata, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return clientMetadata{}, errors.New("the body must be application/json")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRegisterBytes))
	if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong {
		return clientMetadata{}, errors.New("the body is longer than 16384 bytes")
	}
	if err != nil {
		return clientMetadata{}, errors.New("the body broke off")
	}
	return parseMetadata(body)
}

// parseMetadata reads the members that this server knows.
func parseMetadata(body []byte) (clientMetadata, error) {
	var asked *clientMetadata
	err := json.Unmarshal(body, &asked)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return clientMetadata{}, errors.New("a member has the wrong JSON type: names are texts, lists are lists of texts")
	}
	if err != nil || asked == nil {
		return clientMetadata{}, errors.New("the body is not a JSON object")
	}
	return *asked, nil
}

// register checks what a client says about itself, fills in what is missing, and
// seals it into an id.
func (s *Server) register(asked clientMetadata) (clientMetadata, *protocolError) {
	if asked.AuthMethod != "" && asked.AuthMethod != "none" {
		return clientMetadata{}, refuse("invalid_client_metadata", "only public clients register here: token_endpoint_auth_method must be none")
	}
	now := s.now()
	granted := clientMetadata{
		IssuedAt: now.Unix(), Name: cleanName(asked.Name), RedirectURIs: asked.RedirectURIs, AuthMethod: "none", ResponseTypes: []string{},
	}
	var refusal *protocolError
	if granted.GrantTypes, refusal = grantedTypes(asked); refusal != nil {
		return clientMetadata{}, refusal
	}
	if slices.Contains(granted.GrantTypes, grantCode) {
		granted.ResponseTypes = []string{"code"}
	}
	if refusal = checkRedirects(granted); refusal != nil {
		return clientMetadata{}, refusal
	}
	granted.ID = s.sealClient(granted, now)
	if len(granted.ID) > maxClientIDBytes {
		return clientMetadata{}, refuse("invalid_client_metadata", "client_name and redirect_uris are too long together; about 600 bytes fit")
	}
	return granted, nil
}

func (s *Server) sealClient(c clientMetadata, now time.Time) string {
	salt := make([]byte, clientSaltBytes)
	_, _ = rand.Read(salt) // never fails
	raw, err := json.Marshal(registration{
		Name: c.Name, Redirects: c.RedirectURIs, Grants: grantLetters(c.GrantTypes), Issued: now.Unix(), Salt: salt,
	})
	if err != nil {
		panic(err) // texts and numbers always have a JSON form
	}
	return clientPrefix + s.seal.close(kindClient, raw)
}

// grantedTypes returns the grant types of a client: what it asked for and this
// server has, or authorization_code when it said nothing (RFC 7591 §2).
func grantedTypes(asked clientMetadata) ([]string, *protocolError) {
	wanted := asked.GrantTypes
	if len(wanted) == 0 {
		wanted = []string{grantCode}
	}
	granted := slices.DeleteFunc(grantTypes(), func(grantType string) bool { return !slices.Contains(wanted, grantType) })
	if !slices.Contains(granted, grantCode) && !slices.Contains(granted, grantDevice) {
		return nil, refuse("invalid_client_metadata", "grant_types has none that a client could sign in by: authorization_code or device_code")
	}
	codeAsked := slices.Contains(granted, grantCode)
	if len(asked.ResponseTypes) > 0 && slices.Contains(asked.ResponseTypes, "code") != codeAsked {
		return nil, refuse("invalid_client_metadata", "response_types must be code alone, and goes with the grant type authorization_code")
	}
	return granted, nil
}

func checkRedirects(c clientMetadata) *protocolError {
	switch {
	case len(c.RedirectURIs) > maxRedirects:
		return refuse("invalid_redirect_uri", "there are more than 5 redirect_uris")
	case len(c.RedirectURIs) == 0 && slices.Contains(c.GrantTypes, grantCode):
		return refuse("invalid_redirect_uri", "redirect_uris is needed for authorization_code")
	}
	for _, raw := range c.RedirectURIs {
		if _, _, ok := parseLoopback(raw); !ok && !plainHTTPS(raw) {
			return refuse("invalid_redirect_uri",
				"a redirect_uri must be https, or http on 127.0.0.1 or [::1], with a plain path and without query, fragment or user")
		}
	}
	return nil
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
