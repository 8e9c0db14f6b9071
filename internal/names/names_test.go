package names

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestTheTableIsWhole(t *testing.T) {
	if n := strings.Count(table, "\n"); n != 23 {
		t.Errorf("%d languages", n)
	}
	for line := range strings.Lines(table) {
		tag, _, _ := strings.Cut(line, "\t")
		for n, test := range map[int]struct {
			separator string
			least     int
		}{weekdays: {",", 7}, months: {",", 12}, regions: {";", 241}} {
			if got := field(n, []string{tag}); len(got) != 1 || strings.Count(got[0], test.separator)+1 < test.least {
				t.Errorf("%s: field %d is %q", tag, n, got)
			}
		}
	}
}

func TestWeekdaysByTheirNames(t *testing.T) {
	for _, tt := range []struct {
		language, text string
		want           time.Weekday
	}{
		{"de", "Freitag", time.Friday}, {"de-AT", "fr", time.Friday}, {"de_DE.UTF-8", "Do.", time.Thursday},
		{"fr", "vendredi", time.Friday}, {"fr", "VEN.", time.Friday}, {"es", "miércoles", time.Wednesday},
		{"es", "miercoles", time.Wednesday}, {"es", "mié", time.Wednesday}, {"it", "giovedì", time.Thursday},
		{"pt-BR", "terça-feira", time.Tuesday}, {"pt", "segunda", time.Monday}, {"nl", "za", time.Saturday},
		{"nl", "zater", time.Saturday}, {"tr", "pazar", time.Sunday}, {"tr", "pazartesi", time.Monday},
		{"no", "lørdag", time.Saturday}, {"ja", "金曜日", time.Friday}, {"ja", "金", time.Friday}, {"ru", "пт", time.Friday},
	} {
		if got, ok := Weekday(tt.text, []string{tt.language}); !ok || got != tt.want {
			t.Errorf("%s in %s = %v, %v, want %v", tt.text, tt.language, got, ok, tt.want)
		}
	}
	for _, tt := range [][2]string{{"de", "vendredi"}, {"en", "f"}, {"xx", "friday"}, {"", "friday"}, {"fr", ""}, {"de", "m"}, {"hu", "v"}} {
		if got, ok := Weekday(tt[1], tt[:1]); ok {
			t.Errorf("%s in %q = %v", tt[1], tt[0], got)
		}
	}
}

func TestMonthsByTheirNames(t *testing.T) {
	for _, tt := range []struct {
		language, text string
		want           time.Month
	}{
		{"de", "Dezember", time.December}, {"de", "märz", time.March}, {"fr", "août", time.August}, {"fr", "juil.", time.July},
		{"es", "enero", time.January}, {"ru", "декабря", time.December}, {"pl", "grudnia", time.December},
	} {
		if got, ok := Month(tt.text, []string{tt.language}); !ok || got != tt.want {
			t.Errorf("%s in %s = %v, %v, want %v", tt.text, tt.language, got, ok, tt.want)
		}
	}
	if got, ok := Month("jui", []string{"fr"}); ok {
		t.Errorf("jui, which is juin or juillet, is %v", got)
	}
}

func TestCountriesByTheirNames(t *testing.T) {
	for text, want := range map[string]string{
		"Portugal": "PT", "germany": "DE", "Deutschland": "DE", "ÖSTERREICH": "AT", "osterreich": "AT", "UK": "GB", "USA": "US", "U.S.A.": "US",
		"United Arab Emirates": "AE", "uae": "AE", "Ivory Coast": "CI", "Côte d'Ivoire": "CI", "Turkey": "TR", "Türkiye": "TR",
		"Czech Republic": "CZ", "Bosnia and Herzegovina": "BA", "bosnia & herzegovina": "BA", "Trinidad": "TT", "South Korea": "KR",
		"Nordkorea": "KP", "Ireland": "IE", "Niger": "NE", "China": "CN", "Georgia": "GE", "Holland": "NL", "Guinea-Bissau": "GW",
		"St. Lucia": "LC", "Dominica": "DM", "Hong Kong": "HK", "Papua New Guinea": "PG", "Netherlands": "NL", "helena": "SH",
		"Korea": "KP KR", "congo": "CD CG", "Guinea": "GN GQ GW PG", "Virgin Islands": "VG VI", "Samoa": "AS WS",
		"north": "KP MK", "Atlantis": "", "PRT": "", "P": "", "": "", "\xff": "", "& &": "",
	} {
		var codes []string
		for _, c := range Countries(text, []string{"de"}) {
			codes = append(codes, c.Code)
		}
		slices.Sort(codes)
		if got := strings.Join(codes, " "); got != want {
			t.Errorf("%q = %q, want %q", text, got, want)
		}
	}
	if found := Countries("Allemagne", []string{"de"}); found != nil {
		t.Errorf("a French name in German is %v", found)
	}
	if near := Near("Portugl", nil); len(near) == 0 || near[0].Name != "Portugal" {
		t.Errorf("near Portugl: %v", near)
	}
}

func FuzzCountries(f *testing.F) {
	f.Add("Côte d’Ivoire")
	f.Add("\x1b[31m")
	f.Add("&&&")
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range Countries(text, []string{"fr", "ar"}) {
			if len(c.Code) != 2 || c.Name == "" {
				t.Errorf("%q is %+v", text, c)
			}
		}
	})
}

// The list for the shell has the same English names that countries are found by.
func TestAllCountriesHaveTheirNames(t *testing.T) {
	all := All()
	if len(all) != len(countries(nil)) || !slices.IsSortedFunc(all, func(a, b Country) int { return strings.Compare(a.Name, b.Name) }) {
		t.Errorf("%d countries, or in no order", len(all))
	}
	for _, c := range countries(nil) {
		if got := CountryName(c.Code); got != c.Name {
			t.Errorf("%s is %q, want %q", c.Code, got, c.Name)
		}
	}
	if got := CountryName("ZZ"); got != "" {
		t.Errorf("ZZ is %q", got)
	}
}
