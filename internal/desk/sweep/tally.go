package sweep

import (
	"cmp"
	"iter"
	"time"
)

// A Tally is how many cells of a survey are what.
type Tally struct {
	Of     map[Status]int
	All    int
	Aged   int       // that an earlier command read
	Oldest time.Time // when the oldest of those was read
	first  error     // why the first that failed did
}

// TallyOf counts cells.
func TallyOf[R any](cells iter.Seq[Cell[R]]) Tally {
	t := Tally{Of: map[Status]int{}}
	for c := range cells {
		t.Of[c.Status]++
		t.All++
		if c.Status == Failed {
			t.first = cmp.Or(t.first, c.Err)
		}
		if c.Kept && !c.AsOf.IsZero() {
			t.Aged++
			if t.Oldest.IsZero() || c.AsOf.Before(t.Oldest) {
				t.Oldest = c.AsOf
			}
		}
	}
	return t
}

// Unknown is how many cells are neither found nor found empty.
func (t Tally) Unknown() int { return t.All - t.Of[HasFound] - t.Of[Nothing] }

// Failed is why nothing is known, where every search that was made has failed; nil elsewhere. One that
// fails among others is only one cell.
func (t Tally) Failed() error {
	if t.Of[HasFound]+t.Of[Nothing]+t.Of[Coming] > 0 {
		return nil
	}
	return t.first
}
