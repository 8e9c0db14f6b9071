package vault

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"travel.example/travel/internal/auth/foreign"
	"travel.example/travel/internal/auth/secret"
	"travel.example/travel/internal/problem"
)

// StoreError means that the credential store cannot be used. Nothing was kept anywhere else instead.
type StoreError struct {
	Store   string // for people: "keyring (Secret Service)"
	Problem string
	Remedy  string // what the person can do, one sentence without full stop
	Err     error  // the store's own words, may be nil
}

func (e *StoreError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("the %s %s", e.Store, e.Problem)
	}
	return fmt.Sprintf("the %s %s: %s", e.Store, e.Problem, foreign.Clean(e.Err.Error()))
}

func (e *StoreError) Unwrap() error { return e.Err }

// Class is Login.
func (e *StoreError) Class() problem.Class { return problem.Login }

// Advice is the remedy.
func (e *StoreError) Advice() string { return e.Remedy }

// maxEntry is the most a store keeps in one entry, in bytes: the smallest limit of the platforms
// (Windows Credential Manager), kept on all of them so that a login that works here works anywhere.
const maxEntry = 2560

// fileRemedy is the way out where the keyring cannot be used.
const fileRemedy = "to keep the login in a private file instead, run: travel config set credential-store file"

// ErrNoEntry means that a store holds nothing under a name.
var ErrNoEntry = errors.New("no such entry in the credential store")

// Store keeps small named secrets. Keyring and File make one.
type Store interface {
	// Name says for people what and where the store is.
	Name() string
	// Get returns what was set, or ErrNoEntry.
	Get(ctx context.Context, entry string) (secret.Secret, error)
	// Set keeps value, at most 2,560 bytes, in place of what was there: all of it or nothing.
	Set(ctx context.Context, entry string, value secret.Secret) error
	// Delete forgets an entry, or returns ErrNoEntry.
	Delete(ctx context.Context, entry string) error
}

// Probe proves that the store can write, read and delete, under a name of its own.
func Probe(ctx context.Context, store Store) error {
	entry, value := "probe."+strings.ToLower(rand.Text()), secret.Secret(rand.Text())
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
