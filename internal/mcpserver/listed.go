package mcpserver

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"travel.example/travel/api"
	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/mcpserver/answers"
	"travel.example/travel/internal/mcpserver/refs"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
)

// A listed operation reads an item of a list. It takes the context of that list, and its own rows are kept.
type listed struct {
	of   string // the argument that names a row or a list
	kind recall.Kind
	call func(ctx context.Context, v *visit, q *ask.Values) (Result, error)
}

// listedOperations returns the listed operations by name.
func listedOperations() map[string]listed {
	return map[string]listed{
		"getFlightSearchResults": {"searchId", recall.Trips, reading(flights.Subject(), (*visit).trips, nil)},
		"getFlightTrip": {"tripId", recall.Trips, func(ctx context.Context, v *visit, q *ask.Values) (Result, error) {
			return v.openTrip(ctx, v.found.Argument(), q, nil)
		}},
		"getTripExperience": {"tripId", recall.Trips, func(ctx context.Context, v *visit, q *ask.Values) (Result, error) {
			answer, _, err := flights.Experience(ctx, v.Desk, &flights.TripRequest{Trip: v.found.Argument(), Query: q})
			return v.result(ctx, outcome{operation: "getTripExperience", bodies: answer.Bodies, meta: answer.Meta}, err)
		}},
		"getFareOptions": {"fareId", recall.Fares, func(ctx context.Context, v *visit, q *ask.Values) (Result, error) {
			return v.openFare(ctx, v.found.Argument(), q, nil)
		}},
		"getFareBookingLink":      {"fareId", recall.Fares, bookFare},
		"getHotelSearchResults":   {"searchId", recall.Hotels, reading(hotels.Subject(), (*visit).hotels, nil)},
		"getHotelRateBookingLink": {"rateId", recall.Rates, bookRate},
	}
}

// operateOn calls a listed operation.
func (v *visit) operateOn(ctx context.Context, op *api.Operation, l listed) (Result, error) {
	text := v.args.Text(l.of, "a reference, or an id as the service gave it")
	if text == "" {
		missing := problem.Usagef("%s is missing; give a reference, or an id as the service gave it", l.of)
		return Result{}, cmp.Or[error](v.args.err, missing)
	}
	q := v.query(op.ID)
	find := v.session.refs.Row
	if l.of == "searchId" {
		find = v.session.refs.List
		kind, _ := refs.KindOf(text)
		if refs.Searched(kind) == l.kind {
			return v.openFound(ctx, kind, text, q, nil)
		}
	}
	found, err := find(l.kind, l.of, text)
	if err != nil {
		return Result{}, err
	}
	v.from(found)
	v.fill(ctx, q, l.of, "fareOptionId")
	if v.args.err != nil {
		return Result{}, v.args.err
	}
	return l.call(ctx, v, q)
}

// reading reads the search of the call's list. With again, it repeats the search first if that has expired.
func reading[R any](
	s desk.Subject[R], lay func(*visit, context.Context, desk.Found[R], desk.View, error) (Result, error), again *desk.Renewal,
) func(context.Context, *visit, *ask.Values) (Result, error) {
	return func(ctx context.Context, v *visit, q *ask.Values) (Result, error) {
		id := v.found.Search
		if again != nil {
			id = "" // of the last list, with its filters
		}
		view := desk.View{Query: q, Life: v.life(ctx)}
		if v.args.err != nil {
			return Result{}, v.args.err
		}
		found, err := s.Results(ctx, v.Desk, &desk.ResultsRequest{Search: id, View: view, Renewal: again})
		return lay(v, ctx, found, view, err)
	}
}

// rowOf returns the kind of list whose rows an argument accepts, or "".
func rowOf(argument string) recall.Kind {
	switch argument {
	case "tripId":
		return recall.Trips
	case "fareId":
		return recall.Fares
	case "hotelId":
		return recall.Hotels
	case "rateId":
		return recall.Rates
	case "from", "to", "near", "place", "cityCode":
		return recall.Places
	}
	return ""
}

