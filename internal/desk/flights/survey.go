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

// A Cell is what is known of one search of a survey.
type Cell = sweep.Cell[Cheapest]

// survey is a survey of the cheapest trips of these searches, with the filters of a view. told takes each
// search that is made, one at a time.
func survey(ctx context.Context, d *desk.Desk, queries []query.Flight, view desk.View, told func(search.Created)) (*sweep.Survey[Cheapest], error) {
	of := desk.SurveyOf[*apiclient.FlightResults, Cheapest]{
		Subject: Subject(), Operation: desk.FlightSearches, Lives: search.FlightsLast, View: view, Told: told, Found: cheapestOf,
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

// SurveyRequest asks for the cheapest trip of each of several searches.
type SurveyRequest struct {
	Queries []query.Flight // in the order in which they are asked
	View    desk.View      // filters; its order and pages are not used
	Thing   string         // what needs the searches: "this calendar"
	Fewer   string         // how to need fewer
	desk.Spending

	// Begin takes the cells as they are known before a search is made, once the cost is agreed to; Told
	// each cell that something has come of, by its place, and Held each time in which no search is made.
	// Each may be nil.
	Begin func(cells []Cell)
	Told  func(i int, c Cell)
	Held  func(sweep.Hold)
}

// Surveyed is what came of a survey.
type Surveyed struct {
	Cells []Cell   // by their place among the queries; nil where nothing was begun
	Spent int      // searches that were made
	Saved int      // cells that cost none
	Site  string   // the market that the searches were made for, "" where none was made
	Taken []string // sentences: what words of filters were taken for
}

// Survey looks the cheapest trip of each search up. It spends a search for each that is not known yet;
// a person is asked before about more than a few. What was found before a fault comes back with it.
func Survey(ctx context.Context, d *desk.Desk, r *SurveyRequest) (Surveyed, error) {
	var found Surveyed
	s, err := survey(ctx, d, r.Queries, r.View, func(made search.Created) { found.Site = made.SiteCode })
	if err != nil {
		return Surveyed{}, err
	}
	all, err := desk.RunSurvey(ctx, d, s, desk.SurveyRun[Cheapest]{
		Thing: r.Thing, Fewer: r.Fewer, Spending: r.Spending, Begin: r.Begin, Told: r.Told, Held: r.Held,
	})
	found.Cells, found.Spent, found.Saved, found.Taken = all.Cells, all.Spent, all.Saved, all.Taken
	return found, err
}

// Journey is the search from where base starts to a place, out on a day and back on another ("" for one
// way), YYYY-MM-DD.
func Journey(base query.Flight, to places.Place, out, back string) query.Flight {
	base.To, base.ToCity, base.ToName, base.FromDate, base.ToDate = to.Code, to.City, to.Name, out, back
	return base
}

// From is what all journeys from a place ask, without where to and when. A view's filters are told in
// the terms of the request, which has been resolved.
func From(q *ask.Values, view desk.View, typed string, from places.Place) (query.Flight, error) {
	if err := view.Query.Repeat(q); err != nil {
		return query.Flight{}, err
	}
	q.GivenAs("from", typed)
	if err := q.SetTyped("from", from.Code); err != nil {
		return query.Flight{}, err
	}
	base := query.OfFlight(ask.Request[apiclient.FlightSearchRequest](q))
	base.FromCity, base.FromName = from.City, from.Name
	return base, nil
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

// OpenWeekendRequest is a trip of the last list of long weekends to open.
type OpenWeekendRequest struct {
	Number  string // of the weekend, as typed
	Place   string // a code or a name
	View    desk.View
	Renewal *desk.Renewal
}

// OpenWeekend reads the trips to a place on a long weekend of the session's last list, with its filters,
// the cheapest first. Of several pairs of days it is the cheapest. It spends none, unless its search has
// expired and the renewal says so.
func OpenWeekend(ctx context.Context, d *desk.Desk, r *OpenWeekendRequest) (Trips, error) {
	list, found, err := d.Latest(recall.Breaks)
	if err != nil {
		return Trips{}, err
	}
	if !found || list.Flight == nil {
		return Trips{}, d.NoList("there are no trips on long weekends to open one of", "make them: travel weekends --from FROM --to LIST")
	}
	row, err := r.pick(list)
	if err != nil {
		return Trips{}, err
	}
	to := places.Place{Code: row.Goal.Code, Name: row.Goal.Name, City: row.Goal.City}
	asked := Journey(*list.Flight, to, row.Day.Day, row.Day.Back)
	if row.ID == "" {
		return Trips{}, d.NotAsked(ctx, fmt.Sprintf("weekend %d in %s", row.Goal.Weekend, row.Goal.Code), desk.FlightSearches, asked.Command())
	}
	return openFound(ctx, d, &desk.ResultsRequest{View: r.View, Renewal: r.Renewal}, list, row.Ref(), asked)
}

// pick finds the row that was typed.
func (r *OpenWeekendRequest) pick(list recall.List) (best recall.Row, err error) {
	n, err := strconv.Atoi(r.Number)
	if err != nil || n < 1 {
		return best, problem.NotAccepted("NUMBER", r.Number, "the number of a long weekend, such as 1", "")
	}
	var have []string
	highest, typed, known := 0, strings.TrimSpace(r.Place), -1.0
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
		same := strings.EqualFold(row.Goal.Code, typed) || words.Fold(typed) != "" && words.Fold(row.Goal.Name) == words.Fold(typed)
		amount, priced := row.Price.Number()
		if cheaper := priced && (known < 0 || amount < known); !same || best.Goal != nil && !cheaper {
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
