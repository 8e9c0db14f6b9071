package flights

import (
	"cmp"
	"context"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/search"
)

// Operations are the operations of the contract about flights, as they stand.
func Operations() map[string]desk.Operation {
	journey := func(d *desk.Desk, q *ask.Values) error { return checkJourney(d, q.Text("from"), q.Text("to"), q) }
	return map[string]desk.Operation{
		"createFlightSearch": desk.Makes[apiclient.FlightSearchRequest, apiclient.FlightSearchCreated](journey, search.Service.CreateFlights),
		"getFlightSearchResults": desk.Again(
			func(_ *desk.Desk, q *ask.Values) error { return checkFilters(q) },
			func(*ask.Values) desk.Subject[*apiclient.FlightResults] { return Subject() },
		),
		"getFlightTrip":       desk.ByID("open the trip", "tripId", nil, (*apiclient.Client).GetFlightTrip),
		"getTripExperience":   desk.ByID("read how the trip will feel", "tripId", nil, (*apiclient.Client).GetTripExperience),
		"getFareOptions":      desk.ByID("open the fare", "fareId", nil, (*apiclient.Client).GetFareOptions),
		"getFareBookingLink":  desk.ByID("make the link", "fareId", checkBooking, (*apiclient.Client).GetFareBookingLink),
		"getFlightSearchLink": desk.Plain("make the link", journey, (*apiclient.Client).GetFlightSearchLink),
		"getFlightSchedules": desk.Plain("read the timetable",
			func(d *desk.Desk, q *ask.Values) error { return places.CheckRoute(d, q.Text("from"), q.Text("to")) }, (*apiclient.Client).GetFlightSchedules),
	}
}

// ScheduleRequest is a timetable to read.
type ScheduleRequest struct {
	From, To string      // codes or names
	Query    *ask.Values // of getFlightSchedules, without the two
	Pages    desk.Pages
}

// Timetable is what is published for a route, and how both ends of it were understood.
type Timetable struct {
	*apiclient.ScheduleResults
	From, To places.Place
}

// Schedules reads the published timetable of a route, over as many pages as are wanted. It spends no
// search. What was read before a fault comes back with it.
func Schedules(ctx context.Context, d *desk.Desk, r *ScheduleRequest) (desk.Answer[Timetable], error) {
	var none desk.Answer[Timetable]
	if err := cmp.Or(places.CheckRoute(d, r.From, r.To), r.Pages.Apply(r.Query)); err != nil {
		return none, err
	}
	locale, err := d.Resolve(ctx, r.Query, desk.Locale{})
	if err != nil {
		return none, err
	}
	finder := places.At(d, locale)
	from, to, err := finder.Route(ctx, r.From, r.To, false)
	if err != nil {
		return none, err
	}
	if err := setRoute(r.Query, r.From, r.To, from, to); err != nil {
		return none, err
	}
	ends := [][2]string{{"FROM", from.Code}, {"TO", to.Code}}
	rows := func(r *apiclient.ScheduleResults) desk.PageRows[apiclient.ScheduledFlight] {
		return desk.PageRows[apiclient.ScheduledFlight]{List: &r.Results, Total: r.Metadata.TotalCandidates, More: &r.Metadata.HasMore}
	}
	answer, _, err := desk.ReadPages(ctx, d, r.Query, locale, r.Pages, "read the timetable", (*apiclient.Client).GetFlightSchedules, rows)
	if answer.Value == nil {
		return none, finder.Refused(ctx, err, ends...)
	}
	meta := &answer.Value.Metadata
	if meta.TotalCandidates == 0 {
		if err := finder.Unserved(ctx, ends...); err != nil {
			return none, err
		}
	}
	places.Remember(d, from, to)
	meta.ResultCount = answer.Rows
	locale.Take(meta.SiteCode)
	locale.Record(&answer.Meta, "", desk.ServiceLocale)
	if meta.Coverage == apiclient.CoverageTruncated {
		answer.Meta.Warn(desk.TruncatedList)
	}
	return desk.Answer[Timetable]{Value: Timetable{answer.Value, from, to}, Bodies: answer.Bodies, Rows: answer.Rows, Meta: answer.Meta}, err
}

// Batch is what the lines of a batch of flight searches are. body and view hold for all of them, where a
// line says nothing else.
func Batch(body *ask.Values, view desk.View) batch.Kind {
	request := func(r *batch.Row) *SearchRequest {
		own := view
		own.Query = r.Read
		return &SearchRequest{From: r.Arguments["from"], To: r.Arguments["to"], Query: r.Body, View: own}
	}
	return batch.Kind{
		Arguments: []batch.Argument{
			{Name: "from", Needed: true}, {Name: "to", Needed: true},
			{Name: "fromDate", Also: []string{"date"}, Day: "fromDate", Needed: true},
			{Name: "toDate", Also: []string{"return"}, Day: "toDate"},
		},
		Body: body, Read: view.Query,
		Closed:    []string{"searchId", "page", "pageSize"},
		Common:    []string{"adults", "cabin", "currency"},
		Example:   "from,to,fromDate,toDate and below it DXB,LHR,+30d,+37d",
		Operation: func([]*batch.Row) string { return desk.FlightSearches },
		Lives:     search.FlightsLast,
		Check:     func(d *desk.Desk, r *batch.Row) error { return Check(d, request(r)) },
		Prepare: func(ctx context.Context, d *desk.Desk, r *batch.Row) (desk.Ready, error) {
			return Prepare(ctx, d, request(r))
		},
		Follow: func(ctx context.Context, d *desk.Desk, made desk.Made, r *batch.Row) (batch.Answer, error) {
			own := view
			own.Query, own.Named = r.Read, true
			trips, err := Subject().Follow(ctx, d, made, own)
			return batch.AnswerOf(trips, made, func(r *apiclient.FlightResults) int { return r.Metadata.TotalCandidates }), err
		},
	}
}
