package flights

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/words"
)

func scheduled(number string, periods ...apiclient.OperatingPeriod) apiclient.ScheduledFlight {
	return apiclient.ScheduledFlight{
		AirlineCode: "RX", FlightNumber: &number, DepartureAirportCode: "DXB", ArrivalAirportCode: "LHR",
		DepartureTime: "22:10", ArrivalTime: "02:05", ArrivalDayOffset: "1", DurationMinutes: json.Number("475"), StopsCount: "0",
		OperatingPeriods: periods,
		Segments:         []apiclient.ScheduleSegment{{AirlineCode: "RX", AircraftName: new("Boeing 787-9")}},
	}
}

func between(first, last string, weekdays ...int) apiclient.OperatingPeriod {
	return apiclient.OperatingPeriod{StartDate: &first, EndDate: &last, Weekdays: weekdays}
}

func schedules(coverage apiclient.Coverage, flights ...apiclient.ScheduledFlight) *apiclient.ScheduleResults {
	return &apiclient.ScheduleResults{Results: flights, Metadata: apiclient.ScheduleResultsMetadata{
		From: apiclient.ScheduleEndpoint{Requested: "DXB", ResolvedCityCode: "DXB"}, To: apiclient.ScheduleEndpoint{Requested: "LHR", ResolvedCityCode: "LON"},
		Page: 1, PageSize: 200, ResultCount: len(flights), TotalCandidates: len(flights), Coverage: coverage,
	}}
}

// numbers returns the flight numbers of a view, in order.
func numbers(v flightview.Timetable) []string {
	var out []string
	for _, f := range v.Flights {
		out = append(out, f.Number)
	}
	return out
}

