package holiday

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"travel.example/travel/internal/sandbox/data"
)

func TestEveryHolidayHasANameInItsOwnCountrysLanguage(t *testing.T) {
	w := data.Load()
	for market, rules := range Load().markets {
		country, _ := w.Country(market)
		own := "en"
		for _, language := range country.Languages {
			if strings.HasPrefix(w.Locale(language), language) || language == "no" {
				own = w.Locale(language + "-" + market)
				break
			}
		}
		for _, r := range rules {
			if _, in := names().find(r.key+"@"+market, r.key, own); in != own && in != kin(own) {
				t.Errorf("%s has no name in %s, the language of %s", r.key, own, market)
			}
		}
	}
}

func TestNamesInMoreThanOneLanguage(t *testing.T) {
	for _, tt := range []struct{ market, day, language, want string }{
		{"US", "2026-11-26", "en", "Thanksgiving Day"},
		{"US", "2026-11-26", "ja", "感謝祭"},
		{"US", "2026-09-07", "en", "Labor Day"},
		{"CA", "2026-09-07", "en", "Labour Day"},
		{"US", "2026-07-04", "pt", "Dia da Independência"},
		{"BR", "2026-09-07", "pt", "Independência do Brasil"},
		{"PT", "2026-10-05", "pt-PT", "Implantação da República"},
		{"JP", "2026-05-06", "ja", "振替休日(憲法記念日)"},
		{"JP", "2026-05-06", "en", "Constitution Memorial Day (observed)"},
		{"US", "2026-07-03", "pl", "Dzień Niepodległości (dzień wolny w zamian)"},
		{"US", "2027-06-18", "ja", "Juneteenth (observed)"},
		{"RS", "2026-02-15", "sr", "Дан државности"},
		{"RS", "2026-02-15", "sr-Latn", "Dan državnosti"},
		{"TW", "2026-02-20", "zh-Hant", "農曆春節補假"},
		{"CN", "2026-09-25", "zh-Hant", "中秋節"},
		{"KR", "2026-09-25", "ko", "추석"},
		{"KR", "2026-09-25", "sv", "Chuseok"},
	} {
		found := Load().Between(tt.market, must(t, tt.day), must(t, tt.day))
		if len(found) != 1 || found[0].Name(tt.language) != tt.want {
			t.Errorf("%s %s in %s: %v, want %s", tt.market, tt.day, tt.language, found, tt.want)
		}
	}
}

// TestTheTableOfNamesIsWhole wants no row that nothing uses, no language that
// no reader can ask for, and a frame for days in lieu wherever there is a name.
func TestTheTableOfNamesIsWhole(t *testing.T) {
	used := map[string]bool{lieuKey: true}
	for market, rules := range Load().markets {
		for _, r := range rules {
			used[r.key], used[r.key+"@"+market] = true, true
		}
	}
	locales := data.Load().Locales()
	for key, row := range names() {
		if !used[key] {
			t.Errorf("nothing uses %s", key)
		}
		for language, name := range row {
			if !slices.Contains(locales, language) {
				t.Errorf("%s: no one reads %s", key, language)
			}
			if names()[lieuKey][kin(language)] == "" {
				t.Errorf("%s: there is no frame in %s", key, language)
			}
			if name != strings.TrimSpace(name) || strings.ContainsFunc(name, unicode.IsControl) || (strings.Count(name, "*") == 1) != (key == lieuKey) {
				t.Errorf("%s: the name %q", key, name)
			}
		}
	}
}

// TestEveryHolidayHasANameInEveryLanguage would panic for one without a name.
func TestEveryHolidayHasANameInEveryLanguage(t *testing.T) {
	for _, market := range Load().Markets() {
		for _, o := range Load().Between(market, Date(2026, time.January, 1), Date(2028, time.December, 31)) {
			for _, language := range data.Load().Locales() {
				if o.Name(language) == "" {
					t.Errorf("%s %s has no name in %s", market, o.Slug(), language)
				}
			}
		}
	}
}
