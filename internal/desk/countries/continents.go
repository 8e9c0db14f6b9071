package countries

import "golang.org/x/text/language"

// A Continent is a region of UN M.49 that countries are grouped by.
type Continent struct {
	Code string // of M.49, "" for what is in none of them
	Name string
}

// Continents are the groups in the order of their names. What is in none of them comes last.
func Continents() []Continent {
	return []Continent{{"002", "Africa"}, {"019", "Americas"}, {"142", "Asia"}, {"150", "Europe"}, {"009", "Oceania"}, {"", "Elsewhere"}}
}

// ContinentOf finds the group of a country by its code (ISO 3166-1), as a position among the groups.
func ContinentOf(country string, groups []Continent) int {
	last := len(groups) - 1
	region, err := language.ParseRegion(country)
	if err != nil || !region.IsCountry() {
		return last
	}
	for i, g := range groups[:last] {
		if around, err := language.ParseRegion(g.Code); err == nil && around.Contains(region) {
			return i
		}
	}
	return last
}
