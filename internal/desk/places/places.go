// Package places finds the places that a traveler means: codes, names, points, and the ends of a journey.
package places

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/document"
	"travel.example/travel/internal/names"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/words"
)

// Place is the start or end of a journey, or the place of a stay. Code is set unless it is a town without one; the rest
// is what a look-up found.
type Place struct {
	Code     string           // three letters; "" for a town without one, which is searched by its position
	City     bool             // it is known to be a city
	CityCode string           // of its city, or its own; "" if it was not looked up
	Spot     *apiclient.Place // the airport that was named instead of a city, or the town without a code; else nil
	Name     string           // short: "Lisbon", "London Heathrow"; foreign text of one line
	Country  string           // ISO 3166-1 alpha-2
	Point    *document.Point
}

// Remember saves places that the service accepted, for shell completion. Errors are ignored.
func Remember(d *desk.Desk, found ...Place) {
	kept := make([]recall.Place, 0, len(found))
	for _, p := range found {
		if p.Code != "" {
			kept = append(kept, recall.Place{Code: p.Code, Name: p.Name, Country: p.Country})
		}
	}
	_ = d.Lists().AddPlaces(kept...)
}

// IsCode reports whether text has the form of an airport or city code, in any case.
func IsCode(text string) bool {
	return len(text) == 3 && !strings.ContainsFunc(text, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') })
}

// IsSure reports whether text is a code in capitals. Three small letters may be a name (Goa, Niš, Ulm), so they are
// looked up.
func IsSure(text string) bool { return IsCode(text) && text == strings.ToUpper(text) }

// maxTyped is the maximum length of a name in characters, from the contract of getPlaces.
const maxTyped = 100

const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// Check returns an error for text that is neither a code nor a name, before any request. It knows the codes of the
// built-in sandbox, but not another service's. label names the argument.
func Check(d *desk.Desk, label, text string) error {
	text = strings.TrimSpace(text)
	lookUp := problem.Do("see", "getPlaces", text)
	switch {
	case text == "":
		return problem.NotAccepted(label, text, "an airport or city code, or a name")
	case len(text) <= 4 && strings.ContainsAny(text, "0123456789") && strings.Trim(text, capitals) == "": // no name is written so
		return problem.Usagef("%s %s is not an airport or city code (three letters)", label, words.Quote(text)).Next(lookUp)
	case strings.ContainsRune(text, utf8.RuneError): // also a byte that is not UTF-8
		return problem.NotAccepted(label, text, "an airport or city code, or a name in UTF-8")
	case len([]rune(text)) > maxTyped:
		return problem.NotAccepted(label, text, fmt.Sprintf("a name of at most %d characters, or a code", maxTyped))
	case !IsSure(text):
		return nil
	}
	known, err := d.Deployment.Knows(text)
	if err != nil || known {
		return err
	}
	return problem.Usagef("%s %s is not an airport or city code of the sandbox", label, words.Quote(text)).Next(lookUp)
}

// CheckRoute returns an error for ends of a journey that cannot be meant, before any request: neither codes nor
// names, or the same place.
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
	return problem.Usagef("FROM and TO are both %s; give two different places", words.Quote(text)).
		At("to", fmt.Sprintf("both ends are %s; give two different places", words.Quote(text)))
}

// atEnd adds the argument, the end of a journey, to an error.
func atEnd(label string, err error) error {
	return problem.FieldError{Err: err, Wire: strings.ToLower(label), Label: label}
}

// A Finder looks up places.
type Finder struct {
	desk     *desk.Desk
	unit     words.Unit // of distances
	language string     // the traveler's, BCP 47; "" if it is that of the service's canonical names
}

// At returns a finder for a locale.
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

// Route finds the two places to fly between. A code in capitals is left to the service, unless sure is set because
// many searches follow.
func (f Finder) Route(ctx context.Context, from, to string, sure bool) (start, end Place, err error) {
	if start, err = f.resolve(ctx, "FROM", from, to, sure); err != nil {
		return start, end, atEnd("FROM", err)
	}
	if end, err = f.resolve(ctx, "TO", to, from, sure); err != nil {
		return start, end, atEnd("TO", err)
	}
	if start.Code == end.Code {
		return start, end, same(start.Code)
	}
	return start, end, nil
}

// resolve turns what was typed into a place to fly to. A code in capitals is used as it is, unless sure is set;
// everything else is looked up. If the name is ambiguous, or the town has no airport, the traveler chooses. other is
// the other end of the trip, to show distances from.
func (f Finder) resolve(ctx context.Context, label, text, other string, sure bool) (Place, error) {
	text = strings.TrimSpace(text)
	if IsSure(text) && !sure {
		if flies, err := f.desk.Deployment.Flies(text); flies || err != nil {
			return Place{Code: text}, err
		}
	}
	found, err := f.landing(ctx, label, text, other)
	switch place, isPlanned := planned(err, text); {
	case isPlanned:
		return place, nil
	case IsSure(text) && (found.meaning != named || err == nil && words.Stated(found.place.Code) == text):
		return Place{Code: text}, nil // the service decides
	case err != nil:
		return Place{}, err
	}
	return toPlace(found.place), nil
}

