package flights

import (
	"cmp"
	"context"
	"slices"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// A Cheapest is the cheapest trip of a search that passes the filters, for the whole party.
type Cheapest struct {
	TripID   string      `json:"tripId,omitempty"` // "" where no trip passes
	Price    offer.Money `json:"price,omitzero"`
	Locale   string      `json:"locale,omitempty"` // that the price was told in
	Trips    int         `json:"trips"`            // that pass
	Departs  string      `json:"departs,omitempty"`
	Minutes  int         `json:"minutes,omitempty"`  // of all legs together
	Stops    int         `json:"stops,omitempty"`    // most on any leg
	Airlines []string    `json:"airlines,omitempty"` // by code
	Names    []string    `json:"names,omitempty"`    // of those, foreign text
}

// Cost is the price of the trip.
func (c Cheapest) Cost() offer.Money { return c.Price }

// maxAirline bounds a name that is kept, in bytes.
const maxAirline = 100

// A Cell is what is known of one search of a survey.
type Cell = sweep.Cell[Cheapest]

// survey is a survey of the cheapest trips of these searches, with the filters of a view. told takes each
// search that is made, one at a time.
func survey(ctx context.Context, d *desk.Desk, queries []query.Flight, view View, told func(search.Created)) (*sweep.Survey[Cheapest], error) {
	of := desk.SurveyOf[*apiclient.FlightResults, Cheapest]{
		Subject: Subject(), Operation: desk.FlightSearches, Lives: desk.FlightsLast, View: view, Told: told, Found: cheapestOf,
		Params: func(q *ask.Values) any { return ask.Request[apiclient.GetFlightSearchResultsParams](q) },
		Question: func(list recall.List) (asks any, key string) {
			all := *list.Flight
			all.FromDate, all.ToDate = "", ""
			return all.Request(), list.Flight.FromDate + "/" + list.Flight.ToDate
		},
	}
	for _, q := range queries {
		of.Lists = append(of.Lists, recall.List{Flight: &q})
	}
	return desk.NewSurvey(ctx, d, of)
}

// cheapestOf is what a read shows, whose rows are by price.
func cheapestOf(s search.FlightSnapshot, now time.Time) sweep.Found[Cheapest] {
	f := sweep.Found[Cheapest]{AsOf: now, Settle: s.Settle, Whole: s.Whole, Got: Cheapest{Trips: s.Results.Metadata.TotalCandidates}}
	if len(s.Results.Results) == 0 {
		return f
	}
	card := s.Results.Results[0]
	f.Any = true
	f.Got.TripID, f.Got.Price, f.Got.Locale = card.TripID, CardPrice(card), s.Results.Metadata.Locale
	f.Got.Minutes, f.Got.Stops = words.Whole(card.DurationMinutes), words.Whole(card.Stops)
	for i, leg := range card.Legs {
		if i == 0 {
			f.Got.Departs = leg.DepartsAt
		}
		for _, airline := range leg.Airlines {
			name := cmp.Or(airline.Name, airline.Code)
			if slices.Contains(f.Got.Names, name) || len(name) > maxAirline {
				continue
			}
			f.Got.Airlines, f.Got.Names = append(f.Got.Airlines, airline.Code), append(f.Got.Names, name)
		}
	}
	return f
}
