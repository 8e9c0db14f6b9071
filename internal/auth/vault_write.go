package auth

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// save writes l as a new generation and returns it with its pointer. The caller holds the lock.
func (v vault) save(ctx context.Context, l login) (login, error) {
	old, err := v.head(ctx)
	if err != nil && !errors.Is(err, errNoLogin) && !errors.Is(err, errDamaged) {
		return l, err
	}
	text, err := json.Marshal(l.facts)
	if err != nil {
		return l, fmt.Errorf("encode the login: %w", err)
	}
	l.head.Generation, l.head.Place = nextGeneration(old.Generation), 1-old.Place
	for _, part := range []struct {
		name  string
		value string
		count *int
	}{
		{"facts", string(text), &l.head.Facts},
		{"access", string(l.access), &l.head.Access},
		{"refresh", string(l.refresh), &l.head.Refresh},
	} {
		if *part.count, err = v.write(ctx, l.head, part.name, part.value); err != nil {
			return l, err
		}
	}
	return l, v.setPointer(ctx, l.head)
}

func (v vault) setPointer(ctx context.Context, p pointer) error {
	text, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("encode the login: %w", err)
	}
	return v.store.Set(ctx, v.pointerEntry(), Secret(text))
}

// write cuts a part into entries and returns how many there are.
func (v vault) write(ctx context.Context, p pointer, name, value string) (int, error) {
	if len(value) > chunk*maxChunks {
		return 0, &StoreError{
			Store: v.store.Name(), Problem: fmt.Sprintf("keeps at most %d bytes of a token, and the server sent %d", chunk*maxChunks, len(value)),
			Remedy: "ask the operator of the sign-in server for smaller tokens",
		}
	}
	n := 0
	for ; value != ""; n++ {
		size := min(chunk, len(value))
		if err := v.store.Set(ctx, v.entry(p.Place, name, n), Secret(fmt.Sprintf("%s %d %s", p.Generation, size, value[:size]))); err != nil {
			return 0, err
		}
		value = value[size:]
	}
	return n, nil
}

// proveWritable writes the pointer back as it is, so that a refresh is never sent whose result could
// not be kept (resilience T10).
func (v vault) proveWritable(ctx context.Context, p pointer) error { return v.setPointer(ctx, p) }

// erase deletes the login, pointer first, and whatever an interrupted save left.
func (v vault) erase(ctx context.Context) error {
	if err := v.store.Delete(ctx, v.pointerEntry()); err != nil && !errors.Is(err, ErrNoEntry) {
		return err
	}
	return errors.Join(v.erasePlace(ctx, 0), v.erasePlace(ctx, 1))
}

// erasePlace deletes the entries of one place from the last to the first, so that a later call
// finds what an interrupted one left.
func (v vault) erasePlace(ctx context.Context, place int) error {
	for _, part := range []string{"refresh", "access", "facts"} {
		n := 0
		for ; n < maxChunks; n++ {
			_, err := v.store.Get(ctx, v.entry(place, part, n))
			if errors.Is(err, ErrNoEntry) {
				break
			}
			if err != nil {
				return err
			}
		}
		for n--; n >= 0; n-- {
			if err := v.store.Delete(ctx, v.entry(place, part, n)); err != nil && !errors.Is(err, ErrNoEntry) {
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
