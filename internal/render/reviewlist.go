package render

import (
	"strconv"
	"strings"
)

// ReviewList is one page of what guests wrote about a hotel.
type ReviewList struct {
	Hotel string
	First int // the number of the first review on the page
	Rows  []ReviewRow
	Count string // how many there are, in words
	Notes []string
	Next  []string
}

// ReviewRow is one review, word for word. What is not stated is "" or empty.
type ReviewRow struct {
	Rating   string // 0 to 10, as its provider gave it
	Title    string
	Posted   string // a day
	Guests   string // who stayed, in words
	Country  string
	Provider string // who gathered it
	Pros     []string
	Cons     []string
	Notes    []string
}

func (v ReviewList) lines(c canvas) []string {
	out := c.stayHead(v.Hotel, Stay{}, nil)
	for i, row := range v.Rows {
		out = append(out, row.lines(c, v.First+i)...)
		out = append(out, "")
	}
	if count := c.text(v.Count); count != "" {
		out = append(out, c.wrapIndented("", count, Plain)...)
	}
	out = append(out, c.sentences(v.Notes)...)
	return append(out, c.next(v.Next)...)
}

// lines sets one review: who says how much, then why.
func (r ReviewRow) lines(c canvas, n int) []string {
	rating := (&Score{Value: r.Rating}).value()
	lead := strings.Repeat(" ", max(3-len(strconv.Itoa(n)), 0)) + strconv.Itoa(n) + "  "
	about := c.list([]string{r.Posted, r.Guests, r.Country, r.Provider}, " "+c.glyph.dot+" ")
	indent := strings.Repeat(" ", len(lead))
	lead += c.paint(Strong, c.text(rating)) + "   "
	var out []string
	if title := c.text(r.Title); title != "" {
		out = append(c.wrapIndented(lead, title, Strong), c.wrapIndented(indent, about, Faint)...)
	} else {
		out = c.wrapIndented(lead, about, Faint)
	}
	const widest = 96
	c.width = min(c.width, widest)
	for _, part := range []struct {
		sign  string
		tone  Tone
		texts []string
	}{{"+", Good, r.Pros}, {c.glyph.minus, Warn, r.Cons}, {c.glyph.dot, Faint, r.Notes}} {
		for _, text := range part.texts {
			if text = c.text(text); text != "" {
				out = append(out, c.wrapIndented(indent+c.paint(part.tone, part.sign)+" ", text, Plain)...)
			}
		}
	}
	return out
}

// records gives one line a review; what was liked, and what was not, is joined
// by " / ".
func (v ReviewList) records() records {
	r := records{head: []string{"number", "rating", "posted", "guests", "country", "provider", "title", "pros", "cons", "notes"}}
	for i, row := range v.Rows {
		r.rows = append(r.rows, []string{
			strconv.Itoa(v.First + i), row.Rating, row.Posted, row.Guests, row.Country, row.Provider, row.Title,
			strings.Join(row.Pros, " / "), strings.Join(row.Cons, " / "), strings.Join(row.Notes, " / "),
		})
	}
	return r
}
