// Package places finds where a traveler means: codes, names, points, and the ends of a journey.
package places

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Place is where a journey starts or ends, or where someone stays.
type Place struct {
	Code string           // three letters; "" for a town without one, which goes by where it lies
	City bool             // it is known to be a city
	Spot *apiclient.Place // the airport that was named where a city was wanted, or the town without a code; else nil
	Name string           // short, when it was looked up: "Lisbon", "London Heathrow"; foreign text of one line

	Country string // of two capitals, where a look-up told
}

// codeLike is what a person types for a code and cannot be a name: capitals with digits, no longer
// than four.
func codeLike(text string) bool {
	if len(text) == 0 || len(text) > 4 || !strings.ContainsAny(text, "0123456789") {
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

// IsSure tells a code in capitals. Three small letters may be a name as well (Goa, Niš, Ulm), so
// they are looked up.
func IsSure(text string) bool { return IsCode(text) && text == strings.ToUpper(text) }

// maxTyped is how long a name may be, by the contract's query of getPlaces, in characters.
const maxTyped = 100

// Check refuses, before any request, what is neither a code nor a name. The built-in sandbox's own
// codes are known here; another service's are not. label is the argument's name.
func Check(d *desk.Desk, label, text string) error {
	text = strings.TrimSpace(text)
	lookUp := "travel places search " + words.Shell(text)
	switch {
	case text == "":
		return problem.NotAccepted(label, text, "an airport or city code, or a name", "")
	case codeLike(text):
		return problem.UsageError{Text: fmt.Sprintf("%s %s is not an airport or city code (three letters)", label, words.Quote(text)), Next: lookUp}
	case len([]rune(text)) > maxTyped:
		return problem.NotAccepted(label, text, fmt.Sprintf("a name of at most %d characters, or a code", maxTyped), "")
	case !IsSure(text):
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
		return atEnd("FROM", err)
	}
	if err := Check(d, "TO", to); err != nil {
		return atEnd("TO", err)
	}
	if from = strings.TrimSpace(from); strings.EqualFold(from, strings.TrimSpace(to)) {
		return same(from)
	}
	return nil
}

func same(text string) error {
	return problem.UsageError{
		Text: fmt.Sprintf("FROM and TO are both %s; give two different places", words.Quote(text)),
		Wire: "to", Plain: fmt.Sprintf("both ends are %s; give two different places", words.Quote(text)),
	}
}

// atEnd is an error about the end of a journey that a command line calls by a label.
func atEnd(label string, err error) error {
	return problem.FieldError{Err: err, Wire: strings.ToLower(label), Label: label}
}

// A Finder looks places up at one desk.
type Finder struct {
	desk     *desk.Desk
	unit     words.Unit // that distances are told in
	language string     // the traveler's, BCP 47; "" where the service's canonical names are theirs
}

// At finds places for a traveler of a locale.
func At(d *desk.Desk, l desk.Locale) Finder {
	f := Finder{desk: d, unit: l.Unit(), language: l.Language.Value}
	if f.language == "" {
		f.language = d.Language
	}
	if base, _, _ := strings.Cut(f.language, "-"); strings.EqualFold(base, desk.ServiceLocale) {
		f.language = ""
	}
	return f
}

// Route turns both ends as typed into places that airlines fly to. A code in capitals is left to the
// service.
func (f Finder) Route(ctx context.Context, from, to string) (start, end Place, err error) {
	return f.route(from, to, func(label, text, other string) (Place, error) { return f.Resolve(ctx, label, text, other) })
}

// SureRoute is a Route for which many searches are to be made: it looks codes up, too.
func (f Finder) SureRoute(ctx context.Context, from, to string) (start, end Place, err error) {
	return f.route(from, to, func(label, text, other string) (Place, error) {
		if code := strings.TrimSpace(text); IsSure(code) {
			return f.resolveCode(ctx, label, code)
		}
		return f.Resolve(ctx, label, text, other)
	})
}

func (f Finder) route(from, to string, resolve func(label, text, other string) (Place, error)) (start, end Place, err error) {
	if start, err = resolve("FROM", from, to); err != nil {
		return start, end, atEnd("FROM", err)
	}
	if end, err = resolve("TO", to, from); err != nil {
		return start, end, atEnd("TO", err)
	}
	if start.Code == end.Code {
		return start, end, same(start.Code)
	}
	return start, end, nil
}

// Resolve turns what a person typed into a place that airlines fly to: a code in capitals as it is,
// all else by asking the service. Where the words are not beyond doubt the name of one place, the
// traveler chooses; nothing is taken for them, and they are not asked to agree to it by --yes either.
// So they do among the airports near a town that has none. The other end of the journey helps to tell
// places apart: each is shown with how far it is from there.
func (f Finder) Resolve(ctx context.Context, label, text, other string) (Place, error) {
	text = strings.TrimSpace(text)
	if IsSure(text) {
		if flies, err := f.desk.Deployment.Flies(text); flies || err != nil {
			return Place{Code: text}, err
		}
	}
	row, err := f.flown(ctx, label, text, other)
	if planned, ok := errors.AsType[apiclient.PlannedError](err); ok {
		return Place{Code: planned.Place(text), City: true, Name: text}, nil
	}
	return toPlace(row), err
}

// resolveCode looks a code up. One that the service does not find is left to it.
func (f Finder) resolveCode(ctx context.Context, label, code string) (Place, error) {
	row, rows, found := f.ofCode(ctx, code)
	if !found {
		return Place{Code: code}, nil
	}
	own, err := f.served(ctx, label, code, row, rows)
	switch {
	case err != nil:
		return Place{}, err
	case own.Code == row.Code:
		return Place{Code: code}, nil
	}
	return toPlace(own), nil
}

// row is the place that a name stands for. It is remembered.
func (f Finder) row(ctx context.Context, label, text string) (apiclient.Place, error) {
	row, _, err := f.understood(ctx, label, text, "")
	if err == nil {
		Remember(f.desk, toPlace(row))
	}
	return row, err
}

// understood is the place that a name stands for, with what the service found.
func (f Finder) understood(ctx context.Context, label, text, other string) (apiclient.Place, finding, error) {
	found, err := f.find(ctx, text)
	if err != nil || found.meaning == named {
		return found.place, found, err
	}
	candidates := withHandles(found.rows)
	if len(candidates) == 0 {
		return apiclient.Place{}, found, nothing(label, text, "place with a code")
	}
	row, err := f.choose(ctx, question{label: label, text: text, meaning: found.meaning, candidates: candidates, from: f.otherEnd(ctx, other)})
	return row, found, err
}

// nothing says that no place of a kind has a name.
func nothing(label, text, kind string) error {
	e := problem.ChoiceError{
		Text: fmt.Sprintf("%s %s matches no %s", label, words.Quote(text), kind),
		Hint: "another spelling, the nearest big city, or: travel places search " + words.Shell(text),
	}
	if IsCode(text) {
		e.Hint = "a code is written in capitals, " + strings.ToUpper(text) + "; for a name try another spelling or the nearest big city"
	}
	return e
}

// find asks what a name means.
func (f Finder) find(ctx context.Context, text string) (finding, error) {
	answer, err := f.lookUp(ctx, text, "")
	if err != nil {
		return finding{}, err
	}
	found := understand(text, answer)
	if found.as != "" {
		f.desk.Report.Warn(fmt.Sprintf("%s: %s (%s)", clean.Line(text), ShortName(found.place), Typed(found.place)))
	}
	return found, nil
}

// lookUp asks the service for cities and airports, with their names in a language, "" for the
// canonical ones.
func (f Finder) lookUp(ctx context.Context, text, language string) (*apiclient.PlaceResults, error) {
	client, err := f.desk.Client()
	if err != nil {
		return nil, err
	}
	p := &apiclient.GetPlacesParams{Query: text, Types: []apiclient.PlaceType{apiclient.PlaceTypeCity, apiclient.PlaceTypeAirport}}
	if language != "" {
		p.Locale = &language
	}
	answer, err := client.GetPlaces(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("look up %s: %w", words.Quote(text), err)
	}
	return answer.Value, nil
}

// otherEnd is where the other end of a journey lies; nil when that is not known for sure, or there is
// none.
func (f Finder) otherEnd(ctx context.Context, text string) *apiclient.Place {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	answer, err := f.lookUp(ctx, text, "")
	if err != nil {
		return nil // it only helps to choose
	}
	found := understand(text, answer)
	place, means := found.place, found.meaning
	if IsSure(text) {
		place, means = coded(text, answer.Results)
	}
	if _, known := PointOf(place); !known || means != named {
		return nil
	}
	return &place
}
