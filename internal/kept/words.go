package kept

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

// State says whether an offer can still be booked.
type State string

// The states.
const (
	Bookable State = "bookable" // its search is young enough to be alive
	Expired  State = "expired"  // it needs a new search
	Past     State = "past"     // its days have passed
)

// State returns the state of the offer at that time. It makes no request.
func (o Offer) State(now time.Time) State {
	lasts := search.FlightsLast
	if o.List.Stay != nil {
		lasts = search.HotelsLast
	}
	young := func(at time.Time) bool { return !at.IsZero() && now.Sub(at) < lasts }
	s := o.List.Search
	switch {
	case o.Past(now):
		return Past
	case young(s.Created), s.RenewedTo != "" && young(s.RenewedAt):
		return Bookable
	}
	return Expired
}

// StateWords describes the state of the offer in a few words.
func (o Offer) StateWords(now time.Time) string {
	switch o.State(now) {
	case Bookable:
		if o.Kind == recall.Hotels { // its rates need a search of their own
			return "listed now"
		}
		return "bookable now"
	case Past:
		return "its days are past"
	}
	return "renews with a search"
}

// What describes the offer in one line: "DXB–LHR and back, EK", "The Talvane". It may hold foreign text.
func (o Offer) What() string {
	switch o.Kind {
	case recall.Trips, recall.Fares:
		return routeWords(o.Itinerary())
	case recall.Rates:
		return cmp.Or(clean.Line(o.List.Asked().Name), "hotel "+fmt.Sprint(o.List.Asked().HotelID))
	}
	return cmp.Or(clean.Line(o.Row.Label), "hotel "+o.Row.ID)
}

// Which distinguishes the offer from similar ones: by the times of a trip, the seller of a fare, the room of a rate or
// the city of a hotel. It may hold foreign text.
func (o Offer) Which() string {
	switch o.Kind {
	case recall.Trips:
		return timesWords(o.Itinerary())
	case recall.Fares:
		return "sold by " + clean.Line(o.Row.Label) + ", " + timesWords(o.Itinerary())
	case recall.Rates:
		return clean.Line(o.Row.Label)
	}
	if name := o.List.Asked().Name; name != "" && o.List.Asked().HotelID == 0 {
		return "in " + clean.Line(name)
	}
	return ""
}

// routeWords returns the route and the airlines of a trip: "DXB–LHR and back, EK".
func routeWords(t search.Itinerary) string {
	if len(t) == 0 {
		return "a trip"
	}
	var parts, carriers []string
	for _, leg := range t {
		parts = append(parts, clean.Line(leg.From)+"–"+clean.Line(leg.To))
		for _, code := range leg.Carriers {
			if code = clean.Line(code); !slices.Contains(carriers, code) {
				carriers = append(carriers, code)
			}
		}
	}
	text := strings.Join(parts, ", ")
	if len(t) == 2 && t[0].From == t[1].To && t[0].To == t[1].From {
		text = parts[0] + " and back"
	}
	if len(carriers) > 0 {
		text += ", " + strings.Join(carriers, "+")
	}
	return text
}

// timesWords returns the local times of each leg: "out 16:25–19:45, back 10:00–20:55".
func timesWords(t search.Itinerary) string {
	var parts []string
	for i, leg := range t {
		parts = append(parts, strings.TrimSpace(offer.Way(i, len(t))+" "+clean.Line(leg.Times())))
	}
	return strings.Join(parts, ", ")
}

// Party describes the travelers; "" if they are unknown.
func (o Offer) Party() string {
	switch {
	case o.List.Stay != nil && o.List.Stay.Adults > 0:
		return query.Guests(o.List.Stay.Occupancy())
	case o.List.Flight != nil && o.List.Flight.Adults > 0:
		return o.List.Flight.PartyAndCabin()
	}
	return ""
}

// PriceFor returns what the price of the offer covers: the party, a night or a stay.
func (o Offer) PriceFor() string {
	switch {
	case o.Kind == recall.Hotels, o.Row.Rate != nil && o.Row.Rate.PerNight:
		return "night"
	case o.Kind == recall.Rates:
		return "stay"
	}
	return "party"
}

// PriceText formats a price of the offer for a person; "" if it is unknown.
func (o Offer) PriceText(p offer.Money) string {
	if p.Amount == "" {
		return ""
	}
	text := p.Text(o.List.Terms.Locale)
	if o.PriceFor() == "night" {
		text += " a night"
	}
	return text
}
