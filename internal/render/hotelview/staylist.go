package hotelview

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
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
func (p StayPrice) charges(text func(offer.Money) string) [2]string {
	var words [2]string
	if p.Tax != nil && !p.Tax.IsNothing() {
		tax := text(*p.Tax)
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
		words[1] = "+ " + text(*p.LocalTax) + " city tax a night"
	}
	return words
}

// Common is what the prices of a list have in common. It is shown once below the list, so that differences stand
// out.
type Common struct {
	like   StayPrice // a price with the charges that are the same
	same   [2]bool   // which charges are the same, see StayPrice.charges
	inside bool      // every price includes its tax
}

// CommonOf returns what prices have in common; a single price has nothing in common with others.
func CommonOf(prices []StayPrice) Common {
	if len(prices) < 2 {
		return Common{}
	}
	text := func(m offer.Money) string { return m.Amount + " " + m.Currency }
	k := Common{like: prices[0], same: [2]bool{true, true}, inside: true}
	first := k.like.charges(text)
	for _, price := range prices {
		for i, words := range price.charges(text) {
			k.same[i] = k.same[i] && words == first[i]
		}
		k.inside = k.inside && price.Tax != nil && grid.AnswerOf(price.TaxInside) == grid.Yes
	}
	return k
}

// words returns the charges that all prices have in common.
func (k Common) words(c canvas.Canvas, locale string) (list []string) {
	for i, words := range k.like.charges(amounts(c, locale)) {
		if i == 0 && k.inside {
			list = append(list, "tax included")
		} else if k.same[i] && words != "" {
			list = append(list, words)
		}
	}
	return list
}

// remarks returns the charges of a price that not every price has, and its deal.
func (k Common) remarks(c canvas.Canvas, locale string, price StayPrice) []string {
	var items []string
	like := k.like.charges(amounts(c, locale))
	for i, words := range price.charges(amounts(c, locale)) {
		shared := k.same[i] && words == like[i] // a later page of the list may differ
		inside := i == 0 && k.inside && grid.AnswerOf(price.TaxInside) == grid.Yes
		if !shared && !inside {
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
		items = append(items, was+grid.Amount(c, *d.Was, locale)+" a night")
	}
	off := c.Glyph.Minus + strconv.Itoa(d.Percent) + " %"
	items = append(items, c.Paint(canvas.Good, strings.TrimSpace(label+" "+off)))
	if code := c.Text(d.Promo); code != "" {
		items = append(items, "with code "+code+" at checkout")
	}
	return items
}

// amounts returns a function that formats amounts for a canvas.
func amounts(c canvas.Canvas, locale string) func(offer.Money) string {
	return func(m offer.Money) string { return grid.Amount(c, m, locale) }
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

// StayList is the common part of a list of hotels and a list of rates.
type StayList struct {
	Place string // what was searched: a city, a hotel, a point
	Stay  Stay   // as priced
	// Context is the party, currency and market of the prices, such as "2 adults, 1 room", "EUR", "market PT (flag)".
	Context []string
	Locale  string   // language tag for formatting money; "" is "en"
	View    []string // the filters and the order in words, such as "Filters: at least 4 stars"
	Status  string   // the status of the search
	Notes   []string
	Next    []string // suggested commands
}

// Head describes the search, dates and travelers, followed by an empty line.
func (l StayList) Head(c canvas.Canvas) []string {
	var stay []string
	if !l.Stay.CheckIn.IsZero() && !l.Stay.CheckOut.IsZero() {
		stay = append(stay, c.Days(l.Stay.CheckIn, l.Stay.CheckOut, " "+c.Glyph.Dash+" "))
	}
	if l.Stay.Nights > 0 {
		stay = append(stay, words.Counted(l.Stay.Nights, "night"))
	}
	lines := c.Flow("", []string{c.Paint(canvas.Strong, c.Text(l.Place)), strings.Join(stay, ", "), c.Dots(l.Context...)}, "   ")
	if lines == nil {
		return nil
	}
	return append(append(lines, c.Items(l.View)...), "")
}

// foot returns the lines below the rows: the count, how they are sorted, common charges, notes and suggested commands.
func (l StayList) foot(c canvas.Canvas, count, order string, prices []StayPrice, common Common) []string {
	items := []string{count}
	if len(prices) > 0 {
		items = append(items, "Prices: whole booking, all rooms; what is marked + comes on top.", c.Spaced(order))
	}
	out := c.Flow("", items, "   ")
	if every := common.words(c, l.Locale); len(every) > 0 {
		out = append(out, c.Wrap("", "Every price: "+strings.Join(every, " "+c.Glyph.Dot+" ")+".", canvas.Plain)...)
	}
	notes := Doubts(prices)
	if slices.ContainsFunc(prices, func(p StayPrice) bool { return p.Near }) {
		notes = append(notes, Near+"stands before a stay that the service states in US dollars alone.")
	}
	out = append(out, c.Sentences(append(notes, l.Notes...))...)
	return append(out, c.Next(l.Next)...)
}
