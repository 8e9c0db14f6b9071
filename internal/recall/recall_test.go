package recall

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
)

var made = time.Date(2027, 3, 1, 12, 0, 0, 123456789, time.UTC)

// tripList is a second page, with everything a list can hold.
func tripList() List {
	return List{
		Kind: Trips, Made: made,
		Search: search.Ref{ID: "s~1.a=", Created: made.Add(-time.Minute), RenewedTo: "s2", RenewedAt: made},
		Flight: &query.Flight{
			From: "LIS", To: "LON", FromCity: true, ToCity: true, FromDate: "2027-04-01", ToDate: "2027-04-08", Cabin: "economy",
			Adults: 2, Children: 1, Infants: 1, Terms: query.Terms{Currency: "EUR", Locale: "pt", SiteCode: "PT"},
		},
		Stay: &query.Stay{
			HotelID: 9007199254740991, CheckIn: "2027-04-01", CheckOut: "2027-04-08", Adults: 2, ChildrenAges: []int{0, 17}, Rooms: 1,
		},
		Terms: query.Terms{Currency: "USD"}, View: []ask.Param{{Name: "stops", Values: []string{"0", "1"}, Typed: "--max-stops 1"}}, Matching: 584, TripID: "s:t", FareID: "s:t:f",
		Itinerary: offer.Itinerary{{From: "LIS", To: "LHR", Carriers: []string{"EX"}}},
		Rows: []Row{
			{N: 11, Offer: offer.Offer{ID: "s:t11", Label: "ZZ 1 08:00", Price: offer.Money{Amount: "12.50", Currency: "EUR"}, Trip: offer.Itinerary{{From: "LIS"}}}},
			{N: 12, Offer: offer.Offer{ID: "s:t12", Label: "二", Fare: &offer.Fare{Kind: "airline"}, Option: &offer.Option{Leg: 2}, Hotel: &offer.Hotel{Score: &offer.Score{Value: "8", Count: "2"}}, Rate: &offer.Rate{Page: "b"}}, Facet: &Facet{Param: "airlines"}},
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
	s := Open(store.Home{Dir: dir}, "Work", window("tty/1"))
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

// file is where the session's trips lie.
func file(s *Store) string { return s.lists.Path(s.key(Trips, "")) }

// window is the session of a terminal.
func window(key string) Session { return Session{Owner: Terminal, Key: key} }

// Sessions see their own lists and no others. Profiles, sessions, owners and kinds never mix, whatever
// they are called.
func TestASessionSeesItsOwnLists(t *testing.T) {
	dir := t.TempDir()
	list := func(id string, kind Kind) List {
		return List{Kind: kind, Made: made, Rows: []Row{{N: 1, Offer: offer.Offer{ID: id}}}}
	}
	save(t, Open(store.Home{Dir: dir}, "work", window("a")), list("first", Trips))
	save(t, Open(store.Home{Dir: dir}, "work", window("b")), list("second", Trips))
	save(t, Open(store.Home{Dir: dir}, "work", window("b")), list("a-fare", Fares))
	save(t, Open(store.Home{Dir: dir}, "work", Session{Owner: Named, Key: "a"}), list("by-name", Trips))
	save(t, Open(store.Home{Dir: dir}, "work", Session{Owner: Job, Key: "a"}), list("of-a-job", Trips))
	save(t, Open(store.Home{Dir: dir}, "Work", window("c")), list("other-profile", Trips))
	save(t, Open(store.Home{Dir: dir}, "../x", window("")), list("odd-name", Trips))
	for _, test := range []struct {
		profile string
		session Session
		kind    Kind
		want    string
	}{
		{"work", window("a"), Trips, "first"}, {"work", window("b"), Trips, "second"}, {"work", window("b"), Fares, "a-fare"},
		{"work", Session{Owner: Named, Key: "a"}, Trips, "by-name"}, {"work", Session{Key: "a"}, Trips, "of-a-job"},
		{"Work", window("c"), Trips, "other-profile"}, {"../x", window(""), Trips, "odd-name"},
		{"work", window("new"), Trips, ""}, {"work", window("a"), Fares, ""}, {"Work", window("a"), Trips, ""},
		{"none", window("a"), Trips, ""}, {"work", window("a"), "odd", ""},
	} {
		l, ok := latest(t, Open(store.Home{Dir: dir}, test.profile, test.session), test.kind)
		got := ""
		if ok {
			got = l.Rows[0].ID
		}
		if got != test.want {
			t.Errorf("%s, %s, %s: got %q, want %q", test.profile, test.session, test.kind, got, test.want)
		}
	}
}

// A new terminal takes over what the terminal with the newest list has, all that goes with it, once. A
// job and a session with a name never do, and no one takes theirs.
func TestOnlyATerminalTakesOver(t *testing.T) {
	dir := t.TempDir()
	list := func(id string, kind Kind) List {
		return List{Kind: kind, Made: made, Rows: []Row{{N: 1, Offer: offer.Offer{ID: id}}}}
	}
	save(t, Open(store.Home{Dir: dir}, "work", window("a")), list("older", Trips))
	older(t, file(Open(store.Home{Dir: dir}, "work", window("a"))))
	save(t, Open(store.Home{Dir: dir}, "work", window("b")), list("newer", Trips))
	save(t, Open(store.Home{Dir: dir}, "work", window("b")), list("its-fare", Fares))
	save(t, Open(store.Home{Dir: dir}, "work", Session{Owner: Named, Key: "n"}), list("by-name", Trips))
	save(t, Open(store.Home{Dir: dir}, "work", Session{Owner: Job, Key: "j"}), list("of-a-job", Hotels))
	for _, s := range []Session{{Owner: Job, Key: "x"}, {Owner: Named, Key: "x"}, {Key: ""}, window("a")} {
		if l, ok, err := Open(store.Home{Dir: dir}, "work", s).Elsewhere(Trips, true); ok || err != nil {
			t.Errorf("%s: took %+v, %v", s, l, err)
		}
	}
	fresh := Open(store.Home{Dir: dir}, "work", window("new"))
	if l, ok, err := fresh.Elsewhere(Hotels, true); ok || err != nil {
		t.Errorf("took a job's list %+v, %v", l, err)
	}
	if l, ok, err := fresh.Elsewhere(Trips, false); !ok || err != nil || l.Rows[0].ID != "newer" {
		t.Errorf("a look gave %+v, %v, %v", l, ok, err)
	}
	if l, ok, err := fresh.Elsewhere(Trips, true); !ok || err != nil || l.Rows[0].ID != "newer" {
		t.Errorf("took %+v, %v, %v", l, ok, err)
	}
	if l, ok := latest(t, fresh, Fares); !ok || l.Rows[0].ID != "its-fare" {
		t.Errorf("the fares did not come along: %+v", l)
	}
	if l, ok, err := fresh.Elsewhere(Options, true); ok || err != nil {
		t.Errorf("took over again: %+v, %v", l, err)
	}
}

// An id has one meaning, so a list that holds it is found wherever it was made.
func TestAnIDIsFoundInAnyList(t *testing.T) {
	dir := t.TempDir()
	save(t, Open(store.Home{Dir: dir}, "work", Session{Owner: Named, Key: "n"}), tripList())
	job := Open(store.Home{Dir: dir}, "work", Session{Owner: Job, Key: "j"})
	if l, row, ok := job.Holding(Trips, "s:t12"); !ok || row.N != 12 || l.Search.ID != "s~1.a=" {
		t.Errorf("%v %+v %+v", ok, row, l)
	}
	for kind, id := range map[Kind]string{Fares: "s:t12", Trips: "", Hotels: "x"} {
		if _, row, ok := job.Holding(kind, id); ok {
			t.Errorf("%s %q is %+v", kind, id, row)
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

// T42: a file that is cut, corrupt or from elsewhere is moved aside with one sentence and counts as none, and the
// profile's last good list takes its place. One of a newer version stays as it is.
func TestBrokenFileIsAsGoodAsNone(t *testing.T) {
	dir := t.TempDir()
	var warned []string
	s := Open(store.Home{Dir: dir, Warn: func(text string) { warned = append(warned, text) }}, "work", window("a"))
	save(t, s, tripList())
	whole, err := os.ReadFile(file(s))
	if err != nil {
		t.Fatal(err)
	}
	change := func(old, text string) string { return strings.Replace(string(whole), old, text, 1) }
	broken := []string{
		"", "null", "{}", string(whole[:len(whole)-1]), string(whole) + "x", change(`"trips"`, `"fares"`), change(`"n":12`, `"n":11`),
		change(`"n":12`, `"n":"12"`), change(`"kind"`, `"other":1,"kind"`), change("2027-03-01", "0001-99-01"),
	}
	for i, content := range broken {
		if err := os.WriteFile(file(s), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		l, ok, err := s.Latest(Trips)
		if ok || err != nil || len(warned) != i+1 || !strings.HasPrefix(warned[i], "the last list of trips is damaged and was moved to ") {
			t.Errorf("%.80q: a list %+v, %v, %q", content, l, err, warned)
		}
	}
	save(t, Open(store.Home{Dir: dir}, "work", window("b")), tripList())
	if _, ok, err := s.Elsewhere(Trips, true); !ok || err != nil {
		t.Error("the profile's last list was not taken", err)
	}
	newer := change(`"version":1`, `"version":2,"color":"red"`)
	if err := os.WriteFile(file(s), []byte(newer), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, err = s.Latest(Trips)
	if saveErr := s.Save(tripList()); !errors.Is(err, store.ErrNewer) || !errors.Is(saveErr, store.ErrNewer) {
		t.Errorf("a newer list: %v, %v", err, saveErr)
	}
	if text, err := os.ReadFile(file(s)); err != nil || string(text) != newer {
		t.Errorf("the newer list is %.80q, %v", text, err)
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
	places := List{Kind: Places, Rows: []Row{{N: 1, Offer: offer.Offer{Label: "a state"}}}}
	if row, err := places.Pick(1); err != nil || row.Label != "a state" {
		t.Errorf("%+v, %v", row, err)
	}
}

// Files of other sessions go when they are old, those of jobs sooner, or too many; and jobs, however
// many, cost neither a terminal its list nor each other what they have just made.
func TestOldFilesAreRemoved(t *testing.T) {
	dir := t.TempDir()
	at := func(s Session, age time.Duration) string {
		store := Open(store.Home{Dir: dir}, "work", s)
		save(t, store, tripList())
		when := time.Now().Add(-age)
		if err := os.Chtimes(file(store), when, when); err != nil {
			t.Fatal(err)
		}
		return file(store)
	}
	gone := map[string]string{
		"an old window": at(window("old"), keepFor+time.Hour),
		"an old job":    at(Session{Owner: Job, Key: "old"}, keepJobsFor+time.Hour),
	}
	stays := map[string]string{
		"a window of this morning": at(window("open"), 5*time.Hour),
		"a job of this morning":    at(Session{Owner: Job, Key: "early"}, 3*time.Hour),
		"a name of last week":      at(Session{Owner: Named, Key: "n"}, keepFor-time.Hour),
	}
	save(t, Open(store.Home{Dir: dir}, "work", Session{}), tripList())
	for name, path := range gone {
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is kept: %v", name, err)
		}
	}
	for name, path := range stays {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%s is lost: %v", name, err)
		}
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
			s := Open(store.Home{Dir: dir}, "work", window(fmt.Sprint(i%2)))
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

// A row that was not found again keeps its number and is refused by it.
func TestARowThatIsGoneIsRefused(t *testing.T) {
	store := Open(store.Home{Dir: t.TempDir()}, "p", window("s"))
	if err := store.Save(List{Kind: Trips, Made: time.Unix(1, 0), Rows: []Row{{N: 1, Offer: offer.Offer{Gone: true}}, {N: 2, Offer: offer.Offer{ID: "S:b"}}}}); err != nil {
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
		Search: search.Ref{ID: "S", RenewedTo: "T", RenewedAt: made}, Rows: []Row{{N: 1}},
	}
	if err := Open(store.Home{Dir: dir}, "p", window("one")).Save(about); err != nil {
		t.Fatal(err)
	}
	other := Open(store.Home{Dir: dir}, "p", window("two")) // another terminal of the same profile
	for id, want := range map[string]List{"S": about.Head(), "T": about.Head().Again(search.Ref{ID: "T", Created: made})} {
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
