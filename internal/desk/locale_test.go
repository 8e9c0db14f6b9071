package desk

import (
	"testing"

	"github.com/google/go-cmp/cmp"

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
		{"en-us", Sourced{"AE", FromAccount}, words.Miles},
		{"de-CH", Sourced{"US", FromFlag}, words.Kilometres},
		{"en", Sourced{"LR", "config"}, words.Miles},
		{"en", Sourced{"US", FromAccount}, words.Miles},
		{"en", Sourced{"US", FromDefault}, words.Kilometres}, // no one chose it
	} {
		if got := (Locale{Language: Sourced{Value: c.locale}, Site: c.site}).Unit(); got != c.want {
			t.Errorf("locale %q and market %v: unit %d, want %d", c.locale, c.site, got, c.want)
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
		{"USD", "USD", "EUR", []string{"prices are in USD; the list they follow was in EUR"}},
	} {
		if diff := cmp.Diff(test.want, CurrencyWarnings(test.got, test.asked, test.list)); diff != "" {
			t.Errorf("%+v: -want +got\n%s", test, diff)
		}
	}
}
