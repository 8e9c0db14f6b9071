package places

import (
	"context"
	"errors"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/words"
)

// City turns a code or a name into a city's code with its name, when that is known. An airport
// stands for the city it serves. Where the words are not beyond doubt the name of one of them, the
// traveler chooses. What is known to be a city is remembered.
func (f Finder) City(ctx context.Context, label, text string) (Place, error) {
	city, err := f.city(ctx, label, text)
	if planned, ok := errors.AsType[apiclient.PlannedError](err); ok {
		text = strings.TrimSpace(text)
		return Place{Code: planned.Place(text), City: true, Name: text}, nil
	}
	if err == nil && city.City {
		Remember(f.desk, city)
	}
	return city, err
}

// Airports are the codes of the airports of the city that a text names, nil where it names none for sure.
func (f Finder) Airports(ctx context.Context, text string) (codes []string) {
	answer, err := f.lookUp(ctx, text, "")
	if err != nil {
		return nil
	}
	found := understand(text, answer)
	if found.meaning != named {
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

func (f Finder) city(ctx context.Context, label, text string) (Place, error) {
	text = strings.TrimSpace(text)
	if IsSure(text) {
		answer, err := f.lookUp(ctx, text, "")
		if err != nil {
			return Place{}, err
		}
		return cityAround(text, answer.Results), nil
	}
	found, err := f.find(ctx, text)
	if err != nil {
		return Place{}, err
	}
	cities := withCities(found.rows)
	if found.meaning == named {
		if !IsCode(words.Stated(found.place.Code)) {
			return toPlace(found.place), nil
		}
		if own := withCities([]apiclient.Place{found.place}); len(own) > 0 {
			return spotted(cityOfCode(*own[0].Code, append(own, found.rows...)), found.place), nil
		}
	}
	if len(cities) == 0 {
		return Place{}, nothing(label, text, "city")
	}
	row, err := f.choose(ctx, question{label: label, text: text, meaning: found.meaning, candidates: cities})
	return toPlace(row), err
}

// cityAround is the city of a code, with the airport that has it.
func cityAround(code string, all []apiclient.Place) Place {
	city := cityOfCode(code, all)
	at := slices.IndexFunc(all, func(p apiclient.Place) bool {
		return p.Type == apiclient.PlaceTypeAirport && strings.EqualFold(words.Stated(p.Code), code)
	})
	if at < 0 || city.City {
		return city
	}
	return spotted(city, all[at])
}

// spotted is a city with the airport that was named, if its whereabouts are known.
func spotted(city Place, p apiclient.Place) Place {
	if _, known := PointOf(p); known && p.Type == apiclient.PlaceTypeAirport {
		city.Spot = &p
	}
	return city
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
			return toPlace(p)
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
