package commands

import (
	"fmt"
	"slices"
	"strings"
)

// mostOffered is how many words of a filter are named where one was asked for
// in vain.
const mostOffered = 5

// strangeWords say which words of the filters the search does not know, and
// which it does: a word that nothing has removes everything. known tells
// whether one word of the service answers to what was typed.
func strangeWords(p *params, facets []facet, known func(word, typed string) bool) []string {
	var lines []string
	for _, wire := range p.filters() {
		var words []string
		for _, f := range facets {
			if f.wire == wire {
				words = append(words, f.value)
			}
		}
		for _, text := range p.Texts(wire) {
			if len(words) == 0 || slices.ContainsFunc(words, func(word string) bool { return known(word, text) }) {
				continue
			}
			lines = append(lines, fmt.Sprintf("Nothing here has --%s %s; %s", flagName(wire), quoteArg(text), offered(words, text)))
		}
	}
	return lines
}

// offered names the word that was meant, or the most frequent ones, as far as
// no shell could obey them.
func offered(words []string, typed string) string {
	words = slices.DeleteFunc(slices.Clone(words), func(word string) bool { return inert(word) != word || word == "" })
	if len(words) == 0 {
		return "see --facets."
	}
	if i := slices.IndexFunc(words, func(word string) bool { return strings.EqualFold(word, typed) }); i >= 0 {
		return "did you mean " + words[i] + "?"
	}
	text := "there is " + strings.Join(words[:min(len(words), mostOffered)], ", ")
	if more := len(words) - mostOffered; more > 0 {
		text += fmt.Sprintf(" and %d more; see --facets", more)
	}
	return text + "."
}
