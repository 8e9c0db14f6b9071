package daily

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Door is a day of the last calendar to open.
type Door struct {
	Kind   recall.Kind // of the calendar
	Make   string      // the command that makes one
	Typed  string      // the day as typed: a date, or the day of the month alone
	Nights *int        // nil where no one said
}

// Pick finds the day in the session's last calendar, and returns that with the row.
func (o Door) Pick(ctx context.Context, d *desk.Desk, days *ask.Days) (recall.List, recall.Row, error) {
	list, found, err := d.Latest(o.Kind)
	if err == nil && (!found || list.Flight == nil && list.Stay == nil) {
		err = d.NoList("there is no calendar to open a day of", "make one: "+o.Make)
	}
	if err != nil {
		return list, recall.Row{}, err
	}
	row, err := o.pick(ctx, d, days, list)
	return list, row, err
}

func (o Door) pick(ctx context.Context, d *desk.Desk, days *ask.Days, list recall.List) (recall.Row, error) {
	want := func(recall.Day) bool { return false }
	if n, err := strconv.Atoi(strings.TrimSpace(o.Typed)); err == nil && n >= 1 && n <= 31 {
		want = func(day recall.Day) bool { return words.Day(day.Day).Day() == n }
	} else {
		w, err := d.Window(ctx, days, "DAY", o.Typed, 0)
		if err != nil {
			return recall.Row{}, err
		}
		if w.About == "" {
			return recall.Row{}, problem.NotAccepted("DAY", o.Typed, "a day of the calendar, as a date or by its day of the month", "")
		}
		want = func(day recall.Day) bool { return day.Day == w.About }
	}
	rows := slices.DeleteFunc(slices.Clone(list.Rows), func(row recall.Row) bool { return row.Day == nil || !want(*row.Day) })
	switch first := slices.IndexFunc(rows, func(row recall.Row) bool { return row.Day.Day != rows[0].Day.Day }); {
	case len(rows) == 0:
		return recall.Row{}, problem.UsageError{Text: fmt.Sprintf("DAY %s is not in the last calendar, %s", words.Quote(o.Typed), spanOf(list))}
	case first > 0:
		return recall.Row{}, problem.UsageError{Text: fmt.Sprintf("DAY %s may be %s or %s; give the date", o.Typed, rows[0].Day.Day, rows[first].Day.Day)}
	}
	return o.stay(rows)
}

// stay is the row with the nights that are wanted, of those of one day.
func (o Door) stay(rows []recall.Row) (recall.Row, error) {
	if o.Nights == nil && len(rows) == 1 {
		return rows[0], nil
	}
	var stays []string
	for _, row := range rows {
		if row.Day.Back == "" {
			return recall.Row{}, problem.UsageError{Text: "--nights needs a calendar of returns, and the last one is one way; leave it out"}
		}
		if o.Nights != nil && row.Day.Nights == *o.Nights {
			return row, nil
		}
		stays = append(stays, strconv.Itoa(row.Day.Nights))
	}
	if o.Nights == nil {
		return recall.Row{}, problem.UsageError{Text: fmt.Sprintf("%s has several stays; give --nights, one of %s", rows[0].Day.Day, words.Or(stays))}
	}
	return recall.Row{}, problem.UsageError{Text: fmt.Sprintf("--nights %d is not in the last calendar; it has %s", *o.Nights, words.Or(stays))}
}

// spanOf are the days of a kept calendar.
func spanOf(list recall.List) string {
	var all []string
	for _, row := range list.Rows {
		if row.Day != nil {
			all = append(all, row.Day.Day)
		}
	}
	if len(all) == 0 {
		return "which has none"
	}
	return slices.Min(all) + " to " + slices.Max(all)
}

// StayWords name a day of a calendar.
func StayWords(day recall.Day) string {
	text := words.Date(words.Day(day.Day), time.Time{})
	if day.Back != "" {
		text += ", " + words.Counted(day.Nights, "night")
	}
	return text
}

// Cheapest is a survey's view with the cheapest first, unless it has an order of its own.
func Cheapest(view []recall.Param) []recall.Param {
	if slices.ContainsFunc(view, func(p recall.Param) bool { return p.Name == "sort" }) {
		return view
	}
	return append(slices.Clone(view), recall.Param{Name: "sort", Values: []string{"price_asc"}, Typed: "--sort cheapest"})
}

// Renewed takes a search that was made in place of a day's, and has been followed so far, into the
// calendar: its row opens without another one, and its price is kept as if the calendar had made it. s is
// a survey of that search alone, with the calendar's filters.
func Renewed[R Priced](ctx context.Context, d *desk.Desk, kind recall.Kind, day recall.Day, made search.Created, p search.Progress, s *sweep.Survey[R]) error {
	f, err := s.Asks[0].Glance(ctx, made)
	if err != nil {
		return err
	}
	f.Settle, f.Whole = p.Settle, p.Whole
	if err := s.Keep(ctx, 0, made, f); err != nil {
		return err
	}
	list, found, err := d.Own(kind)
	if err != nil || !found {
		return err
	}
	for i, row := range list.Rows {
		if row.Day != nil && row.Day.Day == day.Day && row.Day.Back == day.Back {
			day.Made = made.At
			list.Rows[i] = recall.Row{N: row.N, ID: made.SearchID, Price: f.Got.Cost(), Day: &day}
		}
	}
	return d.KeepAs(list, list.Made)
}
