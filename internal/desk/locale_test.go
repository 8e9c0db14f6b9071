package desk

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/words"
)

func TestTheUnitIsTheTravelers(t *testing.T) {
	for _, c := range []struct {
		locale string
		site   Sourced
		want   words.Unit
	}{
		{"", Sourced{}, words.Kilometres},
		{"en", Sourced{}, words.Kilometres},
		{"en-GB", Sourced{}, words.Miles},
		{"my-Mymr-MM", Sourced{}, words.Miles},
		{"en-us", Sourced{Value: "AE", Source: FromAccount}, words.Miles},
		{"de-CH", Sourced{Value: "US", Source: FromFlag}, words.Kilometres},
		{"en", Sourced{Value: "LR", Source: "config"}, words.Miles},
		{"en", Sourced{Value: "US", Source: FromAccount}, words.Miles},
		{"en", Sourced{Value: "US", Source: FromDefault}, words.Kilometres}, // no one chose it
	} {
		if got := (Locale{Language: Sourced{Value: c.locale}, Site: c.site}).Unit(); got != c.want {
			t.Errorf("locale %q and market %v: unit %d, want %d", c.locale, c.site, got, c.want)
		}
	}
}

func TestDaysAreReadInTheTravelersLanguages(t *testing.T) {
	config := func() (*config.Config, error) {
		return config.Load(config.Input{
			Getenv: func(name string) string { return map[string]string{"TRAVEL_LOCALE": "pt-PT"}[name] }, Home: t.TempDir(), GOOS: "linux",
		})
	}
	d := Open(Options{
		Deployment: deployment.New(deployment.Options{Config: config}), Language: "de-CH",
		Now: func() time.Time { return time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC) },
	})
	for text, want := range map[string]string{"fri": "2026-11-27", "freitag": "2026-11-27", "sexta-feira": "2026-11-27"} {
		if found := d.Days().Read(text); len(found) != 1 || found[0].Value != want {
			t.Errorf("%s: %v, want %s", text, found, want)
		}
	}
}

func TestAnotherCurrencyIsSaid(t *testing.T) {
	for _, test := range []struct {
		got, asked, list string
		want             []string
	}{
		{"EUR", "EUR", "EUR", nil},
		{"EUR", "EUR", "", nil},
		{"USD", "XTS", "XTS", []string{"prices are in USD: the service did not convert to XTS"}},
		{"zz!", "USD", "", []string{"the service says that these prices are in zz!, which is not a currency code"}},
		{"USD", "USD", "EUR", []string{"prices are in USD; the list they follow was in EUR"}},
	} {
		if diff := cmp.Diff(test.want, CurrencyWarnings(test.got, test.asked, test.list)); diff != "" {
			t.Errorf("%+v: -want +got\n%s", test, diff)
		}
	}
}

func TestTheLanguageOfTheSystem(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want string
	}{
		{nil, ""},
		{map[string]string{"LANG": "C.UTF-8"}, ""},
		{map[string]string{"LANG": "POSIX"}, ""},
		{map[string]string{"LANG": "en_US.UTF-8"}, "en-US"},
		{map[string]string{"LANG": "de_DE@euro"}, "de-DE"},
		{map[string]string{"LANG": "ca"}, "ca"},
		{map[string]string{"LANG": "fil_PH.UTF-8"}, "fil-PH"},
		{map[string]string{"LANG": "es_419"}, "es"},
		{map[string]string{"LANG": "pt_BR", "LC_MESSAGES": "it_IT.UTF-8"}, "it-IT"},
		{map[string]string{"LANG": "pt_BR", "LC_ALL": "C"}, ""},
		{map[string]string{"LANG": "\x1b[31m_DE"}, ""},
	} {
		if got := SystemLanguage(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v is %q, want %q", c.env, got, c.want)
		}
	}
}
