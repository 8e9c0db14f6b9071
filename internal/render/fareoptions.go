package render

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// FareOptions is what a fare can be bought as, grouped by what an option pays for.
type FareOptions struct {
	Title   string   // such as "Fare 4"
	Context []string // who sells it, for whom it is priced
	Total   *Money   // of the whole trip; nil if nobody states one
	Party   string   // whom the prices are for, such as "1 adult"
	Rule    string   // what has to be chosen, in a sentence
	Locale  string   // decides how money is written; "" is "en"
	Groups  []OptionGroup
	Terms   bool     // the carriers' terms are listed too
	Notes   []string // lines under the table
	Next    []string // commands that may follow
}

// OptionGroup is the options that pay for the same part of a trip.
type OptionGroup struct {
	Label    string // "out", "back", "leg 3"; "" if the options pay for the whole trip, or nobody says for what
	From, To string // airport codes, "" if not known
	Depart   time.Time
	Options  []FareOption
}

// FareOption is one way to buy a fare.
type FareOption struct {
	N            int
	OptionID     string // the service's id, for TSV and CSV
	Name         string // the carrier's
	Price        Money  // the whole party's
	Covers       string // "leg", "trip", or "" if the service does not say
	CabinBag     string // "" if not stated
	CheckedBag   string // "" if not stated
	Change       Penalty
	Cancel       Penalty
	Refundable   Answer
	Exchangeable Answer
	Terms        []string // addresses, in the carrier's order
}

// Penalty is what it costs to change or cancel.
type Penalty struct {
	Policy string // free, fee or not_permitted; "" if not stated
	Fee    Money  // with fee only; an empty amount is not stated
}

// cell shows a penalty in words. A fee that nobody put a number to is a fee.
func (p Penalty) cell(c canvas, locale string) Cell {
	switch p.Policy {
	case "":
		return Cell{Text: notStated, Tone: Faint}
	case "free":
		return Cell{Text: "free", Tone: Good}
	case "fee":
		if p.Fee.Amount == "" {
			return Cell{Text: "for a fee"}
		}
		return Cell{Text: c.moneyTexts([]Money{p.Fee}, locale)[0]}
	}
	return Cell{Text: c.text(strings.ReplaceAll(p.Policy, "_", " "))}
}

func (v FareOptions) lines(c canvas) []string {
	out := v.head(c)
	out = append(out, v.fitted(c)...)
	if v.Terms {
		out = append(out, v.terms(c)...)
	}
	return append(out, c.ending(v.notes(), v.Next)...)
}

// head names the fare, its price and what has to be chosen.
func (v FareOptions) head(c canvas) []string {
	items := []string{c.paint(Strong, c.text(v.Title))}
	if context := c.dots(v.Context...); context != "" {
		items = append(items, context)
	}
	out := c.flow("", items, "   ")
	price := "The service states no price for the whole trip."
	if v.Total != nil {
		price = "Whole trip " + c.prices([]Money{*v.Total}, v.Locale)[0].Text
		if party := c.text(v.Party); party != "" {
			price += " for " + party
		}
		price += "."
	}
	return append(out, c.wrapIndented("", strings.TrimSpace(price+" "+c.spaced(v.Rule)), Plain)...)
}

func (v FareOptions) notes() []string {
	doubtful := slices.ContainsFunc(v.all(), func(o FareOption) bool { return o.Price.Doubtful() })
	if doubtful || v.Total != nil && v.Total.Doubtful() {
		return append([]string{doubtNote}, v.Notes...)
	}
	return v.Notes
}

// all is every option, in order.
func (v FareOptions) all() []FareOption {
	var out []FareOption
	for _, g := range v.Groups {
		out = append(out, g.Options...)
	}
	return out
}

// records gives a line for each option.
func (v FareOptions) records() records {
	r := records{head: []string{
		"number", "leg", "from", "to", "departs", "name", "total", "currency", "covers", "cabin_bag", "checked_bag",
		"change", "change_fee", "change_currency", "cancel", "cancel_fee", "cancel_currency", "refundable", "exchangeable", "option_id", "terms",
	}}
	for _, g := range v.Groups {
		departs := ""
		if !g.Depart.IsZero() {
			departs = g.Depart.Format("2006-01-02T15:04") // local, the service gives no offset
		}
		for _, o := range g.Options {
			terms := make([]string, len(o.Terms))
			for i, address := range o.Terms {
				terms[i] = Address(address)
			}
			r.rows = append(r.rows, []string{
				strconv.Itoa(o.N), g.Label, g.From, g.To, departs, o.Name, o.Price.Amount, o.Price.Currency, o.Covers, o.CabinBag, o.CheckedBag,
				o.Change.Policy, o.Change.Fee.Amount, o.Change.Fee.Currency, o.Cancel.Policy, o.Cancel.Fee.Amount, o.Cancel.Fee.Currency,
				o.Refundable.String(), o.Exchangeable.String(), o.OptionID, strings.Join(terms, " "),
			})
		}
	}
	return r
}