// landing returns the place to fly to for a code in capitals or a name: the one that was found, or the airport the
// traveler chooses if that town has none. It remembers a place that was named. The meaning is not named if the service
// does not know the code or cannot be asked.
func (f Finder) landing(ctx context.Context, label, text, other string) (found finding, err error) {
	if IsSure(text) {
		found, err = f.look(ctx, text)
	} else {
		found, err = f.meant(ctx, label, text, other)
	}
	if err != nil || found.meaning != named {
		return found, err
	}
	town := found.place
	near, lacking, err := f.instead(ctx, found)
	switch {
	case err != nil && usesCode(town): // the service decides
	case err != nil:
		return found, err
	case lacking:
		q := question{label: label, text: text, meaning: unserved, candidates: near, from: &town}
		if len(near) == 0 {
			return found, problem.ChoiceError{
				Text: label + " " + q.says() + ", nor is one known near it", Hint: "give the code of the airport to use",
			}
		}
		if found.place, err = f.choose(ctx, q); err != nil {
			return found, err
		}
	}
	if !IsSure(text) {
		Remember(f.desk, toPlace(found.place))
	}
	return found, nil
}

// planned returns a stand-in for a place that cannot be looked up in a dry run.
func planned(err error, text string) (Place, bool) {
	p, ok := errors.AsType[apiclient.PlannedError](err)
	if !ok {
		return Place{}, false
	}
	code := p.Place(text)
	return Place{Code: code, City: true, CityCode: code, Name: text}, true
}

// meant returns the place for a name, which the traveler chooses if the name is ambiguous. It warns if the place is
// shown under another name.
func (f Finder) meant(ctx context.Context, label, text, other string) (finding, error) {
	found, err := f.find(ctx, text)
	if err != nil || found.meaning == named {
		return found, err
	}
	candidates := withHandles(found.rows)
	if len(candidates) == 0 {
		return found, nothing(label, text, "place with a code")
	}
	q := question{label: label, text: text, meaning: found.meaning, candidates: candidates}
	if other = strings.TrimSpace(other); other != "" { // distances from there are optional
		end, err := f.look(ctx, other)
		if _, known := PointOf(end.place); err == nil && known && end.meaning == named {
			q.from = &end.place
		}
	}
	found.place, err = f.choose(ctx, q)
	found.meaning = named
	return found, err
}

// nothing returns the error for a name without a match.
func nothing(label, text, kind string) error {
	e := problem.ChoiceError{
		Text: fmt.Sprintf("%s %s matches no %s", label, words.Quote(text), kind),
		Then: problem.Ways(problem.Do("another spelling, the nearest big city, or", "getPlaces", text)),
	}
	if IsCode(text) {
		e.Then = nil
		e.Hint = "a code is written in capitals, " + strings.ToUpper(text) + "; for a name try another spelling or the nearest big city"
	}
	return e
}

// find looks up a name. It warns if the place is shown under another name.
func (f Finder) find(ctx context.Context, text string) (finding, error) {
	found, err := f.look(ctx, text)
	if found.as != "" {
		f.desk.Report.Warn(fmt.Sprintf("%s: %s (%s)", clean.Line(text), ShortName(found.place), Typed(found.place)))
	}
	return found, err
}

// look finds the place for a name or a code. A code in capitals is never a name, and nothing is found for it if
// nothing is sent.
func (f Finder) look(ctx context.Context, text string) (finding, error) {
	answer, err := f.lookUp(ctx, text, "")
	if _, planned := errors.AsType[apiclient.PlannedError](err); planned && IsSure(text) {
		return finding{}, nil
	}
	if err != nil {
		return finding{}, err
	}
	if !IsSure(text) {
		return understand(text, answer), nil
	}
	found := finding{rows: answer.Results}
	found.place, found.meaning = coded(text, found.rows)
	return found, nil
}

// lookUp looks up cities and airports, with names in a language or "" for the canonical names.
func (f Finder) lookUp(ctx context.Context, text, language string) (*apiclient.PlaceResults, error) {
	p := &apiclient.GetPlacesParams{Query: text, Types: []apiclient.PlaceType{apiclient.PlaceTypeCity, apiclient.PlaceTypeAirport}}
	if language != "" {
		p.Locale = &language
	}
	answer, err := f.desk.Client().GetPlaces(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("look up %s: %w", words.Quote(text), err)
	}
	return answer.Value, nil
}

