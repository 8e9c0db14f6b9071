package timetable

import (
	"fmt"
	"math"
	"strconv"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
)

// Place is an airport or a station that a flight number can lead to.
type Place struct {
	Code     string // IATA, three letters
	Name     string // English
	City     string // English
	CityCode string
	Country  string    // ISO 3166-1 alpha-2
	Lat, Lon float64   // decimal degrees
	Station  data.Body // TrainBody or BusBody for a station, 0 for an airport
	Zone     string    // IANA time zone
	Traffic  float64   // passengers a year in millions, all
	Hub      bool      // passengers change planes here

	abroad  float64 // millions of passengers who cross a border
	draw    float64 // what abroad weighs for a service, a great hub less than it counts
	pull    float64 // of a large place on travelers from far away, 1 is usual
	base    bool    // of some carrier, as every hub is
	leisure bool    // a holiday place
	land    *country
	gate    *gate      // what the airport lets in, nil for everything
	beside  []*Place   // places that nobody flies to, because a train or a road leads there
	hops    []*Place   // places that jets fly to although they are near
	at      [3]float64 // on the unit sphere
	key     uint64     // for dice
}

// arc is the angle between two places in radians.
func arc(a, b *Place) float64 { return math.Acos(max(-1, min(1, dot(a, b)))) }

func dot(a, b *Place) float64 {
	return a.at[0]*b.at[0] + a.at[1]*b.at[1] + a.at[2]*b.at[2]
}

const earthRadius = 6371.0088

// Distance is the great-circle distance in kilometres.
func Distance(a, b *Place) float64 { return earthRadius * arc(a, b) }

// far is what an airport of so many passengers across borders, in millions,
// draws from far away beyond its share: long flights go to large cities.
func far(abroad float64) float64 { return math.Pow(max(abroad, 0.02)/14, 0.4) }

// draw is what an airport of so many passengers across borders, in millions,
// weighs for a carrier that thinks of flying there: at the greatest airports
// most passengers come to change planes or fly with the home carrier.
func draw(abroad float64) float64 {
	const great = 18
	return 1.5 * (min(abroad, great) + 0.4*max(0, abroad-great))
}

// describe fills in what places of all sorts have in common.
func (p *Place) describe(d dice.Dice, small float64) {
	p.key = key(p.Code)
	lat, lon := p.Lat*math.Pi/180, p.Lon*math.Pi/180
	p.at = [3]float64{math.Cos(lat) * math.Cos(lon), math.Cos(lat) * math.Sin(lon), math.Sin(lat)}
	p.land = countries()[p.Country]
	defer func() { p.draw, p.pull = draw(p.abroad), far(p.abroad) }()
	if known, ok := data.TrafficOf(p.Code); ok {
		p.Traffic, p.abroad, p.leisure = known.All, known.Abroad, known.Leisure
		return
	}
	p.Traffic = small * math.Exp2(d.Word("size").With(p.key).Between(-1.5, 1.5))
	p.abroad = p.Traffic * (1 - max(0.15, domesticShare()[p.Country]))
}

// parseKm reads a number of the program's own tables.
func parseKm(cell string) float64 {
	km, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		panic(fmt.Sprintf("timetable: %v", err))
	}
	return km
}

// key packs a code of up to eight characters for the dice.
func key(code string) uint64 {
	var k uint64
	for i := range len(code) {
		k = k<<8 | uint64(code[i])
	}
	return k
}
