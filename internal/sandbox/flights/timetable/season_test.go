package timetable

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func day(t testing.TB, text string) Day {
	t.Helper()
	d, err := ParseDay(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestSeasonsTurnOnTheLastSundays(t *testing.T) {
	for _, tt := range []struct {
		date   string
		season Season
	}{
		{"2026-03-28", Winter}, {"2026-03-29", Summer}, {"2026-10-24", Summer}, {"2026-10-25", Winter},
		{"2027-03-27", Winter}, {"2027-03-28", Summer}, {"2027-12-31", Winter}, {"2024-03-31", Summer},
	} {
		d := day(t, tt.date)
		for _, s := range []Season{Summer, Winter} {
			if got := s.Has(d); got != (s == tt.season) {
				t.Errorf("season %d has %s: %v", s, tt.date, got)
			}
		}
		if !AllYear.Has(d) {
			t.Errorf("all year lacks %s", tt.date)
		}
	}
}

func TestSpansAreCutToTheDaysAskedFor(t *testing.T) {
	first, last := day(t, "2026-11-21"), day(t, "2027-11-20")
	spans := func(s Season) []string {
		var all []string
		for _, x := range s.Spans(first, last) {
			all = append(all, x.First.String()+" "+x.Last.String())
		}
		return all
	}
	want := map[Season][]string{
		AllYear: {"2026-11-21 2027-11-20"},
		Summer:  {"2027-03-28 2027-10-30"},
		Winter:  {"2026-11-21 2027-03-27", "2027-10-31 2027-11-20"},
	}
	for s, days := range want {
		if diff := cmp.Diff(days, spans(s)); diff != "" {
			t.Errorf("season %d (-want +got):\n%s", s, diff)
		}
	}
}

func TestWeekdaysCountFromMonday(t *testing.T) {
	monday := day(t, "2026-11-23")
	for i := range 7 {
		if got := (monday + Day(i)).Weekday(); got != i+1 {
			t.Errorf("%s is weekday %d", monday+Day(i), got)
		}
		if only := Weekdays(1) << i; !only.Has(monday+Day(i)) || only.Has(monday+Day(i)+1) {
			t.Errorf("set %b is not just %s", only, monday+Day(i))
		}
	}
	if got := Day(-1).Weekday(); got != 3 {
		t.Errorf("31 December 1969 is weekday %d, want Wednesday", got)
	}
	if got := Weekdays(0b1000001).later(1); got != 0b0000011 {
		t.Errorf("Monday and Sunday, a day later: %b", got)
	}
}

func TestWeeklyPatternsHaveAsManyDaysAsFlights(t *testing.T) {
	for flights := 1; flights <= 7; flights++ {
		for choice := range 7 {
			days := 0
			for w := weeklyPattern(flights, choice); w > 0; w &= w - 1 {
				days++
			}
			if days != flights {
				t.Errorf("%d flights, choice %d: %d days", flights, choice, days)
			}
		}
	}
}
