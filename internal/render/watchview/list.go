// Package watchview shows what is watched, what a look at it brought, and the history of one watch.
package watchview

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
)

// List is all that is watched.
type List struct {
	Title   string   // "" is Watches
	About   []string // what the prices are of
	Watches []Watch
	Locale  string
	Notes   []string
	Next    []string // commands that may follow
}

// State is what the last pass found.
type State uint8

// The states.
const (
	New    State = iota // no pass has looked yet
	Seen                // the offer is there
	Gone                // the offer is not there any more
	Failed              // it could not be found out
	Over                // the day of the offer has passed
)

// Watch is an offer that is watched. Its title and why are foreign text.
type Watch struct {
	N                     int
	Offer, Name, Title    string // a word for what it is, the name it was given, what it is
	What, Which           string // the title in two: such as the route, and what tells it from its like
	Day                   time.Time
	Rule                  Rule
	Met                   bool // the last price is what the rule waits for
	State                 State
	Status, Why           string // the state as programs know it, and why
	AsOf                  time.Time
	Age                   string // since the last pass
	Last, Lowest, Highest offer.Money
	LastAt                time.Time
	Prices                []offer.Money // the last ones that were seen, the oldest first
	Passes, Searches      int
}

// Rule is what a watch waits for.
type Rule struct {
	Kind    string // below, drop or any
	Target  offer.Money
	Percent string // of drop
}

// words say the rule behind "waits for".
func (r Rule) words(c canvas.Canvas, locale string) string {
	target := grid.Amount(c, r.Target, locale)
	switch r.Kind {
	case "below":
		return "less than " + target
	case "drop":
		return target + " or less (" + r.Percent + "% off)"
	}
	return "any change"
}

// Title is what a watch is called: by its name before what it is.
func title(name, what string) string {
	if name == "" || name == what {
		return what
	}
	return name + ": " + what
}

// beside is the width from which the lowest and the highest price have columns of their own.
const beside = 100

// sparkCells is how long the line of a history is in a list.
const sparkCells = 20

// spark draws prices as heights. Those of another currency than the last, and what is not a number, are left
// out.
func spark(c canvas.Canvas, prices []offer.Money, cells int) string {
	var amounts []float64
	for _, p := range prices {
		if n, ok := p.Number(); ok && p.Currency == prices[len(prices)-1].Currency {
			amounts = append(amounts, n)
		}
	}
	if len(amounts) == 0 {
		return ""
	}
	amounts = amounts[max(len(amounts)-cells, 0):]
	return grid.Heights(c, amounts, slices.Min(amounts), slices.Max(amounts))
}

// headed is the first line: a title, "" for all watches, and what it is about.
func headed(c canvas.Canvas, title string, about []string) []string {
	return c.Flow("", append([]string{c.Paint(canvas.Strong, c.Text(cmp.Or(title, "Watches")))}, c.Texts(about)...), "   ")
}

// Lines gives the layout for a person.
func (v List) Lines(c canvas.Canvas) []string {
	out := headed(c, v.Title, v.About)
	if len(v.Watches) > 0 {
		out = append(append(out, ""), v.table(c).Lines(c)...)
	}
	return append(out, c.Ending(v.Notes, v.Next)...)
}

func (v List) table(c canvas.Canvas) grid.Table {
	wide := c.Width >= beside
	t := grid.Table{Columns: []grid.Column{
		{Name: "#", Align: grid.Right, Keep: 9}, {Name: "WATCHED", Keep: 9, Flex: true, Least: 12}, {Name: "DAY", Keep: 5},
		{Name: "LAST", Align: grid.Right, Keep: 9}, {Name: "LOWEST", Align: grid.Right, Keep: 8, Record: !wide}, {Name: "HIGHEST", Align: grid.Right, Keep: 7, Record: !wide},
		{Name: "SEEN", Keep: 6, Record: !wide},
	}}
	var amounts []offer.Money
	for _, w := range v.Watches {
		amounts = append(amounts, w.Last, w.Lowest, w.Highest)
	}
	prices := grid.Amounts(c, amounts, v.Locale)
	for i, w := range v.Watches {
		last, lowest, highest := grid.Cell{Text: prices[3*i], Tone: canvas.Strong}, prices[3*i+1], prices[3*i+2]
		if w.Met {
			last.Tone = canvas.Good
		}
		below := []string{w.Which, spark(c, w.Prices, sparkCells), "waits for " + w.waits(c, v.Locale)}
		switch {
		case wide:
			below = append(below, w.Why)
		case w.Lowest.Amount != w.Highest.Amount:
			below = append(below, "lowest "+lowest+", highest "+highest, w.seen())
		case len(w.Prices) > 0:
			below = append(below, "lowest and highest "+lowest, w.seen())
		default:
			below = append(below, w.seen())
		}
		t.Below = append(t.Below, c.Dots(below...))
		t.Rows = append(t.Rows, []grid.Cell{
			{Text: strconv.Itoa(w.N)}, {Text: title(w.Name, w.What)}, {Text: c.Day(w.Day)}, last, {Text: lowest}, {Text: highest}, {Text: w.short(), Tone: w.tone()},
		})
	}
	return t
}

// seen says how the last pass went, below the row.
func (w Watch) seen() string {
	switch {
	case w.State == Failed && w.Why != "":
		return w.short() + ": " + w.Why
	case w.State == New:
		return "not looked for yet"
	}
	return w.short()
}

// waits says what the rule waits for, and whether the last price is that.
func (w Watch) waits(c canvas.Canvas, locale string) string {
	text := w.Rule.words(c, locale)
	if w.Met {
		text += ", which it is"
	}
	return text
}

// short says how the last pass went, in a column.
func (w Watch) short() string {
	switch w.State {
	case Seen:
		return w.Age + " ago"
	case Gone:
		return "gone, " + w.Age + " ago"
	case Failed:
		return "not found out, " + w.Age + " ago"
	case Over:
		return "its day has passed"
	}
	return "not yet"
}

func (w Watch) tone() canvas.Tone {
	switch w.State {
	case Gone:
		return canvas.Warn
	case Failed:
		return canvas.Bad
	}
	return canvas.Plain
}

// Records gives a line for each watch.
func (v List) Records() grid.Records {
	r := grid.Records{Head: []string{
		"number", "offer", "name", "title", "day", "rule", "target", "percent", "met", "state", "as_of", "currency", "last", "lowest", "highest", "passes", "searches", "why",
	}}
	for _, w := range v.Watches {
		r.Rows = append(r.Rows, []string{
			strconv.Itoa(w.N), w.Offer, w.Name, w.Title, figure.ISODay(w.Day), w.Rule.Kind, w.Rule.Target.Amount, w.Rule.Percent, strconv.FormatBool(w.Met),
			w.Status, offer.Stamp(w.AsOf), w.Last.Currency, w.Last.Amount, w.Lowest.Amount, w.Highest.Amount, strconv.Itoa(w.Passes), strconv.Itoa(w.Searches), w.Why,
		})
	}
	return r
}
