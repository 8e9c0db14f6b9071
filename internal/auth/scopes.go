package auth

import (
	"context"
	"errors"
	"slices"

	"travel.example/travel/internal/auth/failure"
)

// scopesToAsk are those of the settings. A login that asks for more keeps what was granted before, so
// that is asked for as well.
func (c *Client) scopesToAsk(ctx context.Context, more []string) ([]string, error) {
	scopes := slices.Clone(c.server.Settings.Scopes)
	if len(more) == 0 {
		return scopes, nil
	}
	stored, err := c.vault.Load(ctx)
	switch {
	case errors.Is(loginRequired(err), failure.ErrLoginRequired):
	case err != nil:
		return nil, err
	default:
		scopes = union(scopes, stored.Facts.Account.Scopes)
	}
	return union(scopes, more), nil
}

// union appends what is not there yet.
func union(list, more []string) []string {
	for _, word := range more {
		if !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list
}
