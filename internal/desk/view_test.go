package desk

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/search"
)

// What follows a page is another one only where the service has it and gives it, and names the search
// and its whole view where the traveler named the search.
func TestWhatFollowsAPage(t *testing.T) {
	view := func(named bool, pages Pages, flags map[string]string) View {
		v := View{Query: ask.New("getHotelSearchResults", &ask.Days{}), Pages: pages, Named: named}
		for wire, text := range flags {
			if err := v.Query.Set(wire, wire, text); err != nil {
				t.Fatal(err)
			}
		}
		return v
	}
	usual := Pages{Widest: 50, Last: 100}
	more := search.Page[int]{N: 2, Size: 10, Rows: 10, Total: 90, More: true}
	judged := map[string]string{"guest-type": "couple", "sort": "guest_rating_desc", "page": "2", "currency": "EUR", "min-star": "3"}
	for name, test := range map[string]struct {
		view View
		page search.Page[int]
		want []string
	}{
		"another page":    {view(false, usual, nil), more, []string{"travel hotels results --page 3"}},
		"the last":        {view(false, usual, nil), search.Page[int]{N: 9, Size: 10, Rows: 10, Total: 90}, nil},
		"behind the last": {view(false, usual, nil), search.Page[int]{N: 50, Size: 10, Total: 85}, []string{"travel hotels results --page 9"}},
		"nothing at all":  {view(false, usual, nil), search.Page[int]{N: 1, Size: 10}, nil},
		"no page 101":     {view(false, usual, nil), search.Page[int]{N: 100, Size: 10, Rows: 10, Total: 2000, More: true}, nil},
		"rows were counted": {
			view(false, Pages{Limit: 5, Widest: 50, Last: 100}, nil), search.Page[int]{N: 1, Size: 5, Rows: 5, Total: 90, More: true},
			[]string{"travel hotels results --limit 10"},
		},
		"most were counted": {
			view(false, Pages{Limit: 5, Widest: 50, Last: 100}, nil), search.Page[int]{N: 1, Size: 5, Rows: 5, Total: 7, More: true},
			[]string{"travel hotels results --limit 7"},
		},
		"all were counted": {view(false, Pages{Limit: 5, Widest: 50, Last: 100}, nil), search.Page[int]{N: 1, Size: 5, Rows: 5, Total: 5}, nil},
		"no row 5001":      {view(false, Pages{Limit: 5000, Widest: 50, Last: 100}, nil), search.Page[int]{N: 1, Size: 50, Rows: 5000, Total: 5000, More: true}, nil},
		"filters": {
			view(false, usual, map[string]string{"min-star": "3"}), more,
			[]string{"travel hotels results --page 3", "travel hotels results --no-filters"},
		},
		"named": {
			view(true, usual, judged), more,
			[]string{
				"travel hotels results s1 --min-star 3 --guest-type couple --sort guest_rating_desc --currency EUR --page 3",
				"travel hotels results s1 --guest-type couple --sort guest_rating_desc --currency EUR",
			},
		},
	} {
		if diff := cmp.Diff(test.want, paste.Commands(ReadOn(test.view, "s1", test.page)), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
	whole := paste.Command(view(false, Pages{All: true, Widest: 50, Last: 100}, judged).Whole("s1"))
	if want := "travel hotels results s1 --min-star 3 --guest-type couple --sort guest_rating_desc --currency EUR --all"; whole != want {
		t.Errorf("got %s, want %s", whole, want)
	}
}
