package mcpserver

import (
	"context"
	"encoding/json"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/mcpserver/refs"
	"travel.example/travel/internal/problem"
)

// A listed operation reads something that a list holds: what its list knows comes along, and its own
// rows are kept.
type listed struct {
	of   string // the argument that names a row or a list
	kind recall.Kind
	call func(ctx context.Context, v *visit, q *params.Values) (Result, error)
}

// listedOperations are they, by operation.
func listedOperations() map[string]listed {
	return map[string]listed{
		"getFlightSearchResults":  {"searchId", recall.Trips, readTrips},
		"getFlightTrip":           {"tripId", recall.Trips, readTrip},
		"getTripExperience":       {"tripId", recall.Trips, readExperience},
		"getFareOptions":          {"fareId", recall.Fares, readOptions},
		"getFareBookingLink":      {"fareId", recall.Fares, bookFare},
		"getHotelSearchResults":   {"searchId", recall.Hotels, readHotels},
		"getHotel":                {"hotelId", recall.Hotels, readHotel},
		"getHotelReviews":         {"hotelId", recall.Hotels, readReviews},
		"getHotelRateBookingLink": {"rateId", recall.Rates, bookRate},
	}
}

// listedCall is the call of a listed operation.
func (o operation) listedCall(ctx context.Context, s *Session, a Args, l listed) (Result, error) {
	v, err := s.visit(ctx, o.ID, a, o.names()...)
	if err != nil {
		return Result{}, err
	}
	text, err := v.text(l.of, "a reference, or an id as the service gave it")
	if err != nil {
		return Result{}, err
	}
	if text == "" {
		return Result{}, problem.UsageError{Text: l.of + " is missing; give a reference, or an id as the service gave it"}
	}
	find := s.refs.Row
	if l.of == "searchId" {
		find = s.refs.List
	}
	if kind, ok := refs.KindOf(text); ok && l.of == "searchId" {
		if of, own := refs.Searched(kind); own && of == l.kind {
			return v.openFound(ctx, kind, text, params.New(o.ID, &params.Days{Today: v.Now}), nil)
		}
	}
	found, err := find(l.kind, l.of, text)
	if err != nil {
		return Result{}, err
	}
	v.from(ctx, found)
	if err := v.resolve(); err != nil {
		return Result{}, err
	}
	q := params.New(o.ID, &params.Days{Today: v.Now})
	except := l.of
	if l.of == "hotelId" {
		except = "" // which the desk compares with the row
	}
	if err := v.fill(ctx, q, except, "fareOptionId"); err != nil {
		return v.fail(err)
	}
	if err := v.Settle(ctx, q.Days()); err != nil {
		return v.fail(err)
	}
	return l.call(ctx, v, q)
}

// ids are the arguments that take a row of a list.
var ids = map[string]recall.Kind{"tripId": recall.Trips, "fareId": recall.Fares, "hotelId": recall.Hotels, "rateId": recall.Rates}

// resolve puts ids in place of references in the arguments of this call.
func (v *visit) resolve() error {
	members := map[string]json.RawMessage{}
	for name, value := range v.args.Members {
		members[name] = value
		text, err := v.text(name, "")
		if err != nil || !refs.Is(text) {
			continue // it is looked at where it is read
		}
		kind, of := refs.KindOf(text)
		if name == "searchId" && of {
			found, err := v.session.refs.List(kind, name, text)
			if err != nil {
				return err
			}
			members[name] = json.RawMessage(asJSON(found.Search))
		}
		if want, ok := ids[name]; ok {
			found, err := v.session.refs.Row(want, name, text)
			if err != nil {
				return err
			}
			members[name] = json.RawMessage(asJSON(found.ID))
		}
	}
	v.args.Members = members
	return nil
}

func readTrips(ctx context.Context, v *visit, q *params.Values) (Result, error) {
	life, err := v.life(ctx, v.found.Search)
	if err != nil {
		return Result{}, err
	}
	view := flights.View{Query: q, Life: life}
	trips, err := flights.Results(ctx, v.Desk, &flights.ResultsRequest{Search: v.found.Search, View: view})
	v.followed(trips.Meta, v.found.Search)
	return v.trips(ctx, trips, view, err)
}

func readTrip(ctx context.Context, v *visit, q *params.Values) (Result, error) {
	return v.openTrip(ctx, v.found.Argument(), q, nil)
}

