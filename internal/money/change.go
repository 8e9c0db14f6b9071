package money

import "strings"

// Change is what has become of a price.
type Change struct{ Before, After Money }

// comparable tells whether both prices are in one currency and are numbers.
func (c Change) comparable() bool {
	_, before := parseDecimal(c.Before.Amount)
	_, after := parseDecimal(c.After.Amount)
	return before && after && c.Before.Currency == c.After.Currency
}

// Difference is what is paid more now, less than zero for what is paid less,
// as decimal text; "" where the prices cannot be compared.
func (c Change) Difference() string {
	if !c.comparable() {
		return ""
	}
	before, after := rational(c.Before.Amount), rational(c.After.Amount)
	decimals := max(len(fractionOf(c.Before.Amount)), len(fractionOf(c.After.Amount)))
	return after.Sub(after, before).FloatString(decimals)
}

// Text says the change in words: "was $412, now $431 (+$19)", "same price as
// before ($412)". Prices of two currencies are told and not compared.
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
