// Package countries reads the holidays of markets, with the long weekends they make, and the visa-free destinations
// of passports.
package countries

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/names"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Named returns the English name of a country and its code, or only the code.
func Named(code string) string {
	if name := names.CountryName(code); name != "" {
		return name + " (" + code + ")"
	}
	return code
}

// longestWindow is the longest window with long weekends, in days.
const longestWindow = 2*366 + 1

// Calendar is a market's holidays, and what follows from their dates.
type Calendar struct {
	*apiclient.HolidayResults
	Market  string         // that was asked for; the answer only repeats it
	Weekend []time.Weekday // of the market, one or two days in their order
	Days    []words.Days   // of each holiday; zero where its dates are not days in their order

	// Window is the range of days that was read. It is zero, and there are no long weekends, if the service does not
	// say it or it is longer than two years.
	Window words.Days
}

// Operations returns the operations of the contract about countries, without additions.
func Operations() map[string]desk.Operation {
	return map[string]desk.Operation{
		"getCountryHolidays":      {Doing: "read the holidays"},
		"getVisaFreeDestinations": {Doing: "read the visa-free destinations"},
	}
}

// Holidays reads the public holidays of the market in the parameter countryCode.
func Holidays(ctx context.Context, d *desk.Desk, p *ask.Values) (desk.Answer[Calendar], error) {
	call, err := desk.NewCall[apiclient.GetCountryHolidaysParams](ctx, d, p, desk.Locale{})
	if err != nil {
		return desk.Answer[Calendar]{}, err
	}
	market := p.Text("countryCode")
	found, err := call.Client.GetCountryHolidays(ctx, market, &call.Params)
	if err != nil {
		return desk.Answer[Calendar]{}, fmt.Errorf("read the holidays of %s: %w", market, err)
	}
	c := NewCalendar(found.Value, market)
	answer := desk.Answer[Calendar]{Value: c, Bodies: [][]byte{found.Body}, Meta: desk.MetaOf(p)}
	call.Locale.RecordLanguage(&answer.Meta)
	if c.Window != (words.Days{}) { // the window that follows, as long as this one
		from, to := c.Window.To.AddDate(0, 0, 1), c.Window.To.AddDate(0, 0, c.Window.Length())
		step := problem.Do("", "getCountryHolidays", market).Set("fromDate", from.Format(ask.ISO))
		answer.Meta.Follow(step.Set("toDate", to.Format(ask.ISO)))
	}
	return answer, nil
}

// Between reads the holidays of a market in a range of days (YYYY-MM-DD), both ends included.
func Between(ctx context.Context, d *desk.Desk, market, from, to string, in desk.Locale) (desk.Answer[Calendar], error) {
	p := ask.New("getCountryHolidays", &ask.Days{Today: d.Now})
	for _, set := range [][2]string{{"countryCode", market}, {"fromDate", from}, {"toDate", to}, {"locale", in.Language.Value}} {
		p.SetDefault(set[0], set[0], set[1])
	}
	return Holidays(ctx, d, p)
}

// NewCalendar returns the calendar of a market's holidays.
func NewCalendar(r *apiclient.HolidayResults, market string) Calendar {
	c := Calendar{HolidayResults: r, Market: market, Weekend: WeekendOf(market)}
	for _, h := range c.Results {
		days := words.Days{From: words.Day(h.StartDate), To: words.Day(h.EndDate)}
		if days.From.IsZero() || days.To.Before(days.From) {
			days = words.Days{}
		}
		c.Days = append(c.Days, days)
	}
	window := words.Days{From: words.Day(c.Metadata.From), To: words.Day(c.Metadata.To)}
	if !window.From.IsZero() && !window.To.Before(window.From) && window.Length() <= longestWindow {
		c.Window = window
	}
	return c
}

// UnusualWeekend names the weekend of a market if it is not Saturday and Sunday, and is "" otherwise.
func UnusualWeekend(market string, weekend []time.Weekday) string {
	if slices.Equal(weekend, UsualWeekend()) {
		return ""
	}
	var days []string
	for _, day := range weekend {
		days = append(days, day.String())
	}
	return fmt.Sprintf("The weekend of %s is counted as %s.", market, words.And(days))
}

