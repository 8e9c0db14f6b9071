package countries

import (
	"strings"

	"golang.org/x/text/language"

	"travel.example/travel/internal/words"
)

// A Continent is a region of UN M.49 that groups countries.
type Continent struct {
	Code string // of M.49, "" for what is in none of them
	Name string
}

// Continents returns the groups by name. The last is for all other countries.
func Continents() []Continent {
	return []Continent{{"002", "Africa"}, {"019", "Americas"}, {"142", "Asia"}, {"150", "Europe"}, {"009", "Oceania"}, {"", "Elsewhere"}}
}

// ContinentOf returns the index of the group of a country (ISO 3166-1).
func ContinentOf(country string, groups []Continent) int {
	last := len(groups) - 1
	for i, g := range groups[:last] {
		if g.Holds(country) {
			return i
		}
	}
	return last
}

// Holds reports whether a country (ISO 3166-1) is in the continent.
func (c Continent) Holds(country string) bool {
	region, err := language.ParseRegion(country)
	if err != nil || !region.IsCountry() {
		return false
	}
	around, err := language.ParseRegion(c.Code)
	return err == nil && around.Contains(region)
}

// NamedContinents returns the continents that a person may name: the groups, and the two Americas.
func NamedContinents() []Continent {
	all := Continents()
	return append(all[:len(all)-1], Continent{"003", "North America"}, Continent{"005", "South America"})
}

// ContinentCalled returns the continent with a name, in any case and with dashes for spaces.
func ContinentCalled(text string) (Continent, bool) {
	text = strings.ReplaceAll(text, "-", " ")
	for _, c := range NamedContinents() {
		if words.Fold(text) == words.Fold(c.Name) {
			return c, true
		}
	}
	return Continent{}, false
}
