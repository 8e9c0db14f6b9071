package desk

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/search"
)

// A word stands for a facet by its code, its name, or what is near to one of them alone. A facet is
// foreign text: one that cannot come back as it is is never sent.
func TestWordsOfFiltersAreReadAsFacets(t *testing.T) {
	flights := []Facet{
		{"airlines", "EK", "Emirates", 9}, {"airlines", "AI", "Air India", 8}, {"airlines", "AF", "Air France", 7}, {"airlines", "LO", "LOT Polish Airlines", 6},
		{"airlines", "X1,QR", "Qatar Airways", 5}, {"airlines", "\x1b[2J", "Odd Air", 4}, {"airlines", "$(id)", "Shell Wings", 3},
		{"alliances", "STAR", "", 9}, {"booking-sites", "sample-fares", "Sample Fares", 9},
		{"stopover-airports", "IST", "Istanbul Airport", 9}, {"stopover-airports", "SAW", "Istanbul Sabiha Gökçen", 8}, {"stopover-airports", "ZRH", "Zürich Airport", 7},
		{"stopover-airports", "SFO", "San Francisco", 2}, {"stopover-airports", "SAN", "San Diego", 1},
		{"aircraft", "789", "Boeing 787-9", 9}, {"aircraft", "788", "Boeing 787-8", 8}, {"aircraft", "320", "Airbus A320", 7},
	}
	hotels := []Facet{
		{"rate-types", "non_refundable", "", 9}, {"rate-types", "free_cancellation", "", 8}, {"rate-types", "half_board", "", 7},
		{"amenities", "Free Wi-Fi", "", 9}, {"amenities", "Outdoor pool", "", 8}, {"amenities", "Pool\u202egnol", "", 7}, {"districts", "Príncipe Real", "", 9},
	}
	tests := []struct {
		wire, typed, sent string // values with spaces between, "" for a choice
		said              string // all sentences, and the choice
	}{
		{"airlines", "ek", "EK", ""},
		{"airlines", "Emirates", "EK", "Emirates is EK."},
		{"airlines", "emirats", "EK", "emirats is EK (Emirates)."},
		{"airlines", "lot", "LO", "lot is LO (LOT Polish Airlines)."},
		{"airlines", "BA", "BA", "Nothing here has BA (airlines). Most common: EK (Emirates), AI (Air India), AF (Air France) and LO (LOT Polish Airlines)."},
		{"airlines", "air", "", "air matches several airlines here: AI AF"},
		{"airlines", "Qatar Airways", "", "none of the airlines here is called \"Qatar Airways\": EK AI AF LO"},
		{"airlines", "odd air", "", "none of the airlines here is called \"odd air\": EK AI AF LO"},
		{"airlines", "\x1b[2J", "", "none of the airlines here is called \x1b[2J: EK AI AF LO"},
		{"airlines", "shell wings", "$(id)", "shell wings is $(id)."},
		{"alliances", "Star Alliance", "STAR", "Star Alliance is STAR."},
		{"alliances", "one world alliance", "ONEWORLD", "Nothing here has one world alliance (alliances). Most common: STAR."},
		{"booking-sites", "Sample-Fares", "sample-fares", ""},
		{"stopover-airports", "Istanbul", "IST SAW", "Istanbul is IST (Istanbul Airport) and SAW (Istanbul Sabiha Gökçen)."},
		{"stopover-airports", "zurich", "ZRH", "zurich is ZRH (Zürich Airport)."},
		{"stopover-airports", "San", "SAN", ""},
		{"stopover-airports", "XXX", "XXX", "Nothing here has XXX (stopover airports). Most common: IST (Istanbul Airport), SAW (Istanbul Sabiha Gökçen), ZRH (Zürich Airport), SFO (San Francisco) and SAN (San Diego)."},
		{"stopover-airports", "sand", "", "none of the stopover airports here is called sand: IST SAW ZRH SFO SAN"},
		{"aircraft", "787", "789 788", "787 is 789 (Boeing 787-9) and 788 (Boeing 787-8)."},
		{"aircraft", "A320", "320", "A320 is 320 (Airbus A320)."},
		{"aircraft", "388", "388", "Nothing here has 388 (aircraft). Most common: 789 (Boeing 787-9), 788 (Boeing 787-8) and 320 (Airbus A320)."},
		{"rate-types", "refundable", "free_cancellation", "refundable is free_cancellation."},
		{"rate-types", "Half Board", "half_board", "Half Board is half_board."},
		{"rate-types", "breakfast_included", "breakfast_included", "Nothing here has breakfast_included (rate types). Most common: non_refundable, free_cancellation and half_board."},
		{"amenities", "swimming pool", "pool", "swimming pool is pool."},
		{"amenities", "wifi", "wi-fi", "wifi is wi-fi."},
		{"amenities", "sauna", "", "none of the amenities here is called sauna: Free Wi-Fi Outdoor pool"},
		{"districts", "principe real", "Príncipe Real", "principe real is Príncipe Real."},
		{"chains", "Hilton", "Hilton", ""}, // the service names none
	}
	for _, test := range tests {
		q, facets := ask.New("getFlightSearchResults", nil), flights
		if !q.Takes(test.wire) {
			q, facets = ask.New("getHotelSearchResults", nil), hotels
		}
		if err := q.Set(test.wire, "--"+test.wire, test.typed); err != nil {
			t.Errorf("%s: %v", test.typed, err)
			continue
		}
		w := NewWording(q, func(_ context.Context, city string) []string {
			return map[string][]string{"Istanbul": {"IST", "SAW", "ISL"}}[city]
		})
		w.learn(t.Context(), slices.Clone(facets))
		sent, said := strings.Join(w.sent.Texts(test.wire), " "), strings.Join(slices.Concat(w.Taken, w.Absent), " ")
		if w.Open != nil {
			said = w.Open.Text + ":"
			for _, c := range w.Open.Candidates {
				said += " " + c.ID
			}
		}
		if diff := cmp.Diff([]string{test.sent, test.said}, []string{sent, said}); diff != "" {
			t.Errorf("%s %q (-want +got):\n%s", test.wire, test.typed, diff)
		}
	}
}

