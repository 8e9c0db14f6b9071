package sandbox

import (
	"errors"
	"fmt"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/rest"
)

// getFareOptions refuses what does not have the shape of a fare id; what has it and
// cannot be opened, because its search is over or never existed, is not found. It
// refuses a currency without a rate too, where other reads answer in USD: this
// read promises prices in the currency that its metadata names.
func (s *Server) getFareOptions(c *call) (any, error) {
	id, err := flights.ParseFareID(c.params.Text("fareId"))
	if err != nil {
		return nil, rest.Invalidf("Path parameter fareId has %q, which is not a fare id;  send one from a trip's fares.", c.params.Text("fareId"))
	}
	if _, ok := data.Load().Currency(c.params.Text("currency")); !ok {
		return nil, rest.Invalidf("Query parameter currency has %q, which fares cannot be quoted in.", c.params.Text("currency"))
	}
	q, err := s.openSearch(id.Search, c.at)
	if err != nil {
		return nil, err
	}
	options, err := s.flights().FareOptions(q, c.at, quoteOf(c.params), id.String())
	switch {
	case errors.Is(err, flights.ErrNotFound):
		return nil, rest.NotFoundf("The search has no fare with this id at this moment.")
	case errors.Is(err, flights.ErrNotPlatform):
		return nil, rest.Invalidf("Path parameter fareId has a fare that is not of kind platform; only those have options. Its handoffUrl leads to its seller.")
	case err != nil:
		return nil, fmt.Errorf("read fare options: %w", err)
	}
	return options, nil
}
