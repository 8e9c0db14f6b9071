package tariff

import (
	"math"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/hotels/calendar"
)

// season is how much the nights of a stay are in demand in a city: the sum of
// the nights' factors, 1 being a usual night, and the same of the nights before
// a free day alone.
type season struct {
	nights  float64
	weekend float64
}

func (t *Tariff) season(c *data.City, m market, s Stay) season {
	d := t.dice.Word("demand").Word(c.Code)
	var out season
	for day := s.CheckIn; day < s.CheckOut; day++ {
		factor := m.yearly(day) * busy(d, day)
		out.nights += factor
		if w := day.Weekday(); w == time.Friday || w == time.Saturday {
			out.weekend += factor
		}
	}
	return out
}

// yearly is the season of a day: the month's, without steps from one to the next, and the
// holidays at the turn of the year, which are dear everywhere.
func (m market) yearly(day calendar.Day) float64 {
	date := day.Time()
	month, d := int(date.Month())-1, date.Day()
	part := (float64(d) - 15.5) / 30.5 // of the way to the next month's middle, or back to the last one's
	other := (month + 1) % 12
	if part < 0 {
		other, part = (month+11)%12, -part
	}
	factor := 1 + m.swing*(m.months[month]*(1-part)+m.months[other]*part-1)
	switch {
	case date.Month() == time.December && d >= 27:
		factor *= 1.35
	case date.Month() == time.December && d >= 20, date.Month() == time.January && d <= 2:
		factor *= 1.12
	}
	return factor
}

// busy is what happens in a city on a day: small ups and downs by the week, and
// now and then a fair that fills the town for four days.
func busy(d dice.Dice, day calendar.Day) float64 {
	factor := d.With(1, uint64(day/7)).Between(0.94, 1.06)
	if d.With(2, uint64(day/4)).Chance(0.03) {
		factor *= d.With(3, uint64(day/4)).Between(1.2, 1.5)
	}
	return factor
}

// near is what a hotel's way to the centre does to its price: dearest in walking distance.
func near(km float64) float64 { return 0.72 + 0.43*math.Exp(-km/5) }
