// Package directory makes up the hotels of the world: where they stand, what
// they are called and what they offer. It is a pure function of the seed; names
// of hotels, brands and chains are invented.
package directory

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"sync"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
)

// Directory finds hotels. It is safe for concurrent use.
type Directory struct {
	world *data.World
	dice  dice.Dice

	mu     sync.Mutex
	recent []*register // most recently used last
}

// register is the hotels of one city.
type register struct {
	city      *data.City
	districts []district
	own       bool // the districts are the city's own
	land      land
	airports  []*data.Airport // near the city
	hotels    []*Hotel
	fill      func() []*Hotel
}

// maxKept is how many cities are remembered, up to half a megabyte each. One
// that was dropped is made again, the same as before.
const maxKept = 16

// New makes a directory. It is cheap: cities are filled on first use.
func New(world *data.World, seed uint64) *Directory {
	return &Directory{world: world, dice: dice.New(seed).Word("hotels")}
}

// InCity is the hotels of a city, which the caller must not change. ok is false
// for a code that is not a city's.
func (x *Directory) InCity(code string) (hotels []*Hotel, ok bool) {
	city, ok := x.world.City(code)
	if !ok {
		return nil, false
	}
	return x.register(city).fill(), true
}

// Hotel is the hotel with an id.
func (x *Directory) Hotel(id int64) (*Hotel, bool) {
	code, index, ok := locate(id)
	if !ok {
		return nil, false
	}
	city, ok := x.world.City(code)
	if !ok || index >= countOf(city) {
		return nil, false
	}
	return x.register(city).fill()[index], true
}

// sprawl is the most that a hotel is away from its city's centre, in
// kilometres: an airport that lies near enough, and the hotels around it; in a
// town, which has none, the farthest quarter.
func sprawl(c *data.City) float64 {
	if len(c.Airports) == 0 {
		return 1.5*reachOf(c) + 2
	}
	return airportWithin + 5
}

// mostNear bounds the hotels of an area; the nearest are kept.
const mostNear = 500

// Near is the hotels around a point, nearest first, of every city that reaches
// there; distances and radius are kilometres.
func (x *Directory) Near(lat, lng, radius float64) []*Hotel {
	type found struct {
		*Hotel
		km float64
	}
	var near []found
	for _, city := range slices.Concat(x.world.Cities(), x.world.Towns()) {
		if data.Distance(lat, lng, city.Lat, city.Lon) > radius+sprawl(city) {
			continue
		}
		for _, h := range x.register(city).fill() {
			if km := data.Distance(lat, lng, h.Lat, h.Lng); km <= radius {
				near = append(near, found{h, km})
			}
		}
	}
	compare := func(a, b found) int {
		return cmp.Or(cmp.Compare(a.km, b.km), cmp.Compare(a.ID, b.ID))
	}
	sort.Slice(near, func(i, j int) bool { return compare(near[i], near[j]) < 0 })
	hotels := make([]*Hotel, 0, min(len(near), mostNear))
	for _, f := range near[:min(len(near), mostNear)] {
		hotels = append(hotels, f.Hotel)
	}
	return hotels
}

func (x *Directory) register(city *data.City) *register {
	x.mu.Lock()
	defer x.mu.Unlock()
	if at := slices.IndexFunc(x.recent, func(r *register) bool { return r.city == city }); at >= 0 {
		r := x.recent[at]
		x.recent = append(slices.Delete(x.recent, at, at+1), r)
		return r
	}
	r := &register{city: city}
	r.fill = sync.OnceValue(func() []*Hotel { return x.build(r) })
	if len(x.recent) >= maxKept {
		x.recent = slices.Delete(x.recent, 0, 1)
	}
	x.recent = append(x.recent, r)
	return r
}

// besides is how far an airport may be from a city and still be the nearest
// of one of its hotels, in kilometres.
const besides = 80

func (x *Directory) build(r *register) []*Hotel {
	x.sketch(r)
	for _, h := range r.hotels {
		h.furnish()
	}
	return r.hotels
}

// sketch makes up what the hotels of a city are, where they stand and what they are
// called.
func (x *Directory) sketch(r *register) {
	d := x.dice.Word(r.city.Code)
	n := countOf(r.city)
	r.airports = slices.Clone(r.city.Airports)
	for _, a := range x.world.Airports() {
		if math.Abs(a.Lat-r.city.Lat) < 1 && data.Distance(a.Lat, a.Lon, r.city.Lat, r.city.Lon) < besides {
			r.airports = append(r.airports, a)
		}
	}
	if len(r.airports) == 0 { // a remote town
		r.airports = append(r.airports, slices.MinFunc(x.world.Airports(), func(a, b *data.Airport) int {
			return cmp.Compare(data.Distance(a.Lat, a.Lon, r.city.Lat, r.city.Lon), data.Distance(b.Lat, b.Lon, r.city.Lat, r.city.Lon))
		}))
	}
	r.districts = districtsOf(d.Word("districts"), r.city, n)
	terrain := data.TerrainOf(r.city.Code)
	r.own, r.land = len(terrain.Sections) > 0, landOf(r.city, terrain)
	r.hotels = make([]*Hotel, n)
	for i := range r.hotels {
		r.hotels[i] = r.draw(d.With(uint64(i)), i)
	}
	r.nameHotels()
}

// Bounds of the hotels in a city.
const (
	fewest = 40
	most   = 500
)

// perAirport is how many hotels an airport of a size brings.
var perAirport = [...]float64{data.SmallAirport: 6, data.MediumAirport: 22, data.LargeAirport: 105}

// countOf is how many hotels a city has: the more the larger its airports are,
// and somewhat more in a large town. It does not depend on the seed, so a hotel that
// exists continues to exist.
func countOf(city *data.City) int {
	n := 25.0
	for _, a := range city.Airports {
		n += perAirport[a.Size]
	}
	n += 30 * math.Log2(1+float64(city.People)/200_000)
	n *= dice.New(0).Word(city.Code).Between(0.92, 1.08)
	return int(min(max(n, fewest), most))
}