func usesCode(p apiclient.Place) bool { return IsCode(words.Stated(p.Code)) }

// instead returns the airports around a town without an airport, nearest first. lacking is false if the town has an
// airport or that is unknown.
func (f Finder) instead(ctx context.Context, found finding) (near []apiclient.Place, lacking bool, err error) {
	row := found.place
	own := func(p apiclient.Place) bool {
		return p.Type == apiclient.PlaceTypeAirport && usesCode(p) && usesCode(row) &&
			(whereabouts(p) == whereabouts(row) || strings.EqualFold(*p.Code, *row.Code))
	}
	if _, known := PointOf(row); !known || row.Type != apiclient.PlaceTypeCity || slices.ContainsFunc(found.rows, own) {
		return nil, false, nil
	}
	answer, err := f.desk.Client().GetNearbyPlaces(ctx, &apiclient.GetNearbyPlacesParams{
		Latitude: row.Latitude, Longitude: row.Longitude, Types: []apiclient.PlaceType{apiclient.PlaceTypeAirport},
	})
	if err != nil {
		return nil, false, fmt.Errorf("look for airports near %s: %w", ShortName(row), err)
	}
	if slices.ContainsFunc(answer.Value.Results, own) {
		return nil, false, nil
	}
	near = slices.DeleteFunc(answer.Value.Results, func(p apiclient.Place) bool {
		return p.Type != apiclient.PlaceTypeAirport || !usesCode(p)
	})
	return near, true, nil
}

// Refused rewords a refused request, because one of the codes may be of a town without an airport. ends are pairs of
// argument and code.
func (f Finder) Refused(ctx context.Context, err error, ends ...[2]string) error {
	p, ok := errors.AsType[*apiclient.ProblemError](err)
	if !ok || p.Status != http.StatusBadRequest {
		return err
	}
	ends = slices.DeleteFunc(ends, func(end [2]string) bool { return !strings.Contains(p.Detail, end[1]) })
	if unserved := f.Unserved(ctx, ends...); unserved != nil {
		return unserved
	}
	return err
}

// Unserved returns an error if one of the ends is a town without an airport. ends are pairs of argument and code.
func (f Finder) Unserved(ctx context.Context, ends ...[2]string) error {
	for _, end := range ends {
		found, _ := f.look(ctx, end[1])
		if found.meaning != named {
			continue
		}
		if near, _, failed := f.instead(ctx, found); failed == nil && len(near) > 0 {
			q := question{label: end[0], text: end[1], meaning: unserved, candidates: near, from: &found.place}
			return atEnd(end[0], q.choice(f.unit).ChoiceError)
		}
	}
	return nil
}

// City turns a code or a name into a city. An airport stands for its city. If the name is ambiguous, the traveler
// chooses.
func (f Finder) City(ctx context.Context, label, text string) (Place, error) {
	text = strings.TrimSpace(text)
	city, err := f.city(ctx, label, text)
	if place, ok := planned(err, text); ok {
		return place, nil
	}
	if err == nil && city.City {
		Remember(f.desk, city)
	}
	return city, err
}

func (f Finder) city(ctx context.Context, label, text string) (Place, error) {
	if IsSure(text) {
		answer, err := f.lookUp(ctx, text, "")
		if err != nil {
			return Place{}, err
		}
		city := cityOfCode(text, answer.Results)
		for _, p := range answer.Results {
			if !city.City && p.Type == apiclient.PlaceTypeAirport && strings.EqualFold(words.Stated(p.Code), text) {
				return spotted(city, p), nil
			}
		}
		return city, nil
	}
	found, err := f.find(ctx, text)
	if err != nil {
		return Place{}, err
	}
	if found.meaning == named {
		if !usesCode(found.place) {
			return toPlace(found.place), nil
		}
		if own := withCities([]apiclient.Place{found.place}); len(own) > 0 {
			return spotted(cityOfCode(*own[0].Code, append(own, found.rows...)), found.place), nil
		}
	}
	cities := withCities(found.rows)
	if len(cities) == 0 {
		return Place{}, nothing(label, text, "city")
	}
	row, err := f.choose(ctx, question{label: label, text: text, meaning: found.meaning, candidates: cities})
	return toPlace(row), err
}

// spotted adds the airport that was named to a city, if its position is known.
func spotted(city Place, p apiclient.Place) Place {
	if _, known := PointOf(p); known && p.Type == apiclient.PlaceTypeAirport {
		city.Spot = &p
	}
	return city
}

// cityOfCode returns the city with a code, or the city of the airport with that code. An unknown code is used as it
// is.
func cityOfCode(code string, all []apiclient.Place) Place {
	found := Place{Code: code}
	for _, p := range all {
		if p.Code == nil || !strings.EqualFold(*p.Code, code) {
			continue
		}
		if p.Type == apiclient.PlaceTypeCity {
			return toPlace(p)
		}
		if p.CityCode != nil && IsCode(*p.CityCode) {
			found = Place{Code: strings.ToUpper(*p.CityCode)}
		}
	}
	return found
}

