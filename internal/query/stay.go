package query

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Stay is a hotel search, in a city, around a point, or for one hotel. Dates are YYYY-MM-DD.
type Stay struct {
	// City is a city code; Lat and Lng are decimal degrees with a radius in kilometres.
	City    string `json:"city,omitempty"`
	Lat     string `json:"lat,omitempty"`
	Lng     string `json:"lng,omitempty"`
	Radius  string `json:"radius,omitempty"`
	HotelID int64  `json:"hotelId,omitempty"`
	Name    string `json:"name,omitempty"` // of the place or the hotel, if known; foreign text
	Spot    Spot   `json:"spot,omitzero"`  // a point within the city, if one was named

	CheckIn  string `json:"checkIn,omitempty"`
	CheckOut string `json:"checkOut,omitempty"`

	Adults       int   `json:"adults,omitempty"`
	ChildrenAges []int `json:"childrenAges,omitempty"` // in years, one per child
	Rooms        int   `json:"rooms,omitempty"`
	Terms
}

// Spot is the origin of distances. Lat and Lng are decimal degrees.
type Spot struct {
	Code string `json:"code,omitempty"` // of an airport; "" for a point
	Name string `json:"name,omitempty"` // foreign text
	Lat  string `json:"lat,omitempty"`
	Lng  string `json:"lng,omitempty"`
}

// From returns the origin of distances: the point or airport of the search, or zero for the center of a city.
func (q Stay) From() Spot {
	if q.Lat != "" {
		return Spot{Name: q.Name, Lat: q.Lat, Lng: q.Lng}
	}
	return q.Spot
}

// Placed reports whether the query has a place.
func (q Stay) Placed() bool { return q.City != "" || q.Lat != "" || q.HotelID > 0 }

// Whole reports whether the query has everything that a search needs.
func (q Stay) Whole() bool {
	return q.CheckIn != "" && q.CheckOut != "" && q.Placed() && q.Adults > 0
}

// Request returns the request for this search.
func (q Stay) Request() apiclient.HotelSearchRequest {
	r := apiclient.HotelSearchRequest{
		CheckIn: q.CheckIn, CheckOut: q.CheckOut, Adults: Optional(q.Adults), Rooms: Optional(q.Rooms),
		Currency: Optional(q.Currency), Locale: Optional(q.Locale), SiteCode: Optional(q.SiteCode),
	}
	if n := len(q.ChildrenAges); n > 0 {
		r.Children, r.ChildrenAges = new(n), q.ChildrenAges
	}
	if q.Radius != "" && q.HotelID == 0 && q.Lat != "" {
		r.Radius = new(json.Number(q.Radius))
	}
	q.Where(&r)
	return r
}

// Where sets the destination of a request.
func (q Stay) Where(r *apiclient.HotelSearchRequest) {
	switch {
	case q.HotelID != 0:
		r.HotelID = new(q.HotelID)
	case q.Lat != "":
		r.Lat, r.Lng = new(json.Number(q.Lat)), new(json.Number(q.Lng))
	default:
		r.CityCode = new(q.City)
	}
}

// SamePlace reports whether two queries are for the same place.
func (q Stay) SamePlace(o Stay) bool {
	return q.HotelID == o.HotelID && q.City == o.City && q.Lat == o.Lat && q.Lng == o.Lng && q.Radius == o.Radius
}

// SameStay reports whether two queries are for the same days, guests and market.
func (q Stay) SameStay(o Stay) bool {
	return q.CheckIn == o.CheckIn && q.CheckOut == o.CheckOut && q.Adults == o.Adults && q.Rooms == o.Rooms &&
		slices.Equal(q.ChildrenAges, o.ChildrenAges) && q.SiteCode == o.SiteCode
}

// Place returns the place as typed in a command; "" for one hotel.
func (q Stay) Place() string {
	if q.Lat != "" {
		return q.Lat + "," + q.Lng
	}
	return q.City
}

// Again returns the step that makes this search.
func (q Stay) Again() problem.Step {
	place := q.Place()
	if q.HotelID > 0 {
		place = HotelArgument(q.HotelID)
	}
	if place == "" || q.CheckIn == "" {
		return problem.Do("", "createHotelSearch").Set("help")
	}
	return q.unusual(problem.Do("", "createHotelSearch", place, q.CheckIn, q.CheckOut))
}

// Rates returns the step that searches the rates of a hotel for this stay.
func (q Stay) Rates(hotel int64) problem.Step {
	if q.CheckIn == "" {
		return problem.Do("", "getHotelRates", HotelArgument(hotel), "CHECKIN", "CHECKOUT")
	}
	q.Radius = ""
	return q.unusual(problem.Do("", "getHotelRates", HotelArgument(hotel), q.CheckIn, q.CheckOut))
}

// unusual adds all unusual parameters to a step.
func (q Stay) unusual(step problem.Step) problem.Step {
	return unusual(step, []param{
		{"radius", q.Radius, ""},
		{"adults", strconv.Itoa(q.Adults), "2"},
		{"childrenAges", q.Ages(), ""},
		{"rooms", strconv.Itoa(q.Rooms), "1"},
		{"currency", q.Currency, ""},
		{"locale", q.Locale, ""},
	})
}

// Ages returns the ages of the children with commas between.
func (q Stay) Ages() string {
	texts := make([]string, len(q.ChildrenAges))
	for i, age := range q.ChildrenAges {
		texts[i] = strconv.Itoa(age)
	}
	return strings.Join(texts, ",")
}

// With returns the query with the stay reported by the service, which is the only source for a search known by its id.
func (q Stay) With(stay *apiclient.Stay) Stay {
	if stay == nil {
		return q
	}
	q.CheckIn, q.CheckOut = stay.CheckIn, stay.CheckOut
	return q.For(stay.Occupancy)
}

// For returns the query for other guests.
func (q Stay) For(o apiclient.Occupancy) Stay {
	q.Adults, q.Rooms, q.ChildrenAges = o.Adults, o.Rooms, o.ChildrenAges
	return q
}

// Guests describes guests and rooms: "2 adults, 2 children (aged 4 and 9), 1 room".
func Guests(o apiclient.Occupancy) string {
	text := words.Counted(o.Adults, "adult")
	if n := len(o.ChildrenAges); n > 0 {
		years := make([]string, n)
		for i, age := range o.ChildrenAges {
			years[i] = strconv.Itoa(age)
		}
		text += fmt.Sprintf(", %s (aged %s)", words.Plural(n, "child", "children"), words.And(years))
	}
	if o.Rooms > 0 {
		text += ", " + words.Counted(o.Rooms, "room")
	}
	return text
}

// Occupancy returns the guests in the form of the API.
func (q Stay) Occupancy() apiclient.Occupancy {
	return apiclient.Occupancy{Adults: q.Adults, ChildrenAges: q.ChildrenAges, Rooms: q.Rooms}
}

// Numbers from LowestHotelID are hotel ids, because lists are shorter. A lower id can be written as id:17.
const (
	LowestHotelID  = 5001
	highestHotelID = 1<<53 - 1
	HotelIDPrefix  = "id:"
)

// IsHotelID reports whether the API allows a hotel id.
func IsHotelID(id int64) bool { return id >= 1 && id <= highestHotelID }

// HotelArgument returns a hotel id as an argument.
func HotelArgument(id int64) string {
	text := strconv.FormatInt(id, 10)
	if id < LowestHotelID {
		return HotelIDPrefix + text
	}
	return text
}
