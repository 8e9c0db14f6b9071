package trips

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
)

// The picker accepts and refuses the same as the desk, for every choice among the options of every kind of fare in
// the sandbox: per leg, for the trip, and with incomplete data.
func TestThePickerJudgesAsTheDeskDoes(t *testing.T) {
	kinds := map[string]int{}
	for _, route := range [][]string{{"DXB", "LHR", "25 dec", "+7d"}, {"DXB", "LHR", "25 dec"}, {"SIN", "SYD", "3 dec", "+5d"}} {
		s := sit(t, 80, 24, route[0], route[1], route[2:])
		for _, row := range s.list.Rows {
			opened, err := flights.OpenTrip(t.Context(), s.Desk, &flights.TripRequest{Trip: strconv.Itoa(row.N), Query: s.params("getFlightTrip")})
			s.do(err)
			fare := slices.IndexFunc(opened.Value.Fares, flights.Fare.Opens)
			if fare < 0 {
				continue
			}
			number := opened.Value.Fares[fare].Ref
			options, err := flights.OpenFare(t.Context(), s.Desk, &flights.OptionsRequest{Fare: number, Query: s.params("getFareOptions")})
			s.do(err)
			all := options.Value.Options
			kind := fmt.Sprint(len(route)-2, " days: ", all.Rule())
			if kinds[kind]++; kinds[kind] > 2 || len(all) > 7 {
				continue
			}
			for choice := 1; choice < 1<<len(all); choice++ {
				s.judge(number, all, choice)
			}
		}
	}
	if len(kinds) < 5 {
		t.Errorf("too few kinds of options: %v", kinds)
	}
}

// judge compares the picker with the desk on a choice, given as a bit per option.
func (s *sitting) judge(fare string, all flights.Options, bits int) {
	s.t.Helper()
	var wanted, got flights.Options
	var numbers []string
	for at := range all {
		if bits>>at&1 == 1 {
			wanted, got = append(wanted, all[at]), with(got, all[at])
			numbers = append(numbers, strconv.Itoa(at+1))
		}
	}
	_, _, err := flights.Book(s.t.Context(), s.Desk, &flights.BookingRequest{Fare: fare, Options: numbers, Query: s.params("getFareBookingLink")})
	refused := problem.ClassOf(err) == problem.Usage
	asks := false
	if !refused && err != nil {
		_, asks = errors.AsType[problem.ChoiceError](err)
		if !asks {
			s.t.Fatalf("options %v: %v", numbers, err)
		}
	}
	switch lacks := lacks(got, all); {
	case !slices.Equal(numbersOf(wanted), numbersOf(got)): // it cannot be chosen
		if !refused {
			s.t.Errorf("%s options %v: the picker has %v in its place, and the desk takes it: %v", all.Rule(), numbers, numbersOf(got), err)
		}
	case (lacks != "") != refused:
		s.t.Errorf("%s options %v: the picker says %q, and the desk %v", all.Rule(), numbers, lacks, err)
	}
	if half, _ := got.Check(all); lacks(got, all) == "" && half == "" && len(got.Missing(all)) > 0 {
		s.t.Errorf("options %v are half a trip", numbers)
	}
}

// numbersOf returns the numbers of options.
func numbersOf(options flights.Options) (list []int) {
	for _, o := range options {
		list = append(list, o.N)
	}
	return list
}

func leg(n, leg int) recall.Row {
	return recall.Row{N: n, Offer: offer.Offer{ID: "id", Option: &offer.Option{Covers: string(apiclient.FareCoverageLeg), Leg: leg, Legs: 2}}}
}

