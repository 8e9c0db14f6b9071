package hotels

import (
	"slices"
	"sync"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/hotels/tariff"
)

// Engine answers hotel searches. It is safe for concurrent use.
type Engine struct {
	options   Options
	directory *directory.Directory
	tariff    *tariff.Tariff
	dice      dice.Dice

	mu     sync.Mutex
	recent []kept // most recently used last
}

// kept is a search that was built lately.
type kept struct {
	key   searchKey
	build func() *search
}

// maxKept is how many built searches are remembered, about a megabyte each.
// One that was dropped is built again, the same as before.
const maxKept = 8

// New makes an Engine. It is cheap: all work happens on first use.
func New(o Options) *Engine {
	return &Engine{
		options:   o,
		directory: directory.New(o.World, o.Seed),
		tariff:    tariff.New(o.World, o.Seed),
		dice:      dice.New(o.Seed).Word("hotel search"),
	}
}

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

// search is what a query holds. Callers who ask for it at the same time share
// one build.
func (e *Engine) search(q Query) (*search, bool) {
	k, err := keyOf(q)
	if err != nil {
		return nil, false
	}
	e.mu.Lock()
	at := slices.IndexFunc(e.recent, func(one kept) bool { return one.key == k })
	var one kept
	if at >= 0 {
		one = e.recent[at]
		e.recent = slices.Delete(e.recent, at, at+1)
	} else {
		one = kept{key: k, build: sync.OnceValue(func() *search { return e.build(k) })}
	}
	if len(e.recent) >= maxKept {
		e.recent = slices.Delete(e.recent, 0, 1)
	}
	e.recent = append(e.recent, one)
	e.mu.Unlock()
	return one.build(), true
}
