package places

import (
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/wire"
)

// matchCountry lists the cities of a country that the query names.
func (ix *index) matchCountry(query string, matched []quality) {
	for _, c := range ix.world.Countries() {
		names := append(ix.world.LocalNames(c.Code), c.Name, c.ShortName)
		if !slices.ContainsFunc(names, func(name string) bool { return ix.folder.fold(name) == query }) {
			continue
		}
		for i := range ix.places {
			if p := &ix.places[i]; p.kind == wire.PlaceTypeCity && p.country == c.Code {
				matched[i] = max(matched[i], beginning)
			}
		}
	}
}

// matchWords looks for places whose names and whereabouts hold every word of
// the query: "portland oregon", "heathrow london", "springfield il".
func (ix *index) matchWords(words []string, matched []quality) {
	if len(words) < 2 {
		return
	}
	whereabouts := map[string]string{}
	for i := range ix.places {
		p := &ix.places[i]
		around, known := whereabouts[p.region]
		if !known {
			around = ix.whereabouts(p)
			whereabouts[p.region] = around
		}
		matched[i] = wordQuality(words, ix.names(i), around)
	}
}

// whereabouts is the words for where a place lies.
func (ix *index) whereabouts(p *place) string {
	country, _ := ix.world.Country(p.country)
	region, _ := ix.world.RegionName(p.region)
	_, part, _ := strings.Cut(p.region, "-")
	around := []string{region, part, country.Name, country.ShortName, country.Code}
	if p.country == "US" {
		around = append(around, "USA")
	}
	return separator + ix.folder.fold(strings.Join(around, " ")) + separator
}

func wordQuality(words []string, names, around string) quality {
	q, named := allWords, false
	for _, word := range words {
		inName := standsIn(names, word)
		switch best := max(inName, standsIn(around, word)); {
		case best == noMatch:
			return noMatch
		default:
			q = min(q, best)
		}
		named = named || inName != noMatch
	}
	if !named {
		return noMatch // only the country or the state was named
	}
	return q
}

// standsIn tells how a word stands in folded names.
func standsIn(names, word string) quality {
	q := noMatch
	for at := 0; ; at++ {
		next := strings.Index(names[at:], word)
		if next < 0 {
			return q
		}
		at += next
		if at == 0 || !isEdge(names[at-1]) {
			continue
		}
		if end := at + len(word); end == len(names) || isEdge(names[end]) {
			return allWords
		}
		q = someWords
	}
}

func isEdge(b byte) bool { return b == ' ' || b == separator[0] }

// matchTypos looks for names a letter or two off the query, with the same
// first letter.
func (ix *index) matchTypos(query string, matched []quality) {
	wrong := []rune(query)
	allowed := 0
	switch {
	case len(wrong) >= 8:
		allowed = 2
	case len(wrong) >= 4:
		allowed = 1
	}
	for at := range ix.occurrences(separator + string(wrong[:1])) {
		if allowed == 0 {
			return
		}
		name, _, _ := strings.Cut(ix.text[at+len(separator):], separator)
		if len(name) < len(query)-4*allowed || len(name) > len(query)+4*allowed {
			continue
		}
		if edits(wrong, []rune(name)) <= allowed {
			matched[ix.at(at+len(separator))] = typo
		}
	}
}

// edits is the number of letters added, lost, changed or swapped with their
// neighbour (Damerau and Levenshtein, optimal string alignment).
func edits(a, b []rune) int {
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(above[j+1]+1, row[j]+1, above[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
