package flights

import (
	"context"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
)

// SurveyRequest asks for the cheapest trip of each of several searches.
type SurveyRequest struct {
	Queries []query.Flight // in the order in which they are asked
	View    View           // filters; its order and pages are not used
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
func From(q *ask.Values, view View, typed string, from places.Place) (query.Flight, error) {
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
func CheckJourneys(q *ask.Values, view View, nights Nights) error {
	if err := checkParty(q); err != nil {
		return err
	}
	if err := checkFilters(view.Query); err != nil || nights.Return {
		return err
	}
	if err := checkOneWay(view.Query); err != nil {
		return problem.UsageError{Text: strings.Replace(err.Error(), "give RETURN", "give --nights", 1)}
	}
	return nil
}
