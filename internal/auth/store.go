package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"strings"
)

// maxEntry is the most a store keeps in one entry, in bytes: the smallest limit of the platforms
// (Windows Credential Manager), kept on all of them so that a login that works here works anywhere.
const maxEntry = 2560

// ErrNoEntry means that a store holds nothing under a name.
var ErrNoEntry = errors.New("no such entry in the credential store")

// Store keeps small named secrets. Keyring and File make one.
type Store interface {
	// Name says for people what and where the store is.
	Name() string
	// Get returns what was set, or ErrNoEntry.
	Get(ctx context.Context, entry string) (Secret, error)
	// Set keeps value, at most 2,560 bytes, in place of what was there: all of it or nothing.
	Set(ctx context.Context, entry string, value Secret) error
	// Delete forgets an entry, or returns ErrNoEntry.
	Delete(ctx context.Context, entry string) error
}

// entryName derives the name under which the login of a deployment is kept. Another issuer, client or
// API origin is another login, so a token never follows a changed address (resilience T03).
func entryName(s Settings) string {
	issuer := s.Issuer
	if issuer == "" && s.pinned() {
		issuer = s.TokenURL
	}
	h := sha256.New()
	for _, part := range []string{issuer, s.ClientID, origin(s.APIURL)} {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part)))) // so that parts cannot run together
		h.Write([]byte(part))
	}
	return strings.ToLower(base32.StdEncoding.EncodeToString(h.Sum(nil)))[:26] // 130 bits
}

// probe proves that the store can write, read and delete, under a name of its own.
func probe(ctx context.Context, store Store) error {
	entry, value := "probe."+strings.ToLower(rand.Text()), Secret(rand.Text())
	if err := store.Set(ctx, entry, value); err != nil {
		return err
	}
	got, err := store.Get(ctx, entry)
	if err != nil && !errors.Is(err, ErrNoEntry) {
		return err
	}
	if got != value {
		return &StoreError{Store: store.Name(), Problem: "does not give back what it was given", Remedy: fileRemedy}
	}
	return store.Delete(ctx, entry)
}
