package sandbox

import (
	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/site"
)

// newSite makes the public site, which shares the engines and the ids with the
// API: a search begun on one side can be read on the other.
func (s *Server) newSite() *site.Site {
	return site.New(site.Options{
		Now:        s.now,
		Log:        s.log,
		Flights:    s.flights,
		Start:      s.startSearch,
		Open:       s.knownSearch,
		Departures: s.departures,
		Hotels:     s.hotels,
		StartStay:  s.startStay,
		OpenStay:   s.knownStay,
	})
}

func (s *Server) startSearch(q flights.Query) (flights.Query, error) {
	id, err := s.ids.FlightSearch(ids.FlightSearch{
		From: q.From, To: q.To, Out: q.Out, Back: q.Back, Cabin: q.Cabin,
		Adults: q.Adults, Children: q.Children, Infants: q.Infants, Site: q.Site, Created: q.Created,
	})
	if err != nil {
		return q, err
	}
	// What is read back is what any later visit will see.
	q, _ = s.knownSearch(id)
	return q, nil
}

// knownSearch is the flight search of an id, expired or not.
func (s *Server) knownSearch(id string) (flights.Query, bool) {
	search, err := s.ids.ParseFlightSearch(id)
	if err != nil {
		return flights.Query{}, false
	}
	return queryOf(id, search), true
}

func (s *Server) startStay(q hotels.Query) (hotels.Query, error) {
	id, err := s.ids.HotelSearch(ids.HotelSearch{
		City: q.City, Hotel: q.Hotel, CheckIn: q.CheckIn, CheckOut: q.CheckOut,
		Adults: q.Adults, Rooms: q.Rooms, Ages: q.Ages, Site: q.Site, Created: q.Created,
	})
	if err != nil {
		return q, err
	}
	q, _ = s.knownStay(id)
	return q, nil
}

// knownStay is the hotel search of an id, expired or not.
func (s *Server) knownStay(id string) (hotels.Query, bool) {
	search, err := s.ids.ParseHotelSearch(id)
	if err != nil {
		return hotels.Query{}, false
	}
	q := hotels.Query{
		ID: id, City: search.City, Hotel: search.Hotel, CheckIn: search.CheckIn, CheckOut: search.CheckOut,
		Adults: search.Adults, Ages: search.Ages, Rooms: search.Rooms, Site: search.Site, Created: search.Created,
	}
	if search.Area != nil {
		q.Area = new(hotels.Area(*search.Area))
	}
	return q, true
}
