package places

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// flown is the place that a name stands for, as a flight takes it: one that airlines fly to. It is
// remembered.
func (f Finder) flown(ctx context.Context, label, text, other string) (apiclient.Place, error) {
	row, found, err := f.understood(ctx, label, text, other)
	if err == nil {
		row, err = f.served(ctx, label, text, row, found.rows)
	}
	if err == nil {
		Remember(f.desk, toPlace(row))
	}
	return row, err
}

// served is a place that airlines fly to: the row itself, or what the traveler chooses of the airports
// near a town that has none. rows are those that the service gave with it. Where nothing can be found
// out, a place with a code is left to the service.
func (f Finder) served(ctx context.Context, label, text string, row apiclient.Place, rows []apiclient.Place) (apiclient.Place, error) {
	near, err := f.instead(ctx, row, rows)
	switch {
	case err != nil && usesCode(row):
		return row, nil // the service judges its code
	case err != nil:
		return row, err
	case near == nil:
		return row, nil
	}
	q := question{label: label, text: text, meaning: unserved, candidates: *near, from: &row}
	if len(*near) == 0 {
		return row, problem.ChoiceError{
			Text: label + " " + q.noAirport() + ", nor is one known near it", Hint: "give the code of the airport to use",
		}
	}
	return f.choose(ctx, q)
}

func usesCode(p apiclient.Place) bool { return IsCode(words.Stated(p.Code)) }

// instead are the airports around a town that has none itself, nearest first, which may be none; nil
// for a place that is served, or of which that cannot be told.
func (f Finder) instead(ctx context.Context, row apiclient.Place, rows []apiclient.Place) (*[]apiclient.Place, error) {
	own := func(p apiclient.Place) bool {
		return p.Type == apiclient.PlaceTypeAirport && usesCode(p) && usesCode(row) &&
			(whereabouts(p) == whereabouts(row) || strings.EqualFold(*p.Code, *row.Code))
	}
	if row.Type != apiclient.PlaceTypeCity || slices.ContainsFunc(rows, own) {
		return nil, nil
	}
	if _, known := PointOf(row); !known {
		return nil, nil
	}
	client, err := f.desk.Client()
	if err != nil {
		return nil, err
	}
	answer, err := client.GetNearbyPlaces(ctx, &apiclient.GetNearbyPlacesParams{
		Latitude: row.Latitude, Longitude: row.Longitude, Types: []apiclient.PlaceType{apiclient.PlaceTypeAirport},
	})
	if err != nil {
		return nil, fmt.Errorf("look for airports near %s: %w", ShortName(row), err)
	}
	if slices.ContainsFunc(answer.Value.Results, own) {
		return nil, nil
	}
	near := slices.DeleteFunc(answer.Value.Results, func(p apiclient.Place) bool {
		return p.Type != apiclient.PlaceTypeAirport || !usesCode(p)
	})
	return &near, nil
}

// Refused words the refusal of a request whose ends were typed as codes: one of them may be that of a
// town without an airport. ends are the labels of arguments with their codes.
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

// Unserved says which of these ends, labels of arguments with their codes, is that of a town without an
// airport; nil where none is known to be.
func (f Finder) Unserved(ctx context.Context, ends ...[2]string) error {
	for _, end := range ends {
		row, rows, found := f.ofCode(ctx, end[1])
		if !found {
			continue
		}
		if near, failed := f.instead(ctx, row, rows); failed == nil && near != nil && len(*near) > 0 {
			return atEnd(end[0], question{label: end[0], text: end[1], meaning: unserved, candidates: *near, from: &row}.left(f.unit))
		}
	}
	return nil
}

// ofCode is the row of a code, with those that came with it.
func (f Finder) ofCode(ctx context.Context, code string) (row apiclient.Place, rows []apiclient.Place, found bool) {
	answer, err := f.lookUp(ctx, code, "")
	if err != nil {
		return row, nil, false
	}
	row, means := coded(code, answer.Results)
	return row, answer.Results, means == named
}

// noAirport says what is wrong with a town.
func (q question) noAirport() string { return ShortName(*q.from) + " has no airline airport" }

// mostAway is how many airports a sentence names.
const mostAway = 5

// away are the candidates with how far each is from the town.
func (q question) away(unit words.Unit) []string {
	var list []string
	for _, p := range q.candidates[:min(len(q.candidates), mostAway)] {
		list = append(list, strings.TrimSpace(Typed(p)+" "+words.Distance(Between(*q.from, p), unit)))
	}
	return list
}
