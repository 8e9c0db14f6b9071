package stays

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/handoff"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// neighbor returns the hotel that many places further in the list that a page was opened from, and reports whether
// there is one.
type neighbor func(by int) (hotels.Hotel, bool)

// page shows a hotel in three parts, one at a time: its card, its rates, and its reviews.
type page struct {
	stage *stage.Stage
	with  With
	visit *visit
	hotel hotels.Hotel
	near  neighbor // nil if it was not opened from a list

	card    card
	rates   rates
	reviews reviews
	at      part
	find    *stage.Finder
	above   int // lines above the part in the last drawing
}

// part is a part of a page.
type part interface {
	name() string
	number() string // number of its items, or "" if unknown
	open()          // called when it is shown
	again()         // reads it again
	head(c canvas.Canvas) []string
	fill(c canvas.Canvas) // lays out its lines if the width has changed
	lines() *stage.Sheet
	state(c canvas.Canvas) string
	command() string
}

// leaf has what all parts share.
type leaf struct {
	*page
	sheet stage.Sheet
}

func (l *leaf) number() string              { return "" }
func (l *leaf) head(canvas.Canvas) []string { return nil }
func (l *leaf) lines() *stage.Sheet         { return &l.sheet }

func newPage(s *stage.Stage, with With, v *visit, hotel hotels.Hotel) *page {
	p := &page{stage: s, with: with, visit: v, hotel: hotel}
	p.card.page, p.rates.page, p.reviews.page = p, p, p
	p.reviews.query, p.reviews.read = ask.New("getHotelReviews", nil), map[string]*apiclient.HotelReviews{}
	p.at = &p.card
	p.find = stage.NewFinder(s, func(text string, by int) string { return p.at.lines().Look(text, by) })
	return p
}

func (p *page) parts() []part { return []part{&p.card, &p.rates, &p.reviews} }

func (p *page) Keys() []stage.Binding {
	onward := "rates"
	if p.at == &p.rates {
		onward = "book"
	}
	listed := stage.Needs(func() bool { return p.near != nil }, "It was not opened from a list.")
	inReviews := stage.Needs(func() bool { return p.at == &p.reviews }, "That is for the reviews; 3 shows them.")
	cardRead := stage.Needs(func() bool { return p.card.read != nil }, "The card has not been read yet; 1 shows it.")
	return stage.Table("A hotel", []stage.Binding{
		{Keys: "enter l right", Foot: onward, Does: "From the card to the rates; from a rate to its booking link", Do: p.enter, Bars: p.noWayOn},
		{Keys: "tab", Foot: "part", Does: "The next part: card, rates, reviews; skips rates that were not read, since they may use a search", Do: func() { p.turn(1) }},
		{Keys: "shift+tab", Does: "The previous part", Do: func() { p.turn(-1) }},
		{Keys: "1", Does: "The card: what the hotel is, and what guests say", Do: func() { p.show(&p.card) }},
		{Keys: "2", Does: "The rates; without a search for this hotel, one is made (uses one of your searches)", Do: func() { p.show(&p.rates) }},
		{Keys: "3", Does: "The reviews", Do: func() { p.show(&p.reviews) }},
		{Keys: "]", Foot: "next", Does: "The next hotel in the list", Do: func() { p.step(1) }, Bars: listed},
		{Keys: "[", Does: "The previous hotel in the list", Do: func() { p.step(-1) }, Bars: listed},
		{Keys: "f", Foot: "guests", Does: "Reviews of the next kind of guests", Do: func() { p.reviews.turn() }, Bars: inReviews},
		{Keys: "F", Does: "Reviews of all guests", Do: func() { p.reviews.choose("guest-type", "") }, Bars: inReviews},
		{Keys: "s", Foot: "sort", Does: "Reviews in the next order: newest, highest or lowest first", Do: func() { p.reviews.order() }, Bars: inReviews},
		{Keys: "o", Foot: "its page", Does: "Go to the hotel's own page (does not expire)", Do: p.own, Bars: cardRead},
		{Keys: "R", Does: "Refresh this part; if the rates have expired, search again after asking", Do: func() { p.at.again() }},
	}, p.at.lines().SearchKeys(p.find))
}

func (p *page) Head(c canvas.Canvas) string {
	name := p.hotel.Heading()
	if p.card.read != nil {
		name = p.card.read.Name
	}
	if name = c.Text(name); p.hotel.Row.N > 0 {
		return strconv.Itoa(p.hotel.Row.N) + "  " + name
	}
	return name
}

func (p *page) Command() string { return p.at.command() }
func (p *page) Shown()          { p.at.open() }
func (p *page) Hidden()         { p.rates.late.Stop() }

// State shows the state of the part and how many lines are below.
func (p *page) State(c canvas.Canvas) string {
	text := p.at.state(c)
	if below := p.at.lines().Below(); below > 0 {
		text = strings.TrimLeft(text+"   "+c.Paint(canvas.Faint, words.Counted(below, "more line")), " ")
	}
	return text
}

