package oauth

import (
	"crypto"
	"crypto/ecdsa"
	"encoding/base64"
	"fmt"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// The typ of an access token (RFC 9068 §2.1) keeps an id_token from passing as one.
const (
	typeAccess = "at+jwt"
	typeID     = "JWT"
)

// signer signs and reads JWTs with ES256 under one key.
type signer struct {
	public  jose.JSONWebKey
	private jose.JSONWebKey
}

// newSigner names the key by its thumbprint (RFC 7638).
func newSigner(key *ecdsa.PrivateKey) (*signer, error) {
	private := jose.JSONWebKey{Key: key, Algorithm: string(jose.ES256), Use: "sig"}
	print, err := private.Thumbprint(crypto.SHA256)
	if err != nil {
		return nil, fmt.Errorf("name the signing key: %w", err)
	}
	private.KeyID = base64.RawURLEncoding.EncodeToString(print)
	return &signer{public: private.Public(), private: private}, nil
}

// sign returns claims as a compact JWT whose header says typ.
func (s *signer) sign(typ string, claims any) (string, error) {
	options := (&jose.SignerOptions{}).WithType(jose.ContentType(typ))
	sig, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: s.private}, options)
	if err != nil {
		return "", fmt.Errorf("sign a token: %w", err)
	}
	token, err := jwt.Signed(sig).Claims(claims).Serialize()
	if err != nil {
		return "", fmt.Errorf("sign a token: %w", err)
	}
	return token, nil
}

// read checks the signature and the typ of a compact JWT and fills claims.
func (s *signer) read(typ, token string, claims any) error {
	parsed, err := jwt.ParseSigned(token, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		return fmt.Errorf("read a token: %w", err)
	}
	if got, _ := parsed.Headers[0].ExtraHeaders[jose.HeaderType].(string); got != typ {
		return fmt.Errorf("read a token: its type is not %s", typ)
	}
	if err := parsed.Claims(s.public, claims); err != nil {
		return fmt.Errorf("check the signature of a token: %w", err)
	}
	return nil
}
