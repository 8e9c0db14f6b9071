package sandbox

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/links"
	"travel.example/travel/internal/sandbox/quota"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

const (
	ageUnknown    = 8  // assumed age in years of a child whose age was not sent
	oldestChild   = 17 // years
	defaultRadius = 10 // default search radius around a point, in kilometers
)

// hotelSearchQuota returns the quota that a search counts against. A search for a single hotel costs the service
// less than one for a city or an area.
func hotelSearchQuota(body []byte) string {
	var sent struct {
		HotelID json.RawMessage `json:"hotelId"`
	}
	if err := json.Unmarshal(body, &sent); err == nil && sent.HotelID != nil {
		return quota.HotelSearchScoped
	}
	return quota.HotelSearch
}

func (s *service) createHotelSearch(c *call) (any, error) {
	search, city, err := s.destination(c)
	if err != nil {
		return nil, err
	}
	if err := checkStay(c, city); err != nil {
		return nil, err
	}
	search.Ages = c.Ints("childrenAges")
	if !c.Given("childrenAges") {
		for range c.Int("children") {
			search.Ages = append(search.Ages, ageUnknown)
		}
	}
	if err := checkAges(c, search.Ages); err != nil {
		return nil, err
	}
	search.CheckIn, search.CheckOut = c.Text("checkIn"), c.Text("checkOut")
	search.Adults, search.Rooms = c.Int("adults"), c.Int("rooms")
	search.Site, search.Created = c.site(), c.at
	return wire.HotelSearchCreated{
		SearchID: s.ids.HotelSearch(search), SiteCode: search.Site, SiteCodeSource: c.Source("siteCode"),
		Occupancy: wire.Occupancy{Adults: search.Adults, ChildrenAges: append([]int{}, search.Ages...), Rooms: search.Rooms},
	}, nil
}

// destination returns a search for the one destination that was sent, and the city whose time zone applies.
func (s *service) destination(c *call) (search ids.HotelSearch, city *data.City, err error) {
	byCity, byHotel, byPoint := c.Given("cityCode"), c.Given("hotelId"), c.Given("lat")
	switch {
	case byPoint != c.Given("lng"):
		return search, nil, rest.Invalidf("Body fields lat and lng come together; only one was sent.")
	case !byCity && !byHotel && !byPoint:
		return search, nil, rest.Invalidf("There is no destination; send body field cityCode, or hotelId, or lat with lng.")
	case byCity && byHotel, byCity && byPoint, byHotel && byPoint:
		return search, nil, rest.Invalidf("There is more than one destination; send only one of body fields cityCode, hotelId, and lat with lng.")
	case byCity:
		search.City = c.Text("cityCode")
		city, ok := data.CityByCode(search.City)
		if airport, found := data.AirportByCode(search.City); !ok && found {
			return search, nil, c.Refuse("cityCode", "has %q, which is an airport; its city is %q", search.City, airport.CityCode)
		}
		if !ok {
			return search, nil, c.Refuse("cityCode", "has %q, which is not a city with hotels", search.City)
		}
		return search, city, nil
	case byHotel:
		search.Hotel = int64(c.Int("hotelId"))
		hotel, ok := s.hotels().Directory().Hotel(search.Hotel)
		if !ok {
			return search, nil, unknownHotel(search.Hotel)
		}
		return search, hotel.City, nil
	}
	search.Area = &ids.Area{Lat: *c.OptionalNumber("lat"), Lng: *c.OptionalNumber("lng"), Radius: defaultRadius}
	if c.Given("radius") {
		search.Area.Radius = *c.OptionalNumber("radius")
	}
	return search, slices.MinFunc(data.Cities(), func(a, b *data.City) int {
		return cmp.Compare(data.Distance(search.Area.Lat, search.Area.Lng, a.Lat, a.Lon),
			data.Distance(search.Area.Lat, search.Area.Lng, b.Lat, b.Lon))
	}), nil
}

func unknownHotel(id int64) error { return rest.NotFoundf("No hotel has the id %d.", id) }

// checkStay checks the rules for checkIn, checkOut and rooms that the schemas of create and link do not express.
// Today is the date in the city or, if that is unknown, the earliest date that is still today somewhere on Earth.
func checkStay(c *call, city *data.City) error {
	in, err := c.Date("checkIn")
	if err != nil {
		return err
	}
	out, err := c.Date("checkOut")
	if err != nil {
		return err
	}
	there := westernmost()
	if city != nil {
		there = data.Zone(city.Zone)
	}
	today := dayAt(c.at, there)
	switch rooms, adults := c.Int("rooms"), c.Int("adults"); {
	case in.Before(today):
		return c.Refuse("checkIn", "has %s; it must not be before today, which is %s there", c.Text("checkIn"), today.Format(time.DateOnly))
	case !out.After(in):
		return c.Refuse("checkOut", "has %s; it must be after checkIn, which is %s", c.Text("checkOut"), c.Text("checkIn"))
	case rooms > adults:
		return c.Refuse("rooms", "has %d; it must be at most adults, which is %d", rooms, adults)
	}
	return nil
}

func checkAges(c *call, ages []int) error {
	if children := c.Int("children"); len(ages) != children {
		return c.Refuse("childrenAges", "has %d ages; it must have as many as children, which is %d", len(ages), children)
	}
	return nil
}

