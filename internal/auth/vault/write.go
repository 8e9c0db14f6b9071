package vault

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/internal/auth/grant"
	"travel.example/travel/internal/auth/secret"
)

// Save writes l as a new generation and returns it with its pointer. The caller holds the lock.
func (v Vault) Save(ctx context.Context, l grant.Login) (grant.Login, error) {
	old, err := v.head(ctx)
	if err != nil && !errors.Is(err, ErrNoLogin) && !errors.Is(err, ErrDamaged) {
		return l, err
	}
	text, err := json.Marshal(l.Facts)
	if err != nil {
		return l, fmt.Errorf("encode the login: %w", err)
	}
	l.Head.Generation, l.Head.Place = nextGeneration(old.Generation), 1-old.Place
	for _, part := range []struct {
		name  string
		value string
		count *int
	}{
		{"facts", string(text), &l.Head.Facts},
		{"access", string(l.Access), &l.Head.Access},
		{"refresh", string(l.Refresh), &l.Head.Refresh},
	} {
		if *part.count, err = v.write(ctx, l.Head, part.name, part.value); err != nil {
			return l, err
		}
	}
	return l, v.setPointer(ctx, l.Head)
}

func (v Vault) setPointer(ctx context.Context, p grant.Pointer) error {
	text, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("encode the login: %w", err)
	}
	return v.Store.Set(ctx, v.pointerEntry(), secret.Secret(text))
}

// write cuts a part into entries and returns how many there are.
func (v Vault) write(ctx context.Context, p grant.Pointer, name, value string) (int, error) {
	if len(value) > chunk*maxChunks {
		return 0, &StoreError{
			Store: v.Store.Name(), Problem: fmt.Sprintf("keeps at most %d bytes of a token, and the server sent %d", chunk*maxChunks, len(value)),
			Remedy: "ask the operator of the sign-in server for smaller tokens",
		}
	}
	n := 0
	for ; value != ""; n++ {
		size := min(chunk, len(value))
		if err := v.Store.Set(ctx, v.entry(p.Place, name, n), secret.Secret(fmt.Sprintf("%s %d %s", p.Generation, size, value[:size]))); err != nil {
			return 0, err
		}
		value = value[size:]
	}
	return n, nil
}

// ProveWritable writes the pointer back as it is, so that a refresh is never sent whose result could
// not be kept (resilience T10).
func (v Vault) ProveWritable(ctx context.Context, p grant.Pointer) error { return v.setPointer(ctx, p) }

// Erase deletes the login, pointer first, and whatever an interrupted save left.
func (v Vault) Erase(ctx context.Context) error {
	if err := v.Store.Delete(ctx, v.pointerEntry()); err != nil && !errors.Is(err, ErrNoEntry) {
		return err
	}
	return errors.Join(v.ErasePlace(ctx, 0), v.ErasePlace(ctx, 1))
}

// ErasePlace deletes the entries of one place from the last to the first, so that a later call
// finds what an interrupted one left.
func (v Vault) ErasePlace(ctx context.Context, place int) error {
	for _, part := range []string{"refresh", "access", "facts"} {
		n := 0
		for ; n < maxChunks; n++ {
			_, err := v.Store.Get(ctx, v.entry(place, part, n))
			if errors.Is(err, ErrNoEntry) {
				break
			}
			if err != nil {
				return err
			}
		}
		for n--; n >= 0; n-- {
			if err := v.Store.Delete(ctx, v.entry(place, part, n)); err != nil && !errors.Is(err, ErrNoEntry) {
				return err
			}
		}
	}
	return nil
}

// nextGeneration counts up and adds a random part: two writers without a common lock never make the
// same one.
func nextGeneration(old string) string {
	counter, _, _ := strings.Cut(old, "-")
	n, err := strconv.ParseUint(counter, 10, 63)
	if err != nil {
		n = 0
	}
	return strconv.FormatUint(n+1, 10) + "-" + rand.Text()[:12]
}
