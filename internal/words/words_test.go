package words

import (
	"testing"
	"time"
)

func TestDistancesAreToldAsATravelerCountsThem(t *testing.T) {
	for _, c := range []struct {
		km   float64
		unit Unit
		want string
	}{
		{0.04, Kilometres, "0.0 km"}, {9.94, Kilometres, "9.9 km"}, {9.96, Kilometres, "10 km"},
		{12345.4, Kilometres, "12,345 km"}, {1.609344, Miles, "1.0 mi"}, {8047, Miles, "5,000 mi"},
	} {
		if got := Distance(&c.km, c.unit); got != c.want {
			t.Errorf("%v km are %s, want %s", c.km, got, c.want)
		}
	}
}

func TestAFlightIsCalledByItsCarrierOnce(t *testing.T) {
	for _, c := range []struct{ carrier, number, want string }{
		{"EK", "201", "EK 201"}, {"EK", "EK 201", "EK 201"}, {"EK", "ek201", "EK 201"}, {"6E", "6E-2134", "6E 2134"},
		{"U2", "2123", "U2 2123"}, {"EK", "", "EK"}, {"", "BA 7", "BA 7"}, {"EK", "EKSPRESS", "EK EKSPRESS"}, {"3U", "3", "3U 3"}, {"EK", " 7 ", "EK 7"},
	} {
		if got := FlightNumber(c.carrier, c.number); got != c.want {
			t.Errorf("%q and %q: %q, want %q", c.carrier, c.number, got, c.want)
		}
	}
}

func TestALocalTimeWithoutAnOffsetKeepsItsClock(t *testing.T) {
	for text, want := range map[string]struct {
		clock string
		zoned bool
	}{
		"2026-12-25T13:20:00+04:00": {"2026-12-25 13:20", true}, "2026-12-25T13:20:00Z": {"2026-12-25 13:20", true},
		"2026-12-25T13:20:00": {"2026-12-25 13:20", false}, "2026-12-25T13:20": {"2026-12-25 13:20", false},
		"2026-12-25 13:20:59": {"2026-12-25 13:20", false}, "13:20": {"0001-01-01 00:00", true}, "": {"0001-01-01 00:00", true},
	} {
		at := Moment(text)
		if got := at.Format("2006-01-02 15:04"); got != want.clock || Zoned(at) != want.zoned {
			t.Errorf("%q is %s, zoned %t; want %s, %t", text, got, Zoned(at), want.clock, want.zoned)
		}
	}
}

func TestAWaitIsNeverToldShorterThanItIs(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Second: "0 s", 0: "0 s", time.Millisecond: "1 s", 1500 * time.Millisecond: "2 s", 75 * time.Second: "75 s",
		119 * time.Second: "119 s", 2 * time.Minute: "2 minutes", 200 * time.Second: "3 min 20 s", 3599 * time.Second: "59 min 59 s", 3601 * time.Second: "1 hour 1 minute", time.Hour: "1 hour",
		9999 * time.Second: "2 hours 47 minutes", 24*time.Hour - time.Second: "1 day", 25*time.Hour + time.Second: "1 day 2 hours",
		7 * 24 * time.Hour: "7 days",
	} {
		if got := Wait(d); got != want {
			t.Errorf("%s is told as %q, want %q", d, got, want)
		}
	}
}

func TestASentenceBeginsWithAnyLetter(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "it is": "It is", "éden": "Éden", "漢字": "漢字", "\xffx": "\xffx", "1 row": "1 row",
	} {
		if got := UpperFirst(text); got != want {
			t.Errorf("%q begins a sentence as %q, want %q", text, got, want)
		}
	}
}

func TestThereAreNeverLessThanNone(t *testing.T) {
	if got := Counted(-1150, "trip"); got != "0 trips" {
		t.Errorf("got %q", got)
	}
}

// A day has its year unless it is within the next 11 months, and two days both have years if these differ.
func TestDaysHaveTheirYearWhereItIsNeeded(t *testing.T) {
	now := time.Date(2026, 11, 21, 23, 0, 0, 0, time.UTC)
	for days, want := range map[[2]string]string{
		{"2026-12-11", "2026-12-14"}: "Fri 11 Dec to Mon 14 Dec",
		{"2026-12-30", "2027-01-02"}: "Wed 30 Dec 2026 to Sat 2 Jan 2027",
		{"2026-12-10", "2027-12-05"}: "Thu 10 Dec 2026 to Sun 5 Dec 2027",
		{"2027-10-20", "2027-10-25"}: "Wed 20 Oct to Mon 25 Oct 2027",
		{"2025-12-11", "2025-12-14"}: "Thu 11 Dec to Sun 14 Dec 2025",
		{"2026-11-21", ""}:           "Sat 21 Nov",
		{"2027-10-20", ""}:           "Wed 20 Oct",
		{"2027-10-22", ""}:           "Fri 22 Oct 2027",
		{"2026-11-18", ""}:           "Wed 18 Nov 2026",
		{"", ""}:                     "",
	} {
		if got := Dates(Day(days[0]), Day(days[1]), now, " to "); got != want {
			t.Errorf("%v: %q, want %q", days, got, want)
		}
	}
	if got := Dates(Day("2026-12-11"), Day("2026-12-14"), time.Time{}, " to "); got != "Fri 11 Dec to Mon 14 Dec 2026" {
		t.Errorf("now not known: %q", got)
	}
}

func TestAnAgeIsToldInFullAndInShort(t *testing.T) {
	for d, want := range map[time.Duration][2]string{
		0: {"0 seconds", "0 s"}, time.Second: {"1 second", "1 s"}, 119 * time.Second: {"119 seconds", "119 s"},
		8 * time.Minute: {"8 minutes", "8 min"}, 23 * time.Hour: {"23 hours", "23 h"}, 72 * time.Hour: {"3 days", "3 d"},
	} {
		if got := [2]string{Age(d), ShortAge(d)}; got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
}
