// Package document defines reports about trips and hotels: what is known about each offer, what is not, and when it was
// seen. A report holds nothing that expires and nothing about the account: no search, token or id. Texts may be
// foreign.
package document

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/ics"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/words"
)

// Version is the version of the format.
const Version = 1

// Report describes trips and hotels for someone who has not seen their lists.
type Report struct {
	Version int       `json:"version"`
	Title   string    `json:"title"`
	Made    time.Time `json:"made"`   // in the zone of its author
	Sample  bool      `json:"sample"` // the offers are made up by a sandbox
	Trips   []Trip    `json:"trips"`
	Hotels  []Hotel   `json:"hotels"`
	Places  []Place   `json:"places"` // for all codes in it
}

// Place is an airport or a city.
type Place struct {
	Code string `json:"code"`
	Name string `json:"name,omitempty"`
	At   *Point `json:"at,omitempty"` // absent if unknown
}

// Point is a location in decimal degrees.
type Point struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

// Kilometres returns the distance along the great circle.
func (p Point) Kilometres(q Point) float64 {
	const earthRadius = 6371.0088 // the mean, in kilometers
	rad := func(degrees float64) float64 { return degrees * math.Pi / 180 }
	dLat, dLng := math.Sin(rad(q.Lat-p.Lat)/2), math.Sin(rad(q.Lng-p.Lng)/2)
	h := dLat*dLat + math.Cos(rad(p.Lat))*math.Cos(rad(q.Lat))*dLng*dLng
	return 2 * earthRadius * math.Asin(math.Min(1, math.Sqrt(h)))
}

// Offer is what trips and hotels have in common.
type Offer struct {
	Name     string    `json:"name,omitempty"` // in its list or by its owner: "Trip 2", "honeymoon"
	Note     string    `json:"note,omitempty"` // by its owner
	Link     string    `json:"link,omitempty"` // that does not expire
	AsOf     time.Time `json:"asOf,omitzero"`  // when its prices were seen
	Party    string    `json:"party,omitempty"`
	Market   string    `json:"market,omitempty"` // ISO 3166-1 alpha-2
	Currency string    `json:"currency,omitempty"`
	Locale   string    `json:"locale,omitempty"`  // of prices, BCP 47
	Unknown  []string  `json:"unknown,omitempty"` // sentences about what is unknown
}

// Trip is a one-way or return journey.
type Trip struct {
	Offer
	From  string      `json:"from"` // as searched: airport or city codes
	To    string      `json:"to"`
	Cabin string      `json:"cabin,omitempty"`
	Price offer.Money `json:"price,omitzero"` // for the party: of the chosen fare, or the cheapest one
	// Whole reports whether flights and fares were read in full. If not, only the data of the list is known.
	Whole   bool     `json:"whole"`
	Legs    []Leg    `json:"legs"`
	Fares   []Fare   `json:"fares"` // cheapest first, as ranked by the service
	Signals []string `json:"signals,omitempty"`
}

// Leg is one direction of a trip.
type Leg struct {
	offer.Leg
	Stops     *int     `json:"stops,omitempty"`   // absent if unknown
	Numbers   []string `json:"numbers,omitempty"` // of its flights, such as "EX 613"
	DayOffset int      `json:"dayOffset,omitempty"`
}

// Fare is the price of a seller for a trip, for the whole party.
type Fare struct {
	Seller     string      `json:"seller"`
	Kind       string      `json:"kind"` // as on the wire: platform, airline, partner
	Price      offer.Money `json:"price"`
	Refundable bool        `json:"refundable"` // as stated by the seller
	CabinBag   string      `json:"cabinBag,omitempty"`
	CheckedBag string      `json:"checkedBag,omitempty"`
	Meant      bool        `json:"meant,omitempty"` // the chosen fare
}

// Hotel is a hotel for a stay. Days are YYYY-MM-DD, or "" if unknown.
type Hotel struct {
	Offer
	ID       int64       `json:"hotelId,omitempty"` // permanent; 0 if unknown
	Called   string      `json:"called"`            // its name
	City     string      `json:"city,omitempty"`
	Code     string      `json:"code,omitempty"` // of the searched city
	District string      `json:"district,omitempty"`
	Address  string      `json:"address,omitempty"`
	At       *Point      `json:"at,omitempty"`
	CentreKm string      `json:"centreKm,omitempty"` // distance to the center, decimal text
	Stars    string      `json:"stars,omitempty"`
	Score    string      `json:"score,omitempty"` // by guests, from 0 to 10
	Reviews  string      `json:"reviews,omitempty"`
	CheckIn  string      `json:"checkIn,omitempty"`
	CheckOut string      `json:"checkOut,omitempty"`
	Night    offer.Money `json:"night,omitzero"`
	Stay     offer.Money `json:"stay,omitzero"` // of the chosen rate, or the cheapest one
	// FreeCancellation reports that such a rate was seen. False means unknown.
	FreeCancellation bool   `json:"freeCancellation"`
	Rates            []Rate `json:"rates"` // cheapest first; empty if not read
}

// Rate is a room of a hotel, and its terms.
type Rate struct {
	Room       string      `json:"room"`
	Board      string      `json:"board,omitempty"`
	Policy     string      `json:"policy,omitempty"` // cancellation, in words
	Refundable bool        `json:"refundable"`
	Price      offer.Money `json:"price,omitzero"`
	PerNight   bool        `json:"perNight,omitempty"` // the price is for a night
	Charges    string      `json:"charges,omitempty"`  // taxes included or added, in words
	Meant      bool        `json:"meant,omitempty"`
}

// Nights returns the nights of the stay, or 0 if its days are unknown.
func (h Hotel) Nights() int { return offer.DaysBetween(words.Day(h.CheckIn), words.Day(h.CheckOut)) }

