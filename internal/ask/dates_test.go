package ask

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/problem"
)

// Saturday, 21 November 2026, late in the evening of a zone east of Greenwich.
var saturday = time.Date(2026, 11, 21, 23, 30, 0, 0, time.FixedZone("", 4*3600))

// ParseDay is a day that is certain, for someone who speaks the languages.
func ParseDay(text string, base time.Time, languages ...string) (string, bool) {
	days := Days{Today: func() time.Time { return base }, Languages: func() []string { return languages }}
	found := days.Read(text)
	if len(found) != 1 {
		return "", false
	}
	return found[0].Value, true
}

func TestDatesOfTheGrammar(t *testing.T) {
	for text, want := range map[string]string{
		"2026-12-25":       "2026-12-25",
		"2028-02-29":       "2028-02-29",
		"today":            "2026-11-21",
		"Tomorrow":         "2026-11-22",
		"+0d":              "2026-11-21",
		"+30d":             "2026-12-21",
		"+2w":              "2026-12-05",
		"+1m":              "2026-12-21",
		"in 3 days":        "2026-11-24",
		"in 1 week":        "2026-11-28",
		"fri":              "2026-11-27",
		"sat":              "2026-11-28", // never today: the coming one
		"this sunday":      "2026-11-22",
		"tues":             "2026-11-24",
		"25 dec":           "2026-12-25",
		"25. December":     "2026-12-25",
		"dec 25, 2026":     "2026-12-25",
		"21 nov":           "2026-11-21",
		"20 nov":           "2027-11-20",
		"Jan 1":            "2027-01-01",
		"29 feb":           "2028-02-29",
		"  25   dec 2026":  "2026-12-25",
		"dec 25":           "2026-12-25",
		"25th december":    "2026-12-25",
		"Fri 25 Dec":       "2026-12-25", // as the screens write it
		"Fri, 25 Dec 2026": "2026-12-25",
		"31/12/2026":       "2026-12-31",
		"31.12.2026":       "2026-12-31",
		"12/31/2026":       "2026-12-31",
		"5/5/2027":         "2027-05-05",
		"2026/12/31":       "2026-12-31",
		"in 3 weeks":       "2026-12-12",
		"in 10 days":       "2026-12-01",
		"in a week":        "2026-11-28",
		"on friday":        "2026-11-27",
	} {
		if got, ok := ParseDay(text, saturday); !ok || got != want {
			t.Errorf("ParseDay(%q) = %q, %v, want %q", text, got, ok, want)
		}
	}
}

