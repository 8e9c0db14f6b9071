package offer

import (
	"testing"
)

func TestTheAllInNightIsExact(t *testing.T) {
	euro := func(amount string) Money { return Money{Amount: amount, Currency: "EUR"} }
	for name, test := range map[string]struct {
		price StayPrice
		want  string // "" if there is no sum
	}{
		"alone":                {StayPrice{Night: euro("142")}, "142"},
		"city tax":             {StayPrice{Night: euro("142"), LocalTax: new(euro("4.5"))}, "146.5"},
		"no city tax":          {StayPrice{Night: euro("142"), LocalTax: new(euro("0"))}, "142"},
		"tax on top":           {StayPrice{Night: euro("0.1"), Tax: new(euro("0.2")), TaxInside: new(false)}, "0.3"},
		"tax inside":           {StayPrice{Night: euro("142"), Tax: new(euro("8")), TaxInside: new(true), LocalTax: new(euro("4"))}, "146"},
		"all of it":            {StayPrice{Night: euro("99999999999.99"), Tax: new(euro("0.005")), TaxInside: new(false), LocalTax: new(euro("1e-3"))}, "99999999999.996"},
		"below zero":           {StayPrice{Night: euro("10"), LocalTax: new(euro("-2.5"))}, "7.5"},
		"no number":            {StayPrice{Night: euro("NaN"), LocalTax: new(euro("4"))}, ""},
		"absurdly large":       {StayPrice{Night: euro("1e400")}, ""},
		"different currency":   {StayPrice{Night: euro("10"), LocalTax: &Money{Amount: "1", Currency: "USD"}}, ""},
		"tax not a number":     {StayPrice{Night: euro("10"), Tax: new(euro("much")), TaxInside: new(false)}, ""},
		"unknown counts as on": {StayPrice{Night: euro("10"), Tax: new(euro("1"))}, "11"},
	} {
		got, ok := test.price.AllIn()
		if ok != (test.want != "") || got.Amount != test.want {
			t.Errorf("%s: %q, %v, want %q", name, got.Amount, ok, test.want)
		}
	}
}
