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
	"cmp"
	"crypto/ecdsa"
	"crypto/elliptic"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
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
	store    *store
	endpoint tokenEndpoints
	signIn   signInPages
	device   devicePages
}

// New checks the options and makes a server. It reads no file yet.
func New(o Options) (*Server, error) {
	if o.Key == nil || o.Key.Curve != elliptic.P256() {
		return nil, errors.New("start the sandbox's authorization server: the key is not a P-256 key")
	}
	if o.AccessLifetime < 0 {
		return nil, fmt.Errorf("start the sandbox's authorization server: token lifetime %v is negative", o.AccessLifetime)
	}
	o.Browse = cmp.Or(o.Browse, o.Issuer)
	o.AccessLifetime = cmp.Or(o.AccessLifetime, accessLifetime)
	if o.Now == nil {
		o.Now = time.Now
	}
	for _, base := range []string{o.Issuer, o.Resource, o.Browse} {
		if err := checkBase(base); err != nil {
			return nil, fmt.Errorf("start the sandbox's authorization server: %w", err)
		}
	}
	signer, err := newSigner(o.Key)
	if err != nil {
		return nil, err
	}
	seal, err := newSealer(o.Key, o.Issuer)
	if err != nil {
		return nil, err
	}
	return newServer(o, signer, seal), nil
}

func newServer(o Options, signer *signer, seal sealer) *Server {
	s := &Server{issuer: o.Issuer, resource: o.Resource, store: newStore(o.StateFile)}
	known := clients{seal: seal, now: o.Now}
	made := &tokens{issuer: o.Issuer, resource: o.Resource, now: o.Now, lifetime: o.AccessLifetime, signer: signer, clients: known}
	given := &grants{store: s.store, seal: seal, now: o.Now, tokens: made}
	sealed := forms{seal: seal, now: o.Now, browse: o.Browse}
	s.endpoint = tokenEndpoints{browse: o.Browse, clients: known, tokens: made, grants: given}
	s.signIn = signInPages{issuer: o.Issuer, resource: o.Resource, clients: known, forms: sealed, grants: given}
	s.device = devicePages{clients: known, forms: sealed, grants: given, now: o.Now}
	return s
}

// Register puts the endpoints on mux: everything below the issuer's path, and
// the well-known documents where RFC 8414 and RFC 9728 look for them.
//
// The forms post to the page they are on. Their pages ask for no referrer,
// so browsers send them with "Origin: null" and "Sec-Fetch-Site: same-origin":
// a guard in front of mux must let that through, as
// [http.CrossOriginProtection] does.
func (s *Server) Register(mux *http.ServeMux) {
	path := pathOf(s.issuer)
	metadata := document(metadataOf(s.issuer, s.endpoint.browse))
	owner := userinfoEndpoint{resource: s.resource, verify: s.Verify}
	keys := document(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{s.endpoint.tokens.signer.public}})
	answer(mux, path+signInPage, methods{http.MethodGet: s.signIn.showSignIn, http.MethodPost: s.signIn.answerSignIn})
	answer(mux, path+"/token", methods{http.MethodPost: secret(http.StatusOK, s.endpoint.token)})
	answer(mux, path+"/device_authorization", methods{http.MethodPost: secret(http.StatusOK, s.endpoint.device)})
	answer(mux, path+devicePage, methods{http.MethodGet: s.device.showDevice, http.MethodPost: s.device.answerDevice})
	answer(mux, path+"/register", methods{http.MethodPost: secret(http.StatusCreated, s.endpoint.clients.serve)})
	answer(mux, path+"/revoke", methods{http.MethodPost: s.endpoint.serveRevoke})
	answer(mux, path+"/userinfo", methods{http.MethodGet: owner.serve, http.MethodPost: owner.serve})
	answer(mux, path+"/jwks.json", methods{http.MethodGet: keys})
	answer(mux, path+"/.well-known/openid-configuration", methods{http.MethodGet: metadata})
	answer(mux, "/.well-known/oauth-authorization-server"+path, methods{http.MethodGet: metadata})
	answer(mux, resourceMetadataPath+pathOf(s.resource), methods{http.MethodGet: document(resourceMetadataOf(s.resource, s.issuer))})
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

// Issue signs the account in without a browser, as the built-in profile does,
// and writes nothing: the token stands alone, with no refresh token. Without
// scopes it has the default ones. An account or a scope that does not exist is
// an error.
func (s *Server) Issue(account string, scopes []string) (Token, error) {
	who, ok := accountByID(account)
	if !ok {
		return Token{}, fmt.Errorf("sign in: no sample traveler is called %q", account)
	}
	if len(scopes) == 0 {
		scopes = defaultScopes()
	}
	for _, scope := range scopes {
		if !slices.Contains(knownScopes(), scope) {
			return Token{}, fmt.Errorf("sign in: there is no scope %q", scope)
		}
	}
	return s.endpoint.tokens.signAccess(ClientID, who, grantable(scopes), "")
}

// Verify checks an access token. An error that is not ErrInvalidToken means
// that the state file could not be read, so nothing is known about the token.
func (s *Server) Verify(token string) (Claims, error) {
	claims, err := s.endpoint.tokens.readAccess(token)
	if err != nil {
		return Claims{}, err
	}
	who, ok := accountBySubject(claims.Subject)
	if !ok {
		return Claims{}, fmt.Errorf("%w: its owner does not exist", ErrInvalidToken)
	}
	revoked := false
	err = s.store.view(func(l *ledger) { revoked = l.revoked(claims.ID, claims.Grant) })
	if err != nil {
		return Claims{}, fmt.Errorf("look up an access token: %w", err)
	}
	if revoked {
		return Claims{}, fmt.Errorf("%w: it was revoked", ErrInvalidToken)
	}
	return visibleClaims(who, claims), nil
}

// Challenge returns the value of WWW-Authenticate for a request that was turned
// away (RFC 6750 §3), with the address of the resource's metadata (RFC 9728
// §5.1). With nil the request had no token at all, and no error is named; else
// err is from Verify, or a *ScopeError.
func (s *Server) Challenge(err error) string { return challenge(s.resource, err) }