func TestWhatIsChosen(t *testing.T) {
	whole := recall.Row{N: 5, Offer: offer.Offer{ID: "id", Option: &offer.Option{Covers: string(apiclient.FareCoverageTrip)}}}
	unsaid := recall.Row{N: 6, Offer: offer.Offer{ID: "id"}}
	all := flights.Options{leg(1, 1), leg(2, 1), leg(3, 2), leg(4, 2), whole, unsaid}
	for _, test := range []struct {
		pressed []int // indexes
		want    []int // numbers
		lacks   string
	}{
		{nil, nil, "The service does not say what an option pays for."},
		{[]int{0}, []int{1}, "Choose one of BACK too."},
		{[]int{3}, []int{4}, "Choose one of OUT too."},
		{[]int{0, 1}, []int{2}, "Choose one of BACK too."},
		{[]int{3, 0}, []int{1, 4}, ""},
		{[]int{0, 3, 2}, []int{1, 3}, ""},
		{[]int{0, 3, 4}, []int{5}, ""},
		{[]int{4, 2}, []int{3}, "Choose one of OUT too."},
		{[]int{0, 5}, []int{1, 6}, ""}, // the desk asks
	} {
		var c flights.Options
		for _, at := range test.pressed {
			c = with(c, all[at])
		}
		if got := numbersOf(c); !slices.Equal(got, test.want) || lacks(c, all) != test.lacks {
			t.Errorf("%v: %v, %q", test.pressed, got, lacks(c, all))
		}
	}
}

func TestWhatIsChosenIsFoundAgain(t *testing.T) {
	named := func(names ...string) flights.Options {
		fare := &apiclient.FareOptions{}
		for _, name := range names {
			fare.Options = append(fare.Options, apiclient.FareOption{FareOptionID: "id-" + name, Name: name, Price: apiclient.FareOptionPrice{Total: "1", Currency: "USD"}})
		}
		return flights.OptionsOf(fare)
	}
	was, now := named("a", "b", "c"), named("c", "x", "a")
	if got := numbersOf(again(was, now)); !slices.Equal(got, []int{1, 3}) {
		t.Errorf("got %v", got)
	}
}

// options opens the options of a fare that are sold per leg.
func (s *sitting) options() *picker {
	s.t.Helper()
	s.onFare(flights.Fare.Opens)
	s.Press("enter")
	p, ok := s.Stage.Top().(*picker)
	if !ok {
		s.t.Fatalf("no options are shown:\n%s", s.Screen())
	}
	return p
}

func TestHalfATripGoesNowhere(t *testing.T) {
	s := sit(t, 80, 24, "DXB", "LHR", []string{"25 dec", "+7d"})
	p := s.options()
	back := slices.IndexFunc(p.all, func(o recall.Row) bool { return o.Option.Leg == 2 })
	s.Has("OUT and one of BACK.", "nothing is chosen yet", ">( ) 1")
	s.Press("b")
	s.Has("OUT and one of BACK.")
	s.Press("space", "b")
	s.Has(">(x) 1", "Choose one of BACK too.")
	s.Press("j", "enter")
	if s.Has("Choose one of BACK too.", "(x) 2", ">( ) "+strconv.Itoa(back+1)); len(s.made) != 0 {
		t.Fatal("a link to half a trip was asked for")
	}
	s.Press(strconv.Itoa(back + 1))
	out, home := p.all[1], p.all[back]
	both := []string{"2 at " + out.Price.Text("en") + " for OUT", fmt.Sprintf("%d at %s for BACK", home.N, home.Price.Text("en"))}
	s.Has("chosen: " + both[0] + " and " + both[1])
	s.Press("G", "ctrl+d")
	s.Has(flights.NoSum)
	s.Press(strconv.Itoa(back + 1))
	s.Press("space")
	s.Has("Choose one of BACK too.")
	s.Press("space", "b")
	s.leads()
	for _, want := range []string{
		"Flights: DXB to LHR, 7 nights", "Out: Fri 25 Dec 2026", "Back: Fri 1 Jan 2027", "Option: " + home.Label + ", " + flights.CostOf(home, "en"),
		"of these options together is shown where they are booked",
	} {
		if rows := s.made[0].rows(); !strings.Contains(rows, want) {
			t.Errorf("what it is for lacks %q:\n%s", want, rows)
		}
	}
	s.Press("esc", "g", "enter")
	if s.leads(); len(s.made) != 2 || s.made[1].head == s.made[0].head {
		t.Errorf("another option makes no other link: %d", len(s.made))
	}
}

