package countries

import (
	"time"

	"travel.example/travel/internal/sandbox/countries/holiday"
	"travel.example/travel/internal/sandbox/wire"
)

// upcomingDays is the length of the window that the service picks, today included.
const upcomingDays = 90

// Window is the days that are searched for holidays.
type Window struct {
	From, To holiday.Day // both included
	Chosen   wire.HolidayResultsMetadataWindow
}

// Markets is the code of every market with a calendar, sorted.
func (e *Engine) Markets() []string { return e.calendar.Markets() }

// IsMarket tells whether a code, ISO 3166-1 alpha-2, is a market.
func (e *Engine) IsMarket(code string) bool { return e.calendar.Knows(code) }

// Explicit is the window from one day to another.
func Explicit(from, to holiday.Day) Window {
	return Window{From: from, To: to, Chosen: wire.HolidayResultsMetadataWindowExplicit}
}

// Upcoming is the next 90 days of a market, the first being today
// in the market's principal city.
func (e *Engine) Upcoming(market string, now time.Time) Window {
	today := holiday.DayOf(now.In(e.world.Zone(e.keyCity[market].Zone)))
	return Window{From: today, To: today + upcomingDays - 1, Chosen: wire.HolidayResultsMetadataWindowUpcoming}
}

// Holidays lists the holidays of a market that have a day in the window, by
// date. The locale, BCP 47, changes their names and nothing else.
func (e *Engine) Holidays(market string, w Window, locale string) wire.HolidayResults {
	language := e.world.Locale(locale)
	found := e.calendar.Between(market, w.From, w.To)
	results := make([]wire.Holiday, 0, len(found))
	for _, o := range found {
		results = append(results, wire.Holiday{
			Name: o.Name(language), Key: o.Slug(), StartDate: o.Start.String(), EndDate: o.End.String(),
		})
	}
	return wire.HolidayResults{Results: results, Metadata: wire.HolidayResultsMetadata{
		ResultCount: len(results), CountryCode: market, Window: w.Chosen, From: w.From.String(), To: w.To.String(),
	}}
}
