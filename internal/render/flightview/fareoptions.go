package flightview

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

// FareOptions shows the options of a fare, grouped by the part of the trip that an option pays for.
type FareOptions struct {
	Title   string       // such as "Fare 4"
	Context []string     // the seller, and the travelers that the price is for
	Total   *offer.Money // of the whole trip; nil if it is not stated
	Party   string       // the travelers, such as "1 adult"
	Rule    string       // what has to be chosen, as a sentence
	Locale  string       // language tag for formatting money; "" is "en"
	Groups  []OptionGroup
	Terms   bool     // also list the carriers' terms
	Notes   []string // lines under the table
	Next    []string // suggested commands
}

// OptionGroup is the options that pay for the same part of a trip.
type OptionGroup struct {
	Label    string // "out", "back", "leg 3"; "" if the options pay for the whole trip, or the part is unknown
	From, To string // airport codes, "" if unknown
	Depart   time.Time
	Options  []FareOption
}

// FareOption is one way to buy a fare.
type FareOption struct {
	N            int
	OptionID     string      // the service's id, for TSV and CSV
	Name         string      // the carrier's
	Price        offer.Money // the whole party's
	Covers       string      // "leg", "trip", or "" if the service does not say
	CabinBag     string      // "" if not stated
	CheckedBag   string      // "" if not stated
	Change       Penalty
	Cancel       Penalty
	Refundable   grid.Answer
	Exchangeable grid.Answer
	Terms        []string // addresses, in the carrier's order
}

// Penalty is the cost of a change or a cancellation.
type Penalty struct {
	Policy string      // free, fee or not_permitted; "" if not stated
	Fee    offer.Money // only with fee; an empty amount is not stated
}

// cell returns a penalty in words. A fee without an amount is still a fee.
func (p Penalty) cell(c canvas.Canvas, locale string) grid.Cell {
	switch p.Policy {
	case "":
		return grid.Cell{Text: grid.NotStated, Tone: canvas.Faint}
	case "free":
		return grid.Cell{Text: "free", Tone: canvas.Good}
	case "fee":
		if p.Fee.Amount == "" {
			return grid.Cell{Text: "for a fee"}
		}
		return grid.Cell{Text: grid.Amounts(c, []offer.Money{p.Fee}, locale)[0]}
	}
	return grid.Cell{Text: c.Text(strings.ReplaceAll(p.Policy, "_", " "))}
}

// Lines returns the layout for a person.
func (v FareOptions) Lines(c canvas.Canvas) []string {
	out := v.Head(c)
	if head, blocks := v.Blocks(c); len(blocks) > 0 {
		out = append(append(out, ""), head...)
		for _, block := range blocks {
			out = append(append(out, block.Heading...), block.Lines...)
		}
	}
	if v.Terms {
		out = append(out, v.terms(c)...)
	}
	return append(out, c.Ending(append(v.Doubts(), v.Notes...), v.Next)...)
}

// Head returns the fare, its price and what has to be chosen.
func (v FareOptions) Head(c canvas.Canvas) []string {
	out := c.Flow("", []string{c.Paint(canvas.Strong, c.Text(v.Title)), c.Dots(v.Context...)}, "   ")
	price := "The service states no price for the whole trip."
	if v.Total != nil {
		price = "Whole trip " + grid.PriceCells(c, []offer.Money{*v.Total}, v.Locale)[0].Text
		if party := c.Text(v.Party); party != "" {
			price += " for " + party
		}
		price += "."
	}
	return append(out, c.Wrap("", strings.TrimSpace(price+" "+c.Spaced(v.Rule)), canvas.Plain)...)
}

// Doubts explains the mark for prices that cannot be right, if there are any.
func (v FareOptions) Doubts() []string {
	amounts := v.amounts()
	if v.Total != nil {
		amounts = append(amounts, *v.Total)
	}
	return grid.Doubts(amounts)
}

// All returns every option in order.
func (v FareOptions) All() []FareOption {
	var out []FareOption
	for _, g := range v.Groups {
		out = append(out, g.Options...)
	}
	return out
}

// Records returns a row for each option.
func (v FareOptions) Records() grid.Records {
	r := grid.Records{Head: []string{
		"number", "leg", "from", "to", "departs", "name", "total", "currency", "covers", "cabin_bag", "checked_bag",
		"change", "change_fee", "change_currency", "cancel", "cancel_fee", "cancel_currency", "refundable", "exchangeable", "option_id", "terms",
	}}
	for _, g := range v.Groups {
		departs := ""
		if !g.Depart.IsZero() {
			departs = g.Depart.Format("2006-01-02T15:04") // local time; the service gives no offset
		}
		for _, o := range g.Options {
			terms := grid.Each(o.Terms, clean.Address)
			r.Rows = append(r.Rows, []string{
				strconv.Itoa(o.N), g.Label, g.From, g.To, departs, o.Name, o.Price.Amount, o.Price.Currency, o.Covers, o.CabinBag, o.CheckedBag,
				o.Change.Policy, o.Change.Fee.Amount, o.Change.Fee.Currency, o.Cancel.Policy, o.Cancel.Fee.Amount, o.Cancel.Fee.Currency,
				o.Refundable.String(), o.Exchangeable.String(), o.OptionID, strings.Join(terms, " "),
			})
		}
	}
	return r
}