// An option for the whole trip has its own price, which is shown at the top once it is chosen. The message about what
// is missing goes away.
func TestAnOptionForTheWholeTripSaysItsPrice(t *testing.T) {
	s := sit(t, 80, 24, "DXB", "LHR", []string{"25 dec"})
	var p *picker
	for _, row := range s.list.Rows {
		s.open(strconv.Itoa(row.N))
		if s.to(flights.Fare.Opens) {
			s.Press("enter")
			p = s.Stage.Top().(*picker) // it has options
		}
		if p != nil && strings.HasPrefix(p.all.Rule(), "Each option pays for the whole trip") && len(p.all) > 1 {
			break
		}
		if p != nil {
			p = nil
			s.Press("esc")
		}
		s.Press("esc")
	}
	if p == nil {
		t.Fatal("no fare has such options")
	}
	price := p.all[1].Price.Text("en")
	s.Press("b")
	s.Has("choose one.")
	s.Press("2")
	s.Has("Whole trip "+price, "chosen: 2 at "+price+" for the whole trip; b goes on to the link")
	if strings.Count(s.Screen(), "choose one") != 1 { // in the rule above
		t.Errorf("what was missing is still said:\n%s", s.Screen())
	}
	s.Press("b")
	s.leads()
	if want, rows := "Option: "+p.all[1].Label+", "+price+" for the whole trip", s.made[0].rows(); !strings.Contains(rows, want) {
		t.Errorf("what it is for lacks %q:\n%s", want, rows)
	}
}

// What is unclear is left to the desk, which asks.
func TestAnOptionOfWhichItIsNotSaidWhatItPaysFor(t *testing.T) {
	s := sit(t, 80, 24, "SIN", "SYD", []string{"3 dec", "+5d"})
	number := ""
	unsaid := func(o recall.Row) bool { return !o.Option.Pays() }
	for _, row := range s.list.Rows {
		s.open(strconv.Itoa(row.N))
		if s.to(flights.Fare.Opens) {
			s.Press("enter")
			if at := slices.IndexFunc(s.Stage.Top().(*picker).all, unsaid); at >= 0 {
				number = strconv.Itoa(at + 1)
				break
			}
			s.Press("esc")
		}
		s.Press("esc")
	}
	s.Has("The service does not say what an option pays", "nothing is chosen yet")
	s.Press(number)
	s.Has("chosen: " + number + " at $")
	s.Press("b")
	s.Has("The service does not say what option "+number+" pays for", "Go on?")
	s.Press("n", "esc", "b", "y")
	s.leads()
}

func TestAFareThatExpiredIsFoundAgainWithWhatIsChosen(t *testing.T) {
	s := sit(t, 80, 24, "DXB", "LHR", []string{"25 dec", "+7d"})
	p := s.options()
	s.Press("enter", "space")
	chosen, fare := "chosen: 1 at $", p.title
	s.Has(chosen)
	s.Pass(time.Hour)
	s.Press("b")
	s.Has("Search again for the same fare", "and options?")
	s.Press("n")
	if _, ok := errors.AsType[desk.GoneError](s.made[0].err); !ok {
		t.Errorf("without a yes: %v", s.made[0].err)
	}
	s.Press("esc", "b", "y")
	s.leads()
	s.Press("esc") // the options are read again
	s.Has(fare, chosen)
	s.young()
	s.Press("esc") // and so is the trip
	if s.young(); s.trip().stale {
		t.Error("the trip still shows the old search")
	}
	s.Press("enter", "enter", "enter")
	s.leads()
}
