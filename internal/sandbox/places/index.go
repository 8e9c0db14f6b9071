package places

import (
	"math"
	"slices"
	"strings"
	"sync"

	"travel.example/travel/internal/gazetteer"
	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/words"
)

// separator separates folded names and occurs in none of them.
const separator = gazetteer.Separator

// kindCountry is not a place type of the contract.
const kindCountry wire.PlaceType = "country"

// place is anything a query can mean. An airport has both its own record and its city's; a state has neither. A
// country matches on behalf of its cities and is never a result itself.
type place struct {
	kind    wire.PlaceType
	code    string // IATA; ISO 3166 for a state or a country
	airport *data.Airport
	city    *data.City
	home    int // index of the city in index.places
	country string
	region  string
	names   string  // folded, its own name first, each between two separators
	fame    float64 // how likely a traveler is to mean it; one more means ten times as likely
	share   float64 // of an airport: fame relative to its city, at most 0
}

// index has all places.
type index struct {
	places    []*place
	byCode    map[string]int           // city code to index in places
	countries map[string]*place        // by code
	areas     func() map[string]string // by country and region, built when a query needs it

	// sameName counts the airports with a folded name, and the cities with a country and a folded name.
	sameName map[string]int
}

func buildIndex() *index {
	cities := slices.Concat(data.Cities(), data.Towns())
	ix := &index{
		byCode: make(map[string]int, len(cities)), countries: map[string]*place{},
		sameName: make(map[string]int, len(cities)+len(data.Airports())),
	}
	ix.areas = sync.OnceValue(ix.findAreas)
	towns := make(map[string]bool, len(cities)) // own names, folded: Durham, not Raleigh Durham
	people := map[string]int{}                  // by region
	for _, c := range cities {
		p := ix.add(place{kind: wire.PlaceTypeCity, code: c.Code, city: c, home: len(ix.places), country: c.Country, region: c.Region},
			c.Name, gazetteer.LocalNames(c.Code)...)
		own, _, _ := strings.Cut(p.names[1:], separator)
		if more := gazetteer.Aliases(c.Code); more != "" { // already folded, and not among the names so far
			p.names += more + separator
		}
		p.fame = fame(c, strings.Count(p.names, separator)-1)
		ix.byCode[c.Code] = p.home
		ix.sameName[c.Country+own]++
		towns[own] = true
		people[c.Region] += c.People
	}
	for _, a := range data.Airports() {
		ix.addAirport(a, towns)
	}
	for _, c := range cities {
		name, named := gazetteer.RegionName(c.Region)
		if _, first := people[c.Region]; named && first { // only states with a city
			p := ix.add(place{kind: wire.PlaceTypeState, code: c.Region, country: c.Country, region: c.Region}, name)
			p.fame = 1 + math.Log10(float64(people[c.Region]+30_000))
		}
		delete(people, c.Region)
	}
	for _, c := range data.Countries() {
		names := append([]string{c.ShortName}, gazetteer.LocalNames(c.Code)...)
		ix.countries[c.Code] = ix.add(place{kind: kindCountry, code: c.Code, country: c.Code}, c.Name, names...)
	}
	return ix
}

// add adds a place with its own name and its other names, without duplicates.
func (ix *index) add(p place, own string, others ...string) *place {
	names := []string{words.Fold(own)}
	for _, name := range others {
		if folded := words.Fold(name); folded != "" && !slices.Contains(names, folded) {
			names = append(names, folded)
		}
	}
	p.names = separator + strings.Join(names, separator) + separator
	ix.places = append(ix.places, &p)
	return &p
}

// findAreas returns the folded state and country names of every area, between two separators.
func (ix *index) findAreas() map[string]string {
	areas := map[string]string{}
	for _, p := range ix.places {
		if areas[p.country+p.region] != "" {
			continue
		}
		c, _ := data.CountryByCode(p.country)
		region, _ := gazetteer.RegionName(p.region)
		_, part, _ := strings.Cut(p.region, "-")
		if c.Code == "US" {
			part += " USA"
		}
		words := words.Fold(strings.Join([]string{region, part, c.Name, c.ShortName, c.Code}, " "))
		areas[p.country+p.region] = separator + words + separator
	}
	return areas
}

// addAirport adds an airport under its name, under its common short name, and under the town it is named after if
// that is not its city (Newark, Bergamo).
func (ix *index) addAirport(a *data.Airport, towns map[string]bool) {
	home := ix.byCode[a.CityCode]
	c := ix.places[home]
	p := place{kind: wire.PlaceTypeAirport, code: a.Code, airport: a, city: c.city, home: home, country: a.Country, region: a.Region}
	part := 0.9 / float64(1+slices.Index(c.city.Airports, a)) // share of the city's travelers that use the airport
	if a.Size != data.LargeAirport {
		part /= 4
	}
	p.share = math.Log10(part)
	p.fame = c.fame + p.share
	if at, ok := ix.byCode[a.Code]; ok && a.Code != a.CityCode {
		p.fame = ix.places[at].fame - 0.05 // slightly less famous than the town it is named after
	}
	var others []string
	name := words.Fold(a.Name)
	ix.sameName[name]++
	if short := distinctive(name, words.Fold(a.City)); !towns[short] {
		others = append(others, short)
	}
	if a.City != c.city.Name {
		others = append(others, a.City)
	}
	ix.add(p, a.Name, others...)
}

// fame rates a city by its population, by the number of names it has in the world's languages, and by the
// passengers of its airports. A place of unknown size gets a minimum.
func fame(c *data.City, names int) float64 {
	const passengersCount = 0.9
	airports := c.Airports
	if a, ok := data.AirportByCode(c.Code); ok && len(airports) == 0 { // Newark, Bergamo
		airports = []*data.Airport{a}
	}
	passengers := 0.0
	for _, a := range airports {
		millions, listed := gazetteer.Traffic(a.Code)
		if !listed {
			millions = [...]float64{data.SmallAirport: 0.05, data.MediumAirport: 0.4, data.LargeAirport: 2.5}[a.Size]
		}
		passengers += millions
	}
	return math.Log10(float64(c.People+30_000)*float64(names+10)) + passengersCount*math.Log10(1+passengers)
}

// distinctive returns the common short name of an airport, such as "heathrow" or "charles de gaulle", from its
// folded name and that of its city. It is empty if nothing distinctive is left.
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
