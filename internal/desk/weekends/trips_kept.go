package weekends

import (
	"encoding/json"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/daily"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/search"
)

// keep keeps the trips, so that each of them can be opened.
func (t Trips) keep(d *desk.Desk) {
	asked := t.Base
	list := recall.List{Kind: recall.Breaks, Flight: &asked, Terms: asked.Terms, View: t.View}
	for i, trip := range t.Cells {
		place := t.List[trip.Place]
		list.Rows = append(list.Rows, recall.Row{
			N: i + 1, ID: trip.SearchID, Price: trip.Got.Price,
			Day:  &recall.Day{Day: trip.Out, Back: trip.Back, Made: trip.Made},
			Goal: &recall.Goal{Code: place.Code, Name: place.Name, City: place.City, Made: trip.Made, Weekend: trip.Weekend},
		})
	}
	if err := d.Keep(list); err != nil {
		d.Report.Notice("the trips are not kept, so none can be opened: " + err.Error())
	}
}

type (
	// TripsDocument is the long weekends and the trips, as a program reads them.
	TripsDocument struct {
		Document
		Origin   string       `json:"from"`
		Budget   *json.Number `json:"budget"` // of the whole party
		Currency string       `json:"currency,omitempty"`
		Trips    []TripJSON   `json:"trips"`
		LeftOut  leftJSON     `json:"leftOut"`
		NotAsked int          `json:"notAsked"` // trips without a search
		Spent    int          `json:"spent"`    // searches
		Saved    int          `json:"saved"`    // trips that cost none
		Unknown  int          `json:"unknown"`  // of the trips asked, those without an answer
	}
	// leftJSON is how many places were left out.
	leftJSON struct {
		Visa      int `json:"visa"`
		Continent int `json:"continent"`
		Timetable int `json:"timetable"`
		NoCity    int `json:"noCity"`
	}
)

// TripJSON is a trip as a program reads it. What is not known is null.
type TripJSON struct {
	Weekend  int           `json:"weekend"` // its number
	From     string        `json:"from"`    // the day out
	To       string        `json:"to"`      // the day back
	Place    string        `json:"place"`
	Name     *string       `json:"placeName"`
	Country  *string       `json:"country"` // ISO 3166-1
	Status   sweep.Status  `json:"status"`  // found, nothing, coming, not_asked or failed
	Price    *json.Number  `json:"price"`   // whole party, fees included
	Currency *string       `json:"currency"`
	Within   *bool         `json:"withinBudget"`
	TripID   *string       `json:"tripId"`
	SearchID *string       `json:"searchId"`
	Settle   *search.Stamp `json:"settle"`
	AsOf     *time.Time    `json:"asOf"`
	Kept     bool          `json:"kept"` // an earlier command made the search
	Error    *string       `json:"error"`
	Minutes  *int          `json:"minutes"` // of both ways together
	Stops    *int          `json:"stops"`   // most on any leg
	Airlines []string      `json:"airlines"`
	Departs  *string       `json:"departsAt"`
}

// Body is the answer as one JSON document.
func (t Trips) Body() ([]byte, error) {
	doc := TripsDocument{
		Document: t.document(), Origin: t.Candidates.From.Code, Currency: t.Currency(), Trips: []TripJSON{}, LeftOut: leftJSON(t.Left),
		NotAsked: t.NotAsked + t.Tally().Of[sweep.NotAsked], Spent: t.Spent, Saved: t.Saved, Unknown: t.Tally().Unknown(),
	}
	if t.Budget != "" {
		doc.Budget = daily.Number(offer.Money{Amount: t.Budget})
	}
	for i := range t.Cells {
		doc.Trips = append(doc.Trips, t.JSON(i))
	}
	return json.Marshal(doc)
}

// JSON is a trip as a program reads it.
func (t Trips) JSON(at int) TripJSON {
	trip := t.Cells[at]
	place := t.List[trip.Place]
	out := TripJSON{
		Weekend: trip.Weekend, From: trip.Out, To: trip.Back, Place: place.Code, Name: daily.Stated(place.Name), Country: daily.Stated(place.Country),
		Status: trip.Status, SearchID: daily.Stated(trip.SearchID), Kept: trip.Kept && trip.SearchID != "", Within: t.Within(trip), Airlines: []string{},
	}
	if trip.Err != nil {
		out.Error = daily.Stated(trip.Err.Error())
	}
	if trip.AsOf.IsZero() {
		return out
	}
	out.AsOf, out.Settle = new(trip.AsOf.UTC()), &trip.Settle
	if got := trip.Got; trip.Any {
		out.Price, out.Currency, out.TripID = daily.Number(got.Price), daily.Stated(got.Price.Currency), daily.Stated(got.TripID)
		out.Minutes, out.Stops, out.Departs = &got.Minutes, &got.Stops, daily.Stated(got.Departs)
		out.Airlines = append(out.Airlines, got.Airlines...)
	}
	return out
}
