package recall

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/search"
)

// Numbers add up over the pages of one list, and over nothing else.
func TestNumbersAddUpOverPagesOfOneList(t *testing.T) {
	earlier := List{Kind: Trips, Search: search.Ref{ID: "s"}, Terms: query.Terms{Currency: "EUR"},
		View: []ask.Param{{Name: "stops", Values: []string{"0"}, Typed: "--nonstop"}, {Name: "pageSize", Values: []string{"2"}, Typed: ""}}, Rows: []Row{{N: 1, Offer: offer.Offer{ID: "a"}}, {N: 2, Offer: offer.Offer{ID: "b"}}}}
	later := earlier
	later.View = []ask.Param{{Name: "stops", Values: []string{"0"}, Typed: "--max-stops 0"}, {Name: "pageSize", Values: []string{"4"}, Typed: ""}}
	later.Rows = []Row{{N: 2, Offer: offer.Offer{ID: "b2"}}, {N: 3, Offer: offer.Offer{ID: "c"}}}
	if !later.Continues(earlier) {
		t.Error("another page is another list")
	}
	want := []Row{{N: 1, Offer: offer.Offer{ID: "a"}}, {N: 2, Offer: offer.Offer{ID: "b2"}}, {N: 3, Offer: offer.Offer{ID: "c"}}}
	if diff := cmp.Diff(want, later.Joined(earlier).Rows); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for name, change := range map[string]func(*List){
		"search":   func(l *List) { l.Search.ID = "t" },
		"none":     func(l *List) { l.Search.ID = "" },
		"kind":     func(l *List) { l.Kind = Fares },
		"currency": func(l *List) { l.Terms.Currency = "USD" },
		"filter":   func(l *List) { l.View = []ask.Param{{Name: "stops", Values: []string{"1"}, Typed: ""}} },
		"order": func(l *List) {
			l.View = append([]ask.Param{{Name: "sort", Values: []string{"price_asc"}, Typed: ""}}, l.View...)
		},
	} {
		other := later
		change(&other)
		if other.Continues(earlier) {
			t.Errorf("another %s is the same list", name)
		}
	}
}

// A list that has every row that matched needs none of an earlier one.
func TestAListIsWholeWithEveryRowThatMatched(t *testing.T) {
	rows := func(from, to int) (rows []Row) {
		for n := from; n <= to; n++ {
			rows = append(rows, Row{N: n})
		}
		return rows
	}
	for name, test := range map[string]struct {
		list List
		want bool
	}{
		"all":                  {List{Matching: 3, Rows: rows(1, 3)}, true},
		"more than match":      {List{Matching: 2, Rows: rows(1, 3)}, true},
		"as many as are kept":  {List{Matching: maxRows + 1, Rows: rows(1, maxRows)}, true},
		"the first":            {List{Matching: 3, Rows: rows(1, 2)}, false},
		"the last":             {List{Matching: 3, Rows: rows(2, 3)}, false},
		"one without an id":    {List{Matching: 2, Rows: append(rows(1, 1), rows(3, 3)...)}, false},
		"none":                 {List{}, false},
		"one that has no rows": {List{Matching: 3}, false},
	} {
		if got := test.list.Whole(); got != test.want {
			t.Errorf("%s: whole is %t", name, got)
		}
	}
}
