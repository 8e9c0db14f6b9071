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

func (t *Tariff) season(c *data.City, s Stay) season {
	d := t.dice.Word("demand").Word(c.Code)
	var out season
	for day := s.CheckIn; day < s.CheckOut; day++ {
		factor := yearly(c.Lat, day) * busy(d, day)
		out.nights += factor
		if w := day.Weekday(); w == time.Friday || w == time.Saturday {
			out.weekend += factor
		}
	}
	return out
}

// yearly is the season: high in the local summer, low in winter, a dry season
// around the turn of the year in the tropics, and holidays everywhere.
func yearly(lat float64, day calendar.Day) float64 {
	date := day.Time()
	height, peak := 0.17, 205.0 // day of the year
	switch {
	case math.Abs(lat) < 20:
		height, peak = 0.09, 15
	case lat < 0:
		peak = 22
	}
	factor := 1 + height*math.Cos(2*math.Pi*(float64(date.YearDay())-peak)/365.25)
	if month, d := date.Month(), date.Day(); month == time.December && d >= 27 {
		factor *= 1.35
	} else if month == time.December && d >= 20 || month == time.January && d <= 2 {
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
