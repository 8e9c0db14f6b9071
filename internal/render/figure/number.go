// Package figure writes numbers, times and lengths of time as a traveler reads them.
package figure

import "strconv"

// Count is a number with its noun: "1 night", "3 nights".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Thousands writes a whole number with a comma before every three digits; other
// text stays as it is.
func Thousands(text string) string {
	if !IsDigits(text) {
		return text
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Number writes a count; zero stays empty.
func Number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// IsDigits reports text of the digits 0 to 9 alone, one at least.
func IsDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// Unit is what a distance is told in.
type Unit uint8

// The units of a distance.
const (
	Kilometres Unit = iota
	Miles
)

// Distance writes decimal text in km as km or miles with one decimal; what is not a distance on Earth
// is "".
func Distance(text string, unit Unit) string {
	km, err := strconv.ParseFloat(text, 64)
	if err != nil || km < 0 || km > 1e5 {
		return ""
	}
	if unit == Miles {
		return strconv.FormatFloat(km/1.609344, 'f', 1, 64) + " mi"
	}
	return strconv.FormatFloat(km, 'f', 1, 64) + " km"
}
