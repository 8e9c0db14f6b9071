package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/words"
)

// Thresholds for a settlement to be a town of the data although it is no airport's city: by population and names
// together, by names alone (a place known worldwide), or by a travel code.
const (
	townFame     = 3e6 // (people + 30,000) x (names + 10)
	townNames    = 18
	townWithCode = 12_000 // people
)

// onePlace is the distance in kilometers within which places of one name are the same place. In one region they
// always are, because nothing could tell them apart.
const (
	onePlace = 25
	middle   = 8 // of a larger place that has the same name among others
)

// isTown reports whether a settlement has enough names to be a town. A section of a town, an abandoned or a
// historical place is not one.
func (s *settlement) isTown(names int) bool {
	if slices.Contains([]string{"PPLX", "PPLQ", "PPLH", "PPLW", "PPLCH"}, s.kind) {
		return false
	}
	return float64(s.people+30_000)*float64(names+10) >= townFame || names >= townNames ||
		s.people >= townWithCode && slices.ContainsFunc(s.aliases, iataCode.MatchString)
}

// makeTowns finds the towns that are no airport's city, by country and name. A town that an airport is named after
// has the airport's code; others have their own if GeoNames has one that is free, and the rest a number instead.
func makeTowns(settlements map[string][]*settlement, airports []*airport, cities []*city, stations string) ([]*city, error) {
	listed, err := readTowns(settlements)
	if err != nil {
		return nil, err
	}
	regions, nearby := regionsOf(settlements, airports), map[string][]*airport{}
	for _, a := range airports {
		nearby[a.country] = append(nearby[a.country], a)
	}
	var towns []*city
	for _, country := range slices.Sorted(maps.Keys(settlements)) {
		var here []*city
		for _, s := range mostPeopleFirst(settlements[country]) {
			town := &city{name: s.name, country: s.country, region: regions[s.country+s.admin], zone: s.zone,
				lat: s.lat, lon: s.lon, people: rounded(s.people), home: s}
			if wanted, ok := listed[s]; ok {
				town.name, town.aliases = wanted[0], wanted[1:]
			} else if !s.isTown(len(usefulAliases(s.name, s))) && !slices.ContainsFunc(nearby[country], town.names) {
				continue
			}
			town.aliases = slices.Concat(town.aliases, usefulAliases(town.name, s))
			if s.taken || slices.ContainsFunc(here, town.isAt) || slices.ContainsFunc(cities, town.isAt) {
				continue
			}
			here = append(here, town)
		}
		towns = append(towns, here...)
	}
	giveCodes(towns, airports, cities, stations)
	slices.SortFunc(towns, func(a, b *city) int {
		return cmp.Or(cmp.Compare(a.country, b.country), cmp.Compare(a.name, b.name), cmp.Compare(a.lat, b.lat))
	})
	for i, t := range towns {
		t.code = cmp.Or(t.code, fmt.Sprintf("%04d", i))
	}
	return towns, nil
}

// names reports whether an airport is named after the town.
func (c *city) names(a *airport) bool {
	return c.country == a.country && math.Abs(c.lat-a.lat) < 0.5 && math.Abs(c.lon-a.lon) < 1 &&
		words.Fold(c.name) == words.Fold(a.city) && distance(c.lat, c.lon, a.lat, a.lon) < 40 // km
}

// isAt reports whether other is another record of the same place, or the larger place that c is the center of (the
// City of London).
func (c *city) isAt(other *city) bool {
	same := c.country == other.country
	if c.region != other.region && math.Abs(c.lat-other.lat) > 0.5 {
		return false
	}
	name, km := words.Fold(other.name), distance(c.lat, c.lon, other.lat, other.lon)
	if words.Fold(c.name) == name && (km < onePlace && same || km < middle || same && c.region == other.region) {
		return true
	}
	return km < middle && c.people < other.people &&
		slices.ContainsFunc(c.aliases, func(a string) bool { return words.Fold(a) == name })
}

