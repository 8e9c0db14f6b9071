package sweep_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"travel.example/travel/internal/store"
	"travel.example/travel/internal/sweep"
)

var keptAt = time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)

func keptOf(id string, made time.Time) sweep.Kept {
	return sweep.Kept{SearchID: id, Made: made, Views: map[string]sweep.Found{"v": {Any: true, AsOf: made, Whole: "held"}}}
}

// Processes at once lose nothing of each other.
func TestManyKeepAtOnce(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			s := sweep.Open(store.Home{Dir: dir}, "ada") // each has its own
			if err := s.Keep(t.Context(), "q", fmt.Sprint(i), keptOf(fmt.Sprintf("s%d", i), keptAt), keptAt); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if kept, err := sweep.Open(store.Home{Dir: dir}, "ada").Read("q", keptAt); err != nil || len(kept) != 16 {
		t.Errorf("%d are kept: %v", len(kept), err)
	}
	for _, other := range []sweep.Store{sweep.Open(store.Home{Dir: dir}, "eve"), sweep.Open(store.Home{}, "ada")} {
		if kept, err := other.Read("q", keptAt); err != nil || len(kept) != 0 {
			t.Errorf("another account reads %v: %v", kept, err)
		}
	}
}

// The views of one search add up; those of the search before it go.
func TestAViewIsKeptBesideOthersOfItsSearch(t *testing.T) {
	s := sweep.Open(store.Home{Dir: t.TempDir()}, "ada")
	keep := func(k sweep.Kept) map[string]sweep.Found {
		t.Helper()
		if err := s.Keep(t.Context(), "q", "day", k, keptAt); err != nil {
			t.Fatal(err)
		}
		all, err := s.Read("q", keptAt)
		if err != nil {
			t.Fatal(err)
		}
		return all["day"].Views
	}
	keep(keptOf("s1", keptAt))
	if views := keep(sweep.Kept{SearchID: "s1", Made: keptAt, Views: map[string]sweep.Found{"w": {AsOf: keptAt}}}); len(views) != 2 {
		t.Errorf("the views are %v", views)
	}
	if views := keep(sweep.Kept{SearchID: "s2", Made: keptAt}); len(views) != 0 {
		t.Errorf("another search has the views %v", views)
	}
}

// What cannot be used counts as nothing, and is written over.
func TestAFileThatCannotBeUsedIsAsGoodAsNone(t *testing.T) {
	day := `{"day":{"searchId":%s,"made":%q,"views":{"v":{"any":true,"asOf":%q}}}}`
	stamp := func(d time.Duration) string { return keptAt.Add(d).Format(time.RFC3339) }
	for name, text := range map[string]string{
		"not JSON":           "{",
		"a list":             "[1,2]",
		"another shape":      `{"day":7}`,
		"binary":             "\x00\xff\xfe",
		"larger than any":    `{"day":"` + strings.Repeat("x", 2<<20) + `"}`,
		"made in the future": fmt.Sprintf(day, `"s1"`, stamp(time.Hour), stamp(0)),
		"made last week":     fmt.Sprintf(day, `"s1"`, stamp(-7*24*time.Hour), stamp(0)),
	} {
		dir := t.TempDir()
		s := sweep.Open(store.Home{Dir: dir}, "ada")
		if err := s.Keep(t.Context(), "q", "other", keptOf("s0", keptAt), keptAt); err != nil {
			t.Fatal(err)
		}
		files, _ := filepath.Glob(filepath.Join(dir, "sweeps", "*", "*.json"))
		if len(files) != 1 {
			t.Fatalf("there are %v", files)
		}
		if err := os.WriteFile(files[0], []byte(`{"version":1,"value":`+text+`}`), 0o600); err != nil {
			t.Fatal(err)
		}
		if all, err := s.Read("q", keptAt); len(all) != 0 {
			t.Errorf("%s: %v, %v", name, all, err)
		}
		if err := s.Keep(t.Context(), "q", "day", keptOf("s9", keptAt), keptAt); err != nil && name != "larger than any" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Nothing grows without bound, on disk or in a file.
func TestWhatIsKeptIsBounded(t *testing.T) {
	dir := t.TempDir()
	s := sweep.Open(store.Home{Dir: dir}, "ada")
	for i := range 205 {
		must(t, s.Keep(t.Context(), fmt.Sprintf("q%d", i), "day", keptOf("s1", keptAt), keptAt))
	}
	files, _ := filepath.Glob(filepath.Join(dir, "sweeps", "*", "*.json"))
	if len(files) > 200 {
		t.Errorf("%d files are kept", len(files))
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
