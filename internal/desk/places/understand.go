package places

import (
	"cmp"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/words"
)

// A meaning is what typed words were found to mean.
type meaning uint8

const (
	unnamed  meaning = iota // nothing that was found has that name; what was found may be far from it
	named                   // one place, beyond doubt
	several                 // one of several places
	unserved                // a town that has no airport
)

// understand tells which place typed words name, among what the service answered to them: first in
// its canonical names, second in the traveler's language, nil where that was not asked. The service
// ranks; its first row is the place when the words are its name, in any case and without regard to
// accents, in either language, or when they are the code of a row. Nothing else is ever taken.
func understand(typed string, first, second *apiclient.PlaceResults) (apiclient.Place, meaning) {
	if first.Metadata.HasAmbiguity || second != nil && second.Metadata.HasAmbiguity {
		return apiclient.Place{}, several
	}
	if p, m := coded(typed, first.Results); m != unnamed {
		return p, m
	}
	if p, m := called(typed, first.Results); m != unnamed || second == nil {
		return p, m
	}
	if len(first.Results) == 0 || len(second.Results) == 0 || whereabouts(second.Results[0]) != whereabouts(first.Results[0]) {
		return apiclient.Place{}, unnamed // two languages do not agree on what comes first
	}
	return called(typed, second.Results)
}

// coded finds the place whose code was typed, the city before its airport. Small letters may be a
// name as well: where the first row has it and is elsewhere, both are meant.
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
	case has(rows[0], fold(typed)) && whereabouts(rows[0]) != whereabouts(rows[at]):
		return apiclient.Place{}, several
	}
	return rows[at], named
}

// called finds the place that has the name, which the service has to rank first.
func called(typed string, rows []apiclient.Place) (apiclient.Place, meaning) {
	asked := fold(typed)
	if len(rows) == 0 || asked == "" || !usable(rows[0]) {
		return apiclient.Place{}, unnamed
	}
	lead := rows[0]
	if lead.Type == apiclient.PlaceTypeAirport { // the name of a city means all its airports
		for _, p := range rows {
			if p.Type == apiclient.PlaceTypeCity && whereabouts(p) == whereabouts(lead) && IsCode(words.Stated(p.Code)) && has(p, asked) {
				lead = p
			}
		}
	}
	switch {
	case !has(lead, asked):
		return apiclient.Place{}, unnamed
	case rivalled(lead, rows, asked):
		return apiclient.Place{}, several
	}
	return lead, named
}

// rivalled tells whether another city may be meant by a name that lead has. Namesakes further down
// do not count: the service ranks them (London, Ontario). A city counts that answered under a name
// which is not shown, unless it comes behind the first airport of lead's own: a service that knows
// how many people fly where names Rome's airports before that of Roma, Queensland, and those of
// Paris before New Orleans. For an airport every other city of that name counts.
func rivalled(lead apiclient.Place, rows []apiclient.Place, asked string) bool {
	home := whereabouts(lead)
	own := airportOf(rows, home)
	if own < 0 {
		own = len(rows)
	}
	for i, p := range rows {
		if p.Type != apiclient.PlaceTypeCity || whereabouts(p) == home {
			continue
		}
		if lead.Type == apiclient.PlaceTypeAirport && has(p, asked) {
			return true
		}
		at := airportOf(rows, whereabouts(p))
		if at < 0 {
			at = i
		}
		if at < own && !shows(p, asked) {
			return true
		}
	}
	return false
}

// shows tells whether a place answered under the name that is shown: what was asked is in it, or it
// is in what was asked.
func shows(p apiclient.Place, asked string) bool {
	within := func(words, part string) bool { return strings.Contains(" "+words+" ", " "+part+" ") }
	return within(fold(p.Name), asked) || within(asked, shownAs(p.Name)[0])
}

// airportOf is the row of a city's first airport, -1 where none is shown.
func airportOf(rows []apiclient.Place, where string) int {
	return slices.IndexFunc(rows, func(p apiclient.Place) bool {
		return p.Type == apiclient.PlaceTypeAirport && whereabouts(p) == where
	})
}

// whereabouts is what a city and its airports have in common: its code, or the name of one without.
func whereabouts(p apiclient.Place) string {
	if p.Type != apiclient.PlaceTypeCity && p.CityCode != nil {
		return strings.ToUpper(*p.CityCode)
	}
	return cmp.Or(strings.ToUpper(words.Stated(p.Code)), fold(p.Name))
}

// fold folds a name, in which Saint and St are the same.
func fold(text string) string {
	list := strings.Fields(words.Fold(text))
	for i, word := range list {
		if word == "saint" {
			list[i] = "st"
		}
	}
	return strings.Join(list, " ")
}

// has tells whether a place has a folded name. A city has its own, alone or with the state and
// country behind it ("portland maine"); an airport has what is left of its name without the city
// before it and without the word Airport ("heathrow", "charles de gaulle").
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

// Called tells whether a place has the name as a whole, alone or with the city and the country that are
// shown behind it, in any case and without regard to accents.
func Called(p apiclient.Place, name string) bool {
	asked := fold(name)
	return slices.ContainsFunc(shownAs(p.Name), func(form string) bool { return alike(form, asked) })
}

// alike compares folded names without regard to where words part: "La Guardia", "LaGuardia".
func alike(a, b string) bool {
	return a != "" && strings.ReplaceAll(a, " ", "") == strings.ReplaceAll(b, " ", "")
}

// maxParts is how many parts of a shown name are looked at: the place, its state, its country.
const maxParts = 4

// shownAs are the folded forms of a name as the service shows it, "Portland, Maine, US": the place
// alone, and with any of what stands behind it.
func shownAs(shown string) []string {
	parts := parted(shown)
	forms := []string{fold(parts[0])}
	for _, part := range parts[1:min(len(parts), maxParts)] {
		for _, form := range forms {
			forms = append(forms, form+" "+fold(part))
		}
	}
	return forms
}

// parted are the parts of a shown name, one at least, without what stands in brackets.
func parted(shown string) []string {
	comma := strings.NewReplacer("،", ",", "、", ",", "，", ",")
	return strings.Split(comma.Replace(withoutBrackets(shown)), ",")
}

// withoutBrackets leaves out what stands in round brackets, such as a code.
func withoutBrackets(text string) string {
	before, rest, found := strings.Cut(text, "(")
	if !found {
		return text
	}
	_, after, _ := strings.Cut(rest, ")")
	return before + after
}

// Words in the names of airports: those that any airport may have, and those that name none alone.
var (
	common = []string{"airport", "international", "intl"}
	vague  = []string{"", "city", "regional", "municipal", "national", "field", "island"}
)

// proper is a folded name without the words that any airport may have.
func proper(folded string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(folded), func(word string) bool { return slices.Contains(common, word) }), " ")
}
