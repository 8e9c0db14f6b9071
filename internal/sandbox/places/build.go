package places

import (
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// textSize is about what the text of all names comes to, in bytes.
const textSize = 1_800_000

// builder collects the places of an index and the text of their names.
type builder struct {
	*index
	text   strings.Builder
	folded []byte // the name at hand
	starts []int
	hash   maphash.Hash
	seen   []uint64 // hashes of the current place's names

	towns map[string]bool // own names, folded: Durham, not Raleigh Durham
}

func newBuilder(ix *index) *builder {
	b := &builder{index: ix}
	b.text.WriteString(separator)
	return b
}

func (b *builder) entries() entries { return entries{b.text.String(), b.starts} }

func (b *builder) city(c *data.City) {
	b.place(place{kind: wire.PlaceTypeCity, code: c.Code, city: c, country: c.Country, region: c.Region}, c.Name)
	own := b.lastName()
	b.sameName[c.Country+own]++
	b.towns[own] = true
	for name := range b.world.LocalNames(c.Code) {
		b.name(name)
	}
	names := len(b.seen)
	for more := range b.world.Aliases(c.Code) { // folded, and none of them twice
		b.text.WriteString(more)
		b.text.WriteString(separator)
		names += strings.Count(more, separator) + 1
	}
	b.places[len(b.places)-1].fame = b.fame(c, names)
}

// airport adds an airport by its name, by what people call it, and by the town
// it is named after if that is not its city (Newark, Bergamo).
func (b *builder) airport(a *data.Airport) {
	c, _ := b.world.City(a.CityCode)
	p := place{kind: wire.PlaceTypeAirport, code: a.Code, airport: a, city: c, country: a.Country, region: a.Region}
	p.share = math.Log10(share(a, c))
	p.fame = b.cityOf(&p).fame + p.share
	if at, ok := b.byCode[a.Code]; ok && a.Code != a.CityCode {
		p.fame = b.places[at].fame - 0.05 // called by the town it is named after, it is as known as that
	}
	b.place(p, a.Name)
	name := b.lastName()
	b.sameName[name]++
	if short := distinctive(name, b.folder.fold(a.City)); short != "" && !b.towns[short] {
		b.name(short)
	}
	if a.City != c.Name {
		b.name(a.City)
	}
}

func (b *builder) country(c data.Country) {
	b.place(place{kind: kindCountry, code: c.Code, country: c.Code}, c.Name)
	b.name(c.ShortName)
	for name := range b.world.LocalNames(c.Code) {
		b.name(name)
	}
}

// place begins a place, under its own name.
func (b *builder) place(p place, name string) {
	b.places = append(b.places, p)
	b.starts = append(b.starts, b.text.Len())
	b.seen = b.seen[:0]
	b.name(name)
}

// name adds a name of the current place, unless it has that name already.
func (b *builder) name(name string) {
	b.folded = b.folder.append(b.folded[:0], name)
	b.hash.Reset()
	b.hash.Write(b.folded)
	sum := b.hash.Sum64()
	if len(b.folded) == 0 || slices.Contains(b.seen, sum) {
		return
	}
	b.seen = append(b.seen, sum)
	b.text.Write(b.folded)
	b.text.WriteString(separator)
}

// lastName is the name added last, folded.
func (b *builder) lastName() string {
	names := strings.TrimSuffix(b.text.String()[b.starts[len(b.starts)-1]:], separator)
	return names[strings.LastIndex(names, separator)+1:]
}

// fame weighs a city by its people, by how many names the world's languages have
// for it, and by the passengers of its airports. A place of unknown size still
// counts for something.
func (b *builder) fame(c *data.City, names int) float64 {
	const passengersCount = 0.9
	airports := c.Airports
	if a, ok := b.world.Airport(c.Code); ok && len(airports) == 0 { // Newark, Bergamo
		airports = []*data.Airport{a}
	}
	passengers := 0.0
	for _, a := range airports {
		passengers += millions(a)
	}
	return math.Log10(float64(c.People+30_000)*float64(names+10)) + passengersCount*math.Log10(1+passengers)
}

// millions is how many passengers a year an airport has, about.
func millions(a *data.Airport) float64 {
	if known, ok := data.TrafficOf(a.Code); ok {
		return known.All
	}
	return [...]float64{data.SmallAirport: 0.05, data.MediumAirport: 0.4, data.LargeAirport: 2.5}[a.Size]
}

// share is the part of a city's travelers that use an airport.
func share(a *data.Airport, c *data.City) float64 {
	part := 0.9 / float64(1+slices.Index(c.Airports, a))
	if a.Size != data.LargeAirport {
		part /= 4
	}
	return part
}

// distinctive is what people call an airport, "heathrow" or "charles de
// gaulle", from its folded name and that of its city; empty when nothing is
// left that would tell it from others.
func distinctive(name, city string) string {
	for _, tail := range []string{" airport", " international", " regional", " municipal"} {
		name = strings.TrimSuffix(name, tail)
	}
	short := strings.TrimPrefix(name, city+" ")
	switch short {
	case "airport", "international", "regional", "city", "county", "national", "downtown", "central",
		"north", "south", "east", "west", "island", "new", city:
		return ""
	}
	return short
}
