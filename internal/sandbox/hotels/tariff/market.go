package tariff

import (
	_ "embed"
	"fmt"
	"math"
	"strings"

	"travel.example/travel/internal/sandbox/data"
)

//go:embed cities.txt
var citiesFile string

//go:embed seasons.txt
var seasonsFile string

// market is what hotels take in a city, before anything that a hotel has of its own.
type market struct {
	level   float64  // 1 = the usual prices
	months  *monthly // what each month costs
	swing   float64  // how much of the months is felt: 1 where people come for them
	weekend float64  // share that the nights before a free day cost more
}

// monthly is what a night costs in each month; the mean of the year is 1.
type monthly [12]float64

// How the level of a city that cities.txt leaves out differs from its country's.
const (
	townSwing   = 0.6  // a town that nobody goes to for the season feels some of it
	holiday     = 1.12 // where people go for holidays
	faraway     = 1.5  // small towns of the far north, where all comes by air
	arctic      = 60   // degrees of latitude from where on they are
	small       = 20_000
	beachesFrom = 28 // degrees of latitude of the Mediterranean
	beachesTo   = 46
)

// marketOf is a city's: by hand for those that travelers know the prices of, and otherwise
// its country's, more in large towns and where many fly to.
func (t *Tariff) marketOf(c *data.City) market {
	if m, ok := law().cities[c.Code]; ok {
		return m
	}
	land := economyOf(c.Country)
	m := market{level: land.level, months: law().seasons[land.season], swing: townSwing}
	passengers, leisure := 0.0, false
	for _, a := range c.Airports {
		if known, ok := data.TrafficOf(a.Code); ok {
			passengers, leisure = passengers+known.All, leisure || known.Leisure
		}
	}
	m.level *= 0.7 + 0.06*math.Log10(1+float64(c.People)/1000) + 0.06*math.Log2(1+passengers/4)
	if leisure {
		m.level, m.swing, m.weekend = m.level*holiday, 1, 0.08
		if north := c.Lat; land.season == "c" && north > beachesFrom && north < beachesTo {
			m.months = law().seasons["b"]
		}
	}
	if c.Lat > arctic && c.People < small {
		m.level *= faraway
	}
	m.level *= t.dice.Word("level").Word(c.Code).Between(0.93, 1.08)
	return m
}

// readSeasons reads the months of each season by its letter.
func readSeasons() map[string]*monthly {
	seasons := map[string]*monthly{}
	for cells := range rows(seasonsFile, 13) {
		months := &monthly{}
		for i, cell := range cells[1:] {
			months[i] = number(cell) / 100
		}
		seasons[cells[0]] = months
	}
	return seasons
}

// readCities reads the markets that are written by hand.
func readCities(seasons map[string]*monthly) map[string]market {
	cities := map[string]market{}
	for cells := range rows(citiesFile, 4) {
		if seasons[cells[2]] == nil {
			panic(fmt.Sprintf("tariff: %q: unknown season", strings.Join(cells, " ")))
		}
		cities[cells[0]] = market{level: number(cells[1]), months: seasons[cells[2]], swing: 1, weekend: number(cells[3]) / 100}
	}
	return cities
}
