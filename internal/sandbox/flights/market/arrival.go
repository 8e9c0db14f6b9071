package market

import (
	"cmp"
	"sort"
	"time"

	"travel.example/travel/internal/sandbox/dice"
)

// Arrivals is when each batch of each seller arrives, after the search was made.
type Arrivals [][2]time.Duration

// Answered is the batches that are in: two bits for each seller, of whom there
// are 15 at most.
type Answered uint64

// By is what has been answered some time after the start.
func (a Arrivals) By(since time.Duration) Answered {
	var in Answered
	for seller, batches := range a {
		for batch, when := range batches {
			if when <= since {
				in |= 1 << (2*seller + batch)
			}
		}
	}
	return in
}

// Has tells whether an offer is in.
func (in Answered) Has(o Offer) bool { return in>>(2*o.Seller+o.Batch)&1 != 0 }

// Answers come from firstAnswer on and are spread until 4.2 to 6.4 seconds
// after the start, evenly enough that a client which waits 1.2 seconds for
// more is not misled. One search in nine has a late seller.
const (
	firstAnswer = 1050 * time.Millisecond
	lastFrom    = 4200 * time.Millisecond
	lastTo      = 6400 * time.Millisecond
	stragglers  = 0.11
	latest      = 8 * time.Second
)

// answer is one batch of one seller.
type answer struct{ seller, batch int }

// Arrivals draws when the sellers answer. Only batches that bring fares are
// spread over the time; the others are in with the first.
func (s *Search) Arrivals(created time.Time) Arrivals {
	d := s.dice.Word("arrivals").With(uint64(created.UnixMilli()))
	in := make(Arrivals, len(s.Sellers))
	for i := range in {
		in[i] = [2]time.Duration{firstAnswer, firstAnswer}
	}
	answers := s.answers(d)
	weights := make([]float64, len(answers))
	sum := 0.0
	for i := 1; i < len(answers); i++ {
		weights[i] = d.With(uint64(i)).Between(0.75, 1.25)
		sum += weights[i]
	}
	end := time.Duration(d.Word("last").Between(float64(lastFrom), float64(lastTo)))
	when := firstAnswer + time.Duration(d.Word("first").Between(0, 250e6))
	for i, a := range answers {
		if i > 0 {
			when += time.Duration(float64(end-firstAnswer) * weights[i] / sum)
		}
		if i > 0 && i == len(answers)-1 && d.Word("straggler").Chance(stragglers) {
			when += time.Duration(d.Word("late").Between(0.7e9, 1.6e9))
		}
		in[a.seller][a.batch] = min(when, latest).Truncate(time.Millisecond)
	}
	return in
}

// answers is the batches that bring fares in a drawn order, a seller's second
// after its first.
func (s *Search) answers(d dice.Dice) []answer {
	type drawn struct {
		answer
		place float64
	}
	var order []drawn
	for i := range s.Sellers {
		place := d.Word("order").With(uint64(i)).Unit()
		if s.brings[i][0] {
			order = append(order, drawn{answer{i, 0}, place})
		}
		if s.brings[i][1] {
			order = append(order, drawn{answer{i, 1}, place + (1-place)*d.Word("second").With(uint64(i)).Between(0.2, 1)})
		}
	}
	compare := func(a, b drawn) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.seller, b.seller), cmp.Compare(a.batch, b.batch))
	}
	sort.Slice(order, func(i, j int) bool { return compare(order[i], order[j]) < 0 })
	answers := make([]answer, len(order))
	for i, a := range order {
		answers[i] = a.answer
	}
	return answers
}
