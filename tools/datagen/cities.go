package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/words"
)

type city struct {
	code, name, country, region, zone string
	lat, lon                          float64
	people                            int
	aliases                           []string
	airports                          []*airport // busiest first
	regionFixed                       bool
	home                              *settlement // for a town
}

// makeCities gives every city code of the airports a name and a position: from a matching settlement of GeoNames,
// otherwise from its largest airport. metros.tsv names the cities with more than one airport.
func makeCities(settlements map[string][]*settlement, airports []*airport) ([]*city, error) {
	largestFirst := slices.SortedStableFunc(slices.Values(airports), func(a, b *airport) int { return cmp.Compare(b.size, a.size) })
	byCode := map[string]*city{}
	for _, a := range largestFirst {
		a.serve(settlements[a.country])
		c := cmp.Or(byCode[a.cityCode], &city{code: a.cityCode})
		c.airports = append(c.airports, a)
		byCode[c.code] = c
	}
	metros := map[string]metro{}
	for at, cells := range byHand("metros.tsv") { // code, name, and perhaps region and airports
		code := cells[0]
		cells = append(cells[1:], "", "")
		if byCode[code] == nil {
			return nil, fmt.Errorf("%s: no airport serves %s", at, code)
		}
		metros[code] = metro{cells[0], cells[1], strings.Fields(cells[2])}
	}
	cities := slices.SortedFunc(maps.Values(byCode), func(a, b *city) int { return cmp.Compare(a.code, b.code) })
	for _, c := range cities {
		metro, ok := metros[c.code]
		if !ok && (len(c.airports) > 1 || c.airports[0].code != c.code) {
			return nil, fmt.Errorf("metros.tsv lacks %s, the city of %s", c.code, c.airports[0].code)
		}
		if err := c.describe(metro); err != nil {
			return nil, err
		}
		c.settle(settlements[c.country])
	}
	return cities, nil
}

type metro struct {
	name, region string
	airports     []string // busiest first; may be empty
}

// describe takes the city's facts from its main airport: the largest one with the city's name, if there is one.
// metros.tsv may reorder the airports.
func (c *city) describe(m metro) error {
	main := c.airports[0]
	for _, a := range slices.Backward(c.airports) {
		if a.city == m.name {
			main = a
		}
	}
	c.name = cmp.Or(m.name, main.city)
	c.country, c.region, c.zone = main.country, main.region, main.zone
	c.lat, c.lon = main.lat, main.lon
	if len(m.airports) > 0 {
		place := func(a *airport) int { return slices.Index(m.airports, a.code) }
		slices.SortFunc(c.airports, func(a, b *airport) int { return cmp.Compare(place(a), place(b)) })
		if len(m.airports) != len(c.airports) || place(c.airports[0]) < 0 {
			return fmt.Errorf("%s: metros.tsv has other airports than %s", c.code, c.airportCodes())
		}
	}
	if m.region != "" {
		c.region, c.regionFixed = m.region, true
		c.country, _, _ = strings.Cut(m.region, "-")
	}
	return nil
}

func (c *city) airportCodes() string {
	var codes []string
	for _, a := range c.airports {
		codes = append(codes, a.code)
	}
	return strings.Join(codes, " ")
}

// dropTaken removes alternative names that are the main name of another place, such as York for Warner Robins or
// Victoria for Hong Kong; most are historical. A place's name in a local language (Roma) and names in nicknames.tsv
// are kept.
func dropTaken(cities []*city, names [][]string) {
	owners, local := map[string]int{}, map[string]bool{}
	for _, c := range cities {
		owners[words.Fold(c.name)]++
	}
	for _, row := range names {
		for _, name := range row[1:] {
			local[row[0]+words.Fold(name)] = true
		}
	}
	for _, c := range cities {
		own := words.Fold(c.name)
		c.aliases = slices.DeleteFunc(c.aliases, func(alias string) bool {
			name := words.Fold(alias)
			return name != own && owners[name] > 0 && !local[c.code+name]
		})
	}
}

// addNicknames reads names of a city that travelers use and GeoNames lacks: code, name, name, ...
func addNicknames(cities []*city) error {
	for where, cells := range byHand("nicknames.tsv") {
		at, found := slices.BinarySearchFunc(cities, cells[0], func(c *city, code string) int { return cmp.Compare(c.code, code) })
		if !found {
			return fmt.Errorf("%s: no city %s", where, cells[0])
		}
		for _, name := range cells[1:] {
			if !slices.Contains(cities[at].aliases, name) {
				cities[at].aliases = append(cities[at].aliases, name)
			}
		}
	}
	return nil
}

func cityRows(cities []*city) [][]string {
	rows := make([][]string, len(cities))
	for i, c := range cities {
		rows[i] = []string{c.code, c.name, c.country, c.region, degrees(c.lat), degrees(c.lon), c.zone,
			strconv.Itoa(c.people), c.airportCodes()}
	}
	return rows
}

// aliasRows lists the alternative names of a city in one cell, separated by | and in the form used for comparison,
// without those already in names.
func aliasRows(cities []*city, names [][]string) [][]string {
	local := map[string][]string{}
	for _, row := range names {
		local[row[0]] = row[1:]
	}
	var rows [][]string
	for _, c := range cities {
		seen := map[string]bool{"": true, words.Fold(c.name): true}
		for _, name := range local[c.code] {
			seen[words.Fold(name)] = true
		}
		var others []string
		for _, alias := range c.aliases {
			if folded := words.Fold(alias); !seen[folded] {
				seen[folded] = true
				others = append(others, folded)
			}
		}
		if len(others) > 0 {
			slices.SortStableFunc(others, func(a, b string) int { return cmp.Compare(scriptOf(a), scriptOf(b)) }) // packs better
			rows = append(rows, []string{c.code, strings.Join(others, "|")})
		}
	}
	return rows
}
