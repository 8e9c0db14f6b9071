// Package directory generates the hotels of the world with their locations, amenities, prices and reviews. It is
// a pure function of the seed. Names of hotels, brands and chains are invented.
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

// maxKept is the number of cached cities, up to half a megabyte each. A dropped city is rebuilt identically.
const maxKept = 16

// New returns a directory. It is cheap: cities are generated on first use.
func New(seed uint64) *Directory {
	return &Directory{dice: dice.New(seed).Word("hotels"), recent: lately.New[string, []*Hotel](maxKept)}
}

// InCity returns the hotels of a city, or nil if the code is unknown. The caller must not modify them.
func (x *Directory) InCity(code string) []*Hotel {
	city, ok := data.CityByCode(code)
	if !ok {
		return nil
	}
	return x.recent.Get(code, func() []*Hotel { return x.fill(city) })
}

// Hotel returns the hotel with an id.
func (x *Directory) Hotel(id int64) (*Hotel, bool) {
	code, index, ok := locate(id)
	hotels := x.InCity(code)
	if !ok || index >= len(hotels) {
		return nil, false
	}
	return hotels[index], true
}

// mostNear limits the hotels of an area to the nearest ones.
const mostNear = 500

// Near returns the hotels around a point, nearest first, in every city that reaches into the area. The radius is
// in kilometers.
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

// perAirport is the number of hotels added by an airport of each size.
var perAirport = [...]float64{data.SmallAirport: 6, data.MediumAirport: 22, data.LargeAirport: 105}

// countOf returns the number of hotels in a city, from 40 to 500. It grows with the size of its airports and a
// little with its population. It does not depend on the seed, so a hotel that exists continues to exist.
func countOf(city *data.City) int {
	n := 25 + 30*math.Log2(1+float64(city.People)/200_000)
	for _, a := range city.Airports {
		n += perAirport[a.Size]
	}
	return int(min(max(n*dice.New(0).Word(city.Code).Between(0.92, 1.08), 40), 500))
}

// A hotel id encodes the letters of the city code in base 26, or a number above all of these for a town without a
// code, then the index of the hotel in its city, then two check digits like those of an IBAN (ISO 7064, mod
// 97-10). It can be decoded without a table and never changes.
const (
	perCity = 512 // more than any city has
	letters = 26
	coded   = letters * letters * letters
	towns   = 10_000
	modulus = 97
)

// number returns the id of a hotel, at most ten digits and below 2^31.
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

// locate decodes a hotel id. ok is false if the id is malformed. locate does not check whether the city exists
// and has that many hotels.
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

// Named is the name and the location of a hotel or a district.
type Named struct {
	Name     string
	Lat, Lng float64
}

// Named returns the hotels of the city with a code. It bypasses the cache, so that it does not evict other
// cities.
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
