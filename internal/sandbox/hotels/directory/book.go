package directory

import (
	"math"

	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/hotels/calendar"
	"travel.example/travel/internal/sandbox/hotels/guestbook"
)

// When the hotels of the world opened: from 2005 on, one in ten in the last
// years before the sandbox was written.
const (
	openedFrom calendar.Day = 12784 // 2005-01-01
	openedLate calendar.Day = 19723 // 2024-01-01
	openedLast calendar.Day = 20605 // 2026-06-01
)

// bookOf draws how much is written about a hotel, by whom, and about what.
func bookOf(d dice.Dice, h *Hotel) guestbook.Book {
	b := guestbook.Book{
		Dice: d, Quality: h.Quality, District: h.District, City: h.City.Name, Country: h.City.Country,
		Opened: openedFrom + calendar.Day(d.With(1).Below(int(openedLate-openedFrom))),
	}
	if d.With(2).Chance(0.1) {
		b.Opened = openedLate + calendar.Day(d.With(1).Below(int(openedLast-openedLate)))
	}
	if !d.With(3).Chance(0.05) { // the others allow no reviews
		b.PerDay = 0.014 * math.Pow(64, d.With(4).Unit())
	}
	sum := 0.0
	for t := range b.Share {
		b.Lean[t] = d.With(5, uint64(t)).Between(-0.5, 0.5)
		b.Share[t] = guests[t] * d.With(6, uint64(t)).Between(0.4, 1.6)
		if h.Kind == Hostel && t == int(guestbook.Solo) || h.Kind == Resort && t == int(guestbook.Families) {
			b.Share[t] *= 3
		}
		sum += b.Share[t]
	}
	for t := range b.Share {
		b.Share[t] /= sum
	}
	for t := range guestbook.Everywhere {
		b.Topics = b.Topics.With(guestbook.Topic(t))
	}
	for i, a := range words().amenities {
		if a.spoken && h.offers>>i&1 == 1 {
			b.Topics = b.Topics.With(a.topic)
		}
	}
	return b
}

// guests is how often each kind of traveler writes: business, couple, family,
// solo, group.
var guests = [...]float64{0.2, 0.36, 0.2, 0.14, 0.1}
