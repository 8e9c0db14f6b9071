package hotels_test

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/wire"
)

func TestASnapshotGrowsAndIsStillOnceItIsComplete(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine asks: a race would show in a smaller test")
	}
	e := newEngine(0)
	r := rand.New(rand.NewPCG(13, 14))
	for i := range 6 {
		q := random(r)
		if i == 0 {
			q = oneHotel(t, e)
		}
		q.Created = start.Add(time.Duration(r.IntN(1000)) * time.Millisecond)
		var last, complete wire.HotelResults
		settled, completed := time.Duration(-1), time.Duration(-1)
		for since := time.Duration(0); since <= 9*time.Second; since += 100 * time.Millisecond {
			now := allAt(t, e, q, q.Created.Add(since), dollars, hotels.ResultsParams{})
			m, before := now.Metadata, last.Metadata
			if m.SnapshotCandidateCount < before.SnapshotCandidateCount || m.TotalBeforeFilters < before.TotalBeforeFilters ||
				m.TotalBeforeFilters > m.SnapshotCandidateCount || last.SearchComplete && !now.SearchComplete {
				t.Errorf("after %v: %+v, before %+v", since, m, before)
			}
			if m.SnapshotCandidateCount > before.SnapshotCandidateCount {
				settled = since
			}
			if now.SearchComplete && !last.SearchComplete {
				completed, complete = since, now
			}
			if completed >= 0 && !reflect.DeepEqual(complete, now) { // quicker than finding the difference
				t.Errorf("after it was complete it changed:\n%s", gocmp.Diff(complete, now))
			}
			last = now
		}
		if settled < 0 || completed <= settled || completed > 8*time.Second || settled < time.Second && q.Hotel == 0 {
			t.Errorf("%+v: candidates settle after %v, complete after %v", q, settled, completed)
		}
	}
}

func TestNothingIsFoundBeforeTheFirstSourceAnswers(t *testing.T) {
	e := newEngine(0)
	for _, since := range []time.Duration{-time.Hour, 0, 400 * time.Millisecond} {
		got := allAt(t, e, lisbon(), start.Add(since), dollars, hotels.ResultsParams{})
		if got.SearchComplete || got.Metadata.SnapshotCandidateCount != 0 || len(got.Results) != 0 || got.Results == nil {
			t.Errorf("after %v: %+v", since, got.Metadata)
		}
		if o := got.Metadata.FilterOptions; o.Amenities == nil || o.Brands == nil || o.RateTypes == nil || o.GuestTypes == nil || o.PriceRange != nil {
			t.Errorf("after %v: %+v", since, o)
		}
	}
}

func TestASearchIsTheSameInEveryProcess(t *testing.T) {
	one, two := newEngine(3), newEngine(3)
	for _, q := range []hotels.Query{lisbon(), oneHotel(t, one)} {
		first := allAt(t, one, q, start.Add(3*time.Second), dollars, hotels.ResultsParams{})
		second := allAt(t, two, q, start.Add(3*time.Second), dollars, hotels.ResultsParams{})
		if diff := gocmp.Diff(first, second); diff != "" {
			t.Errorf("two engines of one seed differ:\n%s", diff)
		}
	}
}

func TestManyReadersShareOneEngine(t *testing.T) {
	e := newEngine(0)
	want := all(t, newEngine(0), lisbon(), dollars, hotels.ResultsParams{Page: 1, PageSize: 50})
	var readers sync.WaitGroup
	for i := range 8 {
		readers.Go(func() {
			q := lisbon()
			if i%2 == 1 {
				q.City = []string{"PAR", "ROM", "MAD", "VIE"}[i/2]
			}
			got, err := e.Results(q, done, dollars, hotels.ResultsParams{Page: 1, PageSize: 50})
			if err != nil || i%2 == 0 && !gocmp.Equal(want.Metadata.FilterOptions, got.Metadata.FilterOptions) {
				t.Errorf("reader %d: %v, another answer than alone", i, err)
			}
		})
	}
	readers.Wait()
}

func TestASearchForOneHotelIsQuickAndGoesOnFindingRates(t *testing.T) {
	e := newEngine(0)
	grown := 0
	for _, card := range all(t, e, lisbon(), dollars, hotels.ResultsParams{}).Results[:40] {
		q := lisbon()
		q.City, q.Hotel = "", card.HotelID
		var last wire.HotelRates
		atComplete := -1
		for since := time.Duration(0); since <= 8*time.Second; since += 250 * time.Millisecond {
			now, err := e.Rates(q, start.Add(since), dollars)
			if err != nil {
				t.Fatal(err)
			}
			if len(now.Rates) < len(last.Rates) || since >= 2500*time.Millisecond && !now.SearchComplete || now.Rates == nil {
				t.Errorf("hotel %d after %v: %d rates, complete %v", card.HotelID, since, len(now.Rates), now.SearchComplete)
			}
			if now.SearchComplete && atComplete < 0 {
				atComplete = len(now.Rates)
			}
			last = now
		}
		if len(last.Rates) > atComplete {
			grown++
		}
		results := all(t, e, q, dollars, hotels.ResultsParams{})
		if diff := gocmp.Diff(card.Price, results.Results[0].Price); diff != "" {
			t.Errorf("hotel %d has another price alone than in its city:\n%s", card.HotelID, diff)
		}
		if last.Rates[0].Price.TotalUsd != card.Price.TotalUsd {
			t.Errorf("hotel %d: cheapest rate %v, card %v", card.HotelID, last.Rates[0].Price.TotalUsd, card.Price.TotalUsd)
		}
	}
	if grown < 15 {
		t.Errorf("of 40 hotels %d found more rates after they were complete", grown)
	}
}

