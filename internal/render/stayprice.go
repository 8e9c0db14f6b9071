package render

import (
	"math/big"
	"slices"
	"strings"
	"time"
)

// Stay is when a stay begins and ends.
type Stay struct {
	CheckIn, CheckOut time.Time // local days
	Nights            int
}

// words are the days and how many nights lie between.
func (s Stay) words(c canvas) string {
	var parts []string
	if in, out := day(s.CheckIn), day(s.CheckOut); in != "" && out != "" {
		parts = append(parts, in+" "+c.glyph.dash+" "+out)
	}
	if s.Nights > 0 {
		parts = append(parts, counted(s.Nights, "night"))
	}
	return strings.Join(parts, ", ")
}

// StayPrice is what a stay costs: the whole booking, all its rooms.
type StayPrice struct {
	Night Money  // one night
	Stay  *Money // all nights; nil if not stated
	// Tax is the tax of a night, nil if none is stated. TaxInside says whether
	// Night already holds it.
	Tax       *Money
	TaxInside Answer
	// LocalTax is what the city takes a night, always on top. Zero is none, nil
	// is not known.
	LocalTax *Money
	Deal     *StayDeal
}

// StayDeal is a discount that is in the price already.
type StayDeal struct {
	Label   string // the offer's own name, may be empty
	Percent int
	Was     *Money // a night before; worked out and not quoted where there is a label
	Promo   string // the code to type at checkout, may be empty
}

// AllIn is a night with all that comes on top of it, as far as that is known.
// It reports false when an amount is no decimal number.
func (p StayPrice) AllIn() (Money, bool) {
	parts := []Money{p.Night}
	if p.Tax != nil && p.TaxInside != Yes {
		parts = append(parts, *p.Tax)
	}
	if p.LocalTax != nil {
		parts = append(parts, *p.LocalTax)
	}
	return sum(parts)
}

// sum adds amounts of one currency, exactly. It reports false for other amounts.
func sum(parts []Money) (Money, bool) {
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

// zero reports that an amount is stated and is nothing.
func (m Money) zero() bool {
	d, ok := parseDecimal(m.Amount)
	return ok && d.isZero()
}

// money writes one amount for this canvas.
func (c canvas) money(m Money, locale string) string {
	return c.moneyTexts([]Money{m}, locale)[0]
}

// charges say in words what is inside a price and what comes on top of it: the
// tax, and what the city takes. Either may be empty.
func (p StayPrice) charges(c canvas, locale string) [2]string {
	var words [2]string
	if p.Tax != nil && !p.Tax.zero() {
		tax := c.money(*p.Tax, locale)
		switch p.TaxInside {
		case No:
			words[0] = "+ " + tax + " tax a night"
		case Yes:
			words[0] = tax + " tax a night included"
		case Unknown:
			words[0] = tax + " tax a night, not stated whether included"
		}
	}
	switch {
	case p.LocalTax == nil:
		words[1] = "city tax not known"
	case !p.LocalTax.zero():
		words[1] = "+ " + c.money(*p.LocalTax, locale) + " city tax a night"
	}
	return words
}

// words say what a deal takes off. An earlier price that is worked out from an
// offer is only "about" right.
func (d *StayDeal) words(c canvas, locale string) []string {
	if d == nil {
		return nil
	}
	var items []string
	label := c.text(d.Label)
	if d.Was != nil {
		was := "was "
		if label != "" {
			was += "about "
		}
		items = append(items, was+c.money(*d.Was, locale)+" a night")
	}
	off := c.glyph.minus + number(d.Percent) + " %"
	items = append(items, c.paint(Good, strings.TrimSpace(label+" "+off)))
	if code := c.text(d.Promo); code != "" {
		items = append(items, "with code "+code+" at checkout")
	}
	return items
}

// pricing is what the prices of a list have in common. It is said once below
// the list, so that what differs stands out.
type pricing struct {
	locale string
	common [2]string // of the charges, see StayPrice.charges
	inside bool      // every price holds its tax
}

func (c canvas) pricing(prices []StayPrice, locale string) pricing {
	p := pricing{locale: locale}
	if len(prices) < 2 {
		return p
	}
	p.common = prices[0].charges(c, locale)
	p.inside = true
	for _, price := range prices {
		for i, words := range price.charges(c, locale) {
			if words != p.common[i] {
				p.common[i] = ""
			}
		}
		p.inside = p.inside && price.Tax != nil && price.TaxInside == Yes
	}
	return p
}

// remarks are the charges of a price that not every price has, and its deal.
func (p pricing) remarks(c canvas, price StayPrice) []string {
	var items []string
	for i, words := range price.charges(c, p.locale) {
		if words != "" && words != p.common[i] && (i > 0 || !p.inside) {
			items = append(items, words)
		}
	}
	return append(items, price.Deal.words(c, p.locale)...)
}

// foot says what all prices have in common, if anything.
func (p pricing) foot(c canvas) []string {
	words := p.common
	if p.inside {
		words[0] = "tax included"
	}
	items := slices.DeleteFunc(words[:], func(text string) bool { return text == "" })
	if len(items) == 0 {
		return nil
	}
	return c.wrapIndented("", "Every price: "+strings.Join(items, " "+c.glyph.dot+" ")+".", Plain)
}

// pricesOf is what the rows of a list cost.
func pricesOf[R any](rows []R, price func(R) StayPrice) []StayPrice {
	out := make([]StayPrice, len(rows))
	for i, row := range rows {
		out[i] = price(row)
	}
	return out
}