// UsualWeekend returns the weekend of most markets.
func UsualWeekend() []time.Weekday { return []time.Weekday{time.Saturday, time.Sunday} }

// WeekendOf returns the weekend of a market (ISO 3166-1) as kept by the offices of its capital, after the week data
// of Unicode CLDR and later changes.
func WeekendOf(market string) []time.Weekday {
	switch market {
	case "BD", "BH", "DZ", "EG", "IL", "IQ", "JO", "KW", "LY", "MV", "OM", "PS", "QA", "SA", "SD", "SY", "YE":
		return []time.Weekday{time.Friday, time.Saturday}
	case "AF", "IR":
		return []time.Weekday{time.Thursday, time.Friday}
	case "BN":
		return []time.Weekday{time.Friday, time.Sunday}
	case "NP":
		return []time.Weekday{time.Saturday}
	}
	return UsualWeekend()
}

// WeekStart returns the first day of the week in a calendar, so that the weekend is at its end.
func WeekStart(weekend []time.Weekday) time.Weekday {
	return (weekend[len(weekend)-1] + 1) % 7
}

// shortestBreak is the minimum length of a long weekend in days.
const shortestBreak = 3

// A LongWeekend is a range of free days, some of which may have to be taken off work.
type LongWeekend struct {
	words.Days
	Off    []time.Time // the working days that have to be taken off, in their order
	Gained int         // holidays on days that are otherwise worked
}

// Bridged returns the long weekends of the window that take at most that many days off, by date, the shorter first if
// they begin together. They have at least three days, with a day of the weekend and a holiday on another day. The
// days off are between holidays and weekends; a whole working week is not taken off, because it would be free between
// any two weekends. Holidays count only inside the window; a weekend that the window cuts counts as a whole.
func (c Calendar) Bridged(most int) []LongWeekend {
	if c.Window == (words.Days{}) {
		return nil
	}
	off := func(d time.Time) bool {
		return c.Window.Holds(d) && slices.ContainsFunc(c.Days, func(h words.Days) bool { return h.Holds(d) })
	}
	var rows []words.Days // the ranges of free days, including the weekends around the window
	const around = 14
	for _, d := range (words.Days{From: c.Window.From.AddDate(0, 0, -around), To: c.Window.To.AddDate(0, 0, around)}).Each() {
		switch last := len(rows) - 1; {
		case !off(d) && !slices.Contains(c.Weekend, d.Weekday()):
		case last >= 0 && rows[last].To.AddDate(0, 0, 1).Equal(d):
			rows[last].To = d
		default:
			rows = append(rows, words.Days{From: d, To: d})
		}
	}
	week := 7 - len(c.Weekend)
	var found []LongWeekend
	for i := range rows {
		row := LongWeekend{Days: rows[i]}
		for j := i; ; j++ {
			row.To = rows[j].To
			weekend := false
			row.Gained = 0
			for _, d := range row.Each() {
				if slices.Contains(c.Weekend, d.Weekday()) {
					weekend = true
				} else if off(d) {
					row.Gained++
				}
			}
			if weekend && row.Gained > 0 && row.Length() >= shortestBreak {
				own := row
				own.Off = slices.Clone(row.Off)
				found = append(found, own)
			}
			if j+1 == len(rows) {
				break
			}
			gap := words.Days{From: row.To.AddDate(0, 0, 1), To: rows[j+1].From.AddDate(0, 0, -1)}.Each()
			if len(gap) >= week || len(row.Off)+len(gap) > most {
				break
			}
			row.Off = append(row.Off, gap...)
		}
	}
	return found
}

// A Continent is a region of UN M.49 that groups countries.
type Continent struct {
	Code string // of M.49, "" for Elsewhere
	Name string
}

// Continents returns the groups by name. The last is for all other countries.
func Continents() []Continent {
	return []Continent{{"002", "Africa"}, {"019", "Americas"}, {"142", "Asia"}, {"150", "Europe"}, {"009", "Oceania"}, {"", "Elsewhere"}}
}

// ContinentOf returns the index of the group of a country (ISO 3166-1).
func ContinentOf(country string, groups []Continent) int {
	if i := slices.IndexFunc(groups, func(g Continent) bool { return g.Holds(country) }); i >= 0 {
		return i
	}
	return len(groups) - 1
}

