package flights

import (
	"fmt"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

var hhmm = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d$`)

func TestEveryLineIsWellFormed(t *testing.T) {
	seen := map[string]int{}
	for _, route := range routes {
		results := schedule(route, nil).Results
		if len(results) == 0 {
			t.Errorf("%s has no timetable", route)
		}
		for _, f := range results {
			if f.StopsCount != 0 || len(f.Segments) != 1 || f.OperatingPeriods == nil || f.FlightNumber == nil ||
				!hhmm.MatchString(f.DepartureTime) || !hhmm.MatchString(f.ArrivalTime) {
				t.Errorf("%s: %+v", route, f)
			}
			s := f.Segments[0]
			want := wire.ScheduleSegment{
				DepartureAirportCode: f.DepartureAirportCode, ArrivalAirportCode: f.ArrivalAirportCode, DepartureTime: f.DepartureTime,
				ArrivalTime: f.ArrivalTime, AirlineCode: f.AirlineCode, AirlineName: s.AirlineName, DurationMinutes: &f.DurationMinutes,
				FlightNumber: f.FlightNumber, AircraftCode: f.AircraftCode, AircraftName: s.AircraftName,
			}
			if diff := cmp.Diff(want, s); diff != "" {
				t.Errorf("%s (-flight +segment):\n%s", route, diff)
			}
			if (s.AircraftCode == nil) != (s.AircraftName == nil) || s.AirlineName == nil {
				t.Errorf("%s: segment %+v", route, s)
			}
			if f.AircraftCode == nil {
				seen["without aircraft"]++
			}
			if len(f.OperatingPeriods) == 0 {
				seen["without recurrence"]++
			}
			checkPeriods(t, f, seen)
		}
	}
	for _, rarity := range []string{"without aircraft", "without recurrence", "without weekdays", "on some days"} {
		if seen[rarity] == 0 {
			t.Errorf("no line %s", rarity)
		}
	}
}

// checkPeriods wants periods in order, apart from each other, and each to begin
// and end on a day of operation.
func checkPeriods(t *testing.T, f wire.ScheduledFlight, seen map[string]int) {
	t.Helper()
	last := ""
	for _, p := range f.OperatingPeriods {
		if *p.StartDate > *p.EndDate || *p.StartDate <= last {
			t.Errorf("%s %s: periods %v", f.AirlineCode, *f.FlightNumber, describe(f.OperatingPeriods))
		}
		last = *p.EndDate
		if p.Weekdays == nil {
			seen["without weekdays"]++
			continue
		}
		if len(p.Weekdays) < 7 {
			seen["on some days"]++
		}
		if !slices.IsSorted(p.Weekdays) || p.Weekdays[0] < 1 || p.Weekdays[len(p.Weekdays)-1] > 7 || !covers(p, *p.StartDate) || !covers(p, *p.EndDate) {
			t.Errorf("%s %s: period %v", f.AirlineCode, *f.FlightNumber, describe([]wire.OperatingPeriod{p}))
		}
	}
}

func describe(periods []wire.OperatingPeriod) (text []string) {
	for _, p := range periods {
		text = append(text, fmt.Sprint(*p.StartDate, " to ", *p.EndDate, " on ", p.Weekdays))
	}
	return text
}

// covers tells whether a period holds a date and its weekday.
func covers(p wire.OperatingPeriod, date string) bool {
	day, err := time.Parse(time.DateOnly, date)
	weekday := (int(day.Weekday())+6)%7 + 1
	return err == nil && *p.StartDate <= date && date <= *p.EndDate && slices.Contains(p.Weekdays, weekday)
}

// On the first and on the last day of each period the local times and the
// duration of a line agree with the zones at both ends.
func TestTimesOnALineHoldOnTheDaysOfItsPeriods(t *testing.T) {
	zone := func(code string) *time.Location {
		p, _ := shared().table.Place(code)
		return shared().table.Zone(p)
	}
	for _, route := range routes {
		for _, f := range schedule(route, nil).Results {
			for _, p := range f.OperatingPeriods {
				for _, date := range []string{*p.StartDate, *p.EndDate} {
					from, to := zone(f.DepartureAirportCode), zone(f.ArrivalAirportCode)
					leave, err := time.ParseInLocation("2006-01-02 15:04", date+" "+f.DepartureTime, from)
					if err != nil {
						t.Fatal(err)
					}
					land := leave.Add(time.Duration(f.DurationMinutes) * time.Minute).In(to)
					days := timetable.DayOf(land) - timetable.DayOf(leave)
					if land.Format("15:04") != f.ArrivalTime || float64(days) != f.ArrivalDayOffset {
						t.Errorf("%s %s on %s lands at %s, +%d days; its line says %s, %+v", f.AirlineCode, *f.FlightNumber, date,
							land.Format("15:04"), days, f.ArrivalTime, f.ArrivalDayOffset)
					}
				}
			}
		}
	}
}
