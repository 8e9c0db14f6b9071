package recall

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
)

// T36: an id that could lead elsewhere is not kept, and its row says so.
func TestOnlyIDsThatCanBeSentAreKept(t *testing.T) {
	l := List{Kind: Trips, Made: made, Search: search.Ref{ID: "../x"}, FareID: "good"}
	ids := []string{"good:id", ".", "..", "a/b", "a b", "$(x)", "é", "", strings.Repeat("a", 257), strings.Repeat("a", 256)}
	for i, id := range ids {
		l.Rows = append(l.Rows, Row{N: i + 1, Offer: offer.Offer{ID: id}})
	}
	s := Open(store.Home{Dir: t.TempDir()}, "work", window("a"))
	save(t, s, l)
	got, _ := latest(t, s, Trips)
	if diff := cmp.Diff(List{Kind: Trips, Made: made, FareID: "good"}, got.Head()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for i, id := range ids {
		row, err := got.Pick(i + 1)
		if i == 0 || i == len(ids)-1 {
			if err != nil || row.ID != id {
				t.Errorf("%q: %+v, %v", id, row, err)
			}
		} else if !errors.Is(err, ErrNoID) {
			t.Errorf("%q: %+v, %v", id, row, err)
		}
	}
}

// What could not be read back is not written over what can.
func TestWrongListIsRefused(t *testing.T) {
	s := Open(store.Home{Dir: t.TempDir()}, "work", window("a"))
	save(t, s, tripList())
	for name, l := range map[string]List{
		"no such kind":  {Kind: "../x", Made: made},
		"no time":       {Kind: Trips},
		"row zero":      {Kind: Trips, Made: made, Rows: []Row{{N: 0}}},
		"the row twice": {Kind: Trips, Made: made, Rows: []Row{{N: 1}, {N: 1}}},
	} {
		if err := s.Save(l); err == nil {
			t.Errorf("%s: kept", name)
		}
	}
	if got, _ := latest(t, s, Trips); !cmp.Equal(tripList(), got) {
		t.Error("the good list is lost")
	}
}

// A file to import may hold what was never typed: terms that could not be sent are not repeated.
func TestTermsThatCouldNotBeSentAreDropped(t *testing.T) {
	bad := query.Terms{Currency: "$(id)", Locale: "\x1b[31m", SiteCode: strings.Repeat("A", 36)}
	got, _ := Fit(List{Kind: Hotels, Terms: bad, Flight: &query.Flight{Terms: bad}, Stay: &query.Stay{Terms: bad}})
	none := query.Terms{}
	if got.Terms != none || got.Flight.Terms != none || got.Stay.Terms != none {
		t.Errorf("kept %q, %q and %q", got.Terms, got.Flight.Terms, got.Stay.Terms)
	}
	good := query.Terms{Currency: "EUR", Locale: "zh-Hant-TW", SiteCode: "TW"}
	if kept, _ := Fit(List{Kind: Trips, Terms: good}); kept.Terms != good {
		t.Errorf("kept %q of %q", kept.Terms, good)
	}
}
