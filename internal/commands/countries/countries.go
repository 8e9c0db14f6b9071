// Package countries has the commands for a market's holidays and a passport's visa-free destinations.
package countries

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/countryview"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// New returns the countries command group.
func New(run *cli.Run) *cobra.Command {
	return run.Group(
		cli.Entry{Use: "holidays COUNTRY", Short: "List the public holidays of a market and the long weekends they create", Make: newHolidays},
		cli.Entry{Use: "visa-free COUNTRY", Short: "List where you can go without a visa", Make: newVisaFree, Aliases: []string{"visas"}},
	)
}

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
		switch from, to := query.Text("fromDate"), query.Text("toDate"); {
		case (from == "") != (to == ""):
			return problem.Usagef("--from-date and --to-date come together; give both, or neither for the next 90 days")
		case from > to:
			return problem.Usagef("--from-date %s is after --to-date %s; words and offsets count from today", from, to)
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

// holidayCalendar lays out a market's holidays as a view.
func holidayCalendar(c countries.Calendar) countryview.Calendar {
	v := countryview.Calendar{
		Frame:     grid.Frame{Title: "Holidays in " + countries.Named(c.Market), About: []string{desk.DaysText(c.Metadata.From, c.Metadata.To)}},
		WeekStart: countries.WeekStart(c.Weekend), Weekend: c.Weekend,
	}
	if c.Window != (words.Days{}) && c.Metadata.Window == apiclient.HolidayResultsMetadataWindowUpcoming {
		v.About = append(v.About, fmt.Sprintf("the next %d days", c.Window.Length()))
	}
	for _, row := range c.Bridged(0) {
		v.Breaks = append(v.Breaks, row.Days)
	}
	for i, h := range c.Results {
		row := countryview.HolidayRow{Name: h.Name, Key: h.Key, Start: h.StartDate, End: h.EndDate, Days: c.Days[i]}
		if at := slices.IndexFunc(v.Breaks, row.Days.Overlaps); at >= 0 && !row.Days.From.IsZero() {
			row.Break = v.Breaks[at]
		}
		v.Holidays = append(v.Holidays, row)
	}
	if len(v.Holidays) > 0 { // months without a marked day say nothing
		v.First, v.Last = c.Window.From, c.Window.To
	}
	if len(c.Results) == 0 {
		v.Notes = append(v.Notes, "The service lists no holiday of this market between these days.")
	}
	if note := countries.UnusualWeekend(c.Market, c.Weekend); note != "" {
		v.Notes = append(v.Notes, note)
	}
	if c.Window.From.IsZero() && len(c.Results) > 0 {
		v.Notes = append(v.Notes, "No calendar and no long weekends: the window is longer than two years.")
	}
	return v
}

func newVisaFree(run *cli.Run) *cobra.Command {
	cmd, query := run.Operation("getVisaFreeDestinations")
	var pages cli.PageFlags
	var search string // show only rows that contain it
	cmd.Long = `List the destinations that the service knows to be visa-free for a passport, by region.

COUNTRY is the country of the passport: a name in English or your language, or a two-letter code
such as DE. If a country is not in the list, that does not mean that a visa is required. The list
does not say which kind of entry is allowed or how long you may stay. Check with the authorities of
the destination before you book.

--search filters the answer on your side: by name, code, city or currency, ignoring case and
accents.`
	cmd.Example = `  travel countries visa-free Germany
  travel countries visa-free AE --search island --all
  travel countries visa-free SG --locale fr --tsv`
	cmd.Args = cli.AtLeastOne("COUNTRY")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if search != "" && !run.Out().Text() {
			return problem.Usagef("--search filters the rows shown to people; JSON is the service's own list, so filter it with --jq")
		}
		if err := run.Desk().Set(cmd.Context(), query, "countryCode", "COUNTRY", strings.Join(args, " ")); err != nil {
			return err
		}
		answer, err := countries.ListVisaFree(cmd.Context(), run.Desk(), query, pages.Pages)
		if len(answer.Bodies) == 0 {
			return err
		}
		view := directory(answer, search)
		return cmp.Or(run.Out().PrintPages(answer.Bodies, answer.Rows, answer.Meta, view, view.Notes), err)
	}
	cli.AddParams(cmd, query, "countryCode")
	cmd.Flags().StringVar(&search, "search", "", "Show only the rows that contain this text; filtered here, not by the service")
	pages.AddTo(cmd, query.Op())
	cli.InGroup(cmd.Flags(), cli.GroupFilter, "search")
	run.Columns(cmd, countryview.Directory{Columns: columns()})
	return cmd
}

