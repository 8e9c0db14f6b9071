package listing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/facets"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/testkit/stagetest"
)

// feed is a fake service: its rows are numbers, with r0 the best and the most expensive.
type feed struct {
	list  recall.List
	lines int // of a row

	mu    sync.Mutex
	all   []string            // the rows in the order of the service
	live  [][]string          // the snapshots of a running search
	price map[string]string   // of rows with another price than the rest
	fails map[int]error       // errors by page
	reads []string            // reads so far: "1", "2 sort=price_asc"
	gate  chan struct{}       // a read blocks on it unless it is nil
	began chan struct{}       // notified when a read blocks
	again func(string) string // maps row ids to those of the renewed search; nil if it cannot be renewed

}

const size = 50

func numbers(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = "r" + strconv.Itoa(i)
	}
	return all
}

func (f *feed) about() About {
	return About{
		Noun: "row", List: f.list, Query: ask.New("getFlightSearchResults", nil), Lasts: 5 * time.Minute,
		Reading: "reading", Searching: "searching",
	}
}

func (f *feed) Head(canvas.Canvas, recall.List) string { return "Rows" }

// page returns a page of some rows.
func (f *feed) page(of recall.List, all []string, n int) Page {
	first := min((n-1)*size, len(all))
	last := min(first+size, len(all))
	p := Page{List: of, N: n, Size: size, Total: len(all), Reach: 5000, More: last < len(all), Locale: "en"}
	p.Listing.Whole = len(all) <= size
	for i, id := range all[first:last] {
		price := "10"
		if other := f.price[id]; other != "" {
			price = other
		}
		p.Rows = append(p.Rows, Row{N: first + i + 1, ID: id, Text: "row " + id + ".", Value: price})
		p.Listing.Offers = append(p.Listing.Offers, offer.Offer{ID: id, Price: offer.Money{Amount: price, Currency: "USD"}})
	}
	return p
}

