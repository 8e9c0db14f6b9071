// Package offers is what a traveler does with single offers of any kind, past the life of their searches: read
// one in full, keep it, see it again, compare, hand it to another computer.
package offers

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

// Named is the offer that an argument names, as [desk.Desk.Offer] has it. Where the letter of a fare or a rate does not
// count, its trip or its hotel is read and the traveler is asked which is meant.
func Named(ctx context.Context, d *desk.Desk, label, text string) (kept.Offer, error) {
	o, err := d.Offer(label, text)
	open, ok := errors.AsType[desk.OpenRow](err)
	if !ok {
		return o, err
	}
	which := flights.WhichFare
	if open.Kind == recall.Rates {
		which = hotels.WhichRate
	}
	p, err := which(ctx, d, open)
	return kept.Offer{Kind: open.Kind, List: p.List, Row: p.Row}, err
}

// Detail reads an offer in full where its search still lives: a read, never a search. Where that has expired,
// or the answer is larger than what is kept, the offer stays as it was, and that is no error. A trip learns
// the numbers of its flights.
func Detail(ctx context.Context, d *desk.Desk, o kept.Offer) (kept.Offer, error) {
	client, err := d.Client()
	if err != nil {
		return o, err
	}
	var body []byte
	currency, locale := query.Optional(o.List.Terms.Currency), query.Optional(o.List.Terms.Locale)
	switch o.Kind {
	case recall.Trips, recall.Fares:
		id := o.Row.ID
		if o.Kind == recall.Fares {
			id = o.List.TripID
		}
		body, err = bodyOf(client.GetFlightTrip(ctx, id, &apiclient.GetFlightTripParams{
			SearchID: o.List.Search.ID, Currency: currency, Locale: locale, View: new(apiclient.DetailViewDetail),
		}))
	case recall.Hotels:
		var id int64
		if id, err = strconv.ParseInt(o.Row.ID, 10, 64); err == nil {
			body, err = bodyOf(client.GetHotel(ctx, id, &apiclient.GetHotelParams{Locale: locale}))
		}
	case recall.Rates:
		body, err = bodyOf(client.GetHotelRates(ctx, o.List.Asked().HotelID, &apiclient.GetHotelRatesParams{
			SearchID: o.List.Search.ID, Currency: currency, Locale: locale,
		}))
	}
	switch {
	case desk.IsGone(err):
		return o, nil
	case err != nil:
		return o, fmt.Errorf("read the %s in full: %w", kept.Word(o.Kind), err)
	case len(body) == 0, len(body) > kept.MaxDetail:
		return o, nil
	}
	o.Detail, o.DetailAt = body, d.Now()
	if trip, ok := Trip(o); ok && o.Kind == recall.Trips && trip.Itinerary.Same(o.Row.Trip) {
		o.Row.Trip = trip.Itinerary
	}
	return o, nil
}

func bodyOf[T any](answer *apiclient.Answer[T], err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return answer.Body, nil
}

// Trip is the trip of a kept trip or fare as the service told it in full; false where that was not read.
func Trip(o kept.Offer) (flights.Trip, bool) {
	var trip apiclient.TripDetail
	if o.Kind != recall.Trips && o.Kind != recall.Fares || len(o.Detail) == 0 || json.Unmarshal(o.Detail, &trip) != nil || len(trip.Legs) == 0 {
		return flights.Trip{}, false
	}
	return flights.TripOf(apiclient.FlightTrip{Detail: &trip}), true
}

// Hotel is a kept hotel as the service told it in full; false where that was not read.
func Hotel(o kept.Offer) (*apiclient.Hotel, bool) {
	return detailAs[apiclient.Hotel](o, recall.Hotels)
}

// Rates are the rates of a kept rate's hotel as the service told them; false where they were not read.
func Rates(o kept.Offer) (*apiclient.HotelRates, bool) {
	return detailAs[apiclient.HotelRates](o, recall.Rates)
}

func detailAs[T any](o kept.Offer, kind recall.Kind) (*T, bool) {
	var value T
	if o.Kind != kind || len(o.Detail) == 0 || json.Unmarshal(o.Detail, &value) != nil {
		return nil, false
	}
	return &value, true
}

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
	case recall.Trips, recall.Fares:
		return routeWords(o.Itinerary())
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
		parts = append(parts, strings.TrimSpace(offer.Way(i, len(t))+" "+clean.Line(leg.Times())))
	}
	return strings.Join(parts, ", ")
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
func PriceText(o kept.Offer, p offer.Money) string {
	if p.Amount == "" {
		return ""
	}
	text := p.Text(o.List.Terms.Locale)
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
