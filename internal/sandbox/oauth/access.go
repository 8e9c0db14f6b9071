package oauth

import (
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4/jwt"
)

// maxTokenBytes bounds what Verify and the endpoints look at. Our own access
// tokens are about 700 bytes, and under 2,300 for the longest id of a registered
// client, so that a platform's key store takes them.
const maxTokenBytes = 4096

// ErrInvalidToken means that an access token is expired, revoked, malformed, or
// of another server. The error that wraps it says which.
var ErrInvalidToken = errors.New("the access token is not valid")

// Token is an access token, without a refresh token.
type Token struct {
	AccessToken string // opens with TokenPrefix
	Scope       string // granted scopes, with spaces between
	Expires     time.Time
}

// Claims are what a valid access token tells about its owner. What its
// scopes do not open is "": names and market need profile or users, the email
// address needs email or users, UID and PrincipalName need users.
type Claims struct {
	Subject       string
	Scope         string // granted scopes, with spaces between
	Email         string
	Name          string
	GivenName     string
	FamilyName    string
	CountryCode   string // home market, ISO 3166-1 alpha-2
	UID           string
	PrincipalName string
	ID            string // jti
	Expires       time.Time
}

// accessClaims is the body of an access token (RFC 9068 §2.2). It holds no
// profile: that is looked up by the subject, which keeps the token small.
type accessClaims struct {
	jwt.Claims
	ClientID string `json:"client_id"`
	Scope    string `json:"scope"`
	Grant    string `json:"grant_id,omitempty"` // absent on a token that Issue made
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
	return s.signAccess(ClientID, who, grantable(scopes), "")
}

// signAccess makes an access token. The grant is "" for one that stands alone.
func (s *Server) signAccess(clientID string, who Account, scopes []string, grantID string) (Token, error) {
	now := s.now()
	expires := now.Add(s.lifetime).Truncate(time.Second)
	scope := strings.Join(scopes, " ")
	signed, err := s.signer.sign(typeAccess, accessClaims{
		Claims: jwt.Claims{
			Issuer: s.issuer, Subject: who.Subject, Audience: jwt.Audience{s.resource},
			IssuedAt: jwt.NewNumericDate(now), Expiry: jwt.NewNumericDate(expires), ID: rand.Text(),
		},
		ClientID: clientID, Scope: scope, Grant: grantID,
	})
	if err != nil {
		return Token{}, err
	}
	return Token{AccessToken: TokenPrefix + signed, Scope: scope, Expires: expires}, nil
}

// Verify checks an access token. An error that is not ErrInvalidToken means
// that the state file could not be read, so nothing is known about the token.
func (s *Server) Verify(token string) (Claims, error) {
	claims, err := s.readAccess(token)
	if err != nil {
		return Claims{}, err
	}
	who, ok := accountBySubject(claims.Subject)
	if !ok {
		return Claims{}, fmt.Errorf("%w: its owner does not exist", ErrInvalidToken)
	}
	revoked := false
	err = s.store.view(func(l *ledger) { revoked = l.revoked(claims) })
	if err != nil {
		return Claims{}, fmt.Errorf("look up an access token: %w", err)
	}
	if revoked {
		return Claims{}, fmt.Errorf("%w: it was revoked", ErrInvalidToken)
	}
	return visibleClaims(who, claims), nil
}

// readAccess checks all that a token proves by itself.
func (s *Server) readAccess(token string) (accessClaims, error) {
	body, ok := strings.CutPrefix(token, TokenPrefix)
	if !ok || len(token) > maxTokenBytes {
		return accessClaims{}, fmt.Errorf("%w: it is not a token of this sandbox", ErrInvalidToken)
	}
	var claims accessClaims
	if err := s.signer.read(typeAccess, body, &claims); err != nil {
		return accessClaims{}, fmt.Errorf("%w: it is malformed or of another server", ErrInvalidToken)
	}
	// Not by claims.Validate: that replaces a zero time by the real one, and
	// the clock here may be injected.
	_, known := s.findClient(claims.ClientID)
	ours := claims.Issuer == s.issuer && claims.Audience.Contains(s.resource) && known
	if !ours || claims.ID == "" || claims.Expiry == nil {
		return accessClaims{}, fmt.Errorf("%w: it is for another service", ErrInvalidToken)
	}
	if !s.now().Before(claims.Expiry.Time()) {
		return accessClaims{}, fmt.Errorf("%w: it has expired", ErrInvalidToken)
	}
	return claims, nil
}

func visibleClaims(who Account, token accessClaims) Claims {
	scopes := strings.Fields(token.Scope)
	users := slices.Contains(scopes, scopeUsers)
	claims := Claims{Subject: who.Subject, Scope: token.Scope, ID: token.ID, Expires: token.Expiry.Time()}
	if users || slices.Contains(scopes, scopeProfile) {
		claims.Name, claims.GivenName, claims.FamilyName = who.Name, who.GivenName, who.FamilyName
		claims.CountryCode = who.CountryCode
	}
	if users || slices.Contains(scopes, scopeEmail) {
		claims.Email = who.Email
	}
	if users {
		claims.UID, claims.PrincipalName = who.UID, who.PrincipalName
	}
	return claims
}
