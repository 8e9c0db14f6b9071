package flights

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/query"
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

// surveyor makes and reads the searches of a survey.
type surveyor struct {
	flights search.Flights
	made    func(search.Created)
	query   *ask.Values // that all are read with
	cities  func(ctx context.Context, city string) []string
}

// survey is a survey of the cheapest trips of these searches, with the filters of a view. told takes each
// search that is made, one at a time.
func survey(ctx context.Context, d *desk.Desk, queries []query.Flight, view View, told func(search.Created)) (*sweep.Survey[Cheapest], error) {
	q := view.Query.Clone()
	q.Unset("page")
	if err := errors.Join(q.SetTyped("sort", "price_asc"), q.SetTyped("pageSize", 1)); err != nil {
		return nil, err
	}
	read := ask.Request[apiclient.GetFlightSearchResultsParams](q)
	own, by, err := desk.NewSurvey[Cheapest](ctx, d, desk.SurveyOf{Operation: desk.FlightSearches, Lives: desk.FlightsLast, Read: read, Told: told})
	if err != nil {
		return nil, err
	}
	s := surveyor{search.Flights{Client: by.Client, Clock: by.Clock, Purse: d.Purse}, by.Made, q, airports(d, desk.Locale{})}
	for _, q := range queries {
		own.Asks = append(own.Asks, s.ask(q))
	}
	return own, nil
}

// ask is one search of a survey.
func (s surveyor) ask(q query.Flight) sweep.Ask[Cheapest] {
	all := q
	all.FromDate, all.ToDate = "", ""
	question, _ := json.Marshal(all.Request()) // texts and numbers
	return sweep.Ask[Cheapest]{
		Question: string(question), Key: q.FromDate + "/" + q.ToDate,
		Create: func(ctx context.Context) (search.Created, error) {
			made, err := s.flights.Create(ctx, q.Request())
			if err == nil {
				s.made(made)
			}
			return made, err
		},
		Read: func(ctx context.Context, made search.Created, tell func(sweep.Found[Cheapest])) (sweep.Found[Cheapest], error) {
			w := desk.NewWording(s.query, s.cities)
			found := func(shown search.FlightSnapshot) sweep.Found[Cheapest] {
				return desk.Worded(w, cheapestOf(shown, s.flights.Clock.Now()))
			}
			last, err := desk.Reading(w, reading(s.flights, made.SearchID), facetsIn).Since(made.At).Settle(ctx, search.DefaultBudget, func(shown search.FlightSnapshot) {
				tell(found(shown))
			})
			if last.Results == nil {
				return sweep.Found[Cheapest]{}, err
			}
			return found(last), cmp.Or(err, w.Undecided())
		},
		Glance: func(ctx context.Context, made search.Created) (sweep.Found[Cheapest], error) {
			w := desk.NewWording(s.query, s.cities)
			shown, err := desk.Reading(w, reading(s.flights, made.SearchID), facetsIn).Read(ctx)
			if err != nil {
				return sweep.Found[Cheapest]{}, err
			}
			return desk.Worded(w, cheapestOf(shown, s.flights.Clock.Now())), nil
		},
	}
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
