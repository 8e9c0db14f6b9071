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

// store is one that keeps small named secrets.
type store interface {
	Name() string
	Get(ctx context.Context, entry string) (flow.Secret, error)
	Set(ctx context.Context, entry string, value flow.Secret) error
	Delete(ctx context.Context, entry string) error
}

// NewBrittle makes a store that takes so many changes and then no more.
func NewBrittle(whole store, left int) *Brittle { return &Brittle{store: whole, left: left} }

// ErrDied is what a brittle store fails with.
var ErrDied = errors.New("died here")

// Set fails when no change is left.
func (b *Brittle) Set(ctx context.Context, entry string, value flow.Secret) error {
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

// Sized makes a login whose tokens have a size and whose every part tells its number.
func Sized(n, size int) flow.Login {
	l := flow.Login{
		Access:  flow.Secret(strings.Repeat(fmt.Sprintf("a%d.", n), size)[:size]),
		Refresh: flow.Secret(strings.Repeat(fmt.Sprintf("r%d.", n), size)[:size]),
	}
	l.Head.TokenType, l.Head.Issued, l.Head.Expires = "Bearer", int64(n), int64(n+600)
	l.Facts.Account.Subject = fmt.Sprint(n)
	return l
}
