package hotels

import (
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/hotels/tariff"
	"travel.example/travel/internal/sandbox/lately"
	"travel.example/travel/internal/sandbox/wire"
)

// snapshot is what a search holds between two answers. Reads share it and do not
// change it.
type snapshot struct {
	*search
	since      time.Duration // when the last of its answers came, after the start
	candidates int           // hotels that appeared, whether the platform sells them or not
	rows       []*row        // those with a platform rate that has arrived
	badges     map[int64][]string
	words      func() wire.HotelFilterOptions
	orders     *lately.Memory[sorting, []*row]
}

// orders is how many orders of a snapshot are remembered: as many as there are, with
// every cohort.
const orders = 10

// row is a hotel with the rates that have arrived.
type row struct {
	*entry
	rates      []*tariff.Rate // sampled ones, cheapest first
	best       *tariff.Rate   // cheapest of those that the read wants
	refundable *tariff.Rate   // cheapest that can be cancelled, or nil
	types      []string       // of all rates, sorted, each once
	rank       float64        // for relevance, the higher the better
}

func (e *Engine) snapshot(q Query, at time.Time) (*snapshot, bool) {
	s, ok := e.search(q)
	if !ok {
		return nil, false
	}
	since := s.last(at.Sub(q.Created))
	return s.seen.Get(since, func() *snapshot { return newSnapshot(s, since) }), true
}

func newSnapshot(s *search, since time.Duration) *snapshot {
	snap := &snapshot{search: s, since: since, orders: lately.New[sorting, []*row](orders)}
	for _, one := range s.entries {
		if one.seen > since {
			continue
		}
		snap.candidates++
		if r, ok := snap.row(one); ok {
			snap.rows = append(snap.rows, r)
		}
	}
	snap.badges = award(snap.rows, snap.rows)
	snap.words = sync.OnceValue(snap.countWords)
	return snap
}

func (s *snapshot) complete() bool { return s.since >= s.answers.complete }

// row gathers a hotel's rates. What a search for one hotel finds after it was
// complete is left to the rates read: a card no longer changes.
func (s *snapshot) row(one *entry) (*row, bool) {
	r := &row{entry: one}
	for i := range one.rates {
		rate := &one.rates[i]
		if !rate.Sampled || !s.answers.in(rate, s.since) {
			continue
		}
		r.rates = append(r.rates, rate)
		if rate.Refundable && r.refundable == nil {
			r.refundable = rate
		}
		for _, word := range one.types[rate] {
			if at, known := slices.BinarySearch(r.types, word); !known {
				r.types = slices.Insert(r.types, at, word)
			}
		}
	}
	if r.rates == nil {
		return nil, false
	}
	r.best = r.rates[0]
	r.rank = r.relevance()
	return r, true
}

// inOrder is the rows sorted.
func (s *snapshot) inOrder(by sorting) []*row {
	return s.orders.Get(by, func() []*row {
		rows := slices.Clone(s.rows)
		order(rows, by)
		return rows
	})
}

// priced is the rows as a read prices and sorts them, and their badges.
func (s *snapshot) priced(p ResultsParams) ([]*row, map[int64][]string) {
	by := sorting{by: p.Sort}
	if p.Sort == wire.HotelSortGuestRatingDesc {
		by.cohort = p.GuestType
	}
	types := p.types()
	if len(types) == 0 {
		return s.inOrder(by), s.badges
	}
	rows := s.pricedBy(types)
	order(rows, by)
	return rows, award(s.rows, rows)
}

// pricedBy is the rows that have a rate with all of the wanted types, priced by
// the cheapest such rate.
func (s *snapshot) pricedBy(types []string) []*row {
	var rows []*row
	for _, r := range s.rows {
		for _, rate := range r.rates {
			if carries(r.entry.types[rate], types) {
				again := *r
				again.best = rate
				again.rank = again.relevance()
				rows = append(rows, &again)
				break
			}
		}
	}
	return rows
}

func carries(has, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(want string) bool {
		return !slices.ContainsFunc(has, func(word string) bool { return strings.EqualFold(word, want) })
	})
}

// score is a cohort's score of a hotel, nil when too few of it have written.
func (r *entry) score(cohort wire.GuestCohort) *wire.Review {
	at := slices.Index(cohorts[:], cohort)
	if at < 0 || r.summary.By[at].Count == 0 {
		return nil
	}
	return &wire.Review{Score: r.summary.By[at].Mean, Count: float64(r.summary.By[at].Count)}
}

// cohorts are those of the results read, in the order of guestbook's travelers,
// of whom groups come last and have no cohort here.
var cohorts = [...]wire.GuestCohort{
	wire.GuestCohortBusiness, wire.GuestCohortCouple, wire.GuestCohortFamily, wire.GuestCohortSolo,
}

// review is the score of all guests, nil when there are no reviews.
func (r *entry) review() *wire.Review {
	if r.summary.All.Count == 0 {
		return nil
	}
	return &wire.Review{Score: r.summary.All.Mean, Count: float64(r.summary.All.Count)}
}

// The mean that an unknown hotel is taken to have, and how many reviews weigh
// as much as that assumption.
const (
	assumedScore  = 7
	assumedWeight = 25
)

// relevance is the metasearch ranking: what guests say, weighted by how many of
// them say it, what a night costs compared with others of its stars, how near it is,
// and how well known.
func (r *row) relevance() float64 {
	count := float64(r.summary.All.Count)
	score := (r.summary.All.Mean*count + assumedScore*assumedWeight) / (count + assumedWeight)
	rank := score + 0.35*math.Log10(1+count) + 0.12*float64(r.Star)
	rank -= 0.8 * math.Log(r.best.USD/tariff.Usual(r.Star))
	rank -= 0.09 * min(r.nearness, 20)
	if r.best.Deal != nil {
		rank += 0.004 * float64(r.best.Deal.Percent)
	}
	return rank
}

// distance is how far a hotel is from where the traveler wants to be: the
// centre of its city, or the point of the search.
func (k searchKey) distance(h *directory.Hotel) float64 {
	if k.around {
		return data.Distance(k.area.Lat, k.area.Lng, h.Lat, h.Lng)
	}
	return data.Distance(h.City.Lat, h.City.Lon, h.Lat, h.Lng)
}
