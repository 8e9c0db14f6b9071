package hotelview

import (
	"strconv"
	"strings"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

// ReviewList is one page of reviews of a hotel.
type ReviewList struct {
	Hotel string
	First int // the number of the first review on the page
	Rows  []ReviewRow
	Count string // the number of reviews, in words
	Notes []string
	Next  []string
}

// ReviewRow is one review, verbatim. Values that are not stated are "" or empty.
type ReviewRow struct {
	Rating   string // 0 to 10, as the provider gave it
	Title    string
	Posted   string // a day
	Guests   string // who stayed, in words
	Country  string
	Provider string // the site that collected it
	Pros     []string
	Cons     []string
	Notes    []string
}

// Lines returns the layout for a person.
func (v ReviewList) Lines(c canvas.Canvas) []string {
	out := stayList{place: v.Hotel}.head(c)
	for i, row := range v.Rows {
		out = append(out, row.lines(c, v.First+i)...)
		out = append(out, "")
	}
	if count := c.Text(v.Count); count != "" {
		out = append(out, c.Wrap("", count, canvas.Plain)...)
	}
	out = append(out, c.Sentences(v.Notes)...)
	return append(out, c.Next(v.Next)...)
}

// lines returns one review: the guest and the rating, then the text.
func (r ReviewRow) lines(c canvas.Canvas, n int) []string {
	rating := (&Score{Value: r.Rating}).value()
	lead := strings.Repeat(" ", max(3-len(strconv.Itoa(n)), 0)) + strconv.Itoa(n) + "  "
	about := c.Join([]string{r.Posted, r.Guests, r.Country, r.Provider}, " "+c.Glyph.Dot+" ")
	indent := strings.Repeat(" ", len(lead))
	lead += c.Paint(canvas.Strong, c.Text(rating)) + "   "
	var out []string
	if title := c.Text(r.Title); title != "" {
		out = append(c.Wrap(lead, title, canvas.Strong), c.Wrap(indent, about, canvas.Faint)...)
	} else {
		out = c.Wrap(lead, about, canvas.Faint)
	}
	const widest = 96
	c.Width = min(c.Width, widest)
	for _, part := range []struct {
		sign  string
		tone  canvas.Tone
		texts []string
	}{{"+", canvas.Good, r.Pros}, {c.Glyph.Minus, canvas.Warn, r.Cons}, {c.Glyph.Dot, canvas.Faint, r.Notes}} {
		for _, text := range part.texts {
			if text = c.Spaced(text); text != "" {
				out = append(out, c.Wrap(indent+c.Paint(part.tone, part.sign)+" ", text, canvas.Plain)...)
			}
		}
	}
	return out
}

// Records returns one row per review; pros and cons are each joined by " / ".
func (v ReviewList) Records() grid.Records {
	r := grid.Records{Head: []string{"number", "rating", "posted", "guests", "country", "provider", "title", "pros", "cons", "notes"}}
	for i, row := range v.Rows {
		r.Rows = append(r.Rows, []string{
			strconv.Itoa(v.First + i), row.Rating, row.Posted, row.Guests, row.Country, row.Provider, row.Title,
			strings.Join(row.Pros, " / "), strings.Join(row.Cons, " / "), strings.Join(row.Notes, " / "),
		})
	}
	return r
}
