package flightview

import (
	"travel.example/travel/internal/render/canvas"
)

// End is how one end of a search was understood.
type End struct {
	Name string // "Lisbon"; "" for a code that was typed
	City bool   // the code is known to be a city's
}

// Words about a code that no airport has, and the fewest cells in which a name says anything.
const (
	allAirports = " (all airports)"
	leastName   = 5
)

// route names both ends as they were understood: "Lisbon LIS → Paris PAR (all airports)". Where there
// is no room the names are cut, then the airports are left out, then the names.
func (v TripList) route(c canvas.Canvas) string {
	arrow := " " + c.Glyph.Arrow + " "
	codes := [2]string{c.Text(v.From), c.Text(v.To)}
	bare := codes[0] + arrow + codes[1]
	names := [2]string{c.Text(v.FromEnd.Name), c.Text(v.ToEnd.Name)}
	for i, name := range names {
		if name != "" {
			names[i] = name + " "
		}
	}
	for _, behind := range [][2]string{v.behind(), {}} {
		room := c.Width - canvas.Cells(bare+behind[0]+behind[1])
		if fitted, ok := shared(c, names, room); ok {
			return fitted[0] + codes[0] + behind[0] + arrow + fitted[1] + codes[1] + behind[1]
		}
	}
	return bare
}

// behind says of each end whether all airports of a city are meant. A code that is also an airport's,
// as that of Lisbon, says nothing: who knows which the service took.
func (v TripList) behind() [2]string {
	var found [2]string
	for i, end := range []End{v.FromEnd, v.ToEnd} {
		if end.City && len(v.Rows) > 0 && !v.touches([]string{v.From, v.To}[i]) {
			found[i] = allAirports
		}
	}
	return found
}

// touches tells whether a trip begins or ends a leg at that airport.
func (v TripList) touches(code string) bool {
	for _, row := range v.Rows {
		for _, leg := range row.Legs {
			if leg.From == code || leg.To == code {
				return true
			}
		}
	}
	return false
}

// shared cuts two names, each with a space behind it, to the room that they share. It reports false
// where one would say nothing any more.
func shared(c canvas.Canvas, names [2]string, room int) ([2]string, bool) {
	cells := [2]int{canvas.Cells(names[0]), canvas.Cells(names[1])}
	if cells[0]+cells[1] <= room {
		return names, true
	}
	for i, name := range names {
		half := max(room/2, room-cells[1-i])
		if cells[i] <= half {
			continue
		}
		if half-1 < leastName {
			return names, false
		}
		names[i] = c.Cut(name[:len(name)-1], half-1) + " "
	}
	return names, true
}
