package market

import (
	"math"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/flights/timetable"
)

// pricer sets the fare of one adult for the plans of one leg.
type pricer struct {
	dice    dice.Dice
	cabin   Cabin
	bought  timetable.Day // when the search was made, UTC
	rivals  int           // carriers that fly nonstop
	site    string
	demand  float64 // of the day, on the whole route
	typical float64 // what an hour is worth to a traveler in this cabin, in USD
}

func newPricer(seed uint64, k Key, day timetable.Day, plans []*planner.Plan) *pricer {
	p := &pricer{dice: dice.New(seed).Word("fare"), cabin: k.Cabin, bought: k.Bought, site: k.Site}
	p.typical = []float64{18, 26, 50, 75}[k.Cabin]
	rivals := map[*data.Airline]bool{}
	for _, plan := range plans {
		if plan.Stops() == 0 {
			rivals[plan.First().Operator] = true
		}
	}
	p.rivals = len(rivals)
	if len(plans) > 0 {
		one := plans[0]
		p.demand = seasonal(day, one.First().From, one.Last().To) * weekday(day) * lead(day-p.bought)
		p.demand *= p.dice.Word("day").Word(one.First().From.CityCode).Word(one.Last().To.CityCode).With(uint64(day)).Between(0.93, 1.08)
	}
	return p
}

// price sets a plan's fare and cost. A codeshare costs a little more than what leads it, which comes
// before it: who wants the flight buys it from the carrier whose flight it is.
func (p *pricer) price(x *planner.Plan) {
	draw := p.dice.Word(x.Label())
	if x.Lead != nil {
		x.Fare = x.Lead.Fare * draw.Between(1.02, 1.06)
		x.Cost = x.Lead.Cost + x.Fare - x.Lead.Fare
		return
	}
	direct := timetable.Distance(x.First().From, x.Last().To)
	flown, weighted := 0.0, 0.0
	tax := 0.0
	onGround := true
	for i, r := range x.Rides {
		km := max(r.Km, 60)
		flown += km
		weighted += km * p.perKm(r, x.Sold[i].Airline)
		tax += Tax(r)
		onGround = onGround && r.Aircraft.OnGround()
	}
	usual := 30 + 0.30*math.Pow(0.6*direct+0.4*flown, 0.83)
	if onGround {
		usual = 6 + 0.18*math.Pow(direct, 0.95) // a train stops and starts for less than a plane
	}
	x.Fare = usual*weighted/flown*p.demand*p.rivalry(x)*p.hour(x) + tax
	x.Fare *= draw.Between(0.92, 1.09)
	stops := float64(x.Stops())
	x.Cost = x.Fare + p.typical*float64(x.Minutes)/60 + 25*stops + 60*float64(x.Transfers)
	if x.Waiting > 6*60 {
		x.Cost += 0.6 * p.typical * float64(x.Waiting-6*60) / 60
	}
}

// Tax is what one adult pays to airports and states for a ride, in USD.
func Tax(r planner.Ride) float64 {
	switch {
	case r.Aircraft.OnGround():
		return 2
	case r.Km > 3500:
		return 59
	}
	return 14
}

// perKm is what a seller asks of this flight, relative to a full-service
// economy seat.
func (p *pricer) perKm(r planner.Ride, seller *data.Airline) float64 {
	factor := 1.0
	switch r.Operator.Kind {
	case data.LowCost:
		factor = 0.58
	case data.Leisure:
		factor = 0.7
	case data.Regional:
		factor = 1.15
	case data.Ground:
		factor = 0.9
	}
	d := p.dice.Word(seller.Code)
	factor *= d.Between(0.92, 1.1) * d.With(uint64(r.Day)).Between(0.9, 1.1) * d.Word(p.site).Between(0.985, 1.015)
	if r.Aircraft.Body == data.BusBody {
		return 0.35
	}
	return factor * cabinFactor(Aboard(r.Flight, p.cabin), r.Km)
}

// cabinFactor is a cabin's fare over economy's; on short flights the
// difference is small.
func cabinFactor(c Cabin, km float64) float64 {
	far := min(1, km/6000)
	switch c {
	case PremiumEconomy:
		return 1.45 + 0.4*far
	case Business:
		return 2.1 + 1.7*far
	case First:
		return 3.6 + 3*far
	}
	return 1
}

// rivalry makes nonstop flights more expensive, the more so the fewer carriers
// fly them, and connections cheaper.
func (p *pricer) rivalry(x *planner.Plan) float64 {
	switch {
	case x.Stops() == 0:
		return 1.22 - 0.04*float64(min(p.rivals, 6))
	case x.Transfers > 0:
		return 1.08
	case x.First().Operator.Kind == data.LowCost:
		return 1.15
	case x.Stops() == 1:
		return 0.9
	}
	return 0.87
}

// hour makes popular hours more expensive than the small hours.
func (p *pricer) hour(x *planner.Plan) float64 {
	switch at := x.First().Departs; {
	case at < 330, at > 1350:
		return 0.94
	case x.Last().Km < 2500 && (at >= 400 && at < 560 || at >= 990 && at < 1180):
		return 1.07
	}
	return 1
}

// seasonal is the demand of a day: holidays of the north and the south, and
// the turn of the year everywhere.
func seasonal(day timetable.Day, from, to *timetable.Place) float64 {
	date := day.Date()
	factor := 1.0
	switch {
	case date.Month() == time.December && date.Day() >= 17, date.Month() == time.January && date.Day() <= 4:
		return 1.34
	case date.Month() == time.July, date.Month() == time.August:
		factor = 1.2
	case date.Month() == time.June, date.Month() == time.September, date.Month() == time.April:
		factor = 1.06
	case date.Month() == time.January, date.Month() == time.February, date.Month() == time.November:
		factor = 0.92
	}
	if to.Lat < -15 || from.Lat < -15 { // the seasons are the other way round
		factor = 1 + (1-factor)*0.5
	}
	return factor
}

func weekday(day timetable.Day) float64 {
	return [...]float64{1.0, 0.94, 0.94, 0.99, 1.07, 1.0, 1.07}[day.Weekday()-1]
}

// lead is what the days between buying and flying do to a fare.
func lead(days timetable.Day) float64 {
	switch {
	case days <= 2:
		return 1.62
	case days <= 6:
		return 1.42
	case days <= 13:
		return 1.2
	case days <= 20:
		return 1.06
	case days <= 75:
		return 0.97
	case days <= 150:
		return 0.94
	}
	return 1
}
