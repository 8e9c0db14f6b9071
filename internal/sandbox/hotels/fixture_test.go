package hotels_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/testkit/resttest"
)

const siteURL = "https://site.example"

// start is when the tests create their searches. By done, every source has answered.
var (
	start = time.Date(2026, 11, 21, 8, 30, 0, 123_000_000, time.UTC)
	done  = start.Add(9 * time.Second)
)

var dollars = market.Quote{Currency: "USD", CurrencySource: "default", Locale: "en", LocaleSource: "default"}

func newEngine() *hotels.Engine {
	return hotels.New(market.Options{SiteURL: siteURL})
}

// named returns the query of a search, with its id.
func named(s ids.HotelSearch) hotels.Query {
	return hotels.Query{ID: ids.New([32]byte{}).HotelSearch(s), HotelSearch: s}
}

// stay returns a search in a city for three nights in December for two.
func stay(city string) hotels.Query {
	return named(ids.HotelSearch{City: city, CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 2, Rooms: 1, Site: "US", Created: start})
}

// stayAt returns the same search in one hotel.
func stayAt(hotel int64) hotels.Query {
	search := stay("LIS").HotelSearch
	search.City, search.Hotel = "", hotel
	return named(search)
}

// random returns a search of any kind, anywhere.
func random(r *rand.Rand) hotels.Query {
	cities := data.Cities()
	city := cities[r.IntN(len(cities))]
	if r.IntN(2) == 0 {
		city, _ = data.CityByCode([]string{"LON", "PAR", "DXB", "NYC", "SIN", "ROM"}[r.IntN(6)])
	}
	in := start.AddDate(0, 0, r.IntN(200))
	q := ids.HotelSearch{
		City: city.Code, CheckIn: in.Format(time.DateOnly), CheckOut: in.AddDate(0, 0, 1+r.IntN(12)).Format(time.DateOnly),
		Adults: 1 + r.IntN(4), Rooms: 1, Site: []string{"US", "DE", "AE"}[r.IntN(3)], Created: start,
	}
	q.Rooms += r.IntN(q.Adults)
	for range r.IntN(3) {
		q.Ages = append(q.Ages, r.IntN(18))
	}
	if r.IntN(4) == 0 {
		q.City, q.Area = "", &ids.Area{Lat: city.Lat, Lng: city.Lon, Radius: 1 + 9*r.Float64()}
	}
	return named(q)
}

// all returns all pages of a results read as one.
func all(t *testing.T, e *hotels.Engine, q hotels.Query, quote market.Quote, query string) wire.HotelResults {
	t.Helper()
	return allAt(t, e, q, done, quote, query)
}

func allAt(t *testing.T, e *hotels.Engine, q hotels.Query, at time.Time, quote market.Quote, query string) wire.HotelResults {
	t.Helper()
	var whole wire.HotelResults
	for n, more := 1, true; more; n++ {
		next := e.Results(q, at, quote, resttest.Sent(t, "getHotelSearchResults", fmt.Sprintf("%s&pageSize=50&page=%d", query, n)))
		next.Results = append(whole.Results, next.Results...)
		whole, more = next, next.Metadata.HasMore
	}
	if len(whole.Results) != whole.Metadata.TotalCandidates {
		t.Fatalf("%d cards on all pages, totalCandidates %d", len(whole.Results), whole.Metadata.TotalCandidates)
	}
	return whole
}

func numbers(cards []wire.HotelCard) []int64 {
	var ids []int64
	for _, card := range cards {
		ids = append(ids, card.HotelID)
	}
	return ids
}

// or returns the value of a pointer, or none if it is nil.
func or[T any](p *T, none T) T {
	if p == nil {
		return none
	}
	return *p
}

// allIn returns the price of a night as the price filters count it.
func allIn(p wire.HotelPrice) float64 {
	return p.AmountPerNight + or(p.LocalTaxPerNight, 0) + or(p.TaxAmountPerNight, 0)
}

func contains(name, term string) bool {
	return name != "" && strings.Contains(strings.ToLower(name), strings.ToLower(term))
}

func score(r *wire.Review) float64 { return or(r, wire.Review{Score: -1}).Score }

func family(c wire.HotelCard) *wire.Review {
	return or(c.ReviewsByGuestType, wire.ReviewsByGuestType{}).Family
}
