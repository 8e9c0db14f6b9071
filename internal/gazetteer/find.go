package gazetteer

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"travel.example/travel/internal/words"
)

//go:embed regions.csv.gz
var regionsFile string

// areas.txt has the names of island groups and of states that are missing from the regions.
//
//go:embed areas.txt
var areasText string

// elsewhere.txt has places that are missing from the cities, such as those whose people use an airport of another
// name.
//
//go:embed elsewhere.txt
var elsewhereText string

// regions returns the English names of regions that have a city, by ISO 3166-2 code.
var regions = byFirstCell(regionsFile)

func byFirstCell(file string) func() map[string]string {
	return sync.OnceValue(func() map[string]string {
		rows := Rows(file)
		byCode := make(map[string]string, len(rows))
		for _, row := range rows {
			byCode[row[0]] = row[1]
		}
		return byCode
	})
}

// RegionName returns the English name of a region with an ISO 3166-2 code, if a city in the gazetteer lies there.
// Some territories have no regions, or regions without a name.
func RegionName(code string) (string, bool) {
	name, ok := regions()[code]
	return name, ok
}

// named is the names of all cities and countries, each as "|folded=CODE|". It is built once; scanning it takes a
// millisecond.
var named = sync.OnceValue(func() string {
	text := []byte(Separator)
	add := func(code, folded string) {
		if folded != "" { // else the language uses the English name
			text = append(append(append(append(text, folded...), '='), code...), Separator...)
		}
	}
	for _, c := range Cities() {
		add(c.Code, words.Fold(c.Name))
		for _, name := range LocalNames(c.Code) {
			add(c.Code, words.Fold(name))
		}
		for name := range strings.SplitSeq(Aliases(c.Code), Separator) { // already folded
			add(c.Code, name)
		}
	}
	for code, local := range names().rows {
		if len(code) == len("CC") {
			for _, name := range local {
				add(code, words.Fold(name))
			}
		}
	}
	return string(text)
})

// codesOf returns the codes of the cities and countries with a name.
func codesOf(name string) (found []string) {
	folded := words.Fold(name)
	for i, rest := range strings.Split(named(), Separator+folded+"=") {
		code, _, _ := strings.Cut(rest, Separator)
		if i > 0 && folded != "" && !slices.Contains(found, code) {
			found = append(found, code)
		}
	}
	return found
}

// Named returns the cities with a name, in any language, ignoring case and accents.
func Named(name string) (found []City) {
	for _, code := range codesOf(name) {
		if c, ok := CityOf(code); ok {
			found = append(found, c)
		}
	}
	return found
}

// Countries returns the codes of the countries with a name in a language other than English.
func Countries(name string) []string {
	return slices.DeleteFunc(codesOf(name), func(code string) bool { return len(code) != len("CC") })
}

// CityOf returns the city with a code.
func CityOf(code string) (City, bool) {
	at, ok := slices.BinarySearchFunc(Cities(), code, func(c City, code string) int { return cmp.Compare(c.Code, code) })
	if !ok {
		return City{}, false
	}
	return Cities()[at], true
}

// Passengers returns the number of people who use the airports of a city, in millions a year. For airports
// without a figure, it counts an upper bound if there is one, and otherwise 0.
func (c City) Passengers() (millions float64) {
	for _, code := range c.Served {
		known, _ := Traffic(code)
		millions += cmp.Or(known, atMost[code])
	}
	return millions
}

// atMost has upper bounds, in millions a year, for airports that are missing from traffic.txt and share their name with
// a city that many people mean. They were set by hand from the few small aircraft a day that fly there.
var atMost = map[string]float64{
	"GGW": 0.1, "XLS": 0.1, // Glasgow, Montana; Saint-Louis, Senegal
	"ZSA": 0.1, "FLO": 0.1, // San Salvador, Bahamas; Florence, South Carolina
	"CSG": 0.2, "GTR": 0.2, // Columbus in Georgia and Mississippi
	"ESR": 0.2, "STD": 0.2, // El Salvador, Chile; Santo Domingo, Venezuela
	"UAQ": 0.4, // San Juan, Argentina
}

// Elsewhere returns the places with a name that are missing from the cities with that name. Each has the code of
// the airport that its people use, and a name that includes its country.
func Elsewhere(name string) (found []City) {
	for _, row := range Rows(elsewhereText) {
		at := slices.IndexFunc(Cities(), func(c City) bool { return slices.Contains(c.Served, row[1]) })
		if at >= 0 && slices.Contains(row[2:], words.Fold(name)) {
			c := Cities()[at]
			c.Code, c.Name, c.Country, c.Served = row[1], row[0], "", row[1:2]
			found = append(found, c)
		}
	}
	return found
}

// Area returns the cities of a state or group of islands with a name, busiest first, or nil if the name is not an
// area's. If some cities have passenger figures, those without are left out. A name that a city in the same
// country also has means that city (New York, Wien, 東京).
func Area(name string) []City {
	folded := words.Fold(name)
	var within []string // ISO 3166-2, or codes of cities
	for _, row := range Rows(areasText) {
		if slices.Contains(row[1:], folded) {
			within = append(within, strings.Fields(row[0])...)
		}
	}
	if len(within) == 0 {
		for code, region := range regions() {
			if words.Fold(region) == folded {
				within = append(within, code)
			}
		}
		own := func(c City, code string) bool {
			return c.Country == code[:2] && (words.Fold(c.Name) == folded || slices.ContainsFunc(LocalNames(c.Code), func(n string) bool { return words.Fold(n) == folded }))
		}
		within = slices.DeleteFunc(within, func(code string) bool {
			return slices.ContainsFunc(Named(name), func(c City) bool { return own(c, code) })
		})
	}
	if len(within) == 0 {
		return nil
	}
	var found []City
	for _, c := range Cities() {
		if slices.Contains(within, c.Region) || slices.Contains(within, c.Code) {
			found = append(found, c)
		}
	}
	slices.SortStableFunc(found, func(a, b City) int {
		return cmp.Or(cmp.Compare(b.Passengers(), a.Passengers()), cmp.Compare(b.People, a.People))
	})
	if quiet := slices.IndexFunc(found, func(c City) bool { return c.Passengers() == 0 }); quiet > 0 {
		found = found[:quiet]
	}
	return found
}
