package flights

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/wire"
)

// grown is a search of exactly n trips: those of a busy route, as often as it
// takes, each with a code of its own and so with fares of its own. The engine
// itself stops at maxTrips.
func grown(tb testing.TB, n int) *market.Search {
	tb.Helper()
	q := asked("DXB-LHR", back)
	whole := shared().search(q)
	trips := make([]*market.Trip, 0, n)
	for i := range n {
		t := *whole.Trips[i%len(whole.Trips)]
		t.Code += "-" + strconv.Itoa(i/len(whole.Trips))
		t.Offers = nil
		trips = append(trips, &t)
	}
	return market.Sell(1, whole.Key, trips)
}

var sizes = [...]int{100, 300, 700, 1500, 3000, 5000}

// A page of ten of a settled search of 700 trips, in every way a client reads
// it. Besides the mean it reports the slowest of a hundred reads.
func BenchmarkRead700Trips(b *testing.B) {
	q := asked("DXB-LHR", back)
	e := forgetful(b, q, grown(b, 700))
	for name, p := range map[string]ResultsParams{
		"ranked":    {},
		"by price":  {Sort: wire.FlightSortPriceAsc},
		"last page": {Page: 70},
		"filtered": {Stops: []int{0, 1}, Alliances: []string{"STAR"}, MaxPrice: new(900.0), BookingTypes: []wire.BookingType{"platform"},
			OutboundDeparture: Clock{Blocks: []wire.TimeBlock{"morning"}}, Aircraft: []string{"77W", "388"}},
	} {
		p.Page, p.PageSize = max(p.Page, 1), 10
		b.Run(name, func(b *testing.B) {
			timed(b, func() { e.Results(q, settled, dollars, p) })
		})
	}
	trip := e.search(q).Trips[0].Code
	b.Run("trip", func(b *testing.B) {
		timed(b, func() { mustDo(b, func() error { _, err := e.Trip(q, settled, dollars, trip); return err }) })
	})
}

// How a read grows with the trips of a search.
func BenchmarkReadGrowth(b *testing.B) {
	for _, n := range sizes {
		q := asked("DXB-LHR", back)
		e := forgetful(b, q, grown(b, n))
		b.Run(strconv.Itoa(n)+" trips", func(b *testing.B) {
			timed(b, func() { e.Results(q, settled, dollars, ResultsParams{Page: 1, PageSize: 10}) })
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/trip")
		})
	}
}

// How putting a search on sale grows with its trips. Planning it is measured
// by BenchmarkNextSearch.
func BenchmarkCreateGrowth(b *testing.B) {
	for _, n := range sizes {
		b.Run(strconv.Itoa(n)+" trips", func(b *testing.B) {
			for b.Loop() {
				grown(b, n)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/trip")
		})
	}
}

// timed runs a benchmark and reports the time that one run in a hundred
// exceeds, and how many a second one core makes.
func timed(b *testing.B, run func()) {
	b.Helper()
	run()
	b.ReportAllocs()
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		run()
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1e3, "p99-ms")
	b.ReportMetric(float64(len(took))/b.Elapsed().Seconds(), "reads/s")
}

func mustDo(b *testing.B, do func() error) {
	b.Helper()
	if err := do(); err != nil {
		b.Fatal(err)
	}
}

// The other reads: the options of a fare, the signals of a trip, and the
// timetable of the busiest routes.
func BenchmarkOtherReads(b *testing.B) {
	var x openable
	for x = range openables() {
		break
	}
	b.Run("fare options", func(b *testing.B) {
		timed(b, func() {
			mustDo(b, func() error { _, err := shared().FareOptions(x.query, settled, dollars, x.id); return err })
		})
	})
	b.Run("experience", func(b *testing.B) {
		timed(b, func() {
			mustDo(b, func() error { _, err := shared().Experience(x.query, settled, x.trip.Code); return err })
		})
	})
	for _, route := range []string{"LON-DXB", "NYC-LON", "OSA-TYO"} {
		b.Run("schedules "+route, func(b *testing.B) {
			timed(b, func() { schedule(route, nil) })
		})
	}
}
