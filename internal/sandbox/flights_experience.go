package sandbox

import (
	"errors"
	"fmt"
	"strings"

	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/rest"
)

func (s *Server) getTripExperience(c *call) (any, error) {
	searchID, code, _ := strings.Cut(c.params.Text("tripId"), ":") // the pattern has checked the colon
	if sent := c.params.Text("searchId"); c.params.Given("searchId") && sent != searchID {
		return nil, rest.Invalidf("Query parameter searchId has %q; it must be the part of the trip id before its first colon.", sent)
	}
	q, err := s.openSearch(searchID, c.at)
	if err != nil {
		return nil, err
	}
	experience, err := s.flights().Experience(q, c.at, code)
	if errors.Is(err, flights.ErrNotFound) {
		return nil, rest.NotFoundf("The search has no trip with this id at this moment.")
	}
	if err != nil {
		return nil, fmt.Errorf("read experience: %w", err)
	}
	return experience, nil
}
