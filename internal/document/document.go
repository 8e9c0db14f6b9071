// Package document is a report of trips and hotels as values: what is known of each offer, what is not,
// and when it was seen. It holds nothing that expires, and nothing of the account that looked: no
// search, no token, no id of a row. Texts may be foreign.
package document

import (
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/words"
)

// Version is that of the form of a report.
const Version = 1

// Report is some trips and hotels, for someone who has not seen the lists they come from.
type Report struct {
	Version int       `json:"version"`
	Title   string    `json:"title"`
	Made    time.Time `json:"made"`   // in the zone of who made it
	Sample  bool      `json:"sample"` // its offers are made up by a sandbox
	Trips   []Trip    `json:"trips"`
	Hotels  []Hotel   `json:"hotels"`
	Places  []Place   `json:"places"` // of the codes in it, each once
}

// Place is an airport or a city.
type Place struct {
	Code string `json:"code"`
	Name string `json:"name,omitempty"`
	At   *Point `json:"at,omitempty"` // absent where it is not known
}

// Point is a place on Earth, in decimal degrees.
type Point struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

// Offer is what trips and hotels have in common.
type Offer struct {
	Name     string    `json:"name,omitempty"` // as its list or its owner calls it: "Trip 2", "honeymoon"
	Note     string    `json:"note,omitempty"` // of its owner
	Link     string    `json:"link,omitempty"` // to a page that does not expire
	AsOf     time.Time `json:"asOf,omitzero"`  // when its prices were seen
	Party    string    `json:"party,omitempty"`
	Market   string    `json:"market,omitempty"` // ISO 3166-1 alpha-2
	Currency string    `json:"currency,omitempty"`
	Locale   string    `json:"locale,omitempty"`  // that prices are told in, BCP 47
	Unknown  []string  `json:"unknown,omitempty"` // what could not be found out, sentences
}

// Trip is a journey there, and back where the traveler comes back.
type Trip struct {
	Offer
	From  string      `json:"from"` // as it was searched: airport or city codes
	To    string      `json:"to"`
	Cabin string      `json:"cabin,omitempty"`
	Price offer.Money `json:"price,omitzero"` // of the whole party: of the fare that is meant, else the cheapest
	// Whole tells whether flights and fares were read in full; else only what its list said is known.
	Whole   bool     `json:"whole"`
	Legs    []Leg    `json:"legs"`
	Fares   []Fare   `json:"fares"` // cheapest first, as the service ranks them
	Signals []string `json:"signals,omitempty"`
}

// Leg is one way of a trip.
type Leg struct {
	offer.Leg
	Stops     *int     `json:"stops,omitempty"`   // absent where it is not known
	Numbers   []string `json:"numbers,omitempty"` // of its flights: "EX 613"
	DayOffset int      `json:"dayOffset,omitempty"`
}

// Fare is what a seller asks for a trip, for the whole party.
type Fare struct {
	Seller     string      `json:"seller"`
	Kind       string      `json:"kind"` // as the contract calls it: platform, airline, partner
	Price      offer.Money `json:"price"`
	Refundable bool        `json:"refundable"` // as the seller states it
	CabinBag   string      `json:"cabinBag,omitempty"`
	CheckedBag string      `json:"checkedBag,omitempty"`
	Meant      bool        `json:"meant,omitempty"` // this fare is the one that was chosen
}

// Hotel is a hotel for a stay. Days are YYYY-MM-DD, "" where they are not known.
type Hotel struct {
	Offer
	ID       int64       `json:"hotelId,omitempty"` // which stays the same over time; 0 is not known
	Called   string      `json:"called"`            // its name
	City     string      `json:"city,omitempty"`
	Code     string      `json:"code,omitempty"` // of the city that was searched
	District string      `json:"district,omitempty"`
	Address  string      `json:"address,omitempty"`
	At       *Point      `json:"at,omitempty"`
	CentreKm string      `json:"centreKm,omitempty"` // to the center, decimal text
	Stars    string      `json:"stars,omitempty"`
	Score    string      `json:"score,omitempty"` // of guests, from 0 to 10
	Reviews  string      `json:"reviews,omitempty"`
	CheckIn  string      `json:"checkIn,omitempty"`
	CheckOut string      `json:"checkOut,omitempty"`
	Night    offer.Money `json:"night,omitzero"`
	Stay     offer.Money `json:"stay,omitzero"` // of the rate that is meant, else the cheapest
	// FreeCancellation says that such a rate was seen; false says nothing.
	FreeCancellation bool   `json:"freeCancellation"`
	Rates            []Rate `json:"rates"` // cheapest first; none where they were not read
}

// Rate is a room of a hotel, and its terms.
type Rate struct {
	Room       string      `json:"room"`
	Board      string      `json:"board,omitempty"`
	Policy     string      `json:"policy,omitempty"` // how it is cancelled, in words
	Refundable bool        `json:"refundable"`
	Price      offer.Money `json:"price,omitzero"`
	PerNight   bool        `json:"perNight,omitempty"` // its price is that of a night
	Charges    string      `json:"charges,omitempty"`  // taxes that are in the price or come on top, in words
	Meant      bool        `json:"meant,omitempty"`
}

// Nights are those of the stay, 0 where its days are not known.
func (h Hotel) Nights() int {
	in, out := words.Day(h.CheckIn), words.Day(h.CheckOut)
	if in.IsZero() || out.IsZero() {
		return 0
	}
	return int(out.Sub(in).Hours() / 24)
}

// Place is the place of a code; its code alone where nothing more is known.
func (r Report) Place(code string) Place {
	for _, p := range r.Places {
		if p.Code == code {
			return p
		}
	}
	return Place{Code: code}
}

// Route is the way of a leg, from airport to airport; its ends and the changes that are known.
func (l Leg) Route() []string {
	if len(l.Segments) == 0 {
		return append(append([]string{l.From}, l.Via...), l.To)
	}
	route := []string{l.Segments[0].From}
	for i, s := range l.Segments {
		if i > 0 && s.From != route[len(route)-1] {
			route = append(route, s.From)
		}
		route = append(route, s.To)
	}
	return route
}
