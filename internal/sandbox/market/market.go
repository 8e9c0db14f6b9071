// Package market has the parts shared by flight and hotel searches: the options of an engine, and the currency,
// language and pages of an answer.
package market

import (
	"cmp"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// Options configures a search engine.
type Options struct {
	Seed    uint64
	SiteURL string // {site_url}, with no slash at the end
	Pace    int    // how many times faster than usual the providers answer; 0 means 1
}

// Age returns how long the providers have been answering a search, in their usual time.
func (o Options) Age(created, at time.Time) time.Duration {
	return time.Duration(max(o.Pace, 1)) * at.Sub(created)
}

// Quote is the currency and language of an answer, and whether the caller or the service chose each.
type Quote struct {
	Currency       string // ISO 4217
	CurrencySource wire.ValueSource
	Locale         string // BCP 47
	LocaleSource   wire.ValueSource
}

// Metadata returns the quote in the form used in an answer.
func (q Quote) Metadata() wire.PricedReadMetadata {
	return wire.PricedReadMetadata{
		CurrencyCode: q.Currency, CurrencyCodeSource: q.CurrencySource, Locale: q.Locale, LocaleSource: q.LocaleSource,
	}
}

// Money converts USD to the currency of an answer.
type Money struct{ data.Currency }

// MoneyOf returns the currency with an ISO 4217 code. If the sandbox has no rate for it, amounts stay in USD and
// say so, while the metadata repeats the requested currency.
func MoneyOf(code string) Money {
	if currency, ok := data.CurrencyByCode(code); ok {
		return Money{currency}
	}
	return Money{data.Currency{Code: "USD", Digits: 2, PerUSD: 1}}
}

// Of converts an amount in USD to the currency, rounded to its minor unit.
func (m Money) Of(usd float64) float64 { return m.Round(usd * m.PerUSD) }

// Page returns one page of a list, counted from 1, and whether more follow. A page past the end is empty.
func Page[T any](list []T, page, size int) (part []T, more bool) {
	begin := min(max(page-1, 0)*size, len(list))
	end := min(begin+size, len(list))
	return list[begin:end], end < len(list)
}

// Within reports whether x lies between two inclusive bounds. A nil bound does not limit.
func Within[T cmp.Ordered](x T, low, high *T) bool {
	return (low == nil || x >= *low) && (high == nil || x <= *high)
}

// Given returns a pointer to a value, or nil for the zero value, which answers omit.
func Given[T comparable](x T) *T {
	var zero T
	if x == zero {
		return nil
	}
	return &x
}
