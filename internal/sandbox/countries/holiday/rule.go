package holiday

import (
	"slices"
	"time"
)

// anchor gives the days in a year that a rule starts from: one, except for
// feasts of the moon, which can miss a year or come twice.
type anchor func(year int) []Day

// rule is a line of the table.
type rule struct {
	market string
	key    string
	when   anchor // nil for a day between two holidays
	days   int
	move   [7]int // by time.Weekday
	also   [7]int // by time.Weekday
	meet   int    // like also, for a day that is another holiday too
	years  []span // none for all years
}

// span is years, both included.
type span struct{ first, last int }

func (r *rule) in(year int) []Occurrence {
	if r.when == nil || len(r.years) > 0 && !slices.ContainsFunc(r.years, func(s span) bool { return s.first <= year && year <= s.last }) {
		return nil
	}
	starts := r.when(year)
	found := make([]Occurrence, 0, len(starts))
	for _, start := range starts {
		start += Day(r.move[start.Weekday()])
		found = append(found, r.occurrence(start, start+Day(r.days)-1))
	}
	return found
}

func (r *rule) occurrence(start, end Day) Occurrence {
	return Occurrence{Market: r.market, Key: r.key, Start: start, End: end, rule: r}
}

func fixed(month time.Month, day int) anchor {
	return func(year int) []Day { return []Day{Date(year, month, day)} }
}

// nth is a weekday of a month, the first being 1.
func nth(n int, weekday time.Weekday, month time.Month) anchor {
	return func(year int) []Day { return []Day{onOrAfter(Date(year, month, 7*n-6), weekday)} }
}

func last(weekday time.Weekday, month time.Month) anchor {
	return func(year int) []Day { return []Day{onOrAfter(Date(year, month+1, -6), weekday)} }
}

func before(weekday time.Weekday, month time.Month, day int) anchor {
	return func(year int) []Day { return []Day{onOrAfter(Date(year, month, day-7), weekday)} }
}

func from(weekday time.Weekday, month time.Month, day int) anchor {
	return func(year int) []Day { return []Day{onOrAfter(Date(year, month, day), weekday)} }
}

func onOrAfter(d Day, weekday time.Weekday) Day {
	return d + Day((weekday-d.Weekday()+7)%7)
}
