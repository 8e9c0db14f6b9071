// Package figure writes numbers, times and lengths of time as a traveler reads them.
package figure

import (
	"strconv"
)

// Count is a number with its noun: "1 night", "3 nights".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Thousands writes a whole number with a comma before every three digits; what
// is no whole number is shown as it is.
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

func IsDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
