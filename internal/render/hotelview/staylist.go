package hotelview

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// Stay is the dates of a stay.
type Stay struct {
	CheckIn, CheckOut time.Time // local days
	Nights            int
}

// StayPrice is the price of a stay, with what only a view shows of it.
type StayPrice struct {
	offer.StayPrice
	USD  string // all nights in US dollars, as decimal text, for TSV and CSV
	Deal *StayDeal
}

// StayDeal is a discount that is already included in the price.
type StayDeal struct {
	Label   string // the offer's own name, may be empty
	Percent int
	Was     *offer.Money // the earlier price per night; computed rather than quoted if there is a label
	Promo   string       // the code to type at checkout, may be empty
}

// charges describes what is included in a price and what comes on top: the tax and the city tax. Either may be
// empty.
func (p StayPrice) charges(c canvas.Canvas, locale string) [2]string {
	var words [2]string
	if p.Tax != nil && !p.Tax.IsNothing() {
		tax := grid.Amount(c, *p.Tax, locale)
		switch grid.AnswerOf(p.TaxInside) {
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
	case !p.LocalTax.IsNothing():
		words[1] = "+ " + grid.Amount(c, *p.LocalTax, locale) + " city tax a night"
	}
	return words
}

// pricing is what the prices of a list have in common. It is shown once below the list, so that differences stand
// out.
type pricing struct {
	locale string
	common [2]string // common charges, see StayPrice.charges
	inside bool      // every price includes its tax
}

// remarks returns the charges of a price that not every price has, and its deal.
func (p pricing) remarks(c canvas.Canvas, price StayPrice) []string {
	var items []string
	for i, words := range price.charges(c, p.locale) {
		if words != "" && words != p.common[i] && (i > 0 || !p.inside) {
			items = append(items, words)
		}
	}
	d := price.Deal
	if d == nil {
		return items
	}
	label := c.Text(d.Label)
	if d.Was != nil {
		was := "was "
		if label != "" { // it is computed from an offer, so it is only approximate
			was += "about "
		}
		items = append(items, was+grid.Amount(c, *d.Was, p.locale)+" a night")
	}
	off := c.Glyph.Minus + figure.Number(d.Percent) + " %"
	items = append(items, c.Paint(canvas.Good, strings.TrimSpace(label+" "+off)))
	if code := c.Text(d.Promo); code != "" {
		items = append(items, "with code "+code+" at checkout")
	}
	return items
}

// shared returns the charges that all prices have in common.
func (p pricing) shared() []string {
	words := p.common
	if p.inside {
		words[0] = "tax included"
	}
	return slices.DeleteFunc(words[:], func(text string) bool { return text == "" })
}

// Doubts explains the mark for prices that cannot be right, if there are any.
func Doubts(prices []StayPrice) []string {
	doubtful := func(p StayPrice) bool { return p.Night.Doubtful() || p.Stay.Known() && p.Stay.Doubtful() }
	if slices.ContainsFunc(prices, doubtful) {
		return []string{grid.DoubtNote}
	}
	return nil
}

// priceFields are the fields of a stay's price in a record: amounts per night and for the stay, extra charges,
// whether tax is included (yes, no, not known), the all-in price per night, and the deal.
var priceFields = [...]string{
	"night", "stay", "currency", "tax_per_night", "tax_included", "city_tax_per_night", "all_in_night",
	"deal", "percent_off", "was_night", "promo_code",
}

// usdField is the last field of a record with a stay's price: the stay in US dollars, which the service always
// states.
const usdField = "stay_usd"

func (p StayPrice) fields() []string {
	allIn, _ := p.AllIn()
	stay := p.Stay.Amount
	if p.Near {
		stay = "" // the currency next to it is not its own
	}
	row := []string{
		p.Night.Amount, stay, p.Night.Currency, amount(p.Tax), "", amount(p.LocalTax), allIn.Amount, "", "", "", "",
	}
	if p.Tax != nil {
		row[4] = grid.AnswerOf(p.TaxInside).String()
	}
	if d := p.Deal; d != nil {
		row[7], row[8], row[9], row[10] = d.Label, strconv.Itoa(d.Percent), amount(d.Was), d.Promo
	}
	return row
}

// amount returns the bare amount, or "" if it is not stated.
func amount(m *offer.Money) string {
	if m == nil {
		return ""
	}
	return m.Amount
}

// stayPrices formats the prices of a list: per night, per night with all charges, and per stay.
func stayPrices(c canvas.Canvas, prices []StayPrice, locale string) (nights, allIn, stays []grid.Cell) {
	var night, all, stay []offer.Money
	for _, p := range prices {
		sum, _ := p.AllIn()
		night, all = append(night, p.Night), append(all, sum)
		if p.Stay.Known() {
			stay = append(stay, p.Stay)
		}
	}
	nights, allIn = grid.PriceCells(c, night, locale), grid.PriceCells(c, all, locale)
	written := grid.PriceCells(c, stay, locale)
	for i, p := range prices {
		if !p.Night.Doubtful() {
			nights[i].Tone = canvas.Plain
		}
		cell := grid.Cell{Text: grid.NotStated, Tone: canvas.Faint}
		if p.Stay.Known() {
			cell, written = written[0], written[1:]
		}
		if p.Near {
			cell.Text = c.Letters(Near) + cell.Text
		}
		stays = append(stays, cell)
	}
	return nights, allIn, stays
}

// Near precedes an amount in another currency than the requested one.
const Near = "≈ "

// numeric returns a column of numbers that is never dropped.
func numeric(name string) grid.Column { return grid.Column{Name: name, Align: grid.Right, Keep: 9} }

// stayList is the common part of a list of hotels and a list of rates.
type stayList struct {
	place       string
	stay        Stay
	context     []string
	locale      string
	noun        string // of a row
	order       string // how the rows are sorted, a sentence; may be empty
	numbers     []int  // of the rows
	prices      []StayPrice
	alike       []StayPrice // the prices that determine the common charges; nil means prices
	view        []string    // filters and order in words
	total, of   int
	status      string
	notes, next []string
}

// head describes the search, dates and travelers, followed by an empty line.
func (l stayList) head(c canvas.Canvas) []string {
	var stay []string
	if !l.stay.CheckIn.IsZero() && !l.stay.CheckOut.IsZero() {
		stay = append(stay, c.Days(l.stay.CheckIn, l.stay.CheckOut, " "+c.Glyph.Dash+" "))
	}
	if l.stay.Nights > 0 {
		stay = append(stay, words.Counted(l.stay.Nights, "night"))
	}
	lines := c.Flow("", []string{c.Paint(canvas.Strong, c.Text(l.place)), strings.Join(stay, ", "), c.Dots(l.context...)}, "   ")
	if lines == nil {
		return nil
	}
	return append(append(lines, c.Items(l.view)...), "")
}

// lines returns head, rows, count, common charges, notes and suggested commands.
func (l stayList) lines(c canvas.Canvas, names []string, blocks [][]string) []string {
	return append(grid.Stack(l.head(c), names, blocks), l.foot(c)...)
}

// foot returns the lines below the rows.
func (l stayList) foot(c canvas.Canvas) []string {
	items := []string{c.CountLine(l.noun, l.total, l.of, l.numbers, l.status)}
	if len(l.prices) > 0 {
		items = append(items, "Prices: whole booking, all rooms; what is marked + comes on top.", c.Spaced(l.order))
	}
	out := c.Flow("", items, "   ")
	if every := l.pricing(c).shared(); len(every) > 0 {
		out = append(out, c.Wrap("", "Every price: "+strings.Join(every, " "+c.Glyph.Dot+" ")+".", canvas.Plain)...)
	}
	notes := l.notes
	if slices.ContainsFunc(l.prices, func(p StayPrice) bool { return p.Near }) {
		notes = append([]string{Near + "stands before a stay that the service states in US dollars alone."}, notes...)
	}
	out = append(out, c.Sentences(append(Doubts(l.prices), notes...))...)
	return append(out, c.Next(l.next)...)
}

// blocks draws the rows by the first plan whose flexible column keeps its minimum width, or by the last.
func (l stayList) blocks(
	c canvas.Canvas, plans int, layout func(c canvas.Canvas, plan int) (t grid.Table, flexible, least int),
	remarks func(c canvas.Canvas, plan, row int) []string,
) (head []string, blocks [][]string) {
	if len(l.prices) == 0 {
		return nil, nil
	}
	pricing := l.pricing(c)
	for plan := range plans {
		t, flexible, least := layout(c, plan)
		if plan == plans-1 || t.Sheet(c).Fits(c, flexible, least) {
			return t.Blocks(c, func(row int) []string {
				return append(remarks(c, plan, row), pricing.remarks(c, l.prices[row])...)
			})
		}
	}
	return nil, nil
}

// judged returns the prices that determine what all have in common.
func (l stayList) judged() []StayPrice {
	if l.alike != nil {
		return l.alike
	}
	return l.prices
}

func (l stayList) pricing(c canvas.Canvas) pricing { return pricingOf(c, l.locale, l.judged()) }

// pricingOf returns what prices have in common; a single price has nothing in common with others.
func pricingOf(c canvas.Canvas, locale string, prices []StayPrice) pricing {
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
		p.inside = p.inside && price.Tax != nil && grid.AnswerOf(price.TaxInside) == grid.Yes
	}
	return p
}
