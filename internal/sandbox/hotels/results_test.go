package hotels_test

import (
	compare "cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/wire"
)

// approximately overlooks what adding cents as float64 leaves behind.
var approximately = cmpopts.EquateApprox(0, 1e-6)

func TestEverySortIsInOrderWithMissingValuesLast(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	e := newEngine(0)
	for range 6 {
		q := random(r)
		whole := all(t, e, q, dollars, hotels.ResultsParams{})
		for by, value := range map[wire.HotelSort]func(wire.HotelCard) float64{
			wire.HotelSortPriceAsc:        func(c wire.HotelCard) float64 { return c.Price.AmountPerNight },
			wire.HotelSortPriceDesc:       func(c wire.HotelCard) float64 { return -c.Price.AmountPerNight },
			wire.HotelSortStarDesc:        func(c wire.HotelCard) float64 { return -number(c.Star, 0) },
			wire.HotelSortReviewScoreDesc: func(c wire.HotelCard) float64 { return -score(c.Review) },
			wire.HotelSortGuestRatingDesc: func(c wire.HotelCard) float64 { return -score(cohort(c, "family")) },
			wire.HotelSortDistanceAsc:     func(c wire.HotelCard) float64 { return number(c.DistanceToCityCentre, math.Inf(1)) },
		} {
			sorted := all(t, e, q, dollars, hotels.ResultsParams{Sort: by, GuestType: "family"}).Results
			if !slices.IsSortedFunc(sorted, func(a, b wire.HotelCard) int { return compare.Compare(value(a), value(b)) }) {
				t.Errorf("%s is not in order", by)
			}
			want, got := numbers(whole.Results), numbers(sorted)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) {
				t.Errorf("%s has %d hotels, relevance %d", by, len(got), len(want))
			}
		}
	}
}

func TestPagesAreCutFromOneListAndNeverClamped(t *testing.T) {
	e := newEngine(0)
	whole := all(t, e, lisbon(), dollars, hotels.ResultsParams{})
	total := len(whole.Results)
	for _, size := range []int{1, 7, 50} {
		for _, page := range []int{1, 2, (total + size - 1) / size, (total+size-1)/size + 1, 100} {
			got, err := e.Results(lisbon(), done, dollars, hotels.ResultsParams{Page: page, PageSize: size})
			if err != nil {
				t.Fatal(err)
			}
			from := min((page-1)*size, total)
			want := whole.Results[from:min(from+size, total)]
			if diff := cmp.Diff(numbers(want), numbers(got.Results)); diff != "" {
				t.Errorf("page %d of %d (-want +got):\n%s", page, size, diff)
			}
			m := got.Metadata
			if m.Page != page || m.PageSize != size || m.ResultCount != len(want) || m.HasMore != (from+size < total) || got.Results == nil {
				t.Errorf("page %d of %d: %+v", page, size, m)
			}
		}
	}
}

// TestABadgeGoesToTheFirstOfTheFullResultSet: "Badges the hotel wins over the full result set
// (for example `cheapest`)", the specification says, and no more. So top_rated goes to the first
// hotel by review_score_desc of the list that nothing filters, however many have written of
// it: the score that the card shows is the one that wins. The others go by the order that they
// are named for in the same way.
func TestABadgeGoesToTheFirstOfTheFullResultSet(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	e := newEngine(0)
	for range 6 {
		q := random(r)
		whole := all(t, e, q, dollars, hotels.ResultsParams{})
		won := winners(t, whole)
		for badge, by := range map[string]wire.HotelSort{
			"top_rated": wire.HotelSortReviewScoreDesc, "cheapest": wire.HotelSortPriceAsc,
			"closest": wire.HotelSortDistanceAsc, "best_value": wire.HotelSortRelevance,
		} {
			if first := all(t, e, q, dollars, hotels.ResultsParams{Sort: by}).Results[0]; !slices.Contains(first.Badges, badge) {
				t.Errorf("%+v: the first by %s has the badges %v, not %s", q, by, first.Badges, badge)
			}
		}
		for _, card := range whole.Results {
			if d := card.Price.Deal; d != nil && d.PercentOff > won["biggest_discount"].Price.Deal.PercentOff {
				t.Errorf("%d %% off is more than the biggest discount", d.PercentOff)
			}
		}
		badges := map[int64][]string{}
		for _, card := range whole.Results {
			badges[card.HotelID] = card.Badges
		}
		for _, card := range all(t, e, q, dollars, hotels.ResultsParams{MinStar: new(4), Sort: wire.HotelSortPriceDesc}).Results {
			if diff := cmp.Diff(badges[card.HotelID], card.Badges); diff != "" {
				t.Errorf("a filter changed the badges of hotel %d:\n%s", card.HotelID, diff)
			}
		}
	}
}

