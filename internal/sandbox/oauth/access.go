package oauth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// TokenPrefix starts every access and refresh token, so that a client cannot confuse them with tokens of a real
// deployment.
const TokenPrefix = "sandbox_"

const (
	accessLifetime  = 10 * time.Minute
	refreshLifetime = 30 * 24 * time.Hour
)

// knownScopes returns all supported scopes. openid grants an id_token, userinfo and every search; profile, email
// and address add claims to an id_token and to userinfo; users grants the API's own "who am I" answer.
func knownScopes() []string { return []string{scopeOpenID, "profile", "email", "address", "users"} }

// defaultScopes returns the scopes granted to a client that names none (RFC 6749 §3.3).
func defaultScopes() []string { return []string{scopeOpenID, "profile", "users"} }

const scopeOpenID = "openid"

// grantScopes returns the requested scopes that this server knows, in its own order. Unknown scopes are ignored
// (OpenID Connect Core §3.1.2.1); the token answer lists the granted ones.
func grantScopes(text string) ([]string, error) {
	if text == "" {
		return defaultScopes(), nil
	}
	asked := strings.Fields(text)
	granted := slices.DeleteFunc(knownScopes(), func(name string) bool { return !slices.Contains(asked, name) })
	if len(granted) == 0 {
		return nil, refuse("invalid_scope", "none of the scopes is known here")
	}
	return granted, nil
}

// ErrInvalidToken means that an access token is expired, revoked, malformed or from another server. The error
// that wraps it says which.
var ErrInvalidToken = errors.New("the access token is not valid")

// Token is an access token, without a refresh token.
type Token struct {
	AccessToken string // starts with TokenPrefix
	Scope       string // granted scopes, separated by spaces
	Expires     time.Time
}

// Claims is the owner and the scope of a valid access token.
type Claims struct {
	Account
	Scope string // granted scopes, separated by spaces
}

// accessClaims is the body of an access token (RFC 9068 §2.2).
type accessClaims struct {
	jwt.Claims
	ClientID string `json:"client_id"`
	Scope    string `json:"scope"`
	Grant    string `json:"grant_id,omitempty"` // absent from a token made by Issue
}

// typeAccess is the typ of an access token (RFC 9068 §2.1). It prevents an id_token from being accepted as one.
const typeAccess = "at+jwt"

// sign returns claims as a compact JWT with the given typ header.
func (s *Server) sign(typ string, claims any) (string, error) {
	options := (&jose.SignerOptions{}).WithType(jose.ContentType(typ))
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: s.key}, options)
	if err != nil {
		return "", fmt.Errorf("sign a token: %w", err)
	}
	return jwt.Signed(signer).Claims(claims).Serialize()
}

// Issue returns an access token for an account without a browser, as the built-in profile needs. It writes
// nothing, and the token has no grant and no refresh token. Scopes are separated by spaces; unknown ones are
// ignored, and "" means the default scopes.
func (s *Server) Issue(who Account, scopes string) (Token, error) {
	granted, err := grantScopes(scopes)
	if err != nil {
		return Token{}, err
	}
	return s.signAccess(ClientID, who, granted, "")
}

// signAccess returns a signed access token. grantID is "" for a token without a grant.
func (s *Server) signAccess(clientID string, who Account, scopes []string, grantID string) (Token, error) {
	now := s.now()
	t := Token{Scope: strings.Join(scopes, " "), Expires: now.Add(accessLifetime).Truncate(time.Second)}
	signed, err := s.sign(typeAccess, accessClaims{
		Claims: jwt.Claims{
			Issuer: s.origin, Subject: who.Subject, Audience: jwt.Audience{s.origin},
			IssuedAt: jwt.NewNumericDate(now), Expiry: jwt.NewNumericDate(t.Expires), ID: rand.Text(),
		},
		ClientID: clientID, Scope: t.Scope, Grant: grantID,
	})
	t.AccessToken = TokenPrefix + signed
	return t, err
}

