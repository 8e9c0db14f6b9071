package places

import (
	"context"
	"errors"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/names"
	"travel.example/travel/internal/words"
)

// A Spot is a place and where on earth it lies.
type Spot struct {
	Place
	CityCode string // of the city that it is or belongs to; its own code where no one said
	Point    *Point // nil where the service does not say
}

// Spot turns what a person typed into a place that airlines fly to, as Resolve does, and looks up where
// it lies. A code in capitals that the service does not find is as good as it is.
func (f Finder) Spot(ctx context.Context, label, text string) (Spot, error) {
	text = strings.TrimSpace(text)
	row, err := f.spotted(ctx, label, text)
	if planned, ok := errors.AsType[apiclient.PlannedError](err); ok {
		code := planned.Place(text)
		return Spot{Place: Place{Code: code, Name: text}, CityCode: code}, nil
	}
	if err != nil {
		return Spot{Place: Place{Code: text}, CityCode: text}, err
	}
	return f.homed(ctx, spotOf(row)), nil
}

func (f Finder) spotted(ctx context.Context, label, text string) (apiclient.Place, error) {
	if !IsSure(text) {
		return f.flown(ctx, label, text, "")
	}
	answer, err := f.lookUp(ctx, text, "")
	if _, planned := errors.AsType[apiclient.PlannedError](err); planned {
		return apiclient.Place{Code: &text}, nil
	}
	if err != nil {
		return apiclient.Place{}, err
	}
	row, means := coded(text, answer.Results)
	if means != named {
		return apiclient.Place{Code: &text}, nil
	}
	return f.served(ctx, label, text, row, answer.Results)
}

// Located is the place of a code with its name, its country and where it lies, as far as the service
// tells. The error is that of the look-up; the spot has its code even then.
func (f Finder) Located(ctx context.Context, code string) (Spot, error) {
	answer, err := f.lookUp(ctx, code, "")
	if _, planned := errors.AsType[apiclient.PlannedError](err); planned {
		err = nil // the code is as good as it is
		answer = &apiclient.PlaceResults{}
	}
	if err != nil {
		return Spot{Place: Place{Code: code}, CityCode: code}, err
	}
	row, means := coded(code, answer.Results)
	if means != named {
		return Spot{Place: Place{Code: code}, CityCode: code}, nil
	}
	return f.homed(ctx, spotOf(row)), nil
}

// homed is a spot with the country of its city, where its own name does not tell one.
func (f Finder) homed(ctx context.Context, s Spot) Spot {
	if s.Country == "" && s.CityCode != s.Code {
		_, s.Country = f.countryBehind(ctx, s.CityCode)
	}
	return s
}

// spotOf is a row with a code.
func spotOf(row apiclient.Place) Spot {
	s := Spot{Place: toPlace(row)}
	s.CityCode = s.Code
	if city := words.Stated(row.CityCode); IsCode(city) {
		s.CityCode = strings.ToUpper(city)
	}
	s.Country = countryNamed(row)
	if p, known := PointOf(row); known {
		s.Point = &p
	}
	return s
}

// countryNamed is the country that a shown name ends with: "Lisbon, Portugal" or "Lisbon, PT"; "" where
// there is none.
func countryNamed(row apiclient.Place) string {
	parts := parted(row.Name)
	if found := names.Countries(strings.TrimSpace(parts[len(parts)-1]), nil); len(parts) > 1 && len(found) == 1 {
		return found[0].Code
	}
	return countryOf(row)
}
