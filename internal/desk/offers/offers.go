// Package offers works with single offers of any kind, even after their searches have expired: read one in full, keep
// it, show it, compare several, export and import.
package offers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
)

// Named returns the offer for an argument, like [desk.Desk.Offer]. If the letter of a fare or a rate is not valid any
// more, it reads the trip or the hotel and asks which one is meant.
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

// Detail reads an offer in full while its search lives. It never makes a search. If the search has expired or is
// unknown, or the answer is too large to save, the offer is returned unchanged without an error. A trip gets its flight
// numbers.
func Detail(ctx context.Context, d *desk.Desk, o kept.Offer) (kept.Offer, error) {
	client := d.Client()
	var body []byte
	var err error
	trip, hotel, from := o.Row.ID, o.HotelID(), o.List.Search.ID
	if o.Kind == recall.Fares {
		trip = o.List.TripID
	}
	currency, locale := query.Optional(o.List.Terms.Currency), query.Optional(o.List.Terms.Locale)
	switch {
	case o.Kind == recall.Hotels && hotel > 0:
		body, err = bodyOf(client.GetHotel(ctx, hotel, &apiclient.GetHotelParams{Locale: locale}))
	case o.Kind == recall.Rates && hotel > 0 && from != "":
		body, err = bodyOf(client.GetHotelRates(ctx, hotel, &apiclient.GetHotelRatesParams{SearchID: from, Currency: currency, Locale: locale}))
	case (o.Kind == recall.Trips || o.Kind == recall.Fares) && trip != "" && from != "":
		body, err = bodyOf(client.GetFlightTrip(ctx, trip, &apiclient.GetFlightTripParams{
			SearchID: from, Currency: currency, Locale: locale, View: new(apiclient.DetailViewDetail),
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

// Trip returns the detailed trip of a kept trip or fare, if it was read.
func Trip(o kept.Offer) (flights.Trip, bool) {
	trip, ok := detailAs[apiclient.TripDetail](o, recall.Trips, recall.Fares)
	if !ok || len(trip.Legs) == 0 {
		return flights.Trip{}, false
	}
	return flights.TripOf(apiclient.FlightTrip{Detail: trip}), true
}

// Hotel returns the details of a kept hotel, if they were read.
func Hotel(o kept.Offer) (*apiclient.Hotel, bool) {
	return detailAs[apiclient.Hotel](o, recall.Hotels)
}

// Rates returns the rates of the hotel of a kept rate, if they were read.
func Rates(o kept.Offer) (*apiclient.HotelRates, bool) {
	return detailAs[apiclient.HotelRates](o, recall.Rates)
}

func detailAs[T any](o kept.Offer, kinds ...recall.Kind) (*T, bool) {
	var value T
	if !slices.Contains(kinds, o.Kind) || len(o.Detail) == 0 || json.Unmarshal(o.Detail, &value) != nil {
		return nil, false
	}
	return &value, true
}

// Next returns the next step with a kept offer.
func Next(k kept.Kept, now time.Time) problem.Step {
	next := problem.Do("", map[recall.Kind]string{
		recall.Trips: "getFlightTrip", recall.Fares: "getFareBookingLink",
		recall.Hotels: "getHotelRates", recall.Rates: "getHotelRateBookingLink",
	}[k.Kind], k.Title())
	if k.Kind == recall.Fares && k.Offer.Row.Fare != nil && k.Offer.Row.Fare.Options {
		next.Do = "getFareOptions"
	}
	if k.Kind != recall.Hotels && k.State(now) == kept.Expired {
		next = next.Set("renew")
	}
	return next
}
