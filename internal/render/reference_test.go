package render

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/countryview"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

func date(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// sampleTimetable has a flight of two seasons, one that is not published, one that lands the next
// day and one of two segments.
func sampleTimetable() flightview.Timetable {
	week := []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday, time.Sunday}
	winter := flightview.OperatingPeriod{Days: week, First: date(2026, 10, 25), Last: date(2027, 3, 27)}
	later := flightview.OperatingPeriod{Days: week, First: date(2027, 10, 31), Last: date(2028, 3, 25)}
	summer := flightview.OperatingPeriod{Days: []time.Weekday{time.Monday, time.Friday, time.Sunday}, First: date(2027, 3, 28), Last: date(2027, 10, 30)}
	return flightview.Timetable{
		From: "DXB", To: "LHR", About: []string{"6 entries, nonstop"}, Unsaid: 1,
		Week: []flightview.DayCount{{Day: date(2026, 11, 21), Flights: 3}, {Day: date(2026, 11, 22), Flights: 4}, {Day: date(2026, 11, 23), Flights: 0}},
		Flights: []flightview.TimetableFlight{
			{Number: "RX 105", From: "DXB", To: "LHR", Departs: "04:25", Arrives: "07:45", Minutes: 440, Aircraft: "Boeing 777-200LR", AircraftCode: "77L", Periods: []flightview.OperatingPeriod{winter, later}},
			{Number: "RX 105", From: "DXB", To: "LHR", Departs: "04:25", Arrives: "08:45", Minutes: 440, Aircraft: "Boeing 777-200LR", AircraftCode: "77L", Periods: []flightview.OperatingPeriod{summer}},
			{Number: "XY 2", From: "DWC", To: "LGW", Departs: "22:10", Arrives: "02:05", DayOffset: 1, Minutes: 475},
			{Number: "XY 4", From: "DWC", To: "LGW", Departs: "23:59", Arrives: "04:05", DayOffset: 1, Minutes: 486, AircraftCode: "32Q", Periods: []flightview.OperatingPeriod{winter, summer, {First: date(2027, 11, 1)}}},
			{Number: "XY 6 + XY 8", From: "DWC", To: "STN", Departs: "10:00", Arrives: "18:00", Minutes: 720, Stops: 1, Aircraft: "見本機", Periods: []flightview.OperatingPeriod{{Days: week}, {Last: date(2027, 1, 1)}, {Days: week, First: date(2027, 2, 1), Last: date(2027, 2, 1)}}},
		},
		Notes: []string{"LHR was read as its city, LON, with all its airports."},
		Next:  []string{"travel flights schedules DXB LHR --on fri"},
	}
}

// sampleWeek is what of it flies in seven days.
func sampleWeek() flightview.Timetable {
	v := sampleTimetable()
	v.First = date(2026, 11, 21)
	v.About = []string{"4 flights, nonstop"}
	v.Flights = slices.Delete(v.Flights, 1, 2)
	v.Notes = []string{"Left out: 12 entries of other airports of LON (--city shows them); 1 entry of other weeks (--all-seasons)."}
	return v
}

// sampleCalendar is a window that begins and ends inside a month.
func sampleCalendar() countryview.Calendar {
	golden := words.Days{From: date(2027, 5, 1), To: date(2027, 5, 5)}
	return countryview.Calendar{
		Frame: grid.Frame{
			Title: "Holidays in XX", About: []string{"20 Apr 2027 to 12 Jun 2027", "the coming 54 days"},
			Notes: []string{"The weekend of XX is counted as Saturday and Sunday."},
			Next:  []string{"travel countries holidays XX --from-date 2027-06-13 --to-date 2027-08-05"},
		},
		Holidays: []countryview.HolidayRow{
			{Name: "Example Day", Key: "example-day", Start: "2027-04-29", End: "2027-04-29", Days: words.Days{From: date(2027, 4, 29), To: date(2027, 4, 29)}},
			{Name: "Feast of the Sample", Key: "sample", Start: "2027-05-03", End: "2027-05-04", Days: words.Days{From: date(2027, 5, 3), To: date(2027, 5, 4)}, Break: golden},
			{Name: "Second Feast", Key: "second", Start: "2027-05-05", End: "2027-05-05", Days: words.Days{From: date(2027, 5, 5), To: date(2027, 5, 5)}, Break: golden},
			{Name: "見本の日", Key: "unclear", Start: "soon", End: "later"},
		},
		First: date(2027, 4, 20), Last: date(2027, 6, 12), WeekStart: time.Monday,
		Weekend: []time.Weekday{time.Saturday, time.Sunday}, Breaks: []words.Days{golden},
	}
}

// sampleWeekends has a row of each kind: without a day off, with some, over a new year and of foreign names.
func span(from, to time.Time) words.Days { return words.Days{From: from, To: to} }

