// Package oauth is the sandbox's authorization server: OAuth 2 with OpenID Connect, for public clients only, with
// three made-up travelers. Anyone may sign in as any of them, so the server implements only the defenses that a
// client has to cope with.
//
// It supports the authorization code grant with PKCE (RFC 6749, RFC 7636, S256 only), the device grant (RFC
// 8628), refresh with rotation (RFC 9700 §4.14), revocation (RFC 7009) and registration (RFC 7591), and publishes
// its metadata (OpenID Connect Discovery, RFC 8414, RFC 9728). Client ids and access tokens carry their own
// signed content; everything else is a [grant] in one file.
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

// Options configures a server.
type Options struct {
	Origin    string            // issuer and audience of access tokens
	Key       *ecdsa.PrivateKey // P-256, signs the tokens
	Now       func() time.Time
	StateFile string // sign-ins, shared by several processes; "" keeps them in memory
}

// Server is the authorization server. It is safe for concurrent use.
type Server struct {
	origin    string
	now       func() time.Time
	key       jose.JSONWebKey // signs tokens
	clientKey []byte          // signs client ids
	store     store
}

// New returns a server. It does not read the state file yet.
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

// Register adds the endpoints to mux. Any web page can post their forms, so put a guard such as
// [http.CrossOriginProtection] in front of mux.
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

// answer registers the handler of a path and refuses other methods with a JSON error. A path that accepts GET
// also accepts HEAD.
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

// reply returns a handler that serves the result of find as JSON, or its error as a refusal.
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

// write sends body as JSON that must not be cached.
func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a write fails only if the client is gone
}

// refusal is an error response of RFC 6749 §4.1.2.1 or §5.2 and their extensions.
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

// refusalOf returns the refusal in err's chain. Any other error comes from the state file and becomes a
// server_error.
func refusalOf(err error) *refusal {
	if e, ok := errors.AsType[*refusal](err); ok {
		return e
	}
	return &refusal{Status: http.StatusInternalServerError, Code: "server_error", Description: "the sandbox cannot read or save its sign-ins"}
}

// metadata returns the document of OpenID Connect Discovery 1.0 §3 and RFC 8414 §2.
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
