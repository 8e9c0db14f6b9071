package present

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/api"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
)

// filtersOf returns filters as set on a command line, in pairs.
func filtersOf(t *testing.T, operation string, given ...string) Filters {
	t.Helper()
	q := ask.New(operation, nil)
	for i := 0; i < len(given); i += 2 {
		set := func() error { return q.Set(given[i], "--"+given[i], given[i+1]) }
		for _, f := range ask.PlainFlags(q.Op()) {
			if f.Name == given[i] {
				set = func() error { return q.SetPlain(f, given[i+1]) }
			}
		}
		if err := set(); err != nil {
			t.Fatal(err)
		}
	}
	kept := q.View()
	if operation == "getHotelSearchResults" {
		return StayFilters(kept, "USD")
	}
	return FiltersOf(kept, "USD")
}

func TestFiltersAreToldInWords(t *testing.T) {
	for _, test := range []struct{ flag, value, want string }{
		{"nonstop", "true", "nonstop only"},
		{"max-stops", "1", "at most 1 stop"},
		{"stops", "1", "1 stop"},
		{"stops", "0,2", "0 or 2 stops"},
		{"stops", "3,4,5,6,7,8,9", "3 or more stops"},
		{"stops", "1,3,4,5,6,7,8,9", "1 or 3 or more stops"},
		{"max-stops", "9", "at most 9 stops"},
		{"max-price", "1500", "at most USD 1,500"},
		{"min-price", "99.5", "at least USD 99.5"},
		{"max-time", "12h", "at most 12h00 in all"},
		{"max-stopover-duration", "90m", "waits of at most 1h30"},
		{"depart", "06:00-12:00", "departing 06:00–12:00"},
		{"depart", "morning", "departing 06:00–12:00"},
		{"depart", "morning,evening", "departing 06:00–12:00 or after 18:00"},
		{"return-depart", "before 9", "return departing until 09:00"},
		{"return-arrive", "after 18:30", "return arriving after 18:30"},
		{"arrive", "22-2", "arriving 22:00–02:00"},
		{"outbound-max-duration", "8h", "outbound at most 8h00"},
		{"airlines", "EK,QR", "airline EK or QR"},
		{"airlines-match", "all", "every leg by those airlines"},
		{"same-airline", "1", "one airline for every leg"},
		{"same-airline", "false", ""},
		{"booking-types", "platform,airline", "sold by this service or the airline"},
		{"stopover-airports", "DOH", "via DOH"},
		{"sort", "cheapest", ""},
	} {
		if got := strings.Join(filtersOf(t, "getFlightSearchResults", test.flag, test.value).Words(), "; "); got != test.want {
			t.Errorf("--%s %s: %q, want %q", test.flag, test.value, got, test.want)
		}
	}
	hotels := filtersOf(t, "getHotelSearchResults", "min-star", "4", "guest-type", "family", "min-guest-rating", "8", "max-price", "80",
		"rate-types", "free_cancellation", "deals-only", "true")
	want := []string{"at least 4 stars", "families say at least 8", "at most USD 80 a night", "with free cancellation", "deals only"}
	if diff := cmp.Diff(want, hotels.Words()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Filters are not described as flags if no flags were typed.
func TestNoFilterIsToldAsAFlag(t *testing.T) {
	for _, operation := range []string{"getFlightSearchResults", "getHotelSearchResults"} {
		op, _ := api.Find(operation)
		for i := range op.Params {
			p := &op.Params[i]
			value := "1"
			f, _ := ask.FilterOf(op, p.Name)
			switch {
			case f.Say == "": // guest-type is described with the score
				continue
			case strings.HasSuffix(p.Name, "-range"):
				value = "360-720"
			case len(p.Enum) > 0 && !slices.Contains(p.Enum, value):
				value = p.Enum[0]
			}
			got := strings.Join(filtersOf(t, operation, p.Name, value).Words(), "; ")
			if got == "" || strings.Contains(got, "-") {
				t.Errorf("%s is told as %q", p.Name, got)
			}
		}
	}
}

func TestWhatRemovedEveryRowIsToldInWords(t *testing.T) {
	f := filtersOf(t, "getFlightSearchResults", "nonstop", "true", "max-price", "1")
	n := f.Name(&desk.Nothing{Of: 9, Filters: []string{"--nonstop", "--max-price 1"}, Without: []desk.Relaxed{{Filter: "--max-price 1", Rows: 2}}})
	if diff := cmp.Diff([]string{"nonstop only", "at most USD 1"}, n.Filters); diff != "" || n.Without[0].Filter != "at most USD 1" {
		t.Errorf("%+v", n)
	}
	if f.Name(nil) != nil {
		t.Error("nothing removed the rows")
	}
}
