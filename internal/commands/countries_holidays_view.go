package commands

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/countryview"
)

// maxCalendar is the longest window that is drawn month by month, in days.
const maxCalendar = 2*366 + 1

// holidayCalendar lays a market's holidays out for a person. The market is the
// one that was asked for; the answer only repeats it.
func holidayCalendar(r *apiclient.HolidayResults, market string) countryview.Calendar {
	first, last := day(r.Metadata.From), day(r.Metadata.To)
	free := weekendOf(market)
	v := countryview.Calendar{
		Title: "Holidays in " + market, About: []string{dayWords(r.Metadata.From) + " to " + dayWords(r.Metadata.To)},
		WeekStart: weekStart(free), Weekend: free,
	}
	window := int(last.Sub(first).Hours()/24) + 1
	known := !first.IsZero() && !last.IsZero() && window > 0
	if known && r.Metadata.Window == apiclient.HolidayResultsMetadataWindowUpcoming {
		v.About = append(v.About, fmt.Sprintf("the coming %d days", window))
	}
	var spans []countryview.DaySpan
	for _, h := range r.Results {
		row := countryview.HolidayRow{Name: h.Name, Key: h.Key, Start: h.StartDate, End: h.EndDate}
		if from, to := day(h.StartDate), day(h.EndDate); !from.IsZero() && !to.Before(from) {
			row.Days = countryview.DaySpan{From: from, To: to}
			spans = append(spans, row.Days)
		}
		v.Holidays = append(v.Holidays, row)
	}
	if known && window <= maxCalendar {
		v.First, v.Last = first, last
		v.Breaks = longWeekends(spans, free, countryview.DaySpan{From: first, To: last})
		markBreaks(&v)
	}
	v.Notes = holidayNotes(r, v, market)
	if len(v.Holidays) == 0 {
		v.First, v.Last = time.Time{}, time.Time{} // months without a mark say nothing
	}
	if known && window <= maxCalendar {
		v.Next = []string{fmt.Sprintf("travel countries holidays %s --from-date %s --to-date %s",
			market, last.AddDate(0, 0, 1).Format(isoDate), last.AddDate(0, 0, window).Format(isoDate))}
	}
	return v
}

// dayWords is a day for a person; what is no day stays as it was sent.
func dayWords(iso string) string {
	if t := day(iso); !t.IsZero() {
		return t.Format("2 Jan 2006")
	}
	return iso
}

// markBreaks tells each holiday of the row of free days it stands in.
func markBreaks(v *countryview.Calendar) {
	for i := range v.Holidays {
		h := &v.Holidays[i]
		for _, b := range v.Breaks {
			if !h.Days.From.IsZero() && !h.Days.From.After(b.To) && !h.Days.To.Before(b.From) {
				h.Break = b
				break
			}
		}
	}
}

func holidayNotes(r *apiclient.HolidayResults, v countryview.Calendar, market string) []string {
	var notes []string
	if len(r.Results) == 0 {
		notes = append(notes, "The service lists no holiday of this market between these days.")
	}
	if !slices.Equal(v.Weekend, usualWeekend()) {
		notes = append(notes, fmt.Sprintf("The weekend of %s is counted as %s.", market, weekdayWords(v.Weekend)))
	}
	if v.First.IsZero() && len(r.Results) > 0 {
		notes = append(notes, "No calendar and no long weekends: the window is longer than two years.")
	}
	return notes
}

func weekdayWords(days []time.Weekday) string {
	names := make([]string, len(days))
	for i, d := range days {
		names[i] = d.String()
	}
	return strings.Join(names, " and ")
}