// id returns the id that a reference in an argument stands for. Any other text is returned as it is.
func (v *visit) id(name, text string) (string, error) {
	kind, isRef := refs.KindOf(text)
	if isRef && name == "searchId" {
		found, err := v.session.refs.List(kind, name, text)
		return found.Search, err
	}
	want := rowOf(name)
	if !isRef || want == "" {
		return text, nil
	}
	found, err := v.session.refs.Row(want, name, text)
	if err != nil {
		return "", err
	}
	list, _, _ := found.Lists.Latest(want)
	if want == recall.Places {
		row, err := list.Pick(found.Row)
		return cmp.Or(found.ID, row.Label), err
	}
	v.language = list.Terms.Locale
	return cmp.Or(found.ID, text), nil // without an id, the desk determines which one is meant
}

// bookFare makes the link of a fare with the chosen options. If the options are in a list, it uses that list, which
// knows the fare too.
func bookFare(ctx context.Context, v *visit, q *ask.Values) (Result, error) {
	texts := v.args.Texts("fareOptionId", "references such as O1.2, or ids as the service gave them")
	if v.args.err != nil {
		return Result{}, v.args.err
	}
	r := flights.BookingRequest{Label: "fareId", Fare: v.found.Argument(), Query: q}
	if texts != nil { // answers report several ids as one comma-separated text
		texts = strings.Split(strings.Join(texts, ","), ",")
	}
	fare := v.found
	for _, text := range texts {
		text = strings.TrimSpace(text)
		option, err := v.session.refs.Row(recall.Options, "fareOptionId", text)
		if err != nil {
			return Result{}, err
		}
		if r.Options, err = flights.AddOption(r.Options, option.ID); err != nil {
			return Result{}, err
		}
		if option.List == "" {
			continue
		}
		list, _, _ := option.Lists.Latest(recall.Options)
		if _, isRef := refs.KindOf(text); isRef && !owns(fare, list) {
			other := problem.Usagef("fareOptionId %s is an option of another fare, %s", text, list.FareID)
			return Result{}, other.Do("those of this fare", "getFareOptions", fare.Argument())
		}
		v.from(option)
		r.Fare, v.found, v.options = cmp.Or(fare.ID, list.FareID), fare, option.List
	}
	link, _, err := flights.Book(ctx, v.Desk, &r)
	if err != nil {
		return Result{}, err
	}
	return v.link(ctx, "getFareBookingLink", link)
}

// owns reports whether the options of a list are those of a fare. A trip stands for its only fare.
func owns(fare refs.Found, options recall.List) bool {
	if fare.ID != "" {
		return fare.ID == options.FareID
	}
	trips, _, _ := fare.Lists.Latest(recall.Trips)
	trip, err := trips.Pick(fare.Row)
	return err == nil && trip.ID == options.TripID
}

func bookRate(ctx context.Context, v *visit, q *ask.Values) (Result, error) {
	rate, err := hotels.PickRate(ctx, v.Desk, "rateId", v.found.Argument())
	if err != nil {
		return Result{}, err
	}
	link, err := hotels.BookingLink(ctx, v.Desk, &hotels.LinkRequest{Rate: rate, Query: q})
	if err != nil {
		return Result{}, err
	}
	return v.link(ctx, "getHotelRateBookingLink", link)
}

// keepPlaces stores the places of an answer. A place without a code gets as its label an argument that finds it:
// its name or its coordinates.
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
		row := recall.Row{N: i + 1, Offer: offer.Offer{Label: places.Typed(p)}}
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

