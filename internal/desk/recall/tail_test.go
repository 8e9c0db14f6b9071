package recall

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// page is the n-th page of ten rows of the list.
func page(n int) List {
	l := tripList()
	l.Made, l.Matching, l.Rows = made.Add(time.Duration(n)*time.Second), 5000, nil
	for i := range 10 {
		number := 10*n + i + 1
		l.Rows = append(l.Rows, Row{N: number, ID: fmt.Sprintf("s:t%d", number), Label: `"]}` + strings.Repeat("二", i)})
	}
	return l
}

// What is added page by page is what would have been saved whole, with what the last page says of the list.
func TestAPageIsAddedWithoutTheOthers(t *testing.T) {
	dir := t.TempDir()
	s := Open(dir, "", window("1")).Knowing(new(Tail))
	if s.Add(page(0)) {
		t.Error("a page was added to no list")
	}
	save(t, s, page(0))
	want := page(0)
	for _, n := range []int{1, 2, 4} { // numbers may have gaps
		if !s.Add(page(n)) {
			t.Fatalf("page %d was not added", n)
		}
		want = page(n).Joined(want)
	}
	if got, ok := latest(t, s, Trips); !ok || !cmp.Equal(want, got) {
		t.Errorf("%t (-want +got):\n%s", ok, cmp.Diff(want, got))
	}
	whole := Open(t.TempDir(), "", window("1"))
	save(t, whole, want)
	added, _ := os.ReadFile(s.file(Trips))
	saved, _ := os.ReadFile(whole.file(Trips))
	if string(added) != string(saved) {
		t.Error("the file is not what it would be if it had been saved whole")
	}
}

func TestWhatIsNoNextPageIsNotAdded(t *testing.T) {
	other := func(change func(*List)) List {
		l := page(1)
		change(&l)
		return l
	}
	huge := strings.Repeat("x", 8000)
	for name, l := range map[string]List{
		"rows that are there":  page(0),
		"another search":       other(func(l *List) { l.Search.ID = "s9" }),
		"another order":        other(func(l *List) { l.View = append(l.View, Param{"sort", []string{"price"}, ""}) }),
		"another currency":     other(func(l *List) { l.Terms.Currency = "JPY" }),
		"another kind":         other(func(l *List) { l.Kind = Hotels }),
		"a number twice":       other(func(l *List) { l.Rows[9].N = l.Rows[8].N }),
		"numbers in disorder":  other(func(l *List) { l.Rows[0], l.Rows[1] = l.Rows[1], l.Rows[0] }),
		"no rows":              other(func(l *List) { l.Rows = nil }),
		"no time":              other(func(l *List) { l.Made = time.Time{} }),
		"more than 5,000 rows": other(func(l *List) { l.Rows = rowsFrom(11, maxRows, "") }),
		"more than 4 MiB":      other(func(l *List) { l.Rows = rowsFrom(11, 600, huge) }),
	} {
		s := Open(t.TempDir(), "", window("1")).Knowing(new(Tail))
		save(t, s, page(0))
		if s.Add(l) {
			t.Errorf("%s was added", name)
		}
		if got, _ := latest(t, s, Trips); !cmp.Equal(page(0), got) {
			t.Errorf("%s changed what is kept", name)
		}
	}
}

func rowsFrom(first, n int, label string) []Row {
	rows := make([]Row, n)
	for i := range rows {
		rows[i] = Row{N: first + i, ID: fmt.Sprint("t", i), Label: label}
	}
	return rows
}

// Only behind what this process wrote itself: it has seen no other.
func TestNothingIsAddedToWhatAnotherWrote(t *testing.T) {
	for name, change := range map[string]func(path string) error{
		"another process saved": func(path string) error {
			s := Open(filepath.Dir(filepath.Dir(filepath.Dir(path))), "", window("1"))
			return s.Save(page(0))
		},
		"the file is gone":    os.Remove,
		"the file was longer": func(path string) error { return os.Truncate(path, 40) },
		"the file was written to": func(path string) error {
			text, err := os.ReadFile(path)
			if err == nil {
				err = os.WriteFile(path, []byte(strings.Replace(string(text), "s:t1", "s:t9", 1)), 0o600)
			}
			return errors.Join(err, os.Chtimes(path, made, made)) // clocks of file systems are slow
		},
	} {
		dir := t.TempDir()
		s := Open(dir, "", window("1")).Knowing(new(Tail))
		save(t, s, page(0))
		if err := os.Chtimes(s.file(Trips), made, made); err != nil { // so that any later change shows
			t.Fatal(err)
		}
		if s.Add(page(1)) {
			t.Errorf("%s: a page was added to a file of another time", name)
		}
		save(t, s, page(0))
		if err := change(s.file(Trips)); err != nil {
			t.Fatal(err)
		}
		if s.Add(page(1)) {
			t.Errorf("%s: a page was added", name)
		}
		if s.Still().Add(page(1)) || Open("", "", window("1")).Knowing(new(Tail)).Add(page(1)) {
			t.Error("a page was added where nothing is written")
		}
	}
}