// Draw shows the tabs, the chosen one in brackets, and the part below them. If there is little room, the tabs are
// hidden.
func (p *page) Draw(c canvas.Canvas) []string {
	const least, roomy = 3, 18 // lines for the part; lines above which an empty one follows the tabs
	p.at.fill(c)
	var tabs strings.Builder
	for i, part := range p.parts() {
		if name := nameOf(i, part); part == p.at {
			tabs.WriteString(c.Paint(canvas.Strong, "["+name+"]") + " ")
		} else {
			tabs.WriteString(" " + c.Paint(canvas.Faint, name) + "  ")
		}
	}
	above := []string{c.Cut(strings.TrimRight(tabs.String(), " "), c.Width)}
	if c.Height > roomy {
		above = append(above, "")
	}
	above = append(above, p.at.head(c)...)
	if c.Height-len(above) < least {
		above = nil
	}
	p.above = len(above)
	c.Height -= p.above
	return append(above, p.at.lines().Draw(c)...)
}

// nameOf returns the tab of part i: its key, its name, and the number of its items.
func nameOf(i int, p part) string {
	name := strconv.Itoa(i+1) + " " + p.name()
	if n := p.number(); n != "" {
		name += " (" + n + ")"
	}
	return name
}

// Point handles the mouse: a click on a tab shows its part.
func (p *page) Point(m screen.Mouse) {
	if m.Row == 0 && p.above > 0 && m.Button == screen.LeftButton && !m.Released {
		for i, part := range p.parts() {
			if m.Column -= canvas.Cells(nameOf(i, part)) + 3; m.Column < 0 {
				p.show(part)
				return
			}
		}
	}
	m.Row -= p.above
	if p.at.lines().Click(m) && p.noWayOn() == "" {
		p.enter()
	}
}

func (p *page) show(next part) {
	if next == p.at {
		return
	}
	p.rates.late.Stop()
	p.at = next
	next.open()
}

// turn goes to the next part (1) or the previous one (-1). It skips rates that would use a search.
func (p *page) turn(by int) {
	all := p.parts()
	i := slices.Index(all, p.at)
	for range all {
		i = (i + by + len(all)) % len(all)
		if all[i] != part(&p.rates) || p.rates.known() {
			break
		}
	}
	p.show(all[i])
}

// step goes to another hotel of the list and shows the same part, or its card if its rates would use a search.
func (p *page) step(by int) {
	hotel, ok := p.near(by)
	switch {
	case !ok && by > 0:
		p.stage.Say("This is the last hotel of those that were read.")
		return
	case !ok:
		p.stage.Say("This is the first hotel.")
		return
	}
	next := p.visit.page(p.stage, p.with, hotel, p.near)
	switch {
	case p.at == &p.reviews:
		next.at = &next.reviews
	case p.at == &p.rates && next.rates.known():
		next.at = &next.rates
	default:
		next.at = &next.card
	}
	p.stage.Replace(next)
}

func (p *page) enter() {
	if p.at == &p.rates {
		p.rates.book()
		return
	}
	p.show(&p.rates)
}

// noWayOn says why there is no link without a rate.
func (p *page) noWayOn() string {
	if p.at == &p.rates {
		return p.rates.noBooking()
	}
	return ""
}

// card shows what a hotel is, where it is, what it offers, and its review scores.
type card struct {
	leaf
	read *hotels.Details // nil until it was read
	job  *stage.Job
}

func (c *card) name() string    { return "Card" }
func (c *card) command() string { return "travel hotels show " + c.hotel.Ref() }

func (c *card) open() {
	if c.read == nil && c.job.Over() {
		c.again()
	}
}

// again reads the card. The old one stays until the new one arrives.
func (c *card) again() {
	c.job.Cancel()
	hotel := c.hotel
	c.job = stage.Read(c.stage, stage.Job{What: "reading the hotel", Of: c.page},
		func(ctx context.Context, d *desk.Desk) (desk.Answer[hotels.Details], error) {
			return hotels.Show(ctx, d, hotel, detailed())
		},
		func(answer desk.Answer[hotels.Details]) {
			if c.read != nil {
				c.stage.Say(stage.UpToDate)
			}
			c.read = &answer.Value
			c.sheet.Forget()
		})
}

func (c *card) fill(on canvas.Canvas) {
	if !c.sheet.Stale(on) {
		return
	}
	if c.read == nil {
		c.sheet.Fill(nil, nil)
		return
	}
	read := *c.read
	read.Of = c.hotel // with its current row in the list
	view := present.Hotel(read)
	view.Next = nil // the keys replace these hints
	c.sheet.Fill(view.Lines(on), nil)
}

func (c *card) state(on canvas.Canvas) string {
	switch {
	case c.read == nil && c.job.Over():
		return on.Paint(canvas.Faint, "The hotel was not read; R reads it.")
	case c.rates.known():
		return c.rates.state(on)
	case c.hotel.List.Asked().HotelID == c.hotel.HotelID(): // its own search is available
		return ""
	}
	return on.Paint(canvas.Faint, "enter reads the rates (uses one of your searches)")
}

// own shows a link to the hotel's own page.
func (p *page) own() {
	read := *p.card.read
	read.Of = p.hotel
	p.stage.Push(p.with.HandOff(handoff.Request{
		Title: read.Name, Command: p.card.command() + " --open",
		Make: func(context.Context, *desk.Desk) (desk.Answer[desk.Link], error) {
			return desk.Answer[desk.Link]{Value: desk.Link{URL: read.PageURL, Booking: hotels.SharePage(read)}}, nil
		},
	}))
}
