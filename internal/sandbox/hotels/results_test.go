package hotels_test

import (
	compare "cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"net/url"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/testkit/resttest"
)

// A badge is one "the hotel wins over the full result set", so each goes to the first hotel of the unfiltered
// list in the badge's order.
func TestEverySortIsInOrderWithMissingValuesLastAndABadgeForTheFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	e := newEngine()
	for range 6 {
		q := random(r)
		whole := all(t, e, q, dollars, "").Results
		for by, tt := range map[wire.HotelSort]struct {
			value func(wire.HotelCard) float64
			badge string
		}{
			wire.HotelSortRelevance:       {func(wire.HotelCard) float64 { return 0 }, "best_value"},
			wire.HotelSortPriceAsc:        {func(c wire.HotelCard) float64 { return c.Price.AmountPerNight }, "cheapest"},
			wire.HotelSortPriceDesc:       {func(c wire.HotelCard) float64 { return -c.Price.AmountPerNight }, ""},
			wire.HotelSortStarDesc:        {func(c wire.HotelCard) float64 { return -or(c.Star, 0) }, ""},
			wire.HotelSortReviewScoreDesc: {func(c wire.HotelCard) float64 { return -score(c.Review) }, "top_rated"},
			wire.HotelSortGuestRatingDesc: {func(c wire.HotelCard) float64 { return -score(family(c)) }, ""},
			wire.HotelSortDistanceAsc:     {func(c wire.HotelCard) float64 { return or(c.DistanceToCityCentre, math.Inf(1)) }, "closest"},
		} {
			sorted := all(t, e, q, dollars, "guest-type=family&sort="+string(by)).Results
			if !slices.IsSortedFunc(sorted, func(a, b wire.HotelCard) int { return compare.Compare(tt.value(a), tt.value(b)) }) {
				t.Errorf("%s is not in order", by)
			}
			if got := slices.Sorted(slices.Values(numbers(sorted))); !slices.Equal(slices.Sorted(slices.Values(numbers(whole))), got) {
				t.Errorf("%s has %d hotels, the default order %d", by, len(got), len(whole))
			}
			for i, card := range sorted {
				if tt.badge != "" && slices.Contains(card.Badges, tt.badge) != (i == 0) {
					t.Errorf("hotel %d by %s has the badges %v", i, by, card.Badges)
				}
			}
		}
		// Ratings and locations do not change with a filter or a rate.
		for _, p := range []string{"min-star=4", "refundable=true"} {
			for _, card := range all(t, e, q, dollars, p).Results {
				before := whole[slices.Index(numbers(whole), card.HotelID)].Badges
				for _, badge := range []string{"top_rated", "closest"} {
					if slices.Contains(card.Badges, badge) != slices.Contains(before, badge) {
						t.Errorf("%s changes the badges of hotel %d from %v to %v", p, card.HotelID, before, card.Badges)
					}
				}
			}
		}
	}
}

func TestPagesAreCutFromOneListAndNeverClamped(t *testing.T) {
	e := newEngine()
	whole := all(t, e, stay("LIS"), dollars, "").Results
	for page := range len(whole)/7 + 3 {
		got := e.Results(stay("LIS"), done, dollars, resttest.Sent(t, "getHotelSearchResults", fmt.Sprintf("pageSize=7&page=%d", page+1)))
		want := whole[min(7*page, len(whole)):min(7*page+7, len(whole))]
		if diff := cmp.Diff(numbers(want), numbers(got.Results)); diff != "" {
			t.Errorf("page %d (-want +got):\n%s", page+1, diff)
		}
		m := got.Metadata
		if m.Page != page+1 || m.PageSize != 7 || m.ResultCount != len(want) || m.HasMore != (7*page+7 < len(whole)) || got.Results == nil {
			t.Errorf("page %d: %+v", page+1, m)
		}
	}
}

func TestCardsAreWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	e := newEngine()
	for range 10 {
		q := random(r)
		whole := all(t, e, q, dollars, "")
		for _, card := range whole.Results {
			checkPrice(t, card.Price, float64(whole.Stay.Nights), q.Site)
			available := card.Refundable == wire.RefundableWitnessAvailable
			if available != (card.LowestRefundablePrice != nil) || available != slices.Contains(card.RateTypes, "free_cancellation") ||
				available && card.LowestRefundablePrice.TotalUsd < card.Price.TotalUsd {
				t.Errorf("hotel %d: refundable %s, lowest price %v, types %v", card.HotelID, card.Refundable, card.LowestRefundablePrice, card.RateTypes)
			}
			if !slices.IsSorted(card.RateTypes) || len(card.RateTypes) == 0 || card.Badges == nil {
				t.Errorf("hotel %d: %+v", card.HotelID, card)
			}
		}
	}
}

