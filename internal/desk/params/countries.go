package params

import (
	"strings"

	"travel.example/travel/internal/names"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// readCountry gives the code of a country that a person named. Two letters are a code, except those
// that only people say, such as UK. The error is a SeveralError, or a usage error with what was
// probably meant.
func (d *Days) readCountry(label, text string) (string, error) {
	var languages []string
	if d != nil {
		languages = d.languages()
	}
	found := names.Countries(text, languages)
	code := strings.ToUpper(text)
	switch {
	case len(found) == 1:
		return found[0].Code, nil
	case len(code) == 2:
		return code, nil
	case len(found) > 1 && len(found) <= mostCountries:
		several := SeveralError{Label: label, Given: text}
		for _, c := range found {
			several.Readings = append(several.Readings, Reading{Value: c.Code, Label: c.Name})
		}
		return "", several
	}
	want := "a country: its name, or its code of two letters"
	if len(found) == 0 {
		found = names.Near(text, languages, words.EditDistance)
	}
	if len(found) > 0 {
		want += "; " + offer(found)
	}
	return "", problem.NotAccepted(label, text, want, "")
}

// mostCountries is how many countries a question names.
const mostCountries = 9

// offer asks whether one of a few countries was meant.
func offer(found []names.Country) string {
	list := make([]string, min(len(found), 3))
	for i := range list {
		list[i] = found[i].Name + " (" + found[i].Code + ")"
	}
	return "did you mean " + strings.Join(list, " or ") + "?"
}
