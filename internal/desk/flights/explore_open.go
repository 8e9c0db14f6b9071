package flights

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// OpenPlaceRequest is a place of the last look around to open.
type OpenPlaceRequest struct {
	Place   string // a code, a name or a row number of the list
	View    View
	Renewal *desk.Renewal
}

// OpenPlace reads the trips to a place of the session's last look around, with its filters, the cheapest
// first. It spends none, unless its search has expired and the renewal says so.
func OpenPlace(ctx context.Context, d *desk.Desk, r *OpenPlaceRequest) (Trips, error) {
	list, found, err := d.Latest(recall.Goals)
	if err != nil {
		return Trips{}, err
	}
	if !found || list.Flight == nil {
		return Trips{}, d.NoList("there is no list of places to open one of", "make one: travel explore FROM --to LIST")
	}
	row, err := pickGoal(list, strings.TrimSpace(r.Place))
	if err != nil {
		return Trips{}, err
	}
	goal := row.Goal
	asked := Journey(*list.Flight, places.Place{Code: goal.Code, Name: goal.Name, City: goal.City}, list.Flight.FromDate, list.Flight.ToDate)
	if row.ID == "" {
		return Trips{}, d.NotAsked(ctx, goal.Code, desk.FlightSearches, asked.Command())
	}
	return openFound(ctx, d, &ResultsRequest{View: r.View, Renewal: r.Renewal}, list, row.Ref(), asked)
}

// pickGoal finds the row that was typed.
func pickGoal(list recall.List, typed string) (recall.Row, error) {
	n, _ := strconv.Atoi(typed)
	at := slices.IndexFunc(list.Rows, func(row recall.Row) bool {
		return row.Goal != nil && (row.N == n || strings.EqualFold(row.Goal.Code, typed) || words.Fold(row.Goal.Name) == words.Fold(typed) && words.Fold(typed) != "")
	})
	if at >= 0 {
		return list.Rows[at], nil
	}
	var codes []string
	for _, row := range list.Rows {
		if row.Goal != nil {
			codes = append(codes, row.Goal.Code)
		}
	}
	const most = 8
	have := strings.Join(codes[:min(len(codes), most)], ", ")
	if len(codes) > most {
		have += " and others"
	}
	return recall.Row{}, problem.UsageError{Text: fmt.Sprintf("PLACE %s is not in the last list, which has rows 1 to %d: %s", words.Quote(typed), len(list.Rows), have)}
}

// keep keeps the places in the order in which they are shown, so that each of them can be opened.
func (e Explored) keep(d *desk.Desk) {
	asked := Journey(e.Base, places.Place{}, e.Day, e.Back)
	list := recall.List{Kind: recall.Goals, Flight: &asked, Terms: asked.Terms, View: e.View}
	for _, goal := range e.Shown() {
		list.Rows = append(list.Rows, recall.Row{
			N: len(list.Rows) + 1, ID: goal.SearchID, Price: goal.Got.Price,
			Goal: &recall.Goal{Code: goal.Code, Name: goal.Name, City: goal.City, Made: goal.Made},
		})
	}
	if err := d.Keep(list); err != nil {
		d.Report.Notice("the places are not kept, so none can be opened: " + err.Error())
	}
}
