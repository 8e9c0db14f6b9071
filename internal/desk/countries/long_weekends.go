package countries

import (
	"slices"
	"time"
)

// shortestBreak is how many free days in a row are worth pointing out.
const shortestBreak = 3

// A LongWeekend is a row of free days, of which some may have to be taken off work.
type LongWeekend struct {
	Span
	Off    []time.Time // the working days that have to be taken off, in their order
	Gained int         // holidays on days that are worked on else
}

// Bridged are the long weekends of the window that take at most so many days off, by date, and of those
// that begin together the shorter first. The days off are those between holidays and weekends; a whole
// working week is not one of them, since it is free beside any two weekends.
func (c Calendar) Bridged(most int) []LongWeekend {
	return longWeekends(c.Days, c.Weekend, c.Window, most)
}

// longWeekends are the rows of at least three free days that hold a holiday and a day of the weekend.
// Holidays count inside the window only; a weekend that the window cuts is counted whole.
func longWeekends(holidays []Span, weekend []time.Weekday, window Span, most int) []LongWeekend {
	off := map[time.Time]bool{}
	for _, h := range holidays {
		from, to := later(h.From, window.From), earlier(h.To, window.To)
		for d := from; !d.After(to); d = d.AddDate(0, 0, 1) {
			off[d] = true
		}
	}
	rows := freeRows(off, weekend, window)
	week := 7 - len(weekend)
	var found []LongWeekend
	for i := range rows {
		row := LongWeekend{Span: rows[i]}
		for j := i; ; j++ {
			row.To = rows[j].To
			if row.worthwhile(off, weekend) {
				own := row
				own.Off, own.Gained = slices.Clone(row.Off), gained(row.Span, off, weekend)
				found = append(found, own)
			}
			if j+1 == len(rows) {
				break
			}
			gap := Span{row.To.AddDate(0, 0, 1), rows[j+1].From.AddDate(0, 0, -1)}.Each()
			if len(gap) >= week || len(row.Off)+len(gap) > most {
				break
			}
			row.Off = append(row.Off, gap...)
		}
	}
	return found
}

// freeRows are the rows of free days in a window and beside it, by date: as far as the working week before
// its first day and after its last.
func freeRows(off map[time.Time]bool, weekend []time.Weekday, window Span) []Span {
	var rows []Span
	free := func(d time.Time) bool { return off[d] || slices.Contains(weekend, d.Weekday()) }
	last := window.To.AddDate(0, 0, 7)
	for d := window.From.AddDate(0, 0, -7); !d.After(last); d = d.AddDate(0, 0, 1) {
		if !free(d) {
			continue
		}
		row := Span{From: d, To: d}
		for free(row.From.AddDate(0, 0, -1)) {
			row.From = row.From.AddDate(0, 0, -1)
		}
		for free(row.To.AddDate(0, 0, 1)) {
			row.To = row.To.AddDate(0, 0, 1)
		}
		rows = append(rows, row)
		d = row.To
	}
	return rows
}

// worthwhile tells whether a row is long enough, and holds a day of the weekend and a holiday that is one
// day more than it.
func (w LongWeekend) worthwhile(off map[time.Time]bool, weekend []time.Weekday) bool {
	return w.Length() >= shortestBreak && gained(w.Span, off, weekend) > 0 &&
		slices.ContainsFunc(w.Each(), func(d time.Time) bool { return slices.Contains(weekend, d.Weekday()) })
}

// gained is how many days of a row are holidays and no weekend.
func gained(row Span, off map[time.Time]bool, weekend []time.Weekday) (n int) {
	for _, d := range row.Each() {
		if off[d] && !slices.Contains(weekend, d.Weekday()) {
			n++
		}
	}
	return n
}

// Each are the days of the span.
func (s Span) Each() (days []time.Time) {
	for d := s.From; !d.After(s.To); d = d.AddDate(0, 0, 1) {
		days = append(days, d)
	}
	return days
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
