// Package offer holds the values that every face shares: amounts as the service sent them, written, added and
// compared without any loss.
package offer

import (
	"math/big"
	"strconv"
	"strings"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/words"
)

// maxWholeDigits is the most digits before the decimal sign that the price of a trip or a stay has in any currency.
const maxWholeDigits = 12

// Money is an amount as the service sent it.
type Money struct {
	Amount   string `json:"amount"`   // decimal text; never converted to a binary float
	Currency string `json:"currency"` // ISO 4217 code
}

// Known reports whether there is an amount.
func (m Money) Known() bool { return m.Amount != "" }

// Text formats the amount for a locale, with patterns and symbols of Unicode CLDR: "$412", "€1,204.50", "AED 1,515".
// Minor units are shown unless all are zero, and never cut. Only an amount with more than six of them is rounded,
// because that is the error of a binary float, such as 412.10000000000002. Digits are always Latin. An amount that is
// not a decimal number is shown as it is. An unknown locale is "en".
func (m Money) Text(locale string) string { return m.write(localeFormat(locale), 0, true) }

// Figures formats the amount without its currency, in plain figures with the decimals of Text: "1204.50".
func (m Money) Figures() string {
	if d, ok := parseDecimal(m.Amount); ok {
		return d.exact.FloatString(m.minorUnits())
	}
	return clean.Line(m.Amount)
}

// Doubtful reports whether an amount cannot be a price: not a number, negative, below the smallest unit of its
// currency, or absurdly large. It is shown as it is, and marked.
func (m Money) Doubtful() bool {
	d, ok := parseDecimal(m.Amount)
	units := min(len(d.fraction), minorDigits(m.Currency))
	return !ok || d.negative || d.whole == "0" && strings.Trim(d.fraction[:units], "0") == "" || len(d.whole) > maxWholeDigits
}

// minorUnits returns how many decimals the amount needs: none if all are zero.
func (m Money) minorUnits() int {
	d, ok := parseDecimal(m.Amount)
	digits := minorDigits(m.Currency)
	if d = d.round(digits); !ok || d.fraction == "" {
		return 0
	}
	return max(digits, len(d.fraction))
}

// write formats the amount with at least that many decimals, with the symbol or the code of its currency.
func (m Money) write(f format, decimals int, symbols bool) string {
	code := clean.Line(m.Currency)
	d, ok := parseDecimal(m.Amount)
	if !ok {
		return strings.TrimSpace(clean.Line(m.Amount) + " " + code)
	}
	symbol := code
	if symbols {
		symbol = f.symbol(code)
	}
	rounded := d.round(minorDigits(code))
	return f.place(f.figures(rounded, max(decimals, m.minorUnits())), symbol, rounded)
}

// Texts formats amounts for one column: if one shows minor units of a currency, all amounts in that currency do.
// Amounts that cannot be a price, and units below the minor unit, do not affect the others. If ascii is set, the texts
// are in ASCII, with the code of a currency whose symbol is not.
func Texts(amounts []Money, locale string, ascii bool) []string {
	f := localeFormat(locale)
	decimals := make(map[string]int, 1)
	for _, m := range amounts {
		if !m.Doubtful() {
			decimals[m.Currency] = max(decimals[m.Currency], min(m.minorUnits(), minorDigits(m.Currency)))
		}
	}
	out := make([]string, len(amounts))
	for i, m := range amounts {
		text := m.write(f, decimals[m.Currency], true)
		if ascii && clean.ASCII(text) != strings.ReplaceAll(text, "\u00a0", " ") {
			text = m.write(f, decimals[m.Currency], false)
		}
		if ascii {
			text = clean.ASCII(text)
		}
		out[i] = text
	}
	return out
}

// Floor returns the amount rounded down to the minor unit of its currency. An amount that is not a decimal number
// stays as it is.
func (m Money) Floor() Money {
	d, ok := parseDecimal(m.Amount)
	digits := minorDigits(m.Currency)
	if ok && len(d.fraction) > digits {
		m.Amount = d.whole
		if d.fraction = strings.TrimRight(d.fraction[:digits], "0"); d.fraction != "" {
			m.Amount += "." + d.fraction
		}
		if d.negative {
			m.Amount = "-" + m.Amount
		}
	}
	return m
}

// minorDigits returns the number of decimals of a currency in ISO 4217.
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

