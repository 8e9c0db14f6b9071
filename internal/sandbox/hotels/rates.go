package hotels

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/hotels/tariff"
	"travel.example/travel/internal/sandbox/wire"
)

// Rates is what a search for one hotel has found of its rooms at a time,
// cheapest first. More arrive after the search first reports itself complete.
// The error is ErrNotFound when the query's hotel does not exist.
func (e *Engine) Rates(q Query, at time.Time, quote Quote) (wire.HotelRates, error) {
	s, ok := e.snapshot(q, at)
	if !ok || q.Hotel == 0 || len(s.entries) == 0 {
		return wire.HotelRates{}, ErrNotFound
	}
	m := e.money(quote, s.nights)
	one := s.entries[0]
	out := wire.HotelRates{
		HotelID: q.Hotel, SearchID: q.ID, CurrencyCode: quote.Currency, SearchComplete: s.complete(), Stay: s.stay(),
		Rates: []wire.Rate{}, Metadata: m.metadata(),
	}
	for i := range one.rates {
		if r := &one.rates[i]; s.answers.in(r, s.since) {
			out.Rates = append(out.Rates, e.rate(q, r, m))
		}
	}
	return out, nil
}

// Rate is one rate of a search for one hotel by its id, as Rates returns it. The
// error is ErrNotFound for an id that the search does not hold, or not yet.
func (e *Engine) Rate(q Query, at time.Time, quote Quote, rateID string) (wire.Rate, error) {
	rates, err := e.Rates(q, at, quote)
	if err != nil {
		return wire.Rate{}, err
	}
	found := slices.IndexFunc(rates.Rates, func(r wire.Rate) bool { return r.ID == rateID })
	if found < 0 {
		return wire.Rate{}, ErrNotFound
	}
	return rates.Rates[found], nil
}

// SearchOf is the search that a rate id belongs to: what stands before its
// first colon.
func SearchOf(rateID string) string {
	searchID, _, _ := strings.Cut(rateID, ":")
	return searchID
}

// pictured is how many pictures a room type has.
const pictured = 2

func (e *Engine) rate(q Query, r *tariff.Rate, m money) wire.Rate {
	out := wire.Rate{
		ID: q.ID + ":" + r.Code, RoomName: r.Room, Refundable: r.Refundable, Price: m.ratePrice(r),
		CancellationPolicy: new(tariff.NonRefundable),
	}
	if r.Refundable {
		out.CancellationPolicy = new(tariff.FreeCancellation)
	}
	if r.Board != "" {
		out.Board = new(string(r.Board))
	}
	if r.Left > 0 {
		out.RoomsLeft = new(float64(r.Left))
	}
	for n := range pictured {
		out.Images = append(out.Images, e.picture(q.Hotel, fmt.Sprintf("room-%s-%d", r.RoomCode, n+1)))
	}
	return out
}
