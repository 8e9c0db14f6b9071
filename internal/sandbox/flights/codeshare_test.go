package flights

import (
	"testing"

	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// led checks under whose numbers a search sells: those of who runs a flight or of its named partners, and
// a codeshare never before the same flights under the numbers of who runs them, whatever the order.
func (d *drawn) led(t *testing.T) {
	snap := shared().snapshot(d.query, settled)
	for _, by := range sortNames() {
		seen := map[[2]*planner.Plan]bool{}
		for i, r := range snap.inOrder(wire.FlightSort(by)) {
			var legs, leads [2]*planner.Plan
			for n, leg := range r.Legs {
				legs[n], leads[n] = leg, leg
				if leg.Lead != nil {
					leads[n] = leg.Lead
				}
			}
			seen[legs] = true
			if !seen[leads] {
				t.Errorf("%s by %s: row %d, %s, is a codeshare of a trip that comes later or not at all", d.label(), by, i+1, r.Code)
			}
			if legs != leads && len(snap.badges[r.Trip]) > 0 {
				t.Errorf("%s: a codeshare is %v", d.label(), snap.badges[r.Trip])
			}
		}
	}
	for _, trip := range d.search.Trips {
		for _, leg := range trip.Legs {
			own := 0
			for i, r := range leg.Rides {
				main := r.Sold[0].Airline
				if leg.Sold[i] == r.Sold[0] {
					own++
				} else if !timetable.Partners(leg.Sold[i].Airline, main) {
					t.Errorf("%s: %s sells what %s runs, and neither names the other", d.label(), leg.Sold[i].Airline.Code, main.Code)
				}
			}
			if own == 0 && leg.Lead == nil {
				t.Errorf("%s: %s sells a leg of which it runs nothing, and no other carrier does", d.label(), leg.Sold[0].Airline.Code)
			}
		}
	}
}
