package countries

import (
	"slices"
	"time"
)

// Span is a row of days, the first and the last among them.
type Span struct{ From, To time.Time }

// Length is how many days it has.
func (s Span) Length() int { return int(s.To.Sub(s.From).Hours()/24) + 1 }

// shortestBreak is how many free days in a row are worth pointing out.
const shortestBreak = 3

// UsualWeekend is the weekend of most markets.
func UsualWeekend() []time.Weekday { return []time.Weekday{time.Saturday, time.Sunday} }

// WeekendOf is the weekend of a market, by ISO 3166-1: what offices of its
// capital keep, after the week data of Unicode CLDR and the changes since.
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

// WeekStart is the day a calendar's week begins with, so that the weekend stands together at its end.
func WeekStart(weekend []time.Weekday) time.Weekday {
	return (weekend[len(weekend)-1] + 1) % 7
}

// longWeekends are the rows of at least three free days that hold a holiday and
// a day of the weekend, by date. Holidays count inside the window only; a
// weekend that the window cuts is counted whole.
func longWeekends(holidays []Span, weekend []time.Weekday, window Span) []Span {
	off := map[time.Time]bool{}
	for _, h := range holidays {
		from, to := later(h.From, window.From), earlier(h.To, window.To)
		for d := from; !d.After(to); d = d.AddDate(0, 0, 1) {
			off[d] = true
		}
	}
	free := func(d time.Time) bool { return off[d] || slices.Contains(weekend, d.Weekday()) }
	var found []Span
	for d := window.From; !d.After(window.To); d = d.AddDate(0, 0, 1) {
		if !off[d] {
			continue
		}
		row := Span{From: d, To: d}
		for free(row.From.AddDate(0, 0, -1)) {
			row.From = row.From.AddDate(0, 0, -1)
		}
		for free(row.To.AddDate(0, 0, 1)) {
			row.To = row.To.AddDate(0, 0, 1)
		}
		if row.Length() >= shortestBreak && holdsWeekend(row, weekend) {
			found = append(found, row)
		}
		d = row.To
	}
	return found
}

// holdsWeekend tells whether a day of the weekend is among the days.
func holdsWeekend(row Span, weekend []time.Weekday) bool {
	for d := row.From; !d.After(row.To); d = d.AddDate(0, 0, 1) {
		if slices.Contains(weekend, d.Weekday()) {
			return true
		}
	}
	return false
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
