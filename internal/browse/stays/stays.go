// Package stays is what the full-screen desk shows of hotels: the list of a search, the page of a hotel with its
// rates and reviews, and hotels side by side.
package stays

import (
	"travel.example/travel/internal/browse/handoff"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk/hotels"
)

// With is what comes from other rooms.
type With struct {
	HandOff func(handoff.Request) stage.Place // shows a link
}

// visit is what is known of the hotels of one search.
type visit struct {
	pages []*page // that were opened, the last one last
	kept  *page   // whose rates were kept last, so that their numbers are those of the commands
}

// mostPages are how many pages of hotels are held.
const mostPages = 30

// page is the page of a hotel, with what was read of it before.
func (v *visit) page(s *stage.Stage, with With, hotel hotels.Hotel, near neighbor) *page {
	var found *page
	rest := v.pages[:0]
	for _, p := range v.pages {
		if p.hotel.ID == hotel.ID {
			found = p
		} else {
			rest = append(rest, p)
		}
	}
	if found == nil {
		found = newPage(s, with, v, hotel)
	}
	found.hotel, found.near = hotel, near
	found.card.forget()
	v.pages = append(rest[max(len(rest)-mostPages+1, 0):], found)
	return found
}

// Pages are the keys of the places of this package, for the documentation.
func Pages() []stage.Page { return []stage.Page{pageKeys().Page(), comparedKeys().Page()} }
