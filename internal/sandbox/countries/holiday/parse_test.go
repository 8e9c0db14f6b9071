package holiday

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestDaysAreDatesOfTheCalendar(t *testing.T) {
	for text, ok := range map[string]bool{
		"2026-02-28": true, "2028-02-29": true, "0001-01-01": true, "9999-12-31": true,
		"2026-02-29": false, "2100-02-29": false, "2026-13-01": false, "2026-00-10": false, "2026-04-31": false, "2026-1-1": false,
		"2026-01-00": false, "26-01-01": false, "2026-01-01T00:00:00Z": false, "": false, " 2026-01-01": false,
	} {
		d, err := ParseDay(text)
		if (err == nil) != ok || ok && d.String() != text {
			t.Errorf("%q: %s, %v", text, d, err)
		}
	}
	if got := DayOf(time.Date(2026, 11, 22, 0, 30, 0, 0, time.FixedZone("ahead", 9*3600))).String(); got != "2026-11-22" {
		t.Errorf("the day in the zone is %s", got)
	}
}

func TestAFaultInTheTablesIsShown(t *testing.T) {
	for rules, want := range map[string]string{
		"[XX]\na Jan 1\n[XX]\nb Jan 2":     "the market comes twice",
		"[XX]\na Jan":                      "no such feast",
		"[XX]\na Foo 1":                    "no month Foo",
		"[XX]\na Jan x":                    "no number x",
		"[XX]\na 2 day Jan":                "no weekday day",
		"[XX]\na mon after Jan 1":          "no such rule",
		"[XX]\na":                          "no such rule",
		"[XX]\na nowruz+1":                 "no such feast",
		"[XX]\na Jan 1 size=2":             "unknown option size",
		"[XX]\na Jan 1 also=sat":           "no shift",
		"[XX]\na Jan 1 move=hol+1":         "no weekday hol",
		"[XX]\na Jan 1 years=2030-2020":    "years end before they begin",
		"[XX]\na Jan 1 days=many":          "no number many",
		"[XX]\na Jan 1 years=soon-":        "no number soon",
		"[XX]\na Jan 1 also=sat+2,someday": "no number eday",
	} {
		if got := fault(func() { parse(rules, "feast 2026-01-01") }); !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", rules, got, want)
		}
	}
	for feasts, want := range map[string]string{
		"a 2026-02-30":               "no date",
		"a 2026-01-01\na 2027-01-01": "the feast comes twice",
		"easter 2026-04-05":          "the feast comes twice",
	} {
		if got := fault(func() { parse("", feasts) }); !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", feasts, got, want)
		}
	}
	for names, want := range map[string]string{
		"a":               "without a key",
		"a|A\na|B":        "without a key",
		"a|A|de":          "is not a name",
		"a|A|de X|de Y":   "is not a name",
		"a|A|en Another|": "is not a name",
	} {
		if got := fault(func() { parseNames(names) }); !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", names, got, want)
		}
	}
}

// fault is what a function panics with.
func fault(do func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	do()
	return ""
}
