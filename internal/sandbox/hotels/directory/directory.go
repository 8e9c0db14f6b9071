// Package directory makes up the hotels of the world: where they are, what they offer, what a stay costs and
// what guests say. It is a pure function of the seed. Names of hotels, brands and chains are invented.
package directory

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/lately"
)

// Directory finds hotels and prices stays in them. It is safe for concurrent use.
type Directory struct {
	dice   dice.Dice
	recent *lately.Memory[string, []*Hotel] // by city
}

// maxKept is how many cities are remembered, up to half a megabyte each. One that was dropped is made
// again, the same as before.
const maxKept = 16

// New makes a directory. It is cheap: cities are filled on first use.
func New(seed uint64) *Directory {
	return &Directory{dice: dice.New(seed).Word("hotels"), recent: lately.New[string, []*Hotel](maxKept)}
}

// InCity is the hotels of a city, which the caller must not change; none for a code that is not a city's.
func (x *Directory) InCity(code string) []*Hotel {
	city, ok := data.CityByCode(code)
	if !ok {
		return nil
	}
	return x.recent.Get(code, func() []*Hotel { return x.fill(city) })
}

// Hotel is the hotel with an id.
func (x *Directory) Hotel(id int64) (*Hotel, bool) {
	code, index, ok := locate(id)
	hotels := x.InCity(code)
	if !ok || index >= len(hotels) {
		return nil, false
	}
	return hotels[index], true
}

// mostNear bounds the hotels of an area; the nearest are kept.
const mostNear = 500

// Near is the hotels around a point, nearest first, of every city that reaches
// there; distances and radius are kilometres.
func (x *Directory) Near(lat, lng, radius float64) []*Hotel {
	var near []*Hotel
	away := func(h *Hotel) float64 { return data.Distance(lat, lng, h.Lat, h.Lng) }
	for _, city := range slices.Concat(data.Cities(), data.Towns()) {
		if data.Distance(lat, lng, city.Lat, city.Lon) > radius+sprawl(city) {
			continue
		}
		for _, h := range x.InCity(city.Code) {
			if away(h) <= radius {
				near = append(near, h)
			}
		}
	}
	slices.SortFunc(near, func(a, b *Hotel) int { return cmp.Or(cmp.Compare(away(a), away(b)), cmp.Compare(a.ID, b.ID)) })
	return near[:min(len(near), mostNear)]
}

// perAirport is how many hotels an airport of a size brings.
var perAirport = [...]float64{data.SmallAirport: 6, data.MediumAirport: 22, data.LargeAirport: 105}

// countOf is how many hotels a city has, from 40 to 500: the more the larger its airports are, and somewhat
// more in a large town. It does not depend on the seed, so a hotel that exists continues to exist.
func countOf(city *data.City) int {
	n := 25 + 30*math.Log2(1+float64(city.People)/200_000)
	for _, a := range city.Airports {
		n += perAirport[a.Size]
	}
	return int(min(max(n*dice.New(0).Word(city.Code).Between(0.92, 1.08), 40), 500))
}

// A hotel's number is the city code's letters to the base 26, or behind all of these the number of a
// town that has no code, then the hotel's place in its city, then two check digits as an IBAN has them
// (ISO 7064, mod 97-10). So it can be read without a table and stays the same forever.
const (
	perCity = 512 // more than any city has
	letters = 26
	coded   = letters * letters * letters
	towns   = 10_000
	modulus = 97
)

// number is the id of a hotel, at most ten digits and below 2^31.
func number(city string, index int) int64 {
	packed := int64(0)
	if town, err := strconv.Atoi(city); err == nil {
		packed = coded + int64(town)
	} else {
		for i := range len(city) {
			packed = packed*letters + int64(city[i]-'A')
		}
	}
	packed = (packed*perCity + int64(index)) * 100
	return packed + modulus + 1 - packed%modulus
}

// locate reads a hotel's number. ok is false for one that breaks the rules;
// whether the city exists and has that many hotels is another question.
func locate(id int64) (city string, index int, ok bool) {
	packed := id / 100
	if id <= 0 || packed >= (coded+towns)*perCity {
		return "", 0, false
	}
	code := packed / perCity
	if code < coded {
		city = string([]byte{'A' + byte(code/letters/letters), 'A' + byte(code/letters%letters), 'A' + byte(code%letters)})
	} else {
		city = fmt.Sprintf("%04d", code-coded)
	}
	index = int(packed % perCity)
	return city, index, number(city, index) == id
}

// Named is a hotel or a district by its name, and where it stands.
type Named struct {
	Name     string
	Lat, Lng float64
}

// Named is the hotels of a city that has the code, made for this once: the cities that are remembered stay.
func (x *Directory) Named(code string) []Named {
	city, ok := data.CityByCode(code)
	if !ok {
		return nil
	}
	var named []Named
	for _, h := range x.fill(city) {
		named = append(named, Named{h.Name, h.Lat, h.Lng})
	}
	return named
}
