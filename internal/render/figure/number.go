// Package figure writes numbers, times and lengths of time as a traveler reads them.
package figure

import "strconv"

// Number writes a count; zero stays empty.
func Number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
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
