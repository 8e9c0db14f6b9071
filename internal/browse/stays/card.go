package stays

import (
	"context"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/handoff"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render/canvas"
)

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
	var answer desk.Answer[hotels.Details]
	hotel := c.hotel
	c.job = c.stage.Do(&stage.Job{
		What: "reading the hotel", Of: c.page,
		Run: func(ctx context.Context, d *desk.Desk) (err error) {
			q := ask.New("getHotel", nil)
			if err := q.SetTyped("view", string(apiclient.DetailViewDetail)); err != nil {
				return err
			}
			answer, err = hotels.Show(ctx, d, hotel, q)
			return err
		},
		Then: func(err error) {
			if err != nil {
				c.stage.Failed(err)
				return
			}
			c.read = &answer.Value
			c.sheet.Forget()
		},
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
