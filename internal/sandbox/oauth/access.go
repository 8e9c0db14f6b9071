package oauth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4/jwt"
)

// TokenPrefix opens every access and refresh token, so that a client can tell
// them from the tokens of a real deployment and never confuses the two.
const TokenPrefix = "sandbox_"

const (
	accessLifetime  = 10 * time.Minute
	refreshLifetime = 30 * 24 * time.Hour
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

// pass is what an accepted code or refresh token gives access to: the next tokens
// of its grant.
type pass struct {
	ID         string // of the grant
	Client     client
	Who        Account
	Scopes     []string
	SignedIn   time.Time
	Nonce      string // "" on a refresh
	Generation uint64 // of the refresh token to give
}

// accessClaims is the body of an access token (RFC 9068 §2.2). It holds no
// profile: that is looked up by the subject, which keeps the token small.
type accessClaims struct {
	jwt.Claims
	ClientID string `json:"client_id"`
	Scope    string `json:"scope"`
	Grant    string `json:"grant_id,omitempty"` // absent on a token that Issue made
}

// tokens makes and reads access tokens, and makes id_tokens.
type tokens struct {
	issuer   string
	resource string // the audience of access tokens
	now      func() time.Time
	lifetime time.Duration // of access and id tokens
	signer   *signer
	clients  clients
}

// signAccess makes an access token. The grant is "" for one that stands alone.
func (t *tokens) signAccess(clientID string, who Account, scopes []string, grantID string) (Token, error) {
	now := t.now()
	expires := now.Add(t.lifetime).Truncate(time.Second)
	scope := strings.Join(scopes, " ")
	signed, err := t.signer.sign(typeAccess, accessClaims{
		Claims: jwt.Claims{
			Issuer: t.issuer, Subject: who.Subject, Audience: jwt.Audience{t.resource},
			IssuedAt: jwt.NewNumericDate(now), Expiry: jwt.NewNumericDate(expires), ID: rand.Text(),
		},
		ClientID: clientID, Scope: scope, Grant: grantID,
	})
	if err != nil {
		return Token{}, err
	}
	return Token{AccessToken: TokenPrefix + signed, Scope: scope, Expires: expires}, nil
}

// span is how long the tokens that a client is given can be used.
func (t *tokens) span(c client) time.Duration {
	if c.may(grantRefresh) {
		return refreshLifetime
	}
	return t.lifetime
}

// readAccess checks all that a token proves by itself.
func (t *tokens) readAccess(token string) (accessClaims, error) {
	body, ok := strings.CutPrefix(token, TokenPrefix)
	if !ok || len(token) > maxTokenBytes {
		return accessClaims{}, fmt.Errorf("%w: it is not a token of this sandbox", ErrInvalidToken)
	}
	var claims accessClaims
	if err := t.signer.read(typeAccess, body, &claims); err != nil {
		return accessClaims{}, fmt.Errorf("%w: it is malformed or of another server", ErrInvalidToken)
	}
	// Not by claims.Validate: that replaces a zero time by the real one, and
	// the clock here may be injected.
	_, known := t.clients.find(claims.ClientID)
	ours := claims.Issuer == t.issuer && claims.Audience.Contains(t.resource) && known
	if !ours || claims.ID == "" || claims.Expiry == nil {
		return accessClaims{}, fmt.Errorf("%w: it is for another service", ErrInvalidToken)
	}
	if !t.now().Before(claims.Expiry.Time()) {
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

// identity is what scopes open about an account, in an id_token and at userinfo
// (OpenID Connect Core §5.1). country_code is the market claim of this
// deployment; it comes with profile.
type identity struct {
	Name          string       `json:"name,omitempty"`
	GivenName     string       `json:"given_name,omitempty"`
	FamilyName    string       `json:"family_name,omitempty"`
	Username      string       `json:"preferred_username,omitempty"`
	Locale        string       `json:"locale,omitempty"`
	Zone          string       `json:"zoneinfo,omitempty"`
	CountryCode   string       `json:"country_code,omitempty"`
	Email         string       `json:"email,omitempty"`
	EmailVerified bool         `json:"email_verified,omitempty"`
	Address       *addressOnly `json:"address,omitempty"`
}

// addressOnly is the address claim with the one member a sample traveler has.
type addressOnly struct {
	Country string `json:"country"` // ISO 3166-1 alpha-2
}

func identityOf(who Account, scopes []string) identity {
	var id identity
	if slices.Contains(scopes, scopeProfile) {
		id.Name, id.GivenName, id.FamilyName = who.Name, who.GivenName, who.FamilyName
		id.Username, id.Locale, id.Zone = who.PrincipalName, who.Locale, who.Zone
		id.CountryCode = who.CountryCode
	}
	if slices.Contains(scopes, scopeEmail) {
		id.Email, id.EmailVerified = who.Email, true
	}
	if slices.Contains(scopes, scopeAddress) {
		id.Address = &addressOnly{Country: who.CountryCode}
	}
	return id
}

// idClaims is the body of an id_token (OpenID Connect Core §2).
type idClaims struct {
	jwt.Claims
	Party    string           `json:"azp"`
	AuthTime *jwt.NumericDate `json:"auth_time"`
	Nonce    string           `json:"nonce,omitempty"` // only in the token that answers the code
	AtHash   string           `json:"at_hash"`
	identity
}

// signID makes the id_token that goes with an access token.
func (t *tokens) signID(p pass, access string) (string, error) {
	now := t.now()
	sum := sha256.Sum256([]byte(access))
	return t.signer.sign(typeID, idClaims{
		Claims: jwt.Claims{
			Issuer: t.issuer, Subject: p.Who.Subject, Audience: jwt.Audience{p.Client.ID},
			IssuedAt: jwt.NewNumericDate(now), Expiry: jwt.NewNumericDate(now.Add(t.lifetime)),
		},
		Party: p.Client.ID, AuthTime: jwt.NewNumericDate(p.SignedIn), Nonce: p.Nonce,
		AtHash:   base64.RawURLEncoding.EncodeToString(sum[:len(sum)/2]),
		identity: identityOf(p.Who, p.Scopes),
	})
}
