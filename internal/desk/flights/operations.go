package flights

import (
	"context"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/search"
)

// Operations are the operations of the contract about flights, as they stand.
func Operations() map[string]desk.Operation {
	return map[string]desk.Operation{
		"createFlightSearch": desk.Makes[apiclient.FlightSearchRequest, apiclient.FlightSearchCreated](checkJourney,
			func(ctx context.Context, c *apiclient.Client, clock search.Clock, p apiclient.FlightSearchRequest) (search.Created, error) {
				return search.Service{Client: c, Clock: clock}.CreateFlights(ctx, p)
			}),
		"getFlightSearchResults": desk.Again(checkRead,
			func(c *apiclient.Client, clock search.Clock, q *ask.Values, p apiclient.GetFlightSearchResultsParams) search.Reader[*apiclient.FlightResults] {
				return search.Service{Client: c, Clock: clock}.Flights(q.Text("searchId"), p)
			}, look),
		"getFlightTrip": desk.Once(nil,
			func(ctx context.Context, c *apiclient.Client, q *ask.Values, p *apiclient.GetFlightTripParams) (*apiclient.Answer[apiclient.FlightTrip], error) {
				answer, err := c.GetFlightTrip(ctx, q.Text("tripId"), p)
				return answer, wrap("open the trip", err)
			}),
		"getTripExperience": desk.Once(nil,
			func(ctx context.Context, c *apiclient.Client, q *ask.Values, p *apiclient.GetTripExperienceParams) (*apiclient.Answer[apiclient.TripExperience], error) {
				answer, err := c.GetTripExperience(ctx, q.Text("tripId"), p)
				return answer, wrap("read how the trip will feel", err)
			}),
		"getFareOptions": desk.Once(nil,
			func(ctx context.Context, c *apiclient.Client, q *ask.Values, p *apiclient.GetFareOptionsParams) (*apiclient.Answer[apiclient.FareOptions], error) {
				answer, err := c.GetFareOptions(ctx, q.Text("fareId"), p)
				return answer, wrap("open the fare", err)
			}),
		"getFareBookingLink": desk.Once(func(_ *desk.Desk, q *ask.Values) error { return (&BookingRequest{Query: q}).check() },
			func(ctx context.Context, c *apiclient.Client, q *ask.Values, p *apiclient.GetFareBookingLinkParams) (*apiclient.Answer[apiclient.BookingLink], error) {
				answer, err := c.GetFareBookingLink(ctx, q.Text("fareId"), p)
				return answer, wrap("make the link", err)
			}),
		"getFlightSearchLink": desk.Once(checkJourney,
			func(ctx context.Context, c *apiclient.Client, _ *ask.Values, p *apiclient.GetFlightSearchLinkParams) (*apiclient.Answer[apiclient.SearchLink], error) {
				answer, err := c.GetFlightSearchLink(ctx, p)
				return answer, wrap("make the link", err)
			}),
		"getFlightSchedules": desk.Once(
			func(d *desk.Desk, q *ask.Values) error { return places.CheckRoute(d, q.Text("from"), q.Text("to")) },
			func(ctx context.Context, c *apiclient.Client, _ *ask.Values, p *apiclient.GetFlightSchedulesParams) (*apiclient.Answer[apiclient.ScheduleResults], error) {
				answer, err := c.GetFlightSchedules(ctx, p)
				return answer, wrap("read the timetable", err)
			}),
	}
}

// checkJourney holds the rules of a search and of a link to one.
func checkJourney(d *desk.Desk, q *ask.Values) error {
	if err := places.CheckRoute(d, q.Text("from"), q.Text("to")); err != nil {
		return err
	}
	if err := query.CheckTravel(d.Now(), q.Text("fromDate"), q.Text("toDate")); err != nil {
		return err
	}
	return checkParty(q)
}

func checkRead(_ *desk.Desk, q *ask.Values) error { return checkFilters(q) }
