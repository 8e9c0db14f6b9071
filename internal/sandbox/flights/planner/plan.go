package planner

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/timetable"
)

// Plan is one way to travel one leg: flights, and under whose numbers they are
// sold.
type Plan struct {
	Rides     []Ride
	Sold      []timetable.Sale // aligned with rides
	Transfers int              // changes on separate tickets
	Minutes   int              // from the first gate to the last
	Waiting   int              // minutes on the ground in between
	LeaveAt   int              // minutes of the local day
	LandDay   timetable.Day    // local
	LandAt    int              // minutes of the local day
	Seller    *data.Airline    // the one carrier that sells all of it, or nil
	Lead      *Plan            // the same rides under the numbers of who runs them; nil where this is that
	Fare      float64          // USD for one adult in the wanted cabin
	Cost      float64          // what a traveler weighs it at, in USD; less is better
}

// First is the ride that the leg begins with.
func (p *Plan) First() Ride { return p.Rides[0] }

// Last is the ride that the leg ends with.
func (p *Plan) Last() Ride { return p.Rides[len(p.Rides)-1] }

// Stops is how often the traveler changes.
func (p *Plan) Stops() int { return len(p.Rides) - 1 }

// newPlan measures rides that connect.
func (c *Clocks) newPlan(rides []Ride, sold []timetable.Sale) *Plan {
	p := &Plan{Rides: rides, Sold: sold, Seller: sold[0].Airline}
	p.Minutes = int(p.Last().Land - p.First().Leave)
	for i, r := range rides {
		if sold[i].Airline != p.Seller {
			p.Seller = nil
		}
		if i > 0 {
			p.Waiting += int(r.Leave - rides[i-1].Land)
			if apart(r.From, sold[i-1], sold[i]) {
				p.Transfers++
			}
		}
	}
	leaving, landing := c.Local(p.First().From, p.First().Leave), c.Local(p.Last().To, p.Last().Land)
	p.LeaveAt = leaving.Hour()*60 + leaving.Minute()
	p.LandDay, p.LandAt = timetable.DayOf(landing), landing.Hour()*60+landing.Minute()
	return p
}

// apart tells whether a change at a place is made on two tickets.
func apart(at *timetable.Place, a, b timetable.Sale) bool {
	if a.Airline == b.Airline {
		return !connects(a.Airline, at)
	}
	return !timetable.Tied(a.Airline, b.Airline)
}

// Label names a plan by its flights and days. It is the same in every search.
func (p *Plan) Label() string {
	var b strings.Builder
	for i, r := range p.Rides {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(p.Sold[i].Airline.Code)
		b.WriteString(strconv.Itoa(p.Sold[i].Number))
		b.WriteString(r.From.Code)
		b.WriteString(r.To.Code)
		b.WriteString(strconv.Itoa(int(r.Day)))
	}
	return b.String()
}

// Longest is the ride over the greatest distance.
func (p *Plan) Longest() Ride {
	longest := p.Rides[0]
	for _, r := range p.Rides[1:] {
		if r.Km > longest.Km {
			longest = r
		}
	}
	return longest
}

// Marketing is the carriers that sell a leg, each once, in order.
func (p *Plan) Marketing() []*data.Airline {
	var carriers []*data.Airline
	for _, s := range p.Sold {
		if !slices.Contains(carriers, s.Airline) {
			carriers = append(carriers, s.Airline)
		}
	}
	return carriers
}

// Operating is the carriers that fly a segment which another one sells, each
// once, in order: the proven codeshares of a leg.
func (p *Plan) Operating() []*data.Airline {
	var carriers []*data.Airline
	for i, r := range p.Rides {
		if r.Operator != p.Sold[i].Airline && !slices.Contains(carriers, r.Operator) {
			carriers = append(carriers, r.Operator)
		}
	}
	return carriers
}

// Sells tells whether a leg is marketed by one of the carriers.
func (p *Plan) Sells(wanted func(*data.Airline) bool) bool {
	for _, s := range p.Sold {
		if wanted(s.Airline) {
			return true
		}
	}
	return false
}

// The hours of a night, in minutes of the local day, and how much of one a leg
// must take to be overnight.
const (
	nightBegins = 60
	nightEnds   = 300
	nightTaken  = 60
)

// Overnight tells whether the leg includes a night: an hour of it or more,
// by the clock where the leg begins and by the one where it ends.
func (p *Plan) Overnight() bool {
	begin := ((p.LandAt-p.Minutes)%1440 + 1440) % 1440
	return nightMinutes(p.LeaveAt, p.Minutes) >= nightTaken && nightMinutes(begin, p.Minutes) >= nightTaken
}

// nightMinutes is how much night lies in a stretch of time that begins at a
// minute of the day.
func nightMinutes(begin, length int) int {
	sum := 0
	for midnight := 0; midnight < begin+length; midnight += 1440 {
		sum += max(0, min(begin+length, midnight+nightEnds)-max(begin, midnight+nightBegins))
	}
	return sum
}

// maxSellers is how many carriers may sell one and the same connection.
const maxSellers = 3

// markets is under whose numbers rides are sold: by each carrier that sells all of them, otherwise
// each by its own, as few as possible. The first leads: it is of the carrier that runs the most of the
// rides, or the longest. A change is sold only by carriers that run a part of it.
func markets(rides []Ride) [][]timetable.Sale {
	var found [][]timetable.Sale
	for _, s := range rides[0].Sold {
		sold, ok := soldThrough(rides, s.Airline)
		if ok && len(found) < maxSellers && (len(rides) == 1 || own(rides, sold) > 0) {
			found = append(found, sold)
		}
	}
	if len(found) > 0 {
		slices.SortStableFunc(found, func(a, b []timetable.Sale) int { return cmp.Compare(own(rides, b), own(rides, a)) })
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

// own is how much of the way is sold under its first number, by whoever runs it: rides first, then
// kilometres.
func own(rides []Ride, sold []timetable.Sale) float64 {
	const ride = 1e6 // more than any distance
	sum := 0.0
	for i, r := range rides {
		if sold[i] == r.Sold[0] {
			sum += ride + r.Km
		}
	}
	return sum
}

func soldThrough(rides []Ride, a *data.Airline) ([]timetable.Sale, bool) {
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
