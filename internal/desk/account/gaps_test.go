package account

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth"
)

func TestWhatALoginDoesNotTellIsSaidWithARemedy(t *testing.T) {
	const ask = "set one, for instance: travel config set site-code DE"
	noMarket := Gap{"no market in the login, so the service takes its own", ask}
	offered := Gap{noMarket.Text, "your locale says pt-BR; if that is your market: travel config set site-code BR"}
	ends := []string{"TRAVEL_AUTHORIZE_URL=https://a.example/a", "TRAVEL_TOKEN_URL=https://a.example/t"}
	for name, test := range map[string]struct {
		vars []string
		made auth.Account
		want []Gap
	}{
		"nothing is missing":       {nil, auth.Account{Subject: "u", Market: "AE"}, nil},
		"no market":                {nil, auth.Account{Subject: "u"}, []Gap{noMarket}},
		"no market, but one set":   {[]string{"TRAVEL_SITE_CODE=DE"}, auth.Account{Subject: "u", Locale: "pt-BR"}, nil},
		"a locale with a region":   {nil, auth.Account{Subject: "u", Locale: "pt-BR"}, []Gap{offered}},
		"a locale without one":     {nil, auth.Account{Subject: "u", Locale: "pt"}, []Gap{noMarket}},
		"no one, openid asked for": {nil, auth.Account{Scopes: []string{"users"}}, []Gap{{Text: Unnamed}, noMarket}},
		"no one, openid granted":   {[]string{"TRAVEL_SCOPES=users"}, auth.Account{Scopes: []string{"openid"}, Market: "AE"}, []Gap{{Text: Unnamed}}},
		"no one, openid not asked for": {
			[]string{"TRAVEL_SCOPES=users"}, auth.Account{Market: "AE"},
			[]Gap{{Unnamed, "that takes the scope openid: travel login --scope openid"}},
		},
		"no one, endpoints set": {
			ends, auth.Account{Market: "AE"},
			[]Gap{{Unnamed, "where endpoints are set, that takes issuer and jwks-url as well"}},
		},
		"no one, all endpoints set": {
			append(ends, "TRAVEL_ISSUER=https://a.example", "TRAVEL_JWKS_URL=https://a.example/k"), auth.Account{Market: "AE"},
			[]Gap{{Text: Unnamed}},
		},
	} {
		got, err := Gaps(openDesk(t, append([]string{"TRAVEL_API_URL=https://api.example"}, test.vars...)...), test.made)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestTheSourceOfAMarketInWords(t *testing.T) {
	for source, want := range map[string]string{
		"country_code": "claim country_code", "userinfo address.country": "claim address.country of userinfo",
	} {
		if got := (Status{MarketSource: source}).MarketClaim(); got != want {
			t.Errorf("%q in words is %q, want %q", source, got, want)
		}
	}
}
