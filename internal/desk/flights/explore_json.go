package flights

import (
	"cmp"
	"encoding/json"
	"math"
	"time"

	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/daily"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/search"
)

// The document of a look around, as a program reads it.
type (
	// ExploredDocument is all of it.
	ExploredDocument struct {
		From      string       `json:"from"`
		Day       string       `json:"day"`
		ReturnDay string       `json:"returnDay,omitempty"`
		Passport  string       `json:"passport,omitempty"` // whose list visa is from
		Currency  string       `json:"currency,omitempty"`
		Places    []PlaceJSON  `json:"places"` // as they are ranked, then those not asked
		LeftOut   leftJSON     `json:"leftOut"`
		MaxPrice  *json.Number `json:"maxPrice,omitempty"`
		OverPrice int          `json:"overPrice"` // places whose trip costs more than that, which are left out
		Over      []PlaceJSON  `json:"over"`      // those places
		NotAsked  int          `json:"notAsked"`  // places without a search
		Spent     int          `json:"spent"`     // searches
		Saved     int          `json:"saved"`     // places that cost none
		Unknown   int          `json:"unknown"`   // of the places asked, those without an answer
	}
	leftJSON struct {
		Visa      int `json:"visa"`
		Continent int `json:"continent"`
		Timetable int `json:"timetable"`
		NoCity    int `json:"noCity"`
	}
)

// PlaceJSON is a place as a program reads it. What is not known is null.
type PlaceJSON struct {
	Code      string        `json:"code"`
	Name      *string       `json:"name"`
	Country   *string       `json:"country"` // ISO 3166-1
	Status    sweep.Status  `json:"status"`  // found, nothing, coming, not_asked or failed
	Price     *json.Number  `json:"price"`   // whole party, fees included
	Currency  *string       `json:"currency"`
	TripID    *string       `json:"tripId"`
	SearchID  *string       `json:"searchId"`
	Settle    *search.Stamp `json:"settle"`
	AsOf      *time.Time    `json:"asOf"`
	Kept      bool          `json:"kept"` // an earlier command made the search
	Error     *string       `json:"error"`
	Minutes   *int          `json:"minutes"` // of all legs together
	Stops     *int          `json:"stops"`   // most on any leg
	Airlines  []string      `json:"airlines"`
	Departs   *string       `json:"departsAt"`
	Nonstop   *bool         `json:"nonstop"` // true where a nonstop flight is known, else null
	Visa      *string       `json:"visa"`    // listed, not_listed or own_country
	Latitude  *float64      `json:"latitude"`
	Longitude *float64      `json:"longitude"`
	Distance  *float64      `json:"distanceKm"` // from the start, along the great circle
}

// Body is the answer as one JSON document.
func (e Explored) Body() ([]byte, error) {
	doc := ExploredDocument{
		From: e.From.Code, Day: e.Day, ReturnDay: e.Back, Passport: e.Passport, Currency: e.Currency(), Places: []PlaceJSON{}, Over: []PlaceJSON{},
		LeftOut: leftJSON(e.Left), OverPrice: len(e.Dear()), NotAsked: e.NotAsked(), Spent: e.Spent, Saved: e.Saved, Unknown: e.Tally().Unknown(),
	}
	if e.MaxPrice != "" {
		doc.MaxPrice = daily.Number(offer.Money{Amount: e.MaxPrice})
	}
	for _, goal := range e.Shown() {
		doc.Places = append(doc.Places, goal.JSON())
	}
	for _, goal := range e.Dear() {
		doc.Over = append(doc.Over, goal.JSON())
	}
	return json.Marshal(doc)
}

// NotAsked is how many places have no search.
func (e Explored) NotAsked() int { return e.Tally().Of[sweep.NotAsked] + len(e.Rest) }

// JSON is the place as a program reads it.
func (g Destination) JSON() PlaceJSON {
	p := PlaceJSON{
		Code: g.Code, Name: daily.Stated(g.Name), Country: daily.Stated(g.Country), Status: g.Status, SearchID: daily.Stated(g.SearchID),
		Kept: g.Kept && g.SearchID != "", Airlines: []string{}, Visa: daily.Stated(string(g.Visa)),
	}
	if g.Kilometres != nil {
		p.Distance = new(math.Round(*g.Kilometres*10) / 10)
	}
	if g.Err != nil {
		p.Error = daily.Stated(g.Err.Error())
	}
	if g.Point != nil {
		p.Latitude, p.Longitude = &g.Point.Lat, &g.Point.Lng
	}
	if g.HasNonstop() {
		p.Nonstop = new(true)
	}
	if g.AsOf.IsZero() {
		return p
	}
	p.AsOf, p.Settle = new(g.AsOf.UTC()), &g.Settle
	if got := g.Got; g.Any {
		p.Price, p.Currency, p.TripID = daily.Number(got.Price), daily.Stated(got.Price.Currency), daily.Stated(got.TripID)
		p.Minutes, p.Stops, p.Departs = &got.Minutes, &got.Stops, daily.Stated(got.Departs)
		p.Airlines = append(p.Airlines, got.Airlines...)
	}
	return p
}

// HasNonstop tells whether a nonstop flight is known: the cheapest trip has no stop, or the timetable has
// one. False says nothing.
func (g Destination) HasNonstop() bool { return g.Nonstop || g.Any && g.Got.Stops == 0 }

// CountryName is the country of a place for a person, "" where it is not known.
func (g Destination) CountryName() string { return countries.Called(g.Country) }

// Label is what a place is called for a person.
func (c Candidate) Label() string { return cmp.Or(c.Name, c.Code) }
