package trips

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/handoff"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/testkit/stagetest"
)

// page is a fake: the list that a trip is opened from, and the page of a link, which it makes.
type page struct {
	head string
	link desk.Answer[desk.Link]
	err  error
}

// rows is what the link is for.
func (p *page) rows() (text string) {
	for _, row := range p.link.Value.Rows(stagetest.Start()) {
		text += row[0] + ": " + row[1] + "\n"
	}
	return text
}

func (p *page) Head(canvas.Canvas) string   { return p.head }
func (p *page) Draw(canvas.Canvas) []string { return []string{p.link.Value.URL} }
func (p *page) Keys() []stage.Binding       { return nil }
func (p *page) Command() string             { return "" }

// sitting is a driver with a list of trips.
type sitting struct {
	*stagetest.Driver
	t    *testing.T
	list recall.List
	with With
	made []*page // the links asked for
}

// sit makes a search and lists its trips.
func sit(t *testing.T, width, height int, from, to string, days []string, typed ...string) *sitting {
	t.Helper()
	s := sitWhere(t, width, height, nil)
	s.search(from, to, days, typed...)
	return s
}

// sitWhere is like sit, in a sandbox with faults.
func sitWhere(t *testing.T, width, height int, faults []string) *sitting {
	t.Helper()
	s := &sitting{t: t}
	s.Driver = stagetest.WithFaults(t, width, height, faults, func(*stage.Stage) stage.Place { return &page{head: "The list"} })
	s.with = With{HandOff: s.handOff}
	return s
}

func (s *sitting) search(from, to string, days []string, typed ...string) {
	s.t.Helper()
	query := s.params("createFlightSearch", typed...)
	view := desk.View{Query: s.params("getFlightSearchResults", "pageSize", "50"), Life: desk.Life{Wait: search.DefaultBudget}}
	s.do(flights.Dates(s.t.Context(), s.Desk, query, days))
	made, err := flights.Create(s.t.Context(), s.Desk, &flights.SearchRequest{From: from, To: to, Query: query, View: view})
	s.do(err)
	_, err = flights.Subject().Follow(s.t.Context(), s.Desk, made, view)
	s.do(err)
	list, _, err := s.Desk.Latest(recall.Trips)
	s.do(err)
	s.list = list
}

func (s *sitting) params(operation string, typed ...string) *ask.Values {
	s.t.Helper()
	q := ask.New(operation, &ask.Days{Today: s.Now})
	for i := 0; i < len(typed); i += 2 {
		s.do(q.Set(typed[i], typed[i], typed[i+1]))
	}
	return q
}

func (s *sitting) do(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// handOff returns a page that makes its link at once.
func (s *sitting) handOff(r handoff.Request) stage.Place {
	p := &page{head: r.Title + " | " + r.Command}
	s.made = append(s.made, p)
	var link desk.Answer[desk.Link]
	s.Stage.Do(&stage.Job{
		What: "making the link",
		Run: func(ctx context.Context, d *desk.Desk) (err error) {
			link, err = r.Make(ctx, d)
			return err
		},
		Then: func(err error) {
			p.link, p.err = link, err
			s.Stage.Failed(err)
		},
	})
	return p
}

// open opens a row of the list.
func (s *sitting) open(row string) {
	s.Stage.Push(newTrip(s.Stage, s.with, s.list, row))
	s.Settle()
}

// trip returns the page of the trip shown.
func (s *sitting) trip() *trip {
	s.t.Helper()
	p, ok := s.Stage.Top().(*trip)
	if !ok {
		s.t.Fatalf("no trip is shown:\n%s", s.Screen())
	}
	return p
}

// young fails unless the screen shows a search that was just made.
func (s *sitting) young() {
	s.t.Helper()
	if strings.Contains(s.Screen(), "min ago") {
		s.t.Errorf("the search is old:\n%s", s.Screen())
	}
}

// onFare opens trips until one has a matching fare, and moves the cursor to it.
func (s *sitting) onFare(wanted func(flights.Fare) bool) {
	s.t.Helper()
	for _, row := range s.list.Rows {
		s.open(strconv.Itoa(row.N))
		if s.to(wanted) {
			return
		}
		s.Press("esc")
	}
	s.t.Fatal("no trip of the list has such a fare")
}

// to moves the cursor to the first matching fare of the open trip, if any.
func (s *sitting) to(wanted func(flights.Fare) bool) bool {
	i := slices.IndexFunc(s.trip().opened.Fares, wanted)
	for presses := 0; s.trip().sheet.At() < i && presses < 100; presses++ { // some presses only scroll
		s.Press("j")
	}
	return i >= 0
}

// leads returns the link asked for last. It fails unless that link may be opened.
func (s *sitting) leads() string {
	s.t.Helper()
	if len(s.made) == 0 {
		s.t.Fatalf("no link was asked for:\n%s", s.Screen())
	}
	p := s.made[len(s.made)-1]
	s.do(p.err)
	address, err := s.Desk.CheckLink(p.link.Value)
	s.do(err)
	return address
}

func TestFromATripToItsLink(t *testing.T) {
	back := []string{"25 dec", "+7d"}
	for name, test := range map[string]struct {
		days   []string
		typed  []string
		wanted func(flights.Fare) bool
		keys   []string
		title  string
		life   bool
	}{
		"one way":        {days: back[:1], wanted: flights.Fare.Opens, keys: []string{"enter", "enter"}, title: ", option 1 |", life: true},
		"both ways":      {days: back, wanted: flights.Fare.Opens, keys: []string{"enter", "enter", "enter"}, title: ", options 1 and ", life: true},
		"first class":    {days: back, typed: []string{"cabin", "first"}, wanted: flights.Fare.Opens, keys: []string{"enter", "enter", "enter"}, title: ", options 1 and ", life: true},
		"at the seller":  {days: back, wanted: func(f flights.Fare) bool { return f.Fare.Kind == string(apiclient.FareKindPartner) }, keys: []string{"enter"}, title: "Fare "},
		"at the airline": {days: back, wanted: func(f flights.Fare) bool { return f.Fare.Kind == string(apiclient.FareKindAirline) }, keys: []string{"right"}, title: "Fare "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sit(t, 80, 24, "DXB", "LHR", test.days, test.typed...)
			s.onFare(test.wanted)
			fare := s.trip().opened.Fares[s.trip().sheet.At()]
			s.Press(test.keys...)
			if address := s.leads(); !strings.HasPrefix(address, "http") {
				t.Errorf("it leads to %q", address)
			}
			link := s.made[0].link.Value
			if link.Life.Until().IsZero() == test.life || (link.Lasting == "") == test.life {
				t.Errorf("its life is %+v, the lasting one %q", link.Life, link.Lasting)
			}
			s.Has(test.title, fare.Label)
		})
	}
}