func TestDatesRefused(t *testing.T) {
	for _, text := range []string{
		"", "2026-02-30", "2026-13-01", "12/25", "20261225", "f", "fr", "friyay",
		"31 feb", "0 jan", "32 dec", "+d", "+1y", "-3d", "soon", "25 decx", "25 juk", "25", "dec", "2026-12", "tomorrow 25 dec", "+9999d",
		"31/12-2026", "13/13/2026", "31/2/2027", "1/2/27", "sat 25 dec", "next dec", "3 nights", "+3", "freitag", "next 25 dec",
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
	for _, seed := range []string{"2026-12-25", "25 dec", "+14d", "fri", "in 2 weeks", "feb 29, 2028", "İ 1", "3/4/2027", "next fri", "vendredi", "1 janv. 2027"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := ParseDay(text, saturday, "fr", "ja")
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

func TestDaysInOtherLanguages(t *testing.T) {
	for _, tt := range [][3]string{
		{"de", "Freitag", "2026-11-27"}, {"de-CH", "Fr", "2026-11-27"}, {"de_DE.UTF-8", "25. Dezember", "2026-12-25"},
		{"fr", "vendredi", "2026-11-27"}, {"fr", "25 décembre", "2026-12-25"}, {"es", "25 de diciembre", "2026-12-25"},
		{"it", "venerdì", "2026-11-27"}, {"pt", "sexta-feira", "2026-11-27"}, {"nl", "vrijdag", "2026-11-27"},
		{"ja", "金曜日", "2026-11-27"}, {"de", "friday", "2026-11-27"}, {"fr", "mar", "2026-11-24"},
	} {
		if got, ok := ParseDay(tt[1], saturday, tt[0]); !ok || got != tt[2] {
			t.Errorf("%s in %s = %q, %v, want %s", tt[1], tt[0], got, ok, tt[2])
		}
	}
}

// What people mean differently is never decided in silence, in no language.
func TestDaysThatHaveToBeAsked(t *testing.T) {
	for text, want := range map[string]string{
		"next friday": "2026-11-27 2026-12-04",
		"next sat":    "2026-11-28 2026-12-05",
		"3/4/2027":    "2027-04-03 2027-03-04",
		"3.4.2027":    "2027-04-03 2027-03-04",
		"03-04-2027":  "2027-04-03 2027-03-04",
	} {
		for _, language := range []string{"en-US", "de"} {
			days := Days{Today: func() time.Time { return saturday }, Languages: func() []string { return []string{language} }}
			var got []string
			for _, r := range days.Read(text) {
				got = append(got, r.Value)
			}
			if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
				t.Errorf("%s in %s, -want +got:\n%s", text, language, diff)
			}
		}
	}
	_, err := (&Days{Today: func() time.Time { return saturday }}).One("DATE", "3/4/2027")
	if err == nil || err.Error() != `DATE 3/4/2027 may be 2027-04-03 or 2027-03-04` || problem.ClassOf(err) != problem.Choice {
		t.Error(err)
	}
}

// A return and a check-out count from the day before them; in 3 weeks may count from today too.
func TestDaysThatCountFromAnother(t *testing.T) {
	days := Days{Today: func() time.Time { return saturday }, From: "2026-12-11"}
	for text, want := range map[string]string{
		"3 nights": "2026-12-14", "1 night": "2026-12-12", "3n": "2026-12-14", "+3": "2026-12-14", "+3d": "2026-12-14", "for 3 nights": "2026-12-14",
		"+3 nights": "2026-12-14", "a night": "2026-12-12", "2 weeks": "2026-12-25", "+2w": "2026-12-25", "fri": "2026-12-18", "tomorrow": "2026-12-12",
		"in 2 weeks": "2026-12-25", "in 3 weeks": "2027-01-01 2026-12-12", "3": "", "nights": "", "3 days": "",
	} {
		var got []string
		for _, r := range days.Read(text) {
			got = append(got, r.Value)
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s, -want +got:\n%s", text, diff)
		}
	}
}

func TestTheWordsOfDaysAreJoined(t *testing.T) {
	for _, tt := range []struct {
		typed string
		least int
		want  []string // none where it is refused
	}{
		{"dec 25", 1, []string{"dec 25"}},
		{"25 dec 2026", 1, []string{"25 dec 2026"}},
		{"in 3 weeks", 1, []string{"in 3 weeks"}},
		{"dec 25 jan 3", 1, []string{"dec 25", "jan 3"}},
		{"dec 25 3 nights", 2, []string{"dec 25", "3 nights"}},
		{"next friday 3 nights", 2, []string{"next friday", "3 nights"}},
		{"fri in 3 weeks", 1, []string{"fri", "in 3 weeks"}},
		{"fri sun", 1, []string{"fri", "sun"}},
		{"+3d +2d", 2, []string{"+3d", "+2d"}},
		{"fri 25 december 2026", 1, nil}, // one day, or Friday and a return
		{"fri 26 dec", 1, nil},
		{"fri sat sun", 1, nil},
		{"dec 25", 2, nil},
		{"soonish", 1, []string{"soonish"}}, // its own parser refuses it
		{"PAR fri", 1, []string{"PAR", "fri"}},
		{"PAR fri sun", 1, nil},
		{"fri _", 1, []string{"fri", ""}},
		{"_ 25 dec", 1, nil},
	} {
		days := Days{Today: func() time.Time { return saturday }}
		got, err := days.Join(strings.Split(strings.ReplaceAll(tt.typed, "_", ""), " "), []string{"DATE", "RETURN"}, tt.least)
		if !slices.Equal(got, tt.want) || (err != nil) != (tt.want == nil) {
			t.Errorf("%s: %q, %v, want %q", tt.typed, got, err, tt.want)
		}
	}
}
