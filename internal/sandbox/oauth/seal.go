package oauth

import (
	"crypto/ecdsa"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
)

// The things that are sealed. One kind never opens as another.
const (
	kindCode    = "code"
	kindRefresh = "refresh"
	kindForm    = "form"
	kindClient  = "client"
	kindDevice  = "device" // and the id of the client, so that it opens no code of another client

	kindUserCode = "user code" // marked, never sealed
)

// sealer marks texts that are sent out and come back as made by this server. So an
// old refresh token is recognised as genuine, and its replay as a theft,
// without a list of every token ever given.
type sealer struct {
	key []byte
}

// newSealer derives its key from the signing key. The issuer goes into it:
// two servers that share a key do not take each other's codes and tokens.
func newSealer(key *ecdsa.PrivateKey, issuer string) (sealer, error) {
	secret, err := key.Bytes()
	if err != nil {
		return sealer{}, fmt.Errorf("derive the sealing key: %w", err)
	}
	derived, err := hkdf.Key(sha256.New, secret, nil, "travel sandbox seal 1 "+issuer, sha256.Size)
	if err != nil {
		return sealer{}, fmt.Errorf("derive the sealing key: %w", err)
	}
	return sealer{key: derived}, nil
}

// close returns payload with its mark, in base64url.
func (s sealer) close(kind string, payload []byte) string {
	return base64.RawURLEncoding.EncodeToString(append(slices.Clip(payload), s.mark(kind, payload)...))
}

// open returns the payload of a text that close made for the same kind, and of
// no other spelling of it.
func (s sealer) open(kind, text string) ([]byte, bool) {
	if strings.ContainsAny(text, "\r\n") { // which the decoder would skip
		return nil, false
	}
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(sealed) < sha256.Size {
		return nil, false
	}
	cut := len(sealed) - sha256.Size
	payload := sealed[:cut:cut]
	return payload, hmac.Equal(sealed[cut:], s.mark(kind, payload))
}

func (s sealer) mark(kind string, payload []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	h.Write([]byte(kind))
	h.Write([]byte{0}) // no kind contains a zero, so kind and payload cannot be confused
	h.Write(payload)
	return h.Sum(nil)
}
