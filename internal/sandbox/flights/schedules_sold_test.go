package flights

import (
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// departure is a nonstop flight under one of its numbers on one day.
type departure struct {
	Airline, Number, From, To string
	Departs, Arrives          string // local HH:MM
	Days                      int
	Minutes                   float64
}

func (d departure) number() string { return d.Airline + d.Number + d.From + d.To }

// soldOn is every nonstop segment that one-way searches between all airports of
// two cities sell on a day.
func soldOn(route, date string) map[string]departure {
	sold := map[string]departure{}
	for _, from := range codesOf(route[:3]) {
		for _, to := range codesOf(route[4:]) {
			q := asked(from+"-"+to, "")
			q.Out = date
			trips := shared().search(q).ByCode
			for _, c := range shared().Results(q, settled, dollars, ResultsParams{Page: 1, PageSize: 5000, Stops: []int{0}}).Results {
				leg, number := c.Legs[0], trips[code(c)].Legs[0].Sold[0].Number
				d := departure{
					Airline: leg.Airlines[0].Code, Number: strconv.Itoa(number), From: leg.From, To: leg.To, Departs: leg.DepartsAt[11:16],
					Arrives: leg.ArrivesAt[11:16], Days: int(leg.ArrivalDayOffset), Minutes: leg.DurationMinutes,
				}
				sold[d.number()] = d
			}
		}
	}
	return sold
}

// codesOf is the codes that a search of every airport of a city takes: its own,
// or those of its airports where one of them has taken it.
func codesOf(city string) []string {
	if _, taken := data.Load().Airport(city); !taken {
		return []string{city}
	}
	var codes []string
	c, _ := data.Load().City(city)
	for _, a := range c.Airports {
		codes = append(codes, a.Code) // that of the city's own code finds its stations too
	}
	return codes
}

// publishedOn is what the timetable says flies on a day, and the numbers whose
// days it does not tell.
func publishedOn(results []wire.ScheduledFlight, date string) (flies map[string]departure, untold map[string]bool) {
	flies, untold = map[string]departure{}, map[string]bool{}
	for _, f := range results {
		d := departure{
			Airline: f.AirlineCode, Number: *f.FlightNumber, From: f.DepartureAirportCode, To: f.ArrivalAirportCode,
			Departs: f.DepartureTime, Arrives: f.ArrivalTime, Days: int(f.ArrivalDayOffset), Minutes: f.DurationMinutes,
		}
		vague := func(p wire.OperatingPeriod) bool { return p.Weekdays == nil }
		if len(f.OperatingPeriods) == 0 || slices.ContainsFunc(f.OperatingPeriods, vague) {
			untold[d.number()] = true
			continue
		}
		if slices.ContainsFunc(f.OperatingPeriods, func(p wire.OperatingPeriod) bool { return covers(p, date) }) {
			flies[d.number()] = d
		}
	}
	return flies, untold
}

// TestTheTimetableIsWhatSearchesSell compares the two both ways, flight by
// flight with local times: a nonstop segment that a search sells is published
// for that day, and a published flight of that day is found by a search. Days
// around every change of clocks are among them.
func TestTheTimetableIsWhatSearchesSell(t *testing.T) {
	dates := []string{"2026-11-21", "2026-12-25", "2027-02-03", "2027-03-13", "2027-03-14", "2027-03-27", "2027-03-28", "2027-03-29",
		"2027-04-03", "2027-04-04", "2027-06-15", "2027-09-25", "2027-10-30", "2027-10-31", "2027-11-06", "2027-11-07", "2027-11-21"}
	if testing.Short() { // one goroutine asks: a race would show on any day
		dates = []string{"2026-11-21", "2027-03-28"}
	}
	vague := 0
	for _, route := range routes {
		results := schedule(route, nil).Results
		for _, date := range dates {
			sold := soldOn(route, date)
			flies, untold := publishedOn(results, date)
			for number := range sold {
				if untold[number] {
					vague++
					delete(sold, number)
				}
			}
			if diff := cmp.Diff(sold, flies); diff != "" {
				t.Errorf("%s on %s (-sold +published):\n%.1500s", route, date, diff)
			}
		}
	}
	if vague == 0 {
		t.Error("no search sold a flight whose recurrence is unknown")
	}
}

// Every day that can be booked of a route of one summer and of one over clocks
// that change in opposite seasons.
func TestTheTimetableHoldsOnEveryDayThatCanBeBooked(t *testing.T) {
	for _, route := range []string{"DUS-IZM", "SCL-MAD"} {
		today := timetable.DayOf(created)
		c := planner.NewClocks(shared().table)
		results := schedule(route, nil).Results
		for day := today - 1; day <= today+horizon; day++ {
			flies, untold := publishedOn(results, day.String())
			flown := flown(c, route, day, untold)
			if diff := cmp.Diff(flown, flies); diff != "" {
				t.Fatalf("%s on %s (-flown +published):\n%.1500s", route, day, diff)
			}
		}
	}
}

// flown is every nonstop flight of a day except those under some numbers.
func flown(c *planner.Clocks, route string, day timetable.Day, but map[string]bool) map[string]departure {
	all := map[string]departure{}
	for _, a := range shared().gates(route[:3]) {
		for _, b := range shared().gates(route[4:]) {
			for _, r := range c.Rides(a, b, day) {
				for _, s := range r.Sold {
					d := departure{
						Airline: s.Airline.Code, Number: strconv.Itoa(s.Number), From: a.Code, To: b.Code,
						Departs: c.Local(a, r.Leave).Format("15:04"), Arrives: c.Local(b, r.Land).Format("15:04"),
						Minutes: float64(r.Block), Days: int(timetable.DayOf(c.Local(b, r.Land)) - day),
					}
					if !but[d.number()] {
						all[d.number()] = d
					}
				}
			}
		}
	}
	return all
}

func TestALineWithoutPeriodsHasTheTimesOfItsNextDeparture(t *testing.T) {
	n := 0
	for _, route := range routes {
		for _, f := range schedule(route, nil).Results {
			if len(f.OperatingPeriods) > 0 || n == 12 {
				continue
			}
			n++
			want := departure{
				Airline: f.AirlineCode, Number: *f.FlightNumber, From: f.DepartureAirportCode, To: f.ArrivalAirportCode,
				Departs: f.DepartureTime, Arrives: f.ArrivalTime, Days: int(f.ArrivalDayOffset), Minutes: f.DurationMinutes,
			}
			if diff := cmp.Diff(want, nextSold(route, want.number())); diff != "" {
				t.Errorf("(-published +sold next):\n%s", diff)
			}
		}
	}
	if n == 0 {
		t.Error("every line has periods")
	}
}

// nextSold is a number's next departure that searches sell.
func nextSold(route, number string) departure {
	today := timetable.DayOf(created)
	for day := today; day <= today+horizon; day++ {
		if d, ok := soldOn(route, day.String())[number]; ok {
			return d
		}
	}
	return departure{}
}
