package offers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// State is what can be done with an offer now.
type State string

// The states.
const (
	Bookable State = "bookable" // its search still lives, as far as its age tells
	Expired  State = "expired"  // it renews with a search
	Past     State = "past"     // its days are past
)

// StateOf is what can be done with a kept offer at that time. Nothing is asked.
func StateOf(o kept.Offer, now time.Time) State {
	lasts := desk.FlightsLast
	if o.List.Stay != nil {
		lasts = desk.HotelLinkLasts
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

// StateWords are the state of an offer in a few words.
func StateWords(o kept.Offer, s State) string {
	switch s {
	case Bookable:
		if o.Kind == recall.Hotels { // whose rates are a search of their own
			return "listed now"
		}
		return "bookable now"
	case Past:
		return "its days are past"
	}
	return "renews with a search"
}

// What names the offer in one line: "DXB–LHR and back, EK", "The Talvane". It may hold foreign text.
func What(o kept.Offer) string {
	switch o.Kind {
	case recall.Trips:
		return routeWords(o.Row.Trip)
	case recall.Fares:
		return routeWords(o.List.Itinerary)
	case recall.Rates:
		return cmp.Or(clean.Line(o.List.Asked().Name), "hotel "+fmt.Sprint(o.List.Asked().HotelID))
	}
	return cmp.Or(clean.Line(o.Row.Label), "hotel "+o.Row.ID)
}

// Which tells the offer from its like: the times of a trip, the seller of a fare, the room of a rate; where a
// hotel is. It may hold foreign text.
func Which(o kept.Offer) string {
	switch o.Kind {
	case recall.Trips:
		return timesWords(o.Row.Trip)
	case recall.Fares:
		return "sold by " + clean.Line(o.Row.Label) + ", " + timesWords(o.List.Itinerary)
	case recall.Rates:
		return clean.Line(o.Row.Label)
	}
	if name := o.List.Asked().Name; name != "" && o.List.Asked().HotelID == 0 {
		return "in " + clean.Line(name)
	}
	return ""
}

// routeWords are the ways of a trip and who sells them: "DXB–LHR and back, EK".
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

// timesWords are the local times of each leg: "out 16:25–19:45, back 10:00–20:55".
func timesWords(t search.Itinerary) string {
	var parts []string
	for i, leg := range t {
		departs, arrives := clocks(leg)
		parts = append(parts, strings.TrimSpace(flights.Way(i, len(t))+" "+departs+"–"+arrives))
	}
	return strings.Join(parts, ", ")
}

// clocks are the local times of a leg, the second with the midnights between the two: "20:55+1".
func clocks(leg search.Leg) (departs, arrives string) {
	_, departs, _ = strings.Cut(leg.Departs, "T")
	_, arrives, _ = strings.Cut(leg.Arrives, "T")
	if from, to := words.Day(dayOf(leg.Departs)), words.Day(dayOf(leg.Arrives)); !from.IsZero() && !to.IsZero() && !from.Equal(to) {
		arrives += fmt.Sprintf("%+d", int(to.Sub(from).Hours()/24))
	}
	return clean.Line(departs), clean.Line(arrives)
}

func dayOf(local string) string {
	day, _, _ := strings.Cut(local, "T")
	return day
}

// Days are the first and the last day of the offer, YYYY-MM-DD; the second is "" for one way.
func Days(o kept.Offer) (from, to string) {
	if s := o.List.Stay; s != nil {
		return s.CheckIn, s.CheckOut
	}
	if f := o.List.Flight; f != nil {
		return f.FromDate, f.ToDate
	}
	return "", ""
}

// Party are the travelers in words; "" where they are not known.
func Party(o kept.Offer) string {
	switch {
	case o.List.Stay != nil && o.List.Stay.Adults > 0:
		return query.Guests(o.List.Stay.Occupancy())
	case o.List.Flight != nil && o.List.Flight.Adults > 0:
		return o.List.Flight.PartyAndCabin()
	}
	return ""
}

// PriceFor is what the price of an offer pays for: the whole party, a night of a hotel, or a stay.
func PriceFor(o kept.Offer) string {
	switch {
	case o.Kind == recall.Hotels, o.Row.Rate != nil && o.Row.Rate.PerNight:
		return "night"
	case o.Kind == recall.Rates:
		return "stay"
	}
	return "party"
}

// PriceText is a price of the offer as a person reads it, with what it is for; "" where it is not known.
func PriceText(o kept.Offer, p search.Price) string {
	if p.Amount == "" {
		return ""
	}
	text := desk.PriceText(p, o.List.Terms.Locale)
	if PriceFor(o) == "night" {
		text += " a night"
	}
	return text
}

// Next is the command that goes on with a kept offer.
func Next(k kept.Kept, now time.Time) string {
	command := map[recall.Kind]string{
		recall.Trips: "travel flights trip ", recall.Fares: "travel flights booking-link ",
		recall.Hotels: "travel hotels rates ", recall.Rates: "travel hotels booking-link ",
	}[k.Kind] + k.Title()
	if k.Kind == recall.Fares && k.Offer.Row.Fare != nil && k.Offer.Row.Fare.Options {
		command = "travel flights options " + k.Title()
	}
	if k.Kind != recall.Hotels && StateOf(k.Offer, now) == Expired {
		command += " --renew"
	}
	return command
}
