// Package market is what the searches for flights and for hotels have in common: what an engine
// needs, and the currency, the language and the page of an answer.
package market

import (
	"cmp"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// Options are what an engine of searches needs.
type Options struct {
	Seed    uint64
	SiteURL string // {site_url}, with no slash at the end
	Pace    int    // providers answer so many times as fast as usual; 0 = once
}

// Age is how far the answers to a search have come, in the usual time of the providers.
func (o Options) Age(created, at time.Time) time.Duration {
	return time.Duration(max(o.Pace, 1)) * at.Sub(created)
}

// Quote is the currency and language of an answer, and who chose them.
type Quote struct {
	Currency       string // ISO 4217
	CurrencySource wire.ValueSource
	Locale         string // BCP 47
	LocaleSource   wire.ValueSource
}

// Metadata is the quote as an answer repeats it.
func (q Quote) Metadata() wire.PricedReadMetadata {
	return wire.PricedReadMetadata{
		CurrencyCode: q.Currency, CurrencyCodeSource: q.CurrencySource, Locale: q.Locale, LocaleSource: q.LocaleSource,
	}
}

// Money turns USD into the currency of an answer.
type Money struct{ data.Currency }

// MoneyOf is the currency with an ISO 4217 code. One that the sandbox has no rate for is not
// converted: amounts stay in USD and say so, while the metadata repeats what was asked for.
func MoneyOf(code string) Money {
	if currency, ok := data.CurrencyByCode(code); ok {
		return Money{currency}
	}
	return Money{data.Currency{Code: "USD", Digits: 2, PerUSD: 1}}
}

// Of is an amount of USD in the currency, rounded to its minor unit.
func (m Money) Of(usd float64) float64 { return m.Round(usd * m.PerUSD) }

// Page is one page of a list, counted from 1, and whether there are more. A page past the end is empty.
func Page[T any](list []T, page, size int) (part []T, more bool) {
	begin := min(max(page-1, 0)*size, len(list))
	end := min(begin+size, len(list))
	return list[begin:end], end < len(list)
}

// Within reports whether x lies between two bounds, both included. A missing bound excludes nothing.
func Within[T cmp.Ordered](x T, low, high *T) bool {
	return (low == nil || x >= *low) && (high == nil || x <= *high)
}

// Given points to a value. It is nil for the zero value, which an answer leaves out.
func Given[T comparable](x T) *T {
	var zero T
	if x == zero {
		return nil
	}
	return &x
}
