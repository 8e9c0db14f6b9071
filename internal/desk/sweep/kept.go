package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
)

// Kept is a search of a survey, as it is kept between commands.
type Kept[R any] struct {
	SearchID string              `json:"searchId"`
	Made     time.Time           `json:"made"`
	Views    map[string]Found[R] `json:"views,omitempty"` // by the filters that it was read with
}

// Found is what a read of a search showed. R is what was looked for in it.
type Found[R any] struct {
	Got    R            `json:"got"`
	Any    bool         `json:"any"` // there was something
	AsOf   time.Time    `json:"asOf"`
	Settle search.Stamp `json:"settle"`
	Whole  search.Whole `json:"whole,omitempty"`
	Taken  []string     `json:"taken,omitempty"` // sentences: what words of filters were taken for
}

// settled tells whether nothing more is to be expected of the search.
func (f Found[R]) settled() bool { return f.Whole != "" }

// Store keeps what sweeps found, in a file for each question that all processes share. A question is
// all that is asked but the key that tells its searches apart, such as their days.
type Store[R any] struct {
	table store.Table[map[string]Kept[R]]
}

// Open names the place below the state directory, "" for nowhere. owner may hold any text.
func Open[R any](dir, owner string) Store[R] {
	if dir == "" {
		return Store[R]{}
	}
	return Store[R]{store.Table[map[string]Kept[R]]{
		Dir: filepath.Join(dir, "sweeps", store.Key(owner)), Name: func(string) string { return "what was found before" },
	}}
}

// Bounds of a file, and how long an entry can be of use.
const (
	maxKept  = 1000
	maxFiles = 200
	maxAge   = 24 * time.Hour
)

// Read is what is kept of a question, by key. A file that is damaged is moved aside and counts as nothing.
func (s Store[R]) Read(question string, now time.Time) (map[string]Kept[R], error) {
	all, _, err := s.table.Get(store.Key(question))
	if trouble, ok := errors.AsType[*store.Trouble](err); err != nil && (!ok || !trouble.Aside) {
		return nil, fmt.Errorf("read what was found before: %w", err)
	}
	return usable(all, now), nil
}

// Keep keeps a search of a question, in place of another one of that key, and how it was read last.
func (s Store[R]) Keep(ctx context.Context, question, key string, k Kept[R], now time.Time) error {
	if s.table.Dir == "" || apiclient.IsPlanned(k.SearchID) {
		return nil
	}
	k.Views = maps.Clone(k.Views)
	if k.Views == nil {
		k.Views = map[string]Found[R]{}
	}
	err := s.table.Change(ctx, store.Key(question), func(all *map[string]Kept[R]) error {
		if *all = usable(*all, now); *all == nil {
			*all = map[string]Kept[R]{}
			s.prune()
		}
		if before := (*all)[key]; before.SearchID == k.SearchID {
			for view, f := range before.Views {
				if _, newer := k.Views[view]; !newer {
					k.Views[view] = f
				}
			}
		}
		(*all)[key] = k
		for len(*all) > maxKept {
			delete(*all, oldest(*all))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("keep what was found: %w", err)
	}
	return nil
}

// usable is what can still be used of what was found.
func usable[R any](all map[string]Kept[R], now time.Time) map[string]Kept[R] {
	maps.DeleteFunc(all, func(_ string, k Kept[R]) bool {
		age := now.Sub(k.Made)
		maps.DeleteFunc(k.Views, func(_ string, f Found[R]) bool { return f.AsOf.After(now) })
		return !apiclient.ValidID(k.SearchID) || age < 0 || age > maxAge
	})
	return all
}

func oldest[R any](all map[string]Kept[R]) string {
	return slices.MinFunc(slices.Collect(maps.Keys(all)), func(a, b string) int {
		return cmp.Or(all[a].Made.Compare(all[b].Made), cmp.Compare(a, b))
	})
}

// prune deletes the files that were not written for longest, so that one more can come.
func (s Store[R]) prune() {
	entries, _ := s.table.Entries()
	for _, e := range entries[min(len(entries), maxFiles-1):] {
		_ = s.table.Remove(e.Key)
	}
}