// TestRateTypesMoveTheBadgesOfPriceAlone: "While active, card price, bounds, price sorts and the
// cheapest badge key off the matching rate." What guests say keys off no rate, so top_rated stays
// where it is, or is on no card when that hotel has no such rate.
func TestRateTypesMoveTheBadgesOfPriceAlone(t *testing.T) {
	e := newEngine(0)
	moved := 0
	for _, city := range []string{"LIS", "LON", "TYO", "RIO"} {
		q := lisbon()
		q.City = city
		whole, kept := winners(t, all(t, e, q, dollars, hotels.ResultsParams{})), all(t, e, q, dollars, hotels.ResultsParams{Refundable: true})
		won := winners(t, kept)
		for _, badge := range []string{"top_rated", "closest"} {
			if got, on := won[badge]; on && got.HotelID != whole[badge].HotelID {
				t.Errorf("%s: with free cancellation hotel %d is %s, without it %d", city, got.HotelID, badge, whole[badge].HotelID)
			}
		}
		for _, card := range kept.Results {
			if card.Price.TotalUsd < won["cheapest"].Price.TotalUsd {
				t.Errorf("%s: %v is cheaper than the cheapest, %v", city, card.Price.TotalUsd, won["cheapest"].Price.TotalUsd)
			}
		}
		if won["cheapest"].HotelID != whole["cheapest"].HotelID {
			moved++
		}
	}
	if moved == 0 {
		t.Error("no rate type moved the cheapest badge")
	}
}

// winners is the cards that have won a badge, each by one.
func winners(t *testing.T, list wire.HotelResults) map[string]wire.HotelCard {
	t.Helper()
	won := map[string]wire.HotelCard{}
	for _, card := range list.Results {
		for _, badge := range card.Badges {
			if _, twice := won[badge]; twice {
				t.Errorf("two hotels are %s", badge)
			}
			won[badge] = card
		}
	}
	return won
}

func TestCardsAreWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	e := newEngine(0)
	seen := map[string]int{}
	for range 12 {
		q := random(r)
		for _, card := range all(t, e, q, dollars, hotels.ResultsParams{}).Results {
			checkPrice(t, card.Price, q)
			available := card.Refundable == wire.RefundableWitnessAvailable
			if available != (card.LowestRefundablePrice != nil) || available != slices.Contains(card.RateTypes, "free_cancellation") {
				t.Errorf("hotel %d: refundable %s, lowest price %v, types %v", card.HotelID, card.Refundable, card.LowestRefundablePrice, card.RateTypes)
			}
			if available && card.LowestRefundablePrice.TotalUsd < card.Price.TotalUsd {
				t.Errorf("hotel %d has a refundable price below its price", card.HotelID)
			}
			if !slices.IsSorted(card.RateTypes) || len(card.RateTypes) == 0 || card.Badges == nil || card.Image == nil {
				t.Errorf("hotel %d: %+v", card.HotelID, card)
			}
			for what, there := range map[string]bool{"deal": card.Price.Deal != nil, "no stars": card.Star == nil, "no review": card.Review == nil,
				"no cohort": card.ReviewsByGuestType == nil, "unknown": !available, "no distance": card.DistanceToCityCentre == nil,
				"local tax": card.Price.LocalTaxPerNight != nil, "tax on top": card.Price.TaxAmountPerNight != nil} {
				if there {
					seen[what]++
				}
			}
		}
	}
	for _, what := range []string{"deal", "no stars", "no review", "no cohort", "unknown", "no distance", "local tax", "tax on top"} {
		if seen[what] == 0 {
			t.Errorf("no card of the tests has %s", what)
		}
	}
}

