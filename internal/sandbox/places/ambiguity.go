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
func (ix *index) plausible(found, shown []hit) (asked []hit, ambiguous bool) {
	var lead *hit
	for _, h := range meanings(found) {
		if lead != nil && !rivals(*lead, h) {
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

// meanings are the best hit of each real place, without airports near a city that
// is found as well, and without states if there is anything else: no search
// starts from a state.
func meanings(found []hit) []hit {
	found = inQuestion(found)
	var cities []*data.City
	onlyStates := true
	for _, h := range found {
		if h.place.kind == wire.PlaceTypeCity {
			cities = append(cities, h.place.city)
		}
		onlyStates = onlyStates && h.place.kind == wire.PlaceTypeState
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(found, func(h hit) bool {
		where := h.place.whereabouts()
		if seen[where] || h.place.kind == wire.PlaceTypeState && !onlyStates || h.place.servesOne(cities) {
			return true
		}
		seen[where] = true
		return false
	})
}

// servesOne tells an airport of one of the cities, or near it.
func (p *place) servesOne(cities []*data.City) bool {
	const near = 60 // km
	return p.airport != nil && slices.ContainsFunc(cities, func(c *data.City) bool {
		return c == p.city || data.Distance(c.Lat, c.Lon, p.airport.Lat, p.airport.Lon) < near
	})
}

// inQuestion are the hits good enough to be rivals of the first one, in a
// slice of their own. Where that has a longer name, which begins with the query, they
// include names in which the query stands elsewhere.
func inQuestion(found []hit) []hit {
	if len(found) == 0 {
		return nil
	}
	lead := found[0].quality
	return slices.DeleteFunc(slices.Clone(found), func(h hit) bool {
		return h.quality.tier() != lead.tier() && !(lead == ownCode && h.quality == ofCountry) &&
			!(lead == firstWords && h.quality == innerWord)
	})
}

// whereabouts is what makes several hits one place.
func (p *place) whereabouts() string {
	if p.city != nil {
		return p.city.Code
	}
	return p.region
}

// raises tells whether a rival makes a question of the query. One of whose name
// the query is a part does not where another place has that name: the
// question lists it, but Porto is Porto and not Porto Alegre.
func raises(lead, rival hit) bool {
	return lead.quality <= firstWords || rival.quality > firstWords
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
