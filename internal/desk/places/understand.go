package places

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/gazetteer"
	"travel.example/travel/internal/names"
	"travel.example/travel/internal/words"
)

// A meaning is how well typed words identify a place.
type meaning uint8

const (
	unnamed  meaning = iota // no place that was found has that name
	named                   // one place, beyond doubt
	several                 // one of several places
	unserved                // a town that has no airport
	region                  // a state or a group of islands
)

// finding is the answer of the service to a name, and its meaning.
type finding struct {
	rows    []apiclient.Place // to choose from if no place is named
	place   apiclient.Place   // if named
	meaning meaning
	as      string // the typed name, if the place is shown under another
}

// understand finds the place that typed words name in the answer of the service. The first row is the place if it has
// that name, as shown or in any language of the gazetteer, and no other place of that name can be meant. So is the
// row whose code was typed. No other row is ever taken.
func understand(typed string, answer *apiclient.PlaceResults) finding {
	found := finding{rows: answer.Results}
	if area := gazetteer.Area(typed); len(area) > 0 {
		found.meaning = region
		found.rows = slices.DeleteFunc(slices.Clone(found.rows), func(p apiclient.Place) bool { return !has(p, words.Fold(typed)) })
		for _, c := range area {
			found.rows = append(found.rows, placeOf(c))
		}
		slices.SortStableFunc(found.rows, func(a, b apiclient.Place) int { return cmp.Compare(passengers(b), passengers(a)) })
		return found
	}
	if answer.Metadata.HasAmbiguity {
		found.meaning = several
		return found
	}
	if p, m := coded(typed, found.rows); m != unnamed {
		found.place, found.meaning = p, m
		return found
	}
	if len(found.rows) == 0 || !usable(found.rows[0]) {
		return found
	}
	lead := found.rows[0]
	if lead.Type == apiclient.PlaceTypeAirport { // the name of a city means all its airports
		for _, p := range found.rows {
			if p.Type == apiclient.PlaceTypeCity && whereabouts(p) == whereabouts(lead) && IsCode(words.Stated(p.Code)) && isCalled(p, typed) {
				lead = p
			}
		}
	}
	if !isCalled(lead, typed) {
		return found
	}
	if others := rivals(lead, found.rows, typed); len(others) > 0 {
		found.meaning, found.rows = several, append(slices.Clone(found.rows), others...)
		return found
	}
	found.place, found.meaning = lead, named
	if !has(lead, words.Fold(typed)) {
		found.as = typed
	}
	return found
}

// coded finds the place whose code was typed, the city before its airport. Small letters may also be a name: if the
// first row has that name and is elsewhere, both are meant.
func coded(typed string, rows []apiclient.Place) (apiclient.Place, meaning) {
	if !IsCode(typed) {
		return apiclient.Place{}, unnamed
	}
	at := -1
	for i, p := range rows {
		if strings.EqualFold(words.Stated(p.Code), typed) && (at < 0 || p.Type == apiclient.PlaceTypeCity) {
			at = i
		}
	}
	switch {
	case at < 0:
		return apiclient.Place{}, unnamed
	case isCalled(rows[0], typed) && whereabouts(rows[0]) != whereabouts(rows[at]):
		return apiclient.Place{}, several
	}
	return rows[at], named
}

// isCalled reports whether a place has a name, as shown or in the gazetteer under its code. The name of a country is
// that of a city only if the country is named after the city: Singapore, not Mexico.
func isCalled(p apiclient.Place, name string) bool {
	if has(p, words.Fold(name)) {
		return true
	}
	all, code := gazetteer.Named(name), strings.ToUpper(words.Stated(p.Code))
	at := slices.IndexFunc(all, func(c gazetteer.City) bool { return c.Code == code })
	return at >= 0 && len(names.Countries(name, nil)) == 0 && !slices.ContainsFunc(gazetteer.Countries(name), func(country string) bool {
		return !strings.HasPrefix(words.Fold(names.CountryName(country))+" ", words.Fold(all[at].Name)+" ")
	})
}

// farMore is the ratio of passengers from which a place is meant beyond doubt among others of its name.
const farMore = 20

// unknownTraffic is assumed for an airport without a figure in the gazetteer, in million passengers a year. The
// busiest such airport that shares a name is Manchester, New Hampshire, with 1.3 million. So next to a place without
// a figure, only one with 30 million is taken: London, not Valencia. A place that itself has no figure is never taken
// next to another.
const unknownTraffic = 1.5

