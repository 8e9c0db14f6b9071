package auth

import (
	"context"
	"fmt"

	"travel.example/travel/internal/auth/grant"
	"travel.example/travel/internal/auth/vault"
)

// keepOrRevoke stores a new login. One that cannot be stored is given back, since it will not be used.
func (c *Client) keepOrRevoke(ctx context.Context, l grant.Login) error {
	kept, err := c.keep(ctx, l)
	if !kept {
		_ = c.server.Revoke(context.WithoutCancel(ctx), l)
	}
	if err != nil {
		return fmt.Errorf("keep the login: %w", err)
	}
	c.session.adopt(l, c.opts.Now())
	return nil
}

// keep stores a new login whole and forgets the tokens of the one before it. The login may have been
// kept although the person interrupted.
func (c *Client) keep(ctx context.Context, l grant.Login) (kept bool, err error) {
	err = c.locked(ctx, func() error {
		return vault.DeferSignals(ctx, func(ctx context.Context) error {
			saved, err := c.vault.Save(ctx, l)
			if err != nil {
				return err
			}
			kept = true
			if err := c.vault.ErasePlace(ctx, 1-saved.Head.Place); err != nil {
				fmt.Fprintf(c.opts.Notices, "the earlier login could not be deleted: %v\n", err)
			}
			return nil
		})
	})
	return kept, err
}