// Facets are foreign text: a crowd of equal names is sent, and what the contract does not accept is not.
func TestFacetsOfAHostileServiceAreNoPanic(t *testing.T) {
	facets := []Facet{{"airlines", "ek", "Small", 1}, {"airlines", strings.Repeat("X", 300), "Long", 1}, {"airlines", "A B", "Apart", 1}}
	var crowd []string
	for n := range 300 {
		code := string([]byte{byte('A' + n/26), byte('A' + n%26)})
		crowd = append(crowd, code)
		facets = append(facets, Facet{"airlines", code, "Same Air", 1})
	}
	for typed, want := range map[string]string{
		"Same Air": strings.Join(crowd, ","), "ek": "EK", "small": "", "long": "", "apart": "A B",
	} {
		q := ask.New("getFlightSearchResults", nil)
		if err := q.Set("airlines", "--airlines", typed); err != nil {
			t.Fatal(err)
		}
		w := NewWording(q, nil)
		sent := ""
		reader := Reading(w, func(q *ask.Values) search.Reader[[]Facet] {
			return search.Reader[[]Facet]{Read: func(context.Context) (search.Snapshot[[]Facet], error) {
				sent = strings.Join(q.Texts("airlines"), ",")
				return search.Snapshot[[]Facet]{Results: facets}, q.Err()
			}}
		}, func(facets []Facet) []Facet { return facets })
		if _, err := reader.Read(t.Context()); err != nil || sent != want {
			t.Errorf("%s: %v, %s is sent", typed, err, sent)
		}
	}
}

// Nothing is sent with parameters that have an error, such as an id of the service that the contract does not accept.
func TestAnErrorOfTheParametersStopsARead(t *testing.T) {
	q := ask.New("getHotelRates", nil)
	q.SetTyped("searchId", "a b")
	reader := Reading(NewWording(q, nil), func(*ask.Values) search.Reader[int] {
		return search.Reader[int]{Read: func(context.Context) (search.Snapshot[int], error) {
			t.Error("it was sent")
			return search.Snapshot[int]{}, nil
		}}
	}, func(int) []Facet { return nil })
	if _, err := reader.Read(t.Context()); err == nil || !strings.HasPrefix(err.Error(), `searchId "a b" is not accepted`) {
		t.Error(err)
	}
}
