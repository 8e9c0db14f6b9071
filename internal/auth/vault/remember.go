package vault

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"travel.example/travel/internal/auth/flow"
)

func (v Vault) scopesEntry() string { return v.Name + ".scopes" }

// Remember keeps the scopes of a login that has ended, for the sign-in that comes after it, in place
// of those before. More than an entry holds are dropped.
func (v Vault) Remember(ctx context.Context, scopes []string) error {
	text, err := json.Marshal(scopes)
	if err != nil {
		return fmt.Errorf("encode the scopes: %w", err)
	}
	if len(scopes) == 0 || len(text) > maxEntry {
		return v.forget(ctx)
	}
	return v.Store.Set(ctx, v.scopesEntry(), flow.Secret(text))
}

// Remembered are the scopes of a login that has ended; none where nothing sensible is kept.
func (v Vault) Remembered(ctx context.Context) ([]string, error) {
	text, err := v.Store.Get(ctx, v.scopesEntry())
	if errors.Is(err, ErrNoEntry) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var scopes []string
	if json.Unmarshal([]byte(text), &scopes) != nil || slices.ContainsFunc(scopes, func(s string) bool { return !flow.IsScope(s) }) {
		return nil, nil
	}
	return scopes, nil
}

// forget drops what is remembered.
func (v Vault) forget(ctx context.Context) error {
	if err := v.Store.Delete(ctx, v.scopesEntry()); err != nil && !errors.Is(err, ErrNoEntry) {
		return err
	}
	return nil
}
