// Package watch looks again and again for offers that a traveler wants cheaper: the very same trip, fare,
// hotel or rate, for the same party and days, never a similar one. A watch is an offer and a rule; a pass
// looks for the offers of all watches, with one search for those that were found by one, keeps what it saw
// in a history, and tells what has changed. Nothing runs by itself: the system's own timer starts a pass.
package watch

import (
	"cmp"
	"strings"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/offers"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/search"
)

// Watch is an offer that is watched, with what its rule waits for.
type Watch struct {
	N     int        `json:"n"`              // from 1; the number stays, and no other watch ever gets it
	Name  string     `json:"name,omitempty"` // of the kept offer that it was added as, "" where there is none
	At    time.Time  `json:"at"`             // when it was added
	Offer kept.Offer `json:"offer"`
	Rule  Rule       `json:"rule"`
}

// Price is what is watched, as it was when the watch was added: what the trip or the fare costs the whole
// party, what the whole stay costs all guests. It is the zero value where that was not known.
func (w Watch) Price() offer.Money {
	p := w.Offer.Row.Price
	if w.Offer.Kind == recall.Hotels {
		stay := cmp.Or(w.Offer.Row.Hotel, &recall.Hotel{})
		p = offer.Money{Amount: stay.Stay, Currency: cmp.Or(stay.StayIn, p.Currency)}
	}
	if p.Amount == "" || p.Currency == "" {
		return offer.Money{}
	}
	return p
}

// Title names what is watched, for a person: "LIS–MAD, I2, 11:40–14:05"; it may hold foreign text.
func (w Watch) Title() string {
	return strings.TrimSuffix(offers.What(w.Offer)+", "+offers.Which(w.Offer), ", ")
}

// Word is the word for what is watched: trip, fare, hotel or rate.
func (w Watch) Word() string { return kept.Word(w.Offer.Kind) }

// Day is the first day of the offer, YYYY-MM-DD: of departure, or of arrival at the hotel.
func (w Watch) Day() string {
	first, _ := w.Offer.Days()
	return first
}

// Command is the command line that makes the search of the offer.
func (w Watch) Command() string {
	switch {
	case w.Offer.Kind == recall.Rates:
		return w.Offer.List.Stay.RatesCommand(w.Offer.List.Stay.HotelID)
	case w.Offer.List.Stay != nil:
		return w.Offer.List.Stay.Command()
	}
	return w.Offer.List.Flight.Command()
}

// shows is the command line that reads the search of a point, while it lives; "" where it was not seen there.
func (w Watch) shows(p Point) string {
	if p.State != Seen || p.SearchID == "" {
		return ""
	}
	kind := w.Offer.Kind
	if kind == recall.Fares { // they are found in the search of their trip
		kind = recall.Trips
	}
	return desk.ReadAgain(kind, w.Offer.List.Asked().HotelID, search.Ref{ID: p.SearchID})
}

// over tells whether the day of the offer has passed somewhere on earth.
func (w Watch) over(now time.Time) bool {
	return w.Day() < now.Add(14*time.Hour).UTC().Format(time.DateOnly)
}

// Target is the price that the rule waits for: one that is below it, or for a drop one that is not above it. There
// is none where every change counts, and for a drop where the price at adding is not known. That of a drop is cut
// to the smallest unit of its currency, since a price above it does not fire.
func (w Watch) Target() offer.Money {
	return w.Rule.target(w.Price()).Floor()
}

// terms are the currency and the language that the offer is read in: those of its list, so that the name of
// a room stays the same.
func (w Watch) terms() query.Terms {
	t := w.Offer.List.Terms
	t.Currency, t.SiteCode = cmp.Or(t.Currency, w.Offer.Row.Price.Currency), ""
	return t
}