// rivals returns the other places that the name of lead may mean: those of the gazetteer, and for an airport all
// other cities among the rows.
func rivals(lead apiclient.Place, rows []apiclient.Place, name string) (others []apiclient.Place) {
	home, people := whereabouts(lead), passengers(lead)
	for _, c := range gazetteer.Named(name) {
		if c.Code != home && !slices.Contains(c.Served, home) && people <= farMore*cmp.Or(c.Passengers(), unknownTraffic) {
			others = append(others, placeOf(c))
		}
	}
	for _, e := range gazetteer.Elsewhere(name) {
		if e.Code != home && people <= farMore*e.Passengers() {
			p := placeOf(e)
			p.Type, p.CityCode = apiclient.PlaceTypeAirport, nil // no one stays there
			others = append(others, p)
		}
	}
	for _, p := range rows {
		if lead.Type == apiclient.PlaceTypeAirport && p.Type == apiclient.PlaceTypeCity && whereabouts(p) != home && has(p, words.Fold(name)) {
			others = append(others, p)
		}
	}
	return others
}

// passengers returns the number of passengers at the airports of a place, in millions a year, or 0 if it is unknown.
func passengers(p apiclient.Place) float64 {
	code := whereabouts(p)
	if c, ok := gazetteer.CityOf(code); ok {
		return c.Passengers()
	}
	millions, _ := gazetteer.Traffic(code)
	return millions
}

// placeOf converts a city of the gazetteer to a place of the service.
func placeOf(c gazetteer.City) apiclient.Place {
	p := apiclient.Place{Type: apiclient.PlaceTypeCity, Name: c.Name, Code: &c.Code, CityCode: &c.Code}
	region, known := gazetteer.RegionName(c.Region)
	switch {
	case known && c.Country == "US":
		p.Name += ", " + region + ", US"
	case known && (c.Country == "CA" || c.Country == "AU"):
		p.Name += ", " + region + ", " + names.CountryName(c.Country)
	case c.Country != "":
		p.Name += ", " + names.CountryName(c.Country)
	}
	p.Latitude = new(json.Number(strconv.FormatFloat(c.Lat, 'f', -1, 64)))
	p.Longitude = new(json.Number(strconv.FormatFloat(c.Lon, 'f', -1, 64)))
	return p
}

// whereabouts returns what a city and its airports have in common: its code, or its name if it has none.
func whereabouts(p apiclient.Place) string {
	if p.Type != apiclient.PlaceTypeCity && p.CityCode != nil {
		return strings.ToUpper(*p.CityCode)
	}
	return cmp.Or(strings.ToUpper(words.Stated(p.Code)), words.Fold(p.Name))
}

// has reports whether a place has a folded name. A city has its own name, alone or followed by state and country
// ("portland maine"). An airport has its name without the city before it and the word Airport ("heathrow", "charles
// de gaulle").
func has(p apiclient.Place, asked string) bool {
	if asked == "" {
		return false
	}
	airport := p.Type == apiclient.PlaceTypeAirport
	bare := asked
	if airport {
		bare = proper(asked)
	}
	forms := shownAs(p.Name)
	for _, form := range forms {
		if alike(form, asked) || airport && bare != "" && alike(proper(form), bare) {
			return true
		}
	}
	if !airport || slices.Contains(vague, bare) {
		return false
	}
	own := strings.Fields(proper(forms[0]))
	for i := range own {
		if alike(strings.Join(own[i:], " "), bare) {
			return true
		}
	}
	return false
}

// Called reports whether a place has the whole name, alone or with the city and the country shown after it,
// regardless of case and accents.
func Called(p apiclient.Place, name string) bool {
	asked := words.Fold(name)
	return slices.ContainsFunc(shownAs(p.Name), func(form string) bool { return alike(form, asked) })
}

// alike compares folded names without spaces: "La Guardia", "LaGuardia".
func alike(a, b string) bool {
	return a != "" && strings.ReplaceAll(a, " ", "") == strings.ReplaceAll(b, " ", "")
}

// maxParts is the maximum number of parts of a shown name: the place, its state, its country.
const maxParts = 4

// shownAs returns the folded forms of a shown name such as "Portland, Maine, US": the place alone, and with any of
// the following parts.
func shownAs(shown string) []string {
	parts := parted(shown)
	forms := []string{words.Fold(parts[0])}
	for _, part := range parts[1:min(len(parts), maxParts)] {
		for _, form := range forms {
			forms = append(forms, form+" "+words.Fold(part))
		}
	}
	return forms
}

// parted returns the parts of a shown name, at least one, without text in parentheses.
func parted(shown string) []string {
	if before, rest, found := strings.Cut(shown, "("); found {
		_, after, _ := strings.Cut(rest, ")")
		shown = before + after
	}
	return strings.Split(strings.NewReplacer("،", ",", "、", ",", "，", ",").Replace(shown), ",")
}

// Words in the names of airports: those that any airport may have, and those that name none alone.
var (
	common = []string{"airport", "international", "intl"}
	vague  = []string{"", "city", "regional", "municipal", "national", "field", "island"}
)

// proper returns a folded name without the words that any airport may have.
func proper(folded string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(folded), func(word string) bool { return slices.Contains(common, word) }), " ")
}
