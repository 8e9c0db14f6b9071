package sweep

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/disk"
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
}

// settled tells whether nothing more is to be expected of the search.
func (f Found[R]) settled() bool { return f.Whole != "" }

// Store keeps what sweeps found, in a file for each question that all processes share. A question is
// all that is asked but the key that tells its searches apart, such as their days.
type Store[R any] struct{ dir string }

// Open names the place below the state directory, "" for nowhere. owner may hold any text.
func Open[R any](dir, owner string) Store[R] {
	if dir == "" {
		return Store[R]{}
	}
	return Store[R]{dir: filepath.Join(dir, "sweeps", digest(owner))}
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// Bounds of a file, and how long an entry can be of use.
const (
	maxFileBytes = 1 << 20
	maxKept      = 1000
	maxFiles     = 200
	maxAge       = 24 * time.Hour
)

func (s Store[R]) file(question string) string {
	return filepath.Join(s.dir, digest(question)+".json")
}

// Read is what is kept of a question, by key. What cannot be understood counts as nothing.
func (s Store[R]) Read(question string, now time.Time) (map[string]Kept[R], error) {
	if s.dir == "" {
		return nil, nil
	}
	text, err := disk.ReadShared(s.file(question), maxFileBytes)
	if err != nil {
		return nil, fmt.Errorf("read what was found before: %w", err)
	}
	return parse[R](text, now), nil
}

// Keep keeps a search of a question, in place of another one of that key, and how it was read last.
func (s Store[R]) Keep(ctx context.Context, question, key string, k Kept[R], now time.Time) error {
	if s.dir == "" || apiclient.IsPlanned(k.SearchID) {
		return nil
	}
	path := s.file(question)
	k.Views = maps.Clone(k.Views)
	if k.Views == nil {
		k.Views = map[string]Found[R]{}
	}
	err := disk.Change(ctx, path, maxFileBytes, func(text []byte) ([]byte, error) {
		all := parse[R](text, now)
		if all == nil {
			all = map[string]Kept[R]{}
			s.prune(path)
		}
		if before := all[key]; before.SearchID == k.SearchID {
			for view, f := range before.Views {
				if _, newer := k.Views[view]; !newer {
					k.Views[view] = f
				}
			}
		}
		all[key] = k
		for len(all) > maxKept {
			delete(all, oldest(all))
		}
		return json.Marshal(all)
	})
	if err != nil {
		return fmt.Errorf("keep what was found: %w", err)
	}
	return nil
}

// parse is what a text holds that can be used; nil where there is nothing.
func parse[R any](text []byte, now time.Time) map[string]Kept[R] {
	var all map[string]Kept[R]
	if json.Unmarshal(text, &all) != nil {
		return nil
	}
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
func (s Store[R]) prune(but string) {
	files, err := filepath.Glob(filepath.Join(s.dir, "*.json"))
	if err != nil || len(files) < maxFiles {
		return
	}
	written := func(path string) time.Time {
		if info, err := os.Stat(path); err == nil {
			return info.ModTime()
		}
		return time.Time{}
	}
	slices.SortFunc(files, func(a, b string) int { return written(a).Compare(written(b)) })
	for _, path := range files[:len(files)-maxFiles+1] {
		if path != but {
			_ = os.Remove(path)
			_ = os.Remove(path + ".lock")
		}
	}
}