// directory groups the destinations by continent, in the service's order, and keeps those that match the search
// text.
func directory(answer desk.Answer[countries.VisaFree], search string) countryview.Directory {
	list, groups := answer.Value, countries.Continents()
	v := countryview.Directory{
		Columns: columns(), Next: paste.Commands(answer.Meta.Next),
	}
	for _, g := range groups {
		v.Groups = append(v.Groups, countryview.DirectoryGroup{Name: g.Name})
	}
	shown := 0
	for _, d := range list.Rows {
		if !countries.Holds(d, search) {
			continue
		}
		shown++
		at := countries.ContinentOf(d.CountryCode, groups)
		city, currency := words.Stated(d.KeyCityCode), words.Stated(d.CurrencyCode)
		v.Groups[at].Entries = append(v.Groups[at].Entries, countryview.DirectoryEntry{
			Code: d.CountryCode, Name: d.Name, Facts: []string{city, currency},
			Record: []string{d.CountryCode, d.Name, city, currency, words.Decimal(d.Latitude), words.Decimal(d.Longitude)},
		})
	}
	count := words.Counted(list.Metadata.TotalCandidates, "destination")
	if list.Truncated() {
		count = "at least " + count
	}
	if search != "" || shown < list.Metadata.TotalCandidates {
		count = fmt.Sprintf("%s of %s", words.Grouped(shown), count)
	}
	v.Title = fmt.Sprintf("Without a visa on a passport of %s   %s", countries.Named(list.Passport), count)
	v.Notes = notes(list, shown, search)
	return v
}

// columns lists the columns that programs read.
func columns() []string {
	return []string{"country_code", "name", "key_city_code", "currency_code", "latitude", "longitude"}
}

const absent = "If a country is not in the list, that does not mean a visa is needed."

func notes(list countries.VisaFree, shown int, search string) []string {
	const noProof = "That does not mean that a visa is needed."
	var notes []string
	switch {
	case len(list.Rows) == 0 && list.Metadata.TotalCandidates > 0:
		notes = append(notes, fmt.Sprintf("Page %d is past the last page.", list.Page))
	case len(list.Rows) == 0:
		notes = append(notes, fmt.Sprintf("The service lists nothing for a passport of %s. %s", countries.Named(list.Passport), noProof))
	case shown == 0:
		notes = append(notes, fmt.Sprintf("Nothing in the list holds %s. %s", words.Quote(search), noProof))
	case search != "":
		notes = append(notes, fmt.Sprintf("Only what holds %s is shown; it was filtered here. %s", words.Quote(search), absent))
	default:
		notes = append(notes, "Next to each name: a city to search flights to, and the currency. "+absent)
	}
	if list.Truncated() {
		notes = append(notes, countries.Capped)
	}
	switch {
	case list.Metadata.HasMore && list.AtEnd:
		notes = append(notes, fmt.Sprintf("There is more, but page %d is the last that can be requested; use a larger --page-size.", list.LastPage))
	case list.Metadata.HasMore && search != "":
		notes = append(notes, "Only this page was searched; read all of them with --all.")
	case list.Metadata.HasMore:
		notes = append(notes, "There are more pages; to read all of them, use --all.")
	}
	return notes
}
