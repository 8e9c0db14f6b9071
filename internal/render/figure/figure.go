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
