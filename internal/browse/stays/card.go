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

// card is what a hotel is, where, what it offers, and what guests say.
type card struct {
	leaf
	read *hotels.Details // nil before it was read
	job  *stage.Job
}

func (c *card) name() string    { return "Card" }
func (c *card) command() string { return "travel hotels show " + c.hotel.Argument() }

func (c *card) open() {
	if c.read == nil && c.job.Over() {
		c.again()
	}
}

// again reads the card. What is shown stays until the new one is there.
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
			c.forget()
		},
	})
}

func (c *card) fill(on canvas.Canvas) {
	if !c.stale(on) {
		return
	}
	if c.read == nil {
		c.sheet.Fill(nil, nil)
		return
	}
	read := *c.read
	read.Of = c.hotel // as its list has it now
	view := present.Hotel(read)
	view.Next = nil // the keys are the way on
	c.sheet.Fill(view.Lines(on), nil)
}

func (c *card) state(on canvas.Canvas) string {
	switch {
	case c.read == nil && c.job.Over():
		return on.Paint(canvas.Faint, "The hotel was not read; R reads it.")
	case c.rates.known():
		return c.rates.state(on)
	case c.hotel.List.Asked().HotelID == c.hotel.ID: // its own search is at hand
		return ""
	}
	return on.Paint(canvas.Faint, "enter reads the rates for one of your searches")
}

// notRead bars what needs the card.
func (p *page) notRead() string {
	if p.card.read == nil {
		return "The hotel is not read yet."
	}
	return ""
}

// own hands over to the hotel's own page.
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
