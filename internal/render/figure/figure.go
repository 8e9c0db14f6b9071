// Package figure formats numbers, times and durations for travelers.
package figure

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/words"
)

// Number formats a count; zero is empty.
func Number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Distance formats decimal text in km as [words.Distance] does. Text that is not a distance on Earth gives "".
func Distance(text string, unit words.Unit) string {
	km, err := strconv.ParseFloat(text, 64)
	if err != nil || !(km >= 0 && km <= 1e5) {
		return ""
	}
	return words.Distance(&km, unit)
}

// Days formats two related days with dash between them and the month once if it is the same: "Wed 2 – Sun 6 Dec".
// Years are as in [words.Dates].
func Days(from, to, now time.Time, dash string) string {
	text := words.Dates(from, to, now, " "+dash+" ")
	if from.Year() == to.Year() && from.Month() == to.Month() {
		text = strings.Replace(text, from.Format(" Jan"), "", 1)
	}
	return text
}

// Span formats a duration in minutes: "11h35". An unknown duration is a dash.
func Span(minutes int) string {
	if minutes <= 0 {
		return "-"
	}
	return words.Length(minutes)
}

// Stops formats a number of stops: "nonstop", "1 stop", "3 stops".
func Stops(n int) string {
	switch {
	case n <= 0:
		return "nonstop"
	case n == 1:
		return "1 stop"
	}
	return fmt.Sprintf("%d stops", n)
}

// ISODay formats a date as YYYY-MM-DD; it is empty if the date is unknown.
func ISODay(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}
