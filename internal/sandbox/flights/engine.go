package flights

import (
	"fmt"
	"slices"
	"sync"

	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/flights/timetable"
)

// Engine answers flight searches. It is safe for concurrent use.
type Engine struct {
	options Options
	table   *timetable.Timetable

	mu     sync.Mutex
	recent []kept // most recently used last
}

// kept is a search that was built lately.
type kept struct {
	key   market.Key
	build func() *market.Search
}

// maxKept is how many built searches are remembered, about a megabyte each.
// One that was dropped is built again, the same as before.
const maxKept = 8

// New makes an Engine. It is cheap: all work happens on first use.
func New(o Options) *Engine {
	return &Engine{options: o, table: timetable.New(o.World, o.Seed)}
}

// Known tells whether code is an airport or city code a search may use.
func (e *Engine) Known(code string) bool {
	_, ok := e.options.World.Ends(code)
	return ok
}

// search is what a query holds. Callers who ask for it at the same time share
// one build.
func (e *Engine) search(q Query) *market.Search {
	k, err := keyOf(q)
	if err != nil {
		return &market.Search{} // a date that does not exist has no flights
	}
	e.mu.Lock()
	at := slices.IndexFunc(e.recent, func(one kept) bool { return one.key == k })
	var one kept
	if at >= 0 {
		one = e.recent[at]
		e.recent = slices.Delete(e.recent, at, at+1)
	} else {
		one = kept{key: k, build: sync.OnceValue(func() *market.Search { return market.Build(e.table, e.options.Seed, k) })}
	}
	if len(e.recent) >= maxKept {
		e.recent = slices.Delete(e.recent, 0, 1)
	}
	e.recent = append(e.recent, one)
	e.mu.Unlock()
	return one.build()
}

func keyOf(q Query) (market.Key, error) {
	k := market.Key{
		From: q.From, To: q.To, Cabin: market.CabinOf(q.Cabin), Site: q.Site,
		Adults: q.Adults, Children: q.Children, Infants: q.Infants,
		Bought: timetable.DayOf(q.Created.UTC()),
	}
	var err error
	if k.Out, err = timetable.ParseDay(q.Out); err != nil {
		return k, fmt.Errorf("read the outbound day: %w", err)
	}
	if q.Back != "" {
		if k.Back, err = timetable.ParseDay(q.Back); err != nil {
			return k, fmt.Errorf("read the return day: %w", err)
		}
	}
	return k, nil
}