func mostPeopleFirst(all []*settlement) []*settlement {
	return slices.SortedStableFunc(slices.Values(all), func(a, b *settlement) int { return cmp.Compare(b.people, a.people) })
}

// regionsOf maps the first-order divisions of GeoNames, by country and division, to ISO 3166-2 regions: the region
// of most airports in it. A division without an airport has none.
func regionsOf(settlements map[string][]*settlement, airports []*airport) map[string]string {
	votes := map[string]map[string]int{}
	for _, a := range airports {
		nearest, best := (*settlement)(nil), 40.0 // km
		for _, s := range settlements[a.country] {
			if math.Abs(s.lat-a.lat) > 0.5 {
				continue
			}
			if km := distance(a.lat, a.lon, s.lat, s.lon); km < best {
				nearest, best = s, km
			}
		}
		if nearest == nil {
			continue
		}
		division := a.country + nearest.admin
		if votes[division] == nil {
			votes[division] = map[string]int{}
		}
		votes[division][a.region]++
	}
	regions := map[string]string{}
	for division, count := range votes {
		for _, region := range slices.Sorted(maps.Keys(count)) {
			if regions[division] == "" || count[region] > count[regions[division]] {
				regions[division] = region
			}
		}
	}
	return regions
}

// giveCodes gives a town the code of the airport that is named after it, even if the airport serves a larger city
// (Newark, Bergamo), or else the city code among its names, the largest town first.
//
// Stations have the codes in stations.txt. Codes that begin with XX, ZZ and JJ are invented there.
func giveCodes(towns []*city, airports []*airport, cities []*city, stations string) {
	used := map[string]bool{}
	for line := range strings.Lines(stations) {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			used[cells[1]] = true
		}
	}
	for _, c := range cities {
		used[c.code] = true
	}
	for _, a := range airports {
		for _, t := range towns {
			if !used[a.code] && t.code == "" && t.names(a) {
				t.code, used[a.code] = a.code, true
			}
		}
	}
	for _, a := range airports {
		used[a.code] = true
	}
	for _, t := range slices.SortedStableFunc(slices.Values(towns), func(a, b *city) int { return cmp.Compare(b.people, a.people) }) {
		for _, code := range slices.Sorted(slices.Values(t.home.aliases)) {
			if t.code == "" && iataCode.MatchString(code) && !used[code] && !madeUp.MatchString(code) {
				t.code, used[code] = code, true
			}
		}
	}
}

var madeUp = regexp.MustCompile("^(XX|ZZ|JJ)")

// rounded keeps three digits: the others are not accurate.
func rounded(people int) int {
	unit := 1
	for people/unit >= 1000 {
		unit *= 10
	}
	return (people + unit/2) / unit * unit
}

// readTowns reads lines of "name, country, other name, ..." and returns the names of each settlement, the English
// one first.
func readTowns(settlements map[string][]*settlement) (map[*settlement][]string, error) {
	listed := map[*settlement][]string{}
	for at, cells := range byHand("towns.tsv") {
		name := cells[0]
		country, state, _ := strings.Cut(cells[1], "-")
		all := mostPeopleFirst(settlements[country])
		best := slices.IndexFunc(all, func(s *settlement) bool {
			return (s.name == name || s.ascii == name || slices.Contains(s.aliases, name)) && (state == "" || state == s.admin)
		})
		if best < 0 || listed[all[best]] != nil {
			return nil, fmt.Errorf("%s: %s is unknown or there already", at, name)
		}
		listed[all[best]] = append([]string{name}, cells[2:]...)
	}
	return listed, nil
}

// townRows returns code or number, name, country, region, position, zone, people.
func townRows(towns []*city) [][]string {
	rows := make([][]string, len(towns))
	for i, t := range towns {
		rows[i] = []string{t.code, t.name, t.country, t.region, roughly(t.lat), roughly(t.lon), t.zone, strconv.Itoa(t.people)}
	}
	return rows
}

// roughly formats with three decimals, about a hundred meters.
func roughly(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
