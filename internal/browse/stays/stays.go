// Package stays has the places for hotels: the list of a search, the page of a hotel with its rates and reviews, and
// the comparison.
package stays

import (
	"context"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/handoff"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/words"
)

// With holds what other packages provide.
type With struct {
	HandOff func(handoff.Request) stage.Place // shows a link
}

// visit keeps the pages of the hotels of one search, because the rates of each may have used a search.
type visit struct {
	pages map[string]*page // by the id of the hotel
	kept  *page            // the page whose rates were saved last, so that commands use their numbers
}

// page returns the page of a hotel, with what was read before.
func (v *visit) page(s *stage.Stage, with With, hotel hotels.Hotel, near neighbor) *page {
	p := v.pages[hotel.ID]
	if p == nil {
		p = newPage(s, with, v, hotel)
		v.pages[hotel.ID] = p
	}
	p.hotel, p.near = hotel, near
	p.card.sheet.Forget()
	return p
}

// Pages returns the key bindings of this package's places for the documentation.
func Pages() [][]stage.Binding {
	p := &page{}
	p.at = &p.card
	return [][]stage.Binding{p.Keys(), stage.ComparePage("hotel", readAgain)}
}

// readAgain describes the key that reads the hotels of a comparison again.
var readAgain = stage.Binding{Does: "Read the hotels again"}

// compared holds the hotels of a comparison. It implements [stage.Items].
type compared struct {
	stage  *stage.Stage
	with   With
	visit  *visit
	hotels []desk.Pick
}

// Read reads the hotels.
func (c *compared) Read(p *stage.Compare) *stage.Job {
	return stage.Read(c.stage, stage.Job{What: "reading the hotels", Of: p},
		func(ctx context.Context, d *desk.Desk) (desk.Answer[[]hotels.Details], error) {
			return hotels.Compare(ctx, d, c.hotels, detailed("getHotel"))
		},
		func(answer desk.Answer[[]hotels.Details]) { p.Show(present.ComparedHotels(answer.Value)) })
}

// detailed returns the query of an operation for everything that it can tell.
func detailed(operation string) *ask.Values {
	q := ask.New(operation, nil)
	_ = q.SetTyped("view", string(apiclient.DetailViewDetail)) // each of them has it
	return q
}

func (c *compared) Head(canvas.Canvas) string {
	return words.Counted(len(c.hotels), "hotel") + " side by side"
}

// Command returns the command line that compares the same hotels.
func (c *compared) Command() string {
	var rows strings.Builder
	for _, h := range c.hotels {
		rows.WriteString(" " + h.Ref())
	}
	return "travel hotels compare" + rows.String()
}

// Numbers returns the row numbers of the hotels.
func (c *compared) Numbers() []int {
	numbers := make([]int, len(c.hotels))
	for i := range c.hotels {
		numbers[i] = c.hotels[i].Row.N
	}
	return numbers
}

// Open returns the page of a hotel, which can step to the other hotels of the comparison.
func (c *compared) Open(p *stage.Compare, at int) stage.Place {
	return c.visit.page(c.stage, c.with, hotels.Hotel{Pick: c.hotels[at]}, func(by int) (hotels.Hotel, bool) {
		to, ok := p.Step(by)
		return hotels.Hotel{Pick: c.hotels[to]}, ok
	})
}