// withCities replaces places by their cities, without duplicates.
func withCities(all []apiclient.Place) []apiclient.Place {
	var found []apiclient.Place
	for _, p := range all {
		code := p.CityCode
		if p.Type == apiclient.PlaceTypeCity {
			code = p.Code
		}
		switch {
		case IsCode(words.Stated(code)):
			p.Code = new(strings.ToUpper(*code))
		case p.Type != apiclient.PlaceTypeCity, !usable(p):
			continue
		}
		at := slices.IndexFunc(found, func(f apiclient.Place) bool { return Typed(f) == Typed(p) })
		switch {
		case at < 0:
			found = append(found, p)
		case p.Type == apiclient.PlaceTypeCity && found[at].Type != p.Type:
			found[at] = p
		}
	}
	return found
}

// Airports returns the codes of the airports of a city, or nil if the name is ambiguous.
func (f Finder) Airports(ctx context.Context, text string) (codes []string) {
	found, err := f.look(ctx, text)
	if err != nil || found.meaning != named {
		return nil
	}
	cities := withCities([]apiclient.Place{found.place})
	for _, p := range found.rows {
		if p.Type == apiclient.PlaceTypeAirport && len(cities) > 0 && words.Stated(p.CityCode) == words.Stated(cities[0].Code) {
			codes = append(codes, words.Stated(p.Code))
		}
	}
	return codes
}

// Place turns what was typed into a place to fly to, and looks up its position. An unknown code is used as it is.
func (f Finder) Place(ctx context.Context, label, text string) (Place, error) {
	text = strings.TrimSpace(text)
	found, err := f.landing(ctx, label, text, "")
	if place, ok := planned(err, text); ok {
		return place, nil
	}
	return f.located(ctx, text, found, err)
}

// Located returns the place with a code, its name, country and position, as far as they are known. It has the code
// even if the look-up fails.
func (f Finder) Located(ctx context.Context, code string) (Place, error) {
	found, err := f.look(ctx, code)
	return f.located(ctx, code, found, err)
}

func (f Finder) located(ctx context.Context, code string, found finding, err error) (Place, error) {
	if err != nil || found.meaning != named {
		return Place{Code: code, CityCode: code}, err
	}
	place := toPlace(found.place)
	place.Country = f.country(ctx, found.place)
	return place, nil
}

// Name returns the name of the place with a code, or "" if it cannot be looked up.
func (f Finder) Name(ctx context.Context, code string) string {
	answer, err := f.lookUp(ctx, code, f.language)
	if err != nil {
		return ""
	}
	for _, p := range answer.Results {
		if p.Code != nil && strings.EqualFold(*p.Code, code) {
			return ShortName(p)
		}
	}
	return ""
}

// Country returns the country code of a place, from what is known or by a look-up. It returns "" if that fails.
func (f Finder) Country(ctx context.Context, p Place) string {
	switch {
	case p.Country != "":
		return p.Country
	case p.Code == "" && p.Spot != nil:
		return countryNamed(*p.Spot)
	}
	for _, known := range f.desk.Lists().Places() {
		if known.Code == p.Code && known.Country != "" {
			return known.Country
		}
	}
	found, _ := f.look(ctx, p.Code)
	country := f.country(ctx, found.place)
	if country != "" {
		Remember(f.desk, Place{Code: p.Code, Name: ShortName(found.place), Country: country})
	}
	return country
}

// country returns the country of a row or of its city, or "".
func (f Finder) country(ctx context.Context, row apiclient.Place) string {
	country, city := countryNamed(row), strings.ToUpper(words.Stated(row.CityCode))
	if country != "" || !IsCode(city) || city == strings.ToUpper(words.Stated(row.Code)) {
		return country
	}
	found, _ := f.look(ctx, city) // the zero place has no name
	return countryNamed(found.place)
}

// countryNamed returns the code of the country at the end of a name such as "Lisbon, Portugal" or "Lisbon, PT", or "".
func countryNamed(row apiclient.Place) string {
	parts := parted(row.Name)
	if found := names.Countries(strings.TrimSpace(parts[len(parts)-1]), nil); len(parts) > 1 && len(found) == 1 {
		return found[0].Code
	}
	return countryOf(row)
}

// countryOf returns the country code at the end of a name such as "Lisbon, PT", or "".
func countryOf(p apiclient.Place) string {
	parts := parted(p.Name)
	last := strings.TrimSpace(parts[len(parts)-1])
	if len(parts) == 1 || len(last) != 2 || strings.ContainsFunc(last, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		return ""
	}
	return last
}