func sampleWeekends() countryview.Weekends {
	day := func(name string, d time.Time) countryview.Holiday {
		return countryview.Holiday{Name: name, Days: span(d, d)}
	}
	return countryview.Weekends{
		Frame: grid.Frame{
			Title: "Long weekends in XX", About: []string{"your market", "20 Apr 2027 to 20 Apr 2028", "up to 4 days off each"},
			Notes: []string{"The weekend of XX is counted as Saturday and Sunday."},
			Next:  []string{"travel weekends XX --bridge 4"},
		},
		Rows: []countryview.Weekend{
			{Days: span(date(2027, 5, 1), date(2027, 5, 5)), Gained: 3, Holidays: []countryview.Holiday{{Name: "Feast of the Sample", Days: span(date(2027, 5, 3), date(2027, 5, 5))}}},
			{Days: span(date(2027, 12, 25), date(2028, 1, 2)), Off: []time.Time{date(2027, 12, 28), date(2027, 12, 29), date(2027, 12, 30)}, Gained: 2,
				Holidays: []countryview.Holiday{day("Sample Day", date(2027, 12, 25)), day("Sample Day", date(2027, 12, 27)), day("見本の日", date(2027, 12, 31))}},
			{Days: span(date(2027, 7, 1), date(2027, 7, 4)), Off: []time.Time{date(2027, 7, 2)}, Gained: 1, Holidays: []countryview.Holiday{day("Example & Model Day of the Far and Farther South", date(2027, 7, 1))}},
		},
	}
}

func sampleDirectory() countryview.Directory {
	v := countryview.Directory{
		Title: "Without a visa on a passport of XX   7 destinations", Columns: []string{"country_code", "name", "city"},
		Groups: []countryview.DirectoryGroup{{Name: "Nowhere"}, {Name: "Somewhere"}, {Name: "Elsewhere"}},
		Notes:  []string{"A country that is not in the list is only not in the list."},
	}
	for i, name := range []string{"Samplia", "Example & Model Islands of the Far and Farther South", "見本国", "Übungsland", "Mock", "Ru"} {
		code := string([]byte{'A', byte('A' + i)})
		v.Groups[1].Entries = append(v.Groups[1].Entries, countryview.DirectoryEntry{Code: code, Name: name, Facts: []string{"CTY", "CUR"}, Record: []string{code, name, "CTY"}})
	}
	v.Groups[2].Entries = []countryview.DirectoryEntry{{Code: "ZZ", Name: "Terra", Facts: []string{"", "EUR"}, Record: []string{"ZZ"}}}
	return v
}

func referenceViews() map[string]func() View {
	return map[string]func() View{
		"timetable":      func() View { return new(sampleTimetable()) },
		"timetable_week": func() View { return new(sampleWeek()) },
		"calendar":       func() View { return new(sampleCalendar()) },
		"weekends":       func() View { return new(sampleWeekends()) },
		"directory":      func() View { return new(sampleDirectory()) },
	}
}

func TestReferenceListsLookAsTheyAreMeantTo(t *testing.T) { checkLooks(t, drawn(referenceViews())) }

func TestReferenceRecordsKeepTheirFields(t *testing.T) {
	checkRecords(t, "reference", sampleTimetable(), sampleCalendar(), sampleDirectory(), sampleWeekends())
}

func TestNoTextOfAReferenceListReachesTheTerminalUncleaned(t *testing.T) {
	checkCleaned(t, referenceViews())
}

func TestNoLineOfAReferenceListIsWiderThanTheTerminal(t *testing.T) {
	checkWidths(t, random{rand.New(rand.NewPCG(5, 6))}, 300, referenceViews())
}

// nextCommand reports whether a line is a suggested next command, which stays whole so that it can be copied.
func nextCommand(line string) bool {
	line = strings.TrimSpace(sgr.ReplaceAllString(line, ""))
	return strings.HasPrefix(strings.TrimPrefix(line, "Next   "), "travel ")
}

// checkWidths draws the views with loose words on terminals of any width, and fails at a line that does
// not fit.
func checkWidths(t *testing.T, r random, rounds int, views map[string]func() View) {
	t.Helper()
	for round := range rounds {
		term := canvas.Terminal{TTY: true, Width: 20 + r.IntN(181), Unicode: r.IntN(4) > 0, Color: r.IntN(2) == 0}
		for name, view := range views {
			v := view()
			for _, leaf := range leaves(reflect.ValueOf(v).Elem()) {
				if r.IntN(3) == 0 {
					leaf.SetString(r.pick(looseWords))
				}
			}
			var out bytes.Buffer
			if err := New(&out, term, FormatText).Print(v); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(out.String()) {
				if got := canvas.Cells(strings.TrimSuffix(line, "\n")); got > term.Width && !nextCommand(line) {
					t.Fatalf("round %d: a line of the %s takes %d cells of %d:\n%s", round, name, got, term.Width, line)
				}
			}
		}
	}
}