func checkPrice(t *testing.T, p wire.HotelPrice, q hotels.Query) {
	t.Helper()
	in, _ := time.Parse(time.DateOnly, q.CheckIn)
	out, _ := time.Parse(time.DateOnly, q.CheckOut)
	nights := out.Sub(in).Hours() / 24
	near := func(a, b float64) bool { return math.Abs(a-b) < 0.0101 } // both are rounded
	if p.Scope != "booking" || p.Currency != "USD" || *p.Total != p.TotalUsd || !near(p.AmountPerNight, *p.Total/nights) {
		t.Errorf("price %+v of %v nights", p, nights)
	}
	if (p.TaxAmountPerNight != nil) != (q.Site == "US") {
		t.Errorf("market %s: tax on top %v", q.Site, p.TaxAmountPerNight)
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
	e := newEngine(0)
	plain := all(t, e, lisbon(), dollars, hotels.ResultsParams{})
	yen, _ := data.Load().Currency("JPY")
	other := all(t, e, lisbon(), hotels.Quote{Currency: "JPY", CurrencySource: "explicit", Locale: "de", LocaleSource: "explicit"}, hotels.ResultsParams{})
	if *plain.Results[0].CityName != "Lisbon" || *other.Results[0].CityName != "Lissabon" || other.CurrencyCode != "JPY" {
		t.Errorf("%s, %s in %s", *plain.Results[0].CityName, *other.Results[0].CityName, other.CurrencyCode)
	}
	for i, card := range other.Results {
		p := card.Price
		if p.Currency != "JPY" || p.AmountPerNight != math.Trunc(p.AmountPerNight) || *p.Total != yen.Round(p.TotalUsd*yen.PerUSD) {
			t.Errorf("price %+v", p)
		}
		if p.TotalUsd != plain.Results[i].Price.TotalUsd {
			t.Errorf("totalUsd %v, in dollars %v", p.TotalUsd, plain.Results[i].Price.TotalUsd)
		}
	}
	amounts := cmpopts.IgnoreFields(wire.HotelCard{}, "CityName", "Price", "LowestRefundablePrice")
	if diff := cmp.Diff(plain.Results, other.Results, amounts); diff != "" {
		t.Errorf("currency and locale changed (-plain +other):\n%s", diff)
	}
}

func TestACurrencyThatIsNotKnownIsNotConverted(t *testing.T) {
	e := newEngine(0)
	quote := hotels.Quote{Currency: "ZZZ", CurrencySource: "explicit", Locale: "en", LocaleSource: "default"}
	got := all(t, e, lisbon(), quote, hotels.ResultsParams{})
	if got.CurrencyCode != "USD" || got.Metadata.CurrencyCode != "ZZZ" || got.Results[0].Price.Currency != "USD" {
		t.Errorf("currencyCode %s, metadata %s, price in %s", got.CurrencyCode, got.Metadata.CurrencyCode, got.Results[0].Price.Currency)
	}
	rates, err := e.Rates(oneHotel(t, e), done, quote)
	if err != nil || rates.CurrencyCode != "ZZZ" || rates.Metadata.CurrencyCode != "ZZZ" || rates.Rates[0].Price.Currency != "USD" {
		t.Errorf("rates: %v, currencyCode %s, metadata %s", err, rates.CurrencyCode, rates.Metadata.CurrencyCode)
	}
}

func TestAPointIsSearchedWithinItsRadius(t *testing.T) {
	e := newEngine(0)
	q := lisbon()
	q.City, q.Area = "", &hotels.Area{Lat: 38.73, Lng: -9.15, Radius: 1.5}
	found := all(t, e, q, dollars, hotels.ResultsParams{}).Results
	if len(found) < 10 {
		t.Errorf("%d hotels within 1.5 km", len(found))
	}
	for _, card := range found {
		if km := data.Distance(38.73, -9.15, *card.Lat, *card.Lng); km > 1.5 {
			t.Errorf("hotel %d is %.2f km off", card.HotelID, km)
		}
	}
	q.Area = &hotels.Area{Lat: -48.9, Lng: -123.4, Radius: 50}
	nowhere := all(t, e, q, dollars, hotels.ResultsParams{})
	if !nowhere.SearchComplete || nowhere.Metadata.SnapshotCandidateCount != 0 || nowhere.Metadata.FilterOptions.PriceRange != nil {
		t.Errorf("in the Pacific: %+v", nowhere)
	}
}

func TestAStayThatThePlatformDoesNotSellHasCandidatesAndNoInventory(t *testing.T) {
	q := lisbon()
	q.CheckOut = "2029-12-14"
	got := all(t, newEngine(0), q, dollars, hotels.ResultsParams{})
	if !got.SearchComplete || got.Metadata.TotalBeforeFilters != 0 || got.Metadata.SnapshotCandidateCount == 0 {
		t.Errorf("%+v", got.Metadata)
	}
}
