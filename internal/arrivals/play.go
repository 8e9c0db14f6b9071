package arrivals

import (
	"context"
	"math/rand/v2"
	"time"

	"travel.example/travel/internal/desk/search"
)

// A Contender is a schedule and a rule that are played.
type Contender struct {
	Schedule search.Schedule
	Judge    func(now time.Time, budget time.Duration) search.Judge
}

// Taken is what the product does.
func Taken(kind Kind) Contender {
	plan := search.FlightPlan()
	switch kind {
	case Hotels:
		plan = search.HotelPlan()
	case Rates:
		plan = search.RatePlan()
	}
	return Contender{plan.Schedule, plan.Judge}
}

// tripled is the plain schedule: 300 ms more each time, at most 3 s.
var tripled = search.Schedule{First: 300 * time.Millisecond, Step: 300 * time.Millisecond, Most: 3 * time.Second}

// spaced is the least time between two reads that prove something.
const spaced = 300 * time.Millisecond

// Plain is min(n × 300, 3000) ms and two equal counts; a search that calls itself complete is
// believed at once.
func Plain(Kind) Contender {
	return Contender{tripled, func(time.Time, time.Duration) search.Judge {
		var last search.Mark
		var answered time.Time
		return func(m search.Mark, asked, now time.Time) search.Whole {
			equal := !answered.IsZero() && asked.Sub(answered) >= spaced && m.Rows > 0 && m.Offers > 0 && m.Offers == last.Offers && m.List == last.List
			last, answered = m, now
			switch {
			case m.Complete && m.List == "":
				return search.Complete
			case equal:
				return search.Held
			}
			return ""
		}
	}}
}

// Former is what the product did before these experiments: Plain, but the rates of a hotel had to
// hold still for 5 s in a search that called itself complete.
func Former(kind Kind) Contender {
	if kind != Rates {
		return Plain(kind)
	}
	return Contender{tripled, func(time.Time, time.Duration) search.Judge {
		var last search.Mark
		var answered time.Time
		var still time.Duration
		return func(m search.Mark, asked, now time.Time) search.Whole {
			if answered.IsZero() || !last.Complete || m.List != last.List {
				still = 0
			} else {
				still += asked.Sub(answered)
			}
			last, answered = m, now
			if m.Complete && still >= 5*time.Second {
				return search.Held
			}
			return ""
		}
	}}
}

// A Run is how the playing of one pattern went.
type Run struct {
	Whole    bool          // what was shown at the end is all that ever comes
	Claimed  search.Whole  // what the search was said to have come to
	After    time.Duration // from the last answer to the end; negative for an end before it
	FirstRow time.Duration // from the first answer until it was seen
	Took     time.Duration
	ReadAt   []time.Duration // since the search was made
}

// Play reads one search to its end, with the time that is given where no one says.
func (c Contender) Play(p Pattern) Run {
	dice := rand.New(rand.NewPCG(p.Seed, 1))
	began := time.Unix(0, 0)
	now := began
	run := Run{FirstRow: -1}
	reader := search.Reader[search.Mark]{
		Clock: search.Clock{
			Now:  func() time.Time { return now },
			Wait: func(_ context.Context, d time.Duration) error { now = now.Add(d); return nil },
		},
		Schedule: c.Schedule, Judge: c.Judge,
		Mark: func(m search.Mark) search.Mark { return m },
		Read: func(context.Context) (search.Snapshot[search.Mark], error) {
			run.ReadAt = append(run.ReadAt, now.Sub(began))
			took := latency(dice)
			mark := p.at(now.Add(took / 2).Sub(began))
			now = now.Add(took)
			if mark.Rows > 0 && run.FirstRow < 0 {
				run.FirstRow = now.Sub(began) - p.Moments[0].At
			}
			return search.Snapshot[search.Mark]{Results: mark}, nil
		},
	}
	last, err := reader.Settle(context.Background(), search.DefaultBudget, func(search.Snapshot[search.Mark]) {})
	if err != nil {
		panic(err) // neither the clock nor the reads fail
	}
	run.Claimed, run.Whole = last.Whole, p.whole(last.Results)
	run.Took, run.After = now.Sub(began), now.Sub(began)-p.Last
	return run
}
