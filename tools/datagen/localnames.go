package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"travel.example/travel/internal/words"
)

// nameRows returns a header with the locales, then a row for each country and city with a name that differs from the
// English one in some locale. Cells without a difference are empty.
func nameRows(territories, zones localNames, countries [][]string, cities []*city) ([][]string, error) {
	rows := [][]string{append([]string{"locale"}, locales...)}
	differing := func(code, english string, name func(locale string) string) []string {
		row := []string{code}
		for _, l := range locales {
			if local := name(l); local != english {
				row = append(row, local)
			} else {
				row = append(row, "")
			}
		}
		return row
	}
	for _, c := range countries {
		rows = append(rows, differing(c[0], c[1], func(l string) string { return territories.territory(l, c[0]) }))
	}
	local, err := cityNames(zones, cities)
	if err != nil {
		return nil, err
	}
	for _, c := range cities {
		row := differing(c.code, c.name, func(l string) string { return local[c.code][l] })
		if strings.Join(row[1:], "") != "" {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// cityNames joins CLDR's time zone cities with citynames.tsv, by city code and locale.
func cityNames(zones localNames, cities []*city) (localNames, error) {
	all := localNames{}
	add := func(code, tag, name string) {
		if all[code] == nil {
			all[code] = map[string]string{}
		}
		all[code][tag] = name
	}
	known := map[string]bool{}
	for _, names := range zones {
		for zone := range names {
			known[zone] = true
		}
	}
	for _, zone := range slices.Sorted(maps.Keys(known)) {
		c := cityOfZone(zone, zones["en"][zone], cities)
		if c == nil {
			continue
		}
		for tag, names := range zones {
			if names[zone] != "" {
				add(c.code, tag, names[zone])
			}
		}
	}
	for at, cells := range byHand("citynames.tsv") { // code, locale=name, locale=name, ...
		code := cells[0]
		if !slices.ContainsFunc(cities, func(c *city) bool { return c.code == code }) {
			return nil, fmt.Errorf("%s: no city %s", at, code)
		}
		for _, cell := range cells[1:] {
			tag, name, ok := strings.Cut(cell, "=")
			if !ok || name == "" {
				return nil, fmt.Errorf("%s: %q", at, cell)
			}
			add(code, tag, name)
			if tag == "pt" && all[code]["pt-PT"] == "" {
				add(code, "pt-PT", name)
			}
		}
	}
	return all, nil
}

// cityOfZone returns the largest city of that name in the zone, or else in the zone's part of the world, because
// CLDR keeps older zone names.
func cityOfZone(zone, english string, cities []*city) *city {
	if english == "" {
		english = strings.ReplaceAll(zone[strings.LastIndex(zone, "/")+1:], "_", " ")
	}
	area, _, _ := strings.Cut(zone, "/")
	var best *city
	rank := func(c *city) int {
		if c.zone == zone {
			return 1<<40 + c.people
		}
		return c.people
	}
	for _, c := range cities {
		named := words.Fold(c.name) == words.Fold(english) || slices.ContainsFunc(c.aliases, func(a string) bool { return words.Fold(a) == words.Fold(english) })
		if c.home != nil { // a town
			named = c.name == english && c.zone == zone
		}
		if !named || !strings.HasPrefix(c.zone, area+"/") {
			continue
		}
		if best == nil || c.name == english && best.name != english ||
			(c.name == english) == (best.name == english) && rank(c) > rank(best) {
			best = c
		}
	}
	return best
}
