package data

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNamesFollowTheLocaleAndFallBackToEnglish(t *testing.T) {
	cases := []struct{ city, country, locale, wantCity, wantCountry string }{
		{"LON", "GB", "en", "London", "United Kingdom"},
		{"LON", "GB", "", "London", "United Kingdom"},
		{"LON", "GB", "fr", "Londres", "Royaume-Uni"},
		{"LON", "GB", "fr-CA", "Londres", "Royaume-Uni"},
		{"LON", "GB", "de-AT", "London", "Vereinigtes Königreich"},
		{"TYO", "JP", "ja", "東京", "日本"},
		{"TYO", "JP", "zh-TW", "東京", "日本"},
		{"TYO", "JP", "zh", "东京", "日本"},
		{"MOW", "MK", "sr", "Москва", "Северна Македонија"},
		{"MOW", "MK", "sr-Latn", "Moskva", "Severna Makedonija"},
		{"TYO", "CZ", "pt-PT", "Tóquio", "Chéquia"},
		{"TYO", "CZ", "pt-BR", "Tóquio", "Tchéquia"},
		{"VIE", "AT", "no", "Wien", "Østerrike"},
		{"LON", "GB", "xx", "London", "United Kingdom"},
		{"LON", "GB", "not a locale", "London", "United Kingdom"},
		{"LON", "GB", "fr-\x00-\xff", "London", "United Kingdom"},
		{"LON", "ZZ", "fr", "Londres", "ZZ"},
	}
	for _, c := range cases {
		city, _ := Load().City(c.city)
		got := []string{Load().CityName(city, c.locale), Load().CountryName(c.country, c.locale)}
		if diff := cmp.Diff([]string{c.wantCity, c.wantCountry}, got); diff != "" {
			t.Errorf("%s, %s in %q (-want +got):\n%s", c.city, c.country, c.locale, diff)
		}
	}
}

func TestThereAreFortyLocales(t *testing.T) {
	w := Load()
	if n := len(w.Locales()); n < 40 {
		t.Errorf("%d locales", n)
	}
	for _, locale := range w.Locales() {
		if got := w.Locale(locale); got != locale {
			t.Errorf("%s is served by %s", locale, got)
		}
	}
	for tag, want := range map[string]string{
		"zh-HK": "zh-Hant", "zh-SG": "zh", "pt-AO": "pt-PT", "iw": "he", "in": "id", "tl": "fil",
		"es-419": "es", "en-GB": "en", "": "en", "tlh": "en", "sr-Latn-RS": "sr-Latn", "nn": "nb",
	} {
		if got := w.Locale(tag); got != want {
			t.Errorf("%q is served by %s, want %s", tag, got, want)
		}
	}
}

func TestCountries(t *testing.T) {
	want := map[string]Country{
		"CH": {Code: "CH", Name: "Switzerland", Capital: "Bern", Currency: "CHF", Languages: []string{"de", "fr", "it"}},
		"US": {Code: "US", Name: "United States", ShortName: "US", Capital: "Washington D.C.", Currency: "USD", Languages: []string{"en"}},
		"HR": {Code: "HR", Name: "Croatia", Capital: "Zagreb", Currency: "EUR", Languages: []string{"hr"}},
		"HK": {Code: "HK", Name: "Hong Kong", ShortName: "Hong Kong", Capital: "Hong Kong", Currency: "HKD", Languages: []string{"zh", "en"}},
		"AQ": {Code: "AQ", Name: "Antarctica"},
	}
	for code, country := range want {
		got, _ := Load().Country(code)
		if diff := cmp.Diff(country, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", code, diff)
		}
	}
	if _, ok := Load().Country("XX"); ok {
		t.Error("XX is a country")
	}
	for _, a := range Load().Airports() {
		if c, ok := Load().Country(a.Country); !ok || c.Currency == "" {
			t.Errorf("%s: country %s is unknown or has no currency", a.Code, a.Country)
		}
	}
}

func TestRegions(t *testing.T) {
	for code, want := range map[string]string{"US-CA": "California", "JP-13": "Tōkyō Prefecture", "BQ-U-A": "", "XX-1": ""} {
		got, ok := Load().RegionName(code)
		if got != want || ok != (want != "") {
			t.Errorf("%s is %q, %v; want %q", code, got, ok, want)
		}
	}
}

func TestAliasesAreOfKnownCities(t *testing.T) {
	for code := range Load().aliases().byKey {
		if _, ok := Load().City(code); !ok {
			t.Errorf("no city %s", code)
		}
	}
}

func TestAliasesHoldTheNamesOfOtherLanguages(t *testing.T) {
	for code, want := range map[string]string{"PRG": "prago", "SGN": "saigon", "DPS": "bali", "BOM": "bombay", "YOK": "横浜"} {
		names := strings.Split(strings.Join(slices.Collect(Load().Aliases(code)), "\x1f"), "\x1f")
		if !slices.Contains(names, want) {
			t.Errorf("%s lacks %s: %q", code, want, names)
		}
	}
	if got := slices.Collect(Load().Aliases("XXX")); len(got) > 0 {
		t.Errorf("an unknown city has aliases: %q", got)
	}
}

func TestLocalNamesHoldEachLanguageThatDiffers(t *testing.T) {
	got := slices.Collect(Load().LocalNames("MT"))
	if !slices.Contains(got, "Malte") || slices.Contains(got, "") {
		t.Errorf("Malta is %q", got)
	}
}

func BenchmarkDecodeNames(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		decodeNames()
	}
}

func BenchmarkDecodeAliases(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		keyedTable(aliasesFile, aliasColumns)
	}
}

func BenchmarkCityName(b *testing.B) {
	c, _ := Load().City("LON")
	b.ReportAllocs()
	for b.Loop() {
		Load().CityName(c, "pt-AO")
	}
}
