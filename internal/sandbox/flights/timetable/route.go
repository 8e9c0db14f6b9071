package timetable

import (
	"cmp"
	"math"
	"slices"

	"travel.example/travel/internal/sandbox/data"
)

// Route is every flight of the timetable from one place to another, whatever
// the day, in order of departure. The caller must not change it.
func (t *Timetable) Route(from, to *Place) []*Flight {
	way := pair{from, to}
	t.mu.Lock()
	flights, ok := t.routes[way]
	t.mu.Unlock()
	if ok {
		return flights
	}
	flights = t.drawRoute(from, to)
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.routes) >= maxRoutes {
		clear(t.routes)
	}
	t.routes[way] = flights
	return flights
}

// Serves tells whether anything runs from one place to the other on some day.
func (t *Timetable) Serves(from, to *Place) bool {
	if from == to {
		return false
	}
	for _, l := range t.spokes(from) {
		if l.base.place == to {
			return true
		}
	}
	for _, l := range t.spokes(to) {
		if l.base.place == from {
			return true
		}
	}
	return len(t.graph().ground[pair{from, to}]) > 0
}

// Served is every hub that something runs to or from at p, sorted by code.
func (t *Timetable) Served(p *Place) []*Place {
	var served []*Place
	if p.base {
		for _, h := range t.graph().hubs {
			if t.Serves(p, h) {
				served = append(served, h)
			}
		}
		return served
	}
	for _, l := range t.spokes(p) {
		if l.base.place.Hub {
			served = append(served, l.base.place)
		}
	}
	for way := range t.graph().ground {
		if way.from == p && way.to.Hub {
			served = append(served, way.to)
		}
	}
	slices.SortFunc(served, func(a, b *Place) int { return cmp.Compare(a.Code, b.Code) })
	return slices.Compact(served)
}

func (t *Timetable) drawRoute(from, to *Place) []*Flight {
	if from == to {
		return nil
	}
	var flights []*Flight
	for _, l := range t.spokes(from) {
		if l.base.place == to {
			flights = append(flights, t.departures(l, homeward)...)
		}
	}
	for _, l := range t.spokes(to) {
		if l.base.place == from {
			flights = append(flights, t.departures(l, outward)...)
		}
	}
	for _, link := range t.graph().ground[pair{from, to}] {
		flights = append(flights, rides(link, from, to)...)
	}
	slices.SortStableFunc(flights, func(a, b *Flight) int {
		return cmp.Or(cmp.Compare(a.Departs, b.Departs), cmp.Compare(a.Sold[0].Airline.Code, b.Sold[0].Airline.Code),
			cmp.Compare(a.Sold[0].Number, b.Sold[0].Number))
	})
	withoutTwins(flights)
	return slices.Clip(flights)
}

// direction is which way a service is flown: out from its base, or home.
type direction int

const (
	outward direction = iota
	homeward
)

// departures is the flights of a service in one direction.
func (t *Timetable) departures(l link, way direction) []*Flight {
	d := t.dice.Word("service").With(l.base.key, l.place.key)
	weekly := l.often()
	daily, rest := weekly/7, weekly%7
	departures := daily
	if rest > 0 {
		departures++
	}
	slots := t.slots(l, way, departures)
	season := t.season(l)
	from, to := l.base.place, l.place
	if way == homeward {
		from, to = to, from
	}
	flights := make([]*Flight, 0, departures)
	for n := range departures {
		each := d.With(uint64(n))
		v := l.equip(each.Word("type"))
		f := &Flight{
			Operator: l.base.airline, Sold: t.sales(l, d, n, int(way)), From: from, To: to,
			Departs: slots[n], Block: blockMinutes(from, to, v), Aircraft: v, Days: Daily, Season: AllYear, Km: l.distance,
		}
		if n >= daily {
			f.Days, f.Season = weeklyPattern(rest, each.Below(7)), season
		}
		if way == homeward && f.Block > 9*60 {
			f.Days = f.Days.later(1)
		}
		if daily == 0 || n > daily/2 || l.season != AllYear {
			f.Season = season
		}
		flights = append(flights, f)
	}
	return flights
}

// How many flights a week a long service of a strength has: perWeekFar times
// its strength to the power of growthFar.
const perWeekFar, growthFar = 4.2, 0.75

// often is how many flights a week a service has each way.
func (l link) often() int {
	per, limit := 0.0, 7.0*maxDaily-14
	switch {
	case l.base.airline.Kind == data.LowCost, l.base.airline.Kind == data.Leisure:
		per, limit = 3*math.Pow(l.strength, 0.6), 7*6
	case l.base.airline.Kind == data.Regional:
		per, limit = 4*math.Pow(l.strength, 0.5), 7*6
	case l.distance > 3500:
		per, limit = perWeekFar*math.Pow(l.strength, growthFar), 7*8
	case l.distance > 1500:
		per, limit = 4*math.Pow(l.strength, 0.72), 7*12
	default:
		per = 4 * math.Pow(l.strength, 0.75)
	}
	flights := int(math.Round(max(1, min(per, limit))))
	if l.weekly > 0 {
		flights = l.weekly
	}
	if l.lifeline {
		return max(flights, 7)
	}
	return flights
}

// season is when the part of a service runs that is not flown all year: thin
// holiday services follow the sun.
func (t *Timetable) season(l link) Season {
	if l.season != AllYear {
		return l.season
	}
	thin := !l.lifeline && l.weekly == 0 && l.place.leisure && l.strength < 3
	if !thin || !t.dice.Word("season").With(l.base.key, l.place.key).Chance(0.45) {
		return AllYear
	}
	if l.place.Lat > 33 {
		return Summer
	}
	return Winter
}

// When the first train or bus of a day leaves and the last one arrives, in minutes of the day.
const (
	firstRide   = 345
	lastArrival = 1430
)

// rides is the departures of a train or bus.
func rides(link *data.GroundLink, from, to *Place) []*Flight {
	operator, _ := data.AirlineByCode(link.Operator)
	v, _ := data.AircraftByCode("TRN")
	if link.Body == data.BusBody {
		v, _ = data.AircraftByCode("BUS")
	}
	back := 0
	if from.Code == link.To {
		back = 1
	}
	flights := make([]*Flight, 0, link.Daily)
	for n := range link.Daily {
		f := &Flight{
			Operator: operator, From: from, To: to, Block: link.Minutes, Aircraft: v, Days: Daily,
			Departs: firstRide + n*(lastArrival-link.Minutes-firstRide)/link.Daily + 7*back, Km: Distance(from, to),
		}
		for i, code := range link.SoldBy {
			seller, _ := data.AirlineByCode(code)
			f.Sold = append(f.Sold, Sale{seller, link.Number + 2*n + back + 100*i})
		}
		flights = append(flights, f)
	}
	return flights
}
