package sandbox

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/rest"
)

// flightAPI serves the operations on flights, and gives the site its searches:
// one begun on either side can be read on the other.
type flightAPI struct {
	engine func() *flights.Engine // made on its first use
	ids    *ids.Codec
	origin string // of the links
}

func (a *flightAPI) operations() operations {
	return operations{
		"createFlightSearch":     {serve: a.createFlightSearch},
		"getFlightSearchResults": {serve: a.getFlightSearchResults},
		"getFlightTrip":          {serve: a.getFlightTrip},
		"getTripExperience":      {serve: a.getTripExperience},
		"getFareOptions":         {serve: a.getFareOptions},
		"getFlightSchedules":     {serve: a.getFlightSchedules},
		"getFareBookingLink":     {serve: a.getFareBookingLink},
		"getFlightSearchLink":    {serve: a.getFlightSearchLink},
	}
}

func (a *flightAPI) startSearch(q flights.Query) (flights.Query, error) {
	id, err := a.ids.FlightSearch(ids.FlightSearch{
		From: q.From, To: q.To, Out: q.Out, Back: q.Back, Cabin: q.Cabin,
		Adults: q.Adults, Children: q.Children, Infants: q.Infants, Site: q.Site, Created: q.Created,
	})
	if err != nil {
		return q, err
	}
	// What is read back is what any later visit will see.
	q, _ = a.knownSearch(id)
	return q, nil
}

// knownSearch is the flight search of an id, expired or not.
func (a *flightAPI) knownSearch(id string) (flights.Query, bool) {
	search, err := a.ids.ParseFlightSearch(id)
	if err != nil {
		return flights.Query{}, false
	}
	return flights.Query{
		ID: id, From: search.From, To: search.To, Out: search.Out, Back: search.Back, Cabin: search.Cabin,
		Adults: search.Adults, Children: search.Children, Infants: search.Infants, Site: search.Site, Created: search.Created,
	}, true
}

// openSearch turns a search id back into its search, if it is still valid at the
// time at.
func (a *flightAPI) openSearch(id string, at time.Time) (flights.Query, error) {
	q, ok := a.knownSearch(id)
	if !ok {
		return q, rest.NotFoundf("No flight search has this id. Create a new one.")
	}
	// After a clock was set back an id can come from the future; it counts as new.
	if age := at.Sub(q.Created); age >= flights.Lifetime {
		return flights.Query{}, rest.NotFoundf("This flight search has expired: it lived %d minutes, until %s. Create a new one.",
			int(flights.Lifetime.Minutes()), q.Created.Add(flights.Lifetime).UTC().Format(time.RFC3339))
	}
	return q, nil
}

func (a *flightAPI) getFlightTrip(c *call) (any, error) {
	tripID := c.params.Text("tripId")
	searchID, code, found := strings.Cut(tripID, ":")
	if sent := c.params.Text("searchId"); sent != searchID {
		return nil, rest.Invalidf("Query parameter searchId has %q; it must be the part of the trip id before its first colon.", sent)
	}
	if !found {
		return nil, rest.NotFoundf("A trip id is a search id, a colon and a trip code; this one has no colon.")
	}
	q, err := a.openSearch(searchID, c.at)
	if err != nil {
		return nil, err
	}
	trip, err := a.readTrip(c, q, code)
	if errors.Is(err, flights.ErrNotFound) {
		return nil, rest.NotFoundf("The search has no trip with this id at this moment.")
	}
	if err != nil {
		return nil, fmt.Errorf("read trip: %w", err)
	}
	return trip, nil
}

func (a *flightAPI) readTrip(c *call, q flights.Query, code string) (any, error) {
	if c.params.Text("view") == "detail" {
		return a.engine().TripDetail(q, c.at, quoteOf(c.params), code)
	}
	return a.engine().Trip(q, c.at, quoteOf(c.params), code)
}
func (a *flightAPI) getTripExperience(c *call) (any, error) {
	searchID, code, _ := strings.Cut(c.params.Text("tripId"), ":") // the pattern has checked the colon
	if sent := c.params.Text("searchId"); c.params.Given("searchId") && sent != searchID {
		return nil, rest.Invalidf("Query parameter searchId has %q; it must be the part of the trip id before its first colon.", sent)
	}
	q, err := a.openSearch(searchID, c.at)
	if err != nil {
		return nil, err
	}
	experience, err := a.engine().Experience(q, c.at, code)
	if errors.Is(err, flights.ErrNotFound) {
		return nil, rest.NotFoundf("The search has no trip with this id at this moment.")
	}
	if err != nil {
		return nil, fmt.Errorf("read experience: %w", err)
	}
	return experience, nil
}

// getFareOptions refuses what does not have the shape of a fare id; what has it and
// cannot be opened, because its search is over or never existed, is not found. It
// refuses a currency without a rate too, where other reads answer in USD: this
// read promises prices in the currency that its metadata names.
func (a *flightAPI) getFareOptions(c *call) (any, error) {
	id, err := flights.ParseFareID(c.params.Text("fareId"))
	if err != nil {
		return nil, rest.Invalidf("Path parameter fareId has %q, which is not a fare id; send one from a trip's fares.", c.params.Text("fareId"))
	}
	if _, ok := data.Load().Currency(c.params.Text("currency")); !ok {
		return nil, rest.Invalidf("Query parameter currency has %q, which fares cannot be quoted in.", c.params.Text("currency"))
	}
	q, err := a.openSearch(id.Search, c.at)
	if err != nil {
		return nil, err
	}
	options, err := a.engine().FareOptions(q, c.at, quoteOf(c.params), id.String())
	switch {
	case errors.Is(err, flights.ErrNotFound):
		return nil, rest.NotFoundf("The search has no fare with this id at this moment.")
	case errors.Is(err, flights.ErrNotPlatform):
		return nil, rest.Invalidf("Path parameter fareId has a fare that is not of kind platform; only those have options. Its handoffUrl leads to its seller.")
	case err != nil:
		return nil, fmt.Errorf("read fare options: %w", err)
	}
	return options, nil
}

// getFlightSchedules takes a locale like every read, but carriers and aircraft
// have the same names in all languages.
func (a *flightAPI) getFlightSchedules(c *call) (any, error) {
	p := flights.SchedulesParams{
		From:       c.params.Text("from"),
		To:         c.params.Text("to"),
		Airline:    c.params.Text("airline"),
		Page:       c.params.Int("page"),
		PageSize:   c.params.Int("pageSize"),
		Site:       siteOf(c.params),
		SiteSource: c.params.Source("siteCode"),
	}
	for _, end := range []string{"from", "to"} {
		if _, ok := a.engine().CityOf(c.params.Text(end)); !ok {
			return nil, rest.Invalidf("Query parameter %s has %q, which does not stand for a city with scheduled flights.", end, c.params.Text(end))
		}
	}
	return a.engine().Schedules(c.at, p), nil
}
