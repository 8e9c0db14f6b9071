package timetable

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/data"
)

func newTable(t testing.TB) *Timetable {
	t.Helper()
	return New(1)
}

func place(t testing.TB, table *Timetable, code string) *Place {
	t.Helper()
	p, ok := table.byCode[code]
	if !ok {
		t.Fatalf("no place %s", code)
	}
	return p
}

// The table is edited by hand. This test names the line of a mistake.
func TestTheTableIsInOrder(t *testing.T) {
	g := newTable(t)
	flown := map[string]string{} // carrier and pair of airports, to their line
	numbers := map[string]string{}
	last := ""
	for n, line := range strings.Split(strings.TrimSuffix(tableText, "\n"), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		head, rest, _ := strings.Cut(line, "  ")
		code, from, _ := strings.Cut(head, " ")
		airline, _ := data.AirlineByCode(code)
		if len([]rune(line)) > 110 {
			t.Errorf("line %d is longer than 110 characters", n+1)
		}
		for text := range strings.SplitSeq(rest, " · ") {
			where := fmt.Sprintf("line %d: %s %s", n+1, head, text)
			s, err := g.service(text)
			if err != nil {
				t.Errorf("%s: %v", where, err)
				continue
			}
			if place := head + " " + s.place.Code; place <= last {
				t.Errorf("%s does not come after %s", where, last)
			} else {
				last = place
			}
			pair := code + min(from, s.place.Code) + max(from, s.place.Code)
			if flown[pair] != "" || from == s.place.Code || g.byCode[from].CityCode == s.place.CityCode {
				t.Errorf("%s: flown already, or within a city: %s", where, flown[pair])
			}
			flown[pair] = where
			checkService(t, where, airline, g.byCode[from], s)
			for i := range 2 * ((s.weekly + 6) / 7) {
				if number := fmt.Sprint(code, s.first+i); s.first > 0 && numbers[number] != "" {
					t.Errorf("%s: %s is a number of %s", where, number, numbers[number])
				} else if s.first > 0 {
					numbers[number] = where
				}
			}
		}
	}
	if len(flown) < 30_000 {
		t.Errorf("the table has only %d services", len(flown))
	}
}

func checkService(t *testing.T, where string, airline *data.Airline, from *Place, s *service) {
	t.Helper()
	if s.weekly > 25*7 || s.first%2 == 0 && s.first > 0 || s.first > 900 {
		t.Errorf("%s: too many flights, or a number that is even or too high", where)
	}
	km := Distance(from, s.place)
	for _, v := range s.types {
		if !slices.Contains(airline.Fleet, v) {
			t.Errorf("%s: %s does not fly the %s", where, airline.Name, v.Code)
		}
		if km > v.Range && km > 300 {
			t.Errorf("%s: %.0f km with an aircraft of %.0f km", where, km, v.Range)
		}
	}
	if from.Station != 0 || s.place.Station != 0 {
		t.Errorf("%s: a plane to a station", where)
	}
}

// Malformed services are rejected.
func TestAServiceThatIsNone(t *testing.T) {
	g := newTable(t)
	for _, text := range []string{"", "LHR", "LHR 6/day", "ZZZ 6/day 388", "LHR 6/month 388", "LHR 0/day 388", "LHR 6/day 38X", "LHR 6/day 388 spring", "LHR 6/day 388 #x"} {
		if s, err := g.service(text); err == nil {
			t.Errorf("%q is read as %+v", text, s)
		}
	}
}

// The table agrees with well-known facts about which nonstop flights exist and which do not.
func TestNonstopsThatExistAndThatDoNot(t *testing.T) {
	file, err := os.ReadFile("testdata/nonstops.txt")
	if err != nil {
		t.Fatal(err)
	}
	table := newTable(t)
	count := map[bool]int{}
	for line := range strings.Lines(string(file)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		c := strings.Split(strings.TrimSpace(line), "|") // from, to, carrier or any, yes or no, reason
		fly := fliers(table.Route(place(t, table, c[0]), place(t, table, c[1])))
		wanted, flown := c[3] == "yes", slices.Contains(fly, c[2]) || c[2] == "any" && len(fly) > 0
		count[wanted]++
		if wanted != flown {
			t.Errorf("%s-%s is flown by %v, not as it should be: %s", c[0], c[1], fly, line)
		}
	}
	if count[true] < 125 || count[false] < 53 {
		t.Errorf("the list has %d nonstops that exist and %d that do not", count[true], count[false])
	}
}

// fliers returns the operators and the main sellers of flights, without trains and buses.
func fliers(flights []*Flight) []string {
	var codes []string
	for _, f := range flights {
		if !f.Aircraft.OnGround() {
			codes = append(codes, f.Operator.Code, f.Sold[0].Airline.Code)
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

func TestACitySearchMayEndAtAStation(t *testing.T) {
	table := newTable(t)
	codes := map[string]string{}
	for _, code := range []string{"LON", "LHR", "ZZZ"} {
		for _, p := range table.Ends(code) {
			codes[code] += p.Code + " "
		}
	}
	if !strings.Contains(codes["LON"], "LHR") || !strings.Contains(codes["LON"], "QQS") || codes["LHR"] != "LHR " || codes["ZZZ"] != "" {
		t.Errorf("searches end at %v", codes)
	}
}

func TestSeasonsTurnOnTheLastSundays(t *testing.T) {
	for date, summer := range map[string]bool{
		"2026-03-28": false, "2026-03-29": true, "2026-10-24": true, "2026-10-25": false,
		"2027-03-27": false, "2027-03-28": true, "2027-12-31": false, "2024-03-31": true,
	} {
		midnight, err := time.Parse(time.DateOnly, date)
		day := DayOf(midnight)
		if got, next := day.Season(); err != nil || got != summer || next <= day || next.Weekday() != 7 {
			t.Errorf("%s is in summer: %v, until %s, error %v", date, got, next, err)
		}
	}
}
