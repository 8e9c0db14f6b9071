package places

import (
	"testing"

	"travel.example/travel/internal/sandbox/data"
)

func BenchmarkBuildIndex(b *testing.B) {
	w := data.Load()
	b.ReportAllocs()
	for b.Loop() {
		buildIndex(w)
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, query := range []string{"LHR", "london", "san jose", "a", "portland oregon", "heatrow"} {
		b.Run(query, func(b *testing.B) {
			engine().built()
			b.ReportAllocs()
			for b.Loop() {
				engine().Search(SearchParams{Query: query, Page: 1, PageSize: 10})
			}
		})
	}
}

func BenchmarkNearby(b *testing.B) {
	engine().built()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := engine().Nearby(NearbyParams{Place: "LON", PageSize: 50}); err != nil {
			b.Fatal(err)
		}
	}
}
