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

// areas.txt has the names of island groups and of states that the regions lack.
//
//go:embed areas.txt
var areasText string

// elsewhere.txt has places that the cities lack, such as those whose people use an airport of another name.
//
//go:embed elsewhere.txt
var elsewhereText string

// regions are the English names of regions that have a city, by their ISO 3166-2 codes.
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

// RegionName is the English name of a region with an ISO 3166-2 code, of those
// that have an airport. Some territories have no regions, or regions without
// a name.
func RegionName(code string) (string, bool) {
	name, ok := regions()[code]
	return name, ok
}

// index is the folded names of all cities and then of all countries as one text, each name between two
// separators, thing after thing. Scanning it takes well under a millisecond, and it is made once.
type index struct {
	text      string
	starts    []int    // of each thing's first name
	countries []string // codes
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
		if names := Aliases(c.Code); names != "" { // folded
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

// find are the positions of the things that have a name, each once.
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

// Named are the cities that have a name, in any language, in any case and without regard to accents.
func Named(name string) (found []City) {
	for _, i := range named().find(name) {
		if i < len(Cities()) {
			found = append(found, Cities()[i])
		}
	}
	return found
}

// Countries are the codes of the countries that have a name in a language other than English.
func Countries(name string) (codes []string) {
	for _, i := range named().find(name) {
		if i >= len(Cities()) {
			codes = append(codes, named().countries[i-len(Cities())])
		}
	}
	return codes
}

// CityOf is the city with a code.
func CityOf(code string) (City, bool) {
	at, ok := slices.BinarySearchFunc(Cities(), code, func(c City, code string) int { return cmp.Compare(c.Code, code) })
	if !ok {
		return City{}, false
	}
	return Cities()[at], true
}

// Passengers is how many people use the airports of a city, in millions a year, or a bound of it; 0
// where no figure is known for any of them.
func (c City) Passengers() (millions float64) {
	for _, code := range c.Served {
		known, _ := Traffic(code)
		millions += cmp.Or(known, atMost(code))
	}
	return millions
}

// atMost is a bound, in millions a year, for airports that traffic.txt leaves out and that share their
// name with a city that many people mean: by hand, from the few small aircraft a day that fly there.
func atMost(code string) float64 {
	switch code {
	case "GGW", "XLS", "ZSA", "FLO": // Glasgow, Montana; Saint-Louis, Senegal; San Salvador, Bahamas; Florence, South Carolina
		return 0.1
	case "CSG", "GTR", "ESR", "STD": // Columbus in Georgia and Mississippi; El Salvador, Chile; Santo Domingo, Venezuela
		return 0.2
	case "UAQ": // San Juan, Argentina
		return 0.4
	}
	return 0
}

// Elsewhere are the places of a name that the cities of that name lack: each has the code of the
// airport that its people use, and its own name with its country behind it.
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

// Area are the cities of a state or a group of islands with a name, the busiest first; none where the
// name is no area's. Those without a figure are left out where others have one. A name that a city of
// the same country has for its own is that city's (New York, Wien, 東京).
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
