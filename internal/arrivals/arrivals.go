// Package arrivals plays searches against a model of how their answers come in, so that a schedule
// of reads and a rule for its end can be judged by experiment. The model is its own: it knows neither
// the sandbox nor its timing. What is played is the reader of the product, under a clock of its own.
//
// It is for benchmarks and tests, and is not linked into the program. bench/settle prints what it
// finds. For other simulations: Patterns draws, Taken, Former and Plain are the rules to compare, and
// Play tells when each read of a search came.
package arrivals

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/desk/search"
)

// A Kind is what is searched for.
type Kind string

// The kinds of search.
const (
	Flights Kind = "flights"
	Hotels  Kind = "hotels"
	Rates   Kind = "rates"
)

// A Moment is what reads show from then on, after the search was made.
type Moment struct {
	At time.Duration
	search.Mark
}

// A Pattern is how the answers of one search come in.
type Pattern struct {
	Family  string
	Seed    uint64
	Moments []Moment      // in order of time
	Last    time.Duration // when the last answer came; 0 where none comes
}

// at is what a read shows some time after the search was made.
func (p Pattern) at(since time.Duration) search.Mark {
	n, _ := slices.BinarySearchFunc(p.Moments, since+1, func(m Moment, t time.Duration) int { return int(m.At - t) })
	if n == 0 {
		return search.Mark{}
	}
	return p.Moments[n-1].Mark
}

// whole tells whether a read shows all that the search will ever show.
func (p Pattern) whole(m search.Mark) bool {
	if len(p.Moments) == 0 {
		return m.Rows == 0
	}
	end := p.Moments[len(p.Moments)-1].Mark
	end.Complete = m.Complete
	return m == end
}

// A family draws patterns that have one thing in common.
type family struct {
	name string
	draw func(*draw)
}

// families are drawn in equal numbers: no one knows how often each of them is met.
var families = []family{
	{"at once", func(d *draw) { d.answers(1+d.IntN(3), d.between(0.05, 0.2), d.between(0, 0.3)) }},
	{"steady", func(d *draw) { d.steady() }},
	{"bursts", (*draw).bursts},
	{"late seller", func(d *draw) {
		d.steady()
		d.answers(1, d.last()+d.between(1, 4), 0)
	}},
	{"pauses", (*draw).pauses},
	{"drops", func(d *draw) {
		d.steady()
		d.drop = true
	}},
	{"slow start", func(d *draw) { d.answers(5+d.IntN(15), d.between(3, 12), d.between(1, 4)) }},
	{"one counter holds", func(d *draw) {
		d.steady()
		d.hold = true
	}},
	{"early flag", func(d *draw) {
		d.steady()
		d.early = true
	}},
	{"nothing", func(*draw) {}},
}

// Families are the names of what a kind has.
func Families(kind Kind) []string {
	var names []string
	for _, f := range families {
		if f.name != "early flag" || kind != Flights { // flights have no flag
			names = append(names, f.name)
		}
	}
	return names
}

// Patterns draws so many patterns of each family from a seed: the same ones every time.
func Patterns(kind Kind, each int, seed uint64) []Pattern {
	var all []Pattern
	for _, f := range families {
		if f.name == "early flag" && kind == Flights {
			continue
		}
		for range each {
			seed++
			all = append(all, f.pattern(kind, seed))
		}
	}
	return all
}

// draw is a pattern in the making. Times are seconds after the search was made.
type draw struct {
	*rand.Rand
	kind              Kind
	when              []float64
	drop, hold, early bool
}

func (f family) pattern(kind Kind, seed uint64) Pattern {
	d := &draw{Rand: rand.New(rand.NewPCG(seed, uint64(len(kind)))), kind: kind}
	f.draw(d)
	p := Pattern{Family: f.name, Seed: seed, Moments: d.moments()}
	if len(d.when) > 0 {
		p.Last = p.Moments[len(p.Moments)-1].At
	}
	p.Moments = d.flagged(p.Moments)
	return p
}

func (d *draw) between(low, high float64) float64 { return low + (high-low)*d.Float64() }

func (d *draw) last() float64 { return d.when[len(d.when)-1] }

// answers lets n answers come from then on, over so many seconds, at uneven distances.
func (d *draw) answers(n int, from, over float64) {
	weights, sum := make([]float64, n), 0.0
	for i := 1; i < n; i++ {
		weights[i] = d.between(0.3, 1.7)
		sum += weights[i]
	}
	at := from
	for _, w := range weights {
		if sum > 0 {
			at += over * w / sum
		}
		d.when = append(d.when, at)
	}
}

