// Settle plays schedules of reads and rules for the end of a search against the model of package
// arrivals, and prints which of them no other beats: in how many searches end with all that ever
// comes, how long they take after the last answer, and how many reads they spend.
//
//	go run ./bench/settle          # all of it, half a minute
//	go run ./bench/settle -each 30 # fewer patterns
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/arrivals"
	"travel.example/travel/internal/desk/search"
)

func main() {
	each := flag.Int("each", 130, "patterns of each family")
	seed := flag.Uint64("seed", 1, "of the first pattern")
	flag.Parse()
	for _, kind := range []arrivals.Kind{arrivals.Flights, arrivals.Hotels, arrivals.Rates} {
		report(os.Stdout, kind, *each, *seed)
	}
}

// A named contender.
type named struct {
	name string
	arrivals.Contender
	marked bool // printed wherever it stands
}

// A score is how a contender did. Times are in seconds, of the searches that ended whole and had
// something to find.
type score struct {
	named
	whole, after, p95, reads, first float64 // whole is a share, first how long the first answer waits to be seen
	wrong                           float64 // share that was called complete and was not
	families                        map[string]float64
	slow                            float64 // share of slow starts that were given up
	looked                          float64 // for a search with nothing to find
}

// play plays a contender against all patterns.
func play(c named, patterns []arrivals.Pattern) score {
	s := score{named: c, families: map[string]float64{}}
	count := map[string]float64{}
	var after []float64
	seen := 0.0
	for _, p := range patterns {
		run := c.Play(p)
		count[p.Family]++
		s.reads += float64(len(run.ReadAt))
		if run.FirstRow >= 0 {
			s.first += run.FirstRow.Seconds()
			seen++
		}
		switch {
		case p.Last == 0:
			s.looked += run.Took.Seconds()
		case run.Whole:
			after = append(after, run.After.Seconds())
		case run.Claimed == search.Nothing:
			s.slow++
		}
		if run.Whole {
			s.whole++
			s.families[p.Family]++
		} else if run.Claimed == search.Complete {
			s.wrong++
		}
	}
	for family, n := range count {
		s.families[family] /= n
	}
	slices.Sort(after)
	n := float64(len(patterns))
	s.whole, s.reads, s.wrong, s.first = s.whole/n, s.reads/n, s.wrong/n, s.first/seen
	s.slow, s.looked = s.slow/count["slow start"], s.looked/count["nothing"]
	s.after, s.p95 = mean(after), after[len(after)*95/100]
	return s
}

func mean(of []float64) float64 {
	sum := 0.0
	for _, v := range of {
		sum += v
	}
	return sum / float64(max(len(of), 1))
}

// beats tells whether a contender is at least as good as another in all, and better in something.
func (s score) beats(other score) bool {
	return s.whole >= other.whole && s.after <= other.after && s.reads <= other.reads &&
		(s.whole > other.whole || s.after < other.after || s.reads < other.reads)
}

// playAll plays them on all processors.
func playAll(all []named, patterns []arrivals.Pattern) []score {
	scores := make([]score, len(all))
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.NumCPU() {
		group.Go(func() {
			for i := range next {
				scores[i] = play(all[i], patterns)
			}
		})
	}
	for i := range all {
		next <- i
	}
	close(next)
	group.Wait()
	return scores
}

// apart is how far the rows of the front lie from one another, in seconds after the last answer.
const apart = 0.15

// front is what no other beats, soonest first: the marked ones, and of the others one in each step of
// time.
func front(scores []score) []score {
	var best []score
	for _, s := range scores {
		if s.marked || !slices.ContainsFunc(scores, func(other score) bool { return other.beats(s) }) {
			best = append(best, s)
		}
	}
	slices.SortStableFunc(best, func(a, b score) int { return cmp.Or(cmp.Compare(a.after, b.after), cmp.Compare(b.whole, a.whole)) })
	var rows []score
	last := -apart
	for _, s := range best {
		if s.marked {
			rows = append(rows, s)
		} else if s.after-last >= apart {
			rows, last = append(rows, s), s.after
		}
	}
	return rows
}

