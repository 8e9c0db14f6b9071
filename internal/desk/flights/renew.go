package flights

import (
	"context"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

// renewedTrips is a flight search made in place of an expired one, with the list of the old search.
type renewedTrips struct {
	search.Renewed
	service search.Service
	rows    []recall.Row // of all its trips
	about   recall.List  // of the new search, without rows
	list    recall.List  // empty unless it is the old search's own
}

// checkTrips checks, before anything is sent, that the trips could be found again.
func checkTrips(d *desk.Desk, renewal *desk.Renewal, picks ...*desk.Pick) error {
	for _, p := range picks {
		if p.List.Flight == nil && p.List.Search.ID != "" { // an id that was typed
			if known, ok := d.Lists().Search(p.List.Search.ID); ok {
				known.TripID = p.List.TripID
				p.List = known
			}
		}
		if len(itineraryOf(d, *p)) == 0 {
			renewal.Lacks(problem.Usagef("--renew finds a trip again by its flights, and those of %s are not kept here", p.Name("trip")).
				Next(desk.SearchAgain(p.List).For("search again and choose, which spends one of your searches")))
		}
		if p.List.Search.ID != picks[0].List.Search.ID {
			alone := []problem.Step{problem.Do("see", "flights.compare").Set("help")}
			if i := slices.IndexFunc(picks, func(p *desk.Pick) bool { return p.Kept != "" }); i >= 0 { // which learns of it
				alone = []problem.Step{
					problem.Do("renew each alone, which spends a search each", "getFlightTrip", picks[i].Kept).Set("renew"),
					problem.Do("or see them as they were kept", "kept.compare"),
				}
			}
			renewal.Lacks(problem.Usagef("--renew makes one search again, and %s and %s are of two", picks[0].Name("trip"), p.Name("trip")).Next(alone...))
		}
	}
	return renewal.Check(picks[0].List)
}

// itineraryOf returns the itinerary of a trip, with flight numbers if the trip was opened before.
func itineraryOf(d *desk.Desk, p desk.Pick) search.Itinerary {
	for _, fares := range d.Lists().Own(recall.Fares) {
		if fares.TripID == p.ID && len(fares.Itinerary) > 0 {
			return fares.Itinerary
		}
	}
	return p.Row.Trip
}

// renewTrips searches again after a failed read of trips, if that is wanted, and finds each trip in the new search.
// Otherwise it returns the failure.
func renewTrips(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, failed error, picks ...*desk.Pick) error {
	wanted := make([]search.Itinerary, len(picks))
	for i, p := range picks {
		wanted[i] = itineraryOf(d, *p) // checkTrips saw to it
	}
	made, err := searchTrips(ctx, d, renewal, failed, picks[0].List)
	if err != nil {
		return err
	}
	for i, p := range picks {
		row, err := made.find(ctx, d, renewal, wanted[i], p.Row.Price, p.Name("trip"))
		if err != nil {
			return err
		}
		renewal.Price(p.Name("trip"), p.Row.Price, row.Price, p.List.Terms.Locale)
		p.ID, p.List = row.ID, made.about
		p.List.TripID = row.ID
		d.FoundAgain(ctx, *p, p.List, row)
	}
	return made.save(d)
}

// searchTrips makes the search again, or takes one that was made already, reads all its trips and updates the list.
func searchTrips(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, failed error, old recall.List) (*renewedTrips, error) {
	service, err := d.Service()
	if err != nil {
		return nil, err
	}
	t := &renewedTrips{service: service}
	read := apiclient.GetFlightSearchResultsParams{Currency: query.Optional(old.Terms.Currency), Locale: query.Optional(old.Terms.Locale)}
	err = Subject().Regather(ctx, d, old, renewal, failed, func(list recall.List, seen func(search.FlightSnapshot)) (err error) {
		t.Renewed, err = service.GatherTrips(ctx, list.Search, read, search.DefaultBudget, seen)
		return err
	})
	if err != nil {
		return nil, err
	}
	renewal.NotSettled(t.Last.Progress)
	t.about = old.Again(t.Ref)
	t.about.TripID, t.about.FareID, t.about.Itinerary = "", "", nil
	t.list = t.about
	t.list.Kind = recall.Trips
	if last, _, _ := d.Lists().Latest(recall.Trips); last.Search.ID == old.Search.ID || last.Search.ID == t.ID {
		t.list.Rows = last.Rows
	}
	for _, card := range t.Cards {
		t.rows = append(t.rows, TripRow(0, card))
	}
	renewal.Rows(t.list.Rows, t.rows)
	return t, nil
}

func (t *renewedTrips) save(d *desk.Desk) error {
	if len(t.list.Rows) == 0 {
		return nil // the last list is another search's
	}
	return d.KeepAs(t.list, t.Created)
}

// find finds a trip in the new search. If it is not there, the error lists the nearest trips, which are added to the
// list.
func (t *renewedTrips) find(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, want search.Itinerary, was offer.Money, name string) (recall.Row, error) {
	at, err := t.service.Find(ctx, want, was, t.Renewed)
	switch {
	case err != nil:
		return recall.Row{}, renewal.Broken(err, desk.ReadAgain(recall.Trips, 0, t.Ref))
	case at >= 0:
		return t.rows[at], nil
	}
	ways := []string{"OUT", "BACK"}[:min(max(len(want), 1), 2)]
	near := desk.Nearest(&t.list, recall.Row{Label: want.Words(), Trip: want}, name, t.rows, desk.Columns{
		Heads: append(ways, "AIRLINE"),
		Cells: func(row recall.Row) []string {
			cells := make([]string, len(ways)+1) // one for each way, whatever the service sent
			var carriers []string                // each run of the same once
			for i, leg := range row.Trip {
				if i < len(ways) {
					cells[i] = leg.Times()
				}
				carriers = append(carriers, strings.Join(leg.Carriers, "+"))
			}
			cells[len(ways)] = strings.Join(slices.Compact(carriers), " / ")
			return cells
		},
	})
	var next []problem.Step
	if len(near.Candidates) > 0 {
		next = []problem.Step{
			problem.Do("open one of them", "getFlightTrip", near.Candidates[0].Argument()),
			problem.Do("see all", "getFlightSearchResults"),
		}
	}
	if err := t.save(d); err != nil {
		d.Report.Notice("row numbers are not kept: " + err.Error())
		next = []problem.Step{desk.ReadAgain(recall.Trips, 0, t.Ref)}
	}
	return recall.Row{}, desk.ChooseNear(name+" is not in the new search", was, near, next...)
}
