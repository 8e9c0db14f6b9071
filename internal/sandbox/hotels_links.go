package sandbox

import (
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/hotels/calendar"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// oldestChild is the greatest age of a child, in years.
const oldestChild = 17

// getHotelSearchLink joins what the caller sends, and refuses days and guests
// with which no search could be made.
func (a *hotelAPI) getHotelSearchLink(c *call) (any, error) {
	city := c.params.Text("cityCode")
	if err := checkStay(c.params, "Query parameter", a.todayIn(city, c.at)); err != nil {
		return nil, err
	}
	ages, err := linkedAges(c.params)
	if err != nil {
		return nil, err
	}
	link := hotels.SearchLink{
		City: city, CheckIn: c.params.Text("checkIn"), CheckOut: c.params.Text("checkOut"),
		Adults: c.params.Int("adults"), Ages: ages, Rooms: c.params.Int("rooms"),
		Currency: c.params.Text("currency"), Locale: c.params.Text("locale"), Site: siteOf(c.params),
	}
	return wire.SearchLink{SearchURL: link.URL(a.origin), Expires: false}, nil
}

// todayIn is today in a city. Where the city is unknown, it is the day
// that it still is somewhere on Earth.
func (a *hotelAPI) todayIn(code string, at time.Time) calendar.Day {
	if city, ok := a.engine().City(code); ok {
		return calendar.Of(at.In(data.Load().Zone(city.Zone)))
	}
	return calendar.Of(at.UTC().Add(-12 * time.Hour))
}

// linkedAges are the children's ages of a link, which has to name them.
func linkedAges(params rest.Values) ([]int, error) {
	children := params.Int("children")
	var ages []int
	if params.Given("childrenAges") {
		for text := range strings.SplitSeq(params.Text("childrenAges"), ",") {
			age, err := strconv.Atoi(text)
			if err != nil || age > oldestChild {
				return nil, rest.Invalidf("Query parameter childrenAges has %q; each age must be from 0 to %d.", text, oldestChild)
			}
			ages = append(ages, age)
		}
	}
	if len(ages) != children {
		return nil, rest.Invalidf("Query parameter childrenAges has %d ages; it must have as many as children, which is %d.", len(ages), children)
	}
	return ages, nil
}

// getHotelRateBookingLink joins what the caller sends. Whether hotel and rate
// exist is for the checkout to find out, as the contract has it.
func (a *hotelAPI) getHotelRateBookingLink(c *call) (any, error) {
	rateID := c.params.Text("rateId")
	searchID := hotels.SearchOf(rateID)
	if sent := c.params.Text("searchId"); c.params.Given("searchId") && sent != searchID {
		return nil, rest.Invalidf("Query parameter searchId has %.40q; it must be the part of rateId before its first colon.", sent)
	}
	link := hotels.CheckoutLink{
		HotelID: int64(c.params.Int("hotelId")), RateID: rateID, SearchID: searchID,
		Guests: c.params.Text("guests"), Country: c.params.Text("countryCode"),
		Locale: c.params.Text("locale"), Site: siteOf(c.params),
	}
	return wire.BookingLink{BookingURL: link.URL(a.origin), Expires: true}, nil
}
