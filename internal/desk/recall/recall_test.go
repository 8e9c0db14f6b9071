package recall

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/search"
)

var made = time.Date(2027, 3, 1, 12, 0, 0, 123456789, time.UTC)

// tripList is a second page, with everything a list can hold.
func tripList() List {
	return List{
		Kind: Trips, Made: made,
		Search: Search{ID: "s~1.a=", Created: made.Add(-time.Minute), RenewedTo: "s2", RenewedAt: made},
		Flight: &query.Flight{
			From: "LIS", To: "LON", FromCity: true, ToCity: true, FromDate: "2027-04-01", ToDate: "2027-04-08", Cabin: "economy",
			Adults: 2, Children: 1, Infants: 1, Terms: query.Terms{Currency: "EUR", Locale: "pt", SiteCode: "PT"},
		},
		Stay: &query.Stay{
			HotelID: 9007199254740991, CheckIn: "2027-04-01", CheckOut: "2027-04-08", Adults: 2, ChildrenAges: []int{0, 17}, Rooms: 1,
		},
		Terms: query.Terms{Currency: "USD"}, TripID: "s:t", FareID: "s:t:f",
		Itinerary: search.Itinerary{{From: "LIS", To: "LHR", Carriers: []string{"EX"}}},
		Rows: []Row{
			{N: 11, ID: "s:t11", Label: "ZZ 1 08:00", Price: search.Price{Amount: "12.50", Currency: "EUR"}, Trip: search.Itinerary{{From: "LIS"}}},
			{N: 12, ID: "s:t12", Label: "二", Fare: &Fare{Kind: "airline"}, Option: &Option{Leg: 2}, Hotel: &Hotel{Score: &Score{"8", "2"}}, Rate: &Rate{Page: "b"}, Facet: &Facet{Param: "airlines"}},
		},
	}
}

func save(t *testing.T, s *Store, l List) {
	t.Helper()
	if err := s.Save(l); err != nil {
		t.Fatal(err)
	}
}

func latest(t *testing.T, s *Store, kind Kind) (List, bool) {
	t.Helper()
	l, ok, err := s.Latest(kind)
	if err != nil {
		t.Fatal(err)
	}
	return l, ok
}

