package sandbox

import (
	"errors"
	"fmt"
	"time"

	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// hotelAPI serves the operations on hotels, and gives the site its searches: one
// begun on either side can be read on the other.
type hotelAPI struct {
	engine func() *hotels.Engine // made on its first use
	ids    *ids.Codec
	origin string // of the links
}

func (a *hotelAPI) operations() operations {
	return operations{
		"createHotelSearch":       {serve: a.createHotelSearch, quota: hotelSearchQuota},
		"getHotelSearchResults":   {serve: a.getHotelSearchResults},
		"getHotelSearchLink":      {serve: a.getHotelSearchLink},
		"getHotel":                {serve: a.getHotel},
		"getHotelRates":           {serve: a.getHotelRates},
		"getHotelRateBookingLink": {serve: a.getHotelRateBookingLink},
		"getHotelReviews":         {serve: a.getHotelReviews},
	}
}

func (a *hotelAPI) startSearch(q hotels.Query) (hotels.Query, error) {
	id, err := a.ids.HotelSearch(ids.HotelSearch{
		City: q.City, Hotel: q.Hotel, CheckIn: q.CheckIn, CheckOut: q.CheckOut,
		Adults: q.Adults, Rooms: q.Rooms, Ages: q.Ages, Site: q.Site, Created: q.Created,
	})
	if err != nil {
		return q, err
	}
	q, _ = a.knownSearch(id)
	return q, nil
}

// knownSearch is the hotel search of an id, expired or not.
func (a *hotelAPI) knownSearch(id string) (hotels.Query, bool) {
	search, err := a.ids.ParseHotelSearch(id)
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

// openSearch turns a search id back into its search, if it is still valid at the
// time at.
func (a *hotelAPI) openSearch(id string, at time.Time) (hotels.Query, error) {
	q, ok := a.knownSearch(id)
	if !ok {
		return q, rest.NotFoundf("No hotel search has this id. Create a new one.")
	}
	// After a clock was set back an id can come from the future; it counts as new.
	if age := at.Sub(q.Created); age >= hotels.Lifetime {
		return hotels.Query{}, rest.NotFoundf("This hotel search has expired: it lived %d minutes, until %s. Create a new one.",
			int(hotels.Lifetime.Minutes()), q.Created.Add(hotels.Lifetime).UTC().Format(time.RFC3339))
	}
	return q, nil
}

func unknownHotel(id int64) *rest.Error {
	return rest.NotFoundf("No hotel has the id %d.", id)
}

func (a *hotelAPI) getHotel(c *call) (any, error) {
	id := int64(c.params.Int("hotelId"))
	read := a.engine().Hotel
	if c.params.Text("view") == "detail" {
		read = a.engine().HotelDetail
	}
	hotel, err := read(id, c.at, c.params.Text("locale"))
	if errors.Is(err, hotels.ErrNotFound) {
		return nil, unknownHotel(id)
	}
	return hotel, err
}

func (a *hotelAPI) getHotelReviews(c *call) (any, error) {
	id := int64(c.params.Int("hotelId"))
	read := a.engine().Reviews
	if c.params.Text("view") == "detail" {
		read = a.engine().ReviewsDetail
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
func (a *hotelAPI) getHotelRates(c *call) (any, error) {
	id := int64(c.params.Int("hotelId"))
	if _, ok := a.engine().CityOf(id); !ok {
		return nil, unknownHotel(id)
	}
	q, err := a.openSearch(c.params.Text("searchId"), c.at)
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
	rates, err := a.engine().Rates(q, c.at, hotels.Quote(quoteOf(c.params)))
	if err != nil {
		return nil, fmt.Errorf("read hotel rates: %w", err)
	}
	return rates, nil
}
