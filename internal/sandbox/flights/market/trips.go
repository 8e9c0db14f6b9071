package market

import (
	"cmp"
	"slices"
	"sort"
	"strconv"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/flights/timetable"
)

// Trip is what a traveler can buy: a way out and, on a round trip, a way back.
type Trip struct {
	Legs    []*planner.Plan // outbound first
	Code    string          // the same for the same flights in every search
	lead    string          // code of the same flights under the numbers of who runs them, often Code
	Fare    float64         // USD for one adult
	cost    float64         // to a traveler, see plan
	Stops   int             // of the leg with the most
	Minutes int             // of all legs
	Offers  []Offer         // cheapest first
}

// Offer is a fare: one seller's price for one trip.
type Offer struct {
	Seller     uint8 // index among the search's sellers
	Number     uint8 // of the seller's fares for this trip, from 1
	Batch      uint8 // which of the seller's answers it comes with, 0 or 1
	Refundable bool
	Baggage    Baggage
	Usd        float64 // whole party, fees included, in whole cents
	Score      float64 // see score.go
}

// Baggage is what a fare includes, when its seller says.
type Baggage uint8

// What fares include, least first.
const (
	notStated Baggage = iota
	HandOnly
	OneBag
	TwoBags
)

// maxTrips is how many trips a search offers at most; maxLegs how many ways
// out and back are combined for a round trip.
const (
	maxTrips = 1150
	maxLegs  = 220
)

// oneWays is a trip for each plan, the least costly ones.
func oneWays(plans []*planner.Plan) []*Trip {
	plans = worth(plans, maxTrips)
	trips := make([]*Trip, 0, len(plans))
	for _, p := range plans {
		trips = append(trips, newTrip(p))
	}
	return trips
}

// roundTrips combines ways out with ways back: nonstop ones, those of one
// carrier, and the best of any two.
func roundTrips(outs, backs []*planner.Plan) []*Trip {
	outs, backs = worth(outs, maxLegs), worth(backs, maxLegs)
	c := combiner{made: map[[2]*planner.Plan]bool{}}
	c.add(nonstop(outs), nonstop(backs), 18)
	outsOf, backsOf := bySeller(outs), bySeller(backs)
	for _, a := range data.Airlines() {
		c.add(outsOf[a], backsOf[a], 8)
	}
	c.add(outs, backs, 22)
	if len(c.trips) == 0 {
		c.add(outs, backs, maxLegs)
	}
	slices.SortStableFunc(c.trips, func(a, b *Trip) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(a.cost, b.cost))
	})
	return c.trips[:min(len(c.trips), maxTrips)]
}

// rank sorts what has to be among the trips of a search before the rest.
func (t *Trip) rank() int {
	if t.Stops == 0 {
		return 0
	}
	return 1
}

// combiner pairs plans, each pair once.
type combiner struct {
	made  map[[2]*planner.Plan]bool
	trips []*Trip
}

// add pairs the least costly of two lists, where there is time to turn around. Codeshares bring the
// pair that leads them.
func (c *combiner) add(outs, backs []*planner.Plan, most int) {
	for _, out := range outs[:min(len(outs), most)] {
		for _, back := range backs[:min(len(backs), most)] {
			if back.First().Leave >= out.Last().Land+turnaround {
				c.pair(leadOf(out), leadOf(back))
				c.pair(out, back)
			}
		}
	}
}

func (c *combiner) pair(out, back *planner.Plan) {
	both := [2]*planner.Plan{out, back}
	if !c.made[both] {
		c.made[both] = true
		c.trips = append(c.trips, newTrip(out, back))
	}
}

// leadOf is the plan itself, or the one that it is a codeshare of.
func leadOf(p *planner.Plan) *planner.Plan {
	if p.Lead != nil {
		return p.Lead
	}
	return p
}

func nonstop(plans []*planner.Plan) []*planner.Plan {
	return slices.Collect(func(yield func(*planner.Plan) bool) {
		for _, p := range plans {
			if p.Stops() == 0 && !yield(p) {
				return
			}
		}
	})
}

// turnaround is the least time at the destination in minutes.
const turnaround = 60

func bySeller(plans []*planner.Plan) map[*data.Airline][]*planner.Plan {
	sorted := map[*data.Airline][]*planner.Plan{}
	for _, p := range plans {
		if p.Seller != nil {
			sorted[p.Seller] = append(sorted[p.Seller], p)
		}
	}
	return sorted
}

