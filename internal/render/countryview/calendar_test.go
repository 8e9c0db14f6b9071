package countryview

import (
	"bytes"
	"testing"
	"time"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/words"
)

func date(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// A day that was asked for and is not a holiday has a bare number; a day that was not asked for has
// none, since nothing is known of it.
func TestACalendarTellsHolidaysFromWhatWasNotAsked(t *testing.T) {
	v := Calendar{
		Holidays: []HolidayRow{
			{Days: words.Days{From: date(2027, 4, 29), To: date(2027, 4, 29)}},
			{Days: words.Days{From: date(2027, 5, 3), To: date(2027, 5, 4)}},
			{Days: words.Days{From: date(2027, 5, 5), To: date(2027, 5, 5)}},
			{Start: "soon", End: "later"},
		},
		First: date(2027, 4, 20), Last: date(2027, 6, 12),
		Weekend: []time.Weekday{time.Saturday, time.Sunday},
		Breaks:  []words.Days{{From: date(2027, 5, 1), To: date(2027, 5, 5)}},
	}
	c := canvas.New(&bytes.Buffer{}, canvas.Terminal{TTY: true, Width: 80, Unicode: true})
	for day, want := range map[time.Time]string{
		date(2027, 4, 19): "   ", date(2027, 4, 20): "20 ", date(2027, 4, 29): "29*", date(2027, 5, 1): " 1+",
		date(2027, 5, 3): " 3*", date(2027, 5, 4): " 4*", date(2027, 5, 6): " 6 ", date(2027, 6, 12): "12 ", date(2027, 6, 13): "   ",
	} {
		if got := v.day(c, day); got != want {
			t.Errorf("%s is drawn %q, want %q", day.Format(time.DateOnly), got, want)
		}
	}
}
