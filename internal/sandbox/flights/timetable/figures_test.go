package timetable

import (
	"fmt"
	"testing"

	figures "travel.example/travel/internal/need"
	"travel.example/travel/internal/sandbox/data"
)

// distanceClasses are the lengths, in kilometres, up to which services are counted together.
var distanceClasses = []float64{1500, data.LongHaulKm, 8000, 12500, earthRadius * 4}

// How many services and pairs of airports the network has, by length, and how many places hang on a
// single hub.
func TestFigureServicesByDistance(t *testing.T) {
	table := newTable(t)
	services, pairs := make([]int, len(distanceClasses)), make([]int, len(distanceClasses))
	alone, cutOff := 0, 0
	known := map[pair]bool{}
	for _, p := range table.graph().places {
		if p.Station != 0 || p.land.closed[p.land.number] {
			continue
		}
		hubs := map[*Place]bool{}
		for _, l := range table.spokes(p) {
			class := 0
			for l.distance > distanceClasses[class] {
				class++
			}
			services[class]++
			way := pair{p, l.base.place}
			if way.from.Code > way.to.Code {
				way.from, way.to = way.to, way.from
			}
			if !known[way] {
				known[way] = true
				pairs[class]++
			}
			if l.base.place.Hub {
				hubs[l.base.place] = true
			}
		}
		if len(hubs) == 0 && !p.Hub {
			cutOff++
		}
		if len(hubs) == 1 && !p.Hub {
			alone++
		}
	}
	total, ways := 0, 0
	for class, km := range distanceClasses {
		total, ways = total+services[class], ways+pairs[class]
		figures.Figure(t, fmt.Sprintf("services and pairs up to %.0f km", km), fmt.Sprintf("%d and %d", services[class], pairs[class]), "")
	}
	figures.Figure(t, "services and pairs in all", fmt.Sprintf("%d and %d", total, ways), "")
	figures.Figure(t, "places with one hub, and with none", fmt.Sprintf("%d and %d", alone, cutOff), "none with none")
	if cutOff > 0 {
		t.Errorf("%d places lead to no hub", cutOff)
	}
}
