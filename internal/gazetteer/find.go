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

// index is the folded names of all cities, followed by those of all countries, in one text with each name between
// two separators. It is built once; scanning it takes well under a millisecond.
type index struct {
	text      string
	starts    []int    // text position of the first name of each city, then of each country
	countries []string // country codes
}

var named = sync.OnceValue(func() index {
	var ix index
	text := []byte(Separator)
	add := func(name string) {
		if folded := words.Fold(name); folded != "" {
			text = append(append(text, folded...), Separator...)
		}
	}
	for _, c := range Cities() {
		ix.starts = append(ix.starts, len(text))
		add(c.Name)
		for _, name := range LocalNames(c.Code) {
			add(name)
		}
		if names := Aliases(c.Code); names != "" { // already folded
			text = append(append(text, names...), Separator...)
		}
	}
	for code := range names().rows {
		if len(code) == len("CC") {
			ix.countries = append(ix.countries, code)
			ix.starts = append(ix.starts, len(text))
			for _, name := range LocalNames(code) {
				add(name)
			}
		}
	}
	ix.text = string(text)
	return ix
})

// find returns the positions of the cities and countries with a name, without duplicates.
func (ix index) find(name string) (found []int) {
	folded := words.Fold(name)
	if folded == "" {
		return nil
	}
	key := Separator + folded + Separator
	for at := 0; ; {
		next := strings.Index(ix.text[at:], key)
		if next < 0 {
			return slices.Compact(found)
		}
		at += next + len(Separator)
		thing, exact := slices.BinarySearch(ix.starts, at)
		if !exact {
			thing--
		}
		found = append(found, thing)
	}
}

// Named returns the cities with a name, in any language, ignoring case and accents.
func Named(name string) (found []City) {
	for _, i := range named().find(name) {
		if i < len(Cities()) {
			found = append(found, Cities()[i])
		}
	}
	return found
}

// Countries returns the codes of the countries with a name in a language other than English.
func Countries(name string) (codes []string) {
	for _, i := range named().find(name) {
		if i >= len(Cities()) {
			codes = append(codes, named().countries[i-len(Cities())])
		}
	}
	return codes
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
