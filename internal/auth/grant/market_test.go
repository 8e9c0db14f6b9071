package grant

import (
	"encoding/json"
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
		`{"address":{"country":"United Kingdom"},"locale":"ja-JP"}`:          {"JP", "locale"},
		`{"address":"GB","locale":"en_GB"}`:                                  {"GB", "locale"},
		`{"country_code":7,"address":{"country":["GB"]},"locale":{"x":1}}`:   {},
		`{"country_code":null}`:                                              {},
		`{"country_code":"A1"}`:                                              {},
		`{"country_code":"é"}`:                                               {},
		`{"country_code":"ＡＥ"}`:                                              {},
		`{"country_code":" AE"}`:                                             {},
		`{"locale":"zh-Hant-TW"}`:                                            {"TW", "locale"},
		`{"locale":"zh-cmn-Hans-CN"}`:                                        {"CN", "locale"},
		`{"locale":"pt_BR.UTF-8"}`:                                           {"BR", "locale"},
		`{"locale":"de-CH-1996"}`:                                            {"CH", "locale"},
		`{"locale":"es-419"}`:                                                {},
		`{"locale":"en"}`:                                                    {},
		`{"locale":"en-u-rg-gbzzzz"}`:                                        {},
		`{"locale":"AE"}`:                                                    {},
		`{}`:                                                                 {},
	}
	got := map[string]found{}
	for text := range want {
		var claims map[string]any
		if err := json.Unmarshal([]byte(text), &claims); err != nil {
			t.Fatal(err)
		}
		country, source := Market(claims, "country_code")
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
		if got, _ := Market(claims, name); got != want {
			t.Errorf("%q gave %q, want %q", name, got, want)
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
		country, source := Market(claims, "country_code")
		valid := len(country) == 2 && country[0] >= 'A' && country[0] <= 'Z' && country[1] >= 'A' && country[1] <= 'Z'
		if (country != "" || source != "") && (!valid || source == "") {
			t.Errorf("%s gave %q from %q", text, country, source)
		}
	})
}
