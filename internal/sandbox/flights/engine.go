// Package flights is the sandbox's flight search, a pure function of request, time and seed. It has no clock of
// its own.
//
// A search is planned from a timetable (package timetable), priced, and offered by simulated sellers that answer
// one after the other. A read sees the answers that have arrived by then.
package flights

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/lately"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// Lifetime is how long after Query.Created a search can be read. The caller enforces it.
const Lifetime = 6 * time.Minute

// ErrNotFound means that a search does not have a trip or fare, or not yet.
var ErrNotFound = errors.New("not in this search")

// Query is a flight search and its id. The caller has validated it: the codes are known, the dates exist, and the
// party is within its limits.
type Query struct {
	ID string // a trip id is ID, a colon and a trip code
	ids.FlightSearch
}

// Engine answers flight searches. It is safe for concurrent use.
type Engine struct {
	options  market.Options
	table    *timetable.Timetable
	searches *lately.Memory[Query, *search]
	seen     *lately.Memory[seenKey, *snapshot]
}

type seenKey struct {
	query Query
	in    answered
}

// Limits of the caches: searches of about a megabyte each, snapshots of about 300 KiB each, and sort orders per
// snapshot. A dropped value is rebuilt identically. A sweep reads ten searches in turn; with fewer in the cache,
// each read would rebuild its search.
const (
	maxSearches = 12
	maxSeen     = 24
	maxOrders   = 7 // the number of sort orders
)

// New returns an Engine. It parses the timetable, some 700 KB of text.
func New(o market.Options) *Engine {
	return &Engine{
		options: o, table: timetable.New(o.Seed),
		searches: lately.New[Query, *search](maxSearches), seen: lately.New[seenKey, *snapshot](maxSeen),
	}
}

// search returns the search for a query. Queries that differ only in id and time of day have the same trips and
// prices; only the times at which sellers answer differ.
func (e *Engine) search(q Query) *search {
	q.ID, q.Created = "", q.Created.UTC().Truncate(24*time.Hour)
	return e.searches.Get(q, func() *search { return build(e.table, e.options.Seed, q) })
}

// snapshot is the state of a search after a set of answers. Reads share it and do not modify it.
type snapshot struct {
	*search
	rows   []*row // one for each trip that has a fare, in the order of the search
	byCode map[string]*row
	fares  int
	badges map[*row][]wire.TripBadge
	facets func() wire.FlightFilterOptions
	orders *lately.Memory[wire.FlightSort, []*row]
}

// row is a trip with the fares that have arrived.
type row struct {
	*trip
	fares    []offer // cheapest first
	sellers  int
	platform bool // some fare can be booked on the service
	airline  bool // some fare is booked with the carrier
}

func (e *Engine) snapshot(q Query, at time.Time) *snapshot {
	s := e.search(q)
	in := s.answeredBy(q.Created, e.options.Age(q.Created, at))
	return e.seen.Get(seenKey{s.query, in}, func() *snapshot {
		snap := &snapshot{search: s, byCode: map[string]*row{}, orders: lately.New[wire.FlightSort, []*row](maxOrders)}
		for _, t := range snap.trips {
			r := &row{trip: t}
			var sellers uint64 // a bit for each
			for _, o := range t.offers {
				if in>>o.batch&1 == 0 {
					continue
				}
				r.fares = append(r.fares, o)
				sellers |= 1 << o.seller
				r.platform = r.platform || snap.sellers[o.seller].kind == wire.FareKindPlatform
				r.airline = r.airline || snap.sellers[o.seller].kind == wire.FareKindAirline
			}
			if r.sellers = bits.OnesCount64(sellers); r.sellers > 0 {
				snap.rows = append(snap.rows, r)
				snap.byCode[t.code] = r
				snap.fares += len(r.fares)
			}
		}
		snap.badges = award(snap)
		snap.facets = sync.OnceValue(func() wire.FlightFilterOptions { return filterOptions(snap) })
		return snap
	})
}

// shape converts a snapshot to the types of the contract.
type shape struct {
	e     *Engine
	query Query
	snap  *snapshot
	quote market.Quote
	money market.Money
}

func (e *Engine) shape(q Query, at time.Time, quote market.Quote) shape {
	return shape{e: e, query: q, snap: e.snapshot(q, at), quote: quote, money: market.MoneyOf(quote.Currency)}
}

// Results returns one page of the trips that a search has at a time, filtered, sorted and paged by the values of
// getFlightSearchResults. A page past the end is empty. The order score_desc moves the cheapest trips up.
func (e *Engine) Results(q Query, at time.Time, quote market.Quote, v rest.Values) wire.FlightResults {
	s := e.shape(q, at, quote)
	rows := s.snap.keep(v, s.money)
	if v.Text("sort") == string(wire.FlightSortScoreDesc) {
		promote(rows, s.snap.badges)
	}
	page, more := market.Page(rows, v.Int("page"), v.Int("pageSize"))
	out := wire.FlightResults{
		SearchID: q.ID, CurrencyCode: s.money.Code,
		Metadata: wire.FlightResultsMetadata{
			CurrencyCode: quote.Currency, CurrencyCodeSource: quote.CurrencySource,
			Locale: quote.Locale, LocaleSource: quote.LocaleSource,
			Page: v.Int("page"), PageSize: v.Int("pageSize"), ResultCount: len(page),
			TotalCandidates: len(rows), HasMore: more, FilterOptions: s.snap.facets(),
			SnapshotTripCount: len(s.snap.rows), SnapshotFareCount: s.snap.fares,
			CreatedAt: new(q.Created.UTC().Format(time.RFC3339Nano)),
		},
		Results: make([]wire.TripCard, 0, len(page)),
	}
	for _, r := range page {
		out.Results = append(out.Results, s.card(r))
	}
	return out
}

// Trip is a trip with the fares that have arrived at a given time.
type Trip struct {
	shape
	*row
}

// Trip returns a trip of a search. The error is ErrNotFound if the search has no trip with that code, or no fare
// for it yet.
func (e *Engine) Trip(q Query, at time.Time, quote market.Quote, code string) (*Trip, error) {
	s := e.shape(q, at, quote)
	r, ok := s.snap.byCode[code]
	if !ok {
		return nil, fmt.Errorf("trip %.40q: %w", code, ErrNotFound)
	}
	return &Trip{s, r}, nil
}

func (s shape) tripID(t *trip) string { return s.query.ID + ":" + t.code }

// fareID returns {searchId}:{tripCode}:{provider}.{number}. With the query in the search id, it is enough to find
// the fare again.
func (s shape) fareID(t *trip, o offer) string {
	return s.tripID(t) + ":" + s.snap.sellers[o.seller].code + "." + strconv.Itoa(o.number)
}

// ParseFareID splits a fare id. It reports false for text in any other form.
func ParseFareID(text string) (searchID, tripCode string, ok bool) {
	searchID, rest, _ := strings.Cut(text, ":")
	tripCode, fare, _ := strings.Cut(rest, ":")
	provider, digits, _ := strings.Cut(fare, ".")
	number, err := strconv.Atoi(digits)
	return searchID, tripCode, searchID != "" && tripCode != "" && provider != "" &&
		err == nil && number > 0 && strconv.Itoa(number) == digits
}
