package watchview

import (
	"strconv"
	"strings"
	"time"

	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// History is the history of one watch.
type History struct {
	watched.Past
	Zone   *time.Location // of displayed times
	Locale string
	Notes  []string
	Next   []string
}

// mostPoints is the maximum number of passes shown to a person.
const mostPoints = 30

// Lines lays the history out for a person.
func (v History) Lines(c canvas.Canvas) []string {
	w := v.Watch
	out := headed(c, "Watch "+strconv.Itoa(w.N), []string{w.Called(w.Title), c.Day(words.Day(w.Day))})
	below := []string{"waits for " + waits(c, w, v.Locale)}
	if w.Lowest.Amount.Known() {
		texts := grid.Amounts(c, []offer.Money{w.Lowest.Amount, w.Highest.Amount}, v.Locale)
		below = append(below, "lowest "+texts[0], "highest "+texts[1])
	}
	out = append(out, c.Items(below)...)
	var seen []offer.Money
	for _, p := range v.History {
		if p.State == watched.Seen {
			seen = append(seen, p.Price)
		}
	}
	if line := spark(c, seen, max(c.Width-grid.Margin, 1)); line != "" {
		out = append(out, "", line)
	}
	if len(v.History) > 0 {
		out = append(append(out, ""), v.table(c).Lines(c)...)
	}
	notes := v.Notes
	if left := len(v.History) - mostPoints; left > 0 {
		notes = append([]string{words.Plural(left, "pass before them is", "passes before them are") + " left out; --csv has them all."}, notes...)
	}
	return append(out, c.Ending(notes, v.Next)...)
}

func (v History) table(c canvas.Canvas) grid.Table {
	t := grid.Table{Columns: []grid.Column{
		{Name: "WHEN", Keep: 9}, {Name: "PRICE", Align: grid.Right, Keep: 9}, {Name: "CHANGE", Align: grid.Right, Keep: 7}, {Name: "WHAT", Keep: 8, Flex: true, Least: 8},
	}}
	var amounts []offer.Money
	for _, p := range v.History {
		amounts = append(amounts, p.Price)
	}
	prices := grid.Amounts(c, amounts, v.Locale)
	was := offer.Money{}
	for i, p := range v.History {
		change := difference(was, p.Price)
		if p.Price.Amount != "" {
			was = p.Price
		}
		if i < len(v.History)-mostPoints {
			continue
		}
		found := grid.Cell{Text: what(p)}
		if p.Fired {
			found.Tone = canvas.Good
		}
		at := p.At.In(v.Zone)
		t.Rows = append(t.Rows, []grid.Cell{{Text: c.Day(at) + " " + offer.Clock(at)}, {Text: prices[i], Tone: canvas.Strong}, {Text: change}, found})
	}
	return t
}

// difference returns the change of a price with its sign; "" if there is none or it is unknown.
func difference(was, now offer.Money) string {
	text := offer.Change{Before: was, After: now}.Difference()
	switch {
	case strings.Trim(text, "-0.") == "":
		return ""
	case strings.HasPrefix(text, "-"):
		return text
	}
	return "+" + text
}

// what describes the result of a pass, apart from the price.
func what(p watched.Point) string {
	text := map[watched.State]string{watched.Gone: "gone", watched.Failed: "not found out", watched.Closed: "its day has passed"}[p.State]
	if p.Why != "" {
		text += ": " + p.Why
	}
	if p.Fired {
		text = strings.TrimSuffix("fired, "+text, ", ")
	}
	return text
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
