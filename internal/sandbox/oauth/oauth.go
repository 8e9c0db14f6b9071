// Package oauth is the sandbox's authorization server: OAuth 2 with OpenID
// Connect, public clients only, and three made-up travelers to sign in as.
//
// It speaks the authorization code grant with PKCE (RFC 6749, RFC 7636, S256
// only) over loopback redirects (RFC 8252), rotates refresh tokens and treats a
// replayed one as stolen (RFC 9700 §4.14), and revokes (RFC 7009). Devices
// without a browser sign in by a code that a person types elsewhere (RFC 8628),
// clients other than the built-in one register themselves (RFC 7591). It publishes
// its metadata (OpenID Connect Discovery, RFC 8414, RFC 9728).
//
// It keeps one row per sign-in, the grant, and one per device that waits. A
// token is good while its grant exists, so deleting the row revokes everything
// that came from it.
package oauth

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// ClientID is the client that need not register. It is public: it has no secret.
const ClientID = "travel-cli"

// TokenPrefix opens every access and refresh token, so that a client can tell
// them from the tokens of a real deployment and never confuses the two.
const TokenPrefix = "sandbox_"

const (
	refreshPrefix   = TokenPrefix + "r_"
	accessLifetime  = 10 * time.Minute
	refreshLifetime = 30 * 24 * time.Hour
	codeLifetime    = 60 * time.Second
	formLifetime    = 10 * time.Minute
)

// Options say where the server lives, what signs its tokens, and where it
// remembers who is signed in.
type Options struct {
	Issuer         string            // e.g. http://127.0.0.1:8787; endpoints live below it
	Resource       string            // the API's own URL: audience of access tokens, RFC 9728 resource
	Key            *ecdsa.PrivateKey // P-256; also the root of the keys that seal codes and refresh tokens
	Now            func() time.Time  // nil = time.Now
	StateFile      string            // grants and revocations, shared by processes; "" keeps them in memory
	Browse         string            // base URL a browser reaches the pages at, when it differs from Issuer; "" = Issuer
	AccessLifetime time.Duration     // of access and id tokens; 0 = 10 minutes
}

// Server is the authorization server. It is safe for concurrent use.
type Server struct {
	issuer   string
	resource string
	browse   string
	path     string // of the issuer, put before every endpoint
	now      func() time.Time
	lifetime time.Duration
	signer   *signer
	seal     sealer
	store    *store
}

// New checks the options and makes a server. It reads no file yet.
func New(o Options) (*Server, error) {
	if o.Key == nil || o.Key.Curve != elliptic.P256() {
		return nil, errors.New("start the sandbox's authorization server: the key is not a P-256 key")
	}
	if o.AccessLifetime < 0 {
		return nil, fmt.Errorf("start the sandbox's authorization server: token lifetime %v is negative", o.AccessLifetime)
	}
	s := &Server{
		issuer:   o.Issuer,
		resource: o.Resource,
		browse:   o.Browse,
		now:      o.Now,
		lifetime: o.AccessLifetime,
		store:    newStore(o.StateFile),
	}
	if s.browse == "" {
		s.browse = s.issuer
	}
	if s.now == nil {
		s.now = time.Now
	}
	if s.lifetime == 0 {
		s.lifetime = accessLifetime
	}
	for _, base := range []string{s.issuer, s.resource, s.browse} {
		if err := checkBase(base); err != nil {
			return nil, fmt.Errorf("start the sandbox's authorization server: %w", err)
		}
	}
	s.path = pathOf(s.issuer)
	var err error
	if s.signer, err = newSigner(o.Key); err != nil {
		return nil, err
	}
	if s.seal, err = newSealer(o.Key, s.issuer); err != nil {
		return nil, err
	}
	return s, nil
}

// Register puts the endpoints on mux: everything below the issuer's path, and
// the well-known documents where RFC 8414 and RFC 9728 look for them.
//
// The forms post to the page they are on. Their pages ask for no referrer,
// so browsers send them with "Origin: null" and "Sec-Fetch-Site: same-origin":
// a guard in front of mux must let that through, as
// [http.CrossOriginProtection] does.
func (s *Server) Register(mux *http.ServeMux) {
	metadata := document(s.metadata())
	keys := document(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{s.signer.public}})
	answer(mux, s.path+signInPage, methods{http.MethodGet: s.showSignIn, http.MethodPost: s.answerSignIn})
	answer(mux, s.path+"/token", methods{http.MethodPost: s.serveToken})
	answer(mux, s.path+"/device_authorization", methods{http.MethodPost: s.serveDevice})
	answer(mux, s.path+devicePage, methods{http.MethodGet: s.showDevice, http.MethodPost: s.answerDevice})
	answer(mux, s.path+"/register", methods{http.MethodPost: s.serveRegister})
	answer(mux, s.path+"/revoke", methods{http.MethodPost: s.serveRevoke})
	answer(mux, s.path+"/userinfo", methods{http.MethodGet: s.serveUserinfo, http.MethodPost: s.serveUserinfo})
	answer(mux, s.path+"/jwks.json", methods{http.MethodGet: keys})
	answer(mux, s.path+"/.well-known/openid-configuration", methods{http.MethodGet: metadata})
	answer(mux, "/.well-known/oauth-authorization-server"+s.path, methods{http.MethodGet: metadata})
	answer(mux, resourceMetadataPath+pathOf(s.resource), methods{http.MethodGet: document(s.resourceMetadata())})
}

// methods are the handlers of one path. GET answers HEAD too.
type methods map[string]http.HandlerFunc

// answer registers the handlers of a path on mux, and a refusal as JSON for every
// other method, which a catch-all of the mux would otherwise take.
func answer(mux *http.ServeMux, path string, by methods) {
	for method, handler := range by {
		mux.HandleFunc(method+" "+path, handler)
	}
	allowed := slices.Sorted(maps.Keys(by))
	mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		wrong := refuse("invalid_request", "the method is not one this address answers")
		wrong.Status = http.StatusMethodNotAllowed
		writeError(w, wrong)
	})
}

// checkBase accepts an absolute http or https URL that endpoints can be put
// below: no slash at the end, no query, no fragment, no user.
func checkBase(base string) error {
	u, err := url.Parse(base)
	if err != nil {
		return fmt.Errorf("read the address %q: %w", base, err)
	}
	plain := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	switch {
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return fmt.Errorf("the address %q is not an http or https URL", base)
	case plain.String() != base, strings.HasSuffix(base, "/"), strings.ContainsAny(u.Path, "{}"):
		return fmt.Errorf("the address %q must be scheme, host and plain path, with no slash at the end", base)
	}
	return nil
}

// pathOf returns the path of an address that checkBase accepted.
func pathOf(base string) string {
	_, rest, _ := strings.Cut(base, "://")
	_, path, found := strings.Cut(rest, "/")
	if !found {
		return ""
	}
	return "/" + path
}
