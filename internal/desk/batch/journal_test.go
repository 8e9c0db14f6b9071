package batch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
)

// opened opens a journal that can be opened.
func opened(t *testing.T, j journal, now time.Time) *journal {
	t.Helper()
	if err := j.open("one", now); err != nil {
		t.Fatal(err)
	}
	return &j
}

func TestAJournalRemembersWhatCameOfALine(t *testing.T) {
	path, now := filepath.Join(t.TempDir(), "batches", "j.ndjson"), time.Now().Truncate(time.Second)
	j := opened(t, journal{path: path, own: true}, now)
	for _, r := range []record{
		{Line: 2, Made: &search.Created{SearchID: "s2", At: now, SiteCode: "US"}}, {Line: 2, Done: &Result{Line: 2, SearchID: "s2"}},
		{Line: 3, Made: &search.Created{SearchID: "s3", At: now}}, {Line: 4, Made: &search.Created{SearchID: "s4", At: now}}, {Line: 4, Gone: "s4"},
	} {
		if err := j.keep(r); err != nil {
			t.Fatal(err)
		}
	}
	j.close()

	j = opened(t, journal{path: path, own: true}, now.Add(time.Minute))
	if got := j.done[2]; got.SearchID != "s2" || !j.began.Equal(now) {
		t.Errorf("line 2: %+v; began %s", got, j.began)
	}
	if _, gone := j.made[4]; gone || j.made[3].SearchID != "s3" {
		t.Errorf("line 3 has a search to read, and line 4 none: %v", j.made)
	}
	if got := []int{j.spent[2], j.spent[3], j.spent[4], j.spent[5]}; got[0] != 1 || got[1] != 1 || got[2] != 1 || got[3] != 0 {
		t.Errorf("spent %v", got)
	}
	j.over = true
	j.close()
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the journal of a batch that is over: %v", err)
	}
}

// A journal in the state directory starts from the beginning after a day without use; a named one never does.
// What lies beside it for long is deleted, unless it is something else.
func TestAJournalIsLeftAfterADay(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	path, other := filepath.Join(dir, "j.ndjson"), filepath.Join(dir, "mine.ndjson")
	if err := os.WriteFile(other, []byte(`{"from":"LIS"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, again := range []struct {
		own, fresh bool
		want       int
	}{{true, false, 0}, {false, false, 1}, {true, true, 0}, {false, true, 0}} {
		j := opened(t, journal{path: path, fresh: true}, now)
		if err := j.keep(record{Line: 2, Made: &search.Created{SearchID: "s2", At: now}}); err != nil {
			t.Fatal(err)
		}
		j.close()
		j = opened(t, journal{path: path, own: again.own, fresh: again.fresh}, now.Add(25*time.Hour))
		if j.spent[2] != again.want {
			t.Errorf("%+v: line 2 has spent %d", again, j.spent[2])
		}
		j.close()
	}
	j := opened(t, journal{path: path, fresh: true}, now)
	j.spent[2] = 1 // so that it stays
	j.close()
	prune(dir, now.Add(8*24*time.Hour))
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) != 1 || left[0] != other {
		t.Errorf("left %v, %v; want %s alone", left, err, other)
	}
}

func TestAJournalHasOneRun(t *testing.T) {
	path, now := filepath.Join(t.TempDir(), "j"), time.Now()
	defer opened(t, journal{path: path}, now).close()
	if err := (&journal{path: path}).open("one", now); !errors.Is(err, store.ErrHeld) || problem.ClassOf(err) != problem.Wait {
		t.Errorf("a second run: %v", err)
	}
}

// Another journal would pay twice for what this one holds.
func TestAFullDiskIsToBeFreed(t *testing.T) {
	err := unusable("j", &fs.PathError{Op: "write", Path: "j", Err: syscall.ENOSPC})
	if hint := problem.AdviceOf(err); !strings.HasPrefix(hint, "free some disk space and run the same command again") || problem.ClassOf(err) != problem.Local {
		t.Errorf("%v: %s", err, hint)
	}
}
