package flights

import (
	"testing"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/lately"
)

// The first read of a process: nothing is drawn yet but the reference data.
func BenchmarkFirstSearch(b *testing.B) {
	data.Load()
	data.Airlines()
	q := asked("DXB-LHR", back)
	b.ReportAllocs()
	for b.Loop() {
		newEngine().Results(q, settled, dollars, ResultsParams{Page: 1, PageSize: 10})
	}
}

// Another route in the same process.
func BenchmarkNextSearch(b *testing.B) {
	e := newEngine()
	e.search(asked("LHR-JFK", back))
	q := asked("DXB-LHR", back)
	b.ReportAllocs()
	for b.Loop() {
		e.recent = lately.New[market.Key, *held](maxKept)
		e.Results(q, settled, dollars, ResultsParams{Page: 1, PageSize: 10})
	}
}

// The same search read again.
func BenchmarkLaterRead(b *testing.B) {
	q := asked("DXB-LHR", back)
	shared().search(q)
	b.ReportAllocs()
	for b.Loop() {
		shared().Results(q, settled, dollars, ResultsParams{Page: 1, PageSize: 10})
	}
}
