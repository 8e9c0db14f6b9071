package listing

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/testkit/stagetest"
)

// show gives the list a snapshot of its search, like a job that follows it.
func show(f *feed, l *List, all []string) {
	p := f.page(l.Of(), all, 1)
	p.Coming = true
	l.showPage(p, l.Query())
}

func without(all []string, id string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(have string) bool { return have == id })
}

func TestTheCursorStaysOnItsRowWhileRowsComeIn(t *testing.T) {
	for _, lines := range []int{0, 1} {
		f := &feed{all: numbers(40), lines: lines}
		d, l := open(t, f)
		show(f, l, slices.Concat([]string{"first"}, numbers(40)))
		on(t, d, "first") // nobody has moved it
		d.Tap("j")
		d.Tap("j")
		d.Tap("j")
		line := on(t, d, "r2")
		grown := slices.Concat([]string{"a", "b", "c", "d", "e", "f", "g", "h"}, numbers(40))
		stays := func(what, id string, all []string) {
			t.Helper()
			show(f, l, all)
			if now := on(t, d, id); now != line {
				t.Errorf("%s: the cursor went from line %d to %d:\n%s", what, line, now, d.Screen())
			}
		}
		stays("rows came above", "r2", grown)
		stays("the row is gone", "r3", without(grown, "r2"))
		stays("the row is back", "r2", grown)
		show(f, l, numbers(7))
		on(t, d, "r2")
		stays("all rows are there again", "r2", grown)
		show(f, l, numbers(7))
		d.Tap("G")
		line = on(t, d, "r6")
		stays("rows came behind", "r6", numbers(40))
	}
}

func TestANewRowAndAnotherPriceAreTold(t *testing.T) {
	f := &feed{all: numbers(10)}
	d, l := open(t, f)
	f.price = map[string]string{"r3": "12"}
	show(f, l, slices.Concat(numbers(4), []string{"x"}, numbers(10)[4:]))
	d.Has(" ~ 4  r3", "was $10", " + 5  x", "new")
	if strings.Count(d.Screen(), "  new") != 1 || strings.Count(d.Screen(), "was") != 1 {
		t.Errorf("more is told than has changed:\n%s", d.Screen())
	}
	d.Pass(2 * time.Second)
	f.price["r4"] = "14"
	show(f, l, slices.Concat(numbers(4), []string{"x"}, numbers(10)[4:]))
	d.Pass(1100 * time.Millisecond)
	d.Has(" ~ 6  r4")
	if strings.Contains(d.Screen(), "  new") {
		t.Errorf("it is told for longer than a moment:\n%s", d.Screen())
	}
	d.Pass(2 * time.Second)
	if strings.Contains(d.Screen(), "~") {
		t.Errorf("it is told for longer than a moment:\n%s", d.Screen())
	}
	if n := d.Timers(); n != 1 { // the one for the age
		t.Errorf("%d timers wait", n)
	}
}

func TestASortIsAReadOfTheSameSearch(t *testing.T) {
	f := &feed{all: numbers(60)}
	d, _ := open(t, f)
	f.took()
	d.Press("j", "j", "s", "j", "enter")
	on(t, d, "r59")
	d.Has("--sort cheapest", "1  r59")
	if got := f.took(); got != "1 --sort cheapest, 2 --sort cheapest" {
		t.Errorf("read %q", got)
	}
	d.Press("G", "s")
	d.Has("> 2  cheapest")
	d.Press("enter")
	if got := f.took(); got != "" {
		t.Errorf("the same order was read again: %q", got)
	}
}

// filtered returns a query with one filter.
func filtered(t *testing.T, l *List, wire, value string) *ask.Values {
	t.Helper()
	q := l.Query()
	q.Unset(q.Filters()...)
	if err := q.Set(wire, "--"+wire, value); err != nil {
		t.Fatal(err)
	}
	return q
}