func checkPrice(t *testing.T, p wire.HotelPrice, nights float64, site string) {
	t.Helper()
	near := func(a, b float64) bool { return math.Abs(a-b) < 0.0101 } // both are rounded
	if p.Scope != "booking" || p.Currency != "USD" || *p.Total != p.TotalUsd || !near(p.AmountPerNight, *p.Total/nights) {
		t.Errorf("price %+v of %v nights", p, nights)
	}
	if (p.TaxAmountPerNight != nil) != (site == "US") {
		t.Errorf("market %s: tax on top %v", site, p.TaxAmountPerNight)
	}
	if p.LocalTaxPerNight != nil && !near(*p.LocalTaxPerNight, *p.TotalLocalTax/nights) {
		t.Errorf("local tax %v a night, %v in %v nights", *p.LocalTaxPerNight, *p.TotalLocalTax, nights)
	}
	if d := p.Deal; d != nil {
		off := 100 * (1 - *p.Total / *d.WasTotal)
		if math.Abs(off-float64(d.PercentOff)) > 0.1 || !near(*d.WasPerNight, *d.WasTotal/nights) {
			t.Errorf("deal of %d %%: %v was %v", d.PercentOff, *p.Total, *d.WasTotal)
		}
	}
}

func TestCurrencyAndLocaleChangeAmountsAndNamesAndNothingElse(t *testing.T) {
	e := newEngine()
	plain := all(t, e, stay("LIS"), dollars, "")
	yen, _ := data.CurrencyByCode("JPY")
	other := all(t, e, stay("LIS"), market.Quote{Currency: "JPY", Locale: "de"}, "")
	if *plain.Results[0].CityName != "Lisbon" || *other.Results[0].CityName != "Lissabon" || other.CurrencyCode != "JPY" {
		t.Errorf("%s, %s in %s", *plain.Results[0].CityName, *other.Results[0].CityName, other.CurrencyCode)
	}
	for i, card := range other.Results {
		p := card.Price
		if p.Currency != "JPY" || p.AmountPerNight != math.Trunc(p.AmountPerNight) || *p.Total != yen.Round(p.TotalUsd*yen.PerUSD) ||
			p.TotalUsd != plain.Results[i].Price.TotalUsd {
			t.Errorf("price %+v, in dollars %+v", p, plain.Results[i].Price)
		}
	}
	amounts := cmpopts.IgnoreFields(wire.HotelCard{}, "CityName", "Price", "LowestRefundablePrice")
	if diff := cmp.Diff(plain.Results, other.Results, amounts); diff != "" {
		t.Errorf("currency and locale changed (-plain +other):\n%s", diff)
	}
	unknown := all(t, e, stay("LIS"), market.Quote{Currency: "ZZZ", Locale: "en"}, "")
	if diff := cmp.Diff(plain.Results, unknown.Results); diff != "" || unknown.CurrencyCode != "USD" || unknown.Metadata.CurrencyCode != "ZZZ" {
		t.Errorf("no rate for ZZZ: in %s, metadata %s (-dollars +got):\n%s", unknown.CurrencyCode, unknown.Metadata.CurrencyCode, diff)
	}
}

func TestAPointIsSearchedWithinItsRadiusAndMayHaveNothing(t *testing.T) {
	e := newEngine()
	q := stay("LIS").HotelSearch
	q.City, q.Area = "", &ids.Area{Lat: 38.73, Lng: -9.15, Radius: 1.5}
	found := all(t, e, named(q), dollars, "").Results
	if len(found) < 10 {
		t.Errorf("%d hotels within 1.5 km", len(found))
	}
	for _, card := range found {
		if km := data.Distance(38.73, -9.15, *card.Lat, *card.Lng); km > 1.5 {
			t.Errorf("hotel %d is %.2f km off", card.HotelID, km)
		}
	}
	q.Area = &ids.Area{Lat: -48.9, Lng: -123.4, Radius: 50}
	nowhere := all(t, e, named(q), dollars, "")
	if !nowhere.SearchComplete || nowhere.Metadata.SnapshotCandidateCount != 0 || nowhere.Metadata.FilterOptions.PriceRange != nil {
		t.Errorf("in the Pacific: %+v", nowhere)
	}
	q = stay("LIS").HotelSearch
	q.CheckOut = "2029-12-14" // longer than any rate allows
	never := all(t, e, named(q), dollars, "")
	if !never.SearchComplete || never.Metadata.TotalBeforeFilters != 0 || never.Metadata.SnapshotCandidateCount == 0 {
		t.Errorf("for three years: %+v", never.Metadata)
	}
}

