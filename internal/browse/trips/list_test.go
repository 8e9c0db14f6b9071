package trips

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/listing"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/testkit/stagetest"
)

// listed is a driver on a list of trips.
type listed struct {
	*stagetest.Driver
	t    *testing.T
	list *listing.List
}

// list searches from Dubai to London in a month and waits until the search has settled.
func list(t *testing.T, width, height int, given ...string) listed {
	t.Helper()
	return faulty(t, nil, width, height, given...)
}

// faulty is like list, in a sandbox with faults.
func faulty(t *testing.T, faults []string, width, height int, given ...string) listed {
	t.Helper()
	at := listed{t: t}
	at.Driver = stagetest.WithFaults(t, width, height, faults, func(s *stage.Stage) stage.Place {
		r := &flights.SearchRequest{From: "DXB", To: "LHR", Query: ask.New("createFlightSearch", &ask.Days{Today: s.Desk.Now})}
		r.View.Query = ask.New("getFlightSearchResults", &ask.Days{Today: s.Desk.Now})
		given = append([]string{"fromDate", "+30d"}, given...)
		for i := 0; i < len(given); i += 2 {
			if err := r.Query.Set(given[i], given[i], given[i+1]); err != nil {
				t.Fatal(err)
			}
		}
		return at.on(Search(s, With{}, r))
	})
	at.Settle()
	return at
}

func (at *listed) on(p stage.Place) stage.Place {
	at.list = p.(*listing.List) // Search returns a list
	return p
}

// row returns the trip with a number, as listed.
func (at listed) row(n int) listing.Row {
	at.t.Helper()
	row, ok := at.list.Row(n)
	if !ok {
		at.t.Fatalf("row %d is not there:\n%s", n, at.Screen())
	}
	return row
}

// kept fails the test unless later commands mean the same rows by their numbers.
func (at listed) kept(numbers ...int) {
	at.t.Helper()
	for _, n := range numbers {
		pick, err := at.Desk.Pick(desk.Argument{Kind: recall.Trips, Label: "TRIP", Text: strconv.Itoa(n)})
		if err != nil || pick.ID != at.row(n).ID {
			at.t.Errorf("row %d is %s on the screen and %s for the commands, %v", n, at.row(n).ID, pick.ID, err)
		}
	}
}

func TestNumbersOnTheScreenAreThoseOfTheCommands(t *testing.T) {
	at := list(t, 120, 40)
	at.Has("DXB → LHR · Wed 2 Dec · 1 adult · economy · USD", "held still after")
	at.kept(1, 2, 50, 51, 100)
	best := at.row(1).ID
	at.Press("s", "2")
	at.Has("Lowest price first.")
	at.kept(1, 2, 50)
	if at.row(1).ID == best {
		t.Error("the order is as it was")
	}
	at.Press("G")
	last := at.cursor()
	at.kept(1, last, last-1)
	at.Press("f")
	at.Press("esc")
	q := at.list.Query()
	if err := q.Set("stops", "--nonstop", "0"); err != nil {
		t.Fatal(err)
	}
	at.list.SetQuery(q)
	at.Pass(time.Second)
	at.Has(" of ", "Lowest price first. · nonstop only")
	at.kept(1, 2)
	if got := at.list.Command(); !strings.HasPrefix(got, "travel flights results ") || !strings.HasSuffix(got, " --sort cheapest") {
		t.Errorf("the command is %q", got)
	}
	at.Press("F")
	at.kept(1, 2, 50)
	if head, _, err := at.Desk.Shown(recall.Trips); err != nil || len(head.View) != 1 {
		t.Errorf("the list keeps the view %v, %v: the width of a page is not the traveler's", head.View, err)
	}
}

// cursor returns the number of the row under the cursor.
func (at listed) cursor() int {
	at.t.Helper()
	for _, line := range at.Lines() {
		if strings.HasPrefix(line, ">") {
			n, err := strconv.Atoi(strings.Fields(strings.Trim(line[1:], "*+~"))[0])
			if err != nil {
				at.t.Fatal(err)
			}
			return n
		}
	}
	at.t.Fatalf("no cursor:\n%s", at.Screen())
	return 0
}

func TestAnExpiredListIsSearchedAgainByAKey(t *testing.T) {
	at := list(t, 120, 40, "toDate", "+7d")
	at.Press("j", "space", "space")
	marked := at.row(2)
	at.Move(11 * time.Minute)
	at.Press("G")
	at.Has("Expired: R searches again.")
	at.Press("g", "j", "R")
	at.Has("Search again for the same flights? It spends one of your searches")
	at.Press("esc")
	at.Has("Expired")
	at.Press("R", "y")
	at.Has("Searched again: of")
	at.Press("j")
	at.Has("2 marked")
	if now := at.row(at.cursor() - 1); now.ID == marked.ID || (&feed{}).Same(marked, []listing.Row{now}) != 0 {
		t.Errorf("the cursor is not on the trip that it was on:\n%s", at.Screen())
	}
	at.kept(1, 2, 3)
}

// Rows marked under a filter are compared in the renewed search, wherever they are in it.
func TestMarkedTripsAreComparedAfterARenewal(t *testing.T) {
	at := list(t, 120, 40, "toDate", "+7d")
	q := at.list.Query()
	if err := q.Set("max-price", "--max-price", "5000"); err != nil {
		t.Fatal(err)
	}
	at.list.SetQuery(q)
	at.Pass(time.Second)
	at.Press("space", "3", "2", "0")
	at.Pass(time.Second)
	at.Press("space")
	at.Has("2 marked")
	at.Move(11 * time.Minute)
	at.Press("g", "R", "y", "c")
	at.Has("2 trips side by side")
}

