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
	airports                          []*airport // busiest first
	regionFixed                       bool
	home                              *settlement // of a town
}

// makeCities gives every city code of the airports a name and a place: those of
// a settlement of GeoNames where one fits, else those of its largest airport.
// metros.tsv names the cities that are more than one airport's own.
func makeCities(settlements map[string][]*settlement, airports []*airport) ([]*city, error) {
	named, err := readMetros()
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
		if err := c.describe(metro); err != nil {
			return nil, err
		}
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
// has its name, if any does.
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
		if err := c.order(m.airports); err != nil {
			return err
		}
	}
	if m.region != "" {
		c.region, c.regionFixed = m.region, true
		c.country, _, _ = strings.Cut(m.region, "-")
	}
	return nil
}

// order puts the airports in the order that metros.tsv has them in.
func (c *city) order(codes []string) error {
	if len(codes) != len(c.airports) {
		return fmt.Errorf("%s: metros.tsv orders %d airports of %d", c.code, len(codes), len(c.airports))
	}
	slices.SortFunc(c.airports, func(a, b *airport) int {
		return cmp.Compare(slices.Index(codes, a.code), slices.Index(codes, b.code))
	})
	if !slices.Contains(codes, c.airports[0].code) {
		return fmt.Errorf("%s: metros.tsv does not order %s", c.code, c.airports[0].code)
	}
	return nil
}

//go:embed nicknames.tsv
var nicknamesText string

// dropTaken drops other names that are another place's own: York of Warner Robins,
// Victoria of Hong Kong, most of them out of history. What a language calls the
// place stays (Roma), and nicknames.tsv has what else must.
func dropTaken(cities []*city, names [][]string) {
	owners, local := map[string]int{}, map[string]bool{}
	for _, c := range cities {
		owners[fold(c.name)]++
	}
	for _, row := range names {
		for _, name := range row[1:] {
			local[row[0]+fold(name)] = true
		}
	}
	for _, c := range cities {
		own := fold(c.name)
		c.aliases = slices.DeleteFunc(c.aliases, func(alias string) bool {
			name := fold(alias)
			return name != own && owners[name] > 0 && !local[c.code+name]
		})
	}
}

// addNicknames reads names of a city that travelers use and GeoNames does not
// have: code, name, name, ...
func addNicknames(cities []*city) error {
	for line := range strings.Lines(nicknamesText) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		at, found := slices.BinarySearchFunc(cities, cells[0], func(c *city, code string) int { return cmp.Compare(c.code, code) })
		if !found {
			return fmt.Errorf("nicknames.tsv: no city %s", cells[0])
		}
		for _, name := range cells[1:] {
			if !slices.Contains(cities[at].aliases, name) {
				cities[at].aliases = append(cities[at].aliases, name)
			}
		}
	}
	return nil
}

type metro struct {
	name, region string
	airports     []string // busiest first; may be empty
}

// readMetros reads lines of code, name, region and airports; the last two may
// be missing.
func readMetros() (map[string]metro, error) {
	named := map[string]metro{}
	for n, line := range strings.Split(metrosText, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := append(strings.Split(line, "\t"), "", "")
		if len(cells) < 4 || len(cells) > 6 {
			return nil, fmt.Errorf("metros.tsv:%d: %d cells", n+1, len(cells)-2)
		}
		named[cells[0]] = metro{name: cells[1], region: cells[2], airports: strings.Fields(cells[3])}
	}
	return named, nil
}

func cityRows(cities []*city) [][]string {
	rows := make([][]string, len(cities))
	for i, c := range cities {
		rows[i] = []string{c.code, c.name, c.country, c.region, degrees(c.lat), degrees(c.lon), c.zone,
			strconv.Itoa(c.people), c.airportCodes()}
	}
	return rows
}

func (c *city) airportCodes() string {
	var codes []string
	for _, a := range c.airports {
		codes = append(codes, a.code)
	}
	return strings.Join(codes, " ")
}

// aliasRows have the other names of a city in a column for each group of scripts,
// in the form in which they are compared, without those that names has.
func aliasRows(cities []*city, names [][]string) [][]string {
	local := map[string][]string{}
	for _, row := range names {
		local[row[0]] = row[1:]
	}
	var rows [][]string
	for _, c := range cities {
		seen := map[string]bool{"": true, fold(c.name): true}
		for _, name := range local[c.code] {
			seen[fold(name)] = true
		}
		groups := make([][]string, len(scripts))
		for _, alias := range c.aliases {
			if folded := fold(alias); !seen[folded] {
				seen[folded] = true
				groups[scriptOf(alias)] = append(groups[scriptOf(alias)], folded)
			}
		}
		row := []string{c.code}
		for _, group := range groups {
			row = append(row, strings.Join(group, "\x1f"))
		}
		if strings.Join(row[1:], "") != "" {
			rows = append(rows, row)
		}
	}
	return rows
}
