package desk

import (
	"errors"
	"reflect"
	"strings"
	"unicode"

	"travel.example/travel/api"
	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Facet is one word that a filter of a search knows.
type Facet struct {
	Param string // of the contract
	Value string // foreign text
	Name  string // for a person, may be empty
	Count int
}

// FacetsOf are the words of the filters of a search, from the members of its filterOptions: bookingSites has those of
// booking-sites.
func FacetsOf(options any) (all []Facet) {
	for field, member := range reflect.ValueOf(options).Fields() {
		wire, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if wire = ask.FlagName(wire); wire == "guest-types" { // of which a filter takes one
			wire = "guest-type"
		}
		switch list := member.Interface().(type) {
		case []apiclient.CodedCount:
			for _, w := range list {
				all = append(all, Facet{Param: wire, Value: w.Code, Name: words.Stated(w.Name), Count: w.Count})
			}
		case []apiclient.NamedCount:
			for _, w := range list {
				all = append(all, Facet{Param: wire, Value: w.Name, Count: w.Count})
			}
		}
	}
	return all
}

// mostFacets bounds what is kept of one filter; the service lists the most frequent words first.
const mostFacets = 60

// KeepFacets keeps the words of a search's filters, for completion alone: when they cannot be kept,
// nothing is lost. No shell completes from lists in memory.
func (d *Desk) KeepFacets(kind recall.Kind, op *api.Operation, of search.Ref, facets []Facet) {
	if lists, err := d.Lists(); err != nil || lists.InMemory() {
		return
	}
	list := recall.List{Kind: kind, Search: search.Ref{ID: of.ID}}
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
	return ask.Offerable(param, value) && Inert(value) == value
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
	Without []Relaxed
}

// Relaxed is what one filter taken away would bring back.
type Relaxed struct {
	Filter string // as it was typed
	Rows   int
	From   offer.Money // the lowest
	Locale string
}

// maxRelaxed bounds the reads that find out which filter removed everything.
const maxRelaxed = 6

// WhyNone fills in, of a page that is empty because of its filters, what removed everything, and what
// each filter taken away alone would bring back. Each of that is one more read of the same search, by
// read, of its cheapest row without that filter; one that fails only leaves its line out. A nil read asks
// for nothing.
func (n *Nothing) WhyNone(p *ask.Values, filters []string, read func(*ask.Values) (Relaxed, bool)) *Nothing {
	for _, wire := range filters {
		n.Filters = append(n.Filters, p.Typed(wire))
	}
	if len(filters) > maxRelaxed || read == nil {
		return n
	}
	for i, wire := range filters {
		without := p.Clone()
		without.Unset(wire)
		without.DropLone(filters)
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
