// Package places resolves free text to places and lists the places around a
// point, for the sandbox's two places reads.
//
// It knows cities, airports and states, and by their names the hotels and districts that
// the sandbox makes up.
package places

import (
	"slices"
	"sync"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/wire"
)

// Engine answers the places reads. It is safe for concurrent use.
type Engine struct {
	// Hotels makes up the hotels and districts that are found by name; nil for none.
	Hotels func() *directory.Directory

	world     *data.World
	built     func() *index
	nameParts func() []string
	known     func() []known
}

// New is cheap: the index is built by the first search.
func New(w *data.World) *Engine {
	e := &Engine{world: w, built: sync.OnceValue(func() *index { return buildIndex(w) })}
	e.nameParts, e.known = sync.OnceValue(e.sharedParts), sync.OnceValue(e.findKnown)
	return e
}

// SearchParams are the parameters of getPlaces, with defaults filled in.
type SearchParams struct {
	Query    string
	Types    []string // place types; none for all
	Locale   string   // language of the names, BCP 47; "" for the canonical English ones
	Page     int      // from 1
	PageSize int
}

// Search finds the places that a query may mean in any language, best first.
// The locale changes the names shown and nothing else.
func (e *Engine) Search(p SearchParams) wire.PlaceResults {
	ix := e.built()
	var found []hit
	if wanted(p.Types, wire.PlaceTypeCity) || wanted(p.Types, wire.PlaceTypeAirport) || wanted(p.Types, wire.PlaceTypeState) {
		found = ix.find(p.Query)
	}
	shown := slices.DeleteFunc(slices.Clone(found), func(h hit) bool { return !wanted(p.Types, h.place.kind) })
	asked, ambiguous := ix.plausible(found, shown)

	stays := e.stays(p.Query, p.Types, found)
	if len(stays) > 0 && guessed(found) {
		shown, ambiguous = nil, false // a district of that very name: nothing is misspelt
	}

	rows := page(shown, p.Page, p.PageSize)
	results := make([]wire.Place, 0, p.PageSize)
	for _, h := range rows {
		results = append(results, e.row(h.place, p.Locale))
	}
	begin := min(max((p.Page-1)*p.PageSize-len(shown), 0), len(stays))
	for _, s := range stays[begin:min(begin+p.PageSize-len(rows), len(stays))] {
		results = append(results, e.stayRow(s, p.Locale))
	}
	meta := wire.PlaceResultsMetadata{
		ResultCount:     len(results),
		TotalCandidates: len(shown) + len(stays),
		HasMore:         p.Page*p.PageSize < len(shown)+len(stays),
		HasAmbiguity:    ambiguous,
	}
	if ambiguous {
		meta.DisambiguationHint = new(e.question(asked, p.Locale))
	}
	if which := e.whichStay(stays, p.Locale); which != "" && len(shown) == 0 {
		meta.HasAmbiguity, meta.DisambiguationHint = true, &which
	}
	return wire.PlaceResults{Results: results, Metadata: meta}
}

func wanted(types []string, kind wire.PlaceType) bool {
	return len(types) == 0 || slices.Contains(types, string(kind))
}

// page is the rows of one page; none past the end.
func page(found []hit, number, size int) []hit {
	start := min(max(number-1, 0)*size, len(found))
	return found[start:min(start+size, len(found))]
}
