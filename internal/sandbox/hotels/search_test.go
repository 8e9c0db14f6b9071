package hotels_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/testkit/resttest"
)

func TestASnapshotGrowsAndIsStillOnceItIsComplete(t *testing.T) {
	e := newEngine()
	hotel := all(t, e, stay("LIS"), dollars, "").Results[0].HotelID
	for _, q := range []hotels.Query{stayAt(hotel), stay("LIS")} {
		early := e.Results(q, start.Add(-time.Hour), dollars, resttest.Sent(t, "getHotelSearchResults", "")) // the clock was set back
		if o := early.Metadata.FilterOptions; early.Results == nil || o.Amenities == nil || o.GuestTypes == nil || o.PriceRange != nil {
			t.Errorf("before any source answers: %+v", early)
		}
		var complete wire.HotelResults
		last := early
		settled, completed := time.Duration(-1), time.Duration(-1)
		for since := time.Duration(0); since <= 9*time.Second; since += 150 * time.Millisecond {
			now := allAt(t, e, q, start.Add(since), dollars, "")
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
			if completed >= 0 && !reflect.DeepEqual(complete, now) { // faster than computing the difference
				t.Errorf("after it was complete it changed:\n%s", gocmp.Diff(complete, now))
			}
			last = now
		}
		if settled < 0 || completed <= settled || completed > 8*time.Second || settled < time.Second && q.Hotel == 0 {
			t.Errorf("%+v: candidates settle after %v, complete after %v", q, settled, completed)
		}
	}
}

// A read returns the same answer regardless of earlier reads, of the process, and of concurrent reads.
func TestAnAnswerDoesNotDependOnOtherReads(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	one, other := newEngine(), newEngine()
	var wants []func(*hotels.Engine) wire.HotelResults
	for range 3 {
		q := random(r)
		for range 20 {
			v := resttest.Sent(t, "getHotelSearchResults", fmt.Sprintf("page=%d&pageSize=%d&guest-type=couple&refundable=%v&sort=%s",
				1+r.IntN(3), 1+r.IntN(50), r.IntN(3) == 0, []string{"relevance", "price_asc", "star_desc", "guest_rating_desc"}[r.IntN(4)]))
			quote := market.Quote{Currency: []string{"USD", "EUR", "JPY", "XXX"}[r.IntN(4)]}
			at := start.Add(time.Duration(r.IntN(10_000)-200) * time.Millisecond)
			wants = append(wants, func(e *hotels.Engine) wire.HotelResults { return e.Results(q, at, quote, v) })
		}
	}
	got := make([]wire.HotelResults, len(wants))
	var readers sync.WaitGroup
	for i, read := range slices.Backward(wants) {
		readers.Go(func() { got[i] = read(other) })
	}
	readers.Wait()
	for i, read := range wants {
		if want := read(one); !reflect.DeepEqual(want, got[i]) {
			t.Errorf("read %d is different after others:\n%s", i, gocmp.Diff(want, got[i]))
		}
	}
}

func TestASearchForOneHotelIsQuickAndGoesOnFindingRates(t *testing.T) {
	e := newEngine()
	grown := 0
	for _, card := range all(t, e, stay("LIS"), dollars, "").Results[:40] {
		q, before := stayAt(card.HotelID), 0
		for _, since := range []time.Duration{0, 800 * time.Millisecond, 2 * time.Second, 4 * time.Second, 8 * time.Second} {
			now, ok := e.Rates(q, start.Add(since), dollars)
			if !ok || now.Rates == nil || len(now.Rates) < before || now.SearchComplete != (since >= 2*time.Second) {
				t.Errorf("hotel %d after %v: %v, %d rates after %d, complete %v", card.HotelID, since, ok, len(now.Rates), before, now.SearchComplete)
			}
			if since == 4*time.Second && len(now.Rates) > before {
				grown++
			}
			before = len(now.Rates)
		}
		alone := all(t, e, q, dollars, "").Results[0].Price
		if diff := gocmp.Diff(card.Price, alone); diff != "" {
			t.Errorf("hotel %d (-in its city +alone):\n%s", card.HotelID, diff)
		}
	}
	if grown < 15 {
		t.Errorf("of 40 hotels %d found more rates after they were complete", grown)
	}
}

func TestRatesAreCheapestFirstAndCertain(t *testing.T) {
	e := newEngine()
	search := stayAt(all(t, e, stay("LIS"), dollars, "").Results[0].HotelID).HotelSearch
	search.Adults, search.Rooms, search.Ages = 3, 2, []int{8, 0}
	for _, site := range []string{"US", "DE"} {
		search.Site = site
		q := named(search)
		rates, ok := e.Rates(q, done, dollars)
		want := &wire.Stay{CheckIn: "2026-12-11", CheckOut: "2026-12-14", Nights: 3,
			Occupancy: wire.Occupancy{Adults: 3, ChildrenAges: []int{8, 0}, Rooms: 2}}
		if diff := gocmp.Diff(want, rates.Stay); diff != "" || !ok || rates.HotelID != q.Hotel || rates.SearchID != q.ID {
			t.Errorf("%v: %+v, stay (-want +got):\n%s", ok, rates, diff)
		}
		if !slices.IsSortedFunc(rates.Rates, func(a, b wire.Rate) int { return cmp.Compare(a.Price.TotalUsd, b.Price.TotalUsd) }) {
			t.Error("not cheapest first")
		}
		for _, r := range rates.Rates {
			policy := map[bool]string{true: "free_cancellation", false: "non_refundable"}[r.Refundable]
			if !strings.HasPrefix(r.ID, q.ID+":") || len(r.ID) > 256 || *r.CancellationPolicy != policy || r.RoomName == "" {
				t.Errorf("%+v", r)
			}
			if *r.Price.TaxInclusive != (site == "DE") || r.Price.TaxAmountPerNight == nil {
				t.Errorf("market %s: tax %v inclusive %v", site, r.Price.TaxAmountPerNight, *r.Price.TaxInclusive)
			}
		}
	}
	if rates, ok := e.Rates(stay("LIS"), done, dollars); ok {
		t.Errorf("rates of a city: %+v", rates)
	}
}
