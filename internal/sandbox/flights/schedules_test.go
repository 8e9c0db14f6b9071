package flights

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/testkit/resttest"
)

// schedule returns every line of a route's timetable, and the metadata.
func schedule(t *testing.T, route, query string) (lines []wire.ScheduledFlight, said wire.ScheduleResultsMetadata) {
	t.Helper()
	for n := 1; ; n++ {
		v := resttest.Sent(t, "getFlightSchedules", fmt.Sprint("from=", route[:3], "&to=", route[4:], "&pageSize=200&page=", n, query))
		got := shared().Schedules(created, v, "US")
		if lines = append(lines, got.Results...); !got.Metadata.HasMore {
			return lines, got.Metadata
		}
	}
}

// publishedOn returns the flights that a timetable has on a day, with places and local times, and the numbers
// without published days.
func publishedOn(results []wire.ScheduledFlight, day time.Time) (flies []string, untold map[string]bool) {
	untold = map[string]bool{}
	date, weekday := day.Format(time.DateOnly), (int(day.Weekday())+6)%7+1
	for _, f := range results {
		if len(f.OperatingPeriods) == 0 || f.OperatingPeriods[0].Weekdays == nil {
			untold[f.AirlineCode+*f.FlightNumber] = true
			continue
		}
		for _, p := range f.OperatingPeriods {
			if *p.StartDate <= date && date <= *p.EndDate && slices.Contains(p.Weekdays, weekday) {
				flies = append(flies, fmt.Sprint(f.AirlineCode, *f.FlightNumber, f.DepartureAirportCode, f.ArrivalAirportCode,
					f.DepartureTime, f.ArrivalTime, f.ArrivalDayOffset, f.DurationMinutes))
			}
		}
	}
	return flies, untold
}

func TestTheTimetableHoldsOnEveryDayThatCanBeBooked(t *testing.T) {
	city := shared().table.City
	for _, route := range []string{"FRA-ANC", "FRA-BGI", "SCL-MAD", "LON-DXB", "NYC-LON", "SYD-AKL", "CAI-ROM"} {
		today := timetable.DayOf(created)
		results, _ := schedule(t, route, "")
		for day := today - 1; day <= today+horizon; day++ {
			published, untold := publishedOn(results, day.Date())
			var flown []string
			for _, r := range (&planner{table: shared().table}).rides(city(route[:3]), city(route[4:]), day, day) {
				leaves, lands := local(r.From, r.leave), local(r.To, r.land)
				for _, s := range r.Sold {
					if number := s.Airline.Code + strconv.Itoa(s.Number); !untold[number] {
						flown = append(flown, fmt.Sprint(number, r.From.Code, r.To.Code,
							leaves.Format("15:04"), lands.Format("15:04"), int(timetable.DayOf(lands)-day), r.Block))
					}
				}
			}
			if diff := cmp.Diff(slices.Sorted(slices.Values(flown)), slices.Sorted(slices.Values(published))); diff != "" {
				t.Fatalf("%s on %s (-flown +published):\n%.1500s", route, day, diff)
			}
		}
	}
}

func TestALongListIsTruncatedAtItsCapAndOneCarrierIsNot(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine asks: a race would show in a smaller test")
	}
	lines, m := schedule(t, "OSA-TYO", "")
	if m.Coverage != wire.CoverageTruncated || m.TotalCandidates != maxScheduled || len(lines) != maxScheduled {
		t.Errorf("Osaka to Tokyo: %d lines, %+v", len(lines), m)
	}
	sum := 0
	for _, a := range data.Airlines() {
		_, m := schedule(t, "OSA-TYO", "&airline="+a.Code)
		if m.Coverage != wire.CoverageComplete {
			t.Errorf("%s: %+v", a.Code, m)
		}
		sum += m.TotalCandidates
	}
	if sum <= maxScheduled {
		t.Errorf("the carriers have %d lines", sum)
	}
}

func TestARouteThatNobodyFliesHasAnEmptyTimetable(t *testing.T) {
	for _, route := range []string{"SYD-LON", "LHR-LGW", "DXB-DXB"} {
		lines, m := schedule(t, route, "")
		if len(lines) != 0 || m.TotalCandidates != 0 || m.Coverage != wire.CoverageComplete {
			t.Errorf("%s: %d lines, %+v", route, len(lines), m)
		}
	}
}
