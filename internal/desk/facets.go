package desk

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"travel.example/travel/api"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/words"
)

// Facet is one word that a filter of a search knows.
type Facet struct {
	Param string // of the contract
	Value string // foreign text
	Name  string // for a person, may be empty
	Count int
}

// mostFacets bounds what is kept of one filter; the service lists the most frequent words first.
const mostFacets = 60

// KeepFacets keeps the words of a search's filters, for completion alone: when they cannot be kept,
// nothing is lost. No shell completes from lists in memory.
func (d *Desk) KeepFacets(kind recall.Kind, op *api.Operation, of recall.Search, facets []Facet) {
	if lists, err := d.Lists(); err != nil || lists.InMemory() {
		return
	}
	list := recall.List{Kind: kind, Search: recall.Search{ID: of.ID}}
	kept := map[string]int{}
	for _, f := range facets {
		if param, ok := op.Param(f.Param); !ok || kept[f.Param] == mostFacets || !Offerable(param, f.Value) {
			continue
		}
		kept[f.Param]++
		list.Rows = append(list.Rows, recall.Row{
			N: len(list.Rows) + 1, Label: f.Value, Facet: &recall.Facet{Param: f.Param, Name: f.Name, Count: f.Count},
		})
	}
	_ = d.Keep(list)
}

// Offerable tells whether a word of the service may stand on a command line: it passes as the
// parameter, and no shell reads anything into it.
func Offerable(param *api.Param, value string) bool {
	return params.Offerable(param, value) && Inert(value) == value
}

// Inert keeps of a text the letters, digits and signs that mean nothing to any shell, and that a
// terminal shows as they are.
func Inert(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.In(r, unicode.Pd):
			return '-'
		case unicode.In(r, unicode.L, unicode.Mn, unicode.Nd), strings.ContainsRune(" -_.+/→", r):
			return r
		}
		return -1
	}, clean.Line(text)))
}

// Nothing is why a page is empty, where filters are the reason.
type Nothing struct {
	Filters []string // as they were typed
	Of      int      // rows there are without filters
	Strange []string // sentences about words that no row has
	Without []Relaxed
}

// Relaxed is what one filter taken away would bring back.
type Relaxed struct {
	Filter string // as it was typed
	Rows   int
	From   search.Price // the lowest
	Locale string
}

// maxRelaxed bounds the reads that find out which filter removed everything.
const maxRelaxed = 6

// WhyNone fills in, of a page that is empty because of its filters, what removed everything, and what
// each filter taken away alone would bring back. Each of that is one more read of the same search, by
// read, of its cheapest row without that filter; one that fails only leaves its line out. known tells
// whether a word of the service answers to what was typed; a nil read asks for nothing.
func (n *Nothing) WhyNone(p *params.Values, filters []string, facets []Facet, known func(word, typed string) bool, read func(*params.Values) (Relaxed, bool)) *Nothing {
	for _, wire := range filters {
		n.Filters = append(n.Filters, p.Typed(wire))
	}
	n.Strange = strange(p, facets, known)
	if len(filters) > maxRelaxed || read == nil {
		return n
	}
	for i, wire := range filters {
		without := p.Clone()
		without.Unset(wire)
		if err := errors.Join(without.SetTyped("pageSize", 1), without.SetTyped("page", 1), without.SetTyped("sort", "price_asc")); err != nil {
			continue
		}
		if way, ok := read(without); ok {
			way.Filter = n.Filters[i]
			n.Without = append(n.Without, way)
		}
	}
	return n
}

// mostOffered is how many words of a filter are named where one was asked for in vain.
const mostOffered = 5

// strange says which words of the filters the search does not know, and which it does: a word that
// nothing has removes everything.
func strange(p *params.Values, facets []Facet, known func(word, typed string) bool) []string {
	var lines []string
	for _, wire := range p.Filters() {
		var have []string
		for _, f := range facets {
			if f.Param == wire {
				have = append(have, f.Value)
			}
		}
		for _, text := range p.Texts(wire) {
			if len(have) == 0 || slices.ContainsFunc(have, func(word string) bool { return known(word, text) }) {
				continue
			}
			lines = append(lines, fmt.Sprintf("Nothing here has --%s %s; %s", params.FlagName(wire), words.Quote(text), offered(have, text)))
		}
	}
	return lines
}

// offered names the word that was meant, or the most frequent ones, as far as no shell could obey
// them.
func offered(have []string, typed string) string {
	have = slices.DeleteFunc(slices.Clone(have), func(word string) bool { return Inert(word) != word || word == "" })
	if len(have) == 0 {
		return "see --facets."
	}
	if i := slices.IndexFunc(have, func(word string) bool { return strings.EqualFold(word, typed) }); i >= 0 {
		return "did you mean " + have[i] + "?"
	}
	text := "there is " + strings.Join(have[:min(len(have), mostOffered)], ", ")
	if more := len(have) - mostOffered; more > 0 {
		text += " and " + words.Grouped(more) + " more; see --facets"
	}
	return text + "."
}
