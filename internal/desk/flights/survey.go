package flights

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/sweep"
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

// A Cell is one search of a survey of trips, and the cheapest trip in it.
type Cell = sweep.Cell[Cheapest]

// A Survey is the answer of several searches for trips.
type Survey = desk.Survey[Cheapest]

// Cheap looks for the cheapest trip of each search.
func Cheap() desk.SurveyOf[*apiclient.FlightResults, Cheapest] {
	return desk.SurveyOf[*apiclient.FlightResults, Cheapest]{
		Subject: Subject(), Operation: desk.FlightSearches, Lives: search.FlightsLast, Found: cheapestOf,
		Params: func(q *ask.Values) any { return ask.Request[apiclient.GetFlightSearchResultsParams](q) },
		Search: func(base recall.List, at sweep.At) recall.List {
			asked := *base.Flight
			asked.FromDate, asked.ToDate = at.Day, at.Back
			if goal := at.Goal; goal != nil {
				asked.To, asked.ToCity, asked.ToName = goal.Code, goal.City, goal.Name
			}
			return recall.List{Flight: &asked}
		},
		Question: func(list recall.List) any {
			all := *list.Flight
			all.FromDate, all.ToDate = "", ""
			return all.Request()
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

// Away is a cell before its search: out to a place on a day, and back on another ("" for one way).
func Away(goal Candidate, day, back string) Cell {
	return Cell{At: sweep.At{Day: day, Back: back, Goal: &recall.Goal{Code: goal.Code, Name: goal.Name, City: goal.City}}}
}

// TripJSON is the cheapest trip of a cell as a program reads it. What is not known is null.
type TripJSON struct {
	desk.PriceJSON         // of the whole party, fees included
	TripID         *string `json:"tripId"`
	desk.ReadJSON
	Minutes  *int     `json:"minutes"` // of all legs together
	Stops    *int     `json:"stops"`   // most on any leg
	Airlines []string `json:"airlines"`
	Departs  *string  `json:"departsAt"`
}

// TripDocument is a cell as a program reads it.
func TripDocument(c Cell) TripJSON {
	trip := TripJSON{Airlines: []string{}}
	trip.PriceJSON, trip.ReadJSON = desk.CellDocument(c)
	if got := c.Got; c.Any && !c.AsOf.IsZero() {
		trip.TripID, trip.Minutes, trip.Stops, trip.Departs = desk.Stated(got.TripID), &got.Minutes, &got.Stops, desk.Stated(got.Departs)
		trip.Airlines = append(trip.Airlines, got.Airlines...)
	}
	return trip
}

// From is what all journeys from a place ask, without where to and when, and the filters of a view, which are read in
// the currency and language of the request.
func From(q *ask.Values, view desk.View, typed string, from places.Place) (recall.List, error) {
	if err := view.Query.Repeat(q); err != nil {
		return recall.List{}, err
	}
	q.GivenAs("from", typed)
	if err := q.SetTyped("from", from.Code); err != nil {
		return recall.List{}, err
	}
	base := query.OfFlight(ask.Request[apiclient.FlightSearchRequest](q))
	base.FromCity, base.FromName = from.City, from.Name
	return recall.List{Flight: &base, Terms: base.Terms, View: view.Query.View()}, nil
}

// CheckAmount refuses what is no amount of money, "" being none. label is the flag, and in what it is counted.
func CheckAmount(label, amount, in string) error {
	n, ok := (offer.Money{Amount: amount}).Number()
	if amount == "" || ok && n > 0 && n <= 1e12 {
		return nil
	}
	return problem.NotAccepted(label, amount, "an amount such as 400, "+in)
}

// CheckJourneys refuses, before any request, a party and filters that journeys of so many nights cannot
// have.
func CheckJourneys(q *ask.Values, view desk.View, nights Nights) error {
	if err := checkParty(q); err != nil {
		return err
	}
	if err := checkFilters(view.Query); err != nil || nights.Return {
		return err
	}
	if err := checkOneWay(view.Query); err != nil {
		return problem.Usagef("%s", strings.Replace(err.Error(), "give RETURN", "give --nights", 1))
	}
	return nil
}

// OpenWeekend reads the trips to a place, a code or a name, on a long weekend of the session's last list, with its
// filters and the cheapest first. Of several pairs of days it takes the cheapest. It makes no search, unless that one
// has expired and the renewal says so.
func OpenWeekend(ctx context.Context, d *desk.Desk, number, place string, r *desk.ResultsRequest) (Trips, error) {
	list, err := d.LastSurvey(recall.Breaks, "there are no trips on long weekends to open one of", "make them: travel weekends --from FROM --to LIST")
	if err != nil {
		return Trips{}, err
	}
	row, err := pickWeekend(list, number, strings.TrimSpace(place))
	if err != nil {
		return Trips{}, err
	}
	return Cheap().Open(ctx, d, r, list, row, fmt.Sprintf("weekend %d in %s", row.Goal.Weekend, row.Goal.Code))
}

// pickWeekend finds the row of a weekend and a place.
func pickWeekend(list recall.List, number, typed string) (best recall.Row, err error) {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return best, problem.NotAccepted("NUMBER", number, "the number of a long weekend, such as 1")
	}
	var have []string
	highest, known := 0, -1.0
	for _, row := range list.Rows {
		if row.Goal == nil || row.Day == nil {
			continue
		}
		highest = max(highest, row.Goal.Weekend)
		if row.Goal.Weekend != n {
			continue
		}
		if !slices.Contains(have, row.Goal.Code) {
			have = append(have, row.Goal.Code)
		}
		amount, priced := row.Price.Number()
		if cheaper := priced && (known < 0 || amount < known); !isGoal(row, typed) || best.Goal != nil && !cheaper {
			continue
		}
		if best = row; priced {
			known = amount
		}
	}
	switch {
	case best.Goal != nil:
		return best, nil
	case len(have) == 0:
		return best, problem.Usagef("NUMBER %d is not in the last list, which has weekends 1 to %d", n, highest)
	}
	return best, problem.Usagef("PLACE %s is not asked for weekend %d of the last list, which has %s", words.Quote(typed), n, words.And(have))
}

// isGoal tells whether a row goes to a place, by its code or its name.
func isGoal(row recall.Row, typed string) bool {
	return strings.EqualFold(row.Goal.Code, typed) || words.Fold(typed) != "" && words.Fold(row.Goal.Name) == words.Fold(typed)
}
