package places

import (
	"math"
	"slices"
	"sort"
	"sync"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// place is something a query can mean. An airport has both its own record and
// its city's; a state has neither. A country stands for its cities and is never
// found itself.
type place struct {
	kind    wire.PlaceType
	code    string // IATA; ISO 3166 for a state or a country
	airport *data.Airport
	city    *data.City
	country string
	region  string
	fame    float64 // how likely a traveler means it; one more is ten times
	share   float64 // of an airport: how much less than its city
}

// index holds the names of all places, and where the places lie.
type index struct {
	world  *data.World
	folder *folder
	places []place
	names  entries        // of each place
	areas  func() areas   // made when a query needs it
	byCode map[string]int // city code to its place

	countries map[string]int // country code to its place

	// sameName counts the airports of a folded name, and the cities of a
	// country and a folded name.
	sameName map[string]int
}

// kindCountry is not a kind of place in the contract.
const kindCountry wire.PlaceType = "country"

func buildIndex(w *data.World) *index {
	cities := slices.Concat(w.Cities(), w.Towns())
	ix := &index{
		world: w, folder: newFolder(), byCode: make(map[string]int, len(cities)), countries: map[string]int{},
		sameName: make(map[string]int, len(cities)+len(w.Airports())),
	}
	b := newBuilder(ix)
	b.towns = make(map[string]bool, len(cities))
	b.text.Grow(textSize)
	ix.places = make([]place, 0, len(cities)+2*len(w.Airports()))
	b.starts = make([]int, 0, cap(ix.places))
	for _, c := range cities {
		ix.byCode[c.Code] = len(ix.places)
		b.city(c)
	}
	for _, a := range w.Airports() {
		b.airport(a)
	}
	for _, p := range states(w) {
		name, _ := w.RegionName(p.code)
		b.place(p, name)
	}
	for _, c := range w.Countries() {
		ix.countries[c.Code] = len(ix.places)
		b.country(c)
	}
	ix.names = b.entries()
	ix.areas = sync.OnceValue(ix.findAreas)
	return ix
}

// states are the named regions that have a city.
func states(w *data.World) []place {
	var all []place
	people := map[string]int{}
	for _, c := range slices.Concat(w.Cities(), w.Towns()) {
		if _, named := w.RegionName(c.Region); !named {
			continue
		}
		if _, seen := people[c.Region]; !seen {
			all = append(all, place{kind: wire.PlaceTypeState, code: c.Region, country: c.Country, region: c.Region})
		}
		people[c.Region] += c.People
	}
	for i := range all {
		all[i].fame = 1 + math.Log10(float64(people[all[i].code]+30_000))
	}
	sort.Slice(all, func(i, j int) bool { return all[i].code < all[j].code })
	return all
}

func (ix *index) cityOf(p *place) *place { return &ix.places[ix.byCode[p.city.Code]] }
