// Package stays has the places for hotels: the list of a search, the page of a hotel with its rates and reviews, and
// the comparison.
package stays

import (
	"travel.example/travel/internal/browse/handoff"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk/hotels"
)

// With holds what other packages provide.
type With struct {
	HandOff func(handoff.Request) stage.Place // shows a link
}

// visit caches the pages of the hotels of one search.
type visit struct {
	pages []*page // the pages opened, most recent last
	kept  *page   // the page whose rates were saved last, so that commands use their numbers
}

// mostPages limits the cached pages.
const mostPages = 30

// page returns the page of a hotel, with what was read before.
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
	found.card.sheet.Forget()
	v.pages = append(rest[max(len(rest)-mostPages+1, 0):], found)
	return found
}

// Pages returns the key bindings of this package's places for the documentation.
func Pages() []stage.Page { return []stage.Page{pageKeys().Page(), comparedKeys().Page()} }
