package countries

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/countryview"
)

func newHolidays(run *cli.Run) *cobra.Command {
	cmd, query := run.Operation("getCountryHolidays")
	cmd.Long = `List the public holidays of a market and mark them in a calendar.

COUNTRY is the market: a name in English or your language, or a two-letter code such as AE. Without
dates, the service uses the next 90 days. A long weekend is three or more days off in a row that a
holiday and a weekend make together; markets whose weekend is not Saturday and Sunday use their
own. Only holidays between the two dates are known, so a long weekend may continue beyond them.`
	cmd.Example = `  travel countries holidays Portugal
  travel countries holidays DE --from-date "1 dec" --to-date "31 jan" --locale de
  travel countries holidays JP --from-date 2027-01-01 --to-date 2027-12-31 --csv`
	cmd.Args = cli.AtLeastOne("COUNTRY")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := run.Desk().Set(cmd.Context(), query, "countryCode", "COUNTRY", strings.Join(args, " ")); err != nil {
			return err
		}
		if err := checkDates(query); err != nil {
			return err
		}
		answer, err := countries.Holidays(cmd.Context(), run.Desk(), query)
		if err != nil {
			return err
		}
		view := holidayCalendar(answer.Value)
		view.Next = paste.Commands(answer.Meta.Next)
		return run.Out().Print(answer.Bodies[0], answer.Meta, view, view.Notes)
	}
	cli.AddParams(cmd, query, "countryCode")
	run.Columns(cmd, countryview.Calendar{})
	return cmd
}

// checkDates returns an error unless both dates or neither are given, in order.
func checkDates(p *ask.Values) error {
	from, to := p.Text("fromDate"), p.Text("toDate")
	switch {
	case (from == "") != (to == ""):
		return problem.Usagef("--from-date and --to-date come together; give both, or neither for the next 90 days")
	case from > to:
		return problem.Usagef("--from-date %s is after --to-date %s; words and offsets count from today", from, to)
	}
	return nil
}

// holidayCalendar lays out a market's holidays as a view.
func holidayCalendar(c countries.Calendar) countryview.Calendar {
	v := countryview.Calendar{
		Title: "Holidays in " + countries.Named(c.Market), About: []string{desk.DaysText(c.Metadata.From, c.Metadata.To)},
		WeekStart: countries.WeekStart(c.Weekend), Weekend: c.Weekend,
	}
	if c.Length > 0 && c.Metadata.Window == apiclient.HolidayResultsMetadataWindowUpcoming {
		v.About = append(v.About, fmt.Sprintf("the next %d days", c.Length))
	}
	for _, days := range c.LongWeekends {
		v.Breaks = append(v.Breaks, countryview.DaySpan(days))
	}
	for i, h := range c.Results {
		row := countryview.HolidayRow{Name: h.Name, Key: h.Key, Start: h.StartDate, End: h.EndDate, Days: countryview.DaySpan(c.Days[i])}
		row.Break = breakAround(row.Days, v.Breaks)
		v.Holidays = append(v.Holidays, row)
	}
	if len(v.Holidays) > 0 { // months without a marked day say nothing
		v.First, v.Last = c.Window.From, c.Window.To
	}
	v.Notes = holidayNotes(c)
	return v
}

// breakAround returns the run of free days that contains a holiday, or the zero value if there is none.
func breakAround(days countryview.DaySpan, breaks []countryview.DaySpan) countryview.DaySpan {
	for _, b := range breaks {
		if !days.From.IsZero() && !days.From.After(b.To) && !days.To.Before(b.From) {
			return b
		}
	}
	return countryview.DaySpan{}
}

func holidayNotes(c countries.Calendar) []string {
	var notes []string
	if len(c.Results) == 0 {
		notes = append(notes, "The service lists no holiday of this market between these days.")
	}
	if !slices.Equal(c.Weekend, countries.UsualWeekend()) {
		notes = append(notes, fmt.Sprintf("The weekend of %s is counted as %s.", c.Market, weekdayWords(c.Weekend)))
	}
	if c.Window.From.IsZero() && len(c.Results) > 0 {
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
