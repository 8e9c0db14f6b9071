package visa

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/sandbox/data"
)

// TestWellKnownRules checks facts that are easy to look up, in both directions.
func TestWellKnownRules(t *testing.T) {
	for _, tt := range []struct {
		rule, passport, free, visa string // destinations, with blanks between
	}{
		{"freedom of movement", "BG", "DE FR IS NO CH LI IE CY", ""},
		{"the Schengen visa list", "IN", "", "DE FR CH AT"},
		{"the list without a visa", "AE", "DE FR CH AT", "US AU"},
		{"the common travel area", "IE", "GB GG JE IM", ""},
		{"the waiver programme of the US", "JP", "US", ""},
		{"its members of the EU are not all", "RO", "CA GB DE", "US"},
		{"the compacts with the Pacific", "PW", "US FM MH", ""},
		{"ASEAN", "VN", "BN ID KH LA MY PH SG TH MM", "JP US"},
		{"the Gulf", "QA", "AE BH KW OM SA", ""},
		{"ECOWAS", "GH", "NG SN CI TG BJ BF ML CV", "DE"},
		{"East Africa", "KE", "UG TZ RW BI", "GB"},
		{"MERCOSUR and its neighbours", "PY", "AR BR CL UY PE BO CO EC", "US"},
		{"the Caribbean", "JM", "BB TT AG LC GD", "US GB"},
		{"the north of India", "NP", "IN", "CN US"},
		{"the north of India, back", "IN", "NP BT MU TH", "US CN"},
		{"a passport of a special region", "HK", "GB DE JP TH", "US"},
		{"countries that open to all", "AF", "SC FM HT", "DE IN"},
		{"a passport many countries know", "SG", "US CN JP GB DE BR TH AU", "PK"},
	} {
		free := Load().Destinations(tt.passport)
		for place := range strings.FieldsSeq(tt.free) {
			if !slices.Contains(free, place) {
				t.Errorf("%s: %s needs a visa for %s", tt.rule, tt.passport, place)
			}
		}
		for place := range strings.FieldsSeq(tt.visa) {
			if slices.Contains(free, place) {
				t.Errorf("%s: %s needs no visa for %s", tt.rule, tt.passport, place)
			}
		}
	}
}

func TestEveryListIsOfCountriesThatExist(t *testing.T) {
	w := data.Load()
	all := Load().destinations
	if len(all) < 150 {
		t.Errorf("%d passports", len(all))
	}
	for passport, places := range all {
		if _, ok := w.Country(passport); !ok {
			t.Errorf("no country has the passport %s", passport)
		}
		seen := map[string]bool{passport: true} // no one needs a visa for home
		for _, place := range places {
			if _, ok := w.Country(place); !ok || seen[place] {
				t.Errorf("%s: %s is not a country, or comes twice, or is home", passport, place)
			}
			seen[place] = true
		}
	}
}

func TestATerritoryIsHomeToItsPassportAndAPlaceToOthers(t *testing.T) {
	for home, territory := range map[string]string{"FR": "RE", "NL": "AW", "DK": "GL", "GB": "BM", "US": "PR", "NZ": "CK", "FI": "AX"} {
		if slices.Contains(Load().Destinations(home), territory) {
			t.Errorf("%s is listed for %s", territory, home)
		}
		if !slices.Contains(Load().Destinations("SE"), territory) {
			t.Errorf("%s is not listed for SE", territory)
		}
	}
}

func TestTerritoriesComeLast(t *testing.T) {
	places := Load().Destinations("SE")
	first := slices.IndexFunc(places, func(place string) bool { return place == "FO" || place == "GL" })
	for _, state := range []string{"US", "JP", "ZA", "TV", "MH"} {
		if i := slices.Index(places, state); i > first {
			t.Errorf("%s is walked at %d, behind the territories from %d", state, i, first)
		}
	}
}

func TestAnUnknownPassportGoesNowhere(t *testing.T) {
	for _, passport := range []string{"ZZ", "AQ", "BM", "", "de"} {
		if places := Load().Destinations(passport); len(places) != 0 {
			t.Errorf("%q goes to %v", passport, places)
		}
	}
}

func TestMembersAreReadFromLeftToRight(t *testing.T) {
	table := parse("ab = AA BB\nabc = ab CC\nXX : abc -ab DD\nYY : abc -BB BB\nZZ : AA AA\nZZ : CC\nhome AA = ZZ\n")
	for passport, want := range map[string]string{"AA": "YY", "BB": "YY", "CC": "XX YY ZZ", "DD": "XX"} {
		if got := strings.Join(table.Destinations(passport), " "); got != want {
			t.Errorf("%s goes to %q, want %q", passport, got, want)
		}
	}
}

func TestAFaultInTheTableIsShown(t *testing.T) {
	for text, want := range map[string]string{
		"ab = AA\nab = BB": "the group comes twice",
		"XX : nobody":      "no group nobody",
		"XX : AA -nobody":  "no group nobody",
		"XXX : AA":         "no place XXX",
		"XX AA":            "neither a group nor places",
	} {
		if got := fault(text); !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func fault(text string) (message string) {
	defer func() { message = fmt.Sprint(recover()) }()
	parse(text)
	return ""
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		parse(text)
	}
}
