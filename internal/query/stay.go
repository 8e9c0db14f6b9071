package query

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
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
	Name    string `json:"name,omitempty"` // of the place or the hotel, when it is known; foreign text
	Spot    Spot   `json:"spot,omitzero"`  // that was named within the city

	CheckIn  string `json:"checkIn,omitempty"`
	CheckOut string `json:"checkOut,omitempty"`

	Adults       int   `json:"adults,omitempty"`
	ChildrenAges []int `json:"childrenAges,omitempty"` // in years, one for each child
	Rooms        int   `json:"rooms,omitempty"`
	Terms
}

// Spot is what distances are from. Lat and Lng are decimal degrees.
type Spot struct {
	Code string `json:"code,omitempty"` // of an airport, "" for a point
	Name string `json:"name,omitempty"` // foreign text
	Lat  string `json:"lat,omitempty"`
	Lng  string `json:"lng,omitempty"`
}

// From is what a traveler's distances are from: the point or the airport that was searched around; the
// zero value where it is the center of a city.
func (q Stay) From() Spot {
	if q.Lat != "" {
		return Spot{Name: q.Name, Lat: q.Lat, Lng: q.Lng}
	}
	return q.Spot
}

// Placed tells whether the query says where.
func (q Stay) Placed() bool { return q.City != "" || q.Lat != "" || q.HotelID > 0 }

// Whole tells whether the query says all that a search takes.
func (q Stay) Whole() bool {
	return q.CheckIn != "" && q.CheckOut != "" && q.Placed() && q.Adults > 0
}

// Request is the request that makes this search.
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

// Where fills the destination of a request.
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

// SamePlace tells whether two queries look in the same place.
func (q Stay) SamePlace(o Stay) bool {
	return q.HotelID == o.HotelID && q.City == o.City && q.Lat == o.Lat && q.Lng == o.Lng && q.Radius == o.Radius
}

// SameStay tells whether two queries price the same days for the same guests.
func (q Stay) SameStay(o Stay) bool {
	return q.CheckIn == o.CheckIn && q.CheckOut == o.CheckOut && q.Adults == o.Adults && q.Rooms == o.Rooms &&
		slices.Equal(q.ChildrenAges, o.ChildrenAges) && q.SiteCode == o.SiteCode
}

// Place is the place as it can be typed again; "" for one hotel.
func (q Stay) Place() string {
	if q.Lat != "" {
		return q.Lat + "," + q.Lng
	}
	return q.City
}

// Command is the command line that makes this search.
func (q Stay) Command() string {
	place := q.Place()
	if q.HotelID > 0 {
		place = HotelArgument(q.HotelID)
	}
	if place == "" || q.CheckIn == "" {
		return "travel hotels search --help"
	}
	days := " " + words.Shell(q.CheckIn) + " " + words.Shell(q.CheckOut)
	place = words.Shell(place)
	if strings.HasPrefix(place, "-") { // behind two dashes it is not taken for a flag
		return q.flags("travel hotels search") + " -- " + place + days
	}
	return q.flags("travel hotels search " + place + days)
}

// RatesCommand is the command line that searches the rates of a hotel for this stay.
func (q Stay) RatesCommand(hotel int64) string {
	command := "travel hotels rates " + HotelArgument(hotel)
	if q.CheckIn == "" {
		return command + " CHECKIN CHECKOUT"
	}
	q.Radius = ""
	return q.flags(command + " " + q.CheckIn + " " + q.CheckOut)
}

// flags puts what is unusual about a stay behind a command.
func (q Stay) flags(command string) string {
	return unusual(command, []flag{
		{"radius", q.Radius, ""},
		{"adults", strconv.Itoa(q.Adults), "2"},
		{"children-ages", q.Ages(), ""},
		{"rooms", strconv.Itoa(q.Rooms), "1"},
		{"currency", q.Currency, ""},
		{"locale", q.Locale, ""},
	})
}

// Ages are the children's ages as --children-ages takes them.
func (q Stay) Ages() string {
	texts := make([]string, len(q.ChildrenAges))
	for i, age := range q.ChildrenAges {
		texts[i] = strconv.Itoa(age)
	}
	return strings.Join(texts, ",")
}

// With is the query with the stay that the service states: a search that was named by its id alone
// has no other.
func (q Stay) With(stay *apiclient.Stay) Stay {
	if stay == nil {
		return q
	}
	q.CheckIn, q.CheckOut = stay.CheckIn, stay.CheckOut
	return q.For(stay.Occupancy)
}

// For is the query for those guests.
func (q Stay) For(o apiclient.Occupancy) Stay {
	q.Adults, q.Rooms, q.ChildrenAges = o.Adults, o.Rooms, o.ChildrenAges
	return q
}

// Guests are the guests and their rooms in words: "2 adults, 2 children (aged 4 and 9), 1 room".
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

// Occupancy are the guests as the service counts them.
func (q Stay) Occupancy() apiclient.Occupancy {
	return apiclient.Occupancy{Adults: q.Adults, ChildrenAges: q.ChildrenAges, Rooms: q.Rooms}
}

// The numbers that name a hotel. Lists end below LowestHotelID, so a larger number is a hotel id; a
// smaller one can be written as id:17.
const (
	LowestHotelID  = 5001
	highestHotelID = 1<<53 - 1
	HotelIDPrefix  = "id:"
)

// IsHotelID tells a hotel id that the contract allows.
func IsHotelID(id int64) bool { return id >= 1 && id <= highestHotelID }

// HotelArgument is a hotel id as it can be typed.
func HotelArgument(id int64) string {
	text := strconv.FormatInt(id, 10)
	if id < LowestHotelID {
		return HotelIDPrefix + text
	}
	return text
}
