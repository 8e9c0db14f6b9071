package data

import (
	_ "embed"
	"math"

	"travel.example/travel/internal/gazetteer"
)

//go:embed currencies.txt
var currenciesText string

// Currency is a currency that the sandbox can convert to.
type Currency struct {
	Code   string  // ISO 4217
	Digits int     // decimals of the minor unit, ISO 4217
	PerUSD float64 // units per US dollar, made up but realistic
	Name   string  // English
}

var currencies = gazetteer.Table(currenciesText, func(c []string) Currency {
	return Currency{Code: c[0], Digits: int(gazetteer.Number(c[1])), PerUSD: gazetteer.Number(c[2]), Name: c[3]}
})

// CurrencyByCode returns the currency with an ISO 4217 code.
var CurrencyByCode = gazetteer.ByCode(currencies, func(c Currency) string { return c.Code })

// Round rounds an amount to the currency's minor unit, with halves away from zero.
func (c Currency) Round(x float64) float64 {
	unit := math.Pow10(c.Digits)
	return math.Round(x*unit) / unit
}
