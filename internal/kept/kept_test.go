package kept

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
)

var made = time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)

func trip(id string) Kept {
	return Kept{At: made, Offer: Offer{
		Kind: recall.Trips,
		List: recall.List{
			Kind: recall.Trips, Made: made, Search: search.Ref{ID: "s1", Created: made},
			Flight: &query.Flight{From: "LIS", To: "LON", FromDate: "2027-04-01", Cabin: "economy", Adults: 2},
		},
		Row: recall.Row{
			N: 2, Offer: offer.Offer{ID: id, Label: "Example Air 08:00", Price: offer.Money{Amount: "120.50", Currency: "EUR"},
				Trip: offer.Itinerary{{From: "LIS", To: "LHR", Departs: "2027-04-01T08:00", Carriers: []string{"EX"}}}},
		},
		Detail: json.RawMessage(`{"legs":[]}`), DetailAt: made,
	}}
}

func add(t *testing.T, s *Store, all ...Kept) []Kept {
	t.Helper()
	added, err := s.Add(t.Context(), all...)
	if err != nil {
		t.Fatal(err)
	}
	return added
}

func list(t *testing.T, s *Store) Listing {
	t.Helper()
	l, err := s.List()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// What was kept comes back whole, and a number that was forgotten is not used again.
func TestWhatIsKeptComesBackWhole(t *testing.T) {
	s := Open(store.Home{Dir: t.TempDir()}, "work")
	named := trip("t1")
	named.Name, named.Note, named.Seen, named.SeenAt = "lisbon", "with Ana", offer.Money{Amount: "99", Currency: "EUR"}, made
	first := add(t, s, named, trip("t2"))
	if diff := cmp.Diff(first, list(t, s).All); diff != "" || first[0].N != 1 || first[1].N != 2 {
		t.Errorf("-want +got:\n%s", diff)
	}
	if err := s.Forget(t.Context(), []Kept{{N: 2}, {N: 7}}); err != nil {
		t.Fatal(err)
	}
	if third := add(t, s, trip("t3")); third[0].N != 3 {
		t.Errorf("the number of a forgotten offer came back: %d", third[0].N)
	}
	if err := s.Forget(t.Context(), []Kept{{N: 1}, {N: 3}}); err != nil {
		t.Fatal(err)
	}
	if fourth := add(t, s, trip("t4")); fourth[0].N != 4 {
		t.Errorf("after all were forgotten: %d", fourth[0].N)
	}
	if other := list(t, Open(store.Home{Dir: filepath.Dir(filepath.Dir(s.Dir))}, "other")); len(other.All) > 0 {
		t.Error("another profile has them too")
	}
}

// Names are found by number, by name and with what stands before them; one that is taken is refused.
func TestNames(t *testing.T) {
	s := Open(store.Home{Dir: t.TempDir()}, "work")
	named := trip("t1")
	named.Name = "lisbon"
	add(t, s, named)
	for _, text := range []string{"1", "kept:1", "Lisbon", "kept:LISBON"} {
		if k, err := Find(list(t, s), text); err != nil || k.N != 1 {
			t.Errorf("%s: %v %v", text, k.N, err)
		}
	}
	for _, text := range []string{"2", "kept:0", "porto", "kept:", ""} {
		if _, err := Find(list(t, s), text); !isMissing(err) || !strings.Contains(err.Error(), "kept are lisbon") {
			t.Errorf("%s: %v", text, err)
		}
	}
	taken := trip("t2")
	taken.Name = "lisbon"
	if _, err := s.Add(t.Context(), trip("t3"), taken); err == nil || !strings.Contains(err.Error(), "taken by kept:1") {
		t.Error(err)
	}
	if n := len(list(t, s).All); n != 1 {
		t.Errorf("one of two was kept: %d", n)
	}
	for _, bad := range []string{"", "2", "trip", "All", "-a", "a b", "a:b", "é", "a/b", strings.Repeat("a", 41)} {
		if _, err := CheckName("--as", bad); err == nil {
			t.Errorf("%q is a name", bad)
		}
	}
	if name, err := CheckName("--as", " Lisbon-May2 "); err != nil || name != "lisbon-may2" {
		t.Error(name, err)
	}
}

func isMissing(err error) bool { return problem.ClassOf(err) == problem.Usage }

// A damaged file is moved aside whole and named; one of a newer version stays; the rest is there.
func TestADamagedFileCostsNoOther(t *testing.T) {
	s := Open(store.Home{Dir: t.TempDir()}, "work")
	add(t, s, trip("t1"), trip("t2"), trip("t3"), trip("t4"))
	write := func(n int, text string) {
		if err := os.WriteFile(s.Path(strconv.Itoa(n)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	good, err := os.ReadFile(s.Path("3"))
	if err != nil {
		t.Fatal(err)
	}
	newer := strings.Replace(string(good), `"version":1`, `"version":2,"color":"red"`, 1)
	write(3, newer)
	broken := []string{
		"", "null", "{}", string(good) + "x",
		strings.Replace(string(good), `"LIS"`, `""`, 1), strings.Replace(string(good), `"at"`, `"extra":1,"at"`, 1), string(good[:len(good)/2]),
		strings.Replace(string(good), `"id":"t3"`, `"id":"../x"`, 1), strings.Replace(string(good), `"kind":"trips"`, `"kind":"places"`, 1),
	}
	for i, text := range broken {
		write(2, text)
		l := list(t, s)
		at := slices.IndexFunc(l.Trouble, func(t *store.Trouble) bool { return t.Key == "2" })
		if at < 0 || !l.Trouble[at].Aside || len(l.All) != 2 || l.All[0].N != 1 {
			t.Fatalf("%.60q: %+v, %d", text, l.Trouble, len(l.All))
		}
		if aside, err := os.ReadFile(l.Trouble[at].Path); err != nil || string(aside) != text {
			t.Errorf("%d: it is not whole at %s: %v", i, l.Trouble[at].Path, err)
		}
	}
	if text, err := os.ReadFile(s.Path("3")); err != nil || string(text) != newer {
		t.Errorf("the newer file was touched: %v", err)
	}
	if _, err := Find(list(t, s), "3"); !errors.Is(err, store.ErrNewer) {
		t.Error(err)
	}
	if again := add(t, s, trip("t5")); again[0].N != 5 {
		t.Errorf("the number of a damaged or newer file was given again: %d", again[0].N)
	}
}

// Changes at once lose nothing of each other's.
func TestChangesAtOnce(t *testing.T) {
	dir := t.TempDir()
	add(t, Open(store.Home{Dir: dir}, "work"), trip("t0"))
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			s := Open(store.Home{Dir: dir}, "work")
			if _, err := s.Add(t.Context(), trip(fmt.Sprint("t", i))); err != nil {
				t.Error(err)
			}
			if _, err := s.Change(t.Context(), 1, func(k *Kept) error { k.Note += "x"; return nil }); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	l := list(t, Open(store.Home{Dir: dir}, "work"))
	if len(l.All) != 9 || l.All[0].Note != "xxxxxxxx" || l.All[8].N != 9 {
		t.Errorf("%d are kept, the note is %q", len(l.All), l.All[0].Note)
	}
}

// A still store finds everything and changes nothing; one that is nowhere keeps nothing.
func TestStillAndNowhere(t *testing.T) {
	s := Open(store.Home{Dir: t.TempDir()}, "work")
	add(t, s, trip("t1"))
	s.Still = true
	if added, err := s.Add(t.Context(), trip("t2")); err != nil || added[0].N != 2 {
		t.Error(added, err)
	}
	if err := s.Forget(t.Context(), []Kept{{N: 1}}); err != nil {
		t.Error(err)
	}
	if n := len(list(t, s).All); n != 1 {
		t.Errorf("%d are kept", n)
	}
	nowhere := Open(store.Home{}, "work")
	if _, err := nowhere.Add(t.Context(), trip("t1")); !errors.Is(err, store.ErrNowhere) {
		t.Error(err)
	}
	if l, err := nowhere.List(); err != nil || len(l.All) > 0 {
		t.Error(err)
	}
}
