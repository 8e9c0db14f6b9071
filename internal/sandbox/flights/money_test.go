package flights

import (
	"math"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

func quoted(currency string) Quote {
	return Quote{Currency: currency, CurrencySource: wire.ValueSourceExplicit, Locale: "en", LocaleSource: wire.ValueSourceDefault}
}

func TestTotalsAreRoundedToTheCurrency(t *testing.T) {
	q := asked("DXB-LHR", "")
	for _, code := range []string{"USD", "EUR", "JPY", "BHD", "AED"} {
		currency, ok := data.Load().Currency(code)
		if !ok {
			t.Fatalf("no %s", code)
		}
		res := shared().Results(q, settled, quoted(code), everything)
		if res.CurrencyCode != code || res.Metadata.CurrencyCode != code || res.Metadata.CurrencyCodeSource != wire.ValueSourceExplicit {
			t.Errorf("%s is answered in %s, %s", code, res.CurrencyCode, res.Metadata.CurrencyCode)
		}
		trip, err := shared().Trip(q, settled, quoted(code), res.Results[0].TripID[2:])
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range trip.Fares {
			units := f.Price.Total * math.Pow10(currency.Digits)
			if math.Abs(units-math.Round(units)) > 1e-6 {
				t.Errorf("%v %s has more than %d decimals", f.Price.Total, code, currency.Digits)
			}
			if want := currency.Round(f.Price.TotalUsd * currency.PerUSD); f.Price.Total != want || f.Price.Currency != code {
				t.Errorf("%v USD is %v %s, want %v", f.Price.TotalUsd, f.Price.Total, f.Price.Currency, want)
			}
		}
	}
}

func TestPriceBoundsAreInTheResponseCurrency(t *testing.T) {
	q := asked("DXB-LHR", "")
	all := shared().Results(q, settled, quoted("JPY"), everything)
	bound := all.Results[len(all.Results)/2].Price.Total
	p := everything
	p.MaxPrice = &bound
	want := 0
	for _, c := range all.Results {
		if c.Price.Total <= bound {
			want++
		}
	}
	if got := shared().Results(q, settled, quoted("JPY"), p).Metadata.TotalCandidates; got != want || want == len(all.Results) {
		t.Errorf("up to %v JPY: %d trips, want %d", bound, got, want)
	}
}

func TestACurrencyWithoutARateIsNotConverted(t *testing.T) {
	q := asked("DXB-LHR", "")
	res := shared().Results(q, settled, quoted("XXX"), everything)
	if res.CurrencyCode != "USD" || res.Metadata.CurrencyCode != "XXX" || res.Results[0].Price.Currency != "USD" {
		t.Errorf("answered in %s, metadata %s, cards %s", res.CurrencyCode, res.Metadata.CurrencyCode, res.Results[0].Price.Currency)
	}
	usd := shared().Results(q, settled, dollars, everything)
	if diff := cmp.Diff(usd.Results, res.Results); diff != "" {
		t.Errorf("cards differ from those in USD:\n%.1000s", diff)
	}
	trip, err := shared().Trip(q, settled, quoted("XXX"), res.Results[0].TripID[2:])
	if err != nil || trip.Metadata.CurrencyCode != "XXX" || trip.Fares[0].Price.Currency != "USD" {
		t.Errorf("trip: %+v, %+v, %v", trip.Metadata, trip.Fares[0].Price, err)
	}
}

// A locale is in the links, because the linked page speaks it.
var localeInLink = regexp.MustCompile(`locale=[^&]*`)

func TestALocaleChangesDisplayNamesAndNothingElse(t *testing.T) {
	q := asked("MUC-LIS", "")
	german := Quote{Currency: "USD", CurrencySource: wire.ValueSourceDefault, Locale: "de", LocaleSource: wire.ValueSourceDefault}
	res := shared().Results(q, settled, dollars, everything)
	inGerman := shared().Results(q, settled, german, everything)
	inGerman.Metadata.Locale = "en"
	if diff := cmp.Diff(res, inGerman); diff != "" {
		t.Errorf("results:\n%.1000s", diff)
	}
	code := res.Results[0].TripID[2:]
	a, errA := shared().TripDetail(q, settled, dollars, code)
	b, errB := shared().TripDetail(q, settled, german, code)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if got := *b.Legs[0].From.City; got != "München" {
		t.Errorf("Munich in German is %q", got)
	}
	strip := cmp.Options{
		cmpopts.IgnoreFields(wire.Airport{}, "City", "Name"), cmpopts.IgnoreFields(wire.PricedReadMetadata{}, "Locale"),
		cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".HandoffURL" }, cmp.Comparer(func(x, y string) bool {
			return localeInLink.ReplaceAllString(x, "") == localeInLink.ReplaceAllString(y, "")
		})),
	}
	if diff := cmp.Diff(a, b, strip); diff != "" {
		t.Errorf("trip:\n%s", diff)
	}
}
