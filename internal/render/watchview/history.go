package watchview

import (
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// History is all that passes found of one watch.
type History struct {
	Watch  Watch
	Points []Point // the oldest first
	Locale string
	Notes  []string
	Next   []string
}

// Point is what one pass found. Its why is foreign text.
type Point struct {
	At       time.Time
	Pass     string
	State    string // as programs know it
	Price    offer.Money
	Spent    bool
	SearchID string
	Market   string
	Fired    bool
	Class    string // of a failure
	Why      string
}

// mostPoints is how many passes a person is shown, the last ones.
const mostPoints = 30

// Lines gives the layout for a person.
func (v History) Lines(c canvas.Canvas) []string {
	w := v.Watch
	out := headed(c, "Watch "+strconv.Itoa(w.N), []string{title(w.Name, w.Title), c.Day(w.Day)})
	below := []string{"waits for " + w.waits(c, v.Locale)}
	if w.Lowest.Amount != "" {
		texts := grid.Amounts(c, []offer.Money{w.Lowest, w.Highest}, v.Locale)
		below = append(below, "lowest "+texts[0], "highest "+texts[1])
	}
	out = append(out, c.Items(below)...)
	if line := spark(c, w.Prices, max(c.Width-grid.Margin, 1)); line != "" {
		out = append(out, "", line)
	}
	if len(v.Points) > 0 {
		out = append(append(out, ""), v.table(c).Lines(c)...)
	}
	notes := v.Notes
	if left := len(v.Points) - mostPoints; left > 0 {
		notes = append([]string{words.Plural(left, "pass before them is", "passes before them are") + " left out; --csv has them all."}, notes...)
	}
	return append(out, c.Ending(notes, v.Next)...)
}

func (v History) table(c canvas.Canvas) grid.Table {
	t := grid.Table{Columns: []grid.Column{
		{Name: "WHEN", Keep: 9}, {Name: "PRICE", Align: grid.Right, Keep: 9}, {Name: "CHANGE", Align: grid.Right, Keep: 7}, {Name: "WHAT", Keep: 8, Flex: true, Least: 8},
	}}
	var amounts []offer.Money
	for _, p := range v.Points {
		amounts = append(amounts, p.Price)
	}
	prices := grid.Amounts(c, amounts, v.Locale)
	was := offer.Money{}
	for i, p := range v.Points {
		change := difference(was, p.Price)
		if p.Price.Amount != "" {
			was = p.Price
		}
		if i < len(v.Points)-mostPoints {
			continue
		}
		what := grid.Cell{Text: p.what()}
		if p.Fired {
			what.Tone = canvas.Good
		}
		t.Rows = append(t.Rows, []grid.Cell{{Text: c.Day(p.At) + " " + offer.Clock(p.At)}, {Text: prices[i], Tone: canvas.Strong}, {Text: change}, what})
	}
	return t
}

// difference is what is paid more now, with its sign; "" where it is the same or cannot be said.
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

// what says what a pass found, beside the price.
func (p Point) what() string {
	text := map[string]string{"gone": "gone", "failed": "not found out", "closed": "its day has passed"}[p.State]
	if p.Why != "" {
		text += ": " + p.Why
	}
	if p.Fired {
		text = strings.TrimSuffix("fired, "+text, ", ")
	}
	return text
}

// Records gives a line for each pass.
func (v History) Records() grid.Records {
	r := grid.Records{Head: []string{"at", "state", "price", "currency", "fired", "search_spent", "search_id", "market", "pass", "class", "why"}}
	for _, p := range v.Points {
		r.Rows = append(r.Rows, []string{
			offer.Stamp(p.At), p.State, p.Price.Amount, p.Price.Currency, strconv.FormatBool(p.Fired), strconv.FormatBool(p.Spent), p.SearchID, p.Market, p.Pass, p.Class, p.Why,
		})
	}
	return r
}
