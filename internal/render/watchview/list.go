// Package watchview lays out the list of watches, the results of a pass, and the history of one watch.
package watchview

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// List is the list of watches.
type List struct {
	Title   string   // "" means Watches
	About   []string // what the prices are for
	Watches []watched.Listed
	Now     time.Time
	Locale  string
	Notes   []string
	Next    []string // suggested commands
}

// ruleWords describes a rule, to follow "waits for".
func ruleWords(c canvas.Canvas, r watched.Rule, target offer.Money, locale string) string {
	switch text := grid.Amount(c, target, locale); r.Kind {
	case watched.Below:
		return "less than " + text
	case watched.Drop:
		return text + " or less (" + r.Percent + "% off)"
	}
	return "any change"
}

// beside is the minimum width for columns with the lowest and highest price.
const beside = 100

// sparkCells is the length of the sparkline in a list.
const sparkCells = 20

// spark draws prices as a sparkline. It leaves out invalid prices and those in another currency than the last.
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

// headed returns the first line: a title, by default Watches, and details.
func headed(c canvas.Canvas, title string, about []string) []string {
	return c.Flow("", append([]string{c.Paint(canvas.Strong, c.Text(cmp.Or(title, "Watches")))}, c.Texts(about)...), "   ")
}

// Lines lays the list out for a person.
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
		amounts = append(amounts, w.Last.Amount, w.Lowest.Amount, w.Highest.Amount)
	}
	prices := grid.Amounts(c, amounts, v.Locale)
	for i, w := range v.Watches {
		last, lowest, highest := grid.Cell{Text: prices[3*i], Tone: canvas.Strong}, prices[3*i+1], prices[3*i+2]
		if w.Met {
			last.Tone = canvas.Good
		}
		state := grid.Cell{Text: v.state(w), Tone: tones[w.State]}
		seen := state.Text
		switch {
		case w.State == watched.Failed && w.Why != "":
			seen += ": " + w.Why
		case w.State == "":
			seen = "not checked yet"
		}
		var points []offer.Money
		for _, p := range w.Points {
			points = append(points, p.Amount)
		}
		below := []string{w.Watch.Offer.Which(), spark(c, points, sparkCells), "waits for " + waits(c, w, v.Locale)}
		switch {
		case wide:
			below = append(below, w.Why)
		case w.Lowest.Amount != w.Highest.Amount:
			below = append(below, "lowest "+lowest+", highest "+highest, seen)
		case len(points) > 0:
			below = append(below, "lowest and highest "+lowest, seen)
		default:
			below = append(below, seen)
		}
		t.Below = append(t.Below, c.Dots(below...))
		t.Rows = append(t.Rows, []grid.Cell{
			{Text: strconv.Itoa(w.N)}, {Text: w.Called(w.Watch.Offer.What())}, {Text: c.Day(words.Day(w.Day))}, last, {Text: lowest}, {Text: highest}, state,
		})
	}
	return t
}

// waits describes the rule, and whether the last price meets it.
func waits(c canvas.Canvas, w watched.Listed, locale string) string {
	text := ruleWords(c, w.Rule, w.Target, locale)
	if w.Met {
		text += ", which it is"
	}
	return text
}

// state describes the result of the last pass.
func (v List) state(w watched.Listed) string {
	ago := words.ShortAge(v.Now.Sub(w.AsOf)) + " ago"
	switch w.State {
	case watched.Seen:
		return ago
	case watched.Gone:
		return "gone, " + ago
	case watched.Failed:
		return "not found out, " + ago
	case watched.Closed:
		return "its day has passed"
	}
	return "not yet"
}

var tones = map[watched.State]canvas.Tone{watched.Gone: canvas.Warn, watched.Failed: canvas.Bad}

// Records returns a line for each watch.
func (v List) Records() grid.Records {
	r := grid.Records{Head: []string{
		"number", "offer", "name", "title", "day", "rule", "target", "percent", "met", "state", "as_of", "currency", "last", "lowest", "highest", "passes", "searches", "why",
	}}
	for _, w := range v.Watches {
		r.Rows = append(r.Rows, []string{
			strconv.Itoa(w.N), w.Offer, w.Name, w.Title, w.Day, string(w.Rule.Kind), w.Target.Amount, w.Rule.Percent, strconv.FormatBool(w.Met), string(w.State), offer.Stamp(w.AsOf),
			w.Last.Amount.Currency, w.Last.Amount.Amount, w.Lowest.Amount.Amount, w.Highest.Amount.Amount, strconv.Itoa(w.Passes), strconv.Itoa(w.Spent), w.Why,
		})
	}
	return r
}