// TestEveryFilterKeepsJustWhatItSays compares each filter with the cards and the hotels' own details. A filter
// does not change the order, so whole lists can be compared.
func TestEveryFilterKeepsJustWhatItSays(t *testing.T) {
	type card = wire.HotelCard
	type detail = wire.Hotel
	e := newEngine()
	whole := all(t, e, stay("LON"), dollars, "")
	low, high := whole.Metadata.FilterOptions.PriceRange.Min, 200.0
	part := whole.Metadata.FilterOptions.Districts[0].Name[1:]
	details := map[int64]detail{}
	for _, c := range whole.Results {
		details[c.HotelID], _ = e.Hotel(c.HotelID, start, "en", false)
	}
	offers := func(h detail, term string) bool {
		return slices.ContainsFunc(h.Amenities, func(name string) bool { return contains(name, term) })
	}
	for name, tt := range map[string]struct {
		query string
		keeps func(card, detail) bool
	}{
		"least stars": {"min-star=4", func(c card, _ detail) bool { return or(c.Star, 0) >= 4 }},
		"most stars":  {"max-star=4", func(c card, _ detail) bool { return or(c.Star, 5) <= 4 }},
		"score":       {"min-review-score=8.1", func(c card, _ detail) bool { return score(c.Review) >= 8.1 }},
		"any score":   {"min-review-score=0", func(c card, _ detail) bool { return c.Review != nil }},
		"cohort": {"guest-type=family&min-guest-rating=7.9",
			func(c card, _ detail) bool { return score(family(c)) >= 7.9 }},
		"any score of a cohort": {"guest-type=family&min-guest-rating=0",
			func(c card, _ detail) bool { return family(c) != nil }},
		"deals": {"deals-only=true", func(c card, _ detail) bool { return c.Price.Deal != nil }},
		"price": {fmt.Sprintf("min-price=%v&max-price=%v", low, high),
			func(c card, _ detail) bool { return allIn(c.Price) > low-0.001 && allIn(c.Price) < high+0.001 }},
		"amenities, all of them": {"amenities=pOOl,bar",
			func(_ card, h detail) bool { return offers(h, "pool") && offers(h, "bar") }},
		"kinds, any of them": {"property-types=host,apart",
			func(_ card, h detail) bool {
				return contains(*h.PropertyType, "host") || contains(*h.PropertyType, "apart")
			}},
		"brand":    {"brands=A", func(_ card, h detail) bool { return contains(or(h.BrandName, ""), "a") }},
		"chain":    {"chains=s", func(_ card, h detail) bool { return contains(or(h.ChainName, ""), "s") }},
		"district": {"districts=" + url.QueryEscape(part), func(c card, _ detail) bool { return contains(*c.DistrictName, part) }},
		"nothing":  {"amenities=helipad", func(card, detail) bool { return false }},
		"several": {"min-star=3&deals-only=true&brands=e",
			func(c card, h detail) bool {
				return or(c.Star, 0) >= 3 && c.Price.Deal != nil && contains(or(h.BrandName, ""), "e")
			}},
	} {
		var want []int64
		for _, card := range whole.Results {
			if tt.keeps(card, details[card.HotelID]) {
				want = append(want, card.HotelID)
			}
		}
		got := all(t, e, stay("LON"), dollars, tt.query)
		if diff := cmp.Diff(want, numbers(got.Results)); diff != "" || len(want) == len(whole.Results) || len(want) == 0 && name != "nothing" {
			t.Errorf("%s keeps %d of %d (-want +got):\n%s", name, len(want), len(whole.Results), diff)
		}
		if diff := cmp.Diff(whole.Metadata.FilterOptions, got.Metadata.FilterOptions); diff != "" || got.Metadata.TotalBeforeFilters != len(whole.Results) {
			t.Errorf("%s: totalBeforeFilters %d, the vocabulary changed:\n%s", name, got.Metadata.TotalBeforeFilters, diff)
		}
	}
}

