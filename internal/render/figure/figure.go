// Package figure writes numbers, times and lengths of time as a traveler reads them.
package figure

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/words"
)

// Number writes a count; zero stays empty.
func Number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Distance writes decimal text in km as km or miles with one decimal; what is not a distance on
// Earth is "".
func Distance(text string, unit words.Unit) string {
	km, err := strconv.ParseFloat(text, 64)
	if err != nil || km < 0 || km > 1e5 {
		return ""
	}
	if unit == words.Miles {
		return strconv.FormatFloat(km/words.KilometresInAMile, 'f', 1, 64) + " mi"
	}
	return strconv.FormatFloat(km, 'f', 1, 64) + " km"
}

// Clock is the local time of day at the airport, and how many days after the leg began if not the
// same day: "06:10+1".
func Clock(t time.Time, dayOffset int) string {
	if t.IsZero() {
		return "--:--"
	}
	hour, minute, _ := t.Clock()
	clock := twoDigits(hour) + ":" + twoDigits(minute)
	if dayOffset == 0 {
		return clock
	}
	return fmt.Sprintf("%s%+d", clock, dayOffset)
}

// Days are two days that belong together as a traveler writes them, the month once where it is the same,
// with dash between: "Wed 2 – Sun 6 Dec". Years are those of [words.Dates].
func Days(from, to, now time.Time, dash string) string {
	text := words.Dates(from, to, now, " "+dash+" ")
	if from.Year() == to.Year() && from.Month() == to.Month() {
		text = strings.Replace(text, from.Format(" Jan"), "", 1)
	}
	return text
}

// Span is a length of time: "11h35". A length that is not stated is a dash.
func Span(minutes int) string {
	if minutes <= 0 {
		return "-"
	}
	return strconv.Itoa(minutes/60) + "h" + twoDigits(minutes%60)
}

// twoDigits writes a number below 100.
func twoDigits(n int) string { return string([]byte{'0' + byte(n/10), '0' + byte(n%10)}) }

// Stamp is a time for machines, with its offset where that is known; nothing if it is not known.
func Stamp(t time.Time) string {
	switch {
	case t.IsZero():
		return ""
	case !words.Zoned(t):
		return t.Format("2006-01-02T15:04:05")
	}
	return t.Format(time.RFC3339)
}

// DaysBetween counts calendar days from one local date to another, each at its own airport.
func DaysBetween(from, to time.Time) int {
	if from.IsZero() || to.IsZero() {
		return 0
	}
	a := time.Date(from.Year(), from.Month(), from.Day(), 0, 0, 0, 0, time.UTC)
	b := time.Date(to.Year(), to.Month(), to.Day(), 0, 0, 0, 0, time.UTC)
	return int(b.Sub(a) / (24 * time.Hour))
}

// Flown is the time between two moments at two places in minutes, 0 if that is not known.
func Flown(from, to time.Time) int {
	if !words.Zoned(from) {
		return 0
	}
	return Elapsed(from, to)
}

// Elapsed is the time between two moments in minutes, 0 if one is not known or they are reversed.
// Moments without an offset are taken to be of one place.
func Elapsed(from, to time.Time) int {
	if from.IsZero() || to.IsZero() || words.Zoned(from) != words.Zoned(to) {
		return 0
	}
	return max(int(to.Sub(from).Minutes()), 0)
}

// Stops says how many: "nonstop", "1 stop", "3 stops".
func Stops(n int) string {
	switch {
	case n <= 0:
		return "nonstop"
	case n == 1:
		return "1 stop"
	}
	return fmt.Sprintf("%d stops", n)
}

// ISODay is a date for machines, YYYY-MM-DD; nothing if it is not known.
func ISODay(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}