// worth is at most n plans, the least costly first. All nonstop ones and the
// best of every carrier are among them, however expensive: travelers look for them.
func worth(plans []*planner.Plan, n int) []*planner.Plan {
	sorted := slices.SortedStableFunc(slices.Values(plans), lessCostly)
	if len(sorted) <= n {
		return sorted
	}
	of := map[*data.Airline]int{}
	var wanted, others []*planner.Plan
	for _, p := range sorted {
		if p.Seller != nil {
			of[p.Seller]++
		}
		if p.Stops() == 0 || p.Lead == nil && p.Seller != nil && of[p.Seller] <= bestOfCarrier {
			wanted = append(wanted, p)
			continue
		}
		others = append(others, p)
	}
	kept := append(wanted, others[:max(0, n-len(wanted))]...)
	sort.SliceStable(kept, func(i, j int) bool { return lessCostly(kept[i], kept[j]) < 0 })
	return kept[:min(len(kept), n)]
}

// bestOfCarrier is how many plans of each carrier are always kept.
const bestOfCarrier = 4

func lessCostly(a, b *planner.Plan) int { return cmp.Compare(a.Cost, b.Cost) }

func newTrip(legs ...*planner.Plan) *Trip {
	t := &Trip{Legs: legs}
	leads := make([]*planner.Plan, len(legs))
	for i, leg := range legs {
		t.Fare += leg.Fare
		t.cost += leg.Cost
		t.Stops = max(t.Stops, leg.Stops())
		t.Minutes += leg.Minutes
		leads[i] = leadOf(leg)
	}
	if len(legs) == 2 {
		factor := together(leads[0], leads[1])
		t.cost -= t.Fare * (1 - factor)
		t.Fare *= factor
	}
	t.Code = codeOf(legs)
	t.lead = t.Code
	if !slices.Equal(legs, leads) {
		t.lead = codeOf(leads)
	}
	return t
}

// codeOf is the code of a trip of these legs.
func codeOf(legs []*planner.Plan) string {
	label := legs[0].Label()
	if len(legs) > 1 {
		label += "-" + legs[1].Label()
	}
	return TripCode(label)
}

// together is what two legs cost on one ticket, divided by what they cost separately.
func together(out, back *planner.Plan) float64 {
	a, b := out.Sold[0].Airline, back.Sold[0].Airline
	switch {
	case out.Seller != nil && out.Seller == back.Seller && out.Seller.Kind == data.FullService:
		return 0.8
	case out.Transfers+back.Transfers == 0 && timetable.Tied(a, b) && a.Kind == data.FullService:
		return 0.88
	}
	return 1
}

// TripCode shortens the label of a trip to 13 characters.
func TripCode(label string) string {
	return strconv.FormatUint(uint64(dice.New(0).Word(label)), 36)
}

// Seller is the one carrier that sells every leg of the trip, or nil.
func (t *Trip) Seller() *data.Airline {
	return sellerOf(t.Legs, func(p *planner.Plan) *data.Airline { return p.Seller })
}

// leader is the one carrier that sells every leg of what the trip is a codeshare of, or nil.
func (t *Trip) leader() *data.Airline {
	return sellerOf(t.Legs, func(p *planner.Plan) *data.Airline { return leadOf(p).Seller })
}

func sellerOf(legs []*planner.Plan, seller func(*planner.Plan) *data.Airline) *data.Airline {
	a := seller(legs[0])
	for _, leg := range legs[1:] {
		if seller(leg) != a {
			return nil
		}
	}
	return a
}

// follows tells whether some of the trip is sold under a number that is not of who runs it, while it
// can be bought under one that is.
func (t *Trip) follows() bool { return t.Code != t.lead }

func (t *Trip) transfers() int {
	n := 0
	for _, leg := range t.Legs {
		n += leg.Transfers
	}
	return n
}

// Waits is the layover minutes of the leg with the longest total wait, 0 when
// every leg is direct.
func (t *Trip) Waits() int {
	most := 0
	for _, leg := range t.Legs {
		most = max(most, leg.Waiting)
	}
	return most
}

// Leaves is when a leg departs, in local minutes of its day. A one-way trip
// has no second leg: its only one counts.
func (t *Trip) Leaves(leg int) int {
	return t.Legs[min(leg, len(t.Legs)-1)].LeaveAt
}
