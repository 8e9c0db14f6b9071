package gazetteer

import (
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/words"
)

// codes returns the codes of cities as one text.
func codes(cities []City) string {
	var list []string
	for _, c := range cities {
		list = append(list, c.Code)
	}
	return strings.Join(list, " ")
}

func TestANameInAnyLanguageFindsItsCities(t *testing.T) {
	for name, want := range map[string]string{
		"münchen": "MUC", "MUNCHEN": "MUC", "Muenchen": "MUC", "東京": "TYO", "La": "LAX", "roma": "RMA ROM", "": "", "—": "", "nowhere": "",
	} {
		if got := codes(Named(name)); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

func TestAnAreaHasItsAirportsTheBusiestFirst(t *testing.T) {
	for name, want := range map[string]string{
		"Hawaii": "HNL OGG KOA LIH", "Sicilia": "CTA PMO", "Κρήτη": "HER CHQ", "Açores": "PDL TER", "Kykladen": "JTR JMK",
		"New York": "", "Wien": "", "Genève": "", "München": "",
	} {
		if got := codes(Area(name)); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// Tables written by hand have folded names and refer only to known places.
func TestTheTablesByHandAreTrue(t *testing.T) {
	for _, text := range []string{areasText, elsewhereText} {
		for _, row := range Rows(text) {
			names := row[1:]
			if text == elsewhereText {
				names = row[2:]
			}
			for _, name := range names {
				if words.Fold(name) != name {
					t.Errorf("%s: %q is folded %q", row[0], name, words.Fold(name))
				}
				if text == elsewhereText && !slices.ContainsFunc(Elsewhere(name), func(c City) bool { return c.Name == row[0] && c.Passengers() > 0 }) {
					t.Errorf("%s does not lead to %s", name, row[1])
				}
			}
			_, region := RegionName(row[0])
			for code := range strings.FieldsSeq(row[0]) {
				if _, city := CityOf(code); text == areasText && !city && !region {
					t.Errorf("no city or region %s", code)
				}
			}
		}
	}
}
