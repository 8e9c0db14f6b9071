package hotels

import (
	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels/tariff"
	"travel.example/travel/internal/sandbox/wire"
)

// money turns USD into the currency of a read. A currency that the sandbox has
// no rate for is not converted: amounts stay in USD and say so, while the
// metadata repeats what was asked for.
type money struct {
	currency data.Currency
	quote    Quote
	nights   int
}

func (e *Engine) money(quote Quote, nights int) money {
	m := money{quote: quote, nights: nights}
	var ok bool
	if m.currency, ok = e.options.World.Currency(quote.Currency); !ok {
		m.currency = data.Currency{Code: "USD", Digits: 2, PerUSD: 1}
	}
	return m
}

// stay is an amount of USD in the currency of the read, rounded to its minor
// unit.
func (m money) stay(usd float64) float64 { return m.currency.Round(usd * m.currency.PerUSD) }

// night is the share of one night in an amount for the stay.
func (m money) night(usd float64) float64 { return m.stay(usd / float64(m.nights)) }

func (m money) metadata() wire.PricedReadMetadata {
	return wire.PricedReadMetadata{
		CurrencyCode: m.quote.Currency, CurrencyCodeSource: m.quote.CurrencySource,
		Locale: m.quote.Locale, LocaleSource: m.quote.LocaleSource,
	}
}

// allIn is a night with everything that is charged on top of it, as the price filters
// use it.
func (m money) allIn(r *tariff.Rate) float64 {
	sum := m.night(r.USD)
	if r.OnTop {
		sum += m.night(r.Tax)
	}
	if r.TaxKnown {
		sum += m.night(r.LocalTax)
	}
	return m.currency.Round(sum)
}

// price is a rate on a card. The tax is named only where it comes on top.
func (m money) price(r *tariff.Rate) wire.HotelPrice {
	p := m.ratePrice(r)
	out := wire.HotelPrice{
		Scope: p.Scope, AmountPerNight: p.AmountPerNight, Total: p.Total, TotalUsd: p.TotalUsd, Currency: p.Currency,
		LocalTaxPerNight: p.LocalTaxPerNight, TotalLocalTax: p.TotalLocalTax, Deal: p.Deal,
	}
	if r.OnTop {
		out.TaxAmountPerNight = p.TaxAmountPerNight
	}
	return out
}

// ratePrice is a rate in the list of a hotel's rates.
func (m money) ratePrice(r *tariff.Rate) wire.RatePrice {
	p := wire.RatePrice{
		Scope: wire.BookingScopeBooking, AmountPerNight: m.night(r.USD), Total: new(m.stay(r.USD)), TotalUsd: r.USD,
		Currency: m.currency.Code, TaxAmountPerNight: new(m.night(r.Tax)), TaxInclusive: new(!r.OnTop),
	}
	if r.TaxKnown {
		p.LocalTaxPerNight, p.TotalLocalTax = new(m.night(r.LocalTax)), new(m.stay(r.LocalTax))
	}
	if r.Deal != nil {
		p.Deal = m.deal(r)
	}
	return p
}

func (m money) deal(r *tariff.Rate) *wire.Deal {
	before := r.USD / (1 - float64(r.Deal.Percent)/100)
	d := &wire.Deal{PercentOff: r.Deal.Percent, WasPerNight: new(m.night(before)), WasTotal: new(m.stay(before))}
	if r.Deal.Label != "" {
		d.Label = &r.Deal.Label
	}
	if r.Deal.Promo != "" {
		d.PromoCode = &r.Deal.Promo
	}
	return d
}