// The numbers on the screen are those that commands take after leaving.
func TestTheNumbersOfFaresAndOptionsStay(t *testing.T) {
	s := sit(t, 160, 40, "DXB", "LHR", []string{"25 dec", "+7d"})
	s.onFare(flights.Fare.Opens)
	fare := s.trip().opened.Fares[s.trip().sheet.At()]
	number := fare.Ref
	if got := s.trip().Command(); got != "travel flights trip "+strconv.Itoa(s.trip().opened.Pick.N) {
		t.Errorf("the trip is %q", got)
	}
	s.Press("enter")
	if got := s.Stage.Top().Command(); got != "travel flights options "+number {
		t.Errorf("the options are %q", got)
	}
	for _, kept := range []struct {
		kind recall.Kind
		n    string
		id   string
	}{{recall.Fares, number, fare.ID}, {recall.Options, "2", s.Stage.Top().(*picker).all[1].ID}} {
		pick := s.Desk.Pick
		if kept.kind == recall.Fares {
			pick = s.Desk.Pick
		}
		p, err := pick(desk.Argument{Kind: kept.kind, Label: "ROW", Text: kept.n})
		s.do(err)
		if p.ID != kept.id {
			t.Errorf("%s %s is %s, not %s", kept.kind, kept.n, p.ID, kept.id)
		}
	}
	s.Press("enter", "enter")
	s.leads()
	s.Has("travel flights booking-link " + number + " --option 1,")
}

// All of a trip can be read on the smallest screen with one key, and no line is skipped.
func TestEverythingCanBeReached(t *testing.T) {
	s := sit(t, 60, 20, "JFK", "SYD", []string{"25 dec", "+7d"})
	s.open("1")
	lines := func() map[string]bool {
		seen := map[string]bool{}
		for _, line := range s.Lines() {
			seen[strings.TrimPrefix(line, ">")] = true
		}
		return seen
	}
	seen := map[string]bool{}
	for range 60 {
		maps.Copy(seen, lines())
		s.Press("j")
	}
	all := s.trip()
	s.Resize(60, 200)
	for line := range lines() {
		line = strings.TrimSpace(line)
		if !slices.ContainsFunc(slices.Collect(maps.Keys(seen)), func(l string) bool { return strings.TrimSpace(l) == line }) && !strings.Contains(line, "fare ") {
			t.Errorf("never in sight: %q", line)
		}
	}
	if n := len(all.opened.Legs); n != 2 || all.sheet.At() != len(all.opened.Fares)-1 {
		t.Errorf("%d legs, the cursor on fare %d", n, all.sheet.At())
	}
}