// steady is a usual search: the first answer within a second and a half, the last within eight.
func (d *draw) steady() {
	over := d.between(2, 6.5)
	d.answers(max(5, int(over/d.between(0.2, 0.8))), d.between(0.4, 1.5), over)
}

// bursts are answers that come together, half a second to two seconds apart.
func (d *draw) bursts() {
	at := d.between(0.3, 1.5)
	for range 2 + d.IntN(4) {
		d.answers(2+d.IntN(5), at, 0.1)
		at += d.between(0.5, 2)
	}
}

// pauses are steady answers with one or two pauses of two to four seconds among them.
func (d *draw) pauses() {
	d.steady()
	for range 1 + d.IntN(2) {
		from, pause := 1+d.IntN(len(d.when)-1), d.between(2, 4)
		for i := from; i < len(d.when); i++ {
			d.when[i] += pause
		}
	}
}

// moments are the counts that the answers bring.
func (d *draw) moments() []Moment {
	n := len(d.when)
	moments := make([]Moment, 0, n+2)
	each := 1 + d.IntN(40)
	if d.kind == Rates {
		each = 1 + d.IntN(4)
	}
	stop := n // from which answer on the one counter holds
	if d.hold {
		stop = 1 + d.IntN(max(n-2, 1))
	}
	for i, at := range d.when {
		m := search.Mark{Rows: each * (i + 1), Offers: 3 * each * min(i+1, stop)}
		switch d.kind {
		case Hotels: // the candidates are known before what can be booked of them
			m.Offers = 2 * each * min(i+2, stop, n)
			m.Offers = max(m.Offers, 2*each)
		case Rates: // the count is the list's own; where it holds, others take the place of some
			m.Rows = each * min(i+1, stop)
			m.Offers, m.List = m.Rows, strconv.Itoa(i)
		}
		moments = append(moments, Moment{time.Duration(at * float64(time.Second)), m})
	}
	if d.drop && n > 2 {
		moments = d.dropped(moments)
	}
	return moments
}

// dropped lets the counts fall for a while, as when a seller's answer is replaced.
func (d *draw) dropped(moments []Moment) []Moment {
	at := 1 + d.IntN(len(moments)-1)
	m := moments[at]
	low := m
	low.At = m.At + time.Duration(d.between(0.05, 0.3)*float64(time.Second))
	share := d.between(0.2, 0.8)
	low.Rows, low.Offers = int(float64(m.Rows)*share), int(float64(m.Offers)*share)
	if low.List != "" {
		low.List += " less"
	}
	back := low.At + time.Duration(d.between(0.2, 1.5)*float64(time.Second))
	rest := moments[at+1:]
	kept := append(slices.Clone(moments[:at+1]), low)
	m.At = back
	kept = append(kept, m)
	for _, later := range rest { // what comes meanwhile shows when the counts are back
		later.At = max(later.At, back)
		kept = append(kept, later)
	}
	return kept
}

// flagged lets the search call itself complete: hotels soon after the last answer, in three of ten
// never; rates at some time from the first answer on, as the flag is that of their search. An early
// flag comes on the way, or before anything else.
func (d *draw) flagged(moments []Moment) []Moment {
	if d.kind == Flights || d.Float64() < 0.3 && !d.early && d.kind == Hotels {
		return moments
	}
	first, last := d.between(2, 8), 0.0
	if len(moments) > 0 {
		first, last = moments[0].At.Seconds(), moments[len(moments)-1].At.Seconds()
	}
	at := last + d.between(0.1, 1.5)
	switch {
	case last == 0:
		at = first
	case d.early:
		at = max(0.1, first+(last-first)*d.between(-0.3, 0.8))
	case d.kind == Rates:
		at = first + (last-first)*d.between(0, 1.2)
	}
	flag := Moment{At: time.Duration(at * float64(time.Second))}
	n, _ := slices.BinarySearchFunc(moments, flag.At, func(m Moment, t time.Duration) int { return int(m.At - t) })
	if n > 0 {
		flag.Mark = moments[n-1].Mark
	}
	moments = slices.Insert(moments, n, flag)
	for i := n; i < len(moments); i++ {
		moments[i].Complete = true
	}
	return moments
}

// latency draws how long a read takes: 150 ms as a rule, twice that one time in eight.
func latency(r *rand.Rand) time.Duration {
	return time.Duration(150 * math.Exp(0.6*r.NormFloat64()) * float64(time.Millisecond))
}
