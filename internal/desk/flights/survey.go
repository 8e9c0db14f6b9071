package flights

import (
	"cmp"
	"context"
	"fmt"
	"math"
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
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// maxAirline is the longest airline name to save, in bytes.
const maxAirline = 100

// Cheap returns the survey for the cheapest trip of each search.
func Cheap() desk.SurveyOf[*apiclient.FlightResults] {
	return desk.SurveyOf[*apiclient.FlightResults]{
		Subject: Subject(), Operation: desk.FlightSearches, Lives: search.FlightsLast, Found: cheapestOf,
	}
}

// cheapestOf returns the cheapest trip of a read sorted by price.
func cheapestOf(s search.FlightSnapshot, now time.Time) sweep.Found {
	f := sweep.Found{AsOf: now, Settle: s.Settle, Whole: s.Whole}
	if len(s.Results.Results) == 0 {
		return f
	}
	card := s.Results.Results[0]
	f.Any = true
	f.Price, f.Trip.TripID = search.TripPrice(card), card.TripID
	f.Trip.Minutes, f.Trip.Stops = words.Whole(card.DurationMinutes), words.Whole(card.Stops)
	for i, leg := range card.Legs {
		if i == 0 {
			f.Trip.Departs = leg.DepartsAt
		}
		for _, airline := range leg.Airlines {
			name := cmp.Or(airline.Name, airline.Code)
			if slices.Contains(f.Trip.Names, name) || len(name) > maxAirline {
				continue
			}
			f.Trip.Airlines, f.Trip.Names = append(f.Trip.Airlines, airline.Code), append(f.Trip.Names, name)
		}
	}
	return f
}

// Away returns the cell of a trip to a place, before its search. back is "" for one-way trips.
func Away(goal Candidate, day, back string) sweep.Cell {
	return sweep.Cell{At: sweep.At{Day: day, Back: back, Goal: &recall.Goal{Code: goal.Code, Name: goal.Name, City: goal.City}}}
}

// TripJSON is the JSON of the cheapest trip of a cell. Unknown values are null.
type TripJSON struct {
	desk.PriceJSON         // for the whole party, fees included
	TripID         *string `json:"tripId"`
	desk.ReadJSON
	Minutes  *int     `json:"minutes"` // of all legs together
	Stops    *int     `json:"stops"`   // most on any leg
	Airlines []string `json:"airlines"`
	Departs  *string  `json:"departsAt"`
}

// TripDocument returns the JSON of the cheapest trip of a cell.
func TripDocument(c sweep.Cell) TripJSON {
	trip := TripJSON{Airlines: []string{}}
	trip.PriceJSON, trip.ReadJSON = desk.CellDocument(c)
	if got := c.Trip; c.Any && !c.AsOf.IsZero() {
		trip.TripID, trip.Minutes, trip.Stops, trip.Departs = desk.Stated(got.TripID), &got.Minutes, &got.Stops, desk.Stated(got.Departs)
		trip.Airlines = append(trip.Airlines, got.Airlines...)
	}
	return trip
}

// Begin fills in what all trips of a survey from a place ask for, without destination and dates, and the filters of a
// view. The view gets the currency and language of the request. typed is how the place was given.
func Begin(s *desk.Survey, kind recall.Kind, q *ask.Values, view desk.View, typed string, from places.Place) error {
	view.Query.Repeat(q)
	q.GivenAs("from", typed)
	q.SetTyped("from", from.Code)
	if err := cmp.Or(view.Query.Err(), q.Err()); err != nil {
		return err
	}
	asked := queryOf(q)
	asked.FromCity, asked.FromName = from.City, from.Name
	s.Base, s.Meta = recall.List{Kind: kind, Flight: &asked, Terms: asked.Terms, View: view.Query.View()}, desk.MetaOf(q)
	return nil
}

// CheckAmount refuses a value of a flag that is not a positive amount. Empty amounts are fine. in describes the
// currency.
func CheckAmount(label, amount, in string) error {
	n, ok := (offer.Money{Amount: amount}).Number()
	if amount == "" || ok && n > 0 && n <= 1e12 {
		return nil
	}
	return problem.NotAccepted(label, amount, "an amount such as 400, "+in)
}

// CheckJourneys refuses a wrong party or wrong filters before anything is sent.
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

// OpenWeekend reads the trips to a place on a long weekend of the last list, with its filters and the cheapest first.
// place is a code or a name. If there are several pairs of days, it takes the cheapest. It makes no new search, unless
// the old one has expired and the renewal allows it.
func OpenWeekend(ctx context.Context, d *desk.Desk, number, place string, r *desk.ResultsRequest) (Trips, error) {
	first := problem.Do("make them", "weekends").Set("from", "FROM").Set("to", "LIST")
	list, err := d.LastSurvey(recall.Breaks, "there are no trips on long weekends to open one of", first)
	if err != nil {
		return Trips{}, err
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return Trips{}, problem.NotAccepted("NUMBER", number, "the number of a long weekend, such as 1")
	}
	typed, highest := strings.TrimSpace(place), 0
	var have []string
	var fits []recall.Row
	for _, row := range list.Rows {
		highest = max(highest, row.Goal.Weekend)
		if row.Goal.Weekend != n {
			continue
		}
		if !slices.Contains(have, row.Goal.Code) {
			have = append(have, row.Goal.Code)
		}
		if isGoal(row, typed) {
			fits = append(fits, row)
		}
	}
	switch {
	case len(have) == 0:
		return Trips{}, problem.Usagef("NUMBER %d is not in the last list, which has weekends 1 to %d", n, highest)
	case len(fits) == 0:
		return Trips{}, problem.Usagef("PLACE %s is not asked for weekend %d of the last list, which has %s", words.Quote(typed), n, words.And(have))
	}
	cost := func(row recall.Row) float64 {
		if amount, known := row.Price.Number(); known {
			return amount
		}
		return math.Inf(1)
	}
	row := slices.MinFunc(fits, func(a, b recall.Row) int { return cmp.Compare(cost(a), cost(b)) })
	return Cheap().Open(ctx, d, r, list, row, fmt.Sprintf("weekend %d in %s", n, row.Goal.Code))
}

// isGoal reports whether typed is the code or the name of the destination of a row.
func isGoal(row recall.Row, typed string) bool {
	return strings.EqualFold(row.Goal.Code, typed) || words.Fold(typed) != "" && words.Fold(row.Goal.Name) == words.Fold(typed)
}
