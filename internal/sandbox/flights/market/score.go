package market

import (
	"math"

	"travel.example/travel/internal/sandbox/data"
)

// Weights of what makes a good fare; they add up to ten.
const (
	priceWeight   = 4.4
	timeWeight    = 2.6
	stopsWeight   = 1.2
	clockWeight   = 0.7
	carrierWeight = 0.7
	trustWeight   = 0.4
)

// yardstick is what the fares of a search are compared with. It covers the whole
// search, not of what has been answered so far, so a fare's score holds still
// while a search settles.
type yardstick struct {
	usd     float64 // of the cheapest fare
	minutes float64 // of the shortest trip, see door
}

// score is how good a fare is, from 0 to 10: its price, the hours of the trip,
// stops, the times of day, the carriers, and the seller.
func (y yardstick) score(t *Trip, o Offer, one *Seller) float64 {
	price := math.Pow(y.usd/o.Usd, 1.1)
	hours := math.Pow(y.minutes/t.door(), 1.2)
	stops := 1 / (1 + 0.8*float64(t.Stops) + 0.5*float64(t.transfers()))
	return priceWeight*price + timeWeight*hours + stopsWeight*stops +
		clockWeight*t.sleep() + carrierWeight*t.carriers() + trustWeight*one.trust
}

// atAirports is the minutes that a plane costs a traveler beyond its own: to get there, to check in and
// to get into town. A train leaves from its middle.
const atAirports = 90

// door is the minutes of the trip from one town to the other.
func (t *Trip) door() float64 {
	minutes := t.Minutes
	for _, leg := range t.Legs {
		if !leg.First().Aircraft.OnGround() {
			minutes += atAirports
		}
	}
	return float64(minutes)
}

// sleep is how well the trip's times of day suit a traveler, 0 to 1.
func (t *Trip) sleep() float64 {
	worst := 1.0
	for _, leg := range t.Legs {
		for _, minute := range []int{leg.LeaveAt, leg.LandAt} {
			if minute < 330 {
				worst = min(worst, 0.3)
			} else if minute < 390 || minute > 1380 {
				worst = min(worst, 0.7)
			}
		}
	}
	return worst
}

// carriers is how well the trip's carriers are rated, 0 to 1.
func (t *Trip) carriers() float64 {
	sum, n := 0.0, 0.0
	for _, leg := range t.Legs {
		for _, r := range leg.Rides {
			sum += Standing(r.Operator)
			n++
		}
	}
	return sum / n
}

// Standing is a rough opinion of a carrier from its sort and size, 0 to 1. It
// rates no carrier by name.
func Standing(a *data.Airline) float64 {
	base := 0.4
	switch a.Kind {
	case data.FullService:
		base = 0.65
	case data.Ground:
		base = 0.6
	}
	largest := 0
	for _, b := range a.Bases {
		largest = max(largest, b.Weight)
	}
	return base + 0.03*float64(largest)
}
