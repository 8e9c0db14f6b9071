package planner

import (
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/flights/timetable"
)

// Local times are right on the days the clocks change, on the days around
// them, and on either side of the date line.
func TestLocalTimesBecomeUTCAlsoWhenTheClocksChange(t *testing.T) {
	for _, tt := range []struct{ code, date string }{
		{"LHR", "2027-03-28"}, {"LHR", "2026-10-25"}, {"JFK", "2027-03-14"}, {"JFK", "2026-11-01"},
		{"SYD", "2027-04-04"}, {"DXB", "2027-03-28"}, {"DEL", "2027-01-01"}, {"APW", "2027-01-01"}, {"HNL", "2027-01-01"},
	} {
		c := NewClocks(table())
		p, _ := table().Place(tt.code)
		day, err := timetable.ParseDay(tt.date)
		if err != nil {
			t.Fatal(err)
		}
		for d := day - 1; d <= day+1; d++ {
			for minute := 0; minute < 1440; minute += 5 {
				date := d.Date()
				want := time.Date(date.Year(), date.Month(), date.Day(), minute/60, minute%60, 0, 0, table().Zone(p))
				if got := c.UTC(p, d, minute); got != want.Unix()/60 {
					t.Errorf("%s %s %02d:%02d is %v, want %v", tt.code, d, minute/60, minute%60, time.Unix(got*60, 0).UTC(), want.UTC())
				}
			}
			if got := c.dayOf(p, c.UTC(p, d, 720)); got != d {
				t.Errorf("%s: noon of %s lies on %s", tt.code, d, got)
			}
		}
	}
}
