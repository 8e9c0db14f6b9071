package flightview

import (
	"slices"

	"travel.example/travel/internal/render/canvas"
)

// End is one end of a search as it was understood.
type End struct {
	Name string // "Lisbon"; "" for a code that was typed
	City bool   // the code is known to be a city's
}

// Suffixes for a code that no airport has, and the fewest cells in which a name is meaningful.
const (
	allAirports = " (all airports)"
	leastName   = 5
)

// route is the two ends of a list, and the airports at which its rows begin and end.
type route struct {
	codes    [2]string
	ends     [2]End
	airports []string
}

// words names both ends as they were understood: "Lisbon LIS → Paris PAR (all airports)". If there is no room, the
// names are cut, then the airports are dropped, then the names.
func (r route) words(c canvas.Canvas) string {
	arrow := " " + c.Glyph.Arrow + " "
	codes := [2]string{c.Text(r.codes[0]), c.Text(r.codes[1])}
	bare := codes[0] + arrow + codes[1]
	var names [2]string
	for i, end := range r.ends {
		if name := c.Text(end.Name); name != "" {
			names[i] = name + " "
		}
	}
	for _, behind := range [][2]string{r.behind(), {}} {
		room := c.Width - canvas.Cells(bare+behind[0]+behind[1])
		if fitted, ok := shared(c, names, room); ok {
			return fitted[0] + codes[0] + behind[0] + arrow + fitted[1] + codes[1] + behind[1]
		}
	}
	return bare
}

// behind says for each end whether all airports of a city are meant. It is silent for a code that is also an
// airport's, such as Lisbon's, because nobody knows which one the service used.
func (r route) behind() [2]string {
	var found [2]string
	for i, end := range r.ends {
		if end.City && len(r.airports) > 0 && !slices.Contains(r.airports, r.codes[i]) {
			found[i] = allAirports
		}
	}
	return found
}

// route returns both ends of the list as they were understood.
func (v TripList) route(c canvas.Canvas) string {
	r := route{codes: [2]string{v.From, v.To}, ends: [2]End{v.FromEnd, v.ToEnd}}
	for _, row := range v.Rows {
		for _, leg := range row.Legs {
			r.airports = append(r.airports, leg.From, leg.To)
		}
	}
	return r.words(c)
}

// shared cuts two names, each followed by a space, to fit in the room they share. It returns false if one of them
// would become meaningless.
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
