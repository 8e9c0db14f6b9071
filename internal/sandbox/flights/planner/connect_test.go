package planner

import (
	"sync"
	"testing"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/timetable"
)

var table = sync.OnceValue(func() *timetable.Timetable { return timetable.New(data.Load(), 1) })

func airline(t testing.TB, code string) *data.Airline {
	t.Helper()
	a, ok := data.AirlineByCode(code)
	if !ok {
		t.Fatalf("no airline %s", code)
	}
	return a
}

// flight is a flight of a carrier, also sold by others.
func flight(t testing.TB, from, to, operator string, sellers ...string) *timetable.Flight {
	t.Helper()
	a, okFrom := table().Place(from)
	b, okTo := table().Place(to)
	if !okFrom || !okTo {
		t.Fatalf("no %s or %s", from, to)
	}
	f := &timetable.Flight{Operator: airline(t, operator), From: a, To: b, Km: timetable.Distance(a, b)}
	for i, code := range append([]string{operator}, sellers...) {
		f.Sold = append(f.Sold, timetable.Sale{Airline: airline(t, code), Number: 100 + i})
	}
	return f
}

func TestWhatAConnectionRestsOn(t *testing.T) {
	for name, tt := range map[string]struct {
		in, out *timetable.Flight
		want    relation
	}{
		"one carrier":                {flight(t, "DXB", "FRA", "LH"), flight(t, "FRA", "LHR", "LH"), through},
		"a codeshare":                {flight(t, "DXB", "FRA", "EK"), flight(t, "FRA", "LHR", "LH", "EK"), through},
		"a third carrier's codes":    {flight(t, "DXB", "FRA", "EK", "AC"), flight(t, "FRA", "LHR", "BA", "AC"), transfer},
		"an alliance":                {flight(t, "SIN", "FRA", "SQ"), flight(t, "FRA", "LHR", "LH"), interline},
		"partners":                   {flight(t, "SYD", "DXB", "QF"), flight(t, "DXB", "LHR", "EK"), interline},
		"strangers":                  {flight(t, "DXB", "FRA", "EK"), flight(t, "FRA", "LHR", "BA"), transfer},
		"low cost at a large base":   {flight(t, "STN", "MRS", "FR"), flight(t, "MRS", "PMO", "FR"), through},
		"low cost away from a base":  {flight(t, "STN", "FNC", "FR"), flight(t, "FNC", "PMO", "FR"), transfer},
		"low cost at its small base": {flight(t, "STN", "OTP", "FR"), flight(t, "OTP", "PMO", "FR"), transfer},
	} {
		if got := relate(tt.in, tt.out); got != tt.want {
			t.Errorf("%s: %d, want %d", name, got, tt.want)
		}
	}
}

func TestMinimumConnectionTimes(t *testing.T) {
	for name, tt := range map[string]struct {
		in, out *timetable.Flight
		r       relation
		want    int
	}{
		"at home":                         {flight(t, "OVD", "SCQ", "IB"), flight(t, "SCQ", "SVQ", "IB"), through, 40},
		"at home, large airport":          {flight(t, "SCQ", "MAD", "IB"), flight(t, "MAD", "SVQ", "IB"), through, 50},
		"abroad to abroad":                {flight(t, "DXB", "VIE", "OS"), flight(t, "VIE", "LHR", "OS"), through, 60},
		"abroad to abroad, large airport": {flight(t, "DXB", "FRA", "LH"), flight(t, "FRA", "LHR", "LH"), through, 70},
		"from home abroad":                {flight(t, "INN", "VIE", "OS"), flight(t, "VIE", "LHR", "OS"), through, 70},
		"from abroad home":                {flight(t, "LHR", "VIE", "OS"), flight(t, "VIE", "INN", "OS"), through, 80},
		"into the United States":          {flight(t, "FRA", "SEA", "LH"), flight(t, "SEA", "PDX", "AS"), interline, 115},
		"another carrier":                 {flight(t, "DXB", "VIE", "EK"), flight(t, "VIE", "LHR", "OS"), through, 70},
		"two tickets":                     {flight(t, "DXB", "VIE", "EK"), flight(t, "VIE", "LHR", "BA"), transfer, 160},
		"two tickets at home":             {flight(t, "OVD", "SCQ", "VY"), flight(t, "SCQ", "SVQ", "IB"), transfer, 150},
	} {
		if got := minimumWait(tt.in, tt.out, tt.r); got != tt.want {
			t.Errorf("%s: %d minutes, want %d", name, got, tt.want)
		}
	}
}

func TestAPlanIsSoldByAsFewCarriersAsCanSellIt(t *testing.T) {
	sold := func(flights ...*timetable.Flight) []string {
		var rides []Ride
		for _, f := range flights {
			rides = append(rides, Ride{Flight: f})
		}
		var all []string
		for _, market := range markets(rides) {
			codes := ""
			for _, s := range market {
				codes += s.Airline.Code + " "
			}
			all = append(all, codes)
		}
		return all
	}
	for name, tt := range map[string]struct {
		flights []*timetable.Flight
		want    string
	}{
		"each by its own":              {[]*timetable.Flight{flight(t, "DXB", "FRA", "EK"), flight(t, "FRA", "LHR", "BA")}, "EK BA "},
		"through":                      {[]*timetable.Flight{flight(t, "DXB", "FRA", "EK", "LH"), flight(t, "FRA", "LHR", "LH")}, "LH LH "},
		"two carriers sell it through": {[]*timetable.Flight{flight(t, "SIN", "FRA", "SQ", "LH"), flight(t, "FRA", "LHR", "LH", "SQ")}, "SQ SQ |LH LH "},
		"through as far as it goes":    {[]*timetable.Flight{flight(t, "SIN", "FRA", "SQ"), flight(t, "FRA", "LHR", "LH", "SQ"), flight(t, "LHR", "DUB", "EI")}, "SQ SQ EI "},
	} {
		got := ""
		for i, s := range sold(tt.flights...) {
			if i > 0 {
				got += "|"
			}
			got += s
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestAChangeWantsItsMinimumAndNoMoreThanTheLongestWait(t *testing.T) {
	in := Ride{Flight: flight(t, "DXB", "VIE", "OS"), Land: 1000}
	for wait, want := range map[int64]bool{-10: false, 0: false, 59: false, 60: true, 720: true, 721: false} {
		out := Ride{Flight: flight(t, "VIE", "LHR", "OS"), Leave: 1000 + wait}
		if got := allowed(in, out, through, usualWait); got != want {
			t.Errorf("a wait of %d minutes is allowed: %v", wait, got)
		}
	}
}
