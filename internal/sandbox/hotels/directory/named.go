package directory

import (
	"slices"
	"sort"
	"strings"
)

// Named is a hotel or a district by its name, and where it stands.
type Named struct {
	Name     string
	Lat, Lng float64
}

// Districts is the districts of a city that has the code, those with most hotels
// first. No hotel is made for it.
func (x *Directory) Districts(code string) []Named {
	city, ok := x.world.City(code)
	if !ok {
		return nil
	}
	all := districtsOf(x.dice.Word(city.Code).Word("districts"), city, countOf(city))
	compare := func(a, b district) int {
		switch {
		case a.share > b.share:
			return -1
		case a.share < b.share:
			return 1
		}
		return 0
	}
	sort.SliceStable(all, func(i, j int) bool { return compare(all[i], all[j]) < 0 })
	named := make([]Named, len(all))
	for i, d := range all {
		named[i] = Named{d.name, rounded(d.lat, 5), rounded(d.lng, 5)}
	}
	return named
}

// Named is the hotels of a city that has the code.
func (x *Directory) Named(code string) []Named {
	hotels, _ := x.InCity(code)
	return namesOf(hotels)
}

// Glance is what Named is, made for this once with no more than names need: the cities
// that are remembered stay.
func (x *Directory) Glance(code string) []Named {
	city, ok := x.world.City(code)
	if !ok {
		return nil
	}
	r := &register{city: city}
	x.sketch(r)
	return namesOf(r.hotels)
}

func namesOf(hotels []*Hotel) []Named {
	named := make([]Named, len(hotels))
	for i, h := range hotels {
		named[i] = Named{h.Name, h.Lat, h.Lng}
	}
	return named
}

// NameParts is what the names of hotels are made of, beside those of cities and
// districts.
func NameParts() []string {
	x := words()
	parts := slices.Concat(x.names, x.streets, x.roads)
	for k := range kinds {
		for _, form := range x.forms[Kind(k)] {
			parts = append(parts, strings.ReplaceAll(form, "{}", " "))
		}
		for _, b := range x.brands[Kind(k)] {
			parts = append(parts, b.Name)
		}
	}
	return parts
}
