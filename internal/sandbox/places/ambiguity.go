package places

import (
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// A traveler may also mean a second place unless it is less famous by more than these margins: London in Ontario
// is no rival of London, but Portland in Maine is one of Portland in Oregon. The margins are on the scale of
// fame, where 1 means ten times.
const (
	farLesser     = 1.7  // both places have exactly that name
	lesser        = 1.15 // one of them is known by another name, or the query is only part of a name
	farLesserCode = 3    // the query is the code of one place and the name of another
)

// maxAsked is the largest number of places that a question names.
const maxAsked = 5

// plausible returns one of shown for each real place that a query may mean, and reports whether the traveler must
// choose. A city and its airports are one place. The meaning of the query is judged by everything found, of any
// kind.
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
		// A place whose name merely contains the query is no rival of one that has exactly that name: Porto means
		// Porto and not Porto Alegre, although the question lists both.
		ambiguous = ambiguous || lead.quality <= firstWords || h.quality > firstWords
	}
	return asked, ambiguous
}

// meanings returns the best hit of each real place among those good enough to rival the first one. It drops
// airports near a city that was also found, and states if there is anything else, since no search starts from a
// state.
func meanings(found []hit) (all []hit) {
	var cities []*data.City
	var near []hit
	onlyStates := true
	for _, h := range found {
		first := found[0]
		// If the first place has a longer name that begins with the query, other places may contain it elsewhere
		// in theirs.
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

// servesOne reports whether the place is an airport of one of the cities, or near one.
func (p *place) servesOne(cities []*data.City) bool {
	const near = 60 // km
	return p.airport != nil && slices.ContainsFunc(cities, func(c *data.City) bool {
		return c == p.city || data.Distance(c.Lat, c.Lon, p.airport.Lat, p.airport.Lon) < near
	})
}

// whereabouts returns a key shared by all hits for the same real place.
func (p *place) whereabouts() string {
	if p.city != nil {
		return p.city.Code
	}
	return p.region
}

// rivals reports whether the query may mean h instead of lead.
func rivals(lead, h hit) bool {
	apart := lesser
	switch exact := min(lead.quality, h.quality) >= ofCountry; {
	case lead.quality == ownCode:
		return h.quality == ofCountry
	case exact && lead.quality == smallCode:
		apart = farLesserCode // "goa" is both a name and the code of Genoa
	case exact && lead.quality != otherName && h.quality != otherName:
		apart = farLesser
	}
	return lead.score-h.score <= apart
}

// titles returns the names of hits for use in a question.
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

// question asks which of several places the traveler means.
func question(names []string) string {
	last := names[len(names)-1]
	if len(names) > maxAsked {
		names, last = names[:maxAsked+1], "another one"
	}
	return "Which place is meant: " + strings.Join(append(names[:len(names)-1:len(names)-1], "or "+last), "; ") + "?"
}
