package places

import (
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// A second place is what a traveler may mean as well unless it is so much less
// famous: London in Ontario is not, Portland in Maine is. The figures are on the scale
// of fame, where one is ten times.
const (
	farLesser     = 1.7  // of places that have exactly that name
	lesser        = 1.15 // where one of them has another name, or the query is a part of it
	farLesserCode = 3    // of a word that is a place's code and another one's name
)

// maxAsked is how many places a question names.
const maxAsked = 5

// plausible lists one of shown for each real place that a query may mean, and
// tells whether the traveler must be asked. A city and its airports are one
// place. What the query means is judged by everything found, of whatever kind.
func plausible(found, shown []hit) (asked []hit, ambiguous bool) {
	var lead hit
	for _, h := range meanings(found) {
		if len(asked) > 0 && !rivals(lead, h) {
			continue
		}
		i := slices.IndexFunc(shown, func(s hit) bool { return s.whereabouts() == h.whereabouts() })
		if i < 0 {
			continue
		}
		if asked = append(asked, shown[i]); len(asked) == 1 {
			lead = h
			continue
		}
		// A name of which the query is a part raises no question where another place has that name: Porto is Porto
		// and not Porto Alegre, although the question lists both.
		ambiguous = ambiguous || lead.quality <= firstWords || h.quality > firstWords
	}
	return asked, ambiguous
}

// meanings are the best hit of each real place among those good enough to be rivals of the first one: without
// airports near a city that is found as well, and without states if there is anything else, since no search
// starts from a state.
func meanings(found []hit) (all []hit) {
	var cities []*data.City
	var near []hit
	onlyStates := true
	for _, h := range found {
		first := found[0]
		// Where the first one has a longer name, which begins with the query, so may others have it elsewhere.
		if h.tier() != first.tier() && !(first.quality == ownCode && h.quality == ofCountry) &&
			!(first.quality == firstWords && h.quality == innerWord) {
			continue
		}
		near = append(near, h)
		if h.kind == wire.PlaceTypeCity {
			cities = append(cities, h.city)
		}
		onlyStates = onlyStates && h.kind == wire.PlaceTypeState
	}
	seen := map[string]bool{}
	for _, h := range near {
		where := h.whereabouts()
		if !seen[where] && (h.kind != wire.PlaceTypeState || onlyStates) && !h.servesOne(cities) {
			seen[where] = true
			all = append(all, h)
		}
	}
	return all
}

// servesOne tells an airport of one of the cities, or near it.
func (p *place) servesOne(cities []*data.City) bool {
	const near = 60 // km
	return p.airport != nil && slices.ContainsFunc(cities, func(c *data.City) bool {
		return c == p.city || data.Distance(c.Lat, c.Lon, p.airport.Lat, p.airport.Lon) < near
	})
}

// whereabouts is what makes several hits one place.
func (p *place) whereabouts() string {
	if p.city != nil {
		return p.city.Code
	}
	return p.region
}

// rivals tells whether h is another thing that the query may mean.
func rivals(lead, h hit) bool {
	apart := lesser
	switch exact := min(lead.quality, h.quality) >= ofCountry; {
	case lead.quality == ownCode:
		return h.quality == ofCountry
	case exact && lead.quality == smallCode:
		apart = farLesserCode // "goa" is a name as well as Genoa's code
	case exact && lead.quality != otherName && h.quality != otherName:
		apart = farLesser
	}
	return lead.score-h.score <= apart
}

// titles are what hits are called in a question.
func (e *Engine) titles(asked []hit, locale string) (names []string) {
	for _, h := range asked {
		name := e.name(h.place, locale)
		if h.city != nil && h.city.IATA() != "" {
			name += " (" + h.code + ")"
		}
		names = append(names, name)
	}
	return names
}

// question asks which of several places is meant.
func question(names []string) string {
	last := names[len(names)-1]
	if len(names) > maxAsked {
		names, last = names[:maxAsked+1], "another one"
	}
	return "Which place is meant: " + strings.Join(append(names[:len(names)-1:len(names)-1], "or "+last), "; ") + "?"
}
