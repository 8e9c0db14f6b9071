// Package trips has the places for flights: the list of trips, a trip with its fares, the options of a fare, and the
// comparison.
package trips

import (
	"travel.example/travel/internal/browse/handoff"
	"travel.example/travel/internal/browse/stage"
)

// With holds what other packages and the opening place provide.
type With struct {
	HandOff func(handoff.Request) stage.Place // shows a link
	// Step moves the cursor of the list that a trip was opened from by -1 or 1, and returns the trip there, as for
	// NewTrip, or "". It is nil if the trip was not opened from a list.
	Step func(by int) (row string)
	// Number returns the current row number of a trip in that list by its id, or 0. It is nil if the trip was not
	// opened from a list.
	Number func(id string) int
}

// Pages returns the key bindings of this package's places for the documentation.
func Pages() []stage.Page {
	return []stage.Page{tripKeys().Page(), pickerKeys().Page(), compareKeys().Page(), feelKeys().Page()}
}
