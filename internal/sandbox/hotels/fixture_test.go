package hotels_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/wire"
)

const siteURL = "https://site.example"

// start is when the searches of the tests are made, and done when every source
// has answered.
var (
	start = time.Date(2026, 11, 21, 8, 30, 0, 123_000_000, time.UTC)
	done  = start.Add(9 * time.Second)
)

var dollars = hotels.Quote{Currency: "USD", CurrencySource: "default", Locale: "en", LocaleSource: "default"}

func newEngine(seed uint64) *hotels.Engine {
	return hotels.New(hotels.Options{World: data.Load(), Seed: seed, SiteURL: siteURL})
}

// lisbon is three nights in December for two.
func lisbon() hotels.Query {
	return hotels.Query{ID: "search", City: "LIS", CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 2, Rooms: 1, Site: "US", Created: start}
}

// oneHotel is the same stay in the first hotel of Lisbon that has a rate.
func oneHotel(t *testing.T, e *hotels.Engine) hotels.Query {
	t.Helper()
	q := lisbon()
	q.Hotel, q.City = all(t, e, q, dollars, hotels.ResultsParams{}).Results[0].HotelID, ""
	return q
}

// random is a search of any kind, anywhere.
func random(r *rand.Rand) hotels.Query {
	cities := data.Load().Cities()
	city := cities[r.IntN(len(cities))]
	if r.IntN(2) == 0 {
		city, _ = data.Load().City([]string{"LON", "PAR", "DXB", "NYC", "SIN", "ROM"}[r.IntN(6)])
	}
	in := start.AddDate(0, 0, r.IntN(200))
	q := hotels.Query{
		ID: "search", City: city.Code, CheckIn: in.Format(time.DateOnly), CheckOut: in.AddDate(0, 0, 1+r.IntN(12)).Format(time.DateOnly),
		Adults: 1 + r.IntN(4), Rooms: 1, Site: []string{"US", "DE", "AE"}[r.IntN(3)], Created: start,
	}
	q.Rooms += r.IntN(q.Adults)
	for range r.IntN(3) {
		q.Ages = append(q.Ages, r.IntN(18))
	}
	if r.IntN(4) == 0 {
		q.City, q.Area = "", &hotels.Area{Lat: city.Lat, Lng: city.Lon, Radius: 1 + 9*r.Float64()}
	}
	return q
}

// all is every page of a results read in one.
func all(t *testing.T, e *hotels.Engine, q hotels.Query, quote hotels.Quote, p hotels.ResultsParams) wire.HotelResults {
	t.Helper()
	return allAt(t, e, q, done, quote, p)
}

func allAt(t *testing.T, e *hotels.Engine, q hotels.Query, at time.Time, quote hotels.Quote, p hotels.ResultsParams) wire.HotelResults {
	t.Helper()
	p.Page, p.PageSize = 1, 50
	whole, err := e.Results(q, at, quote, p)
	if err != nil {
		t.Fatal(err)
	}
	for more := whole.Metadata.HasMore; more; {
		p.Page++
		next, err := e.Results(q, at, quote, p)
		if err != nil {
			t.Fatal(err)
		}
		whole.Results = append(whole.Results, next.Results...)
		more = next.Metadata.HasMore
	}
	if len(whole.Results) != whole.Metadata.TotalCandidates {
		t.Fatalf("%d cards on all pages, totalCandidates %d", len(whole.Results), whole.Metadata.TotalCandidates)
	}
	return whole
}

// facts is the detail of every hotel of some cards.
func facts(t *testing.T, e *hotels.Engine, cards []wire.HotelCard) map[int64]wire.Hotel {
	t.Helper()
	known := map[int64]wire.Hotel{}
	for _, card := range cards {
		hotel, err := e.Hotel(card.HotelID, start, "en")
		if err != nil {
			t.Fatal(err)
		}
		known[card.HotelID] = hotel
	}
	return known
}

// number is the number that a pointer leads to, or another one for none.
func number(p *float64, none float64) float64 {
	if p == nil {
		return none
	}
	return *p
}

func text(p *string) string {
	if p == nil {
		return ""
	}
	return *p
}

// allIn is the price of a night as the price filters count it.
func allIn(p wire.HotelPrice) float64 {
	return p.AmountPerNight + number(p.LocalTaxPerNight, 0) + number(p.TaxAmountPerNight, 0)
}

func contains(name, term string) bool {
	return name != "" && strings.Contains(strings.ToLower(name), strings.ToLower(term))
}

func score(r *wire.Review) float64 {
	if r == nil {
		return -1
	}
	return r.Score
}

func cohort(card wire.HotelCard, who wire.GuestCohort) *wire.Review {
	by := card.ReviewsByGuestType
	if by == nil {
		return nil
	}
	return map[wire.GuestCohort]*wire.Review{"business": by.Business, "couple": by.Couple, "family": by.Family, "solo": by.Solo}[who]
}
