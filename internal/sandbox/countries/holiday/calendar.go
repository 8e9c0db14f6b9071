// Package holiday knows the public holidays of the sandbox's markets: rules
// written down by hand as facts, worked out for any year of the calendar.
//
// The calendar holds the years firstYear to lastYear; no holiday is known
// outside. Feasts that follow the moon are listed for 2026 to 2031, fewer where
// a date is not certain, and left out of other years. Islamic dates are
// predictions that the moon may move by a day. A market's holidays are those
// kept in all of it, or in most of its regions.
package holiday

import (
	"cmp"
	_ "embed"
	"slices"
	"sort"
	"sync"
)

// The years of the calendar. The formulas for equinoxes end with the century.
const (
	firstYear = 2000
	lastYear  = 2099
)

//go:embed holidays.txt
var rulesText string

//go:embed feasts.txt
var feastsText string

// Calendar is the holidays of every market. It does not change and is safe for
// concurrent use.
type Calendar struct {
	markets map[string][]*rule
}

// Occurrence is a holiday of one year.
type Occurrence struct {
	Market     string // ISO 3166-1 alpha-2
	Key        string // stable slug of the holiday; Slug tells a day off in lieu from it
	InLieu     bool   // a day off that the law adds because the holiday meets a weekend or another holiday
	Start, End Day    // both included

	rule *rule
}

var load = sync.OnceValue(func() *Calendar { return parse(rulesText, feastsText) })

// Load decodes the tables on its first call and returns the same Calendar from
// then on. The tables are part of the program, so a fault in them is a panic.
func Load() *Calendar { return load() }

// Markets is the code of every market, sorted.
func (c *Calendar) Markets() []string {
	codes := make([]string, 0, len(c.markets))
	for code := range c.markets {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	return codes
}

// Knows tells whether a code, ISO 3166-1 alpha-2, is a market.
func (c *Calendar) Knows(market string) bool { return c.markets[market] != nil }

// Between is the holidays of a market that have a day in the window, both ends
// included, in the order of their dates.
func (c *Calendar) Between(market string, start, end Day) []Occurrence {
	first, last := max(start.Year(), firstYear), min(end.Year(), lastYear)
	// A holiday of the next year can have its day off in this one, and a span
	// or a day off can reach over from the last.
	all := c.years(market, max(first-1, firstYear), min(last+1, lastYear))
	return slices.DeleteFunc(all, func(o Occurrence) bool { return o.End < start || o.Start > end })
}

func (c *Calendar) years(market string, first, last int) []Occurrence {
	var all []Occurrence
	for year := first; year <= last; year++ {
		for _, r := range c.markets[market] {
			all = append(all, r.in(year)...)
		}
	}
	sort.Slice(all, func(i, j int) bool { return byDate(all[i], all[j]) < 0 })
	taken := map[Day]int{} // how many holidays a day is
	for _, o := range all {
		for d := o.Start; d <= o.End; d++ {
			taken[d]++
		}
	}
	for _, r := range c.markets[market] {
		if r.when == nil {
			all = append(all, between(r, all, taken)...)
		}
	}
	all = append(all, inLieu(all, taken)...)
	sort.Slice(all, func(i, j int) bool { return byDate(all[i], all[j]) < 0 })
	return all
}

// between is the days between two holidays that are not holidays themselves.
func between(r *rule, all []Occurrence, taken map[Day]int) []Occurrence {
	var found []Occurrence
	for _, o := range all {
		if d := o.End + 1; taken[d] == 0 && taken[d+1] > 0 {
			found = append(found, r.occurrence(d, d))
		}
	}
	for _, o := range found {
		taken[o.Start]++
	}
	return found
}

// inLieu is the days off that the law adds, each on a day that is still free.
func inLieu(all []Occurrence, taken map[Day]int) []Occurrence {
	var found []Occurrence
	for _, o := range all {
		for d := o.Start; d <= o.End; d++ {
			shift := o.rule.also[d.Weekday()]
			if shift == 0 && taken[d] > 1 {
				shift = o.rule.meet
			}
			if shift == 0 {
				continue
			}
			off, step := d+Day(shift), Day(cmp.Compare(shift, 0))
			for taken[off] > 0 {
				off += step
			}
			taken[off]++
			lieu := o.rule.occurrence(off, off)
			lieu.InLieu = true
			found = append(found, lieu)
		}
	}
	return found
}

func byDate(a, b Occurrence) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.Key, b.Key))
}
