package watchview

import (
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
)

// Pass is what a look at watches brought.
type Pass struct {
	About  []string // when, and what it cost
	Events []Event
	Locale string
	Notes  []string
	Next   []string
}

// Event is what came of one watch. Its title and why are foreign text.
type Event struct {
	N                  int
	Offer, Name, Title string
	Day                time.Time
	Kind               string // as programs know it
	Fired              bool
	Rule               Rule
	Before, Now        offer.Money
	Change, Percent    string // decimal text, less than zero for cheaper; "" where it says nothing
	Why                string
	At                 time.Time
}

// Lines gives the layout for a person.
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
		what := grid.Cell{Text: e.what(), Tone: canvas.Plain}
		switch {
		case e.Fired:
			what.Tone = canvas.Good
		case e.Kind == "gone":
			what.Tone = canvas.Warn
		case e.Kind == "failed":
			what.Tone = canvas.Bad
		}
		t.Rows = append(t.Rows, []grid.Cell{
			{Text: strconv.Itoa(e.N)}, {Text: title(e.Name, e.Title)}, {Text: c.Day(e.Day)},
			{Text: prices[2*i]}, {Text: prices[2*i+1], Tone: canvas.Strong}, {Text: percentWords(e.Percent)}, what,
		})
		t.Below = append(t.Below, e.below(c, v.Locale))
	}
	return t
}

// what says what came of it in a few words.
func (e Event) what() string {
	words := map[string]string{"first": "the first price", "back": "there again", "closed": "its day has passed", "failed": "not found out", "unasked": "not looked for"}
	text, ok := words[e.Kind]
	if !ok {
		text = e.Kind
	}
	switch {
	case e.Fired && e.Kind == "unchanged":
		return "fired"
	case e.Fired:
		return "fired: " + text
	}
	return text
}

// below says what the rule that fired waits for, or why something is not known.
func (e Event) below(c canvas.Canvas, locale string) string {
	if e.Why != "" {
		return e.Why
	}
	if e.Fired && e.Rule.Kind != "any" {
		return "it waited for " + e.Rule.words(c, locale)
	}
	return ""
}

// percentWords is a share with its sign, "" for none.
func percentWords(percent string) string {
	switch {
	case strings.Trim(percent, "-0.") == "":
		return ""
	case strings.HasPrefix(percent, "-"):
		return percent + "%"
	}
	return "+" + percent + "%"
}

// Records gives a line for each watch.
func (v Pass) Records() grid.Records {
	r := grid.Records{Head: []string{
		"number", "event", "fired", "offer", "name", "title", "day", "currency", "before", "now", "change", "percent", "rule", "target", "at", "why",
	}}
	for _, e := range v.Events {
		currency := e.Now.Currency
		if currency == "" {
			currency = e.Before.Currency
		}
		r.Rows = append(r.Rows, []string{
			strconv.Itoa(e.N), e.Kind, strconv.FormatBool(e.Fired), e.Offer, e.Name, e.Title, figure.ISODay(e.Day), currency,
			e.Before.Amount, e.Now.Amount, e.Change, e.Percent, e.Rule.Kind, e.Rule.Target.Amount, offer.Stamp(e.At), e.Why,
		})
	}
	return r
}