func (f *feed) Read(ctx context.Context, d *desk.Desk, r Read) (Page, error) {
	f.mu.Lock()
	f.reads = append(f.reads, strings.TrimSpace(strconv.Itoa(r.Page)+r.Query.SameView()))
	gate, began, live := f.gate, f.began, f.live
	f.live = nil
	f.mu.Unlock()
	if gate != nil {
		began <- struct{}{}
		select {
		case <-gate:
		case <-ctx.Done():
			return Page{}, ctx.Err()
		}
	}
	if r.List.Search.ID == "" {
		r.List = recall.List{Kind: recall.Trips, Search: search.Ref{ID: "s1", Created: d.Now()}}
	}
	for _, all := range live {
		p := f.page(r.List, all, 1)
		p.Coming, p.Status = true, fmt.Sprintf("%d so far", len(all))
		d.Report.Snapshot(desk.Snapshot{Value: p})
		if err := d.Wait(ctx, time.Second); err != nil {
			return p, err
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.fails[r.Page]; err != nil {
		if f.again == nil || !r.Renew {
			return Page{}, err
		}
		f.fails = nil
		r.List.Search = search.Ref{ID: "s2", Created: d.Now()}
		for i, id := range f.all {
			f.all[i] = f.again(id)
		}
	}
	all := f.all
	switch {
	case r.Query.Has("max-price"):
		all = slices.DeleteFunc(slices.Clone(all), func(id string) bool { return len(id)%2 == 0 })
	case r.Query.Has("airlines"):
		all = nil
	}
	if r.Query.Text("sort") == "price_asc" {
		all = slices.Clone(all)
		slices.Reverse(all)
	}
	p := f.page(r.List, all, r.Page)
	if len(r.Query.Filters()) > 0 {
		p.All = len(f.all)
	}
	return p, nil
}

func (f *feed) Seen(s desk.Snapshot) (Page, bool) {
	p, ok := s.Value.(Page)
	return p, ok
}

func (f *feed) Took(Page) {}

func (f *feed) Blocks(_ canvas.Canvas, _ recall.List, rows []Row) (head []string, blocks [][]string) {
	digits, widest := 0, 0
	for _, row := range rows {
		digits, widest = max(digits, len(strconv.Itoa(row.N))), max(widest, len(row.ID))
	}
	for _, row := range rows {
		block := []string{fmt.Sprintf(" %*d  %-*s  end", digits, row.N, widest, row.ID)}
		for range f.lines {
			block = append(block, "   more of "+row.ID)
		}
		blocks = append(blocks, block)
	}
	return []string{fmt.Sprintf(" %*s  %-*s  end", digits, "#", widest, "ID")}, blocks
}

func (f *feed) View(_ recall.List, q *ask.Values) []string {
	if view := q.SameView(); view != "" {
		return []string{"View" + view}
	}
	return nil
}

func (f *feed) Sorts(recall.List) []Sort {
	return []Sort{{Word: "best", Does: "The best first."}, {Word: "cheapest", Does: "The cheapest first."}}
}

func (f *feed) Same(old Row, now []Row) int {
	return slices.IndexFunc(now, func(r Row) bool { return f.again != nil && r.ID == f.again(old.ID) })
}

func (f *feed) Why(context.Context, *desk.Desk, Page, *ask.Values) []string {
	return []string{"It is the airlines."}
}

func (f *feed) Command(_ recall.List, q *ask.Values) string { return "travel" + q.SameView() }

func (f *feed) Open(_ *List, row Row) stage.Place {
	return note("opened " + row.ID)
}

func (f *feed) Compare(_ *List, rows []Row) stage.Place {
	text := "compared"
	for _, row := range rows {
		text += " " + row.ID
	}
	return note(text)
}

func (f *feed) Facets(recall.List) (facets.Subject, facets.Found) {
	return facets.Hotels(), facets.Found{}
}

// took returns the reads since the last call.
func (f *feed) took() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	reads := strings.Join(f.reads, ", ")
	f.reads = nil
	return reads
}

// note is a place with a text.
type note string

func (n note) Head(canvas.Canvas) string   { return "Note" }
func (n note) Draw(canvas.Canvas) []string { return []string{string(n)} }
func (n note) Keys() []stage.Binding       { return nil }
func (n note) Command() string             { return "" }

// open returns a settled list over a feed on a screen of 80x24.
func open(t *testing.T, f *feed) (*stagetest.Driver, *List) {
	t.Helper()
	var l *List
	d := stagetest.New(t, 80, 24, func(s *stage.Stage) stage.Place {
		l = New(s, f.about(), f)
		return l
	})
	d.Settle()
	return d, l
}

// at returns the line of the screen with the cursor, and its index.
func at(t *testing.T, d *stagetest.Driver) (line int, text string) {
	t.Helper()
	found := -1
	for i, line := range d.Lines() {
		if strings.HasPrefix(line, ">") && !strings.Contains(line, "more of") {
			if found >= 0 {
				t.Fatalf("two cursors:\n%s", d.Screen())
			}
			found, text = i, line
		}
	}
	if found < 0 {
		t.Fatalf("no cursor:\n%s", d.Screen())
	}
	return found, text
}

// on fails the test unless the cursor is on a row.
func on(t *testing.T, d *stagetest.Driver, id string) int {
	t.Helper()
	line, text := at(t, d)
	if !strings.Contains(text+" ", " "+id+" ") {
		t.Fatalf("the cursor is on %q, not on %s:\n%s", text, id, d.Screen())
	}
	return line
}

func TestOnlyThePagesInViewAndTheNextAreRead(t *testing.T) {
	f := &feed{all: numbers(5000)}
	d, _ := open(t, f)
	for _, step := range []struct {
		keys []string
		row  string
		want string // the reads
	}{
		{nil, "r0", "1, 2"},
		{[]string{"j", "down", "k", "up", "ctrl+d", "pgdn", "pgup"}, "r10", ""},
		{[]string{"pgdn", "pgdn", "pgdn"}, "r70", "3"},
		{[]string{"G"}, "r4999", "100"},
		{[]string{"end", "k"}, "r4998", ""},
		{[]string{"g"}, "r0", ""},
		{[]string{"2", "5", "0", "0"}, "r2499", "50, 51"},
		{[]string{"home"}, "r0", ""},
	} {
		for _, key := range step.keys {
			d.Tap(key)
		}
		d.Settle()
		d.Pass(patience)
		on(t, d, step.row)
		if got := f.took(); got != step.want {
			t.Errorf("%v: read %q, want %q", step.keys, got, step.want)
		}
	}
}

// Reading ahead shows no progress until its rows become visible.
func TestAReadIsToldWhereSomeoneWaitsForIt(t *testing.T) {
	f := &feed{all: numbers(200)}
	d, _ := open(t, f)
	f.gate, f.began = make(chan struct{}), make(chan struct{}, 2)
	for range 3 {
		d.Tap("pgdn")
	}
	<-f.began // the third page, while the second is visible
	if strings.Contains(d.Screen(), "reading") {
		t.Errorf("no one waits for it:\n%s", d.Screen())
	}
	for range 3 {
		d.Tap("pgdn")
	}
	d.Has("reading…")
	close(f.gate)
	d.Settle()
	if on(t, d, "r120"); strings.Contains(d.Screen(), "reading") {
		t.Errorf("it was read:\n%s", d.Screen())
	}
}

// The reason for an empty page stays until something is read, and a failed read is not reported as an empty result.
func TestAnEmptyPageSaysWhyItWasNotRead(t *testing.T) {
	f := &feed{}
	d, _ := open(t, f)
	d.Has("It is the airlines.")
	f.fails = map[int]error{1: errors.New("the answer is too large")}
	for range 3 {
		d.Press("R", "j", "enter")
		if d.Has(" The answer is too large", "Nothing was read. R tries again."); strings.Contains(d.Screen(), "the airlines") {
			t.Errorf("it was not read:\n%s", d.Screen())
		}
	}
	f.fails, f.all = nil, numbers(3)
	d.Press("R")
	if d.Has("3  r2"); strings.Contains(d.Screen(), "too large") {
		t.Errorf("it was read:\n%s", d.Screen())
	}
}
