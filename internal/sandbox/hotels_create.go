package sandbox

import (
	"encoding/json"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels/calendar"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/quota"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// ageUnknown is the age that a child counts as when none was sent, in years.
const ageUnknown = 8

func (a *hotelAPI) createHotelSearch(c *call) (any, error) {
	search, err := a.hotelDestination(c.params)
	if err != nil {
		return nil, err
	}
	if err := checkStay(c.params, "Body field", a.todayThere(search, c.at)); err != nil {
		return nil, err
	}
	if search.Ages, err = childrenAges(c.params); err != nil {
		return nil, err
	}
	search.CheckIn, search.CheckOut = c.params.Text("checkIn"), c.params.Text("checkOut")
	search.Adults, search.Rooms = c.params.Int("adults"), c.params.Int("rooms")
	search.Site, search.Created = siteOf(c.params), c.at
	id, err := a.ids.HotelSearch(search)
	if err != nil {
		return nil, err
	}
	return wire.HotelSearchCreated{
		SearchID: id, SiteCode: search.Site, SiteCodeSource: c.params.Source("siteCode"),
		Occupancy: wire.Occupancy{Adults: search.Adults, ChildrenAges: append([]int{}, search.Ages...), Rooms: search.Rooms},
	}, nil
}

// hotelSearchQuota is the quota that a create is counted in: one for a single
// hotel costs the service less than one for a city or an area.
func hotelSearchQuota(body []byte) string {
	var sent struct {
		HotelID json.RawMessage `json:"hotelId"`
	}
	if err := json.Unmarshal(body, &sent); err == nil && sent.HotelID != nil {
		return quota.HotelSearchScoped
	}
	return quota.HotelSearch
}

// hotelDestination is a search with the one destination that was sent.
func (a *hotelAPI) hotelDestination(params rest.Values) (ids.HotelSearch, error) {
	var none ids.HotelSearch
	city, hotel := params.Given("cityCode"), params.Given("hotelId")
	lat, lng := params.Given("lat"), params.Given("lng")
	if lat != lng {
		return none, rest.Invalidf("Body fields lat and lng come together; only one was sent.")
	}
	switch {
	case !city && !hotel && !lat:
		return none, rest.Invalidf("There is no destination; send body field cityCode, or hotelId, or lat with lng.")
	case city && hotel, city && lat, hotel && lat:
		return none, rest.Invalidf("There is more than one destination; send only one of body fields cityCode, hotelId, and lat with lng.")
	case city:
		return a.cityDestination(params.Text("cityCode"))
	case hotel:
		id := params.Int("hotelId")
		if _, ok := a.engine().CityOf(int64(id)); !ok {
			return none, unknownHotel(int64(id))
		}
		return ids.HotelSearch{Hotel: int64(id)}, nil
	}
	radius := float64(defaultRadius)
	if sent := params.OptionalNumber("radius"); sent != nil {
		radius = *sent
	}
	return ids.HotelSearch{Area: &ids.Area{
		Lat: *params.OptionalNumber("lat"), Lng: *params.OptionalNumber("lng"), Radius: radius,
	}}, nil
}

// defaultRadius is how far around a point is searched, in kilometres.
const defaultRadius = 10

func (a *hotelAPI) cityDestination(code string) (ids.HotelSearch, error) {
	if _, ok := a.engine().City(code); ok {
		return ids.HotelSearch{City: code}, nil
	}
	if airport, ok := data.Load().Airport(code); ok {
		return ids.HotelSearch{}, rest.Invalidf("Body field cityCode has %q, which is an airport; its city is %q.", code, airport.CityCode)
	}
	return ids.HotelSearch{}, rest.Invalidf("Body field cityCode has %q, which is not a city with hotels.", code)
}

// todayThere is today at the destination.
func (a *hotelAPI) todayThere(search ids.HotelSearch, at time.Time) calendar.Day {
	var city *data.City
	switch {
	case search.Area != nil:
		city = a.engine().CityNear(search.Area.Lat, search.Area.Lng)
	case search.Hotel != 0:
		city, _ = a.engine().CityOf(search.Hotel)
	default:
		city, _ = a.engine().City(search.City)
	}
	return calendar.Of(at.In(data.Load().Zone(city.Zone)))
}

// checkStay checks what no schema says of checkIn, checkOut and rooms of a create
// or of a link. today is the hotel's; where begins a detail.
func checkStay(params rest.Values, where string, today calendar.Day) error {
	in, err := calendar.Parse(params.Text("checkIn"))
	if err != nil {
		return rest.Invalidf("%s checkIn has %s, which is not a day of the calendar.", where, params.Text("checkIn"))
	}
	out, err := calendar.Parse(params.Text("checkOut"))
	if err != nil {
		return rest.Invalidf("%s checkOut has %s, which is not a day of the calendar.", where, params.Text("checkOut"))
	}
	if in < today {
		return rest.Invalidf("%s checkIn has %s; it must not be before today, which is %s there.", where, in, today)
	}
	if out <= in {
		return rest.Invalidf("%s checkOut has %s; it must be after checkIn, which is %s.", where, out, in)
	}
	if rooms, adults := params.Int("rooms"), params.Int("adults"); rooms > adults {
		return rest.Invalidf("%s rooms has %d; it must be at most adults, which is %d.", where, rooms, adults)
	}
	return nil
}

// childrenAges are the ages that a create prices.
func childrenAges(params rest.Values) ([]int, error) {
	children, ages := params.Int("children"), params.Ints("childrenAges")
	if !params.Given("childrenAges") {
		for range children {
			ages = append(ages, ageUnknown)
		}
		return ages, nil
	}
	if len(ages) != children {
		return nil, rest.Invalidf("Body field childrenAges has %d ages; it must have as many as children, which is %d.", len(ages), children)
	}
	return ages, nil
}
