package desk

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheUnitIsTheTravelers(t *testing.T) {
	for _, c := range []struct {
		locale string
		site   Sourced
		want   bool
	}{
		{"", Sourced{}, false},
		{"en", Sourced{}, false},
		{"en-GB", Sourced{}, true},
		{"my-Mymr-MM", Sourced{}, true},
		{"en-us", Sourced{"AE", FromAccount}, true},
		{"de-CH", Sourced{"US", FromFlag}, false},
		{"en", Sourced{"LR", "config"}, true},
		{"en", Sourced{"US", FromAccount}, true},
		{"en", Sourced{"US", FromDefault}, false}, // no one chose it
	} {
		if got := (Locale{Language: Sourced{Value: c.locale}, Site: c.site}).Miles(); got != c.want {
			t.Errorf("locale %q and market %v: miles %t, want %t", c.locale, c.site, got, c.want)
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
