// Package places finds where a traveler means: codes, names, points, and the ends of a journey.
package places

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Place is where a journey starts or ends.
type Place struct {
	Code string // three letters
	City bool   // the code is known to be a city's
	Name string // when it was looked up
}

// codeLike is what a person types for a code, right or wrong: capitals and digits only, no longer
// than four. Longer words are names.
func codeLike(text string) bool {
	if len(text) == 0 || len(text) > 4 {
		return false
	}
	for _, r := range text {
		if (r < 'A' || r > 'Z') && (r < '0' || r > '9') {
			return false
		}
	}
	return true
}

// IsCode tells whether text is an airport or city code, in any case.
func IsCode(text string) bool {
	if len(text) != 3 {
		return false
	}
	for _, r := range text {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return true
}

// Check refuses, before any request, what is neither a code nor a name. The built-in sandbox's own
// codes are known here; another service's are not. label is the argument's name.
func Check(d *desk.Desk, label, text string) error {
	text = strings.TrimSpace(text)
	lookUp := "travel places search " + words.Shell(text)
	switch {
	case text == "":
		return problem.NotAccepted(label, text, "an airport or city code, or a name", "")
	case !IsCode(text) && codeLike(text):
		return problem.UsageError{Text: fmt.Sprintf("%s %s is not an airport or city code (three letters)", label, words.Quote(text)), Next: lookUp}
	case len([]rune(text)) > 100:
		return problem.NotAccepted(label, text, "a name of at most 100 characters, or a code", "")
	case !IsCode(text):
		return nil
	}
	known, err := d.Deployment.Knows(text)
	if err != nil || known {
		return err
	}
	return problem.UsageError{Text: fmt.Sprintf("%s %s is not an airport or city code of the sandbox", label, words.Quote(text)), Next: lookUp}
}

// CheckRoute refuses, before any request, ends of a journey that cannot be meant: neither codes nor
// names, or one and the same.
func CheckRoute(d *desk.Desk, from, to string) error {
	if err := Check(d, "FROM", from); err != nil {
		return err
	}
	if err := Check(d, "TO", to); err != nil {
		return err
	}
	if from = strings.TrimSpace(from); strings.EqualFold(from, strings.TrimSpace(to)) {
		return same(from)
	}
	return nil
}

func same(text string) error {
	return problem.UsageError{Text: fmt.Sprintf("FROM and TO are both %s; give two different places", words.Quote(text))}
}

// A Finder looks places up at one desk. Unit is what distances are told in.
type Finder struct {
	Desk *desk.Desk
	Unit words.Unit
}

// Route turns both ends as typed into places.
func (f Finder) Route(ctx context.Context, from, to string) (start, end Place, err error) {
	if start, err = f.Resolve(ctx, "FROM", from, to); err != nil {
		return start, end, err
	}
	if end, err = f.Resolve(ctx, "TO", to, from); err != nil {
		return start, end, err
	}
	if start.Code == end.Code {
		return start, end, same(start.Code)
	}
	return start, end, nil
}

// Resolve turns what a person typed into a place: a code as it is, a name by asking the service.
// When several places match, the traveler chooses; the top row is never taken for them. The other
// end of the journey helps to tell them apart: each is shown with how far it is from there.
func (f Finder) Resolve(ctx context.Context, label, text, other string) (Place, error) {
	text = strings.TrimSpace(text)
	if IsCode(text) {
		return Place{Code: strings.ToUpper(text)}, nil
	}
	answer, err := f.lookUp(ctx, text)
	if err != nil {
		return Place{}, fmt.Errorf("look up %s: %w", words.Quote(text), err)
	}
	found := withCodes(answer.Results)
	switch {
	case len(found) == 0:
		return Place{}, problem.ChoiceError{
			Text: fmt.Sprintf("%s %s matches no place with a code", label, words.Quote(text)),
			Hint: "another spelling, the nearest big city, or: travel places search " + words.Shell(text),
		}
	case !answer.Metadata.HasAmbiguity:
		return toPlace(found[0]), nil
	}
	return f.choose(ctx, label, text, found, f.otherEnd(ctx, other))
}

// lookUp asks the service for cities and airports.
func (f Finder) lookUp(ctx context.Context, text string) (*apiclient.PlaceResults, error) {
	client, err := f.Desk.Client()
	if err != nil {
		return nil, err
	}
	answer, err := client.GetPlaces(ctx, &apiclient.GetPlacesParams{
		Query: text,
		Types: []apiclient.PlaceType{apiclient.PlaceTypeCity, apiclient.PlaceTypeAirport},
	})
	if err != nil {
		return nil, err
	}
	return answer.Value, nil
}

// otherEnd is where the other end of a journey lies; nil when that is not known for sure.
func (f Finder) otherEnd(ctx context.Context, text string) *apiclient.Place {
	text = strings.TrimSpace(text)
	answer, err := f.lookUp(ctx, text)
	if err != nil {
		return nil // it only helps to choose
	}
	found := withCodes(answer.Results)
	if IsCode(text) {
		found = slices.DeleteFunc(found, func(p apiclient.Place) bool { return !strings.EqualFold(*p.Code, text) })
	} else if answer.Metadata.HasAmbiguity {
		return nil
	}
	if len(found) == 0 {
		return nil
	}
	if _, known := PointOf(found[0]); !known {
		return nil
	}
	return &found[0]
}

// withCodes keeps the places that a search can use, each code once: the airport of a city that
// stands in the list already adds nothing to choose from.
func withCodes(all []apiclient.Place) []apiclient.Place {
	var found []apiclient.Place
	listed := map[string]bool{}
	for _, p := range all {
		if p.Code == nil || !IsCode(*p.Code) || listed[*p.Code] {
			continue
		}
		if p.CityCode != nil && p.Type == apiclient.PlaceTypeAirport && listed[*p.CityCode] {
			continue
		}
		listed[*p.Code] = true
		found = append(found, p)
	}
	return found
}

func toPlace(p apiclient.Place) Place {
	return Place{Code: strings.ToUpper(*p.Code), City: p.Type == apiclient.PlaceTypeCity, Name: p.Name}
}

// maxAsked is how many places a question names.
const maxAsked = 9

// choose asks which of several places is meant. Where no one can answer, the choice is left to the
// caller. from is the other end of the journey, nil when it is not known.
func (f Finder) choose(ctx context.Context, label, text string, found []apiclient.Place, from *apiclient.Place) (Place, error) {
	const codes = "give one of the codes above"
	found = found[:min(len(found), maxAsked)]
	c := desk.Choice{Title: words.Quote(text) + " is several places:", Unit: f.Unit}
	if from != nil {
		c.From = *from.Code
	}
	for _, p := range found {
		option := desk.Option{Name: p.Name, Code: *p.Code, Type: string(p.Type)}
		if from != nil {
			option.Distance = Between(*from, p)
		}
		c.Options = append(c.Options, option)
	}
	n, err := f.Desk.Ask.Choose(ctx, c)
	switch {
	case errors.Is(err, desk.ErrNoOne):
		return Place{}, problem.ChoiceError{Text: fmt.Sprintf("%s %s is several places", label, words.Quote(text)), Hint: codes}
	case errors.Is(err, desk.ErrNothing):
		return Place{}, problem.ChoiceError{Text: "nothing was chosen", Hint: codes}
	case err != nil:
		return Place{}, err
	}
	return toPlace(found[n]), nil
}

// City turns a code or a name into a city's code with its name, when that is known. An airport
// stands for the city it serves. When several cities match, the traveler chooses.
func (f Finder) City(ctx context.Context, label, text string) (Place, error) {
	text = strings.TrimSpace(text)
	answer, err := f.lookUp(ctx, text)
	if err != nil {
		return Place{}, fmt.Errorf("look up %s: %w", words.Quote(text), err)
	}
	if IsCode(text) {
		return cityOfCode(strings.ToUpper(text), answer.Results), nil
	}
	cities := withCities(answer.Results)
	switch {
	case len(cities) == 0:
		return Place{}, problem.ChoiceError{
			Text: fmt.Sprintf("%s %s matches no city", label, words.Quote(text)),
			Hint: "another spelling, the nearest big city, or: travel places search " + words.Shell(text),
		}
	case !answer.Metadata.HasAmbiguity:
		return toPlace(cities[0]), nil
	}
	return f.choose(ctx, label, text, cities, nil)
}

// cityOfCode finds the city that a code names, or that its airport serves. A code that the answer
// does not hold is left to the service.
func cityOfCode(code string, all []apiclient.Place) Place {
	found := Place{Code: code}
	for _, p := range all {
		if p.Code == nil || !strings.EqualFold(*p.Code, code) {
			continue
		}
		if p.Type == apiclient.PlaceTypeCity {
			return Place{Code: code, City: true, Name: p.Name}
		}
		if p.CityCode != nil && IsCode(*p.CityCode) {
			found = Place{Code: strings.ToUpper(*p.CityCode)}
		}
	}
	return found
}

// withCities turns places into the cities they belong to, each once, under the city's own name
// where it is among them.
func withCities(all []apiclient.Place) []apiclient.Place {
	var found []apiclient.Place
	for _, p := range all {
		code := p.CityCode
		if p.Type == apiclient.PlaceTypeCity && p.Code != nil {
			code = p.Code
		}
		if code == nil || !IsCode(*code) {
			continue
		}
		p.Code = new(strings.ToUpper(*code))
		at := slices.IndexFunc(found, func(f apiclient.Place) bool { return *f.Code == *p.Code })
		switch {
		case at < 0:
			found = append(found, p)
		case p.Type == apiclient.PlaceTypeCity && found[at].Type != p.Type:
			found[at] = p
		}
	}
	return found
}
