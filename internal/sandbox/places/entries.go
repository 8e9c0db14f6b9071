package places

import (
	"iter"
	"slices"
	"strings"
)

const separator = "\x1f"

// entries is the folded names of many things as one text: each name between
// two separators, thing after thing. Scanning it takes well under a
// millisecond and needs no tree.
type entries struct {
	text   string
	starts []int // of each thing's first name
}

// at is the thing whose names hold an offset of the text.
func (e entries) at(offset int) int {
	i, found := slices.BinarySearch(e.starts, offset)
	if !found {
		i--
	}
	return i
}

// of is the names of a thing, each between two separators.
func (e entries) of(i int) string {
	end := len(e.text)
	if i+1 < len(e.starts) {
		end = e.starts[i+1]
	}
	return e.text[e.starts[i]-len(separator) : end]
}

// occurrences yields where a piece of text stands.
func (e entries) occurrences(piece string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := 0; ; at++ {
			next := strings.Index(e.text[at:], piece)
			if next < 0 {
				return
			}
			at += next
			if !yield(at) {
				return
			}
		}
	}
}

// standing tells how a word stands in the names of each thing: as a word of
// them, at the beginning of one, or not at all.
func (e entries) standing(word string) []quality {
	found := make([]quality, len(e.starts))
	for at := range e.occurrences(word) {
		if at == 0 || !isEdge(e.text[at-1]) {
			continue
		}
		q := someWords
		if isEdge(e.text[at+len(word)]) {
			q = allWords
		}
		i := e.at(at)
		found[i] = max(found[i], q)
	}
	return found
}

func isEdge(b byte) bool { return b == ' ' || b == separator[0] }
