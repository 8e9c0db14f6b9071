package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// locale is a language tag and the folder of CLDR that has its data.
type locale struct{ tag, folder string }

// locales are the languages of the sandbox, English first.
func locales() []locale {
	tags := strings.Fields(`en ar bg bn ca cs da de el es et fa fi fil fr he hi hr hu id it ja ko lt lv
		ms nb nl pl pt pt-PT ro ru sk sl sr sr-Latn sv th tr uk vi zh zh-Hant`)
	all := make([]locale, len(tags))
	for i, tag := range tags {
		all[i] = locale{tag, tag}
		if tag == "nb" {
			all[i].folder = "no" // nb holds nothing of its own
		}
	}
	return all
}

// zoneCities reads the cities that CLDR names time zones by.
func zoneCities(src sources, locales []locale) (localNames, error) {
	all := localNames{}
	members := map[string]string{}
	for _, l := range locales {
		members["main/"+l.folder+"/timeZoneNames.json"] = l.tag
	}
	err := src.eachJSON("cldr-dates-full-48.2.0", members, func(tag string, body json.RawMessage) error {
		var doc struct {
			Main map[string]struct {
				Dates struct {
					Names struct {
						Zone map[string]json.RawMessage `json:"zone"`
					} `json:"timeZoneNames"`
				} `json:"dates"`
			} `json:"main"`
		}
		if err := json.Unmarshal(body, &doc); err != nil {
			return err
		}
		all[tag] = map[string]string{}
		for _, main := range doc.Main {
			for area, tree := range main.Dates.Names.Zone {
				if err := exemplars(area, tree, all[tag]); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return all, err
}

// exemplars walks areas ("America", "Argentina") down to the zones.
func exemplars(zone string, tree json.RawMessage, into map[string]string) error {
	var node map[string]json.RawMessage
	if err := json.Unmarshal(tree, &node); err != nil {
		return nil // a display name of a zone, which is not an area
	}
	if name, ok := node["exemplarCity"]; ok {
		var text string
		if err := json.Unmarshal(name, &text); err != nil {
			return fmt.Errorf("zone %s: %w", zone, err)
		}
		into[zone] = text
		return nil
	}
	for part, below := range node {
		if err := exemplars(zone+"/"+part, below, into); err != nil {
			return err
		}
	}
	return nil
}

//go:embed citynames.tsv
var cityNamesText string

// nameRows has a header with the locales, then a row for each country and city
// with a name that differs from the English one in some locale; the cell of a
// locale where it does not is empty.
func nameRows(locales []locale, territories, zones localNames, countries [][]string, cities []*city) ([][]string, error) {
	head := []string{"locale"}
	for _, l := range locales {
		head = append(head, l.tag)
	}
	rows := [][]string{head}
	for _, c := range countries {
		row := []string{c[0]}
		for _, l := range locales {
			row = append(row, differing(territories.territory(l.tag, c[0]), c[1]))
		}
		rows = append(rows, row)
	}
	local, err := cityNames(zones, cities)
	if err != nil {
		return nil, err
	}
	for _, c := range cities {
		names := local[c.code]
		row := []string{c.code}
		for _, l := range locales {
			row = append(row, differing(names[l.tag], c.name))
		}
		if strings.Join(row[1:], "") != "" {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func differing(name, english string) string {
	if name == english {
		return ""
	}
	return name
}

// cityNames joins CLDR's cities of time zones with citynames.tsv, by city code
// and locale.
func cityNames(zones localNames, cities []*city) (map[string]map[string]string, error) {
	all := map[string]map[string]string{}
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
		if all[c.code] == nil {
			all[c.code] = map[string]string{}
		}
		for tag, names := range zones {
			if names[zone] != "" {
				all[c.code][tag] = names[zone]
			}
		}
	}
	return all, addByHand(all, cities)
}

// addByHand reads "code, locale=name, locale=name, ..." lines.
func addByHand(all map[string]map[string]string, cities []*city) error {
	for n, line := range strings.Split(cityNamesText, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if !slices.ContainsFunc(cities, func(c *city) bool { return c.code == cells[0] }) {
			return fmt.Errorf("citynames.tsv:%d: no city %s", n+1, cells[0])
		}
		if all[cells[0]] == nil {
			all[cells[0]] = map[string]string{}
		}
		for _, cell := range cells[1:] {
			tag, name, ok := strings.Cut(cell, "=")
			if !ok || name == "" {
				return fmt.Errorf("citynames.tsv:%d: %q", n+1, cell)
			}
			all[cells[0]][tag] = name
			if european := tag + "-PT"; tag == "pt" && all[cells[0]][european] == "" {
				all[cells[0]][european] = name
			}
		}
	}
	return nil
}

// cityOfZone is the largest city of that name in the zone, or else in the
// zone's part of the world, for CLDR keeps the older names of zones.
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
		named := fold(c.name) == fold(english) || slices.ContainsFunc(c.aliases, func(a string) bool { return fold(a) == fold(english) })
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