// readAccess checks everything that a token proves by itself, without the state file.
func (s *Server) readAccess(token string) (accessClaims, error) {
	var claims accessClaims
	body, ok := strings.CutPrefix(token, TokenPrefix)
	if !ok {
		return claims, fmt.Errorf("%w: it is not a token of a sandbox", ErrInvalidToken)
	}
	parsed, err := jwt.ParseSigned(body, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil || parsed.Headers[0].ExtraHeaders[jose.HeaderType] != typeAccess || parsed.Claims(s.key.Public(), &claims) != nil {
		return accessClaims{}, fmt.Errorf("%w: it is malformed or of another server", ErrInvalidToken)
	}
	if claims.Issuer != s.origin || !claims.Audience.Contains(s.origin) || claims.Expiry == nil {
		return accessClaims{}, fmt.Errorf("%w: it is for another service", ErrInvalidToken)
	}
	// claims.Validate would replace a zero time with the real time, and the clock here may be a test's.
	if !s.now().Before(claims.Expiry.Time()) {
		return accessClaims{}, fmt.Errorf("%w: it has expired", ErrInvalidToken)
	}
	return claims, nil
}

// Verify checks an access token, including whether it was revoked. An error other than ErrInvalidToken means that
// the state file could not be read, so the token may or may not be valid.
func (s *Server) Verify(token string) (Claims, error) {
	claims, err := s.readAccess(token)
	if err != nil {
		return Claims{}, err
	}
	who, ok := accountBy(func(a Account) bool { return a.Subject == claims.Subject })
	if !ok {
		return Claims{}, fmt.Errorf("%w: its owner does not exist", ErrInvalidToken)
	}
	signIns, err := s.store.view()
	if err != nil {
		return Claims{}, fmt.Errorf("look up an access token: %w", err)
	}
	if _, alive := signIns[claims.Grant]; claims.Grant != "" && !alive {
		return Claims{}, fmt.Errorf("%w: it was revoked", ErrInvalidToken)
	}
	return Claims{Account: who, Scope: claims.Scope}, nil
}

// ScopeError means that a valid token lacks a scope that the request needs.
type ScopeError struct {
	Scope string // missing scope
}

func (e *ScopeError) Error() string { return "the access token lacks the scope " + e.Scope }

// Challenge returns the WWW-Authenticate value for a rejected request (RFC 6750 §3), with the address of the
// resource's metadata (RFC 9728 §5.1). err comes from Verify or is a *ScopeError; nil means that the request had
// no token, and no error is named.
func (s *Server) Challenge(err error) string {
	value := `Bearer realm="travel sandbox", resource_metadata="` + s.origin + resourcePath + `"`
	if lacking, ok := errors.AsType[*ScopeError](err); ok {
		return fmt.Sprintf(`%s, error="insufficient_scope", error_description="%s", scope="%s"`, value, lacking, lacking.Scope)
	}
	if errors.Is(err, ErrInvalidToken) {
		return fmt.Sprintf(`%s, error="invalid_token", error_description="%s"`, value, err)
	}
	return value
}

// identityOf returns the claims that scopes grant about an account, for an id_token and for userinfo (OpenID
// Connect Core §5.1). country_code is the market claim of this deployment.
func identityOf(who Account, scopes string) map[string]any {
	id := map[string]any{"sub": who.Subject}
	for scope := range strings.FieldsSeq(scopes) {
		switch scope {
		case "profile":
			id["name"], id["given_name"], id["family_name"] = who.Name, who.GivenName, who.FamilyName
			id["preferred_username"], id["locale"], id["zoneinfo"], id["country_code"] = who.PrincipalName, who.Locale, who.Zone, who.CountryCode
		case "email":
			id["email"], id["email_verified"] = who.Email, true
		case "address":
			id["address"] = map[string]string{"country": who.CountryCode}
		}
	}
	return id
}

// userinfo implements OpenID Connect Core §5.3. It accepts a token only in the header.
func (s *Server) userinfo(r *http.Request) (any, error) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return nil, &refusal{http.StatusUnauthorized, "invalid_token", "an access token is needed", s.Challenge(nil)}
	}
	who, err := s.Verify(strings.TrimSpace(token))
	if errors.Is(err, ErrInvalidToken) {
		return nil, &refusal{http.StatusUnauthorized, "invalid_token", err.Error(), s.Challenge(err)}
	}
	if err == nil && !slices.Contains(strings.Fields(who.Scope), scopeOpenID) {
		err = &ScopeError{Scope: scopeOpenID}
		return nil, &refusal{http.StatusForbidden, "insufficient_scope", err.Error(), s.Challenge(err)}
	}
	return identityOf(who.Account, who.Scope), err
}

// signID returns the id_token issued with an access token (OpenID Connect Core §2).
func (s *Server) signID(g grant, who Account, access Token) (string, error) {
	now := s.now()
	sum := sha256.Sum256([]byte(access.AccessToken))
	claims := identityOf(who, access.Scope)
	maps.Copy(claims, map[string]any{
		"iss": s.origin, "aud": g.Client, "azp": g.Client, "auth_time": g.SignedIn.Unix(),
		"iat": now.Unix(), "exp": now.Add(accessLifetime).Unix(), "at_hash": base64.RawURLEncoding.EncodeToString(sum[:len(sum)/2]),
	})
	if g.Nonce != "" {
		claims["nonce"] = g.Nonce
	}
	return s.sign("JWT", claims)
}
