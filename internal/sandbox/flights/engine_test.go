package flights

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

const siteURL = "https://site.example"

func newEngine() *Engine { return New(Options{World: data.Load(), Seed: 1, SiteURL: siteURL}) }

// shared is for tests that only read: an engine remembers what it has drawn.
var shared = sync.OnceValue(newEngine)

var (
	created = time.Date(2026, time.November, 21, 8, 0, 0, 0, time.UTC)
	settled = created.Add(10 * time.Second)
	dollars = Quote{
		Currency: "USD", CurrencySource: wire.ValueSourceDefault,
		Locale: "en", LocaleSource: wire.ValueSourceDefault,
	}
	everything = ResultsParams{Page: 1, PageSize: 5000}
)

// asked is a search for one adult in economy, 30 days ahead; back may be "".
func asked(route, back string) Query {
	from, to, _ := strings.Cut(route, "-")
	return Query{ID: "S", From: from, To: to, Out: "2026-12-21", Back: back, Cabin: "economy", Adults: 1, Site: "US", Created: created}
}

const back = "2026-12-28"

// sample is searches that between them hold every sort of trip.
func sample() []Query {
	return []Query{asked("DXB-LHR", ""), asked("DXB-LHR", back), asked("PAR-LON", back), asked("COD-FRA", "")}
}

// cards is every card of a settled search, best first.
func cards(t testing.TB, q Query) []wire.TripCard {
	t.Helper()
	res := shared().Results(q, settled, dollars, everything)
	if len(res.Results) != res.Metadata.SnapshotTripCount || len(res.Results) == 0 {
		t.Fatalf("%s-%s: %d cards of %d trips", q.From, q.To, len(res.Results), res.Metadata.SnapshotTripCount)
	}
	return res.Results
}

func ids(cards []wire.TripCard) []string {
	all := make([]string, len(cards))
	for i, c := range cards {
		all[i] = c.TripID
	}
	return all
}

func sorted(ids []string) []string { return slices.Sorted(slices.Values(ids)) }

func TestASearchIsTheSameInEveryProcess(t *testing.T) {
	for _, q := range sample() {
		a := newEngine().Results(q, settled, dollars, everything)
		b := shared().Results(q, settled, dollars, everything)
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("%s-%s:\n%.2000s", q.From, q.To, diff)
		}
	}
}

func TestABusyRouteHasHundredsOfTripsAndAnImpossibleOneNone(t *testing.T) {
	for _, tt := range []struct {
		query     Query
		low, high int
	}{
		{asked("DXB-LHR", ""), 400, 1200},
		{asked("DXB-LHR", back), 500, 1200},
		{asked("LOS-ACC", ""), 1, 40},
		{asked("LON-LHR", ""), 0, 0},
		{asked("DXB-DXB", ""), 0, 0},
	} {
		got := shared().Results(tt.query, settled, dollars, everything).Metadata.SnapshotTripCount
		if got < tt.low || got > tt.high {
			t.Errorf("%s-%s back %q: %d trips", tt.query.From, tt.query.To, tt.query.Back, got)
		}
	}
}

func TestKnownIsAnAirportOrACity(t *testing.T) {
	for code, want := range map[string]bool{"LHR": true, "LON": true, "DXB": true, "ZZZ": false, "": false, "lhr": false, "XPG": false} {
		if got := shared().Known(code); got != want {
			t.Errorf("Known(%q) = %v", code, got)
		}
	}
}

func TestManyReadersShareOneEngine(t *testing.T) {
	e := newEngine()
	want := len(cards(t, sample()[0]))
	var readers sync.WaitGroup
	for i := range 16 {
		readers.Go(func() {
			q := sample()[i%2]
			if got := e.Results(q, settled, dollars, everything).Metadata.SnapshotTripCount; i%2 == 0 && got != want {
				t.Errorf("reader %d sees %d trips, want %d", i, got, want)
			}
			e.Results(asked([]string{"CDG-FCO", "SYD-MEL", "JFK-LAX", "KEF-CPH"}[i%4], ""), settled, dollars, everything)
		})
	}
	readers.Wait()
}

func TestADayThatIsNoneHasNoFlights(t *testing.T) {
	q := asked("DXB-LHR", "")
	q.Out = "2026-02-30"
	res := shared().Results(q, settled, dollars, everything)
	if res.Metadata.SnapshotTripCount != 0 || res.Results == nil {
		t.Errorf("%+v", res.Metadata)
	}
}
