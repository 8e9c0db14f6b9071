// Package watchview lays out the list of watches, the results of a pass, and the history of one watch.
package watchview

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// List is the list of watches.
type List struct {
	grid.Frame // an empty title means "Watches"
	Watches    []watched.Listed
	Now        time.Time
	Locale     string
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

// spark draws prices as a sparkline. It leaves out invalid prices and those in another currency than the last.
func spark(c canvas.Canvas, prices []offer.Money, cells int) string {
	var amounts []float64
	for _, p := range prices {
		if n, ok := p.Number(); ok && p.Currency == prices[len(prices)-1].Currency {
			amounts = append(amounts, n)
		}
	}
	return grid.Heights(c, amounts[max(len(amounts)-cells, 0):])
}

// Lines lays the list out for a person.
func (v List) Lines(c canvas.Canvas) []string {
	v.Title = cmp.Or(v.Title, "Watches")
	wide := c.Width >= 100
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
		ago := words.ShortAge(v.Now.Sub(w.AsOf)) + " ago"
		state := grid.Cell{Text: "not yet"}
		switch w.State {
		case watched.Seen:
			state.Text = ago
		case watched.Gone:
			state = grid.Cell{Text: "gone, " + ago, Tone: canvas.Warn}
		case watched.Failed:
			state = grid.Cell{Text: "not found out, " + ago, Tone: canvas.Bad}
		case watched.Closed:
			state.Text = "its day has passed"
		}
		seen := state.Text
		switch {
		case w.State == watched.Failed && w.Why != "":
			seen += ": " + w.Why
		case w.State == "":
			seen = "not checked yet"
		}
		points := grid.Each(w.Points, func(p watched.Priced) offer.Money { return p.Amount })
		below := []string{w.Watch.Offer.Which(), spark(c, points, 20), "waits for " + waits(c, w, v.Locale)}
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
	return v.Around(c, t.Lines(c))
}

// waits describes the rule, and whether the last price meets it.
func waits(c canvas.Canvas, w watched.Listed, locale string) string {
	text := ruleWords(c, w.Rule, w.Target, locale)
	if w.Met {
		text += ", which it is"
	}
	return text
}

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

// Pass is the result of a pass.
type Pass struct {
	grid.Frame // About is the number of watches and the cost of the pass
	Events     []watched.Event
	Locale     string
}

// kinds describes kinds of event whose word is not clear enough.
var kinds = map[watched.Kind]string{
	watched.First: "the first price", watched.Back: "there again", watched.Over: "its day has passed", watched.Broken: "not found out", watched.Unasked: "not looked for",
}

// Lines lays the pass out for a person.
func (v Pass) Lines(c canvas.Canvas) []string {
	v.Title = "Watches"
	t := grid.Table{Columns: []grid.Column{
		{Name: "#", Align: grid.Right, Keep: 9}, {Name: "WATCHED", Keep: 9, Flex: true, Least: 30}, {Name: "DAY", Keep: 4},
		{Name: "WAS", Align: grid.Right, Keep: 6}, {Name: "NOW", Align: grid.Right, Keep: 9}, {Name: "CHANGE", Align: grid.Right, Keep: 7}, {Name: "WHAT", Keep: 9},
	}}
	var amounts []offer.Money
	for _, e := range v.Events {
		amounts = append(amounts, e.Before, e.Now)
	}
	prices := grid.Amounts(c, amounts, v.Locale)
	for i, e := range v.Events {
		what, below := grid.Cell{Text: cmp.Or(kinds[e.Kind], string(e.Kind))}, e.Why
		switch {
		case e.Fired && e.Kind == watched.Unchanged:
			what = grid.Cell{Text: "fired", Tone: canvas.Good}
		case e.Fired:
			what = grid.Cell{Text: "fired: " + what.Text, Tone: canvas.Good}
		case e.Kind == watched.Vanished:
			what.Tone = canvas.Warn
		case e.Kind == watched.Broken:
			what.Tone = canvas.Bad
		}
		if below == "" && e.Fired && e.Rule.Kind != watched.Any {
			below = "it waited for " + ruleWords(c, e.Rule, e.Target, v.Locale)
		}
		percent := signed(e.Percent)
		if percent != "" {
			percent += "%"
		}
		t.Below = append(t.Below, below)
		t.Rows = append(t.Rows, []grid.Cell{
			{Text: strconv.Itoa(e.N)}, {Text: e.Called(e.Title)}, {Text: c.Day(words.Day(e.Day))},
			{Text: prices[2*i]}, {Text: prices[2*i+1], Tone: canvas.Strong}, {Text: percent}, what,
		})
	}
	return v.Around(c, t.Lines(c))
}

// signed returns a change with its sign; "" if there is none or it is unknown.
func signed(change string) string {
	switch {
	case strings.Trim(change, "-0.") == "":
		return ""
	case strings.HasPrefix(change, "-"):
		return change
	}
	return "+" + change
}

// Records returns a line for each watch.
func (v Pass) Records() grid.Records {
	r := grid.Records{Head: []string{
		"number", "event", "fired", "offer", "name", "title", "day", "currency", "before", "now", "change", "percent", "rule", "target", "at", "why",
	}}
	for _, e := range v.Events {
		r.Rows = append(r.Rows, []string{
			strconv.Itoa(e.N), string(e.Kind), strconv.FormatBool(e.Fired), e.Offer, e.Name, e.Title, e.Day, cmp.Or(e.Now.Currency, e.Before.Currency),
			e.Before.Amount, e.Now.Amount, e.Change, e.Percent, string(e.Rule.Kind), e.Target.Amount, offer.Stamp(e.At), e.Why,
		})
	}
	return r
}

// History is the history of one watch.
type History struct {
	grid.Frame
	watched.Past
	Zone   *time.Location // of displayed times
	Locale string
}

// Lines lays the history out for a person.
func (v History) Lines(c canvas.Canvas) []string {
	const most = 30 // passes are shown
	w := v.Watch
	v.Title, v.About = "Watch "+strconv.Itoa(w.N), []string{w.Called(w.Title), c.Day(words.Day(w.Day))}
	below := []string{"waits for " + waits(c, w, v.Locale)}
	if w.Lowest.Amount.Known() {
		texts := grid.Amounts(c, []offer.Money{w.Lowest.Amount, w.Highest.Amount}, v.Locale)
		below = append(below, "lowest "+texts[0], "highest "+texts[1])
	}
	var seen []offer.Money
	for _, p := range v.History {
		if p.State == watched.Seen {
			seen = append(seen, p.Price)
		}
	}
	var out []string
	if line := spark(c, seen, max(c.Width-grid.Margin, 1)); line != "" {
		out = append(out, line, "")
	}
	out = append(out, v.table(c, most).Lines(c)...)
	if left := len(v.History) - most; left > 0 {
		v.Notes = append([]string{words.Plural(left, "pass before them is", "passes before them are") + " left out; --csv has them all."}, v.Notes...)
	}
	v.View = []string{c.Dots(below...)}
	return v.Around(c, out)
}

// table lists the last passes.
func (v History) table(c canvas.Canvas, most int) grid.Table {
	t := grid.Table{Columns: []grid.Column{
		{Name: "WHEN", Keep: 9}, {Name: "PRICE", Align: grid.Right, Keep: 9}, {Name: "CHANGE", Align: grid.Right, Keep: 7}, {Name: "WHAT", Keep: 8, Flex: true, Least: 8},
	}}
	prices := grid.Amounts(c, grid.Each(v.History, func(p watched.Point) offer.Money { return p.Price }), v.Locale)
	was := offer.Money{}
	for i, p := range v.History {
		change := signed(offer.Change{Before: was, After: p.Price}.Difference())
		if p.Price.Amount != "" {
			was = p.Price
		}
		if i < len(v.History)-most {
			continue
		}
		text := map[watched.State]string{watched.Gone: "gone", watched.Failed: "not found out", watched.Closed: "its day has passed"}[p.State]
		if p.Why != "" {
			text += ": " + p.Why
		}
		found := grid.Cell{Text: text}
		if p.Fired {
			found = grid.Cell{Text: strings.TrimSuffix("fired, "+text, ", "), Tone: canvas.Good}
		}
		at := p.At.In(v.Zone)
		t.Rows = append(t.Rows, []grid.Cell{{Text: c.Day(at) + " " + offer.Clock(at)}, {Text: prices[i], Tone: canvas.Strong}, {Text: change}, found})
	}
	return t
}

// Records returns a line for each pass.
func (v History) Records() grid.Records {
	r := grid.Records{Head: []string{"at", "state", "price", "currency", "fired", "search_spent", "search_id", "market", "pass", "class", "why"}}
	for _, p := range v.History {
		r.Rows = append(r.Rows, []string{
			offer.Stamp(p.At.In(v.Zone)), string(p.State), p.Price.Amount, p.Price.Currency, strconv.FormatBool(p.Fired), strconv.FormatBool(p.Spent), p.SearchID, p.Market, p.Pass, p.Class, p.Why,
		})
	}
	return r
}
