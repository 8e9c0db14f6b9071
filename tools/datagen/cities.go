package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
)

//go:embed metros.tsv
var metrosText string

type city struct {
	code, name, country, region, zone string
	lat, lon                          float64
	airports                          []*airport // largest first
}

// makeCities gives every city code of the airports a name and a place: that of
// its largest airport, unless metros.tsv names the city.
func makeCities(airports []*airport) ([]*city, error) {
	named, err := readMetros()
	if err != nil {
		return nil, err
	}
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
		main := c.airports[0]
		c.name, c.country, c.region, c.zone = main.city, main.country, main.region, main.zone
		c.lat, c.lon = main.lat, main.lon
		if name, ok := named[c.code]; ok {
			c.name = name
			delete(named, c.code)
		} else if len(c.airports) > 1 || main.code != c.code {
			return nil, fmt.Errorf("metros.tsv lacks %s, the city of %s", c.code, main.code)
		}
	}
	for code := range named {
		return nil, fmt.Errorf("metros.tsv names %s, which no airport serves", code)
	}
	return slices.SortedFunc(maps.Values(byCode), func(a, b *city) int { return cmp.Compare(a.code, b.code) }), nil
}

// readMetros reads the names of the cities that have several airports or a
// code of their own.
func readMetros() (map[string]string, error) {
	named := map[string]string{}
	for n, line := range strings.Split(metrosText, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		code, name, ok := strings.Cut(line, "\t")
		if !ok {
			return nil, fmt.Errorf("metros.tsv:%d: no name", n+1)
		}
		named[code] = name
	}
	return named, nil
}

func cityRows(cities []*city) [][]string {
	rows := make([][]string, len(cities))
	for i, c := range cities {
		rows[i] = []string{c.code, c.name, c.country, c.region, degrees(c.lat), degrees(c.lon), c.zone}
	}
	return rows
}
