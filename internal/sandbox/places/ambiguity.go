package places

import (
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/wire"
)

// A second place is what a traveler may mean unless the first draws so many
// times more: London in Ontario is not, Portland in Maine is.
const (
	dominatesName = 10 // over another place with exactly that name
	dominatesPart = 40 // over a place of whose name the query is a part
)

// maxAsked is how many places a question names.
const maxAsked = 5

// plausible lists one of shown for each real place that a query may mean, and
// tells whether the traveler must be asked. A city and its airports are one
// place. What the query means is judged by everything found, of whatever kind.
func (ix *index) plausible(found, shown []hit) (asked []hit, ambiguous bool) {
	var lead *hit
	for _, h := range meanings(found) {
		if lead != nil && !ix.rivals(*lead, h) {
			continue
		}
		i := slices.IndexFunc(shown, func(s hit) bool { return s.place.whereabouts() == h.place.whereabouts() })
		if i < 0 {
			continue
		}
		asked = append(asked, shown[i])
		if lead == nil {
			lead = &h
		}
		ambiguous = ambiguous || len(asked) > 1 && raises(*lead, h)
	}
	return asked, ambiguous
}

// meanings are the best hit of each real place, without the airports that a
// city brought along, and without states if there is anything else: no search
// starts from a state.
func meanings(found []hit) []hit {
	found = inQuestion(found)
	cities, onlyStates := map[string]bool{}, true
	for _, h := range found {
		if h.place.kind == wire.PlaceTypeCity {
			cities[h.place.whereabouts()] = true
		}
		onlyStates = onlyStates && h.place.kind == wire.PlaceTypeState
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(found, func(h hit) bool {
		where := h.place.whereabouts()
		brought := h.place.airport != nil && cities[where]
		if brought || seen[where] || h.place.kind == wire.PlaceTypeState && !onlyStates {
			return true
		}
		seen[where] = true
		return false
	})
}

// inQuestion are the hits good enough to be rivals of the first one, in a
// slice of their own.
func inQuestion(found []hit) []hit {
	end := len(found)
	if end > 0 {
		least := min(found[0].quality, firstWords)
		if i := slices.IndexFunc(found, func(h hit) bool { return h.quality < least }); i >= 0 {
			end = i
		}
	}
	return slices.Clone(found[:end])
}

// whereabouts is what makes several hits one place.
func (p *place) whereabouts() string {
	if p.city != nil {
		return p.city.Code
	}
	return p.region
}

// raises tells whether a rival makes a question of the query. One of whose name
// the query is a part does not where another place has exactly that name: the
// question lists it, but Porto is Porto and not Porto Alegre.
func raises(lead, rival hit) bool {
	return lead.quality < shortName || rival.quality >= ofCountry
}

// rivals tells whether h is another thing that the query may mean.
func (ix *index) rivals(lead, h hit) bool {
	factor := 0.0
	switch {
	case lead.quality == ownCode && (h.quality == ownName || h.quality == ofCountry):
		return true // "goa" is a name as well as Genoa's code
	case lead.quality >= shortName && h.quality >= ofCountry, lead.quality == otherName && h.quality == otherName:
		factor = dominatesName
	case lead.quality >= shortName && h.quality == firstWords, lead.quality != otherName && h.quality == lead.quality:
		factor = dominatesPart
	}
	return factor > 0 && factor*ix.drawOf(h.place) >= ix.drawOf(lead.place)
}

// drawOf is the draw of a place; for an airport, that of the whole city.
func (ix *index) drawOf(p *place) float64 {
	if p.kind == wire.PlaceTypeAirport {
		return ix.cityOf(p).draw
	}
	return p.draw
}

// question asks which place is meant.
func (e *Engine) question(asked []hit, locale string) string {
	var names []string
	for _, h := range asked[:min(len(asked), maxAsked)] {
		name := e.name(h.place, locale)
		if h.place.city != nil && h.place.city.IATA() != "" {
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
