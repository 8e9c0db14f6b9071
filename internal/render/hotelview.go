package render

import (
	"math"
	"strconv"
	"strings"
)

// HotelView is one hotel. What is not stated is "", nil or empty.
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
	Centre  string // km to the centre of the city
	Unit    Unit   // that a person reads it in
	Airport string // to the nearest airport, in a unit nobody stated
	About   string // editorial text, may hold several lines
	Guests  []GuestScore
	Offers  []string // amenities
	// Badges are editorial labels with a line under them, which may be empty.
	Badges []Fact
	Voices []Voice
	Images []ImageGroup
	Page   string // the hotel's page
	Notes  []string
	Next   []string
}

// GuestScore is what one kind of guest says; a nil Score is too little data.
type GuestScore struct {
	Who   string
	Score *Score
}

// Voice is a short piece of a review.
type Voice struct{ Sentiment, Text string }

// ImageGroup counts the pictures of one subject and names the first.
type ImageGroup struct {
	Subject string
	Count   int
	First   string // its address
}

// tooLittle stands for a score that rests on too few reviews.
const tooLittle = "too little data"

func (v HotelView) lines(c canvas) []string {
	out := v.top(c)
	section := func(lines []string) {
		if len(lines) > 0 {
			out = append(append(out, ""), lines...)
		}
	}
	section(c.paragraphs(v.About))
	section(v.badges(c))
	section(v.scores(c))
	section(v.voices(c))
	section(v.offers(c))
	section(v.facts().lines(c))
	section(c.sentences(v.Notes))
	section(c.next(v.Next))
	return out
}

// top names the hotel, what it is, and where.
func (v HotelView) top(c canvas) []string {
	items := []string{c.paint(Strong, c.text(v.Name))}
	kind := strings.TrimSpace(strings.ToLower(c.text(v.Kind)))
	stars := c.text(v.Stars)
	if stars != "" {
		stars += "-star"
	} else {
		stars = "unrated"
	}
	items = append(items, strings.TrimSpace(stars+" "+kind))
	brand := c.list([]string{v.Brand, v.Chain}, " "+c.glyph.dot+" ")
	if v.Brand == v.Chain {
		brand = c.text(v.Brand)
	}
	if brand != "" {
		items = append(items, brand)
	}
	out := c.flow("", items, "   ")
	var where []string
	if address := c.list(v.Address, ", "); address != "" {
		where = append(where, address)
	}
	if away := distance(v.Centre, v.Unit); away != "" {
		where = append(where, away+" from the centre")
	}
	if len(where) > 0 {
		out = append(out, c.flow("", where, " "+c.glyph.dot+" ")...)
	}
	return out
}

// paragraphs wraps text of several lines; long lines are hard to read.
func (c canvas) paragraphs(text string) []string {
	const widest = 90
	c.width = min(c.width, widest)
	var out []string
	for line := range strings.SplitSeq(CleanLines(text), "\n") {
		if line != "" {
			out = append(out, c.wrapIndented("", c.letters(line), Plain)...)
		} else if len(out) > 0 {
			out = append(out, "")
		}
	}
	return out
}

func (v HotelView) badges(c canvas) []string {
	var out []string
	for _, badge := range v.Badges {
		label, sub := c.text(badge.Label), c.text(badge.Value)
		if sub == "" {
			out = append(out, c.wrapIndented("", label, Good)...)
			continue
		}
		out = append(out, c.wrapIndented(c.paint(Good, label)+"  ", sub, Plain)...)
	}
	return out
}

// scoreCells is how wide the bar of a whole score is.
const scoreCells = 20

// scores draws a bar for each kind of guest.
func (v HotelView) scores(c canvas) []string {
	if len(v.Guests) == 0 {
		return nil
	}
	widest := 0
	for _, g := range v.Guests {
		widest = max(widest, cells(c.text(g.Who)))
	}
	out := []string{c.paint(Strong, "Guests say")}
	for _, g := range v.Guests {
		who := c.text(g.Who)
		line := " " + who + strings.Repeat(" ", widest-cells(who)+gridGap)
		if g.Score == nil {
			out = append(out, c.cut(line+c.paint(Faint, tooLittle), c.width))
			continue
		}
		value := c.text(g.Score.value())
		line += strings.Repeat(" ", max(4-cells(value), 0)) + value
		if c.width >= 60 {
			line += "  " + c.scoreBar(g.Score.Value)
		}
		out = append(out, c.cut(line+"  "+reviewsWords(c.text(g.Score.Count)), c.width))
	}
	return out
}

// scoreBar fills a bar by a score from 0 to 10.
func (c canvas) scoreBar(score string) string {
	value, err := strconv.ParseFloat(score, 64)
	if err != nil || math.IsNaN(value) {
		return strings.Repeat(" ", scoreCells)
	}
	full := int(math.Round(min(max(value, 0), 10) * scoreCells / 10))
	return c.paint(Good, strings.Repeat(c.glyph.full, full)) + c.paint(Faint, strings.Repeat(c.glyph.track, scoreCells-full))
}

func reviewsWords(count string) string {
	if count == "1" {
		return "1 review"
	}
	return thousands(count) + " reviews"
}

// voices are pieces of reviews, with a sign for what they think.
func (v HotelView) voices(c canvas) []string {
	var out []string
	for _, voice := range v.Voices {
		sign, tone := c.glyph.dot, Plain
		switch strings.ToLower(voice.Sentiment) {
		case "positive":
			sign, tone = "+", Good
		case "negative":
			sign, tone = c.glyph.minus, Warn
		}
		out = append(out, c.wrapIndented(" "+c.paint(tone, sign)+" ", c.text(voice.Text), Plain)...)
	}
	return out
}
