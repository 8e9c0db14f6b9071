package places

import (
	"hash/maphash"
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// textSize is about what the text of all names comes to, in bytes.
const textSize = 1_500_000

// builder collects the places of an index and the text of their names.
type builder struct {
	*index
	text   []byte
	starts []int
	hash   maphash.Hash
	seen   []uint64 // hashes of the current place's names
}

func newBuilder(ix *index) *builder {
	return &builder{index: ix, text: append(make([]byte, 0, textSize), separator...)}
}

func (b *builder) entries() entries { return entries{string(b.text), b.starts} }

func (b *builder) city(c *data.City) {
	b.place(place{kind: wire.PlaceTypeCity, code: c.Code, city: c, country: c.Country, region: c.Region}, c.Name)
	b.sameName[c.Country+b.lastName()]++
	for name := range b.world.LocalNames(c.Code) {
		b.name(name)
	}
	for name := range b.world.Aliases(c.Code) {
		b.name(name)
	}
	b.places[len(b.places)-1].draw = draw(c, len(b.seen))
}

// airport adds an airport by its name, by what people call it, and by the town
// it is named after if that is not its city (Newark, Bergamo).
func (b *builder) airport(a *data.Airport) {
	c, _ := b.world.City(a.CityCode)
	p := place{kind: wire.PlaceTypeAirport, code: a.Code, airport: a, city: c, country: a.Country, region: a.Region}
	p.draw = b.cityOf(&p).draw * share(a, c)
	b.place(p, a.Name)
	name := b.lastName()
	b.sameName[name]++
	if short := distinctive(name, b.folder.fold(a.City)); short != "" {
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
	b.starts = append(b.starts, len(b.text))
	b.seen = b.seen[:0]
	b.name(name)
}

// name adds a name of the current place, unless it has that name already.
func (b *builder) name(name string) {
	start := len(b.text)
	b.text = b.folder.append(b.text, name)
	b.hash.Reset()
	b.hash.Write(b.text[start:])
	sum := b.hash.Sum64()
	if len(b.text) == start || slices.Contains(b.seen, sum) {
		b.text = b.text[:start]
		return
	}
	b.seen = append(b.seen, sum)
	b.text = append(b.text, separator...)
}

// lastName is the name added last, folded.
func (b *builder) lastName() string {
	names := strings.TrimSuffix(string(b.text[b.starts[len(b.starts)-1]:]), separator)
	return names[strings.LastIndex(names, separator)+1:]
}

// draw weighs a city by its people, and by how many names the world's
// languages have for it: a measure of how far it is known. A place of unknown
// size still counts for something.
func draw(c *data.City, names int) float64 {
	return float64(c.People+30_000) * float64(names+10)
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
