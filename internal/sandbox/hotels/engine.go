package hotels

import (
	"slices"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/hotels/tariff"
	"travel.example/travel/internal/sandbox/lately"
)

// Engine answers hotel searches. It is safe for concurrent use.
type Engine struct {
	options   Options
	directory *directory.Directory
	tariff    *tariff.Tariff
	dice      dice.Dice

	recent *lately.Memory[searchKey, *search]
}

// How many built searches are remembered, about a megabyte each, and of each how many
// snapshots, about 200 KiB each. One that was dropped is built again, the same as before.
const (
	maxKept = 8
	maxSeen = 2
)

// New makes an Engine. It is cheap: all work happens on first use.
func New(o Options) *Engine {
	return &Engine{
		options:   o,
		directory: directory.New(o.World, o.Seed),
		tariff:    tariff.New(o.World, o.Seed),
		dice:      dice.New(o.Seed).Word("hotel search"),
		recent:    lately.New[searchKey, *search](maxKept),
	}
}

// Directory makes up the hotels of the engine.
func (e *Engine) Directory() *directory.Directory { return e.directory }

// City is the city with a code that a search may use.
func (e *Engine) City(code string) (*data.City, bool) { return e.options.World.City(code) }

// CityOf is the city that a hotel is in. ok is false when no hotel
// has this id.
func (e *Engine) CityOf(hotelID int64) (city *data.City, ok bool) {
	h, ok := e.directory.Hotel(hotelID)
	if !ok {
		return nil, false
	}
	return h.City, true
}

// CityNear is the city whose centre is nearest to a point.
func (e *Engine) CityNear(lat, lng float64) *data.City {
	cities := e.options.World.Cities()
	return slices.MinFunc(cities, func(a, b *data.City) int {
		if data.Distance(lat, lng, a.Lat, a.Lon) < data.Distance(lat, lng, b.Lat, b.Lon) {
			return -1
		}
		return 1
	})
}

// search is what a query holds.
func (e *Engine) search(q Query) (*search, bool) {
	k, err := keyOf(q)
	if err != nil {
		return nil, false
	}
	return e.recent.Get(k, func() *search { return e.build(k) }), true
}
