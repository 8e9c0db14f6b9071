package hotels

import (
	"math"
	"slices"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/lately"
	"travel.example/travel/internal/sandbox/wire"
)

// search is the complete content of a search, regardless of how much has been answered so far.
type search struct {
	query   Query
	stay    directory.Stay
	entries []*entry
	plan    schedule
	first   int // source of rates that answers first; the others follow in order
	seen    *lately.Memory[time.Duration, *snapshot]
}

// entry is a hotel in a search.
type entry struct {
	*directory.Hotel
	summary directory.Summary
	rates   []directory.Rate // cheapest first; cards use only the sampled ones
	appears time.Duration    // time after the start
}

// schedule has the time spans after the start in which a search finds hotels, the sampled rates and the other
// rates, and the time at which it is complete.
type schedule struct {
	hotels, sampled, others span
	complete                time.Duration
}

type span struct{ from, to time.Duration }

// at returns the time at which a part of a span, from 0 to 1, is over.
func (s span) at(part float64) time.Duration {
	return s.from + time.Duration(part*float64(s.to-s.from))
}

const ms = time.Millisecond

// A search for a city finds hotels until 3.6 seconds after the start, while the sources of rates take up to 6. A
// search for one hotel is faster but keeps finding rooms after it reports itself complete.
var (
	citySchedule  = schedule{span{500 * ms, 3600 * ms}, span{1100 * ms, 6000 * ms}, span{never, never}, 6500 * ms}
	hotelSchedule = schedule{span{250 * ms, 400 * ms}, span{500 * ms, 1400 * ms}, span{2400 * ms, 6000 * ms}, 1700 * ms}
)

// A search changes in steps until it is settled.
const (
	step    = 100 * ms
	settled = 8 * time.Second
	never   = time.Hour
)

// search returns the search for a query, booked on its day of creation in UTC.
func (e *Engine) search(q Query) *search {
	return e.recent.Get(q.ID, func() *search {
		day := func(text string) directory.Day {
			t, _ := time.Parse(time.DateOnly, text) // checked by the caller
			return directory.DayOf(t)
		}
		stay := directory.Stay{
			CheckIn: day(q.CheckIn), CheckOut: day(q.CheckOut), Booked: directory.DayOf(q.Created),
			Site: q.Site, Rooms: directory.Spread(q.Adults, q.Ages, q.Rooms),
		}
		d := e.dice.With(uint64(q.Created.UnixMilli())).Word(q.City).With(uint64(q.Hotel))
		s := &search{
			query: q, stay: stay, plan: citySchedule, first: d.Word("first").Below(directory.Waves),
			seen: lately.New[time.Duration, *snapshot](maxSeen),
		}
		var found []*directory.Hotel
		switch {
		case q.Area != nil:
			found = e.directory.Near(q.Area.Lat, q.Area.Lng, q.Area.Radius)
		case q.Hotel != 0:
			s.plan = hotelSchedule
			if h, ok := e.directory.Hotel(q.Hotel); ok {
				found = append(found, h)
			}
		default:
			found = e.directory.InCity(q.City)
		}
		for i, h := range found {
			appears := s.plan.hotels.at(d.With(uint64(i)).Unit())
			s.entries = append(s.entries, &entry{h, h.Summary(stay.Booked), e.directory.Rates(h, stay), appears})
		}
		return s
	})
}

// holds reports whether a rate has been answered.
func (s *snapshot) holds(r *directory.Rate) bool {
	answers := s.plan.others
	if r.Sampled {
		answers = s.plan.sampled
	}
	turn := (r.Wave + s.first) % directory.Waves
	return answers.at(float64(turn)/(directory.Waves-1)) <= s.since
}

// snapshot is the state of a search between two steps. Reads share it and do not modify it.
type snapshot struct {
	*search
	since      time.Duration // time after the start
	candidates int           // hotels that have appeared, whether the platform sells them or not
	rows       []*row        // hotels with a platform rate that has arrived, by relevance
	badges     map[int64][]string
	words      wire.HotelFilterOptions // without prices, which depend on the currency
}

// row is a hotel with the sampled rates that have arrived.
type row struct {
	*entry
	best       *directory.Rate // cheapest rate with the wanted types
	refundable *directory.Rate // cheapest refundable rate, or nil
	types      []string        // types of all rates, sorted, without duplicates
	rank       float64         // relevance; higher is better
}

func (e *Engine) snapshot(q Query, at time.Time) *snapshot {
	s := e.search(q)
	since := min(max(e.options.Age(q.Created, at), 0), settled).Truncate(step)
	return s.seen.Get(since, func() *snapshot {
		snap := &snapshot{search: s, since: since}
		for _, one := range s.entries {
			if one.appears <= since {
				snap.candidates++
			}
		}
		snap.rows = snap.priced(nil)
		slices.SortFunc(snap.rows, order(wire.HotelSortRelevance, ""))
		snap.badges, snap.words = award(snap.rows, snap.rows), countWords(snap.rows)
		return snap
	})
}

// priced returns the hotels with a rate that has all of the wanted types, priced by the cheapest such rate. Rates
// that a search for one hotel finds after it is complete appear only in the rates read, because a card no longer
// changes.
func (s *snapshot) priced(wanted []string) (rows []*row) {
	for _, one := range s.entries {
		r := &row{entry: one}
		for i := range one.rates {
			rate := &one.rates[i]
			if one.appears > s.since || !rate.Sampled || !s.holds(rate) {
				continue
			}
			r.types = append(r.types, rate.Types...)
			if r.refundable == nil && rate.Refundable() {
				r.refundable = rate
			}
			if r.best == nil && !slices.ContainsFunc(wanted, func(word string) bool { return !slices.Contains(rate.Types, word) }) {
				r.best = rate
			}
		}
		if r.best != nil {
			slices.Sort(r.types)
			r.types = slices.Compact(r.types)
			r.rank = r.relevance()
			rows = append(rows, r)
		}
	}
	return rows
}

// relevance is the metasearch ranking. It combines the guest rating and the number of reviews, the price of a
// night compared with other hotels with the same stars, and the distance to the center. The rating is averaged
// with 25 reviews of an average hotel.
func (r *row) relevance() float64 {
	const average, added = 7, 25
	score, count := r.summary.All.Score, r.summary.All.Count
	score = (score*count + average*added) / (count + added)
	centre := data.Distance(r.City.Lat, r.City.Lon, r.Lat, r.Lng)
	return score + 0.35*math.Log10(1+count) + 0.12*float64(r.Star) -
		0.8*math.Log(r.best.USD/directory.Usual(r.Star)) - 0.09*min(centre, 20)
}