func TestAListIsGoneOnWith(t *testing.T) {
	at := list(t, 80, 24)
	at.Press("s", "3")
	first := at.row(1).ID
	last, _, err := at.Desk.Latest(recall.Trips)
	if err != nil {
		t.Fatal(err)
	}
	at.Stage.Push(at.on(Resume(at.Stage, With{}, last, last.Terms)))
	at.Settle()
	at.Has("Shortest time in all first.")
	if at.row(1).ID != first {
		t.Error("another order than the list's")
	}
}

func TestFiltersThatLeaveNothingAreNamed(t *testing.T) {
	at := list(t, 80, 24)
	q := at.list.Query()
	if err := q.Set("max-price", "--max-price", "1"); err != nil {
		t.Fatal(err)
	}
	at.list.SetQuery(q)
	at.Pass(time.Second)
	at.Has("No trip matches: at most USD 1 leaves 0 of", "without at most USD 1:", "0 of ")
	at.Press("F", "enter")
	at.Has("Trip 1 · DXB → LHR")
}

func TestAMovementWritesLittle(t *testing.T) {
	const most = 4096 // fewer than fzf, which writes up to 5,172
	for _, given := range [][]string{nil, {"toDate", "+7d"}} {
		at := list(t, 120, 40, given...)
		at.Pass(time.Minute)
		at.Press("pgdn", "g")
		var p screen.Painter
		p.Paint(at.Stage.Frame(at.Size), at.Size)
		for _, key := range slices.Concat(slices.Repeat([]string{"j"}, 60), slices.Repeat([]string{"k"}, 60)) {
			at.Stage.Handle(stagetest.Key(key))
			if n := len(p.Paint(at.Stage.Frame(at.Size), at.Size)); n > most {
				t.Fatalf("%v: %s writes %d bytes, want at most %d:\n%s", given, key, n, most, at.Screen())
			}
		}
	}
}

func TestAListWaitsAsTheServiceAsks(t *testing.T) {
	at := faulty(t, []string{"getFlightSearchResults:3=429 rate_limited retry-after=7"}, 80, 24)
	at.Has(" trips, ", "> ")
	at.kept(1, 2)
}

func TestAFaultLeavesTheListAsItIs(t *testing.T) {
	at := faulty(t, []string{"getFlightSearchResults:10-=internal_error"}, 80, 24)
	for n := 51; n < 2000 && !strings.Contains(at.Screen(), "Not read"); n += 150 {
		for _, digit := range strconv.Itoa(n) {
			at.Press(string(digit))
		}
		at.Pass(time.Second)
		at.Press("j") // the error message gives way to the state of the list
	}
	at.Has("loading…", "Not read: R tries again.")
	at.Press("k", "g")
	at.Has("> ")
	at.kept(1, 2, 50)
	at.Press("s", "2")
	at.Press("j")
	at.Has("Not read: R tries again.", "best value")
}

// An invalid price from the service is shown as it is and marked, as on the command line.
func TestAPriceThatCannotBeRightIsMarked(t *testing.T) {
	at := faulty(t, []string{"getFlightSearchResults:1-=set results.0.price.total=-5"}, 100, 24)
	at.Has("-$5.00 ?", "Prices marked ? are shown as the service sent them; they cannot be right.")
	at.Press("s", "2")
	at.Has("-$5.00 ?", "they cannot be right. · Lowest price first.")
	at = list(t, 100, 24)
	if strings.Contains(at.Screen(), "cannot be right") {
		t.Error(at.Screen())
	}
}

func TestASearchThatCannotBeMadeIsTriedAgainByAKey(t *testing.T) {
	at := faulty(t, []string{"createFlightSearch:1=400 newer"}, 80, 24)
	at.Has("Nothing was read. R tries again.")
	why := at.Lines()[2]
	at.Press("j", "enter", "space", "s", "G", "c", "/")
	if at.Has("Nothing was read. R tries again."); at.Lines()[2] != why || !strings.Contains(why, "400 newer") {
		t.Errorf("the reason was %q and is %q", why, at.Lines()[2])
	}
	at.Press("R", "y")
	at.Has("held still after")
}

func TestTripsFillTheScreen(t *testing.T) {
	for _, given := range [][]string{nil, {"toDate", "+7d"}} {
		at := list(t, 60, 20, given...)
		for _, size := range [][2]int{{60, 20}, {80, 24}, {200, 60}} {
			at.Resize(size[0], size[1])
			for _, key := range []string{"G", "k", "pgup", "g", "ctrl+d"} {
				at.Press(key)
				for i, line := range at.Lines()[:size[1]-3] {
					if line == "" {
						t.Fatalf("%v %v: line %d is empty after %s:\n%s", size, given, i+1, key, at.Screen())
					}
				}
			}
		}
	}
}

// A trip that was opened before its number was saved is named by its number in the list.
func TestATripNamesItsNumber(t *testing.T) {
	at := list(t, 80, 24)
	at.Press("j", "enter")
	page := at.Stage.Top().(*trip) // it was opened
	page.opened.Pick.N = 0
	page.row = page.opened.Pick.ID
	if got := page.Command(); got != "travel flights trip 2" {
		t.Errorf("the command is %q", got)
	}
}
