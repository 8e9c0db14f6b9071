package hotels_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/wire"
)

func TestFiltersThatMatchNothingLeaveTheOthersCounted(t *testing.T) {
	e := newEngine(0)
	got := all(t, e, lisbon(), dollars, hotels.ResultsParams{Amenities: []string{"helipad"}})
	if got.Metadata.TotalCandidates != 0 || got.Metadata.TotalBeforeFilters == 0 || got.Results == nil {
		t.Errorf("%+v", got.Metadata)
	}
}

func TestFilterOptionsCountWhatCardsAndDetailsSay(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	e := newEngine(0)
	for range 6 {
		whole := all(t, e, random(r), dollars, hotels.ResultsParams{})
		known := facts(t, e, whole.Results)
		counts := map[string]map[string]int{}
		add := func(list, name string) {
			if counts[list] == nil {
				counts[list] = map[string]int{}
			}
			if name != "" {
				counts[list][name]++
			}
		}
		var span *wire.PriceRange
		for _, card := range whole.Results {
			hotel := known[card.HotelID]
			for _, name := range hotel.Amenities {
				add("amenities", name)
			}
			for _, name := range card.RateTypes {
				add("rateTypes", name)
			}
			for _, who := range []wire.GuestCohort{"business", "couple", "family", "solo"} {
				if cohort(card, who) != nil {
					add("guestTypes", string(who))
				}
			}
			add("propertyTypes", text(hotel.PropertyType))
			add("brands", text(hotel.BrandName))
			add("chains", text(hotel.ChainName))
			add("districts", text(card.DistrictName))
			night := allIn(card.Price)
			if span == nil {
				span = &wire.PriceRange{Min: night, Max: night}
			}
			span.Min, span.Max = min(span.Min, night), max(span.Max, night)
		}
		o := whole.Metadata.FilterOptions
		for list, got := range map[string][]wire.NamedCount{"amenities": o.Amenities, "rateTypes": o.RateTypes, "guestTypes": o.GuestTypes,
			"propertyTypes": o.PropertyTypes, "brands": o.Brands, "chains": o.Chains, "districts": o.Districts} {
			checkCounts(t, list, counts[list], got)
		}
		if diff := cmp.Diff(span, o.PriceRange, approximately); diff != "" {
			t.Errorf("priceRange (-want +got):\n%s", diff)
		}
	}
}

// checkCounts wants a list of filter words to have just these counts, most
// common first and ties by word.
func checkCounts(t *testing.T, list string, want map[string]int, got []wire.NamedCount) {
	t.Helper()
	found := map[string]int{}
	for i, one := range got {
		found[one.Name] = one.Count
		if i > 0 && (got[i-1].Count < one.Count || got[i-1].Count == one.Count && got[i-1].Name >= one.Name) {
			t.Errorf("%s: %+v before %+v", list, got[i-1], one)
		}
	}
	if diff := cmp.Diff(want, found); diff != "" && len(want)+len(found) > 0 {
		t.Errorf("%s (-want +got):\n%s", list, diff)
	}
}

func TestTheLowestBoundDropsWhatHasNoScore(t *testing.T) {
	e := newEngine(0)
	q := lisbon()
	q.City = "LON"
	whole := all(t, e, q, dollars, hotels.ResultsParams{})
	for name, tt := range map[string]struct {
		p     hotels.ResultsParams
		score func(wire.HotelCard) *wire.Review
	}{
		"all guests": {hotels.ResultsParams{MinReviewScore: new(0.0)}, func(c wire.HotelCard) *wire.Review { return c.Review }},
		"a cohort": {hotels.ResultsParams{GuestType: "solo", MinGuestRating: new(0.0)},
			func(c wire.HotelCard) *wire.Review { return cohort(c, "solo") }},
	} {
		want := 0
		for _, card := range whole.Results {
			if tt.score(card) != nil {
				want++
			}
		}
		if got := len(all(t, e, q, dollars, tt.p).Results); got != want || want == len(whole.Results) {
			t.Errorf("%s: %d hotels, want the %d of %d that have a score", name, got, want, len(whole.Results))
		}
	}
}

func TestDealsOnlyGoesByTheRateThatPricesTheCard(t *testing.T) {
	e := newEngine(0)
	q := lisbon()
	q.City = "LON"
	want := 0
	for _, card := range all(t, e, q, dollars, hotels.ResultsParams{Refundable: true}).Results {
		if card.Price.Deal != nil {
			want++
		}
	}
	got := all(t, e, q, dollars, hotels.ResultsParams{Refundable: true, DealsOnly: true})
	if len(got.Results) != want || want == 0 {
		t.Errorf("%d refundable hotels with a deal, want %d", len(got.Results), want)
	}
}

func TestPriceBoundsAreCountedInOnTheAllInNight(t *testing.T) {
	e := newEngine(0)
	for _, currency := range []string{"USD", "JPY", "KWD"} {
		quote := dollars
		quote.Currency = currency
		for _, card := range all(t, e, lisbon(), quote, hotels.ResultsParams{}).Results[:25] {
			night := math.Round(allIn(card.Price)*1000) / 1000
			for _, tt := range []struct {
				low, high float64
				kept      bool
			}{{night, night, true}, {night + 0.001, night + 500, false}, {0, night - 0.001, false}} {
				got := all(t, e, lisbon(), quote, hotels.ResultsParams{MinPrice: &tt.low, MaxPrice: &tt.high})
				if kept := slices.Contains(numbers(got.Results), card.HotelID); kept != tt.kept {
					t.Errorf("%v %s from %v to %v: kept %v", night, currency, tt.low, tt.high, kept)
				}
			}
		}
	}
}