// Place returns the place for a code. If it is unknown, only its code is set.
func (r Report) Place(code string) Place {
	for _, p := range r.Places {
		if p.Code == code {
			return p
		}
	}
	return Place{Code: code}
}

// Route returns the airports of a leg in order, as far as they are known.
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

// Calendar returns the report as a calendar: each flight at its local times, and each stay as whole days from check-in
// to check-out. A flight of two trips is there once. An event has the same UID in every report, and a later report
// updates it.
func (r Report) Calendar() ics.Calendar {
	c := ics.Calendar{Name: r.Title, Stamp: r.Made}
	// The version increases every second, so that a later file updates its events (RFC 5545 §3.8.7.4) without a stored
	// counter. It stays below 2^31 until the year 2092.
	version := max(int(r.Made.Unix()-time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Unix()), 1)
	add := func(e ics.Event, about string) {
		i := slices.IndexFunc(c.Events, func(have ics.Event) bool { return have.UID == e.UID })
		if i < 0 {
			e.Sequence, e.Tentative = version, true
			i, c.Events = len(c.Events), append(c.Events, e)
			c.Events[i].Description += "\nPlanned with travel; nothing is booked."
		}
		if about != "" && !strings.Contains(c.Events[i].Description, about) {
			c.Events[i].Description += "\n" + about
		}
	}
	for _, t := range r.Trips {
		about := t.Name
		if t.Price.Known() {
			about += ": " + t.Price.Text(t.Locale)
			if t.Party != "" {
				about += " for " + t.Party
			}
		}
		about = seen(about, t.Offer, r)
		for _, l := range t.Legs {
			segments := l.Segments
			if len(segments) == 0 { // only the leg is known
				segments = []offer.Segment{{
					From: l.From, To: l.To, Departs: l.Departs, Arrives: l.Arrives, Minutes: l.Minutes,
					Number: strings.Join(l.Numbers, ", "), Carrier: strings.Join(l.Airlines, ", "),
				}}
			}
			for _, s := range segments {
				if e, ok := r.flight(s); ok {
					e.URL = t.Link
					add(e, about)
				}
			}
		}
	}
	for _, h := range r.Hotels {
		about := ""
		if h.Stay.Known() {
			about = h.Stay.Text(h.Locale) + " for the stay"
		}
		if e, ok := h.stay(); ok {
			add(e, seen(about, h.Offer, r))
		}
	}
	return c
}

// uid returns a permanent id for an event. It reveals nothing about the search.
func uid(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:12]) + "@travel"
}

// flight returns an event for a segment; false if its times are unknown.
func (r Report) flight(s offer.Segment) (ics.Event, bool) {
	from, to := s.Departs.At, s.Arrives.At
	if from.IsZero() || to.IsZero() {
		return ics.Event{}, false
	}
	// A time without a known offset cannot be compared with one that has an offset.
	floating := !s.Departs.Zoned() || !s.Arrives.Zoned()
	day := from.Format(time.DateOnly)
	e := ics.Event{
		UID: uid("flight", cmp.Or(s.Number, s.Carrier), day, s.From, s.To), Start: ics.Moment{At: from, Floating: floating}, End: ics.Moment{At: to, Floating: floating},
		Summary:  strings.TrimSpace(cmp.Or(s.Number, s.Carrier) + " " + s.From + " → " + s.To),
		Location: r.placeText(s.From, s.FromName),
	}
	lines := []string{
		r.placeText(s.From, s.FromName) + ", " + words.Date(from, time.Time{}) + " " + offer.Clock(from),
		r.placeText(s.To, s.ToName) + ", " + words.Date(to, time.Time{}) + " " + offer.Clock(to),
	}
	if s.Carrier != "" {
		carrier := s.Carrier
		if s.Operator != "" && s.Operator != s.Carrier {
			carrier += ", flown by " + s.Operator
		}
		lines = append(lines, carrier)
	}
	if floating {
		lines = append(lines, "Times are local to each airport; the service did not send their zones.")
	}
	e.Description = strings.Join(lines, "\n")
	return e, true
}

func (r Report) placeText(code, name string) string {
	name = cmp.Or(name, r.Place(code).Name)
	if name == "" || name == code {
		return code
	}
	return name + " (" + code + ")"
}

// seen adds when the price was seen, and the note of the owner.
func seen(about string, o Offer, r Report) string {
	if at := offer.AsOf(o.AsOf, r.Made); at != "" && about != "" {
		about += ", seen on " + at + "; prices change."
	}
	if o.Note != "" {
		about += "\n" + o.Note
	}
	return strings.TrimSpace(about)
}

// stay returns an event of whole days for a stay; false if its days are unknown.
func (h Hotel) stay() (ics.Event, bool) {
	in, out := words.Day(h.CheckIn), words.Day(h.CheckOut)
	if in.IsZero() || out.IsZero() {
		return ics.Event{}, false
	}
	key := h.Called
	if h.ID > 0 {
		key = words.Number(float64(h.ID))
	}
	where := slices.DeleteFunc([]string{h.Called, h.Address, h.City}, func(part string) bool { return part == "" })
	lines := []string{words.Counted(h.Nights(), "night") + ": " + words.Dates(in, out, time.Time{}, " to ") + "."}
	if h.Party != "" {
		lines = append(lines, h.Party)
	}
	return ics.Event{
		UID: uid("stay", key, h.CheckIn, h.CheckOut), From: in, To: out,
		Summary: "Hotel: " + h.Called, Location: strings.Join(where, ", "), Description: strings.Join(lines, "\n"), URL: h.Link,
	}, true
}
