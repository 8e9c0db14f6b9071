package render

import "strings"

// The modes of travel as the service writes them.
const (
	modeFlight = "FLIGHT"
	modeTrain  = "TRAIN"
	modeBus    = "BUS"
)

// modeWord is a mode in a traveler's words. A mode newer than this client keeps its own word.
func modeWord(mode string) string {
	if mode == "OTHER" {
		return "ground"
	}
	return strings.ToLower(mode)
}

// bar gives the sign a segment's bar is made of.
func (g glyphs) bar(mode string) string {
	switch mode {
	case modeFlight, "":
		return g.air
	case modeTrain:
		return g.rail
	case modeBus:
		return g.road
	}
	return g.other
}
