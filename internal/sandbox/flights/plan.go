package flights

import (
	"strconv"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/timetable"
)

// plan is one way to travel one leg: flights, and under whose numbers they are
// sold.
type plan struct {
	rides     []ride
	sold      []timetable.Sale // aligned with rides
	transfers int              // changes on separate tickets
	minutes   int              // from the first gate to the last
	waiting   int              // minutes on the ground in between
	leaveAt   int              // minutes of the local day
	landDay   timetable.Day    // local
	landAt    int              // minutes of the local day
	seller    *data.Airline    // the one carrier that sells all of it, or nil
	fare      float64          // USD for one adult in the wanted cabin
	cost      float64          // what a traveler weighs it at, in USD; less is better
}

func (p *plan) first() ride { return p.rides[0] }
func (p *plan) last() ride  { return p.rides[len(p.rides)-1] }
func (p *plan) stops() int  { return len(p.rides) - 1 }

// newPlan measures rides that connect.
func (c *clocks) newPlan(rides []ride, sold []timetable.Sale) *plan {
	p := &plan{rides: rides, sold: sold, seller: sold[0].Airline}
	p.minutes = int(p.last().land - p.first().leave)
	for i, r := range rides {
		if sold[i].Airline != p.seller {
			p.seller = nil
		}
		if i > 0 {
			p.waiting += int(r.leave - rides[i-1].land)
			if apart(r.From, sold[i-1], sold[i]) {
				p.transfers++
			}
		}
	}
	leaving, landing := c.local(p.first().From, p.first().leave), c.local(p.last().To, p.last().land)
	p.leaveAt = leaving.Hour()*60 + leaving.Minute()
	p.landDay, p.landAt = timetable.DayOf(landing), landing.Hour()*60+landing.Minute()
	return p
}

// apart tells whether a change at a place is made on two tickets.
func apart(at *timetable.Place, a, b timetable.Sale) bool {
	if a.Airline == b.Airline {
		return !connects(a.Airline, at)
	}
	return !timetable.Tied(a.Airline, b.Airline)
}

// label names a plan by its flights and days. It is the same in every search.
func (p *plan) label() string {
	var b strings.Builder
	for i, r := range p.rides {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(p.sold[i].Airline.Code)
		b.WriteString(strconv.Itoa(p.sold[i].Number))
		b.WriteString(r.From.Code)
		b.WriteString(r.To.Code)
		b.WriteString(strconv.Itoa(int(r.day)))
	}
	return b.String()
}

// maxSellers is how many carriers may sell one and the same connection.
const maxSellers = 3

// markets is under whose numbers connected flights are sold: by each carrier
// that sells all of them, otherwise each by its own, as few as possible.
func markets(rides []ride) [][]timetable.Sale {
	var found [][]timetable.Sale
	for _, s := range rides[0].Sold {
		if sold, ok := soldThrough(rides, s.Airline); ok && len(found) < maxSellers {
			found = append(found, sold)
		}
	}
	if len(found) > 0 {
		return found
	}
	sold := make([]timetable.Sale, len(rides))
	sold[0] = rides[0].Sold[0]
	for i, r := range rides[1:] {
		sold[i+1] = r.Sold[0]
		if same, ok := r.SoldBy(sold[i].Airline); ok && connects(same.Airline, r.From) {
			sold[i+1] = same
		}
	}
	return append(found, sold)
}

func soldThrough(rides []ride, a *data.Airline) ([]timetable.Sale, bool) {
	sold := make([]timetable.Sale, len(rides))
	for i, r := range rides {
		s, ok := r.SoldBy(a)
		if !ok || i > 0 && !connects(a, r.From) {
			return nil, false
		}
		sold[i] = s
	}
	return sold, true
}
