// Package trips is flights on the full screen: the list of trips, a trip with its fares, the options of a
// fare, and trips side by side.
package trips

import (
	"travel.example/travel/internal/browse/handoff"
	"travel.example/travel/internal/browse/stage"
)

// With is what comes from other rooms, and from the place that opens another.
type With struct {
	HandOff func(handoff.Request) stage.Place // the page of a link
	// Step moves the cursor of the list that a trip was opened from, by -1 or 1, and gives the trip there, as
	// NewTrip takes it; "" where there is none. Nil: the trip was not opened from a list.
	Step func(by int) (row string)
	// Number is the row number of a trip of that list by its id, as it is listed now; 0 where it is not. Nil: the
	// trip was not opened from a list.
	Number func(id string) int
}

// Pages are the keys of a trip, of its options, of trips side by side and of how a trip will feel, for the
// documentation.
func Pages() []stage.Page {
	return []stage.Page{tripKeys().Page(), pickerKeys().Page(), compareKeys().Page(), feelKeys().Page()}
}
