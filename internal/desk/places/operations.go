package places

import (
	"context"
	"fmt"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Operations are the operations of the contract about places, as they stand.
func Operations() map[string]desk.Operation {
	return map[string]desk.Operation{
		"getPlaces": desk.Once(nil,
			func(ctx context.Context, c *apiclient.Client, _ *ask.Values, p *apiclient.GetPlacesParams) (*apiclient.Answer[apiclient.PlaceResults], error) {
				answer, err := c.GetPlaces(ctx, p)
				if err != nil {
					return nil, fmt.Errorf("look up %s: %w", words.Quote(p.Query), err)
				}
				return answer, nil
			}),
		"getNearbyPlaces": desk.Once(CheckPoint,
			func(ctx context.Context, c *apiclient.Client, _ *ask.Values, p *apiclient.GetNearbyPlacesParams) (*apiclient.Answer[apiclient.NearbyPlaceResults], error) {
				answer, err := c.GetNearbyPlaces(ctx, p)
				if err != nil {
					return nil, fmt.Errorf("look around: %w", err)
				}
				return answer, nil
			}),
	}
}

// CheckPoint holds the rule of one point for the parameters of getNearbyPlaces.
func CheckPoint(_ *desk.Desk, p *ask.Values) error {
	const next = "travel places nearby --help"
	switch {
	case p.Has("place") && (p.Has("latitude") || p.Has("longitude")):
		return problem.UsageError{Text: "--place and coordinates both name the point; give one of them", Next: next}
	case p.Has("latitude") != p.Has("longitude"):
		return problem.UsageError{Text: "--latitude and --longitude come together; give both", Next: next}
	case !p.Has("place") && !p.Has("latitude"):
		return problem.UsageError{Text: "PLACE|LAT,LNG is missing; give a place such as LHR or Lisbon, or coordinates such as 48.86,2.35", Next: next}
	}
	return nil
}