func readExperience(ctx context.Context, v *visit, q *params.Values) (Result, error) {
	answer, _, err := flights.Experience(ctx, v.Desk, &flights.TripRequest{Trip: v.found.Argument(), Query: q})
	return v.result(ctx, told{operation: "getTripExperience", bodies: answer.Bodies, meta: answer.Meta}, err)
}

func readOptions(ctx context.Context, v *visit, q *params.Values) (Result, error) {
	return v.openFare(ctx, v.found.Argument(), q, nil)
}

// bookFare makes the link of a fare with the options that were chosen, from the list of those where they
// are in one: it knows the fare too.
func bookFare(ctx context.Context, v *visit, q *params.Values) (Result, error) {
	texts, err := v.args.Texts("fareOptionId", "references such as O1.2, or ids as the service gave them")
	if err != nil {
		return Result{}, err
	}
	r := flights.BookingRequest{Fare: v.found.Argument(), Query: q}
	if texts != nil { // several in one text are how the answer tells what was sent
		texts = strings.Split(strings.Join(texts, ","), ",")
	}
	for _, text := range texts {
		option, err := v.session.refs.Row(recall.Options, "fareOptionId", text)
		if err != nil {
			return Result{}, err
		}
		if r.Options, err = flights.AddOption(r.Options, option.ID); err != nil {
			return Result{}, err
		}
		if option.List != "" {
			fare := v.found
			v.from(ctx, option)
			r.Fare, v.found = fare.ID, fare
		}
	}
	link, _, err := flights.Book(ctx, v.Desk, &r)
	if err != nil {
		return v.fail(err)
	}
	return v.link(ctx, "getFareBookingLink", link)
}

func readHotels(ctx context.Context, v *visit, q *params.Values) (Result, error) {
	life, err := v.life(ctx, v.found.Search)
	if err != nil {
		return Result{}, err
	}
	view := hotels.View{Query: q, Life: life}
	found, err := hotels.Results(ctx, v.Desk, &hotels.ResultsRequest{Search: v.found.Search, View: view})
	v.followed(found.Meta, v.found.Search)
	return v.hotels(ctx, found, view, err)
}

// hotel is the hotel that the call begins from.
func (v *visit) hotel() (hotels.Hotel, error) {
	return hotels.Pick(v.Desk, "hotelId", v.found.Argument(), "")
}

func readHotel(ctx context.Context, v *visit, q *params.Values) (Result, error) {
	hotel, err := v.hotel()
	if err != nil {
		return Result{}, err
	}
	answer, err := hotels.Show(ctx, v.Desk, hotel, q)
	return v.result(ctx, told{operation: "getHotel", bodies: answer.Bodies, meta: answer.Meta}, err)
}

func readReviews(ctx context.Context, v *visit, q *params.Values) (Result, error) {
	hotel, err := v.hotel()
	if err != nil {
		return Result{}, err
	}
	answer, err := hotels.Reviews(ctx, v.Desk, hotel, q, desk.Pages{})
	first := 1
	if answer.Value != nil {
		first = (answer.Value.Metadata.Page-1)*answer.Value.Metadata.PageSize + 1
	}
	return v.result(ctx, told{operation: "getHotelReviews", bodies: answer.Bodies, rows: answer.Rows, meta: answer.Meta, first: first}, err)
}

func bookRate(ctx context.Context, v *visit, q *params.Values) (Result, error) {
	rate, err := hotels.PickRate(v.Desk, v.found.Argument())
	if err != nil {
		return v.fail(err)
	}
	link, err := hotels.BookingLink(ctx, v.Desk, &hotels.LinkRequest{Rate: rate, Query: q})
	if err != nil {
		return v.fail(err)
	}
	return v.link(ctx, "getHotelRateBookingLink", link)
}

// keepPlaces keeps the places that an operation answered with. One without a code is called what finds it
// as an argument: its name, or its point.
func (v *visit) keepPlaces(value any) error {
	var rows []apiclient.Place
	switch found := value.(type) {
	case *apiclient.PlaceResults:
		rows = found.Results
	case *apiclient.NearbyPlaceResults:
		rows = found.Results
	}
	list := recall.List{Kind: recall.Places}
	for i, p := range rows {
		row := recall.Row{N: i + 1, Label: places.Typed(p)}
		switch {
		case p.Code != nil:
			row.ID, row.Label = *p.Code, p.Name
		case p.Type != apiclient.PlaceTypeCity && p.Latitude != nil && p.Longitude != nil: // names find no hotels here
			row.Label = p.Latitude.String() + "," + p.Longitude.String()
		}
		list.Rows = append(list.Rows, row)
	}
	return v.Keep(list)
}
