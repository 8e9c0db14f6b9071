package listing

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/desk"
)

func TestMarksBelongToRows(t *testing.T) {
	f := &feed{all: numbers(10)}
	d, l := open(t, f)
	d.Press("c")
	d.Has("Mark 2 to 6 rows with space first")
	d.Press("space", "space")
	on(t, d, "r2")
	show(f, l, slices.Concat([]string{"x"}, numbers(10)))
	d.Has("* 2  r0", "* 3  r1", "2 marked")
	d.Press("k", "space", "k", "space", "s", "2") // r1 is unmarked and marked again
	d.Has("*10  r0", "* 9  r1")
	q := l.Query()
	if err := q.Set("max-price", "--max-price", "1"); err != nil {
		t.Fatal(err)
	}
	f.all = append(numbers(8), "r88", "r99")
	l.SetQuery(q)
	d.Pass(patience)
	d.Has("2 of 10 rows", "2 marked, 2 hidden")
	d.Press("c")
	d.Has("compared r0 r1")
	d.Press("esc", "F")
	d.Has("*10  r0", "2 marked")
	d.Press("u")
	if strings.Contains(d.Screen(), "marked") || strings.Contains(d.Screen(), "*") {
		t.Errorf("marks stay:\n%s", d.Screen())
	}
	for range 7 {
		d.Press("space")
	}
	d.Press("c")
	d.Has("At most 6 rows")
}

// A marked row of a search that was made again while filters are on may be hidden by them.
func TestMarksThatAreHiddenWhileTheSearchIsMadeAgain(t *testing.T) {
	f := &feed{all: numbers(10), again: func(id string) string { return "new-" + id }}
	d, l := open(t, f)
	d.Press("space", "space")
	f.all = append(f.all, "r88", "r99")
	l.SetQuery(filtered(t, l, "max-price", "1"))
	d.Pass(patience)
	d.Has("2 of 12 rows", "2 marked, 2 hidden")
	f.fails = map[int]error{1: desk.GoneError{Age: 7 * time.Minute, Err: errors.New("gone")}}
	d.Press("R")
	d.Has("2 marked, 2 hidden")
	d.Press("c")
	d.Has("Filters hide what is marked; F shows it, then compare.")
	d.Press("F", "j")
	d.Has("* 1  new-r0", "2 marked")
	if strings.Contains(d.Screen(), "2 marked,") {
		t.Errorf("they are found:\n%s", d.Screen())
	}
	d.Press("c")
	d.Has("compared new-r0 new-r1")
}

// A row that passes the filters is found anywhere in the renewed search.
func TestMarkedRowsAreLookedForInTheSearchMadeAgain(t *testing.T) {
	gone := map[int]error{1: desk.GoneError{Age: 7 * time.Minute, Err: errors.New("gone")}}
	f := &feed{all: numbers(1300), again: func(id string) string { return "new-" + id }} // as odd in length as it was
	d, l := open(t, f)
	l.SetQuery(filtered(t, l, "max-price", "1")) // r10 to r99, and r1000 to r1299
	d.Pass(patience)
	d.Press("space", "space", "8", "1", "space")
	d.Has("390 of 1,300 rows", "3 marked")
	f.all = without(f.all, "r11") // no longer sold
	slices.Reverse(f.all)
	f.fails = gone
	d.Press("g", "R")
	d.Has("389 of 1,299 rows", "3 marked, 3 not found yet")
	f.took()
	d.Press("c")
	d.Has("compared new-r90 new-r10", "1 row that you marked could not be found again.")
	if got := f.took(); !strings.HasPrefix(got, "3 --max-price 1, 4 ") || !strings.HasSuffix(got, ", 8 --max-price 1") {
		t.Errorf("read %q", got)
	}
	d.Press("esc")
	d.Has("3 marked, 1 hidden")
	d.Press("c")
	d.Has("compared new-r90 new-r10")
	if got := f.took(); got != "" {
		t.Errorf("read %q, though all was read", got)
	}
}

// Reads are limited: a long list is not read at once to find marked rows.
func TestMarkedRowsAreLookedForStepByStep(t *testing.T) {
	f := &feed{all: numbers(2000), again: func(id string) string { return "new-" + id }}
	d, _ := open(t, f)
	d.Press("space", "space")
	f.fails = map[int]error{1: desk.GoneError{Age: 7 * time.Minute, Err: errors.New("gone")}}
	slices.Reverse(f.all)
	d.Press("g", "R")
	f.took()
	d.Press("c")
	d.Has("The marked rows are not among those that were read; c looks further.")
	if got := strings.Count(f.took(), ","); got != mostSought-1 {
		t.Errorf("%d reads were made", got+1)
	}
	d.Press("c", "c", "c")
	d.Has("compared new-r0 new-r1")
}

// A comparison asked for while the new search is running waits for it, and is dropped if the user goes elsewhere.
func TestMarkedRowsAreLookedForWhenTheNewSearchIsThere(t *testing.T) {
	for _, elsewhere := range []bool{false, true} {
		f := &feed{all: numbers(300), again: func(id string) string { return "new-" + id }}
		d, _ := open(t, f)
		d.Press("space", "space")
		slices.Reverse(f.all)
		f.fails = map[int]error{1: desk.GoneError{Age: 7 * time.Minute, Err: errors.New("gone")}}
		d.Press("R")
		f.gate, f.began = make(chan struct{}), make(chan struct{}, 20)
		d.Tap("R")
		<-f.began
		d.Tap("c")
		d.Has("2 marked, 2 looked for")
		if elsewhere {
			d.Stage.Push(note("elsewhere"))
		}
		close(f.gate)
		d.Settle()
		if elsewhere {
			d.Has("elsewhere")
		} else {
			d.Has("compared new-r0 new-r1")
		}
	}
}
