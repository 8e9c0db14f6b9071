package hotels_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/wire"
)

// TestEveryFilterKeepsJustWhatItSays compares random filters on random searches
// with what the cards and the hotels' own details say.
func TestEveryFilterKeepsJustWhatItSays(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	e := newEngine(0)
	kept, dropped := 0, 0
	for range 16 {
		q := random(r)
		whole := all(t, e, q, dollars, hotels.ResultsParams{})
		known := facts(t, e, whole.Results)
		for range 14 {
			w := &wish{Rand: r, known: known}
			for _, which := range r.Perm(12)[:1+r.IntN(3)] {
				w.figures(which)
				w.names(which, whole.Metadata.FilterOptions)
			}
			var want []int64
			for _, card := range whole.Results {
				if w.keeps(card) {
					want = append(want, card.HotelID)
				}
			}
			got := all(t, e, q, dollars, w.p)
			if diff := cmp.Diff(want, numbers(got.Results)); diff != "" {
				t.Errorf("%+v\n%+v (-want +got):\n%s", q, w.p, diff)
			}
			if got.Metadata.TotalBeforeFilters != len(whole.Results) {
				t.Errorf("totalBeforeFilters %d, want %d", got.Metadata.TotalBeforeFilters, len(whole.Results))
			}
			if diff := cmp.Diff(whole.Metadata.FilterOptions, got.Metadata.FilterOptions); diff != "" {
				t.Errorf("a filter changed its own vocabulary:\n%s", diff)
			}
			kept, dropped = kept+len(want), dropped+len(whole.Results)-len(want)
		}
	}
	if kept < 1000 || dropped < 1000 {
		t.Errorf("filters kept %d hotels and dropped %d: too few to tell", kept, dropped)
	}
}

func numbers(cards []wire.HotelCard) []int64 {
	var ids []int64
	for _, card := range cards {
		ids = append(ids, card.HotelID)
	}
	return ids
}

// wish is a filter of a read beside what it keeps, put together bit by bit.
// The filters do not change prices, and relevance is the order of both reads,
// so that lists compare whole.
type wish struct {
	*rand.Rand
	p       hotels.ResultsParams
	keepers []func(wire.HotelCard) bool
	known   map[int64]wire.Hotel
}

func (w *wish) and(keeps func(wire.HotelCard) bool) { w.keepers = append(w.keepers, keeps) }

func (w *wish) keeps(card wire.HotelCard) bool {
	return !slices.ContainsFunc(w.keepers, func(keeps func(wire.HotelCard) bool) bool { return !keeps(card) })
}

// part is a piece of a listed word.
func (w *wish) part(list []wire.NamedCount) string {
	if len(list) == 0 {
		return "nothing has this name"
	}
	name := []rune(list[w.IntN(len(list))].Name)
	from := w.IntN(len(name))
	return string(name[from : from+1+w.IntN(len(name)-from)])
}

func (w *wish) anyOf(list []wire.NamedCount, name func(wire.Hotel) string) []string {
	terms := []string{w.part(list), w.part(list)}[:1+w.IntN(2)]
	w.and(func(c wire.HotelCard) bool {
		return slices.ContainsFunc(terms, func(term string) bool { return contains(name(w.known[c.HotelID]), term) })
	})
	return terms
}

// figures adds a filter on a number of the card.
func (w *wish) figures(which int) {
	p := &w.p
	switch which {
	case 0:
		p.MinStar = new(1 + w.IntN(5))
		w.and(func(c wire.HotelCard) bool { return number(c.Star, -1) >= float64(*p.MinStar) })
	case 1:
		p.MaxStar = new(1 + w.IntN(5))
		w.and(func(c wire.HotelCard) bool { return number(c.Star, 9) <= float64(*p.MaxStar) })
	case 2:
		p.MinReviewScore = new(float64(w.IntN(100)) / 10)
		w.and(func(c wire.HotelCard) bool { return score(c.Review) >= *p.MinReviewScore })
	case 3:
		p.GuestType = []wire.GuestCohort{"business", "couple", "family", "solo"}[w.IntN(4)]
		p.MinGuestRating = new(float64(w.IntN(100)) / 10)
		w.and(func(c wire.HotelCard) bool { return score(cohort(c, p.GuestType)) >= *p.MinGuestRating })
	case 4:
		p.MinPrice = new(float64(w.IntN(300)))
		w.and(func(c wire.HotelCard) bool { return allIn(c.Price) > *p.MinPrice-0.001 })
	case 5:
		p.MaxPrice = new(float64(w.IntN(600)))
		w.and(func(c wire.HotelCard) bool { return allIn(c.Price) < *p.MaxPrice+0.001 })
	case 6:
		p.DealsOnly = true
		w.and(func(c wire.HotelCard) bool { return c.Price.Deal != nil })
	}
}

