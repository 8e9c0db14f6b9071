package flights

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// OpenRequest is a day of the last calendar to open.
type OpenRequest struct {
	Day     string // as typed: a day, or the day of the month alone
	Nights  *int   // nil where no one said
	View    View
	Renewal *desk.Renewal
}

// OpenDay reads the trips of a day of the session's last calendar, with its filters, the cheapest first.
// It spends none, unless its search has expired and the renewal says so.
func OpenDay(ctx context.Context, d *desk.Desk, r *OpenRequest) (Trips, error) {
	days, found, err := d.Latest(recall.Days)
	if err != nil {
		return Trips{}, err
	}
	if !found || days.Flight == nil {
		return Trips{}, d.NoList("there is no calendar to open a day of", "make one: travel flights calendar FROM TO")
	}
	row, err := r.pick(ctx, d, days)
	if err != nil {
		return Trips{}, err
	}
	asked := *days.Flight
	asked.FromDate, asked.ToDate = row.Day.Day, row.Day.Back
	if row.ID == "" {
		return Trips{}, notAsked(ctx, d, asked.Command(), stayWords(*row.Day))
	}
	return openFound(ctx, d, &ResultsRequest{View: r.View, Renewal: r.Renewal}, days, recall.Search{ID: row.ID, Created: row.Day.Made}, asked)
}

// openFound reads a search of a survey as a list of trips, with the survey's filters and the cheapest
// first where no one says.
func openFound(ctx context.Context, d *desk.Desk, r *ResultsRequest, survey recall.List, found recall.Search, asked query.Flight) (Trips, error) {
	list := recall.List{Kind: recall.Trips, Flight: &asked, Terms: survey.Terms, View: survey.View, Search: found}
	if !slices.ContainsFunc(list.View, func(p recall.Param) bool { return p.Name == "sort" }) {
		list.View = append(slices.Clone(list.View), recall.Param{Name: "sort", Values: []string{"price_asc"}, Typed: "--sort cheapest"})
	}
	r.Renewal = r.Renewal.At(d)
	return read(ctx, d, r, list)
}

// notAsked says of a row without a search what one would cost.
func notAsked(ctx context.Context, d *desk.Desk, command, what string) error {
	return problem.ChoiceError{
		Text: what + " has no search yet",
		Hint: "search it, which spends one of your searches" + d.LeftFor(ctx, desk.FlightSearches) + ": " + command,
	}
}

func stayWords(day recall.Day) string {
	text := words.Day(day.Day).Format("Mon 2 Jan")
	if day.Back != "" {
		text += ", " + words.Counted(day.Nights, "night")
	}
	return text
}

// pick finds the row that was typed.
func (r *OpenRequest) pick(ctx context.Context, d *desk.Desk, days recall.List) (recall.Row, error) {
	want := func(recall.Day) bool { return false }
	if n, err := strconv.Atoi(strings.TrimSpace(r.Day)); err == nil && n >= 1 && n <= 31 {
		want = func(day recall.Day) bool { return words.Day(day.Day).Day() == n }
	} else {
		w, err := d.Window(ctx, r.View.Query.Days(), "DAY", r.Day, 0)
		if err != nil {
			return recall.Row{}, err
		}
		if w.About == "" {
			return recall.Row{}, problem.NotAccepted("DAY", r.Day, "a day of the calendar, as a date or by its day of the month", "")
		}
		want = func(day recall.Day) bool { return day.Day == w.About }
	}
	rows := slices.DeleteFunc(slices.Clone(days.Rows), func(row recall.Row) bool { return row.Day == nil || !want(*row.Day) })
	switch first := slices.IndexFunc(rows, func(row recall.Row) bool { return row.Day.Day != rows[0].Day.Day }); {
	case len(rows) == 0:
		return recall.Row{}, problem.UsageError{Text: fmt.Sprintf("DAY %s is not in the last calendar, %s", words.Quote(r.Day), spanOf(days))}
	case first > 0:
		return recall.Row{}, problem.UsageError{Text: fmt.Sprintf("DAY %s may be %s or %s; give the date", r.Day, rows[0].Day.Day, rows[first].Day.Day)}
	}
	return r.stay(rows)
}

// stay is the row with the nights that are wanted, of those of one day.
func (r *OpenRequest) stay(rows []recall.Row) (recall.Row, error) {
	if r.Nights == nil && len(rows) == 1 {
		return rows[0], nil
	}
	var stays []string
	for _, row := range rows {
		if row.Day.Back == "" {
			return recall.Row{}, problem.UsageError{Text: "--nights needs a calendar of returns, and the last one is one way; leave it out"}
		}
		if r.Nights != nil && row.Day.Nights == *r.Nights {
			return row, nil
		}
		stays = append(stays, strconv.Itoa(row.Day.Nights))
	}
	if r.Nights == nil {
		return recall.Row{}, problem.UsageError{Text: fmt.Sprintf("%s has several stays; give --nights, one of %s", rows[0].Day.Day, words.Or(stays))}
	}
	return recall.Row{}, problem.UsageError{Text: fmt.Sprintf("--nights %d is not in the last calendar; it has %s", *r.Nights, words.Or(stays))}
}

// spanOf are the days of a kept calendar.
func spanOf(days recall.List) string {
	var all []string
	for _, row := range days.Rows {
		if row.Day != nil {
			all = append(all, row.Day.Day)
		}
	}
	if len(all) == 0 {
		return "which has none"
	}
	return slices.Min(all) + " to " + slices.Max(all)
}
