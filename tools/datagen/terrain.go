package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// What the ground around a city is like, for hotels to stand on: how far land reaches from the
// centre in sixteen directions, and the sections that GeoNames knows by name.
const (
	rays       = 16
	rayStep    = 0.8 // km; a ray has up to 15 of them, a hexadecimal digit
	raySteps   = 15
	offshore   = 0.7 // km from the coast that a point on a ray keeps, since coasts are drawn roughly
	fewestPPLX = 3   // sections that are worth naming
	mostPPLX   = 8
	sectionsIn = 12 // km from the centre, less in a small town
)

//go:embed districts.tsv
var districtsText string

//go:embed islands.tsv
var islandsText string

// terrainRows are code, rays clockwise from north or the kilometres of an island, and sections as
// name, latitude and longitude with a bar between them: those of districts.tsv, or else GeoNames'. A
// city inland without sections has no row.
func terrainRows(src sources, settlements map[string][]*settlement, cities []*city) ([][]string, error) {
	coast, err := readCoastline(src)
	if err != nil {
		return nil, err
	}
	districts, islands := byHand(districtsText, " "), byHand(islandsText, "\t")
	var rows [][]string
	for _, c := range cities {
		profile, sections := coast.profile(c.lat, c.lon), districts[c.code]
		if km, ok := islands[c.code]; ok {
			profile, _, _ = strings.Cut(km, "\t")
		}
		if sections == "" {
			var named []string
			for _, s := range c.sections(settlements[c.country]) {
				named = append(named, fmt.Sprintf("%s %.3f %.3f", s.name, s.lat, s.lon))
			}
			sections = strings.Join(named, "|")
		}
		delete(districts, c.code)
		delete(islands, c.code)
		if sections != "" || strings.Trim(profile, "f") != "" {
			rows = append(rows, []string{c.code, profile, sections})
		}
	}
	if len(districts)+len(islands) > 0 {
		return nil, fmt.Errorf("districts.tsv and islands.tsv name what is not a city: %v %v", districts, islands)
	}
	return rows, nil
}

// byHand reads a table of lines of a code and what belongs to it.
func byHand(text, between string) map[string]string {
	table := map[string]string{}
	for line := range strings.Lines(text) {
		if code, rest, ok := strings.Cut(strings.TrimSpace(line), between); ok && code != "#" {
			table[code] = rest
		}
	}
	return table
}

// profile is how far land reaches in each direction, a digit each.
func (x *coastline) profile(lat, lon float64) string {
	var digits strings.Builder
	for ray := range rays {
		steps := 0
		for steps < raySteps && x.ashore(step(lat, lon, float64(steps+1)*rayStep, 2*math.Pi*float64(ray)/rays)) {
			steps++
		}
		digits.WriteString(strconv.FormatInt(int64(steps), 16))
	}
	return digits.String()
}

// step is the point some kilometres off, in a direction clockwise from north.
func step(lat, lon, km, direction float64) point {
	const kmPerDegree = 111.195
	return point{lon + km*math.Sin(direction)/(kmPerDegree*max(math.Cos(lat*math.Pi/180), 0.01)), lat + km*math.Cos(direction)/kmPerDegree}
}

// sections are the parts of a city that GeoNames has, the best known first; none when there are
// only one or two.
func (c *city) sections(near []*settlement) []*settlement {
	var found []*settlement
	reach := 1.8 * math.Pow(float64(c.people)/100_000, 0.42) // as far as the sandbox looks for hotels
	weight := map[*settlement]float64{}
	seen := map[string]bool{strings.ToLower(c.name): true}
	for _, s := range near {
		if s.kind != "PPLX" || math.Abs(s.lat-c.lat) > 0.2 || seen[strings.ToLower(s.name)] || len(s.name) > 28 || strings.ContainsAny(s.name, "|/(,0123456789") {
			continue
		}
		km := distance(c.lat, c.lon, s.lat, s.lon)
		if km > min(sectionsIn, 1.5*reach+1) {
			continue
		}
		seen[strings.ToLower(s.name)] = true
		found = append(found, s)
		weight[s] = float64(len(s.aliases)+2) * math.Log10(float64(s.people)+1000) / (1 + km/4)
	}
	if len(found) < fewestPPLX {
		return nil
	}
	slices.SortFunc(found, func(a, b *settlement) int {
		return cmp.Or(cmp.Compare(weight[b], weight[a]), cmp.Compare(a.name, b.name))
	})
	return found[:min(len(found), mostPPLX)]
}
