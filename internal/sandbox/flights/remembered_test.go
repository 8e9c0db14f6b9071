package flights

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/lately"
	"travel.example/travel/internal/sandbox/wire"
)

// forgetful is an engine that has built the search of a query and has read it never.
func forgetful(tb testing.TB, q Query, s *market.Search) *Engine {
	tb.Helper()
	e := &Engine{options: shared().options, table: shared().table, recent: lately.New[market.Key, *held](1)}
	k, err := keyOf(q)
	if err != nil {
		tb.Fatal(err)
	}
	e.recent.Get(k, func() *held { return hold(s) })
	return e
}

// read is a random read at a random time: while sellers answer and later.
func (d *drawn) read() (at time.Time, quote Quote, p ResultsParams) {
	if at = settled; d.rng.IntN(2) == 0 {
		at = created.Add(time.Duration(d.rng.IntN(10_000)-200) * time.Millisecond)
	}
	quote = dollars
	quote.Currency = []string{"USD", "EUR", "JPY", "XXX"}[d.rng.IntN(4)]
	p = ResultsParams{Page: 1 + d.rng.IntN(3), PageSize: 1 + d.rng.IntN(50), Sort: wire.FlightSort(sortNames()[d.rng.IntN(len(sortNames()))])}
	if len(d.cards) > 0 && d.rng.IntN(2) == 0 {
		wishes := d.wishes()
		names := slices.Sorted(maps.Keys(wishes))
		wishes[names[d.rng.IntN(len(names))]].set(&p)
	}
	return at, quote, p
}

// A read is the same to the byte whatever was read before, at other times and with other wishes, by
// several at once.
func TestAnAnswerDoesNotDependOnEarlierReads(t *testing.T) {
	reads := 60
	if testing.Short() {
		reads = 12
	}
	trips := 0
	for n := range 8 {
		d := draw(n)
		remembering := forgetful(t, d.query, d.search.Search)
		var readers sync.WaitGroup
		for range reads {
			at, quote, p := d.read()
			readers.Go(func() {
				want := forgetful(t, d.query, d.search.Search).Results(d.query, at, quote, p)
				got := remembering.Results(d.query, at, quote, p)
				if !bytes.Equal(asJSON(t, got), asJSON(t, want)) {
					t.Errorf("%s at %v in %s with %+v: read again it is\n%.2000s\nread once\n%.2000s",
						d.label(), at.Sub(created), quote.Currency, p, asJSON(t, got), asJSON(t, want))
				}
			})
			trips += len(d.cards)
		}
		readers.Wait()
	}
	if trips == 0 {
		t.Error("no search has a trip")
	}
}

func asJSON(tb testing.TB, v any) []byte {
	tb.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		tb.Error(err)
	}
	return text
}