func TestTheLastAnswerWins(t *testing.T) {
	f := &feed{all: append(numbers(10), "r10")}
	d, l := open(t, f)
	f.took()
	l.SetQuery(filtered(t, l, "max-price", "2"))
	l.SetQuery(filtered(t, l, "airlines", "EK"))
	d.Settle()
	if got := f.took(); got != "" {
		t.Fatalf("it was read before the traveler stopped: %q", got)
	}
	first, second := make(chan struct{}), make(chan struct{})
	f.gate, f.began = first, make(chan struct{})
	d.Move(patience)
	d.Step()
	<-f.began // the first read is pending
	f.gate = second
	l.SetQuery(filtered(t, l, "max-price", "1"))
	d.Move(patience)
	d.Step()
	<-f.began // the second one is
	close(second)
	d.Together()
	close(first) // its answer arrives last
	d.Settle()
	d.Has("View --max-price 1", "1 of 11 rows")
	if got := f.took(); got != "1 --airlines EK, 1 --max-price 1" {
		t.Errorf("read %q", got)
	}
	f.gate, f.began = nil, nil
	l.SetQuery(filtered(t, l, "airlines", "EK"))
	d.Pass(patience)
	d.Has("It is the airlines.", "0 of 11 rows")
	d.Press("j", "G", "enter", "space", "n", "F")
	d.Has("11 rows")
}

func TestPagesThatMayBeOutOfDateAreReadAgain(t *testing.T) {
	f := &feed{all: numbers(120)}
	d, l := open(t, f)
	d.Press("6", "0")
	d.Pass(patience)
	f.took()
	f.all = slices.Concat([]string{"x"}, numbers(120))
	p := f.page(l.Of(), f.all, 1)
	l.showPage(p, l.Query())
	on(t, d, "r59") // which draws it
	d.Settle()
	if got := f.took(); got != "2" {
		t.Errorf("read %q, want the page in view", got)
	}
	d.Has(">  61  r59")
}

func TestAFaultIsSaidOnceAndTriedAgainByAKey(t *testing.T) {
	f := &feed{all: numbers(500)}
	d, _ := open(t, f)
	f.took()
	f.fails = map[int]error{10: errors.New("the service is down")}
	d.Press("G")
	d.Has("The service is down", "loading")
	d.Press("k", "k", "j")
	d.Has("Not read: R tries again.")
	if got := f.took(); got != "10" {
		t.Errorf("read %q", got)
	}
	f.fails = nil
	d.Press("R")
	if got := f.took(); got != "1, 10" {
		t.Errorf("read %q", got)
	}
	on(t, d, "r498")
}

func TestAPageThatNoOneLooksAtFailsQuietly(t *testing.T) {
	f := &feed{all: numbers(500), fails: map[int]error{2: errors.New("the service is down")}}
	d, _ := open(t, f)
	d.Press("j", "k")
	if got := f.took(); got != "1, 2" || strings.Contains(d.Screen(), "down") {
		t.Errorf("read %q:\n%s", got, d.Screen())
	}
	d.Press("pgdn", "pgdn", "pgdn")
	d.Has("The service is down")
	if got := f.took(); got != "2" {
		t.Errorf("read %q", got)
	}
}

func TestASearchThatIsGoneIsMadeAgainByAKey(t *testing.T) {
	gone := desk.GoneError{Age: 7 * time.Minute, Err: errors.New("gone")}
	f := &feed{all: numbers(300)}
	d, _ := open(t, f)
	d.Press("j", "space", "j", "j", "space", "7", "0", "space", "2", "0")
	line := on(t, d, "r19")
	f.fails = map[int]error{1: gone, 6: gone}
	d.Pass(patience)
	d.Press("G")
	d.Has("Expired: R searches again.", "loading")
	d.Press("2", "0")
	f.took()
	f.again = func(id string) string { return "new-" + id }
	f.all = slices.Concat([]string{"x", "y"}, f.all)
	d.Press("R")
	if now := on(t, d, "new-r19"); now != line {
		t.Errorf("the cursor went from line %d to %d:\n%s", line, now, d.Screen())
	}
	d.Has("3 marked", "302 rows")
	d.Press("7", "2")
	d.Has(">* 72  new-r69")
	d.Press("g")
	d.Has("*  4  new-r1", "*  7  new-r4")
}

