package money

import (
	"math/big"
	"strconv"
	"strings"

	"travel.example/travel/internal/words"
)

const (
	// maxDecimalDigits bounds a number's figures, and so what a hostile exponent can cost.
	maxDecimalDigits = 40
	// exactDecimals is how many decimals are always shown as they came.
	exactDecimals = 6
)

// decimal is a decimal number as figures.
type decimal struct {
	negative bool
	whole    string // without leading zeros, "0" at least
	fraction string // without trailing zeros
}

// parseDecimal reads a number in JSON's grammar without any loss. It refuses what is not a number
// and what has more figures than any price.
func parseDecimal(s string) (decimal, bool) {
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(s), "e")
	shift := 0
	if hasExponent {
		n, err := strconv.Atoi(exponent)
		if err != nil || n > maxDecimalDigits || n < -maxDecimalDigits {
			return decimal{}, false
		}
		shift = n
	}
	figures, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, dotted := strings.Cut(figures, ".")
	if !words.IsDigits(whole) || (dotted && !words.IsDigits(fraction)) || len(figures) > maxDecimalDigits {
		return decimal{}, false
	}
	whole, fraction = shiftPoint(whole, fraction, shift)
	d := decimal{negative: negative, whole: strings.TrimLeft(whole, "0"), fraction: strings.TrimRight(fraction, "0")}
	if d.whole == "" {
		d.whole = "0"
	}
	return d, true
}

// shiftPoint moves the decimal point to the right, or to the left if shift is negative.
func shiftPoint(whole, fraction string, shift int) (newWhole, newFraction string) {
	if shift >= 0 {
		fraction += strings.Repeat("0", max(shift-len(fraction), 0))
		return whole + fraction[:shift], fraction[shift:]
	}
	whole = strings.Repeat("0", max(-shift-len(whole), 0)) + whole
	cut := len(whole) + shift
	return whole[:cut], whole[cut:] + fraction
}

func (d decimal) isZero() bool { return d.whole == "0" && d.fraction == "" }

// round rounds half away from zero, but only a number with more decimals than any price has.
func (d decimal) round(decimals int) decimal {
	if len(d.fraction) <= exactDecimals {
		return d
	}
	figures := []byte(d.whole + d.fraction[:decimals])
	if d.fraction[decimals] >= '5' {
		figures = increment(figures)
	}
	cut := len(figures) - decimals
	d.whole, d.fraction = string(figures[:cut]), strings.TrimRight(string(figures[cut:]), "0")
	return d
}

// increment adds one to a number written in figures.
func increment(figures []byte) []byte {
	for i := len(figures) - 1; i >= 0; i-- {
		if figures[i] != '9' {
			figures[i]++
			return figures
		}
		figures[i] = '0'
	}
	return append([]byte{'1'}, figures...)
}

// differs reports that rounding changes more than the rounding error of a binary float, such as
// 412.10000000000002.
func (d decimal) differs(decimals int) bool {
	if len(d.fraction) <= exactDecimals {
		return false
	}
	rest := d.fraction[decimals:exactDecimals]
	return strings.Trim(rest, "0") != "" && strings.Trim(rest, "9") != ""
}

// rational reads what parseDecimal has accepted.
func rational(text string) *big.Rat {
	d, _ := parseDecimal(text)
	figures := d.whole + "." + d.fraction + "0"
	if d.negative {
		figures = "-" + figures
	}
	n, _ := new(big.Rat).SetString(figures)
	return n
}

func fractionOf(text string) string {
	d, _ := parseDecimal(text)
	return d.fraction
}
