package flights

import (
	"context"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/daily"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/search"
)

// OpenRequest is a day of the last calendar to open.
type OpenRequest struct {
	Day     string // as typed: a day, or the day of the month alone
	Nights  *int   // nil where no one said
	View    View
	Renewal *desk.Renewal
}

// OpenDay reads the trips of a day of the session's last calendar, with its filters, the cheapest first.
// It spends none, unless its search has expired and the renewal says so; the calendar then has the new
// price.
func OpenDay(ctx context.Context, d *desk.Desk, r *OpenRequest) (Trips, error) {
	door := daily.Door{Kind: recall.Days, Make: "travel flights calendar FROM TO", Typed: r.Day, Nights: r.Nights}
	days, row, err := door.Pick(ctx, d, r.View.Query.Days())
	if err != nil {
		return Trips{}, err
	}
	asked := *days.Flight
	asked.FromDate, asked.ToDate = row.Day.Day, row.Day.Back
	if row.ID == "" {
		return Trips{}, d.NotAsked(ctx, daily.StayWords(*row.Day), desk.FlightSearches, asked.Command())
	}
	r.Renewal = r.Renewal.At(d)
	trips, err := openFound(ctx, d, &ResultsRequest{View: r.View, Renewal: r.Renewal}, days, row.Ref(), asked)
	if err == nil && r.Renewal.Done() {
		if err := r.renewed(ctx, d, days, *row.Day, trips); err != nil {
			d.Report.Notice("the calendar does not have the new price: " + err.Error())
		}
	}
	return trips, err
}

// renewed gives the calendar the search that was made in place of a day's.
func (r *OpenRequest) renewed(ctx context.Context, d *desk.Desk, days recall.List, day recall.Day, trips Trips) error {
	view := View{Query: ask.New("getFlightSearchResults", r.View.Query.Days())}
	view.Continue(days)
	if _, err := d.Resolve(ctx, view.Query, desk.LocaleOf(days.Terms)); err != nil {
		return err
	}
	asked := *days.Flight
	asked.FromDate, asked.ToDate = day.Day, day.Back
	s, err := survey(ctx, d, []query.Flight{asked}, view, func(search.Created) {})
	if err != nil {
		return err
	}
	made := search.Created{SearchID: r.Renewal.To(), At: trips.List.Search.Created}
	return daily.Renewed(ctx, d, days.Kind, day, made, trips.Value.Progress, s)
}

// openFound reads a search of a survey as a list of trips, with the survey's filters and the cheapest
// first where no one says.
func openFound(ctx context.Context, d *desk.Desk, r *ResultsRequest, survey recall.List, found search.Ref, asked query.Flight) (Trips, error) {
	list := recall.List{Kind: recall.Trips, Flight: &asked, Terms: survey.Terms, View: daily.Cheapest(survey.View), Search: found}
	return Subject().ResultsOf(ctx, d, r, list)
}