func TestAnIdleListWaitsForNothing(t *testing.T) {
	f := &feed{all: numbers(500)}
	d, l := open(t, f)
	if n := d.Timers(); n != 1 {
		t.Errorf("%d timers wait for the age", n)
	}
	d.Pass(90 * time.Second)
	d.Has("Made 1 min ago.")
	d.Stage.Push(note("covered"))
	show(f, l, f.all)
	if n := d.Timers(); n != 0 {
		t.Errorf("%d timers wait under another place", n)
	}
	d.Stage.Back()
	d.Pass(time.Minute)
	d.Has("Made 2 min ago.")
	d.Pass(3 * time.Minute)
	d.Has("May have expired")
	if n := d.Timers(); n != 0 {
		t.Errorf("%d timers wait for a search that may have expired", n)
	}
}

func TestAListGoesOnWithWhatAnotherPlaceRenewed(t *testing.T) {
	f := &feed{all: numbers(10), again: func(id string) string { return "new-" + id }}
	d, _ := open(t, f)
	d.Press("j", "j", "space")
	d.Stage.Push(note("a trip"))
	f.all = []string{"new-r0", "new-r2", "new-r3"}
	d.Move(time.Minute)
	renewed := recall.List{Kind: recall.Trips, Search: search.Ref{ID: "s2", Created: d.Now()}}
	if err := d.Desk.Keep(renewed); err != nil {
		t.Fatal(err)
	}
	d.Press("esc")
	on(t, d, "new-r3")
	d.Has("*2  new-r2")
}

// turn sends a mouse event on line 7 of the screen.
func turn(d *stagetest.Driver, b screen.Button) {
	d.Stage.Handle(screen.Mouse{Button: b, Row: 7, Column: 10})
	d.Settle()
}

func TestTheMouseMovesAndOpens(t *testing.T) {
	f := &feed{all: numbers(100)}
	d, _ := open(t, f)
	turn(d, screen.WheelDown)
	on(t, d, "r3")
	turn(d, screen.WheelUp)
	on(t, d, "r0")
	turn(d, screen.LeftButton)
	if line := on(t, d, "r5"); line != 7 {
		t.Errorf("line %d", line)
	}
	turn(d, screen.LeftButton)
	d.Has("opened r5")
}

func TestRowsOfManyLinesFillTheScreen(t *testing.T) {
	for _, height := range []int{4, 7, 20, 24} {
		f := &feed{all: numbers(300), lines: 2}
		d, _ := open(t, f)
		d.Resize(60, height)
		for range 30 {
			d.Press("j")
			at(t, d)
		}
		d.Press("G")
		on(t, d, "r299")
		d.Press("g")
		on(t, d, "r0")
	}
}

func TestColumnsStayWhileTheListScrolls(t *testing.T) {
	f := &feed{all: numbers(1200)}
	f.all[30] = "a-much-longer-one"
	d, _ := open(t, f)
	column := strings.Index(d.Lines()[1], "end")
	for range 40 {
		d.Press("pgdn")
		if now := strings.Index(d.Lines()[1], "end"); now != column {
			t.Fatalf("the columns moved from %d to %d:\n%s", column, now, d.Screen())
		}
		_, line := at(t, d)
		if strings.Index(line, "end") != column {
			t.Fatalf("a row is not under its header:\n%s", d.Screen())
		}
	}
	d.Press("G")
	if now := strings.Index(d.Lines()[1], "end"); now != column {
		t.Fatalf("the columns moved from %d to %d for longer numbers:\n%s", column, now, d.Screen())
	}
}
