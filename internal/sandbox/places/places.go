// Package places resolves free text to places and lists the places around a
// point, for the sandbox's two places reads.
//
// It knows cities, airports and states. The reference data has no districts
// and no hotels, so a search for these kinds alone finds nothing.
package places

import (
	"slices"
	"sync"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// Engine answers the places reads. It is safe for concurrent use.
type Engine struct {
	world *data.World
	built func() *index
}

// New is cheap: the index is built by the first search.
func New(w *data.World) *Engine {
	return &Engine{world: w, built: sync.OnceValue(func() *index { return buildIndex(w) })}
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
	found := ix.find(p.Query)
	shown := slices.DeleteFunc(slices.Clone(found), func(h hit) bool { return !wanted(p.Types, h.place.kind) })
	asked, ambiguous := ix.plausible(found, shown)

	rows := page(shown, p.Page, p.PageSize)
	results := make([]wire.Place, 0, len(rows))
	for _, h := range rows {
		results = append(results, e.row(h.place, p.Locale))
	}
	meta := wire.PlaceResultsMetadata{
		ResultCount:     len(results),
		TotalCandidates: len(shown),
		HasMore:         p.Page*p.PageSize < len(shown),
		HasAmbiguity:    ambiguous,
	}
	if ambiguous {
		meta.DisambiguationHint = new(e.question(asked, p.Locale))
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
