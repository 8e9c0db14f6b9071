// Package ids packs what a search is into the id that names it. The id is the
// request and its creation time, signed, so any process that holds the key can
// answer for a search and nothing has to be stored.
//
// An id is base64url without padding over
//
//	version and kind (1 byte) | payload of that kind | tag (12 bytes)
//
// where the tag is HMAC-SHA-256 over everything before it, cut short. The
// alphabet holds no colon, so a trip code can follow after one, and the first
// byte never gives a leading hyphen, so an id is never taken for a flag.
package ids

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
)

const (
	version = 1 // high half of the first byte
	tagSize = 12

	// maxLen is the longest id that is looked at. It leaves 96 of the 256
	// characters that an id may have to the trip, fare or rate that extends it.
	maxLen = 160
)

// kind is the low half of the first byte. Hotel searches take the next number.
type kind byte

const flightSearch kind = 1

// ErrUnknown is returned for an id that this codec did not make: altered, cut
// short, made with another key, or of another kind or version.
var ErrUnknown = errors.New("unknown id")

// Codec makes and reads the ids of every deployment that shares its key. It is
// safe for concurrent use.
type Codec struct {
	key [32]byte
}

// New returns the codec of a key, which must be secret and uniformly random.
func New(key [32]byte) *Codec {
	return &Codec{key: key}
}

func (c *Codec) seal(k kind, payload []byte) string {
	raw := make([]byte, 0, 1+len(payload)+tagSize)
	raw = append(raw, version<<4|byte(k))
	raw = append(raw, payload...)
	raw = append(raw, c.tag(raw)...)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// open returns the payload of an id of kind k. Nothing of it is looked at
// before the tag is found right.
func (c *Codec) open(k kind, id string) ([]byte, error) {
	if len(id) > maxLen {
		return nil, ErrUnknown
	}
	// Strict refuses stray bits in the last character: each search has one id.
	raw, err := base64.RawURLEncoding.Strict().DecodeString(id)
	if err != nil || len(raw) < 1+tagSize {
		return nil, ErrUnknown
	}
	signed, tag := raw[:len(raw)-tagSize], raw[len(raw)-tagSize:]
	if !hmac.Equal(tag, c.tag(signed)) || signed[0] != version<<4|byte(k) {
		return nil, ErrUnknown
	}
	// The decoder skips line breaks, so text that came with some is refused here.
	if base64.RawURLEncoding.EncodedLen(len(raw)) != len(id) {
		return nil, ErrUnknown
	}
	return signed[1:], nil
}

func (c *Codec) tag(signed []byte) []byte {
	mac := hmac.New(sha256.New, c.key[:])
	mac.Write(signed)
	return mac.Sum(nil)[:tagSize]
}
