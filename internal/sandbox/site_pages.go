package sandbox

import (
	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/site"
)

// newSite makes the public site, which shares the engines and the ids with the
// API: a search begun on one side can be read on the other.
func (s *Server) newSite() *site.Site {
	return site.New(site.Options{
		Now:        s.now,
		Flights:    s.flights,
		Start:      s.startSearch,
		Open:       s.knownSearch,
		Departures: s.departures,
	})
}

func (s *Server) startSearch(q flights.Query) (flights.Query, error) {
	id, err := s.ids.FlightSearch(ids.FlightSearch{
		From: q.From, To: q.To, Out: q.Out, Back: q.Back, Cabin: q.Cabin,
		Adults: q.Adults, Children: q.Children, Infants: q.Infants, Site: q.Site, Created: q.Created,
	})
	q.ID = id
	return q, err
}

// knownSearch is the search of an id, alive or not.
func (s *Server) knownSearch(id string) (flights.Query, bool) {
	search, err := s.ids.ParseFlightSearch(id)
	if err != nil {
		return flights.Query{}, false
	}
	return queryOf(id, search), true
}