func TestRatesAreCheapestFirstAndCertain(t *testing.T) {
	e := newEngine(0)
	q := oneHotel(t, e)
	for _, site := range []string{"US", "DE"} {
		q.Site = site
		rates, err := e.Rates(q, done, dollars)
		if err != nil {
			t.Fatal(err)
		}
		if rates.HotelID != q.Hotel || rates.SearchID != "search" || rates.Stay.Nights != 3 || rates.CurrencyCode != "USD" {
			t.Errorf("%+v", rates)
		}
		if !slices.IsSortedFunc(rates.Rates, func(a, b wire.Rate) int { return cmp.Compare(a.Price.TotalUsd, b.Price.TotalUsd) }) {
			t.Error("not cheapest first")
		}
		for _, r := range rates.Rates {
			policy := map[bool]string{true: "free_cancellation", false: "non_refundable"}[r.Refundable]
			if hotels.SearchOf(r.ID) != "search" || len(r.ID) > 256 || *r.CancellationPolicy != policy || r.RoomName == "" {
				t.Errorf("%+v", r)
			}
			if *r.Price.TaxInclusive != (site == "DE") || r.Price.TaxAmountPerNight == nil {
				t.Errorf("market %s: tax %v inclusive %v", site, r.Price.TaxAmountPerNight, *r.Price.TaxInclusive)
			}
			again, err := e.Rate(q, done, dollars, r.ID)
			if diff := gocmp.Diff(r, again); diff != "" || err != nil {
				t.Errorf("%v (-list +alone):\n%s", err, diff)
			}
		}
	}
	for _, id := range []string{"search:no.such.rate", "search", "other:dbl.ro.nr", ""} {
		if _, err := e.Rate(q, done, dollars, id); !errors.Is(err, hotels.ErrNotFound) {
			t.Errorf("rate %q: %v", id, err)
		}
	}
	if _, err := e.Rates(lisbon(), done, dollars); !errors.Is(err, hotels.ErrNotFound) {
		t.Errorf("rates of a city: %v", err)
	}
}

func TestRoomsLeftAreEnoughForTheRoomsAskedFor(t *testing.T) {
	e := newEngine(0)
	said := 0
	for _, card := range all(t, e, lisbon(), dollars, hotels.ResultsParams{}).Results[:40] {
		q := lisbon()
		q.City, q.Hotel, q.Adults, q.Rooms = "", card.HotelID, 4, 3
		rates, err := e.Rates(q, done, dollars)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rates.Rates {
			if left := number(r.RoomsLeft, 3); left < 3 {
				t.Errorf("%s: %v rooms left for 3", r.ID, left)
			}
			if r.RoomsLeft != nil {
				said++
			}
		}
	}
	if said == 0 {
		t.Error("no rate says how many rooms are left")
	}
}

func TestTheStayIsToldWithItsOccupancy(t *testing.T) {
	q := lisbon()
	q.Adults, q.Rooms, q.Ages = 3, 2, []int{8, 0}
	got := all(t, newEngine(0), q, dollars, hotels.ResultsParams{})
	want := &wire.Stay{CheckIn: "2026-12-11", CheckOut: "2026-12-14", Nights: 3,
		Occupancy: wire.Occupancy{Adults: 3, ChildrenAges: []int{8, 0}, Rooms: 2}}
	if diff := gocmp.Diff(want, got.Stay); diff != "" || *got.Metadata.CreatedAt != "2026-11-21T08:30:00.123Z" {
		t.Errorf("made at %s, stay (-want +got):\n%s", *got.Metadata.CreatedAt, diff)
	}
}

func BenchmarkFirstSearch(b *testing.B) {
	q := lisbon()
	q.City = "LON" // 500 hotels
	for b.Loop() {
		if _, err := newEngine(0).Results(q, done, dollars, hotels.ResultsParams{Page: 1, PageSize: 10}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLaterRead(b *testing.B) {
	q := lisbon()
	q.City = "LON"
	e := newEngine(0)
	for b.Loop() {
		if _, err := e.Results(q, done, dollars, hotels.ResultsParams{Page: 1, PageSize: 10}); err != nil {
			b.Fatal(err)
		}
	}
}
