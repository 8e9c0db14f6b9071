package oauth

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"

	"github.com/go-jose/go-jose/v4/jwt"
)

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
