// Package hotelview shows hotels: the ranked list, one hotel, its rates and its reviews.
package hotelview

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// HotelView shows one hotel. Values that are not stated are "", nil or empty.
type HotelView struct {
	HotelID int64
	Name    string
	Kind    string // of property
	Brand   string
	Chain   string
	Stars   string
	Address []string // street, district, city, country
	Lat     string   // decimal degrees
	Lng     string
	Centre  string     // km to the center of the city
	From    string     // the point or airport that its list was searched around
	Away    string     // km to that point
	Unit    words.Unit // unit shown to a person
	Airport string     // distance to the nearest airport, in a unit that the service does not state
	About   string     // editorial text, may hold several lines
	Guests  []GuestScore
	Offers  []string // amenities
	// Badges are editorial labels, each with a second line that may be empty.
	Badges []grid.Fact
	Voices []Voice
	Images []ImageGroup
	Page   string // the hotel's page
	Notes  []string
	Next   []string
}

// GuestScore is the score of one kind of guest; a nil Score means too little data.
type GuestScore struct {
	Who   string
	Score *Score
}

// Voice is an excerpt of a review.
type Voice struct{ Sentiment, Text string }

// ImageGroup is the number of pictures of one subject, and the first of them.
type ImageGroup struct {
	Subject string
	Count   int
	First   string // its address
}

// tooLittle replaces a score with too few reviews.
const tooLittle = "too little data"

// Lines returns the layout for a person.
func (v HotelView) Lines(c canvas.Canvas) []string {
	out := v.top(c)
	section := func(lines []string) {
		if len(lines) > 0 {
			out = append(append(out, ""), lines...)
		}
	}
	var about, badges, voices []string
	narrow := c
	narrow.Width = min(c.Width, 90) // longer lines are hard to read
	for _, line := range narrow.Lines(v.About) {
		if line != "" {
			about = append(about, narrow.Wrap("", line, canvas.Plain)...)
		} else if len(about) > 0 {
			about = append(about, "")
		}
	}
	section(about)
	for _, badge := range v.Badges {
		label, sub := c.Text(badge.Label), c.Text(badge.Value)
		if sub == "" {
			badges = append(badges, c.Wrap("", label, canvas.Good)...)
			continue
		}
		badges = append(badges, c.Wrap(c.Paint(canvas.Good, label)+"  ", sub, canvas.Plain)...)
	}
	section(badges)
	section(v.scores(c))
	for _, voice := range v.Voices {
		sign, tone := c.Glyph.Dot, canvas.Plain
		switch strings.ToLower(voice.Sentiment) {
		case "positive":
			sign, tone = "+", canvas.Good
		case "negative":
			sign, tone = c.Glyph.Minus, canvas.Warn
		}
		voices = append(voices, c.Wrap(" "+c.Paint(tone, sign)+" ", c.Spaced(voice.Text), canvas.Plain)...)
	}
	section(voices)
	if offers := c.Texts(v.Offers); offers != nil {
		section(append([]string{c.Paint(canvas.Strong, "Offers")}, columns(c, offers)...))
	}
	section(v.facts().Lines(c))
	section(c.Sentences(v.Notes))
	section(c.Next(v.Next))
	return out
}

// top returns the hotel's name, type and location.
func (v HotelView) top(c canvas.Canvas) []string {
	kind := strings.TrimSpace(strings.ToLower(c.Text(v.Kind)))
	stars := c.Text(v.Stars)
	if stars != "" {
		stars += "-star"
	} else {
		stars = "unrated"
	}
	brand := c.Dots(v.Brand, v.Chain)
	if v.Brand == v.Chain {
		brand = c.Text(v.Brand)
	}
	out := c.Flow("", []string{c.Paint(canvas.Strong, c.Text(v.Name)), strings.TrimSpace(stars + " " + kind), brand}, "   ")
	place := []string{c.Join(v.Address, ", ")}
	for _, d := range [][2]string{{v.Away, v.From}, {v.Centre, "the center"}} {
		if away := words.DistanceOf(d[0], v.Unit); away != "" {
			place = append(place, away+" from "+c.Text(d[1]))
		}
	}
	return append(out, c.Flow("", place, " "+c.Glyph.Dot+" ")...)
}

