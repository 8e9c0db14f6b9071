package data

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
)

//go:embed countries.tsv.gz
var countriesFile []byte

//go:embed regions.tsv.gz
var regionsFile []byte

// Country is a country or territory with an ISO 3166-1 code.
type Country struct {
	Code      string   // ISO 3166-1 alpha-2
	Name      string   // English
	ShortName string   // English, where a shorter one is usual ("US", "UK"); else empty
	Capital   string   // English; empty where there is none
	Currency  string   // ISO 4217; empty for Antarctica
	Languages []string // ISO 639-1, most spoken first
}

const (
	countryColumns = 6
	regionColumns  = 2
)

// Countries is every country and territory, sorted by code. The caller must
// not change it.
func (w *World) Countries() []Country { return w.countries() }

// Country is the country with an ISO 3166-1 alpha-2 code.
func (w *World) Country(code string) (Country, bool) {
	all := w.countries()
	i, ok := slices.BinarySearchFunc(all, code, func(c Country, code string) int { return cmp.Compare(c.Code, code) })
	if !ok {
		return Country{}, false
	}
	return all[i], true
}

// RegionName is the English name of a region with an ISO 3166-2 code, of those
// that have an airport. Some territories have no regions, or regions without
// a name.
func (w *World) RegionName(code string) (string, bool) {
	name, ok := w.regions()[code]
	return name, ok
}

func decodeCountries() []Country {
	rows := rowsOf(countriesFile, countryColumns)
	countries := make([]Country, 0, len(rows))
	for _, c := range rows {
		country := Country{Code: c[0], Name: c[1], ShortName: c[2], Capital: c[3], Currency: c[4]}
		if c[5] != "" {
			country.Languages = strings.Split(c[5], ",")
		}
		countries = append(countries, country)
	}
	return countries
}

func decodeRegions() map[string]string {
	rows := rowsOf(regionsFile, regionColumns)
	names := make(map[string]string, len(rows))
	for _, c := range rows {
		names[c[0]] = c[1]
	}
	return names
}
