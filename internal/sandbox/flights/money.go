package flights

import (
	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// money turns USD into the currency of a read. A currency that the sandbox has
// no rate for is not converted: amounts stay in USD and say so, while the
// metadata repeats what was asked for.
type money struct {
	currency data.Currency
	quote    Quote
}

func (e *Engine) money(quote Quote) money {
	m := money{quote: quote}
	var ok bool
	if m.currency, ok = e.options.World.Currency(quote.Currency); !ok {
		m.currency = data.Currency{Code: "USD", Digits: 2, PerUSD: 1}
	}
	return m
}

// total is an amount of USD in the currency of the read, rounded to its minor
// unit.
func (m money) total(usd float64) float64 { return m.currency.Round(usd * m.currency.PerUSD) }

func (m money) metadata() wire.PricedReadMetadata {
	return wire.PricedReadMetadata{
		CurrencyCode: m.quote.Currency, CurrencyCodeSource: m.quote.CurrencySource,
		Locale: m.quote.Locale, LocaleSource: m.quote.LocaleSource,
	}
}
