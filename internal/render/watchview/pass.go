package watchview

import (
	"cmp"
	"strconv"
	"strings"

	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// Pass is the result of a pass.
type Pass struct {
	About  []string // when, and its cost
	Events []watched.Event
	Locale string
	Notes  []string
	Next   []string
}

// Lines lays the pass out for a person.
func (v Pass) Lines(c canvas.Canvas) []string {
	out := headed(c, "", v.About)
	if len(v.Events) > 0 {
		out = append(append(out, ""), v.table(c).Lines(c)...)
	}
	return append(out, c.Ending(v.Notes, v.Next)...)
}

func (v Pass) table(c canvas.Canvas) grid.Table {
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
		what := grid.Cell{Text: eventWords(e), Tone: canvas.Plain}
		switch {
		case e.Fired:
			what.Tone = canvas.Good
		case e.Kind == watched.Vanished:
			what.Tone = canvas.Warn
		case e.Kind == watched.Broken:
			what.Tone = canvas.Bad
		}
		t.Rows = append(t.Rows, []grid.Cell{
			{Text: strconv.Itoa(e.N)}, {Text: e.Called(e.Title)}, {Text: c.Day(words.Day(e.Day))},
			{Text: prices[2*i]}, {Text: prices[2*i+1], Tone: canvas.Strong}, {Text: percentWords(e.Percent)}, what,
		})
		t.Below = append(t.Below, below(c, e, v.Locale))
	}
	return t
}

// kinds describes kinds of event whose word is not clear enough.
var kinds = map[watched.Kind]string{
	watched.First: "the first price", watched.Back: "there again", watched.Over: "its day has passed", watched.Broken: "not found out", watched.Unasked: "not looked for",
}

func eventWords(e watched.Event) string {
	text := cmp.Or(kinds[e.Kind], string(e.Kind))
	switch {
	case e.Fired && e.Kind == watched.Unchanged:
		return "fired"
	case e.Fired:
		return "fired: " + text
	}
	return text
}

// below describes the rule that fired, or why there is no result.
func below(c canvas.Canvas, e watched.Event, locale string) string {
	if e.Why != "" {
		return e.Why
	}
	if e.Fired && e.Rule.Kind != watched.Any {
		return "it waited for " + ruleWords(c, e.Rule, e.Target, locale)
	}
	return ""
}

// percentWords formats a percentage with its sign; "" for none.
func percentWords(percent string) string {
	switch {
	case strings.Trim(percent, "-0.") == "":
		return ""
	case strings.HasPrefix(percent, "-"):
		return percent + "%"
	}
	return "+" + percent + "%"
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
