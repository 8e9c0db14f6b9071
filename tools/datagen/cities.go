package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

//go:embed metros.tsv
var metrosText string

type city struct {
	code, name, country, region, zone string
	lat, lon                          float64
	people                            int
	aliases                           []string
	airports                          []*airport // largest first
	regionFixed                       bool
}

// makeCities gives every city code of the airports a name and a place: those of
// a settlement of GeoNames where one fits, else those of its largest airport.
// metros.tsv names the cities that are more than one airport's own.
func makeCities(src sources, airports []*airport) ([]*city, error) {
	named, err := readMetros()
	if err != nil {
		return nil, err
	}
	settlements, err := readSettlements(src)
	if err != nil {
		return nil, err
	}
	for _, a := range airports {
		a.serve(settlements[a.country])
	}
	byCode := groupByCity(airports)
	cities := slices.SortedFunc(maps.Values(byCode), func(a, b *city) int { return cmp.Compare(a.code, b.code) })
	for _, c := range cities {
		metro, ok := named[c.code]
		if !ok && (len(c.airports) > 1 || c.airports[0].code != c.code) {
			return nil, fmt.Errorf("metros.tsv lacks %s, the city of %s", c.code, c.airports[0].code)
		}
		delete(named, c.code)
		c.describe(metro)
		c.settle(settlements[c.country])
	}
	for code := range named {
		return nil, fmt.Errorf("metros.tsv names %s, which no airport serves", code)
	}
	return cities, nil
}

func groupByCity(airports []*airport) map[string]*city {
	byCode := map[string]*city{}
	for _, a := range airports {
		c := byCode[a.cityCode]
		if c == nil {
			c = &city{code: a.cityCode}
			byCode[a.cityCode] = c
		}
		c.airports = append(c.airports, a)
	}
	for _, c := range byCode {
		slices.SortFunc(c.airports, func(a, b *airport) int {
			return cmp.Or(cmp.Compare(b.size, a.size), cmp.Compare(a.code, b.code))
		})
	}
	return byCode
}

// describe takes the city's facts from its main airport: the largest one that
// bears its name, if any does.
func (c *city) describe(m metro) {
	main := c.airports[0]
	for _, a := range slices.Backward(c.airports) {
		if a.city == m.name {
			main = a
		}
	}
	c.name = cmp.Or(m.name, main.city)
	c.country, c.region, c.zone = main.country, main.region, main.zone
	c.lat, c.lon = main.lat, main.lon
	if m.region != "" {
		c.region, c.regionFixed = m.region, true
		c.country, _, _ = strings.Cut(m.region, "-")
	}
}

type metro struct{ name, region string }

// readMetros reads "code, name" or "code, name, region" lines.
func readMetros() (map[string]metro, error) {
	named := map[string]metro{}
	for n, line := range strings.Split(metrosText, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := append(strings.Split(line, "\t"), "")
		if len(cells) < 3 || len(cells) > 4 {
			return nil, fmt.Errorf("metros.tsv:%d: %d cells", n+1, len(cells)-1)
		}
		named[cells[0]] = metro{name: cells[1], region: cells[2]}
	}
	return named, nil
}

func cityRows(cities []*city) [][]string {
	rows := make([][]string, len(cities))
	for i, c := range cities {
		rows[i] = []string{c.code, c.name, c.country, c.region, degrees(c.lat), degrees(c.lon), c.zone, strconv.Itoa(c.people)}
	}
	return rows
}

func aliasRows(cities []*city) [][]string {
	var rows [][]string
	for _, c := range cities {
		if len(c.aliases) > 0 {
			rows = append(rows, []string{c.code, strings.Join(c.aliases, "|")})
		}
	}
	return rows
}