// Decimal reads plain decimal text exactly. It refuses exponents and absurdly long text.
func Decimal(text string) (*big.Rat, bool) {
	d, ok := parseDecimal(text)
	return d.exact, ok && !strings.ContainsAny(text, "eE")
}

// Number returns the amount as a float64, for drawing and ranking, and false if it is not a number.
func (m Money) Number() (float64, bool) {
	d, ok := parseDecimal(m.Amount)
	if !ok {
		return 0, false
	}
	n, _ := d.exact.Float64()
	return n, true
}

// Sum adds amounts of one currency exactly. It returns false for other amounts.
func Sum(parts []Money) (Money, bool) {
	total, decimals := new(big.Rat), 0
	for _, m := range parts {
		d, ok := parseDecimal(m.Amount)
		if !ok || m.Currency != parts[0].Currency {
			return Money{}, false
		}
		total.Add(total, d.exact)
		decimals = max(decimals, len(d.fraction))
	}
	return Money{Amount: total.FloatString(decimals), Currency: parts[0].Currency}, true
}

// IsNothing reports whether an amount is known and zero. It is not named IsZero, which omitzero would call.
func (m Money) IsNothing() bool {
	d, ok := parseDecimal(m.Amount)
	return ok && d.exact.Sign() == 0
}

// Change is the change of a price.
type Change struct{ Before, After Money }

// Difference returns the difference of the prices as decimal text, negative if the price has fallen, or "" if they
// cannot be compared.
func (c Change) Difference() string {
	before, wasNumber := parseDecimal(c.Before.Amount)
	after, isNumber := parseDecimal(c.After.Amount)
	if !wasNumber || !isNumber || c.Before.Currency != c.After.Currency {
		return ""
	}
	return new(big.Rat).Sub(after.exact, before.exact).FloatString(max(len(before.fraction), len(after.fraction)))
}

// Text returns the change in words: "was $412, now $431 (+$19)", "same price as before ($412)". Prices in two
// currencies are not compared.
func (c Change) Text(locale string) string {
	was, now := c.Before.Text(locale), c.After.Text(locale)
	difference := c.Difference()
	switch {
	case c.Before.Amount == "":
		return "now " + now
	case c.Before.Currency != c.After.Currency:
		return "was " + was + ", now " + now + " (another currency, not compared)"
	case difference == "":
		return "was " + was + ", now " + now + " (not compared)"
	case strings.Trim(difference, "-0.") == "":
		return "same price as before (" + now + ")"
	}
	sign := "+"
	if less, found := strings.CutPrefix(difference, "-"); found {
		difference, sign = less, "−"
	}
	return "was " + was + ", now " + now + " (" + sign + Money{difference, c.After.Currency}.Text(locale) + ")"
}

const (
	// maxDecimalDigits limits the digits of a number, and so the cost of a hostile exponent.
	maxDecimalDigits = 40
	// exactDecimals is the number of decimals that are always shown unchanged.
	exactDecimals = 6
)

// decimal is a decimal number and its digits.
type decimal struct {
	exact    *big.Rat
	negative bool   // also of a zero
	whole    string // without leading zeros, "0" at least
	fraction string // without trailing zeros
}

// parseDecimal reads a number in the grammar of JSON, exactly. It refuses numbers with more figures than any price
// has.
func parseDecimal(s string) (decimal, bool) {
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(s), "e")
	figures, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, dotted := strings.Cut(figures, ".")
	if !words.IsDigits(whole) || dotted && !words.IsDigits(fraction) || len(figures) > maxDecimalDigits {
		return decimal{}, false
	}
	if n, err := strconv.Atoi(exponent); hasExponent && (err != nil || n > maxDecimalDigits || n < -maxDecimalDigits) {
		return decimal{}, false
	}
	exact, ok := new(big.Rat).SetString(s)
	if !ok {
		return decimal{}, false
	}
	decimals, _ := exact.FloatPrec()
	d := decimal{exact: exact, negative: negative}
	d.whole, d.fraction, _ = strings.Cut(strings.TrimPrefix(exact.FloatString(decimals), "-"), ".")
	return d, true
}

// round rounds half away from zero, but only a number with more decimals than any price has.
func (d decimal) round(decimals int) decimal {
	if len(d.fraction) > exactDecimals {
		d.whole, d.fraction, _ = strings.Cut(strings.TrimPrefix(d.exact.FloatString(decimals), "-"), ".")
		d.fraction = strings.TrimRight(d.fraction, "0")
	}
	return d
}
