package watch

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/kept"
	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
)

var made = time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)

func trip(id string) kept.Offer {
	return kept.Offer{
		Kind: recall.Trips,
		List: recall.List{
			Kind: recall.Trips, Made: made, Search: search.Ref{ID: "s1", Created: made},
			Flight: &query.Flight{From: "LIS", To: "LON", FromDate: "2027-04-01", Cabin: "economy", Adults: 2},
		},
		Row: recall.Row{
			N: 2, Offer: offer.Offer{ID: id, Label: "Example Air 08:00", Price: price("412.50"),
				Trip: offer.Itinerary{{From: "LIS", To: "LHR", Departs: "2027-04-01T08:00", Arrives: "2027-04-01T10:40", Carriers: []string{"EX"}}}},
		},
	}
}

// at is a trip that leaves at another minute.
func at(minute int) watched.Watch {
	w := watched.Watch{At: made, Offer: trip(fmt.Sprintf("t%d", minute)), Rule: watched.Rule{Kind: watched.Any}}
	w.Offer.Row.Trip[0].Departs = fmt.Sprintf("2027-04-01T08:%02d", minute)
	return w
}

func price(amount string) offer.Money { return offer.Money{Amount: amount, Currency: "EUR"} }

func put(t *testing.T, s *Store, w watched.Watch) watched.Watch {
	t.Helper()
	w, err := s.Add(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func points(t *testing.T, s *Store, n int) []watched.Point {
	t.Helper()
	list, trouble, err := s.History(n)
	if err != nil || trouble != nil {
		t.Fatal(trouble, err)
	}
	return list
}

func seenIn(pass, amount string) watched.Point {
	return watched.Point{Pass: pass, At: made, State: watched.Seen, Price: offer.Money{Amount: amount, Currency: "EUR"}}
}

// A watch comes back whole without the detail of its offer, and a number is never given twice.
func TestAWatchComesBackWhole(t *testing.T) {
	s := Open(store.Home{Dir: t.TempDir()}, "work")
	w := at(0)
	w.Name, w.Offer.Detail, w.Offer.DetailAt = "lisbon", []byte(`{"legs":[]}`), made
	w.Rule = watched.Rule{Kind: watched.Below, Price: offer.Money{Amount: "400", Currency: "EUR"}}
	first := put(t, s, w)
	if first.N != 1 || first.Offer.Detail != nil {
		t.Errorf("%+v", first)
	}
	put(t, s, at(1))
	l, err := s.List()
	if err != nil || len(l.All) != 2 || !cmp.Equal(l.All[0], first) {
		t.Fatalf("%v %s", err, cmp.Diff(l.All[0], first))
	}
	if _, err := s.Add(t.Context(), w); err == nil || !strings.Contains(err.Error(), "watch 1 watches this trip already") {
		t.Error(err)
	}
	if _, err := s.record(t.Context(), 2, seenIn("p1", "400")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Remove(t.Context(), 2, 7); err == nil || !strings.Contains(err.Error(), "N 7 is not a watch; there are 1, 2") {
		t.Error(err)
	}
	if gone, err := s.Remove(t.Context(), 2); err != nil || gone[0].N != 2 {
		t.Fatal(gone, err)
	}
	if left, _ := filepath.Glob(filepath.Join(s.Dir, "2*")); len(left) > 0 {
		t.Error(left)
	}
	if third := put(t, s, at(2)); third.N != 3 {
		t.Errorf("the number of a watch that is gone came back: %d", third.N)
	}
	// A point of a pass that was under way when the watch was removed brings nothing back.
	if added, err := s.record(t.Context(), 2, seenIn("p1", "400")); added || err != nil {
		t.Error(added, err)
	}
}

// Twenty commands at once add twenty watches.
func TestWatchesAddedAtOnce(t *testing.T) {
	s := Open(store.Home{Dir: t.TempDir()}, "work")
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			if _, err := s.Add(t.Context(), at(i)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if l, err := s.List(); err != nil || len(l.All) != 20 || l.All[19].N != 20 {
		t.Error(len(l.All), err)
	}
}

// A pass has one point of a watch, what a crash left of a last line goes, and a line that is whole stays.
func TestAHistoryOfWholeLines(t *testing.T) {
	s := Open(store.Home{Dir: t.TempDir()}, "work")
	put(t, s, at(0))
	for _, p := range []watched.Point{seenIn("p1", "400"), seenIn("p1", "401"), {Pass: "p2", At: made, State: watched.Gone, Why: strings.Repeat("é", 400)}} {
		if added, err := s.record(t.Context(), 1, p); !added || err != nil {
			t.Fatal(added, err)
		}
	}
	file := s.historyPath(1)
	whole, _ := os.ReadFile(file)
	_, lines, _ := bytes.Cut(whole, []byte("\n")) // behind the line that says whose it is
	for cut := range lines {
		if err := os.WriteFile(file, append(slices.Clip(whole), lines[:cut]...), 0o600); err != nil {
			t.Fatal(err)
		}
		if n, want := len(points(t, s, 1)), 2+bytes.Count(lines[:cut], []byte("\n")); n != want {
			t.Fatalf("%d points with %d more bytes, want %d", n, cut, want)
		}
	}
	if err := os.WriteFile(file, append(whole, `{"pass":"p3","at":`...), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.record(t.Context(), 1, seenIn("p4", "390")); err != nil {
		t.Fatal(err)
	}
	list := points(t, s, 1)
	if len(list) != 3 || list[0].Price.Amount != "400" || list[2].Pass != "p4" {
		t.Errorf("%+v", list)
	}
}

// A damaged file is moved aside whole and named, once; the rest stays. One of a newer version is left alone.
func TestDamagedFiles(t *testing.T) {
	s := Open(store.Home{Dir: t.TempDir()}, "work")
	for i := range 4 {
		put(t, s, at(i))
	}
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(s.Path("2"), `{"version":1,"value":{"rule":{"kind":"below"`)
	write(s.Path("3"), `{"version":2,"more":1}`)
	write(s.historyPath(1), "{\"travel\":\"history of a watch\",\"version\":1}\n{\"pass\":\"p1\",\"at\":\"2027-03-01T12:00:00Z\",\"state\":5}\n")
	l, err := s.List()
	if err != nil || len(l.All) != 2 || len(l.Trouble) != 2 {
		t.Fatalf("%v %+v", err, l)
	}
	if text := l.Trouble[0].Error(); !strings.Contains(text, "watch 2 is damaged and was moved to") || !strings.Contains(text, "2.json.damaged") {
		t.Error(text)
	}
	if text := l.Trouble[1].Error(); !strings.Contains(text, "newer version") || l.Trouble[1].Aside {
		t.Error(text)
	}
	if again, err := s.List(); err != nil || len(again.Trouble) != 1 {
		t.Errorf("%v %+v", err, again.Trouble)
	}
	list, trouble, err := s.History(1)
	if err != nil || len(list) != 0 || trouble == nil || !strings.Contains(trouble.Error(), "the history of watch 1 is damaged") {
		t.Fatal(list, trouble, err)
	}
	if text, err := os.ReadFile(trouble.Path); err != nil || !strings.Contains(string(text), `"state":5`) {
		t.Errorf("%s %v", text, err)
	}
	if _, err := s.Remove(t.Context(), 3); err != nil { // even one that cannot be read
		t.Error(err)
	}
}

// A pass that was cut off is gone on with while it is young; what it did not tell is known until another pass
// ends. While it is held no other one begins.
func TestTheLogOfAPass(t *testing.T) {
	s := Open(store.Home{Dir: t.TempDir()}, "work")
	begin := func(now time.Time) *passLog {
		t.Helper()
		l, err := s.begin(now, func(text string) { t.Log(text) })
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	confirmed := func(l *passLog) *passLog {
		t.Helper()
		if err := l.save(); err != nil {
			t.Fatal(err)
		}
		return l
	}
	begin(made).release() // and nothing came of it
	first := begin(made)
	if first.again {
		t.Error("a pass that was not begun is gone on with")
	}
	confirmed(first)
	if _, err := s.begin(made, nil); !errors.Is(err, ErrBusy) {
		t.Fatal(err)
	}
	first.Made["k"], first.Told[first.ID] = search.Created{SearchID: "s9", At: made}, []int{1}
	confirmed(first).release()
	second := begin(made.Add(time.Minute))
	if lives := second.Made["k"].SearchID == "s9"; second.ID != first.ID || !second.again || !lives {
		t.Errorf("%+v", second)
	}
	second.release()
	third := confirmed(begin(made.Add(time.Hour)))
	untold, told := third.unreported(2, watched.Point{Pass: first.ID}), third.unreported(1, watched.Point{Pass: first.ID})
	if lives := third.Made["k"].SearchID != ""; third.ID == first.ID || third.again || lives || !untold || told {
		t.Errorf("%+v", third)
	}
	third.Ended = true
	confirmed(third).release()
	fourth := begin(made.Add(2 * time.Hour))
	if fourth.again || fourth.unreported(2, watched.Point{Pass: first.ID}) {
		t.Errorf("%+v", fourth)
	}
	fourth.release()
	if err := os.WriteFile(s.Path(lastPass), []byte("{\"other\":1}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	begin(made).release()
	if aside, _ := filepath.Glob(s.Path(lastPass) + ".damaged"); len(aside) != 1 {
		t.Error("the damaged log is gone")
	}
}

// A service that states no price, or nothing for one, has told nothing: no rule fires for it.
func TestWhatIsNoPriceIsNotSeen(t *testing.T) {
	for amount, want := range map[string]watched.State{"12.50": watched.Seen, "0.01": watched.Seen, "0": watched.Failed, "0.00": watched.Failed, "-5": watched.Failed, "": watched.Failed, "1e3": watched.Failed} {
		if got := seen(looked{}, offer.Money{Amount: amount, Currency: "USD"}); got.point.State != want {
			t.Errorf("%q is %s, want %s", amount, got.point.State, want)
		}
	}
}
