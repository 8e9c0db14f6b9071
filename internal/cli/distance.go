package cli

import (
	"math"
	"strconv"

	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/words"
)

// DistanceText is a distance in kilometres as a traveler counts it: a decimal below ten, none above;
// "" for one that is not known.
func DistanceText(km *float64, miles bool) string {
	if km == nil {
		return ""
	}
	n, word := *km, " km"
	if miles {
		n, word = n/1.609344, " mi"
	}
	if n < 9.95 {
		return strconv.FormatFloat(n, 'f', 1, 64) + word
	}
	return words.Grouped(int(math.Round(n))) + word
}

// Unit is what views tell distances in.
func Unit(miles bool) figure.Unit {
	if miles {
		return figure.Miles
	}
	return figure.Kilometres
}
