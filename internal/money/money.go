// Package money holds amounts as the service sent them, and writes, adds and compares them without
// any loss.
package money

import (
	"math/big"
	"strings"

	"travel.example/travel/internal/clean"
)

// maxWholeDigits is the most digits before the decimal sign that any currency's price of a trip or
// a stay can have.
const maxWholeDigits = 12

// Money is an amount as the service sent it.
type Money struct {
	Amount   string // decimal text; never goes through a binary float
	Currency string // ISO 4217 code
}

// Text writes the amount as people of the locale do, with patterns and symbols of Unicode CLDR:
// "$412", "€1,204.50", "AED 1,515". Minor units are shown unless all are zero, and none is cut;
// only an amount with more than six of them, which no price has, is rounded, with a "~" in front
// unless the rest is what a binary float leaves. Digits are always Latin. An amount that is not
// a decimal number is shown as it is. An unknown locale is "en".
func (m Money) Text(locale string) string {
	return m.symbols(localeFormat(locale), 0)
}

// Doubtful reports an amount that cannot be the price of anything: not a number, zero, negative, or
// absurdly large. It is shown as it is, and marked.
func (m Money) Doubtful() bool {
	d, ok := parseDecimal(m.Amount)
	return !ok || d.negative || d.isZero() || len(d.whole) > maxWholeDigits
}

// minorUnits is how many decimals the amount needs: none if all are zero.
func (m Money) minorUnits() int {
	d, ok := parseDecimal(m.Amount)
	if !ok || d.round(minorDigits(m.Currency)).fraction == "" {
		return 0
	}
	return max(minorDigits(m.Currency), len(d.round(minorDigits(m.Currency)).fraction))
}

// sign chooses what stands for the currency.
type sign uint8

const (
	symbolSign sign = iota // its symbol in the locale
	codeSign               // its code
)

// write formats the amount with at least some decimals.
func (m Money) write(f format, decimals int, s sign) string {
	code := clean.Line(m.Currency)
	d, ok := parseDecimal(m.Amount)
	if !ok {
		return strings.TrimSpace(clean.Line(m.Amount) + " " + code)
	}
	symbol := code
	if s == symbolSign {
		symbol = f.symbol(code)
	}
	rounded := d.round(minorDigits(code))
	decimals = max(decimals, m.minorUnits())
	text := f.place(f.figures(rounded, decimals), symbol, rounded)
	if d.differs(minorDigits(code)) {
		return "~" + text
	}
	return text
}

// Texts writes amounts that stand under each other: if one shows minor units of a currency, all of
// that currency do.
func Texts(amounts []Money, locale string) []string {
	return aligned(amounts, locale, Money.symbols)
}

// ASCIITexts is texts in ASCII alone.
func ASCIITexts(amounts []Money, locale string) []string {
	return aligned(amounts, locale, Money.ascii)
}

// aligned writes amounts with the minor units that each currency needs.
func aligned(amounts []Money, locale string, write func(Money, format, int) string) []string {
	f := localeFormat(locale)
	decimals := make(map[string]int, 1)
	for _, m := range amounts {
		decimals[m.Currency] = max(decimals[m.Currency], m.minorUnits())
	}
	out := make([]string, len(amounts))
	for i, m := range amounts {
		out[i] = write(m, f, decimals[m.Currency])
	}
	return out
}

// symbols gives the amount with the currency's symbol in the locale.
func (m Money) symbols(f format, decimals int) string {
	return m.write(f, decimals, symbolSign)
}

// ascii gives the amount with the currency's code where its symbol has no ASCII form.
func (m Money) ascii(f format, decimals int) string {
	text := m.symbols(f, decimals)
	if ascii := clean.ASCII(text); ascii == strings.ReplaceAll(text, "\u00a0", " ") {
		return ascii
	}
	return clean.ASCII(m.write(f, decimals, codeSign))
}

// minorDigits is how many decimals ISO 4217 gives a currency.
func minorDigits(code string) int {
	switch code {
	case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF":
		return 0
	case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND":
		return 3
	case "CLF", "UYW":
		return 4
	}
	return 2
}

// Sum adds amounts of one currency, exactly. It reports false for other amounts.
func Sum(parts []Money) (Money, bool) {
	total, decimals := new(big.Rat), 0
	for _, m := range parts {
		if _, ok := parseDecimal(m.Amount); !ok || m.Currency != parts[0].Currency {
			return Money{}, false
		}
		total.Add(total, rational(m.Amount))
		decimals = max(decimals, len(fractionOf(m.Amount)))
	}
	return Money{Amount: total.FloatString(decimals), Currency: parts[0].Currency}, true
}

// IsZero reports that an amount is stated and is nothing.
func (m Money) IsZero() bool {
	d, ok := parseDecimal(m.Amount)
	return ok && d.isZero()
}
