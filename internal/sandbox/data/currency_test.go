package data

import (
	"slices"
	"strings"
	"testing"
)

func TestCurrenciesAreSortedAndUsable(t *testing.T) {
	all := currencies[:]
	if len(all) < 59 {
		t.Errorf("%d currencies, want at least 59", len(all))
	}
	if !slices.IsSortedFunc(all, func(a, b Currency) int { return strings.Compare(a.Code, b.Code) }) {
		t.Error("not sorted by code, so the search would miss some")
	}
	for _, c := range all {
		found, ok := Load().Currency(c.Code)
		if !ok || found != c {
			t.Errorf("%s is not found", c.Code)
		}
		if c.PerUSD <= 0 || c.Digits < 0 || c.Digits > 3 || c.Name == "" || len(c.Code) != 3 {
			t.Errorf("unusable: %+v", c)
		}
	}
	for _, code := range []string{"", "XXX", "usd", "EURO"} {
		if _, ok := Load().Currency(code); ok {
			t.Errorf("%q is known", code)
		}
	}
}

func TestRoundKeepsTheMinorUnit(t *testing.T) {
	cases := []struct {
		code    string
		x, want float64
	}{
		{"USD", 12.345, 12.35}, {"USD", 12.344, 12.34}, {"JPY", 1234.5, 1235}, {"KWD", 0.30749, 0.307},
		{"JPY", -2.5, -3}, {"VND", 25999.6, 26000},
	}
	for _, c := range cases {
		cur, _ := Load().Currency(c.code)
		if got := cur.Round(c.x); got != c.want {
			t.Errorf("%s: Round(%v) = %v, want %v", c.code, c.x, got, c.want)
		}
	}
}