func TestAnExpiredTripIsFoundAgain(t *testing.T) {
	s := sit(t, 80, 24, "DXB", "LHR", []string{"25 dec", "+7d"})
	s.open("2")
	s.Press("G")
	s.Pass(2 * time.Minute)
	s.Has("made 2 min ago")
	before := s.trip().opened.Fares[s.trip().sheet.At()]
	s.Pass(time.Hour)
	s.Has("may have expired; R refreshes it")
	s.Press("R")
	s.Has("Search again for the same trip?", "It spends one of your searches", "y yes")
	s.Press("n")
	s.Has("Trip 2", "This search has expired (made 62 minutes ago). R searches again.")
	s.Press("R", "y")
	s.Has("Searched again.", "Trip 2")
	s.Resize(80, 100)
	if n := strings.Count(s.Screen(), "Searched again"); n != 1 {
		t.Errorf("said %d times:\n%s", n, s.Screen())
	}
	s.Resize(80, 24)
	after := s.trip().opened.Fares[s.trip().sheet.At()]
	if after.ID == before.ID || after.Fare.Print != before.Fare.Print {
		t.Errorf("the cursor was on %+v and is on %+v", before, after)
	}
	s.Press("k", "j")
	s.young()
	if s.Timers() > 1 {
		t.Errorf("%d timers", s.Timers())
	}
}

func TestFromTripToTrip(t *testing.T) {
	s := sit(t, 80, 24, "DXB", "LHR", []string{"25 dec", "+7d"})
	s.open("2")
	s.Press("]")
	s.Has("This trip was not opened from a list.")
	s.Press("esc")
	at := 1
	s.with.Step = func(by int) string {
		if at+by < 0 || at+by >= len(s.list.Rows) {
			return ""
		}
		at += by
		return s.list.Rows[at].ID
	}
	s.open(s.list.Rows[at].ID)
	s.Has("Trip 2")
	s.Press("]")
	s.Has("Trip 3")
	s.Press("[", "[")
	s.Has("Trip 1")
	s.Press("[")
	s.Has("This is the first trip.", "Trip 1")
	s.Tap("]")
	s.Tap("]")
	s.Tap("]")
	if !s.trip().turn.Running() {
		t.Error("each trip that was leafed past is read")
	}
	s.Settle()
	s.Pass(time.Second)
	s.Has("Trip 4", "fare 1 of")
}

func TestHowATripWillFeelIsReadOnce(t *testing.T) {
	s := sitWhere(t, 80, 24, []string{"getTripExperience:2-=403"})
	s.search("DXB", "LHR", []string{"25 dec", "+7d"})
	s.open("1")
	s.Press("t")
	s.Has("How trip 1 will feel", "not confirmed")
	s.Press("t", "t")
	s.Has("How trip 1 will feel")
	if got := s.Stage.Top().Command(); got != "travel flights experience 1" {
		t.Errorf("the command is %q", got)
	}
}

// A fare that cannot be seen is not opened: the key scrolls to it first.
func TestAFareBelowTheEdgeIsShownBeforeItIsOpened(t *testing.T) {
	s := sit(t, 80, 16, "DXB", "LHR", []string{"25 dec", "+7d"})
	s.onFare(flights.Fare.Opens)
	s.Press("g", "R")
	s.Has("Up to date.")
	if strings.Contains(s.Screen(), "\n>1") {
		t.Fatalf("the first fare is visible:\n%s", s.Screen())
	}
	page := s.Stage.Top()
	if s.Press("enter"); s.Stage.Top() != page {
		t.Errorf("an invisible fare was opened:\n%s", s.Screen())
	}
	s.Has("\n>1")
	if s.Press("enter"); s.Stage.Top() == page {
		t.Errorf("a visible fare was not opened:\n%s", s.Screen())
	}
}

// An error in between leaves the page as it is, and a key retries.
func TestAFaultInTheMiddle(t *testing.T) {
	s := sitWhere(t, 80, 24, []string{"getFlightTrip:1=403", "getFlightTrip:3=500", "getFareOptions:1=403", "getTripExperience:1=403", "getFareBookingLink:1=403"})
	s.search("DXB", "LHR", []string{"25 dec", "+7d"})
	s.open("2")
	s.Has("Trip 2", "The trip was not read. R tries again.")
	s.Press("enter")
	s.Has("The trip was not read; R tries again.")
	s.Press("R")
	s.Has("fare 1 of")
	s.Press("R")
	s.Has("THEN")
	s.Press("esc")
	s.onFare(flights.Fare.Opens)
	s.Press("t")
	s.Has("THEN")
	s.Press("t")
	s.Has("How trip ", " will feel")
	s.Press("esc", "enter")
	s.Has("The options were not read. R tries again.")
	s.Press("b")
	s.Has("The options were not read; R tries again.")
	s.Press("R", "enter", "enter", "esc", "b")
	s.leads()
}

func TestATextIsFoundOnATrip(t *testing.T) {
	s := sit(t, 60, 20, "JFK", "SYD", []string{"25 dec", "+7d"})
	s.onFare(flights.Fare.Opens)
	at, seller := s.trip().sheet.At(), s.trip().opened.Fares[s.trip().sheet.At()].Label
	s.Press("g", "/")
	s.Type(strings.ToLower(seller))
	s.Press("enter")
	if s.Has("1 of "); s.trip().opened.Fares[s.trip().sheet.At()].Label != seller {
		t.Errorf("the cursor is on fare %d, not %d", s.trip().sheet.At()+1, at+1)
	}
	s.Press("enter", "/")
	s.Type("economy flex")
	s.Press("enter")
	s.Has(">( ) 3  Economy Flex")
}