// renew reads again what a reference points to, and repeats its search if that has expired.
func renew(ctx context.Context, v *visit) (Result, error) {
	s := v.session
	text := v.args.Text("ref", "a reference such as F1.2")
	if v.args.err != nil {
		return Result{}, v.args.err
	}
	kind, ok := refs.KindOf(text)
	again := &desk.Renewal{Given: true, Thing: "the same"}
	if of := refs.Searched(kind); of != "" { // a row of a survey
		read := "getFlightSearchResults"
		if of == recall.Hotels {
			read = "getHotelSearchResults"
		}
		return v.openFound(ctx, kind, text, v.query(read), again)
	}
	if !ok {
		return Result{}, problem.NotAccepted("ref", text, "a reference such as F1 or F1.2")
	}
	found, err := s.refs.List(kind, "ref", text)
	if err != nil {
		return Result{}, err
	}
	if found.Letter != "" { // the list that has it may not be the last
		if found, err = s.refs.Row(kind, "ref", text); err != nil {
			return Result{}, err
		}
	}
	s.purse.forget(found.Search)
	v.from(found)
	list, _, _ := found.Lists.Latest(kind)
	switch kind {
	case recall.Trips:
		if found.Row > 0 {
			return v.openTrip(ctx, found.Argument(), v.query("getFlightTrip"), again)
		}
		return reading(flights.Subject(), (*visit).trips, again)(ctx, v, v.query("getFlightSearchResults"))
	case recall.Fares:
		if found.Letter != "" {
			return v.openFare(ctx, found.Argument(), v.query("getFareOptions"), again)
		}
		return v.openTrip(ctx, list.TripID, v.query("getFlightTrip"), again)
	case recall.Options:
		return v.openFare(ctx, list.FareID, v.query("getFareOptions"), again)
	case recall.Hotels:
		return reading(hotels.Subject(), (*visit).hotels, again)(ctx, v, v.query("getHotelSearchResults"))
	case recall.Rates:
		if found.Row > 0 {
			list, _, _ = found.Lists.Part(kind, strconv.Itoa(found.Row))
		}
		r := hotels.RatesRequest{Search: v.query("createHotelSearch"), Query: v.query("getHotelRates"), Renewal: again}
		r.Query.SetTyped("searchId", list.Search.ID)
		v.found.Row, v.found.ID = 0, strconv.FormatInt(list.Asked().HotelID, 10)
		return v.rates(ctx, r)
	}
	return Result{}, problem.Usagef("ref %s does not expire", text)
}

// openTrip opens a trip of the call's list, or one given by id.
func (v *visit) openTrip(ctx context.Context, trip string, q *ask.Values, again *desk.Renewal) (Result, error) {
	opened, err := flights.OpenTrip(ctx, v.Desk, &flights.TripRequest{Trip: trip, Query: q, Renewal: again})
	t := outcome{operation: "getFlightTrip", bodies: opened.Bodies, meta: opened.Meta, kind: recall.Fares}
	if err != nil {
		return v.result(ctx, t, err)
	}
	t.parts = opened.Value.List
	for _, fare := range opened.Value.Fares {
		t.shown = append(t.shown, fare.Ref)
	}
	if q := opened.Value.Pick.List.Flight; q != nil {
		t.about = []string{v.flight(ctx, *q, opened.Value.Locale)}
	}
	return v.result(ctx, t, nil)
}

// openFare opens a fare of the call's list, or one given by id.
func (v *visit) openFare(ctx context.Context, fare string, q *ask.Values, again *desk.Renewal) (Result, error) {
	opened, err := flights.OpenFare(ctx, v.Desk, &flights.OptionsRequest{Fare: fare, Query: q, Renewal: again})
	if err == nil && opened.Value.Body == nil {
		return v.link(ctx, "getFareOptions", desk.Answer[desk.Link]{Value: opened.Value.Link, Meta: opened.Meta})
	}
	t := outcome{operation: "getFareOptions", bodies: opened.Bodies, meta: opened.Meta, kind: recall.Options}
	for _, option := range opened.Value.Options.First() {
		t.fits = append(t.fits, option.N)
	}
	return v.result(ctx, t, err)
}

// linksTo describes what a link is for.
func (v *visit) linksTo(t *outcome, link desk.Link) {
	t.meta.Booking = link.Booking
	for _, row := range link.Rows(v.Now()) {
		t.about = append(t.about, row[0]+": "+clean.Line(row[1]))
	}
}

// link lays out a link. It may be the seller's own, which no answer of the service contains.
func (v *visit) link(ctx context.Context, operation string, link desk.Answer[desk.Link]) (Result, error) {
	t := outcome{operation: operation, bodies: link.Bodies, meta: link.Meta, about: link.Value.About}
	v.linksTo(&t, link.Value)
	if len(link.Bodies) == 0 {
		address, err := v.CheckLink(link.Value)
		if err != nil {
			return Result{}, err
		}
		t.notes = append(t.notes, link.Value.Remarks...)
		t.bodies = [][]byte{[]byte(`{"handoffUrl":` + asJSON(address) + `}`)}
		t.operation = answers.SellersLink
	} else if why := v.StrangeHost(link.Value); why != "" {
		t.meta.Warn(why)
	}
	return v.result(ctx, t, nil)
}
