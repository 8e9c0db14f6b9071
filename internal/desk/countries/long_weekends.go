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
// that begin together the shorter first: rows of at least three free days that hold a day of the weekend and a
// holiday that is one day more than it. The days off are those between holidays and weekends; a whole working
// week is not one of them, since it is free beside any two weekends. Holidays count inside the window only; a
// weekend that the window cuts is counted whole.
func (c Calendar) Bridged(most int) []LongWeekend {
	off := map[time.Time]bool{}
	for _, h := range c.Days {
		from, to := h.From, h.To
		if from.Before(c.Window.From) {
			from = c.Window.From
		}
		if to.After(c.Window.To) {
			to = c.Window.To
		}
		for _, d := range (Span{from, to}).Each() {
			off[d] = true
		}
	}
	rows := freeRows(off, c.Weekend, c.Window)
	week := 7 - len(c.Weekend)
	var found []LongWeekend
	for i := range rows {
		row := LongWeekend{Span: rows[i]}
		for j := i; ; j++ {
			row.To = rows[j].To
			weekend := false
			row.Gained = 0
			for _, d := range row.Each() {
				if slices.Contains(c.Weekend, d.Weekday()) {
					weekend = true
				} else if off[d] {
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

// Each are the days of the span.
func (s Span) Each() (days []time.Time) {
	for d := s.From; !d.After(s.To); d = d.AddDate(0, 0, 1) {
		days = append(days, d)
	}
	return days
}
