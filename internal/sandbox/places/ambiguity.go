package places

import (
	"strings"

	"travel.example/travel/internal/sandbox/wire"
)

// A second place is what a traveler may mean unless the first draws so many
// times more: London in Ontario is not, Portland in Maine is.
const (
	dominatesName  = 14 // over another place of that very name
	dominatesOther = 8  // over a place that bears the name among others
)

// maxAsked is how many places a question names.
const maxAsked = 5

// plausible lists one hit for each real place that the query may mean, and
// tells whether there is more than one. A city and its airports are one place,
// and so are a state and the leading city, if that lies in it.
func (ix *index) plausible(found []hit) (asked []hit, ambiguous bool) {
	if len(found) == 0 {
		return nil, false
	}
	lead := found[0]
	seen := map[string]bool{}
	for _, h := range found {
		if h.place.kind == wire.PlaceTypeState && lead.place.kind != wire.PlaceTypeState {
			continue // no search starts from a state
		}
		if where := h.place.whereabouts(); !seen[where] && ix.rivals(lead, h) {
			seen[where] = true
			asked = append(asked, h)
			ambiguous = ambiguous || len(asked) > 1 && !weaker(lead, h)
		}
	}
	return asked, ambiguous
}

// whereabouts is what makes several hits one place.
func (p *place) whereabouts() string {
	if p.city != nil {
		return p.city.Code
	}
	return p.region
}

// weaker tells a hit that goes along with a question but does not raise one.
func weaker(lead, h hit) bool {
	return lead.quality >= otherName && h.quality < otherName
}

// rivals tells whether h is another thing that the query may mean.
func (ix *index) rivals(lead, h hit) bool {
	if h.place.whereabouts() == lead.place.whereabouts() {
		return true
	}
	factor := float64(dominatesName)
	switch {
	case lead.quality >= otherName && h.quality < firstWords:
		return false
	case lead.quality < otherName && h.quality < lead.quality:
		return false
	case h.quality < lead.quality:
		factor = dominatesOther
	}
	return factor*ix.drawOf(h.place) >= ix.drawOf(lead.place)
}

// drawOf is that of the whole city for an airport.
func (ix *index) drawOf(p *place) float64 {
	if p.kind == wire.PlaceTypeAirport {
		return ix.cityOf(p).draw
	}
	return p.draw
}

func (ix *index) cityOf(p *place) *place { return &ix.places[ix.byCode[p.city.Code]] }

// question asks which place is meant.
func (e *Engine) question(asked []hit, locale string) string {
	var names []string
	for _, h := range asked[:min(len(asked), maxAsked)] {
		name := e.name(h.place, locale)
		if h.place.city != nil {
			name += " (" + h.place.code + ")"
		}
		names = append(names, name)
	}
	last := len(names) - 1
	tail := "or " + names[last]
	if len(asked) > maxAsked {
		tail = names[last] + "; or another one"
	}
	return "Which place is meant: " + strings.Join(names[:last], "; ") + "; " + tail + "?"
}
