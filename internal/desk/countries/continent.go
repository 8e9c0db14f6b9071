package countries

import (
	"strings"

	"golang.org/x/text/language"

	"travel.example/travel/internal/words"
)

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
	for i, g := range groups[:last] {
		if g.Holds(country) {
			return i
		}
	}
	return last
}

// Holds tells whether a country (ISO 3166-1) lies there.
func (c Continent) Holds(country string) bool {
	region, err := language.ParseRegion(country)
	if err != nil || !region.IsCountry() {
		return false
	}
	around, err := language.ParseRegion(c.Code)
	return err == nil && around.Contains(region)
}

// NamedContinents are what a person may call a continent: the groups, and the two Americas.
func NamedContinents() []Continent {
	all := Continents()
	return append(all[:len(all)-1], Continent{"003", "North America"}, Continent{"005", "South America"})
}

// ContinentCalled finds a continent by its name, in any case and with a dash for the space.
func ContinentCalled(text string) (Continent, bool) {
	text = strings.ReplaceAll(text, "-", " ")
	for _, c := range NamedContinents() {
		if words.Fold(text) == words.Fold(c.Name) {
			return c, true
		}
	}
	return Continent{}, false
}