func report(out io.Writer, kind arrivals.Kind, each int, seed uint64) {
	patterns := arrivals.Patterns(kind, each, seed)
	scores := playAll(contenders(kind), patterns)
	fmt.Fprintf(out, "%s: %d patterns, seeds %d to %d, %d schedules and rules\n\n",
		kind, len(patterns), seed+1, seed+uint64(len(patterns)), len(scores))
	fmt.Fprintf(out, "  %-42s %7s %8s %8s %7s %10s\n", "first pause + growth < longest, held still", "whole", "after", "p95", "reads", "first row")
	var marked []score
	for _, s := range front(scores) {
		mark, note := " ", ""
		if s.marked {
			mark, marked = "*", append(marked, s)
			if slices.ContainsFunc(scores, func(other score) bool { return other.beats(s) }) {
				note = "  beaten in all"
			}
		}
		fmt.Fprintf(out, "%s %-42s %6.1f%% %6.2f s %6.2f s %7.1f %8.2f s%s\n", mark, s.name, 100*s.whole, s.after, s.p95, s.reads, s.first, note)
	}
	fmt.Fprintf(out, "\n  %-20s", "whole, by family")
	for _, s := range marked {
		fmt.Fprintf(out, " %16s", strings.Trim(strings.Fields(s.name)[0], ":,"))
	}
	fmt.Fprintln(out)
	for _, family := range arrivals.Families(kind) {
		fmt.Fprintf(out, "  %-20s", family)
		for _, s := range marked {
			fmt.Fprintf(out, " %15.0f%%", 100*s.families[family])
		}
		fmt.Fprintln(out)
	}
	line := func(what string, value func(score) string) {
		fmt.Fprintf(out, "  %-20s", what)
		for _, s := range marked {
			fmt.Fprintf(out, " %16s", value(s))
		}
		fmt.Fprintln(out)
	}
	line("wrongly complete", func(s score) string { return fmt.Sprintf("%.1f%%", 100*s.wrong) })
	line("looks for nothing", func(s score) string { return fmt.Sprintf("%.1f s", s.looked) })
	line("gives up slow starts", func(s score) string { return fmt.Sprintf("%.1f%%", 100*s.slow) })
	fmt.Fprintln(out)
}

// contenders are what is compared: the marked ones, and a grid of schedules and rules.
func contenders(kind arrivals.Kind) []named {
	before, plain := "before: 0.3+0.3 < 3.0, still 5.0", "plain: 0.3+0.3 < 3.0, two equal"
	all := []named{{"taken: " + row(search.Plan{Schedule: arrivals.Taken(kind).Schedule, Rule: ruleOf(kind)}), arrivals.Taken(kind), true}}
	if kind == arrivals.Rates {
		all = append(all, named{before, arrivals.Former(kind), true}, named{plain, arrivals.Plain(kind), true})
	} else { // they were the same
		all = append(all, named{"before, " + plain, arrivals.Former(kind), true})
	}
	for _, schedule := range schedules() {
		for _, rule := range rules(kind) {
			all = append(all, named{row(search.Plan{Schedule: schedule, Rule: rule}), arrivals.Contender{Schedule: schedule, Judge: rule.Judge}, false})
		}
	}
	return all
}

// row is what a plan is called.
func row(p search.Plan) string {
	still := p.Still
	if still == 0 { // only one that calls itself complete settles
		still = p.Done
	}
	return fmt.Sprintf("%.1f+%.1f < %.1f, still %.1f", p.First.Seconds(), p.Step.Seconds(), p.Most.Seconds(), still.Seconds())
}

// ruleOf is the rule of the product.
func ruleOf(kind arrivals.Kind) search.Rule {
	switch kind {
	case arrivals.Hotels:
		return search.HotelPlan().Rule
	case arrivals.Rates:
		return search.RatePlan().Rule
	}
	return search.FlightPlan().Rule
}

// millis is so many milliseconds.
func millis(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// schedules are a grid of them; those that do not grow are steady from the first pause on.
func schedules() []search.Schedule {
	var all []search.Schedule
	for _, most := range []int{600, 800, 1000, 1200, 1300, 1400, 1500, 1700, 2000, 2500, 3000} {
		all = append(all, search.Schedule{First: millis(most), Most: millis(most)})
		for _, first := range []int{300, 600, 900} {
			for _, step := range []int{100, 200, 300} {
				if first < most {
					all = append(all, search.Schedule{First: millis(first), Step: millis(step), Most: millis(most)})
				}
			}
		}
	}
	return all
}

// rules are a grid of them: those of the product with other times. Two reads are spaced by 0.3 s at
// least, which is the least a rule may ask for.
func rules(kind arrivals.Kind) []search.Rule {
	var all []search.Rule
	for _, still := range []int{300, 1000, 1300, 1600, 2000, 2500, 3000, 4000, 5000} {
		rule := ruleOf(kind)
		if rule.Still == 0 {
			rule.Done = millis(still)
		} else {
			rule.Still = millis(still)
		}
		all = append(all, rule)
	}
	return all
}
