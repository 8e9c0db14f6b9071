package recall

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/search"
)

// T36: an id that could lead elsewhere is not kept, and its row says so.
func TestOnlyIDsThatCanBeSentAreKept(t *testing.T) {
	l := List{Kind: Trips, Made: made, Search: Search{ID: "../x"}, FareID: "good", Stay: &query.Stay{HotelID: -1}}
	ids := []string{"good:id", ".", "..", "a/b", "a b", "$(x)", "é", "", strings.Repeat("a", 257), strings.Repeat("a", 256)}
	for i, id := range ids {
		l.Rows = append(l.Rows, Row{N: i + 1, ID: id})
	}
	s := Open(t.TempDir(), "work", window("a"))
	save(t, s, l)
	got, _ := latest(t, s, Trips)
	if diff := cmp.Diff(List{Kind: Trips, Made: made, FareID: "good", Stay: &query.Stay{}}, got.Head()); diff != "" {
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

// A list stays small: rows and text beyond the bounds are left out, and
// half an address is never kept.
func TestListsAreBounded(t *testing.T) {
	l := List{Kind: Hotels, Made: made}
	for n := range maxRows + 5 {
		l.Rows = append(l.Rows, Row{N: n + 1, ID: fmt.Sprint(n + 1)})
	}
	l.Rows[0].Label = strings.Repeat("x", maxTextBytes+1)
	l.Rows[0].Hotel = &Hotel{Page: strings.Repeat("x", maxTextBytes+1), Stay: "1"}
	l.Rows[1].Fare = &Fare{Handoff: strings.Repeat("x", maxTextBytes+1), Kind: "airline"}
	s := Open(t.TempDir(), "work", window("a"))
	save(t, s, l)
	got, _ := latest(t, s, Hotels)
	if len(got.Rows) != maxRows {
		t.Errorf("%d rows", len(got.Rows))
	}
	want := []Row{{N: 1, ID: "1", Hotel: &Hotel{Stay: "1"}}, {N: 2, ID: "2", Fare: &Fare{Kind: "airline"}}}
	if diff := cmp.Diff(want, got.Rows[:2]); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if l.Rows[0].Hotel.Page == "" || l.Rows[1].Fare.Handoff == "" {
		t.Error("the caller's list was changed")
	}
}

// One row of absurd size costs what is known of it, and not the list.
func TestAHugeRowDoesNotCostTheList(t *testing.T) {
	l := List{Kind: Trips, Made: made, Rows: []Row{
		{N: 1, ID: "a", Trip: search.Itinerary{{From: strings.Repeat("x", maxFileBytes)}}},
		{N: 2, ID: "b", Trip: search.Itinerary{{From: "LIS"}}},
	}}
	s := Open(t.TempDir(), "work", window("a"))
	save(t, s, l)
	got, _ := latest(t, s, Trips)
	want := []Row{{N: 1, ID: "a"}, {N: 2, ID: "b", Trip: search.Itinerary{{From: "LIS"}}}}
	if diff := cmp.Diff(want, got.Rows); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// What could not be read back is not written over what can.
func TestWrongListIsRefused(t *testing.T) {
	s := Open(t.TempDir(), "work", window("a"))
	save(t, s, tripList())
	wide := List{Kind: Trips, Made: made}
	for n := range maxRows {
		wide.Rows = append(wide.Rows, Row{N: n + 1, Label: strings.Repeat("x", maxTextBytes)})
	}
	for name, l := range map[string]List{
		"no such kind":  {Kind: "../x", Made: made},
		"no time":       {Kind: Trips},
		"row zero":      {Kind: Trips, Made: made, Rows: []Row{{N: 0}}},
		"the row twice": {Kind: Trips, Made: made, Rows: []Row{{N: 1}, {N: 1}}},
		"too large":     wide,
	} {
		if err := s.Save(l); err == nil {
			t.Errorf("%s: kept", name)
		}
	}
	if got, _ := latest(t, s, Trips); !cmp.Equal(tripList(), got) {
		t.Error("the good list is lost")
	}
}

// Whatever a file holds, it is a list that Save would keep or none.
func FuzzParse(f *testing.F) {
	whole, err := json.Marshal(tripList())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte(`{"kind":"trips","made":"2027-03-01T12:00:00Z","search":{"id":"../.."},"rows":[{"n":1,"id":"a/b"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := parse(text, Trips)
		if err != nil {
			return
		}
		if diff := cmp.Diff(fitted(l), l); diff != "" {
			t.Errorf("out of bounds:\n%s", diff)
		}
		for _, row := range l.Rows {
			if row.ID != "" && !validID(row.ID) {
				t.Errorf("id %q", row.ID)
			}
		}
	})
}
