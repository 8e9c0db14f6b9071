package arrivals

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/desk/search"
)

// tally is how the patterns of a kind were played.
type tally struct {
	whole, wrong, lost int           // runs: with all that ever comes, called complete and not so, given up before anything came
	reads              int           // of all runs
	after              time.Duration // from the last answer to the end, of a run that ended whole, on average
	looked             time.Duration // where nothing comes, at most
}

func tallied(c Contender, patterns []Pattern) tally {
	var t tally
	var found int
	for _, p := range patterns {
		run := c.Play(p)
		t.reads += len(run.ReadAt)
		switch {
		case p.Last == 0:
			t.looked = max(t.looked, run.Took)
		case run.Whole:
			t.after += run.After
			found++
		case run.Claimed == search.Nothing:
			t.lost++
		}
		if run.Whole {
			t.whole++
		} else if run.Claimed == search.Complete {
			t.wrong++
		}
	}
	t.after /= time.Duration(found)
	return t
}

func TestTheRulesTakenAreSoonerOrWholeMoreOften(t *testing.T) {
	for kind, limit := range map[Kind]struct {
		sooner  time.Duration // than the rule before, at least
		percent int           // that end whole, at least
	}{
		Flights: {200 * time.Millisecond, 80},
		Hotels:  {-1200 * time.Millisecond, 90}, // the rule before ended a third of them too soon
		Rates:   {3 * time.Second, 96},
	} {
		patterns := Patterns(kind, 100, 1)
		now, before := tallied(Taken(kind), patterns), tallied(Former(kind), patterns)
		if now.after > before.after-limit.sooner || now.whole*100 < len(patterns)*limit.percent {
			t.Errorf("%s: %d of %d whole, %s after the last answer; before %d, %s", kind, now.whole, len(patterns), now.after, before.whole, before.after)
		}
		if kind != Rates && now.whole <= before.whole {
			t.Errorf("%s: %d end whole, before %d", kind, now.whole, before.whole)
		}
		if now.lost > 0 || now.wrong*500 > len(patterns) {
			t.Errorf("%s: %d slow starts were given up, %d were called complete too soon", kind, now.lost, now.wrong)
		}
		if now.looked > 20*time.Second {
			t.Errorf("%s: looked for nothing for %s", kind, now.looked)
		}
		if now.reads > len(patterns)*8 {
			t.Errorf("%s: %d reads for %d searches", kind, now.reads, len(patterns))
		}
	}
}

func TestTheSameSeedsGiveTheSamePatterns(t *testing.T) {
	for _, kind := range []Kind{Flights, Hotels, Rates} {
		first := Patterns(kind, 20, 7)
		if diff := cmp.Diff(first, Patterns(kind, 20, 7)); diff != "" {
			t.Error(diff)
		}
		if len(first) != 20*len(Families(kind)) {
			t.Errorf("%s: %d patterns of %d families", kind, len(first), len(Families(kind)))
		}
		for _, p := range first {
			for i, m := range p.Moments {
				if i > 0 && m.At < p.Moments[i-1].At || m.Rows < 0 || m.Complete && kind == Flights {
					t.Errorf("%s, %s, seed %d: moment %d is %+v", kind, p.Family, p.Seed, i, m)
				}
			}
			if len(p.Moments) > 0 && p.Last > 0 && !p.whole(p.at(p.Last)) {
				t.Errorf("%s, %s, seed %d: the last answer does not bring the rest", kind, p.Family, p.Seed)
			}
		}
	}
}
