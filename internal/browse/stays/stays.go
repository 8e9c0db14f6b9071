// Package stays has the places for hotels: the list of a search, the page of a hotel with its rates and reviews, and
// the comparison.
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
	return [][]stage.Binding{p.Keys(), (&stage.Compare{CompareOptions: comparing()}).Keys()}
}

// comparing describes a comparison of hotels, without what it compares.
func comparing() stage.CompareOptions {
	return stage.CompareOptions{Noun: "hotel", Kind: "hotels", Again: stage.Binding{Does: "Refresh the hotels"}}
}

// newCompare shows hotels side by side.
func newCompare(s *stage.Stage, with With, v *visit, picks []desk.Pick) stage.Place {
	o := comparing()
	o.Picks = picks
	for _, pick := range picks {
		o.Rows = append(o.Rows, pick.ID)
	}
	o.Read = func(p *stage.Compare) *stage.Job {
		return stage.Read(s, stage.Job{What: "reading the hotels", Of: p},
			func(ctx context.Context, d *desk.Desk) (desk.Answer[[]hotels.Details], error) {
				return hotels.Compare(ctx, d, picks, detailed())
			},
			func(answer desk.Answer[[]hotels.Details]) { p.Show(present.ComparedHotels(answer.Value), picks) })
	}
	o.Open = func(item desk.Pick, step func(by int) (desk.Pick, bool)) stage.Place {
		return v.page(s, with, hotels.Hotel{Pick: item}, func(by int) (hotels.Hotel, bool) {
			to, ok := step(by)
			return hotels.Hotel{Pick: to}, ok
		})
	}
	return stage.NewCompare(s, o)
}

// detailed returns the query for everything about a hotel.
func detailed() *ask.Values {
	q := ask.New("getHotel", nil)
	q.SetTyped("view", string(apiclient.DetailViewDetail))
	return q
}