// knownStay returns the hotel search encoded in an id, even if it has expired.
func (s *service) knownStay(id string) (hotels.Query, bool) {
	search, err := s.ids.ParseHotelSearch(id)
	return hotels.Query{ID: id, HotelSearch: search}, err == nil
}

// openStay returns the search encoded in an id if it is still valid at the given time.
func (s *service) openStay(id string, at time.Time) (hotels.Query, error) {
	q, ok := s.knownStay(id)
	if !ok {
		return q, rest.NotFoundf("No hotel search has this id. Create a new one.")
	}
	return q, stillOpen("hotel", q.Created, at, hotels.Lifetime)
}

func (s *service) getHotelSearchResults(c *call) (any, error) {
	// guest-type is required with min-guest-rating and guest_rating_desc, and needs one of them.
	guest, rating, sorted := c.Given("guest-type"), c.Given("min-guest-rating"), c.Text("sort") == string(wire.HotelSortGuestRatingDesc)
	switch {
	case guest && !rating && !sorted:
		return nil, c.Refuse("guest-type", "comes with min-guest-rating or with sort=guest_rating_desc; neither was sent")
	case !guest && rating:
		return nil, c.Refuse("min-guest-rating", "needs guest-type, to say whose rating is meant")
	case !guest && sorted:
		return nil, rest.Invalidf("Query parameter sort=guest_rating_desc needs guest-type, to say whose rating is meant.")
	}
	q, err := s.openStay(c.Text("searchId"), c.at)
	if err != nil {
		return nil, err
	}
	return s.hotels().Results(q, c.at, c.quote(), c.Values), nil
}

func (s *service) getHotel(c *call) (any, error) {
	id := int64(c.Int("hotelId"))
	hotel, ok := s.hotels().Hotel(id, c.at, c.Text("locale"), c.Text("view") == "detail")
	if !ok {
		return nil, unknownHotel(id)
	}
	return hotel, nil
}

func (s *service) getHotelReviews(c *call) (any, error) {
	id := int64(c.Int("hotelId"))
	reviews, ok := s.hotels().Reviews(id, c.at, c.Values)
	if !ok {
		return nil, unknownHotel(id)
	}
	return reviews, nil
}

// getHotelRates requires a search for the hotel in its path. A search for a city or an area is a conflict with
// its own code; a search for another hotel means that the parameters contradict each other.
func (s *service) getHotelRates(c *call) (any, error) {
	id := int64(c.Int("hotelId"))
	if _, ok := s.hotels().Directory().Hotel(id); !ok {
		return nil, unknownHotel(id)
	}
	q, err := s.openStay(c.Text("searchId"), c.at)
	if err != nil {
		return nil, err
	}
	if q.Hotel == 0 {
		return nil, &rest.Error{Code: wire.ErrorCodeRatesRequireHotelSearch, Detail: "This search is for a city or an area " +
			"and holds a sample of rates. Create one with hotelId, the same dates and guests, and read its rates."}
	}
	if q.Hotel != id {
		return nil, c.Refuse("searchId", "has a search for hotel %d; it must be one for hotel %d", q.Hotel, id)
	}
	rates, _ := s.hotels().Rates(q, c.at, c.quote())
	return rates, nil
}

// getHotelSearchLink combines the caller's parameters into a link and refuses dates and guests that a search
// would refuse. Unlike a search, it requires the children's ages.
func (s *service) getHotelSearchLink(c *call) (any, error) {
	city, _ := data.CityByCode(c.Text("cityCode"))
	if err := checkStay(c, city); err != nil {
		return nil, err
	}
	var ages []int
	if c.Given("childrenAges") {
		for text := range strings.SplitSeq(c.Text("childrenAges"), ",") {
			age, _ := strconv.Atoi(strings.TrimSpace(text)) // the pattern guarantees digits
			if age > oldestChild {
				return nil, c.Refuse("childrenAges", "has %q; each age must be from 0 to %d", text, oldestChild)
			}
			ages = append(ages, age)
		}
	}
	if err := checkAges(c, ages); err != nil {
		return nil, err
	}
	link := links.Stay{
		City: c.Text("cityCode"), CheckIn: c.Text("checkIn"), CheckOut: c.Text("checkOut"),
		Rooms:    directory.Spread(c.Int("adults"), ages, c.Int("rooms")),
		Currency: c.Text("currency"), Locale: c.Text("locale"), Site: c.site(),
	}
	return wire.SearchLink{SearchURL: s.origin + link.Path(), Expires: false}, nil
}

// getHotelRateBookingLink combines the caller's parameters into a link. As the contract says, the checkout finds
// out whether hotel and rate exist.
func (s *service) getHotelRateBookingLink(c *call) (any, error) {
	rateID := c.Text("rateId")
	searchID, _, _ := strings.Cut(rateID, ":")
	if err := c.checkSearch(searchID, "rateId"); err != nil {
		return nil, err
	}
	link := links.HotelCheckout{
		HotelID: int64(c.Int("hotelId")), RateID: rateID, SearchID: searchID,
		Guests: c.Text("guests"), Country: c.Text("countryCode"),
		Locale: c.Text("locale"), Site: c.site(),
	}
	return wire.BookingLink{BookingURL: s.origin + link.Path(), Expires: true}, nil
}