// names adds a filter on a word of the filter options.
func (w *wish) names(which int, o wire.HotelFilterOptions) {
	switch which {
	case 7:
		w.p.Amenities = []string{w.part(o.Amenities), w.part(o.Amenities)}
		w.and(func(c wire.HotelCard) bool {
			return !slices.ContainsFunc(w.p.Amenities, func(term string) bool {
				return !slices.ContainsFunc(w.known[c.HotelID].Amenities, func(name string) bool { return contains(name, term) })
			})
		})
	case 8:
		w.p.PropertyTypes = w.anyOf(o.PropertyTypes, func(h wire.Hotel) string { return text(h.PropertyType) })
	case 9:
		w.p.Brands = w.anyOf(o.Brands, func(h wire.Hotel) string { return text(h.BrandName) })
	case 10:
		w.p.Chains = w.anyOf(o.Chains, func(h wire.Hotel) string { return text(h.ChainName) })
	case 11:
		w.p.Districts = w.anyOf(o.Districts, func(h wire.Hotel) string { return text(h.Location.DistrictName) })
	}
}

func TestRefundableIsTheSameAsItsRateTypeAndPricesFollowThatRate(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	e := newEngine(0)
	for range 8 {
		q := random(r)
		whole := all(t, e, q, dollars, hotels.ResultsParams{})
		p := hotels.ResultsParams{Refundable: true, Sort: wire.HotelSortPriceAsc}
		flag := all(t, e, q, dollars, p)
		typed := all(t, e, q, dollars, hotels.ResultsParams{RateTypes: []string{"Free_Cancellation"}, Sort: wire.HotelSortPriceAsc})
		if diff := cmp.Diff(flag, typed); diff != "" {
			t.Errorf("refundable and rate-types=free_cancellation differ:\n%s", diff)
		}
		want := 0
		for _, card := range whole.Results {
			if card.Refundable == wire.RefundableWitnessAvailable {
				want++
			}
		}
		if len(flag.Results) != want {
			t.Errorf("%d refundable hotels, %d cards say so", len(flag.Results), want)
		}
		last := 0.0
		for _, card := range flag.Results {
			if diff := cmp.Diff(card.LowestRefundablePrice, &card.Price); diff != "" {
				t.Errorf("hotel %d is not priced by its refundable rate:\n%s", card.HotelID, diff)
			}
			if card.Price.AmountPerNight < last {
				t.Errorf("price_asc does not go by the refundable rate: %v after %v", card.Price.AmountPerNight, last)
			}
			last = card.Price.AmountPerNight
		}
		if len(flag.Results) > 0 && !slices.Contains(flag.Results[0].Badges, "cheapest") {
			t.Errorf("the cheapest badge does not go by the refundable rate: %v", flag.Results[0].Badges)
		}
		bound := hotels.ResultsParams{Refundable: true, MaxPrice: new(120.0)}
		for _, card := range all(t, e, q, dollars, bound).Results {
			if allIn(card.Price) > 120 {
				t.Errorf("hotel %d is above the bound by its refundable rate: %v", card.HotelID, allIn(card.Price))
			}
		}
	}
}

func TestRateTypesAreWholeWordsInAnyCaseAllOnOneRate(t *testing.T) {
	e := newEngine(0)
	q := lisbon()
	q.City = "LON"
	whole := all(t, e, q, dollars, hotels.ResultsParams{})
	for _, one := range whole.Metadata.FilterOptions.RateTypes {
		if got := all(t, e, q, dollars, hotels.ResultsParams{RateTypes: []string{one.Name}}); len(got.Results) != one.Count {
			t.Errorf("%s: %d hotels, filterOptions say %d", one.Name, len(got.Results), one.Count)
		}
	}
	for _, none := range []string{"free", "breakfast", "free_cancellation ", "", "free_cancellation,x"} {
		if got := all(t, e, q, dollars, hotels.ResultsParams{RateTypes: []string{none}}); len(got.Results) != 0 {
			t.Errorf("rate type %q, which does not exist, keeps %d hotels", none, len(got.Results))
		}
	}
	together := []string{"BREAKFAST_included", "free_cancellation"}
	both := all(t, e, q, dollars, hotels.ResultsParams{RateTypes: together})
	apart := 0 // hotels that have both types, if not on one rate
	for _, card := range whole.Results {
		if slices.Contains(card.RateTypes, "breakfast_included") && slices.Contains(card.RateTypes, "free_cancellation") {
			apart++
		}
	}
	if len(both.Results) == 0 || len(both.Results) >= apart {
		t.Errorf("%d hotels have both on one rate, %d have both on any: want fewer, and some", len(both.Results), apart)
	}
	none := all(t, e, q, dollars, hotels.ResultsParams{RateTypes: []string{"free_cancellation", "non_refundable"}})
	if len(none.Results) != 0 {
		t.Errorf("%d hotels have a rate that is refundable and is not", len(none.Results))
	}
}
