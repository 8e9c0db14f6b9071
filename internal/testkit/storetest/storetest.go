// Package storetest provides helpers for tests of login stores.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"travel.example/travel/internal/auth/flow"
)

// Brittle is a store that fails after a number of changes, as if the program died there.
type Brittle struct {
	store
	left int
}

// store is the interface of a login store.
type store interface {
	Name() string
	ID() string
	Get(ctx context.Context) (flow.Secret, error)
	Set(ctx context.Context, text flow.Secret) error
	Reserve(ctx context.Context, l flow.Login) (giveBack func(), err error)
	Delete(ctx context.Context) error
	Probe(ctx context.Context) error
}

// NewBrittle returns a store that accepts the given number of changes and then fails.
func NewBrittle(whole store, left int) *Brittle { return &Brittle{store: whole, left: left} }

// ErrDied is the error of a brittle store that fails.
var ErrDied = errors.New("died here")

// change fails if no change is left.
func (b *Brittle) change() error {
	if b.left == 0 {
		return ErrDied
	}
	b.left--
	return nil
}

// Set counts as one change.
func (b *Brittle) Set(ctx context.Context, text flow.Secret) error {
	if err := b.change(); err != nil {
		return err
	}
	return b.store.Set(ctx, text)
}

// Reserve counts as one change.
func (b *Brittle) Reserve(ctx context.Context, l flow.Login) (giveBack func(), err error) {
	if err := b.change(); err != nil {
		return nil, err
	}
	return b.store.Reserve(ctx, l)
}

// Delete counts as one change.
func (b *Brittle) Delete(ctx context.Context) error {
	if err := b.change(); err != nil {
		return err
	}
	return b.store.Delete(ctx)
}

// Probe counts as two changes.
func (b *Brittle) Probe(ctx context.Context) error {
	if err := errors.Join(b.change(), b.change()); err != nil {
		return err
	}
	return b.store.Probe(ctx)
}

// Sized returns a login whose tokens have the given size and whose parts all contain the number n.
func Sized(n, size int) flow.Login {
	l := flow.Login{
		Access:  flow.Secret(strings.Repeat(fmt.Sprintf("a%d.", n), size)[:size]),
		Refresh: flow.Secret(strings.Repeat(fmt.Sprintf("r%d.", n), size)[:size]),
	}
	l.Issued, l.Expires = int64(n), int64(n+600)
	l.Account.Subject = fmt.Sprint(n)
	return l
}
