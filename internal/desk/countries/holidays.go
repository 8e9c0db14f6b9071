// Package countries has what is known of a market or a passport: its holidays with the long weekends
// they make, and where it goes without a visa.
package countries

import (
	"context"
	"fmt"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/words"
)

// longestWindow is the longest window that long weekends are looked for in, in days.
const longestWindow = 2*366 + 1

// Calendar is a market's holidays, with what follows from their dates.
type Calendar struct {
	*apiclient.HolidayResults
	Market  string         // that was asked for; the answer only repeats it
	Weekend []time.Weekday // of the market, one or two days in their order
	Days    []Span         // of each holiday; zero where its dates are not days in their order

	// Window are the days that were looked at. It is zero, and there are no long weekends, where the
	// service does not say them or they are more than two years.
	Window       Span
	Length       int    // of the window as the service says it, in days; 0 where that is not known
	LongWeekends []Span // by date
}

// Holidays reads the public holidays of the market that the parameter countryCode names.
func Holidays(ctx context.Context, d *desk.Desk, p *params.Values) (desk.Answer[Calendar], error) {
	call, err := desk.NewCall[apiclient.GetCountryHolidaysParams](ctx, d, p, desk.Locale{})
	if err != nil {
		return desk.Answer[Calendar]{}, err
	}
	market := p.Text("countryCode")
	found, err := call.Client.GetCountryHolidays(ctx, market, &call.Params)
	if err != nil {
		return desk.Answer[Calendar]{}, fmt.Errorf("read the holidays of %s: %w", market, err)
	}
	answer := desk.Answer[Calendar]{
		Value: NewCalendar(found.Value, market), Bodies: [][]byte{found.Body}, Meta: desk.NewMeta("getCountryHolidays"),
	}
	call.Locale.RecordLanguage(&answer.Meta)
	answer.Meta.Follow(answer.Value.further()...)
	return answer, nil
}

// NewCalendar works out what follows from a market's holidays.
func NewCalendar(r *apiclient.HolidayResults, market string) Calendar {
	c := Calendar{HolidayResults: r, Market: market, Weekend: WeekendOf(market)}
	for _, h := range r.Results {
		days := Span{words.Day(h.StartDate), words.Day(h.EndDate)}
		if days.From.IsZero() || days.To.Before(days.From) {
			days = Span{}
		}
		c.Days = append(c.Days, days)
	}
	window := Span{words.Day(r.Metadata.From), words.Day(r.Metadata.To)}
	if window.From.IsZero() || window.To.IsZero() || window.Length() < 1 {
		return c
	}
	c.Length = window.Length()
	if c.Length <= longestWindow {
		c.Window, c.LongWeekends = window, longWeekends(c.Days, c.Weekend, window)
	}
	return c
}

// further is the command for the window that follows, as long as this one.
func (c Calendar) further() []string {
	if c.Window == (Span{}) {
		return nil
	}
	return []string{fmt.Sprintf("travel countries holidays %s --from-date %s --to-date %s", c.Market,
		c.Window.To.AddDate(0, 0, 1).Format(params.ISO), c.Window.To.AddDate(0, 0, c.Length).Format(params.ISO))}
}
