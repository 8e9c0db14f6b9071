// Package query defines the queries of travelers: a flight search and a stay. A query can be
// turned into a request and into the step that makes it again. Lists save their query, so that nothing has to
// be typed twice.
package query

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Terms are the currency, language and market of a query. A read does not inherit them from its
// search, so every read sends them. An empty one is not sent.
type Terms struct {
	Currency string `json:"currency,omitempty"` // ISO 4217
	Locale   string `json:"locale,omitempty"`   // BCP 47
	SiteCode string `json:"siteCode,omitempty"` // the market, ISO 3166-1 alpha-2
}

// Flight is a flight search. Dates are YYYY-MM-DD.
type Flight struct {
	From     string `json:"from"` // airport or city codes
	To       string `json:"to"`
	FromCity bool   `json:"fromCity,omitempty"` // the code is that of a city
	ToCity   bool   `json:"toCity,omitempty"`
	FromName string `json:"fromName,omitempty"` // short name that was looked up; foreign text
	ToName   string `json:"toName,omitempty"`

	FromDate string `json:"fromDate"`
	ToDate   string `json:"toDate,omitempty"` // "" for one way

	Cabin    string `json:"cabin,omitempty"`
	Adults   int    `json:"adults,omitempty"`
	Children int    `json:"children,omitempty"`
	Infants  int    `json:"infants,omitempty"`
	Terms
}

// OfFlight returns the query of a request, with the defaults of the API.
func OfFlight(r apiclient.FlightSearchRequest) Flight {
	return Flight{
		From: r.From, To: r.To, FromDate: r.FromDate, ToDate: words.Stated(r.ToDate), Cabin: string(*cmp.Or(r.Cabin, new(apiclient.CabinClassEconomy))),
		Adults: *cmp.Or(r.Adults, new(1)), Children: *cmp.Or(r.Children, new(0)), Infants: *cmp.Or(r.Infants, new(0)),
		Terms: Terms{words.Stated(r.Currency), words.Stated(r.Locale), words.Stated(r.SiteCode)},
	}
}

// Whole reports whether the query has everything that a search needs.
func (q Flight) Whole() bool { return q.From != "" && q.To != "" && q.FromDate != "" }

// OneWay reports whether the search is one way.
func (q Flight) OneWay() bool { return q.From != "" && q.ToDate == "" }

// Request returns the request for this search.
func (q Flight) Request() apiclient.FlightSearchRequest {
	r := apiclient.FlightSearchRequest{
		From: q.From, To: q.To, FromDate: q.FromDate, ToDate: Optional(q.ToDate),
		Adults: Optional(q.Adults), Children: Optional(q.Children), Infants: Optional(q.Infants),
		Currency: Optional(q.Currency), Locale: Optional(q.Locale), SiteCode: Optional(q.SiteCode),
	}
	if q.Cabin != "" {
		r.Cabin = new(apiclient.CabinClass(q.Cabin))
	}
	return r
}

// Same reports whether two queries ask for the same, in any currency and language.
func (q Flight) Same(o Flight) bool {
	return q.From == o.From && q.To == o.To && q.FromDate == o.FromDate && q.ToDate == o.ToDate && q.Cabin == o.Cabin &&
		q.Adults == o.Adults && q.Children == o.Children && q.Infants == o.Infants && q.SiteCode == o.SiteCode
}

// Again returns the step that makes this search.
func (q Flight) Again() problem.Step {
	if q.From == "" {
		return problem.Do("", "createFlightSearch").Set("help")
	}
	return q.step("createFlightSearch")
}

// Link returns the step that makes a permanent link to this search.
func (q Flight) Link() problem.Step { return q.step("getFlightSearchLink") }

// step returns a step with the route, the dates and all unusual parameters.
func (q Flight) step(do string) problem.Step {
	args := slices.DeleteFunc([]string{q.From, q.To, q.FromDate, q.ToDate}, func(arg string) bool { return arg == "" })
	return unusual(problem.Do("", do, args...), []param{
		{"cabin", q.Cabin, "economy"},
		{"adults", strconv.Itoa(q.Adults), "1"},
		{"children", strconv.Itoa(q.Children), "0"},
		{"infants", strconv.Itoa(q.Infants), "0"},
		{"currency", q.Currency, ""},
		{"locale", q.Locale, ""},
	})
}