// scores draws a bar for the score of each kind of guest, from 0 to 10.
func (v HotelView) scores(c canvas.Canvas) []string {
	if len(v.Guests) == 0 {
		return nil
	}
	widest := 0
	for _, g := range v.Guests {
		widest = max(widest, canvas.Cells(c.Text(g.Who)))
	}
	out := []string{c.Paint(canvas.Strong, "Guests say")}
	for _, g := range v.Guests {
		who := c.Text(g.Who)
		line := " " + who + strings.Repeat(" ", widest-canvas.Cells(who)+grid.Gap)
		if g.Score == nil {
			out = append(out, c.Cut(line+c.Paint(canvas.Faint, tooLittle), c.Width))
			continue
		}
		value := c.Text(g.Score.value())
		line += strings.Repeat(" ", max(4-canvas.Cells(value), 0)) + value
		if c.Width >= 60 {
			const cells = 20 // of the bar of a full score
			bar := strings.Repeat(" ", cells)
			if share, err := strconv.ParseFloat(g.Score.Value, 64); err == nil && !math.IsNaN(share) {
				full := int(math.Round(min(max(share, 0), 10) * cells / 10))
				bar = c.Paint(canvas.Good, strings.Repeat(c.Glyph.Full, full)) +
					c.Paint(canvas.Faint, strings.Repeat(c.Glyph.Track, cells-full))
			}
			line += "  " + bar
		}
		reviews := words.Thousands(c.Text(g.Score.Count)) + " reviews"
		if g.Score.Count == "1" {
			reviews = "1 review"
		}
		out = append(out, c.Cut(line+"  "+reviews, c.Width))
	}
	return out
}

// columns arranges short texts in as many columns as the width allows, read downwards.
func columns(c canvas.Canvas, items []string) []string {
	widest := 0
	for _, item := range items {
		widest = max(widest, canvas.Cells(item))
	}
	widest = min(widest, max(c.Width-grid.Margin, grid.Narrowest))
	across := max((c.Width-grid.Margin+grid.Gap)/(widest+grid.Gap), 1)
	cells := grid.Each(items, func(item string) string { return canvas.Pad(c.Cut(item, widest), widest) })
	return grid.Downwards(cells, across, grid.Gap)
}

// facts returns the remaining values with their labels.
func (v HotelView) facts() grid.Facts {
	var facts grid.Facts
	add := func(label, value string) {
		if value != "" {
			facts = append(facts, grid.Fact{Label: label, Value: value})
		}
	}
	if v.Lat != "" && v.Lng != "" {
		add("at", v.Lat+","+v.Lng)
	}
	if v.Airport != "" {
		add("nearest airport", v.Airport+" away; the service does not state the unit")
	}
	var pictures []string
	total := 0
	for _, group := range v.Images {
		total += group.Count
		if group.Subject != "" {
			pictures = append(pictures, fmt.Sprintf("%s %d", strings.ToLower(clean.Line(group.Subject)), group.Count))
		}
	}
	if total > 0 {
		text := words.Counted(total, "picture")
		if len(pictures) > 0 {
			text += ": " + strings.Join(pictures, ", ")
		}
		add("pictures", text+"\n"+clean.Address(v.Images[0].First))
	}
	if v.Page != "" {
		add("page", clean.Address(v.Page))
	}
	add("hotel id", strconv.FormatInt(v.HotelID, 10))
	return facts
}

// Records returns one row per fact: its name and its value. Scores are "value (count)"; a kind of guest without a
// score has "too little data".
func (v HotelView) Records() grid.Records {
	r := grid.Records{Head: []string{"name", "value"}}
	add := func(name, value string) {
		if value != "" {
			r.Rows = append(r.Rows, []string{name, value})
		}
	}
	add("hotel_id", strconv.FormatInt(v.HotelID, 10))
	add("name", v.Name)
	add("stars", v.Stars)
	add("kind", v.Kind)
	add("brand", v.Brand)
	add("chain", v.Chain)
	add("address", strings.Join(v.Address, ", "))
	add("latitude", v.Lat)
	add("longitude", v.Lng)
	add("distance_km", v.Centre)
	add("airport_distance", v.Airport)
	for _, g := range v.Guests {
		score := tooLittle
		if g.Score != nil {
			score = g.Score.Value + " (" + g.Score.Count + ")"
		}
		add("score_"+grid.FieldName(g.Who), score)
	}
	for _, offer := range v.Offers {
		add("amenity", offer)
	}
	add("about", v.About)
	add("page", v.Page)
	return r
}

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
	Posted   string // a day, YYYY-MM-DD
	Guests   string // who stayed, in words
	Country  string
	Provider string // the site that collected it
	Pros     []string
	Cons     []string
	Notes    []string
}

// Lines returns the layout for a person.
func (v ReviewList) Lines(c canvas.Canvas) []string {
	out := StayList{Place: v.Hotel}.Head(c)
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
	posted := r.Posted
	if day := words.Day(posted); !day.IsZero() {
		posted = day.Format("2 Jan 2006")
	}
	about := c.Join([]string{posted, r.Guests, r.Country, r.Provider}, " "+c.Glyph.Dot+" ")
	indent := strings.Repeat(" ", len(lead))
	lead += c.Paint(canvas.Strong, c.Text(rating)) + "   "
	var out []string
	if title := c.Text(r.Title); title != "" {
		out = append(c.Wrap(lead, title, canvas.Strong), c.Wrap(indent, about, canvas.Faint)...)
	} else {
		out = c.Wrap(lead, about, canvas.Faint)
	}
	c.Width = min(c.Width, 96)
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
