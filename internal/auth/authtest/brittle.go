package authtest

import (
	"context"
	"errors"

	"travel.example/travel/internal/auth/secret"
)

// Brittle is a store that stops working at the n-th change, as a program that dies there.
type Brittle struct {
	store
	left int
}

// store is one that keeps small named secrets.
type store interface {
	Name() string
	Get(ctx context.Context, entry string) (secret.Secret, error)
	Set(ctx context.Context, entry string, value secret.Secret) error
	Delete(ctx context.Context, entry string) error
}

// NewBrittle makes a store that takes so many changes and then no more.
func NewBrittle(whole store, left int) *Brittle { return &Brittle{store: whole, left: left} }

// ErrDied is what a brittle store fails with.
var ErrDied = errors.New("died here")

// Set fails when no change is left.
func (b *Brittle) Set(ctx context.Context, entry string, value secret.Secret) error {
	if b.left == 0 {
		return ErrDied
	}
	b.left--
	return b.store.Set(ctx, entry, value)
}

// Delete fails when no change is left.
func (b *Brittle) Delete(ctx context.Context, entry string) error {
	if b.left == 0 {
		return ErrDied
	}
	b.left--
	return b.store.Delete(ctx, entry)
}
