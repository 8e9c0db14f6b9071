package hotelview

import (
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/money"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// Stay is when a stay begins and ends.
type Stay struct {
	CheckIn, CheckOut time.Time // local days
	Nights            int
}

// words are the days and how many nights lie between.
func (s Stay) words(c canvas.Canvas) string {
	var parts []string
	if in, out := figure.Day(s.CheckIn), figure.Day(s.CheckOut); in != "" && out != "" {
		parts = append(parts, in+" "+c.Glyph.Dash+" "+out)
	}
	if s.Nights > 0 {
		parts = append(parts, words.Counted(s.Nights, "night"))
	}
	return strings.Join(parts, ", ")
}

// StayPrice is what a stay costs: the whole booking, all its rooms.
type StayPrice struct {
	Night money.Money  // one night
	Stay  *money.Money // all nights; nil if not stated
	// Tax is the tax of a night, nil if none is stated. TaxInside says whether Night already holds
	// it.
	Tax       *money.Money
	TaxInside grid.Answer
	// LocalTax is what the city takes a night, always on top. Zero is none, nil is not known.
	LocalTax *money.Money
	Deal     *StayDeal
}

// StayDeal is a discount that is in the price already.
type StayDeal struct {
	Label   string // the offer's own name, may be empty
	Percent int
	Was     *money.Money // a night before; worked out and not quoted where there is a label
	Promo   string       // the code to type at checkout, may be empty
}

// AllIn is a night with all that comes on top of it, as far as that is known. It reports false when
// an amount is not a decimal number.
func (p StayPrice) AllIn() (money.Money, bool) {
	parts := []money.Money{p.Night}
	if p.Tax != nil && p.TaxInside != grid.Yes {
		parts = append(parts, *p.Tax)
	}
	if p.LocalTax != nil {
		parts = append(parts, *p.LocalTax)
	}
	return money.Sum(parts)
}

// charges say in words what is inside a price and what comes on top of it: the tax, and what the
// city takes. Either may be empty.
func (p StayPrice) charges(c canvas.Canvas, locale string) [2]string {
	var words [2]string
	if p.Tax != nil && !p.Tax.IsZero() {
		tax := grid.Amount(c, *p.Tax, locale)
		switch p.TaxInside {
		case grid.No:
			words[0] = "+ " + tax + " tax a night"
		case grid.Yes:
			words[0] = tax + " tax a night included"
		case grid.Unknown:
			words[0] = tax + " tax a night, not stated whether included"
		}
	}
	switch {
	case p.LocalTax == nil:
		words[1] = "city tax not known"
	case !p.LocalTax.IsZero():
		words[1] = "+ " + grid.Amount(c, *p.LocalTax, locale) + " city tax a night"
	}
	return words
}

// words say what a deal takes off. An earlier price that is worked out from an offer is only
// "about" right.
func (d *StayDeal) words(c canvas.Canvas, locale string) []string {
	if d == nil {
		return nil
	}
	var items []string
	label := c.Text(d.Label)
	if d.Was != nil {
		was := "was "
		if label != "" {
			was += "about "
		}
		items = append(items, was+grid.Amount(c, *d.Was, locale)+" a night")
	}
	off := c.Glyph.Minus + figure.Number(d.Percent) + " %"
	items = append(items, c.Paint(canvas.Good, strings.TrimSpace(label+" "+off)))
	if code := c.Text(d.Promo); code != "" {
		items = append(items, "with code "+code+" at checkout")
	}
	return items
}

// pricing is what the prices of a list have in common. It is said once below the list, so that what
// differs stands out.
type pricing struct {
	locale string
	common [2]string // of the charges, see StayPrice.charges
	inside bool      // every price holds its tax
}

func pricingOf(c canvas.Canvas, prices []StayPrice, locale string) pricing {
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
		p.inside = p.inside && price.Tax != nil && price.TaxInside == grid.Yes
	}
	return p
}

// remarks are the charges of a price that not every price has, and its deal.
func (p pricing) remarks(c canvas.Canvas, price StayPrice) []string {
	var items []string
	for i, words := range price.charges(c, p.locale) {
		if words != "" && words != p.common[i] && (i > 0 || !p.inside) {
			items = append(items, words)
		}
	}
	return append(items, price.Deal.words(c, p.locale)...)
}

// foot says what all prices have in common, if anything.
func (p pricing) foot(c canvas.Canvas) []string {
	words := p.common
	if p.inside {
		words[0] = "tax included"
	}
	items := slices.DeleteFunc(words[:], func(text string) bool { return text == "" })
	if len(items) == 0 {
		return nil
	}
	return c.Wrap("", "Every price: "+strings.Join(items, " "+c.Glyph.Dot+" ")+".", canvas.Plain)
}

// pricesOf is what the rows of a list cost.
func pricesOf[R any](rows []R, price func(R) StayPrice) []StayPrice {
	out := make([]StayPrice, len(rows))
	for i, row := range rows {
		out[i] = price(row)
	}
	return out
}
