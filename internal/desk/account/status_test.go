package account

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/paste"
)

func TestWhatALoginDoesNotTellIsSaidWithARemedy(t *testing.T) {
	const ask = "set one, for instance: travel config set site-code DE"
	type gap [2]string // the text and the remedy
	noMarket := gap{"no market in the login, so the service takes its own", ask}
	offered := gap{noMarket[0], "your locale says pt-BR; if that is your market: travel config set site-code BR"}
	for name, test := range map[string]struct {
		vars []string
		made flow.Account
		want []gap
	}{
		"nothing is missing":       {nil, flow.Account{Subject: "u", Market: "AE"}, nil},
		"no market":                {nil, flow.Account{Subject: "u"}, []gap{noMarket}},
		"no market, but one set":   {[]string{"TRAVEL_SITE_CODE=DE"}, flow.Account{Subject: "u", Locale: "pt-BR"}, nil},
		"a locale with a region":   {nil, flow.Account{Subject: "u", Locale: "pt-BR"}, []gap{offered}},
		"a locale without one":     {nil, flow.Account{Subject: "u", Locale: "pt"}, []gap{noMarket}},
		"no one, openid asked for": {nil, flow.Account{Scopes: []string{"users"}}, []gap{{Unnamed}, noMarket}},
		"no one, openid granted":   {[]string{"TRAVEL_SCOPES=users"}, flow.Account{Scopes: []string{"openid"}, Market: "AE"}, []gap{{Unnamed}}},
		"no one, openid not asked for": {
			[]string{"TRAVEL_SCOPES=users"}, flow.Account{Market: "AE"},
			[]gap{{Unnamed, "that takes the scope openid: travel login --scope openid"}},
		},
	} {
		got, err := Gaps(openDesk(t, append([]string{"TRAVEL_API_URL=https://api.example"}, test.vars...)...), test.made)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var said []gap
		for _, g := range got {
			said = append(said, gap{g.Text, paste.Words(g.Way)})
		}
		if diff := cmp.Diff(test.want, said); diff != "" {
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

func TestTheLifeOfATokenInWords(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	in := func(d time.Duration) *time.Time { at := now.Add(d); return &at }
	for want, s := range map[string]Status{
		"": {},
		"the server gave it no end; cannot be renewed":                 {How: HowLogin},
		"the server gave it no end; renewed when needed":               {How: HowLogin, Renewable: true},
		"8 min left; renewed when needed":                              {Expires: in(8*time.Minute + 59*time.Second), Renewable: true},
		"run out; renewed when needed":                                 {Expires: in(0), Renewable: true},
		"59 min left, until 08:59; cannot be renewed":                  {Expires: in(59 * time.Minute)},
		"1 day 1 hour left, until 2026-11-22 09:00; cannot be renewed": {Expires: in(25 * time.Hour)},
		"30 days left; renewed when needed":                            {Expires: in(30*24*time.Hour + time.Second), Renewable: true},
		"less than a minute left; renewed when needed":                 {Expires: in(20 * time.Second), Renewable: true},
		"run out; cannot be renewed":                                   {Expires: in(0)},
	} {
		if got := s.TokenLife(now); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestALoginThatCannotBeRenewedSaysWhyAndWhatHelps(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	end := now.Add(time.Hour)
	for _, test := range []struct {
		signedIn auth.SignedIn
		want     string
	}{
		{auth.SignedIn{Renewable: true, Expires: &end}, ""},
		{
			auth.SignedIn{Expires: &end, Offline: flow.OfflineUnasked},
			"this sign-in ends at 09:00 (in 1 hour) and cannot be renewed: the server gave no refresh token; " +
				"ask for one: travel login --scope offline_access",
		},
		{
			auth.SignedIn{Expires: &end, Offline: flow.OfflineAsked},
			"this sign-in ends at 09:00 (in 1 hour) and cannot be renewed: the server gave no refresh token, " +
				"though offline_access was asked for; ask those who run it to allow refresh tokens for this client",
		},
		{
			auth.SignedIn{},
			"this sign-in cannot be renewed: the server gave no refresh token; " +
				"this usually brings one: travel login --scope offline_access",
		},
		{
			auth.SignedIn{Offline: flow.OfflineNotOffered},
			"this sign-in cannot be renewed: the server gave no refresh token and does not offer offline_access; " +
				"ask those who run it to allow refresh tokens for this client",
		},
	} {
		if got := paste.Words(Ending(test.signedIn, now)...); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
