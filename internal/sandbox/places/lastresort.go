package places

import (
	"strings"
	"unicode/utf8"
)

// areas tells where places lie, in words: state and country.
type areas struct {
	entries
	ofPlace []int // the area of each place
}

func (ix *index) findAreas() areas {
	found, known := areas{}, map[string]int{}
	b := newBuilder(nil)
	for _, p := range ix.places {
		key := p.country + " " + p.region
		area, ok := known[key]
		if !ok {
			area = len(known)
			known[key] = area
			b.starts = append(b.starts, b.text.Len())
			b.folded = ix.folder.append(b.folded[:0], ix.area(p))
			b.text.Write(b.folded)
			b.text.WriteString(separator)
		}
		found.ofPlace = append(found.ofPlace, area)
	}
	found.entries = b.entries()
	return found
}

func (ix *index) area(p place) string {
	c, _ := ix.world.Country(p.country)
	region, _ := ix.world.RegionName(p.region)
	_, part, _ := strings.Cut(p.region, "-")
	words := []string{region, part, c.Name, c.ShortName, c.Code}
	if c.Code == "US" {
		words = append(words, "USA")
	}
	return strings.Join(words, " ")
}

// matchWords looks for places whose names, code and whereabouts hold every word of
// the query, at least one of them in the name or the code: "portland oregon", "jfk
// new york", "valencia españa". An airport's whereabouts are its city's names, too.
func (ix *index) matchWords(words []string, matched []quality) {
	if len(words) < 2 {
		return
	}
	areas, named := ix.areas(), make([]bool, len(ix.places))
	for n, word := range words {
		inName, inArea := ix.names.standing(word), areas.standing(word)
		ix.addCodes(strings.ToUpper(word), inName)
		for i := range ix.places {
			p := &ix.places[i]
			named[i] = named[i] || inName[i] != noMatch
			q := max(inName[i], inArea[areas.ofPlace[i]], inName[ix.countries[p.country]])
			if p.airport != nil {
				q = max(q, inName[ix.byCode[p.city.Code]])
			}
			if n > 0 {
				q = min(q, matched[i])
			}
			matched[i] = q
		}
	}
	for i := range matched {
		if !named[i] {
			matched[i] = noMatch
		}
	}
}

// addCodes lets a word be a code.
func (ix *index) addCodes(word string, found []quality) {
	for i := range ix.places {
		if len(word) == 3 && ix.places[i].code == word {
			found[i] = allWords
		}
	}
}

// matchTypos looks for names a letter or two off the query, with the same
// first letter. Names of other languages are left out: there are so many that
// some are always near.
func (ix *index) matchTypos(query string, matched []quality) {
	wrong := []rune(query)
	allowed := 0
	switch {
	case len(wrong) >= 8:
		allowed = 2
	case len(wrong) >= 4:
		allowed = 1
	default:
		return
	}
	for i := range ix.places {
		for name := range strings.SplitSeq(ix.names.of(i), separator) {
			if name != "" {
				matched[i] = max(matched[i], slip(wrong, name, allowed))
			}
			if name != "" && ix.places[i].airport == nil {
				break // the first one is its own
			}
		}
	}
}

func slip(wrong []rune, name string, allowed int) quality {
	first, _ := utf8.DecodeRuneInString(name)
	if first != wrong[0] {
		return noMatch
	}
	letters := []rune(name)
	if len(letters) > len(wrong)+allowed || len(letters) < len(wrong)-allowed {
		return noMatch
	}
	switch off := edits(wrong, letters); {
	case off > allowed:
		return noMatch
	case off > 1:
		return typos
	}
	return typo
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
