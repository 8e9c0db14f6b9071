package mcpserver

import (
	"context"
	"strconv"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/mcpserver/answers"
	"travel.example/travel/internal/mcpserver/refs"
	"travel.example/travel/internal/problem"
)

// renew reads again what a reference stands for, and makes its search again where that has expired.
func renew(ctx context.Context, s *Session, a Args) (Result, error) {
	v, err := s.visit(ctx, renewTool, a, "ref")
	if err != nil {
		return Result{}, err
	}
	text, err := v.text("ref", "a reference such as F1.2")
	if err != nil {
		return Result{}, err
	}
	kind, ok := refs.KindOf(text)
	if _, own := refs.Searched(kind); own {
		return v.renewFound(ctx, kind, text)
	}
	if !ok {
		return Result{}, problem.NotAccepted("ref", text, "a reference such as F1 or F1.2", "")
	}
	found, err := s.refs.List(kind, "ref", text)
	if err != nil {
		return Result{}, err
	}
	defer s.refs.Alone(found.List)() // two at once would spend twice
	if found, err = s.refs.List(kind, "ref", text); err != nil {
		return Result{}, err
	}
	s.purse.forget(found.Search)
	v.from(ctx, found)
	again := &desk.Renewal{Given: true, Thing: "the same"}
	list, _ := found.Lists.Latest(kind)
	days := &params.Days{Today: v.Now}
	switch kind {
	case recall.Trips:
		if found.Row > 0 {
			return v.openTrip(ctx, found.Argument(), params.New("getFlightTrip", days), again)
		}
		view := flights.View{Query: params.New("getFlightSearchResults", days), Life: v.wait(ctx, "")}
		trips, err := flights.Results(ctx, v.Desk, &flights.ResultsRequest{View: view, Renewal: again})
		return v.trips(ctx, trips, view, err)
	case recall.Fares:
		if found.Row > 0 {
			return v.openFare(ctx, found.Argument(), params.New("getFareOptions", days), again)
		}
		return v.openTrip(ctx, list.TripID, params.New("getFlightTrip", days), again)
	case recall.Options:
		return v.openFare(ctx, list.FareID, params.New("getFareOptions", days), again)
	case recall.Hotels:
		view := hotels.View{Query: params.New("getHotelSearchResults", days), Life: v.wait(ctx, "")}
		hotelsFound, err := hotels.Results(ctx, v.Desk, &hotels.ResultsRequest{View: view, Renewal: again})
		return v.hotels(ctx, hotelsFound, view, err)
	case recall.Rates:
		return v.renewRates(ctx, list, again)
	}
	return Result{}, problem.UsageError{Text: "ref " + text + " does not expire"}
}

// renewFound makes the search behind a row of a survey again.
func (v *visit) renewFound(ctx context.Context, kind recall.Kind, ref string) (Result, error) {
	of := "getFlightSearchResults"
	if kind == recall.Nights {
		of = "getHotelSearchResults"
	}
	return v.openFound(ctx, kind, ref, params.New(of, &params.Days{Today: v.Now}), &desk.Renewal{Given: true, Thing: "the same"})
}

// renewRates reads the rates of a list again.
func (v *visit) renewRates(ctx context.Context, list recall.List, again *desk.Renewal) (Result, error) {
	days := &params.Days{Today: v.Now}
	r := hotels.RatesRequest{Search: params.New("createHotelSearch", days), Query: params.New("getHotelRates", days), Renewal: again}
	if err := r.Query.SetTyped("searchId", list.Search.ID); err != nil {
		return Result{}, err
	}
	v.found.Row, v.found.ID = 0, strconv.FormatInt(list.Asked().HotelID, 10)
	return v.rates(ctx, r)
}

// openTrip opens a trip of the call's list, or of an id.
func (v *visit) openTrip(ctx context.Context, trip string, q *params.Values, again *desk.Renewal) (Result, error) {
	opened, err := flights.OpenTrip(ctx, v.Desk, &flights.TripRequest{Trip: trip, Query: q, Renewal: again})
	t := told{operation: "getFlightTrip", bodies: opened.Bodies, meta: opened.Meta, kind: recall.Fares}
	if err == nil && opened.Value.Pick.List.Flight != nil {
		t.about = []string{v.route(ctx, *opened.Value.Pick.List.Flight, opened.Value.Locale)}
	}
	return v.result(ctx, t, err)
}

// openFare opens a fare of the call's list, or of an id.
func (v *visit) openFare(ctx context.Context, fare string, q *params.Values, again *desk.Renewal) (Result, error) {
	opened, err := flights.OpenFare(ctx, v.Desk, &flights.OptionsRequest{Fare: fare, Query: q, Renewal: again})
	if err == nil && opened.Value.Body == nil {
		return v.link(ctx, "getFareOptions", desk.Answer[desk.Link]{Value: opened.Value.Link, Meta: opened.Meta})
	}
	return v.result(ctx, told{operation: "getFareOptions", bodies: opened.Bodies, meta: opened.Meta, kind: recall.Options}, err)
}

// link lays a link out. It may be the seller's own, which no answer of the service has.
func (v *visit) link(ctx context.Context, operation string, link desk.Answer[desk.Link]) (Result, error) {
	t := told{operation: operation, bodies: link.Bodies, meta: link.Meta, about: link.Value.About}
	if until := link.Value.Life.Until(); !until.IsZero() {
		t.notes = append(t.notes, link.Value.Life.Words(v.Now()))
	}
	if len(link.Bodies) == 0 {
		address, err := v.CheckLink(link.Value)
		if err != nil {
			return v.fail(err)
		}
		t.notes = append(t.notes, link.Value.Remarks...)
		t.bodies = [][]byte{[]byte(`{"handoffUrl":` + asJSON(address) + `}`)}
		t.operation = answers.SellersLink
	} else if why := v.StrangeHost(link.Value); why != "" {
		t.meta.Warn(why)
	}
	return v.result(ctx, t, nil)
}
