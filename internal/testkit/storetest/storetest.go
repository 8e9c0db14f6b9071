// Package storetest helps the tests of what keeps logins.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"travel.example/travel/internal/auth/flow"
)

// Brittle is a store that stops working at the n-th change, as a program that dies there.
type Brittle struct {
	store
	left int
}

// store is one that keeps a login.
type store interface {
	Name() string
	ID() string
	Get(ctx context.Context) (flow.Secret, error)
	Set(ctx context.Context, text flow.Secret) error
	Reserve(ctx context.Context, l flow.Login) (giveBack func(), err error)
	Delete(ctx context.Context) error
	Probe(ctx context.Context) error
}

// NewBrittle makes a store that takes so many changes and then no more.
func NewBrittle(whole store, left int) *Brittle { return &Brittle{store: whole, left: left} }

// ErrDied is what a brittle store fails with.
var ErrDied = errors.New("died here")

// change fails when no change is left.
func (b *Brittle) change() error {
	if b.left == 0 {
		return ErrDied
	}
	b.left--
	return nil
}

// Set is a change.
func (b *Brittle) Set(ctx context.Context, text flow.Secret) error {
	if err := b.change(); err != nil {
		return err
	}
	return b.store.Set(ctx, text)
}

// Reserve is a change.
func (b *Brittle) Reserve(ctx context.Context, l flow.Login) (giveBack func(), err error) {
	if err := b.change(); err != nil {
		return nil, err
	}
	return b.store.Reserve(ctx, l)
}

// Delete is a change.
func (b *Brittle) Delete(ctx context.Context) error {
	if err := b.change(); err != nil {
		return err
	}
	return b.store.Delete(ctx)
}

// Probe makes two changes.
func (b *Brittle) Probe(ctx context.Context) error {
	if err := errors.Join(b.change(), b.change()); err != nil {
		return err
	}
	return b.store.Probe(ctx)
}

// Sized makes a login whose tokens have a size and whose every part tells its number.
func Sized(n, size int) flow.Login {
	l := flow.Login{
		Access:  flow.Secret(strings.Repeat(fmt.Sprintf("a%d.", n), size)[:size]),
		Refresh: flow.Secret(strings.Repeat(fmt.Sprintf("r%d.", n), size)[:size]),
	}
	l.Head.Issued, l.Head.Expires = int64(n), int64(n+600)
	l.Facts.Account.Subject = fmt.Sprint(n)
	return l
}