// What was kept comes back whole, for its owner alone.
func TestListComesBackWhole(t *testing.T) {
	dir := t.TempDir()
	s := Open(dir, "Work", "tty/1")
	if _, ok := latest(t, s, Trips); ok {
		t.Error("a list before any was kept")
	}
	save(t, s, tripList())
	got, ok := latest(t, s, Trips)
	if diff := cmp.Diff(tripList(), got); !ok || diff != "" {
		t.Errorf("%t (-want +got):\n%s", ok, diff)
	}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		info, err := entry.Info()
		want := os.FileMode(0o600)
		if entry.IsDir() {
			want = 0o700
		}
		if err == nil && info.Mode().Perm() != want {
			t.Errorf("%s has mode %s", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A session sees its own list first, and the profile's last one when it has none.
// Profiles, sessions and kinds never mix, whatever they are called.
func TestSessionComesBeforeProfile(t *testing.T) {
	dir := t.TempDir()
	list := func(id string, kind Kind) List {
		return List{Kind: kind, Made: made, Rows: []Row{{N: 1, ID: id}}}
	}
	save(t, Open(dir, "work", "a"), list("first", Trips))
	save(t, Open(dir, "work", "b"), list("second", Trips))
	save(t, Open(dir, "Work", "c"), list("other-profile", Trips))
	save(t, Open(dir, "../x", ""), list("odd-name", Trips))
	save(t, Open(dir, "work", "b"), list("a-fare", Fares))
	older(t, Open(dir, "work", "a").file(Trips))
	for _, test := range []struct {
		profile, session string
		kind             Kind
		want             string
	}{
		{"work", "a", Trips, "first"}, {"work", "b", Trips, "second"}, {"work", "new", Trips, "second"},
		{"Work", "a", Trips, "other-profile"}, {"../x", "", Trips, "odd-name"}, {"work", "a", Fares, "a-fare"},
		{"work", "a", Rates, ""}, {"none", "a", Trips, ""}, {"work", "a", "odd", ""},
	} {
		l, ok := latest(t, Open(dir, test.profile, test.session), test.kind)
		got := ""
		if ok {
			got = l.Rows[0].ID
		}
		if got != test.want {
			t.Errorf("%s, %s, %s: got %q, want %q", test.profile, test.session, test.kind, got, test.want)
		}
	}
}

// older moves a file's time back, so that order does not hang on the clock.
func older(t *testing.T, path string) {
	t.Helper()
	hourAgo := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, hourAgo, hourAgo); err != nil {
		t.Fatal(err)
	}
}

// T42: a file that is cut, corrupt or from elsewhere counts as none, and the
// profile's last good list takes its place.
func TestBrokenFileIsAsGoodAsNone(t *testing.T) {
	whole, err := json.Marshal(tripList())
	if err != nil {
		t.Fatal(err)
	}
	broken := []string{
		"", "null", "[]", "{}", `"x"`, string(whole) + "x", strings.Repeat(" ", maxFileBytes+1),
		strings.Replace(string(whole), `"trips"`, `"fares"`, 1), strings.Replace(string(whole), `"n":12`, `"n":11`, 1),
		strings.Replace(string(whole), `"n":12`, `"n":0`, 1), strings.Replace(string(whole), `"n":12`, `"n":"12"`, 1),
		strings.Replace(string(whole), `"kind"`, `"newer":1,"kind"`, 1), strings.Replace(string(whole), "2027-03-01", "0001-99-01", 1),
	}
	for n := range whole {
		broken = append(broken, string(whole[:n]))
	}
	dir := t.TempDir()
	s := Open(dir, "work", "a")
	save(t, s, tripList())
	for _, content := range broken {
		if err := os.WriteFile(s.file(Trips), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, ok := latest(t, s, Trips); ok {
			t.Errorf("a list out of %.80q", content)
		}
	}
	save(t, Open(dir, "work", "b"), tripList())
	if _, ok := latest(t, s, Trips); !ok {
		t.Error("the profile's last list was not taken")
	}
}

// A number out of range is told the range there is.
func TestPickTellsTheRange(t *testing.T) {
	if row, err := tripList().Pick(12); err != nil || row.ID != "s:t12" {
		t.Errorf("%+v, %v", row, err)
	}
	tests := []struct {
		list List
		n    int
		want string
	}{
		{tripList(), 3, "row 3: the latest list of trips has rows 11 to 12"},
		{tripList(), -1, "row -1: the latest list of trips has rows 11 to 12"},
		{List{Kind: Fares}, 1, "row 1: the latest list of fares is empty"},
	}
	for _, test := range tests {
		_, err := test.list.Pick(test.n)
		if e, ok := errors.AsType[*PickError](err); !ok || e.N != test.n || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
	places := List{Kind: Places, Rows: []Row{{N: 1, Label: "a state"}}}
	if row, err := places.Pick(1); err != nil || row.Label != "a state" {
		t.Errorf("%+v, %v", row, err)
	}
}

// Files of other sessions go when they are old or too many.
func TestOldFilesAreRemoved(t *testing.T) {
	dir := t.TempDir()
	old := Open(dir, "work", "old")
	save(t, old, tripList())
	monthAgo := time.Now().Add(-4 * keepFor)
	if err := os.Chtimes(old.file(Trips), monthAgo, monthAgo); err != nil {
		t.Fatal(err)
	}
	for n := range keepFiles + 5 {
		save(t, Open(dir, "work", fmt.Sprint(n)), tripList())
	}
	if _, err := os.Stat(old.file(Trips)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the old file: %v", err)
	}
	files, err := old.files()
	if err != nil || len(files) != keepFiles {
		t.Errorf("%d files, %v", len(files), err)
	}
}

// Commands at the same time keep and find whole lists.
func TestCommandsAtOnceKeepWholeLists(t *testing.T) {
	dir := t.TempDir()
	var commands sync.WaitGroup
	errs := make([]error, 24)
	kinds := []Kind{Trips, Fares, Options}
	for i := range errs {
		commands.Go(func() {
			s := Open(dir, "work", fmt.Sprint(i%2))
			l := tripList()
			l.Kind = kinds[i%len(kinds)]
			errs[i] = s.Save(l)
			if got, ok, err := s.Latest(l.Kind); err != nil || !ok || !cmp.Equal(l, got) {
				errs[i] = errors.Join(errs[i], fmt.Errorf("found %t, %w", ok, err))
			}
		})
	}
	commands.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
}

// A list that an older client kept is as good as none: its search has expired long ago.
func TestAnOlderListIsAsGoodAsNone(t *testing.T) {
	store := Open(t.TempDir(), "p", "s")
	if err := store.Save(List{Kind: Trips, Made: time.Unix(1, 0)}); err != nil {
		t.Fatal(err)
	}
	old := `{"kind":"trips","made":"2026-11-21T08:00:00Z","context":{"searchId":"S","from":"DXB","to":"LHR","fromDate":"2026-12-25"},"rows":[{"n":1,"id":"S:a","label":"EX"}]}`
	if err := os.WriteFile(store.file(Trips), []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	if list, found, err := store.Latest(Trips); err != nil || found {
		t.Errorf("%+v, %v, %v", list, found, err)
	}
}

// A row that was not found again keeps its number and is refused by it.
func TestARowThatIsGoneIsRefused(t *testing.T) {
	store := Open(t.TempDir(), "p", "s")
	if err := store.Save(List{Kind: Trips, Made: time.Unix(1, 0), Rows: []Row{{N: 1, Gone: true}, {N: 2, ID: "S:b"}}}); err != nil {
		t.Fatal(err)
	}
	list, _, err := store.Latest(Trips)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := list.Pick(1); !errors.Is(err, ErrGone) {
		t.Errorf("row 1: %v, want ErrGone", err)
	}
	if row, err := list.Pick(2); err != nil || row.ID != "S:b" {
		t.Errorf("row 2: %+v, %v", row, err)
	}
}

// A search is known by its id, and so is the one that was made in its place.
func TestASearchIsKnownByItsID(t *testing.T) {
	dir := t.TempDir()
	made := time.Unix(2, 0).UTC()
	about := List{
		Kind: Fares, Made: time.Unix(1, 0).UTC(), Flight: &query.Flight{From: "DXB"},
		Search: Search{ID: "S", RenewedTo: "T", RenewedAt: made}, Rows: []Row{{N: 1}},
	}
	if err := Open(dir, "p", "one").Save(about); err != nil {
		t.Fatal(err)
	}
	other := Open(dir, "p", "two") // another terminal of the same profile
	for id, want := range map[string]List{"S": about.Head(), "T": about.Head().Again("T", made)} {
		got, ok := other.Search(id)
		if diff := cmp.Diff(want, got); !ok || diff != "" {
			t.Errorf("%s: %v, -want +got:\n%s", id, ok, diff)
		}
	}
	for _, id := range []string{"", "U"} {
		if got, ok := other.Search(id); ok {
			t.Errorf("%q is known as %+v", id, got)
		}
	}
}