// OptionBlock is an option as it is drawn.
type OptionBlock struct {
	Heading []string // above it, if it is the first of its group
	Lines   []string
}

// Blocks returns the column headings and each option, in the layout with the most columns that fits. Values without a
// column are shown below their option.
func (v FareOptions) Blocks(c canvas.Canvas) (head []string, blocks []OptionBlock) {
	all, prices := v.All(), grid.PriceCells(c, v.amounts(), v.Locale)
	cabin := func(i int) grid.Cell { return grid.OrNotStated(c.Text(all[i].CabinBag)) }
	checked := func(i int) grid.Cell { return grid.OrNotStated(c.Text(all[i].CheckedBag)) }
	change := func(i int) grid.Cell { return all[i].change(c, v.Locale) }
	cancel := func(i int) grid.Cell { return all[i].Cancel.cell(c, v.Locale) }
	below := func(label string, cell func(i int) grid.Cell) func(i int) string {
		return func(i int) string { return label + " " + cell(i).Text }
	}
	columns := []grid.Planned{
		grid.Numeric("#", 0, func(i int) grid.Cell { return grid.Cell{Text: strconv.Itoa(all[i].N)} }, nil),
		grid.Text("OPTION", 0, func(i int) grid.Cell { return grid.Cell{Text: c.Text(all[i].Name)} }, nil),
		grid.Numeric("PRICE", 0, func(i int) grid.Cell { return prices[i] }, nil),
		grid.Text("CABIN BAG", 1, cabin, below("cabin", cabin)),
		grid.Text("CHECKED BAG", 1, checked, below("checked", checked)),
		grid.Text("CHANGE", 2, change, below("change", change)),
		grid.Text("CANCEL", 2, cancel, below("cancel", cancel)),
		grid.Text("REFUNDABLE", 2, func(i int) grid.Cell { return all[i].Refundable.Stated() }, func(i int) string {
			return map[grid.Answer]string{grid.Yes: "refundable", grid.No: "not refundable"}[all[i].Refundable]
		}),
	}
	columns[1].Flex = true
	const whole = 1 << 20 // names are cut only in the narrowest layout
	head, rows := grid.Plan(c, len(all), columns, []int{whole, whole, whole}, func(_ int, below []string) []string { return below })
	days := grid.Each(v.Groups, func(g OptionGroup) time.Time { return g.Depart })
	for _, g := range v.Groups {
		for i := range g.Options {
			block := OptionBlock{Lines: rows[len(blocks)]}
			if heading := g.heading(c.Among(days...)); i == 0 && heading != "" {
				block.Heading = c.Wrap("", heading, canvas.Strong)
			}
			blocks = append(blocks, block)
		}
	}
	return head, blocks
}

func (v FareOptions) amounts() []offer.Money {
	return grid.Each(v.All(), func(o FareOption) offer.Money { return o.Price })
}

// change returns the cost of a change, from two values of the service: an option that cannot be changed cannot be
// changed for free either.
func (o FareOption) change(c canvas.Canvas, locale string) grid.Cell {
	if o.Exchangeable == grid.No {
		return grid.Cell{Text: "not permitted"}
	}
	return o.Change.cell(c, locale)
}

// heading names the part of the trip that the options of a group pay for.
func (g OptionGroup) heading(c canvas.Canvas) string {
	route := ""
	if g.From != "" && g.To != "" {
		route = c.Text(g.From) + " " + c.Glyph.Arrow + " " + c.Text(g.To)
	}
	label, rest := strings.ToUpper(c.Text(g.Label)), c.Dots(route, c.Day(g.Depart))
	if label == "" {
		return rest
	}
	if rest != "" {
		return label + strings.Repeat(" ", max(4-canvas.Cells(label), 0)) + "  " + rest
	}
	return label
}

// terms lists where the carriers publish the terms of the options: each address once, after the options that it
// covers.
func (v FareOptions) terms(c canvas.Canvas) []string {
	var addresses []string
	options := map[string][]string{}
	for _, o := range v.All() {
		for _, address := range o.Terms {
			if !slices.Contains(addresses, address) {
				addresses = append(addresses, address)
			}
			options[address] = append(options[address], strconv.Itoa(o.N))
		}
	}
	if len(addresses) == 0 {
		return []string{"", "The carriers publish no address for their terms."}
	}
	out := []string{"", c.Paint(canvas.Strong, "Terms")}
	for _, address := range addresses {
		out = append(out, c.Flow("  ", options[address], ", ")...)
		out = append(out, "    "+clean.Address(address))
	}
	return out
}