func TestAFlightIsReadAsPublished(t *testing.T) {
	got := timetableFlight(scheduled("105", between("2026-10-25", "2027-03-27", 1, 7, 0, 8, -1), apiclient.OperatingPeriod{}))
	want := flightview.TimetableFlight{
		Number: "RX 105", From: "DXB", To: "LHR", Departs: "22:10", Arrives: "02:05", DayOffset: 1, Minutes: 475, Aircraft: "Boeing 787-9",
		Periods: []flightview.OperatingPeriod{{Days: []time.Weekday{time.Monday, time.Sunday}, First: words.Day("2026-10-25"), Last: words.Day("2027-03-27")}, {}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestAFlightOfSeveralSegmentsIsCalledByAllOfThem(t *testing.T) {
	s := scheduled("")
	s.FlightNumber = nil
	s.Segments = []apiclient.ScheduleSegment{{AirlineCode: "RX", FlightNumber: new("1")}, {AirlineCode: "XY"}}
	if got := flightNumber(s); got != "RX 1 + XY" {
		t.Errorf("got %q", got)
	}
}

// Unknown does not mean no: a flight without published days is listed on every day, and never counted as daily.
func TestADayKeepsWhatIsPublishedForItAndWhatIsNotKnown(t *testing.T) {
	const friday = "2026-11-27"
	answer := schedules(apiclient.CoverageComplete,
		scheduled("friday", between("2026-10-25", "2027-03-27", 5)),
		scheduled("monday", between("2026-10-25", "2027-03-27", 1)),
		scheduled("summer", between("2027-03-28", "2027-10-30", 5)),
		scheduled("last day", between("2026-10-25", friday, 5)),
		scheduled("no days", between("2026-10-25", "2027-03-27")),
		scheduled("no days, past", between("2025-10-25", "2026-03-27")),
		scheduled("nothing"),
		scheduled("no dates", apiclient.OperatingPeriod{Weekdays: []int{5}}),
	)
	v := timetable(answer, timetableAsked{on: friday, today: words.Day("2026-11-21")})
	want := []string{"RX friday", "RX last day", "RX no days", "RX nothing", "RX no dates"}
	if diff := cmp.Diff(want, numbers(v)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if len(v.Week) != 0 {
		t.Errorf("a day's list counts a week: %+v", v.Week)
	}
	wantNotes := []string{
		"Left out: 3 entries not published for this day.",
		"2 entries are without published days: when they leave is not known, and need not be every day.",
	}
	if diff := cmp.Diff(wantNotes, v.Notes); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestTheWeekAheadCountsOnlyWhatIsPublished(t *testing.T) {
	v := timetable(schedules(apiclient.CoverageComplete,
		scheduled("1", between("2026-10-25", "2026-11-23", 1, 6), between("2026-11-24", "2027-03-27", 2, 6)),
		scheduled("2", between("2026-11-22", "2026-11-22", 7)),
		scheduled("3"),
	), timetableAsked{today: time.Date(2026, 11, 21, 23, 0, 0, 0, time.UTC)})
	var counts []int
	for _, d := range v.Week {
		counts = append(counts, d.Flights)
	}
	if want := []int{1, 1, 1, 1, 0, 0, 0}; !slices.Equal(counts, want) || v.Unsaid != 1 || !v.Week[0].Day.Equal(words.Day("2026-11-21")) {
		t.Errorf("got %v from %s and %d unsaid, want %v", counts, v.Week[0].Day, v.Unsaid, want)
	}
}

func TestAnUncertainTimetableSaysWhy(t *testing.T) {
	more := schedules(apiclient.CoverageTruncated, scheduled("1", between("2026-10-25", "2027-03-27", 1)))
	more.Metadata.HasMore, more.Metadata.TotalCandidates = true, 400
	past := schedules(apiclient.CoverageComplete)
	past.Metadata.Page, past.Metadata.TotalCandidates = 3, 300
	tests := map[string]struct {
		answer *apiclient.ScheduleResults
		want   []string
	}{
		"empty": {schedules(apiclient.CoverageComplete), []string{
			"No timetable is published for this route; that does not mean nothing flies.",
		}},
		"truncated, more pages": {more, []string{
			desk.TruncatedList,
			"1 of 400 entries read; more with --limit or --all.",
		}},
		"past the end": {past, []string{
			"Page 3 is past the last page, 2.",
		}},
	}
	for name, test := range tests {
		v := timetable(test.answer, timetableAsked{today: words.Day("2026-11-21")})
		if diff := cmp.Diff(test.want, v.Notes); diff != "" || len(v.Week) != 0 {
			t.Errorf("%s: week %v, notes -want +got\n%s", name, v.Week, diff)
		}
	}
}

func TestACodeOfTheServiceIsSuggestedOnlyWhenItIsOne(t *testing.T) {
	answer := schedules(apiclient.CoverageComplete)
	answer.Metadata.To.Requested = "$(x)"
	if got := timetable(answer, timetableAsked{}).Next; got != nil {
		t.Errorf("suggested %q", got)
	}
}

// A person who asks for an airport and a route sees that airport this week, and is told what else exists and how to
// see it.
func TestATimetableIsOfTheWeekAndTheAirportsThatWereNamed(t *testing.T) {
	gatwick := scheduled("gatwick", between("2026-10-25", "2027-03-27", 6))
	gatwick.ArrivalAirportCode = "LGW"
	answer := schedules(apiclient.CoverageComplete,
		scheduled("now", between("2026-10-25", "2027-03-27", 6), between("2027-10-25", "2028-03-27", 6)),
		scheduled("ends today", between("2026-10-25", "2026-11-21", 6)),
		scheduled("ended", between("2026-10-25", "2026-11-20", 6)),
		scheduled("in a week", between("2026-11-28", "2027-03-27", 6)),
		scheduled("summer", between("2027-03-28", "2027-10-30", 6)),
		scheduled("not known"), gatwick,
	)
	for name, test := range map[string]struct {
		asked timetableAsked
		want  []string
		note  string
	}{
		"as it is": {timetableAsked{}, []string{"RX now", "RX ends today", "RX not known"},
			"Left out: 1 entry of other airports of LON (--city shows them); 3 entries of other weeks (--all-seasons)."},
		"the city": {timetableAsked{city: true}, []string{"RX now", "RX ends today", "RX not known", "RX gatwick"},
			"Left out: 3 entries of other weeks (--all-seasons)."},
		"all seasons": {timetableAsked{allSeasons: true}, []string{"RX now", "RX ends today", "RX ended", "RX in a week", "RX summer", "RX not known"},
			"Left out: 1 entry of other airports of LON (--city shows them)."},
		"everything": {timetableAsked{allSeasons: true, city: true}, []string{"RX now", "RX ends today", "RX ended", "RX in a week", "RX summer", "RX not known", "RX gatwick"},
			"1 entry is without published days: when they leave is not known, and need not be every day."},
	} {
		test.asked.today = time.Date(2026, 11, 21, 23, 59, 0, 0, time.UTC) // a Saturday
		v := timetable(answer, test.asked)
		if diff := cmp.Diff(test.want, numbers(v)); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
		if v.Notes[0] != test.note {
			t.Errorf("%s: got the note %q, want %q", name, v.Notes[0], test.note)
		}
		if len(v.Flights[0].Periods) != map[bool]int{false: 1, true: 2}[test.asked.allSeasons] {
			t.Errorf("%s: periods %v", name, v.Flights[0].Periods)
		}
	}
	if none := timetable(schedules(apiclient.CoverageComplete, gatwick), timetableAsked{today: words.Day("2026-11-21")}); len(none.Flights) > 0 ||
		none.Notes[0] != "No flights are published for these airports and days; there may still be some." {
		t.Errorf("at no airport that was named: %+v", none)
	}
}
