package flights

import (
	"fmt"

	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/lately"
)

// Engine answers flight searches. It is safe for concurrent use.
type Engine struct {
	options Options
	table   *timetable.Timetable
	recent  *lately.Memory[market.Key, *held]
}

// held is a search and what its last reads saw of it.
type held struct {
	*market.Search
	seen *lately.Memory[market.Answered, *snapshot]
}

// How many built searches are remembered, about a megabyte each, and of each how many
// snapshots, about 300 KiB each. One that was dropped is built again, the same as before.
// A sweep reads ten searches in turn: with fewer kept, each read would build its search again.
const (
	maxKept = 12
	maxSeen = 2
)

// New makes an Engine. It is cheap: all work happens on first use.
func New(o Options) *Engine {
	return &Engine{options: o, table: timetable.New(o.World, o.Seed), recent: lately.New[market.Key, *held](maxKept)}
}

// Known tells whether code is an airport or city code a search may use.
func (e *Engine) Known(code string) bool {
	_, ok := e.options.World.Ends(code)
	return ok
}

// search is what a query holds.
func (e *Engine) search(q Query) *held {
	k, err := keyOf(q)
	if err != nil {
		return hold(&market.Search{}) // a date that does not exist has no flights
	}
	return e.recent.Get(k, func() *held { return hold(market.Build(e.table, e.options.Seed, k)) })
}

func hold(s *market.Search) *held {
	return &held{Search: s, seen: lately.New[market.Answered, *snapshot](maxSeen)}
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
