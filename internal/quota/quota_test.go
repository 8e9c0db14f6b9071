package quota

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/store"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// window is a window of the minute, told at noon and some seconds.
func window(left, after int) Window {
	at := noon.Add(time.Duration(after) * time.Second)
	return Window{Name: "createFlightSearch", Limit: 10, Seconds: 60, Left: int64(left), Resets: noon.Add(time.Minute), Said: at}
}

// Of two tellings of one span the lower count holds, whichever is written down last; of two spans the
// later one.
func TestTheLowerCountOfASpanHolds(t *testing.T) {
	next := window(9, 70)
	next.Resets = noon.Add(2 * time.Minute)
	for name, test := range map[string]struct {
		told []Window
		want Window
	}{
		"in order":           {[]Window{window(9, 1), window(8, 2)}, window(8, 2)},
		"out of order":       {[]Window{window(8, 2), window(9, 1)}, window(8, 2)},
		"the next span":      {[]Window{window(0, 30), next}, next},
		"the span before it": {[]Window{next, window(0, 30)}, next},
		"what is no window":  {[]Window{window(8, 2), {Name: "createFlightSearch", Left: -1, Said: noon, Resets: noon}, {Said: noon, Resets: noon}, {Name: "a\x1bb", Said: noon, Resets: noon}}, window(8, 2)},
	} {
		var book Book
		book.Hear(test.told)
		if diff := cmp.Diff([]Window{test.want}, book.Windows); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// What is left is told of the tightest window of an operation that is still running.
func TestTheTightestWindowIsTold(t *testing.T) {
	hour := Window{Name: "createFlightSearch-hour", Limit: 100, Seconds: 3600, Left: 4, Resets: noon.Add(time.Hour), Said: noon}
	windows := []Window{window(8, 0), hour, {Name: "createHotelSearchScoped", Left: 1, Resets: noon.Add(time.Hour), Said: noon}}
	for _, test := range []struct {
		windows   []Window
		operation string
		after     time.Duration
		want      string
	}{
		{windows, "createFlightSearch", 0, "4 of 100 left this hour"},
		{windows[:1], "createFlightSearch", 59 * time.Second, "8 of 10 left this minute"},
		{windows[:1], "createFlightSearch", time.Minute, ""},
		{windows, "createHotelSearch", 0, ""},
		{windows, "createHotelSearchScoped", 0, "1 left"},
	} {
		got := ""
		if w, ok := Tightest(test.windows, test.operation, noon.Add(test.after)); ok {
			got = w.Text()
		}
		if got != test.want {
			t.Errorf("%s after %s: %q, want %q", test.operation, test.after, got, test.want)
		}
	}
}

// What this computer made is counted in the time before now, and forgotten after a day.
func TestWhatWasMadeIsCounted(t *testing.T) {
	var book Book
	for _, ago := range []time.Duration{25 * time.Hour, 2 * time.Hour, 10 * time.Minute, time.Second} {
		book.Spend("createFlightSearch", noon.Add(-ago))
	}
	book.Spend("createFlightSearch", noon)
	for within, want := range map[time.Duration]int{time.Minute: 2, time.Hour: 3, 24 * time.Hour: 4} {
		if got := book.Count("createFlightSearch", noon, within); got != want {
			t.Errorf("within %s: %d, want %d", within, got, want)
		}
	}
	if got := len(book.Made["createFlightSearch"]); got != 4 {
		t.Errorf("%d are kept, want 4", got)
	}
	for range maxMade + 5 {
		book.Spend("createFlightSearch", noon)
	}
	if got := len(book.Made["createFlightSearch"]); got != maxMade {
		t.Errorf("%d are kept, want %d", got, maxMade)
	}
}

// Commands at once lose nothing of what they note, and accounts do not mix.
func TestCommandsAtOnceNoteTogether(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	errs := make([]error, 12)
	for i := range errs {
		all.Go(func() {
			errs[i] = Open(store.Home{Dir: dir}, "one").Note(t.Context(), func(b *Book) {
				b.Spend("createFlightSearch", noon)
				b.Hear([]Window{window(9-i%3, i)})
			})
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	book, err := Open(store.Home{Dir: dir}, "one").Read()
	if err != nil || book.Count("createFlightSearch", noon, time.Minute) != len(errs) || len(book.Windows) != 1 || book.Windows[0].Left != 7 {
		t.Errorf("%+v, %v", book, err)
	}
	if other, err := Open(store.Home{Dir: dir}, "two").Read(); err != nil || !cmp.Equal(other, Book{}) {
		t.Errorf("another account: %+v, %v", other, err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, "quota"))
	if err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
	for _, entry := range entries {
		if info, err := entry.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", entry.Name(), info.Mode(), err)
		}
	}
}

// T42: a file that is cut is moved aside, and the next note makes a whole one.
func TestABrokenBookIsAsGoodAsNone(t *testing.T) {
	book := Open(store.Home{Dir: t.TempDir(), Warn: func(text string) { t.Log(text) }}, "one")
	note := func() {
		t.Helper()
		if err := book.Note(t.Context(), func(b *Book) { b.Hear([]Window{window(9, 0)}) }); err != nil {
			t.Fatal(err)
		}
	}
	note()
	if err := os.WriteFile(book.table.Path(book.key), []byte(`{"version":1,"value":{"windows`), 0o600); err != nil {
		t.Fatal(err)
	}
	note()
	if got, err := book.Read(); err != nil || len(got.Windows) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

// Without a directory nothing is kept, and nothing fails.
func TestNowhereKeepsNothing(t *testing.T) {
	nowhere := Open(store.Home{}, "one")
	if err := nowhere.Note(t.Context(), func(b *Book) { b.Spend("x", noon) }); err != nil {
		t.Error(err)
	}
	if book, err := nowhere.Read(); err != nil || len(book.Made) != 0 {
		t.Errorf("%+v, %v", book, err)
	}
}
