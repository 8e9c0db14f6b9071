package flow

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheMarketIsTwoLettersOrNothing(t *testing.T) {
	type found struct{ Market, Source string }
	want := map[string]found{
		`{"country_code":"AE"}`: {"AE", "country_code"},
		`{"country_code":"ae"}`: {"AE", "country_code"},
		`{"country_code":"AE","address":{"country":"GB"},"locale":"ja-JP"}`:  {"AE", "country_code"},
		`{"country_code":"ARE","address":{"country":"GB"},"locale":"ja-JP"}`: {"GB", "address.country"},
		`{"address":{"country":"United Kingdom"},"locale":"ja-JP"}`:          {},
		`{"address":"GB","locale":"en_GB"}`:                                  {},
		`{"country_code":7,"address":{"country":["GB"]},"locale":{"x":1}}`:   {},
		`{"country_code":null}`:                                              {},
		`{"country_code":"A1"}`:                                              {},
		`{"country_code":"é"}`:                                               {},
		`{"country_code":"ＡＥ"}`:                                              {},
		`{"country_code":" AE"}`:                                             {},
		`{"locale":"pt-BR"}`:                                                 {}, // never taken by itself
		`{"country_code":["AE"],"address":{"country":{"x":"GB"}}}`:           {},
		`{"country_code":"A\u202e"}`:                                         {},
		`{}`:                                                                 {},
	}
	got := map[string]found{}
	for text := range want {
		var claims map[string]any
		if err := json.Unmarshal([]byte(text), &claims); err != nil {
			t.Fatal(err)
		}
		country, source := market(claims, (Settings{}).marketClaims())
		got[text] = found{country, source}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTheMarketClaimMayBeAURLOrAPath(t *testing.T) {
	var claims map[string]any
	if err := json.Unmarshal([]byte(`{"https://id.example/claims.country":"PT","app":{"market":{"code":"ES"}}}`), &claims); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"https://id.example/claims.country": "PT", "app.market.code": "ES", "app.market": "", "app.none.code": "", "": "", ".": ""} {
		if got, _ := market(claims, []string{name}); got != want {
			t.Errorf("%q gave %q, want %q", name, got, want)
		}
	}
}

func TestTheFirstClaimThatHoldsAMarketCounts(t *testing.T) {
	claims := map[string]any{"a": "PT", "b": map[string]any{"c": "ES"}, "d": "Spain"}
	for _, test := range []struct {
		names           []string
		country, source string
	}{
		{[]string{"b.c", "a"}, "ES", "b.c"}, {[]string{"d", "none", "a", "b.c"}, "PT", "a"}, {[]string{"d"}, "", ""}, {nil, "", ""},
	} {
		if country, source := market(claims, test.names); country != test.country || source != test.source {
			t.Errorf("%v gave %q from %q", test.names, country, source)
		}
	}
}

func TestTheRegionOfALanguageTag(t *testing.T) {
	for tag, want := range map[string]string{
		"zh-Hant-TW": "TW", "zh-cmn-Hans-CN": "CN", "pt_BR.UTF-8": "BR", "de-CH-1996": "CH", "pt-br": "BR",
		"es-419": "", "en": "", "en-u-rg-gbzzzz": "", "AE": "", "": "", "-": "",
	} {
		if got := Region(tag); got != want {
			t.Errorf("%q gave %q, want %q", tag, got, want)
		}
	}
}

func TestALanguageTagHoldsNothingElse(t *testing.T) {
	for _, text := range []string{"", "pt BR", "x;ls-BR", "`x`-BR", "é-BR", strings.Repeat("a", 36)} {
		if got := (Settings{}).accountOf(map[string]any{"locale": text}, nil); got.Locale != "" {
			t.Errorf("%q gave %q", text, got.Locale)
		}
	}
}

func FuzzMarket(f *testing.F) {
	f.Add(`{"country_code":"AE","address":{"country":"GB"},"locale":"zh-Hant-TW"}`)
	f.Fuzz(func(t *testing.T, text string) {
		var claims map[string]any
		if json.Unmarshal([]byte(text), &claims) != nil {
			return
		}
		country, source := market(claims, (Settings{}).marketClaims())
		valid := len(country) == 2 && country[0] >= 'A' && country[0] <= 'Z' && country[1] >= 'A' && country[1] <= 'Z'
		if (country != "" || source != "") && (!valid || source == "") {
			t.Errorf("%s gave %q from %q", text, country, source)
		}
	})
}
