package flights

import (
	"context"
	"fmt"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
)

// ScheduleRequest is a timetable to read.
type ScheduleRequest struct {
	From, To string      // codes or names
	Query    *ask.Values // of getFlightSchedules, without the two
	Pages    desk.Pages
}

// Timetable is what is published for a route, and how both ends of it were understood.
type Timetable struct {
	*apiclient.ScheduleResults
	From, To places.Place
}

// Schedules reads the published timetable of a route, over as many pages as are wanted. It spends no
// search. What was read before a fault comes back with it.
func Schedules(ctx context.Context, d *desk.Desk, r *ScheduleRequest) (desk.Answer[Timetable], error) {
	var none desk.Answer[Timetable]
	if err := places.CheckRoute(d, r.From, r.To); err != nil {
		return none, err
	}
	if err := r.Pages.Apply(r.Query); err != nil {
		return none, err
	}
	locale, err := d.Resolve(ctx, r.Query, desk.Locale{})
	if err != nil {
		return none, err
	}
	client, err := d.Client()
	if err != nil {
		return none, err
	}
	finder := places.At(d, locale)
	from, to, err := finder.Route(ctx, r.From, r.To)
	if err != nil {
		return none, err
	}
	if err := setRoute(r.Query, r.From, r.To, from, to); err != nil {
		return none, err
	}
	ends := [][2]string{{"FROM", from.Code}, {"TO", to.Code}}
	q := ask.Request[apiclient.GetFlightSchedulesParams](r.Query)
	first, err := client.GetFlightSchedules(ctx, &q)
	if err != nil {
		return none, finder.Refused(ctx, fmt.Errorf("read the timetable: %w", err), ends...)
	}
	if first.Value.Metadata.TotalCandidates == 0 {
		if err := finder.Unserved(ctx, ends...); err != nil {
			return none, err
		}
	}
	places.Remember(d, from, to)
	answer := desk.NewAnswer(first, r.Query)
	all, err := desk.Gather(ctx, r.Pages, schedulePage(first), func(ctx context.Context, n int) (desk.Page[*apiclient.ScheduleResults], error) {
		page := q
		page.Page = &n
		next, err := client.GetFlightSchedules(ctx, &page)
		if err != nil {
			return desk.Page[*apiclient.ScheduleResults]{}, fmt.Errorf("read page %d of the timetable: %w", n, err)
		}
		return schedulePage(next), nil
	})
	rows := desk.Rows(all, func(r *apiclient.ScheduleResults) []apiclient.ScheduledFlight { return r.Results })
	answer.Bodies, answer.Rows = all.Bodies, all.Count
	answer.Value.Results, answer.Value.Metadata.ResultCount, answer.Value.Metadata.HasMore = rows, all.Count, all.More
	noteSchedules(&answer.Meta, answer.Value.Metadata, locale)
	return desk.Answer[Timetable]{Value: Timetable{answer.Value, from, to}, Bodies: answer.Bodies, Rows: answer.Rows, Meta: answer.Meta}, err
}

func schedulePage(a *apiclient.Answer[apiclient.ScheduleResults]) desk.Page[*apiclient.ScheduleResults] {
	meta := a.Value.Metadata
	return desk.Page[*apiclient.ScheduleResults]{Body: a.Body, Value: a.Value, Rows: len(a.Value.Results), Total: meta.TotalCandidates, More: meta.HasMore}
}

// noteSchedules says beside a timetable in which language, for which market, and whether it is whole.
func noteSchedules(m *desk.Meta, meta apiclient.ScheduleResultsMetadata, locale desk.Locale) {
	locale.RecordLanguage(m)
	m.SiteCode, m.SiteCodeSource = meta.SiteCode, desk.FromDefault
	if locale.Site.Value != "" {
		m.SiteCode, m.SiteCodeSource = locale.Site.Value, locale.Site.Source
	}
	if meta.Coverage == apiclient.CoverageTruncated {
		m.Warn(desk.TruncatedList)
	}
}
