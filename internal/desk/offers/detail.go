// Package offers is what a traveler does with single offers of any kind, past the life of their searches: read
// one in full, keep it, see it again, compare, hand it to another computer.
package offers

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/search"
)

// Detail reads an offer in full where its search still lives: a read, never a search. Where that has expired,
// or the answer is larger than what is kept, the offer stays as it was, and that is no error. A trip learns
// the numbers of its flights.
func Detail(ctx context.Context, d *desk.Desk, o kept.Offer) (kept.Offer, error) {
	client, err := d.Client()
	if err != nil {
		return o, err
	}
	body, err := read(ctx, client, o)
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

// read asks for the detail by the kind of the offer.
func read(ctx context.Context, client *apiclient.Client, o kept.Offer) ([]byte, error) {
	currency, locale := query.Optional(o.List.Terms.Currency), query.Optional(o.List.Terms.Locale)
	switch o.Kind {
	case recall.Trips, recall.Fares:
		id := o.Row.ID
		if o.Kind == recall.Fares {
			id = o.List.TripID
		}
		answer, err := client.GetFlightTrip(ctx, id, &apiclient.GetFlightTripParams{
			SearchID: o.List.Search.ID, Currency: currency, Locale: locale, View: new(apiclient.DetailViewDetail),
		})
		return bodyOf(answer, err)
	case recall.Hotels:
		id, err := strconv.ParseInt(o.Row.ID, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not the id of a hotel", o.Row.ID)
		}
		answer, err := client.GetHotel(ctx, id, &apiclient.GetHotelParams{Locale: locale})
		return bodyOf(answer, err)
	case recall.Rates:
		answer, err := client.GetHotelRates(ctx, o.List.Asked().HotelID, &apiclient.GetHotelRatesParams{
			SearchID: o.List.Search.ID, Currency: currency, Locale: locale,
		})
		return bodyOf(answer, err)
	}
	return nil, nil
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

// Rate is the kept rate itself, among the rates of its hotel; false where they were not read or do not hold it.
func Rate(o kept.Offer) (apiclient.Rate, bool) {
	rates, ok := Rates(o)
	if !ok || o.Row.Rate == nil {
		return apiclient.Rate{}, false
	}
	for _, rate := range rates.Rates {
		if rate.ID == o.Row.ID || search.PrintRate(rate).Same(o.Row.Rate.Print) {
			return rate, true
		}
	}
	return apiclient.Rate{}, false
}
