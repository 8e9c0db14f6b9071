package present

import (
	"slices"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
)

// Trip builds the view of one trip.
func Trip(t *flights.Opened) flightview.TripView {
	v := flightview.TripView{Title: "Trip", Locale: t.Trip.Locale, Signals: t.Signals()}
	if t.Pick.N > 0 || t.Pick.Kept != "" {
		v.Title = "Trip " + flights.Number(t.Pick)
	}
	asked := t.Pick.List.Flight
	v.Context = TripTerms(asked, t.Currency, t.Locale.Site)
	for i, leg := range t.Legs {
		switch last := len(v.Route) - 1; {
		case i == 0:
			v.Route = append(v.Route, leg.From)
		case v.Route[last] != leg.From:
			v.Route[last] += "/" + leg.From // the city's other airport
		}
		v.Route = append(v.Route, leg.To)
		for _, name := range leg.Airlines {
			if !slices.Contains(v.Airlines, name) {
				v.Airlines = append(v.Airlines, name)
			}
		}
		leg.Label, leg.Segments = offer.Way(i, len(t.Legs)), slices.Clone(leg.Segments)
		for n := range leg.Segments {
			if s := &leg.Segments[n]; asked != nil && s.Cabin == asked.Cabin {
				s.Cabin = "" // the head gives it for the whole trip
			}
		}
		v.Legs = append(v.Legs, leg)
	}
	for _, f := range t.Fares {
		full, brief := then(f)
		v.Fares = append(v.Fares, flightview.FareRow{
			Ref: f.Ref, FareID: sendable(f.ID), Price: f.Price, SoldBy: f.Label, Kind: f.Fare.Kind, Refundable: grid.AnswerOf(&f.Fare.Print.Refundable),
			CabinBag: f.CabinBag, CheckedBag: f.CheckedBag, Then: full, Brief: brief, Link: f.Fare.Handoff,
		})
	}
	return v
}

// then says, in full and in brief, how to continue with a fare: with its options or at its seller.
func then(f flights.Fare) (full, brief string) {
	switch apiclient.FareKind(f.Fare.Kind) {
	case apiclient.FareKindAirline:
		return "at the airline", "airline"
	case apiclient.FareKindPartner:
		return "at the agency", "agency"
	}
	switch {
	case f.Opens() && f.Listed():
		return "travel flights options " + f.Ref, "options"
	case f.Opens():
		return "options", "options"
	}
	return "on this service, without options", "here"
}