// Holds reports whether a country (ISO 3166-1) is in the continent.
func (c Continent) Holds(country string) bool {
	region, err := language.ParseRegion(country)
	if err != nil || !region.IsCountry() {
		return false
	}
	around, err := language.ParseRegion(c.Code)
	return err == nil && around.Contains(region)
}

// NamedContinents returns the continents that a person may name: the groups, and the two Americas.
func NamedContinents() []Continent {
	all := Continents()
	return append(all[:len(all)-1], Continent{"003", "North America"}, Continent{"005", "South America"})
}

// ContinentCalled returns the continent with a name, in any case and with dashes for spaces.
func ContinentCalled(text string) (Continent, bool) {
	text = strings.ReplaceAll(text, "-", " ")
	for _, c := range NamedContinents() {
		if words.Fold(text) == words.Fold(c.Name) {
			return c, true
		}
	}
	return Continent{}, false
}

// VisaFree is the destinations of a passport without a visa: one page, or the rows of several. A country missing here
// does not mean that a visa is needed.
type VisaFree struct {
	Passport string
	Rows     []apiclient.VisaFreeDestination
	// Metadata is that of the first page, except that HasMore reports whether there are rows after Rows.
	Metadata apiclient.VisaFreeResultsMetadata
	Page     int  // the first that was read
	LastPage int  // that the contract lets one ask for
	AtEnd    bool // the last page was read, so that the rows that are left cannot be asked for
}

// ListVisaFree reads the visa-free destinations of the passport in the parameter countryCode, over as many pages as
// requested. If a later page fails, the pages before it are returned with the error.
func ListVisaFree(ctx context.Context, d *desk.Desk, p *ask.Values, pages desk.Pages) (desk.Answer[VisaFree], error) {
	passport := p.Text("countryCode")
	type answered = *apiclient.Answer[apiclient.VisaFreeResults]
	read := func(c *apiclient.Client, ctx context.Context, params *apiclient.GetVisaFreeDestinationsParams) (answered, error) {
		return c.GetVisaFreeDestinations(ctx, passport, params)
	}
	rows := func(r *apiclient.VisaFreeResults) desk.PageRows[apiclient.VisaFreeDestination] {
		meta := &r.Metadata
		return desk.PageRows[apiclient.VisaFreeDestination]{List: &r.Results, Total: meta.TotalCandidates, More: &meta.HasMore}
	}
	doing := "read the visa-free destinations of " + passport
	found, locale, err := desk.ReadPages(ctx, d, p, desk.Locale{}, pages, doing, read, rows)
	if found.Value == nil {
		return desk.Answer[VisaFree]{}, err
	}
	list := VisaFree{
		Passport: passport, Rows: found.Value.Results, Metadata: found.Value.Metadata, Page: max(p.Number("page"), 1), LastPage: pages.Last,
	}
	list.AtEnd = list.Page+len(found.Bodies)-1 == list.LastPage
	answer := list.answer(found.Meta)
	answer.Bodies = found.Bodies
	locale.RecordLanguage(&answer.Meta)
	return answer, err
}

// Capped is the warning for an incomplete list.
const Capped = "The service stopped at its cap, so there may be more than it lists."

// answer adds warnings and next steps to the list.
func (l VisaFree) answer(m desk.Meta) desk.Answer[VisaFree] {
	if l.Truncated() {
		m.Warn(Capped)
	}
	if l.Metadata.HasMore && !l.AtEnd {
		m.Follow(problem.Do("", "getVisaFreeDestinations", l.Passport).Set("all"))
	}
	return desk.Answer[VisaFree]{Value: l, Rows: len(l.Rows), Meta: m}
}

// Truncated reports whether the service cut the list, so that its total is a minimum.
func (l VisaFree) Truncated() bool { return l.Metadata.Coverage == apiclient.CoverageTruncated }

// Holds reports whether the name, a code or the currency of a destination contains a text, regardless of case and
// accents.
func Holds(d apiclient.VisaFreeDestination, text string) bool {
	return slices.ContainsFunc([]string{d.Name, d.CountryCode, words.Stated(d.KeyCityCode), words.Stated(d.CurrencyCode)}, func(own string) bool {
		return strings.Contains(words.Fold(own), words.Fold(text))
	})
}