// Named copies missing names of places from another query with the same places.
func (q *Flight) Named(o *Flight) {
	if o != nil && q.From == o.From && q.FromName == "" {
		q.FromName = o.FromName
	}
	if o != nil && q.To == o.To && q.ToName == "" {
		q.ToName = o.ToName
	}
}

// Party describes the travelers: "2 adults, 1 child".
func (q Flight) Party() string {
	text := words.Counted(q.Adults, "adult")
	if q.Children > 0 {
		text += ", " + words.Plural(q.Children, "child", "children")
	}
	if q.Infants > 0 {
		text += ", " + words.Counted(q.Infants, "infant")
	}
	return text
}

// PartyAndCabin describes the travelers and their cabin: "2 adults, premium economy".
func (q Flight) PartyAndCabin() string {
	return q.Party() + ", " + strings.ReplaceAll(q.Cabin, "_", " ")
}

// param is a parameter of a step, omitted if its value is the usual one.
type param struct{ name, value, usual string }

func unusual(step problem.Step, params []param) problem.Step {
	for _, p := range params {
		if p.value != p.usual && p.value != "" && (p.value != "0" || p.usual == "") {
			step = step.Set(p.name, p.value)
		}
	}
	return step
}

// Optional returns a pointer to a value, or nil for a zero value.
func Optional[T comparable](value T) *T {
	var none T
	if value == none {
		return nil
	}
	return &value
}

// CheckTravel checks flight dates (YYYY-MM-DD) as the specification does: not in the past, within
// a year, and the return not before the outbound. A day counts as past when it is past everywhere
// on earth, because the day at the airport is not known here.
func CheckTravel(now time.Time, out, back string) error {
	if out < earliest(now) {
		return past("fromDate", "DATE", out, now)
	}
	if last := LastTravel(now); out > last {
		plain := out + " is more than a year ahead; flights are searched until " + last
		return problem.Usagef("DATE %s", plain).At("fromDate", plain)
	}
	if back != "" && back < out {
		return problem.Usagef("RETURN %s is before DATE %s; give the same day or a later one", back, out).
			At("toDate", fmt.Sprintf("%s is before %s; give the same day or a later one", back, out))
	}
	return nil
}

// LastTravel returns the last day that flights can be searched for: today's date next year,
// where on earth it is latest.
func LastTravel(now time.Time) string {
	return now.Add(14*time.Hour).UTC().AddDate(1, 0, 0).Format(time.DateOnly)
}

// CheckStay checks a stay as the specification does: not in the past, and at least one night.
func CheckStay(now time.Time, in, out string) error {
	if in < earliest(now) {
		return past("checkIn", "CHECKIN", in, now)
	}
	if out <= in {
		return problem.Usagef("CHECKOUT %s is not after CHECKIN %s; give a later day, such as +1d for one night", out, in).
			At("checkOut", fmt.Sprintf("%s is not after %s; give a later day, such as +1d for one night", out, in))
	}
	return nil
}

// past returns the usage error for a day in the past.
func past(wire, label, day string, now time.Time) error {
	plain := fmt.Sprintf("%s is in the past (today is %s); give today or a later day", day, now.Format(time.DateOnly))
	return problem.Usagef("%s %s", label, plain).At(wire, plain)
}

// earliest returns the earliest day that is not past everywhere on earth.
func earliest(now time.Time) string { return now.Add(-12 * time.Hour).UTC().Format(time.DateOnly) }

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
	switch {
	case q.HotelID != 0:
		r.HotelID = new(q.HotelID)
	case q.Lat != "":
		r.Lat, r.Lng = new(json.Number(q.Lat)), new(json.Number(q.Lng))
	default:
		r.CityCode = new(q.City)
	}
	return r
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

// For returns the query for other guests.
func (q Stay) For(o apiclient.Occupancy) Stay {
	q.Adults, q.Rooms, q.ChildrenAges = o.Adults, o.Rooms, o.ChildrenAges
	return q
}

// Guests describes guests and rooms: "2 adults, 2 children (aged 4 and 9), 1 room".
func Guests(o apiclient.Occupancy) string {
	text := words.Counted(o.Adults, "adult")
	if n := len(o.ChildrenAges); n > 0 {
		years := strings.Split(Stay{}.For(o).Ages(), ",")
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
