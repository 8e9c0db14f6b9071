package places

import (
	"cmp"
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// place is something a query can mean. An airport has both its own record and
// its city's; a state has neither.
type place struct {
	kind    wire.PlaceType
	code    string // ISO 3166-2 for a state, IATA for the others
	airport *data.Airport
	city    *data.City
	country string
	region  string
	draw    float64 // how likely a traveler means it, in people as it were
}

// index holds the folded names of all places as one text, each between two
// separators, place after place. Scanning it takes well under a millisecond
// and needs no tree.
type index struct {
	world  *data.World
	folder *folder
	places []place
	text   string
	starts []int          // of each place in text
	byCode map[string]int // city code to its place

	// sameName counts the airports of a folded name, and the cities of a
	// country and a folded name.
	sameName map[string]int
}

const separator = "\x1f"

func buildIndex(w *data.World) *index {
	ix := &index{world: w, folder: newFolder(), byCode: map[string]int{}, sameName: map[string]int{}}
	var text strings.Builder
	text.Grow(1 << 20)
	text.WriteString(separator)
	aliases := w.Aliases()
	for _, c := range w.Cities() {
		ix.byCode[c.Code] = len(ix.places)
		ix.sameName[c.Country+ix.folder.fold(c.Name)]++
		p := place{kind: wire.PlaceTypeCity, code: c.Code, city: c, country: c.Country, region: c.Region, draw: draw(c)}
		ix.add(&text, p, slices.Concat([]string{c.Name}, w.LocalNames(c.Code), aliases[c.Code]))
	}
	for _, a := range w.Airports() {
		c, _ := w.City(a.CityCode)
		ix.sameName[ix.folder.fold(a.Name)]++
		p := place{kind: wire.PlaceTypeAirport, code: a.Code, airport: a, city: c, country: a.Country, region: a.Region}
		p.draw = draw(c) * share(a, c)
		ix.add(&text, p, []string{a.Name, distinctive(a), a.City})
	}
	for _, p := range states(w) {
		name, _ := w.RegionName(p.code)
		ix.add(&text, p, []string{name})
	}
	ix.text = text.String()
	return ix
}

// states are the named regions that have a city.
func states(w *data.World) []place {
	var all []place
	seen := map[string]bool{}
	for _, c := range w.Cities() {
		if _, named := w.RegionName(c.Region); !named || seen[c.Region] {
			continue
		}
		seen[c.Region] = true
		all = append(all, place{kind: wire.PlaceTypeState, code: c.Region, country: c.Country, region: c.Region})
	}
	slices.SortFunc(all, func(a, b place) int { return cmp.Compare(a.code, b.code) })
	return all
}

// add appends a place under its names, of which the first is its own.
func (ix *index) add(text *strings.Builder, p place, names []string) {
	start := text.Len()
	ix.places = append(ix.places, p)
	ix.starts = append(ix.starts, start)
	for _, name := range names {
		key := ix.folder.fold(name)
		if key == "" || strings.Contains(text.String()[start-len(separator):], separator+key+separator) {
			continue
		}
		text.WriteString(key)
		text.WriteString(separator)
	}
}

// at is the place whose names hold an offset of the text.
func (ix *index) at(offset int) int {
	i, found := slices.BinarySearch(ix.starts, offset)
	if !found {
		i--
	}
	return i
}

// names is the folded names of a place, each between two separators.
func (ix *index) names(i int) string {
	end := len(ix.text)
	if i+1 < len(ix.starts) {
		end = ix.starts[i+1]
	}
	return ix.text[ix.starts[i]-len(separator) : end]
}

// draw is how many people a city stands for. A large airport draws from
// beyond the city; a place of unknown size is not nothing.
func draw(c *data.City) float64 {
	people := float64(c.People + 30_000)
	if c.Airports[0].Size == data.LargeAirport {
		people *= 3
	}
	return people
}

// share is the part of a city's travelers that use an airport.
func share(a *data.Airport, c *data.City) float64 {
	part := 0.9 / float64(1+slices.Index(c.Airports, a))
	if a.Size != data.LargeAirport {
		part /= 4
	}
	return part
}

// distinctive is what people call an airport: "heathrow", "charles de gaulle".
func distinctive(a *data.Airport) string {
	short := a.Name
	for _, dull := range []string{"International Airport", "Regional Airport", "Airport", "International"} {
		short = strings.TrimSuffix(short, " "+dull)
	}
	short = strings.TrimSpace(strings.TrimPrefix(short, a.City))
	return strings.TrimLeft(short, "–-, ")
}
