package countries

import (
	"cmp"
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/gazetteer"
	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

//go:embed holidays.txt
var holidaysText string

//go:embed names.txt
var namesText string

// upcomingDays is the length of the default window in days, including today.
const upcomingDays = 90

// Window is the range of days searched for holidays, as YYYY-MM-DD, inclusive.
type Window struct {
	From, To string
	Chosen   wire.HolidayResultsMetadataWindow
}

// Explicit returns the window between two days.
func Explicit(from, to string) Window {
	return Window{From: from, To: to, Chosen: wire.HolidayResultsMetadataWindowExplicit}
}

// Upcoming returns the next 90 days of a market, starting with today in its principal city.
func (e *Engine) Upcoming(market string, now time.Time) Window {
	today := now.In(data.Zone(e.keyCity[market].Zone))
	return Window{
		From: today.Format(time.DateOnly), To: today.AddDate(0, 0, upcomingDays-1).Format(time.DateOnly),
		Chosen: wire.HolidayResultsMetadataWindowUpcoming,
	}
}

// Markets returns the code of every market with a calendar, sorted.
func (e *Engine) Markets() []string { return slices.Sorted(maps.Keys(calendar())) }

// IsMarket reports whether an ISO 3166-1 alpha-2 code is a market.
func (e *Engine) IsMarket(code string) bool { return calendar()[code] != nil }

// Holidays lists the holidays of a market that overlap the window, by date. The locale, BCP 47, affects only
// their names.
func (e *Engine) Holidays(market string, w Window, locale string) wire.HolidayResults {
	language := gazetteer.Locale(locale)
	results := []wire.Holiday{}
	for _, h := range calendar()[market] {
		if h.EndDate >= w.From && h.StartDate <= w.To {
			h.Name = nameOf(market, h.Key, language)
			results = append(results, h)
		}
	}
	return wire.HolidayResults{Results: results, Metadata: wire.HolidayResultsMetadata{
		ResultCount: len(results), CountryCode: market, Window: w.Chosen, From: w.From, To: w.To,
	}}
}

// calendar returns the holidays of every market by date, without names.
var calendar = sync.OnceValue(func() map[string][]wire.Holiday {
	markets := map[string][]wire.Holiday{}
	for _, row := range gazetteer.Rows(holidaysText) {
		for days := range strings.FieldsSeq(row[2]) {
			start, end, _ := strings.Cut(days, "..")
			markets[row[0]] = append(markets[row[0]], wire.Holiday{Key: row[1], StartDate: start, EndDate: cmp.Or(end, start)})
		}
	}
	for _, list := range markets {
		slices.SortFunc(list, func(a, b wire.Holiday) int {
			return cmp.Or(cmp.Compare(a.StartDate, b.StartDate), cmp.Compare(a.EndDate, b.EndDate), cmp.Compare(a.Key, b.Key))
		})
	}
	return markets
})

// lieuKey is the row of names with the phrase for a day off in lieu in each language.
const lieuKey = "in-lieu"

// names returns the names of each key by language, BCP 47.
var names = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, cells := range gazetteer.Rows(namesText) {
		all[cells[0]] = map[string]string{"en": cells[1]}
		for _, cell := range cells[2:] {
			language, name, _ := strings.Cut(cell, " ")
			all[cells[0]][language] = name
		}
	}
	return all
})

// kin maps a language to another one whose names its readers also understand.
var kin = map[string]string{"pt-PT": "pt", "zh-Hant": "zh"}

// nameOf returns the name of a market's holiday in a language, a tag returned by gazetteer.Locale, or else in
// English.
func nameOf(market, key, language string) string {
	feast, inLieu := strings.CutSuffix(key, "-observed")
	name, in := find(feast+"@"+market, feast, language)
	if inLieu { // use the phrase in the name's own language, so that the result does not mix two
		frame, _ := find("", lieuKey, in)
		name = strings.Replace(frame, "*", name, 1)
	}
	return name
}

// find returns the name of a key and its language, or "" for an unknown key. A market's own name takes precedence
// over the general one, and the requested language over a related one.
func find(own, key, language string) (name, in string) {
	for _, in := range []string{language, cmp.Or(kin[language], language), "en"} {
		if name := cmp.Or(names()[own][in], names()[key][in]); name != "" {
			return name, in
		}
	}
	return "", ""
}
