package auth

import (
	"context"
	"errors"
	"fmt"

	"travel.example/travel/internal/auth/failure"
	"travel.example/travel/internal/auth/vault"
)

// Logout revokes the stored login at the server (RFC 7009) and deletes it. The deletion happens
// whatever the server says: with every error but one of the store, everything stored here is gone.
// ErrLoginRequired says that there was no login, ErrNotRevocable that there was nowhere to revoke it,
// and a *RevocationError that the server was not reached or refused.
func (c *Client) Logout(ctx context.Context) error {
	var revoked error
	err := c.locked(ctx, func() error {
		l, err := c.vault.Load(ctx)
		switch {
		case errors.Is(err, vault.ErrNoLogin):
			revoked = failure.ErrLoginRequired
		case errors.Is(err, vault.ErrDamaged):
			revoked = failure.Because(failure.ErrNotRevocable, err)
		case err != nil:
			return err
		default:
			revoked = c.server.Revoke(ctx, l)
		}
		c.session.forget()
		return c.vault.Erase(context.WithoutCancel(ctx))
	})
	switch {
	case err != nil:
		return fmt.Errorf("sign out: %w", err)
	case errors.Is(revoked, failure.ErrLoginRequired), errors.Is(revoked, failure.ErrNotRevocable):
		return revoked
	case revoked != nil:
		return &failure.RevocationError{Err: revoked}
	}
	return nil
}
