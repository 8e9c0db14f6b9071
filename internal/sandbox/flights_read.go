package sandbox

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/rest"
)

// openSearch turns a search id back into its search, if it is still valid at the
// time at.
func (s *Server) openSearch(id string, at time.Time) (flights.Query, error) {
	search, err := s.ids.ParseFlightSearch(id)
	if err != nil {
		return flights.Query{}, rest.NotFoundf("No flight search has this id. Create a new one.")
	}
	// After a clock was set back an id can come from the future; it counts as new.
	if age := at.Sub(search.Created); age >= flights.Lifetime {
		return flights.Query{}, rest.NotFoundf("This flight search has expired: it lived %d minutes, until %s. Create a new one.",
			int(flights.Lifetime.Minutes()), search.Created.Add(flights.Lifetime).UTC().Format(time.RFC3339))
	}
	return queryOf(id, search), nil
}

// queryOf is the search that was packed into an id.
func queryOf(id string, search ids.FlightSearch) flights.Query {
	return flights.Query{
		ID:       id,
		From:     search.From,
		To:       search.To,
		Out:      search.Out,
		Back:     search.Back,
		Cabin:    search.Cabin,
		Adults:   search.Adults,
		Children: search.Children,
		Infants:  search.Infants,
		Site:     search.Site,
		Created:  search.Created,
	}
}

// quoteOf is what a priced read is answered in. Who chose it is determined
// before defaults are applied.
func quoteOf(params rest.Values) flights.Quote {
	return flights.Quote{
		Currency:       params.Text("currency"),
		CurrencySource: params.Source("currency"),
		Locale:         params.Text("locale"),
		LocaleSource:   params.Source("locale"),
	}
}

func (s *Server) getFlightTrip(c *call) (any, error) {
	tripID := c.params.Text("tripId")
	searchID, code, found := strings.Cut(tripID, ":")
	if sent := c.params.Text("searchId"); sent != searchID {
		return nil, rest.Invalidf("Query parameter searchId has %q; it must be the part of the trip id before its first colon.", sent)
	}
	if !found {
		return nil, rest.NotFoundf("A trip id is a search id, a colon and a trip code; this one has no colon.")
	}
	q, err := s.openSearch(searchID, c.at)
	if err != nil {
		return nil, err
	}
	trip, err := s.readTrip(c, q, code)
	if errors.Is(err, flights.ErrNotFound) {
		return nil, rest.NotFoundf("The search has no trip with this id at this moment.")
	}
	if err != nil {
		return nil, fmt.Errorf("read trip: %w", err)
	}
	return trip, nil
}

func (s *Server) readTrip(c *call, q flights.Query, code string) (any, error) {
	if c.params.Text("view") == "detail" {
		return s.flights().TripDetail(q, c.at, quoteOf(c.params), code)
	}
	return s.flights().Trip(q, c.at, quoteOf(c.params), code)
}
