package sandbox

import (
	"errors"
	"fmt"
	"time"

	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// openHotelSearch turns a search id back into its search, if it is still valid at
// the time at.
func (s *Server) openHotelSearch(id string, at time.Time) (hotels.Query, error) {
	search, err := s.ids.ParseHotelSearch(id)
	if err != nil {
		return hotels.Query{}, rest.NotFoundf("No hotel search has this id. Create a new one.")
	}
	// After a clock was set back an id can come from the future; it counts as new.
	if age := at.Sub(search.Created); age >= hotels.Lifetime {
		return hotels.Query{}, rest.NotFoundf("This hotel search has expired: it lived %d minutes, until %s. Create a new one.",
			int(hotels.Lifetime.Minutes()), search.Created.Add(hotels.Lifetime).UTC().Format(time.RFC3339))
	}
	q := hotels.Query{
		ID: id, City: search.City, Hotel: search.Hotel, CheckIn: search.CheckIn, CheckOut: search.CheckOut,
		Adults: search.Adults, Ages: search.Ages, Rooms: search.Rooms, Site: search.Site, Created: search.Created,
	}
	if search.Area != nil {
		q.Area = new(hotels.Area(*search.Area))
	}
	return q, nil
}

// hotelQuoteOf is what a priced read is answered in. Who chose it is determined
// before defaults are applied.
func hotelQuoteOf(params rest.Values) hotels.Quote {
	return hotels.Quote{
		Currency: params.Text("currency"), CurrencySource: params.Source("currency"),
		Locale: params.Text("locale"), LocaleSource: params.Source("locale"),
	}
}

func (s *Server) getHotel(c *call) (any, error) {
	id := int64(c.params.Int("hotelId"))
	read := s.hotels().Hotel
	if c.params.Text("view") == "detail" {
		read = s.hotels().HotelDetail
	}
	hotel, err := read(id, c.at, c.params.Text("locale"))
	if errors.Is(err, hotels.ErrNotFound) {
		return nil, unknownHotel(id)
	}
	return hotel, err
}

func (s *Server) getHotelReviews(c *call) (any, error) {
	id := int64(c.params.Int("hotelId"))
	read := s.hotels().Reviews
	if c.params.Text("view") == "detail" {
		read = s.hotels().ReviewsDetail
	}
	reviews, err := read(id, c.at, hotels.ReviewsParams{
		Page: c.params.Int("page"), PageSize: c.params.Int("pageSize"), Sort: wire.ReviewSort(c.params.Text("sort")),
		Topics: c.params.Texts("topics"), GuestType: wire.ReviewerCohort(c.params.Text("guest-type")),
	})
	if errors.Is(err, hotels.ErrNotFound) {
		return nil, unknownHotel(id)
	}
	return reviews, err
}

// getHotelRates wants a search for the hotel in its path. One for a city
// or an area is a conflict that has a code of its own; one for another hotel is
// a request whose parameters contradict each other.
func (s *Server) getHotelRates(c *call) (any, error) {
	id := int64(c.params.Int("hotelId"))
	if _, ok := s.hotels().CityOf(id); !ok {
		return nil, unknownHotel(id)
	}
	q, err := s.openHotelSearch(c.params.Text("searchId"), c.at)
	if err != nil {
		return nil, err
	}
	if q.Hotel == 0 {
		return nil, rest.NewError(wire.ErrorCodeRatesRequireHotelSearch,
			"This search is for a city or an area and holds a sample of rates. Create one with hotelId, the same dates and guests, and read its rates.")
	}
	if q.Hotel != id {
		return nil, rest.Invalidf("Query parameter searchId has a search for hotel %d; it must be one for hotel %d.", q.Hotel, id)
	}
	rates, err := s.hotels().Rates(q, c.at, hotelQuoteOf(c.params))
	if err != nil {
		return nil, fmt.Errorf("read hotel rates: %w", err)
	}
	return rates, nil
}