func TestFilterOptionsCountTheWholeSnapshot(t *testing.T) {
	e := newEngine()
	whole := all(t, e, stay("LON"), dollars, "")
	o := whole.Metadata.FilterOptions
	for i, list := range [][]wire.NamedCount{o.Amenities, o.PropertyTypes, o.Brands, o.Chains, o.Districts, o.RateTypes, o.GuestTypes} {
		if len(list) < 2 || !slices.IsSortedFunc(list, func(a, b wire.NamedCount) int { return b.Count - a.Count }) {
			t.Errorf("list %d is not of words, most common first: %v", i, list)
		}
	}
	count := func(query string) int { return all(t, e, stay("LON"), dollars, query).Metadata.TotalCandidates }
	for _, one := range o.RateTypes {
		if n := count("rate-types=" + one.Name); n != one.Count {
			t.Errorf("%+v keeps %d hotels", one, n)
		}
	}
	for _, one := range o.GuestTypes {
		if n := count("min-guest-rating=0&guest-type=" + one.Name); n != one.Count {
			t.Errorf("%+v keeps %d hotels", one, n)
		}
	}
	span := wire.PriceRange{Min: math.Inf(1)}
	for _, card := range whole.Results {
		span.Min, span.Max = min(span.Min, allIn(card.Price)), max(span.Max, allIn(card.Price))
	}
	if diff := cmp.Diff(&span, o.PriceRange, cmpopts.EquateApprox(0, 1e-6)); diff != "" {
		t.Errorf("priceRange (-want +got):\n%s", diff)
	}
}

func TestRefundableIsTheSameAsItsRateTypeAndPricesFollowThatRate(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	e := newEngine()
	for range 6 {
		q := random(r)
		whole := all(t, e, q, dollars, "")
		flag := all(t, e, q, dollars, "refundable=true&sort=price_asc")
		typed := all(t, e, q, dollars, "rate-types=Free_Cancellation&sort=price_asc")
		if diff := cmp.Diff(flag, typed); diff != "" {
			t.Errorf("refundable and rate-types=free_cancellation differ:\n%s", diff)
		}
		if want := slices.DeleteFunc(whole.Results, func(c wire.HotelCard) bool { return c.LowestRefundablePrice == nil }); len(want) != len(flag.Results) {
			t.Errorf("%d refundable hotels, %d cards say so", len(flag.Results), len(want))
		}
		last := 0.0
		for i, card := range flag.Results {
			if diff := cmp.Diff(card.LowestRefundablePrice, &card.Price); diff != "" {
				t.Errorf("hotel %d is not priced by its refundable rate:\n%s", card.HotelID, diff)
			}
			if card.Price.AmountPerNight < last || slices.Contains(card.Badges, "cheapest") != (i == 0) {
				t.Errorf("price_asc or the badges %v do not go by the refundable rate: %v after %v", card.Badges, card.Price.AmountPerNight, last)
			}
			last = card.Price.AmountPerNight
		}
	}
}

func TestRateTypesAreWholeWordsInAnyCaseAllOnOneRate(t *testing.T) {
	e := newEngine()
	whole := all(t, e, stay("LON"), dollars, "")
	for _, none := range []string{"free", "free_cancellation,x", "free_cancellation,non_refundable"} {
		if got := all(t, e, stay("LON"), dollars, "rate-types="+none); len(got.Results) != 0 {
			t.Errorf("rate types %q, which no rate has, keep %d hotels", none, len(got.Results))
		}
	}
	both := all(t, e, stay("LON"), dollars, "rate-types=BREAKFAST_included,free_cancellation")
	apart := slices.DeleteFunc(whole.Results, func(c wire.HotelCard) bool { // hotels with both, maybe on different rates
		return !slices.Contains(c.RateTypes, "breakfast_included") || !slices.Contains(c.RateTypes, "free_cancellation")
	})
	if len(both.Results) == 0 || len(both.Results) >= len(apart) {
		t.Errorf("%d hotels have both on one rate, %d have both on any: want fewer, and some", len(both.Results), len(apart))
	}
}

func TestPriceBoundsAreCountedInOnTheAllInNightOfTheCurrency(t *testing.T) {
	e, quote := newEngine(), market.Quote{Currency: "KWD"}
	for _, card := range all(t, e, stay("LIS"), quote, "").Results[:25] {
		night := math.Round(allIn(card.Price)*1000) / 1000
		for bounds, want := range map[[2]float64]bool{{night, night}: true, {night + 0.001, night + 500}: false, {0, night - 0.001}: false} {
			got := all(t, e, stay("LIS"), quote, fmt.Sprintf("min-price=%v&max-price=%v", bounds[0], bounds[1]))
			if kept := slices.Contains(numbers(got.Results), card.HotelID); kept != want {
				t.Errorf("%v KWD within %v: kept %v", night, bounds, kept)
			}
		}
	}
}
