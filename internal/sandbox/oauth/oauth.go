// Package oauth is the sandbox's authorization server: OAuth 2 with OpenID
// Connect, public clients only, and three made-up travelers. Anyone may sign in
// as any of them, so it has no defense beyond what a client has to cope with.
//
// It speaks the authorization code grant with PKCE (RFC 6749, RFC 7636, S256
// only), the device grant (RFC 8628), refresh with rotation (RFC 9700 §4.14),
// revocation (RFC 7009) and registration (RFC 7591), and publishes its metadata
// (OpenID Connect Discovery, RFC 8414, RFC 9728). Client ids and access tokens
// carry what they mean, signed; everything else is a [grant] in one file.
package oauth

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// Options say where the server is, what signs its tokens, and where it
// remembers who is signed in.
type Options struct {
	Origin    string            // of the sandbox: issuer, and audience of access tokens
	Key       *ecdsa.PrivateKey // P-256
	Now       func() time.Time
	StateFile string // sign-ins, shared by processes; "" keeps them in memory
}

// Server is the authorization server. It is safe for concurrent use.
type Server struct {
	origin    string
	now       func() time.Time
	key       jose.JSONWebKey // signs tokens
	clientKey []byte          // signs client ids
	store     store
}

// New makes a server. It reads no file yet.
func New(o Options) (*Server, error) {
	secret, err := o.Key.Bytes()
	if err != nil {
		return nil, fmt.Errorf("read the signing key: %w", err)
	}
	derived := sha256.Sum256(append([]byte("client ids of "+o.Origin+" "), secret...))
	key := jose.JSONWebKey{Key: o.Key, Algorithm: string(jose.ES256), Use: "sig"}
	name, err := key.Thumbprint(crypto.SHA256) // RFC 7638
	if err != nil {
		return nil, fmt.Errorf("name the signing key: %w", err)
	}
	key.KeyID = base64.RawURLEncoding.EncodeToString(name)
	return &Server{origin: o.Origin, now: o.Now, key: key, clientKey: derived[:], store: store{path: o.StateFile}}, nil
}

// Register adds the endpoints to mux. Their forms can be posted from any page,
// so a guard such as [http.CrossOriginProtection] belongs in front of mux.
func (s *Server) Register(mux *http.ServeMux) {
	const get, post = http.MethodGet, http.MethodPost
	document := func(value any) http.HandlerFunc {
		return reply(http.StatusOK, func(*http.Request) (any, error) { return value, nil })
	}
	metadata := document(s.metadata())
	answer(mux, "/.well-known/openid-configuration", metadata, get)
	answer(mux, "/.well-known/oauth-authorization-server", metadata, get)
	answer(mux, resourcePath, document(map[string]any{ // RFC 9728 §2
		"resource":                 s.origin,
		"resource_name":            "Travel sandbox, sample data only",
		"authorization_servers":    []string{s.origin},
		"scopes_supported":         defaultScopes(),
		"bearer_methods_supported": []string{"header"},
	}), get)
	answer(mux, "/jwks.json", document(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{s.key.Public()}}), get)
	answer(mux, "/authorize", s.authorize, get, post)
	answer(mux, "/device", s.devicePage, get, post)
	answer(mux, "/device_authorization", reply(http.StatusOK, s.startDevice), post)
	answer(mux, "/token", reply(http.StatusOK, s.token), post)
	answer(mux, "/revoke", reply(http.StatusOK, s.revoke), post)
	answer(mux, "/register", reply(http.StatusCreated, s.registerClient), post)
	answer(mux, "/userinfo", reply(http.StatusOK, s.userinfo), get, post)
}

const resourcePath = "/.well-known/oauth-protected-resource"

// answer registers the handler of a path, and a refusal as JSON for other methods.
// GET answers HEAD too.
func answer(mux *http.ServeMux, path string, h http.HandlerFunc, methods ...string) {
	mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(methods, r.Method) && (r.Method != http.MethodHead || methods[0] != http.MethodGet) {
			w.Header().Set("Allow", strings.Join(methods, ", "))
			write(w, http.StatusMethodNotAllowed, refuse("invalid_request", "this address takes "+strings.Join(methods, " and ")))
			return
		}
		h(w, r)
	})
}

// reply serves the JSON that an endpoint finds, or its refusal.
func reply(status int, find func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		found, err := find(r)
		if err == nil {
			write(w, status, found)
			return
		}
		refused := refusalOf(err)
		if refused.Challenge != "" {
			w.Header().Set("WWW-Authenticate", refused.Challenge)
		}
		write(w, refused.Status, refused)
	}
}

// write answers with JSON that no cache may keep.
func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a broken connection has no one to tell
}

// refusal is an error of RFC 6749 §4.1.2.1 or §5.2 and their extensions.
type refusal struct {
	Status      int    `json:"-"`
	Code        string `json:"error"`
	Description string `json:"error_description"`
	Challenge   string `json:"-"` // value of WWW-Authenticate, or ""
}

func (e *refusal) Error() string { return e.Code + ": " + e.Description }

func refuse(code, description string) *refusal {
	return &refusal{Status: http.StatusBadRequest, Code: code, Description: description}
}

// refusalOf is the refusal that an error is, or the one for a state file that failed.
func refusalOf(err error) *refusal {
	if e, ok := errors.AsType[*refusal](err); ok {
		return e
	}
	return &refusal{Status: http.StatusInternalServerError, Code: "server_error", Description: "the sandbox cannot read or save its sign-ins"}
}

// metadata is what OpenID Connect Discovery 1.0 §3 and RFC 8414 §2 publish.
func (s *Server) metadata() map[string]any {
	return map[string]any{
		"issuer":                        s.origin,
		"authorization_endpoint":        s.origin + "/authorize",
		"token_endpoint":                s.origin + "/token",
		"revocation_endpoint":           s.origin + "/revoke",
		"device_authorization_endpoint": s.origin + "/device_authorization",
		"registration_endpoint":         s.origin + "/register",
		"userinfo_endpoint":             s.origin + "/userinfo",
		"jwks_uri":                      s.origin + "/jwks.json",
		"scopes_supported":              knownScopes(),
		"claims_supported": strings.Fields("iss sub aud azp exp iat auth_time nonce at_hash email email_verified address " +
			"name given_name family_name preferred_username locale zoneinfo country_code"),
		"response_types_supported":                       []string{"code"},
		"response_modes_supported":                       []string{"query"},
		"grant_types_supported":                          grantTypes(),
		"prompt_values_supported":                        []string{"none", "login", "consent", "select_account"},
		"subject_types_supported":                        []string{"public"},
		"code_challenge_methods_supported":               []string{"S256"},
		"id_token_signing_alg_values_supported":          []string{"ES256"},
		"token_endpoint_auth_methods_supported":          []string{"none"},
		"revocation_endpoint_auth_methods_supported":     []string{"none"},
		"authorization_response_iss_parameter_supported": true, // RFC 9207
		"request_uri_parameter_supported":                false,
	}
}
