package batch

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/disk"
	"travel.example/travel/internal/problem"
)

// opened opens a journal that can be opened.
func opened(t *testing.T, path, hash string, now time.Time, how begin) *journal {
	t.Helper()
	j, err := openJournal(path, hash, now, how)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestAJournalRemembersWhatCameOfALine(t *testing.T) {
	path, now := filepath.Join(t.TempDir(), "batches", "j.ndjson"), time.Now().Truncate(time.Second)
	j := opened(t, path, "one", now, kept)
	for _, r := range []record{
		{Line: 2, Made: &made{"s2", now, "US"}}, {Line: 2, Done: json.RawMessage(`{"line":2,"searchId":"s2"}`)},
		{Line: 3, Made: &made{"s3", now, ""}}, {Line: 4, Made: &made{"s4", now, ""}}, {Line: 4, Gone: "s4"},
	} {
		if err := j.keep(r); err != nil {
			t.Fatal(err)
		}
	}
	j.close()

	j = opened(t, path, "one", now.Add(time.Minute), kept)
	if got, err := j.answer(2); err != nil || got.SearchID != "s2" || !j.began.Equal(now) {
		t.Errorf("line 2: %+v, %v; began %s", got, err, j.began)
	}
	lives := func(line int, after time.Duration) bool {
		_, living := j.living(line, now.Add(after), 5*time.Minute)
		return living
	}
	if lives(2, 0) || !lives(3, time.Minute) || lives(3, 6*time.Minute) || lives(4, 0) || lives(5, 0) {
		t.Error("line 3 alone has a search that lives, for five minutes")
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
func TestAJournalIsLeftAfterADay(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	for how, want := range map[begin]int{kept: 0, named: 1, keptFresh: 0, namedFresh: 0} {
		path := filepath.Join(dir, "j")
		j := opened(t, path, "one", now, namedFresh)
		if err := j.keep(record{Line: 2, Made: &made{"s2", now, ""}}); err != nil {
			t.Fatal(err)
		}
		j.close()
		j = opened(t, path, "one", now.Add(25*time.Hour), how)
		if j.spent[2] != want {
			t.Errorf("%d: line 2 has spent %d, want %d", how, j.spent[2], want)
		}
		j.close()
	}
}

func TestAJournalIsOfOneBatch(t *testing.T) {
	path, now := filepath.Join(t.TempDir(), "j"), time.Now()
	j := opened(t, path, "one", now, named)
	if err := j.keep(record{Line: 2, Made: &made{"s2", now, ""}}); err != nil {
		t.Fatal(err)
	}
	fails := func(hash string, want error, class problem.Class) {
		t.Helper()
		_, err := openJournal(path, hash, now, named)
		if !errors.Is(err, want) || problem.ClassOf(err) != class {
			t.Errorf("%v, want %v", err, want)
		}
	}
	fails("one", disk.ErrHeld, problem.Wait)
	j.close()
	fails("another", errOther, problem.Usage)
	for _, text := range []string{"{\"a\":1}\n", "{\"batch\":{\"hash\":\"one\"}}\n{\"line\":2}\n", "from,to\nLIS,MAD\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		fails("one", errRecord, problem.Usage)
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%q is %q now, %v", text, got, err)
		}
	}
}

// Whatever a crash, or someone else, left in a journal: it is read or refused.
func FuzzJournal(f *testing.F) {
	f.Add([]byte("{\"batch\":{\"hash\":\"one\",\"began\":\"2027-01-01T00:00:00Z\"}}\n{\"line\":2,\"made\":{\"searchId\":\"s\"}}\n{\"li"))
	f.Add([]byte("{\"batch\":{\"hash\":\"one\"}}\n{\"line\":2,\"done\":{}}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "j")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := openJournal(path, "one", time.Now(), named)
		if err != nil {
			return
		}
		defer j.close()
		for line := range j.done {
			_, _ = j.answer(line)
		}
		if err := j.keep(record{Line: 7, Made: &made{"s7", time.Now(), ""}}); err != nil {
			t.Error(err)
		}
		if c := j.made[7]; (c.SearchID == search.Created{}.SearchID) {
			t.Error("what was added is not there")
		}
	})
}
