package params

import (
	"testing"
	"time"
)

// Saturday, 21 November 2026, late in the evening of a zone east of Greenwich.
var saturday = time.Date(2026, 11, 21, 23, 30, 0, 0, time.FixedZone("", 4*3600))

func TestDatesOfTheGrammar(t *testing.T) {
	for text, want := range map[string]string{
		"2026-12-25":      "2026-12-25",
		"2028-02-29":      "2028-02-29",
		"today":           "2026-11-21",
		"Tomorrow":        "2026-11-22",
		"+0d":             "2026-11-21",
		"+30d":            "2026-12-21",
		"+2w":             "2026-12-05",
		"+1m":             "2026-12-21",
		"in 3 days":       "2026-11-24",
		"in 1 week":       "2026-11-28",
		"fri":             "2026-11-27",
		"sat":             "2026-11-28", // never today: the coming one
		"this sunday":     "2026-11-22",
		"tues":            "2026-11-24",
		"25 dec":          "2026-12-25",
		"25. December":    "2026-12-25",
		"dec 25, 2026":    "2026-12-25",
		"21 nov":          "2026-11-21",
		"20 nov":          "2027-11-20",
		"Jan 1":           "2027-01-01",
		"29 feb":          "2028-02-29",
		"  25   dec 2026": "2026-12-25",
	} {
		if got, ok := ParseDay(text, saturday); !ok || got != want {
			t.Errorf("ParseDay(%q) = %q, %v, want %q", text, got, ok, want)
		}
	}
}

func TestDatesRefused(t *testing.T) {
	for _, text := range []string{
		"", "2026-02-30", "2026-13-01", "12/25", "25/12/2026", "20261225", "next friday", "f", "fr", "friyay",
		"31 feb", "0 jan", "32 dec", "+d", "+1y", "-3d", "soon", "25 decx", "25 juk", "25", "dec", "2026-12", "tomorrow 25 dec", "+9999d",
	} {
		if got, ok := ParseDay(text, saturday); ok {
			t.Errorf("ParseDay(%q) = %q, want it refused", text, got)
		}
	}
}

func TestMonthsKeepToTheMonthTheyLandIn(t *testing.T) {
	base := time.Date(2027, 1, 31, 0, 0, 0, 0, time.UTC)
	if got, _ := ParseDay("+1m", base); got != "2027-02-28" {
		t.Errorf("+1m from 31 January = %s, want 2027-02-28", got)
	}
}

func FuzzParseDate(f *testing.F) {
	for _, seed := range []string{"2026-12-25", "25 dec", "+14d", "fri", "in 2 weeks", "feb 29, 2028", "İ 1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := ParseDay(text, saturday)
		if !ok {
			return
		}
		day, err := time.Parse(ISO, got)
		if err != nil || day.Format(ISO) != got {
			t.Errorf("ParseDay(%q) = %q, which is not a day", text, got)
		}
		if again, ok := ParseDay(got, saturday); !ok || again != got {
			t.Errorf("ParseDay(%q) = %q, %v: a result must read back as itself", got, again, ok)
		}
	})
}
