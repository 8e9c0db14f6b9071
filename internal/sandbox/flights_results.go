package sandbox

import (
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

func (a *flightAPI) getFlightSearchResults(c *call) (any, error) {
	q, err := a.openSearch(c.params.Text("searchId"), c.at)
	if err != nil {
		return nil, err
	}
	p, err := resultsParams(c.params)
	if err != nil {
		return nil, err
	}
	return a.engine().Results(q, c.at, quoteOf(c.params), p), nil
}

func resultsParams(params rest.Values) (flights.ResultsParams, error) {
	p := flights.ResultsParams{
		Page:                params.Int("page"),
		PageSize:            params.Int("pageSize"),
		Sort:                wire.FlightSort(params.Text("sort")),
		Airlines:            params.Texts("airlines"),
		AirlinesMatch:       wire.AirlinesMatch(params.Text("airlines-match")),
		SameAirline:         params.Flag("same-airline"),
		Alliances:           params.Texts("alliances"),
		Stops:               params.Ints("stops"),
		MinPrice:            params.OptionalNumber("min-price"),
		MaxPrice:            params.OptionalNumber("max-price"),
		MaxDuration:         params.OptionalInt("max-duration"),
		MinStopover:         params.OptionalMinutes("min-stopover-duration"),
		MaxStopover:         params.OptionalMinutes("max-stopover-duration"),
		OutboundMinDuration: params.OptionalMinutes("outbound-min-duration"),
		OutboundMaxDuration: params.OptionalMinutes("outbound-max-duration"),
		ReturnMinDuration:   params.OptionalMinutes("return-min-duration"),
		ReturnMaxDuration:   params.OptionalMinutes("return-max-duration"),
		BookingTypes:        words[wire.BookingType](params.Texts("booking-types")),
		BookingSites:        params.Texts("booking-sites"),
		StopoverAirports:    params.Texts("stopover-airports"),
		Aircraft:            params.Texts("aircraft"),
	}
	for name, clock := range map[string]*flights.Clock{
		"outbound-departure": &p.OutboundDeparture,
		"outbound-arrival":   &p.OutboundArrival,
		"return-departure":   &p.ReturnDeparture,
		"return-arrival":     &p.ReturnArrival,
	} {
		span, err := minuteRange(params.Text(name + "-range"))
		if err != nil {
			return p, fmt.Errorf("%s-range: %w", name, err)
		}
		*clock = flights.Clock{Blocks: words[wire.TimeBlock](params.Texts(name + "-blocks")), Range: span}
	}
	return p, nil
}

// minuteRange reads minutes of the day as "360-720" in a text that has passed
// the contract's pattern, which lets spaces in and takes an empty text for no
// range at all.
func minuteRange(text string) (*flights.MinuteRange, error) {
	if text == "" {
		return nil, nil
	}
	low, high, _ := strings.Cut(text, "-")
	from, err := strconv.Atoi(strings.TrimSpace(low))
	if err != nil {
		return nil, err
	}
	to, err := strconv.Atoi(strings.TrimSpace(high))
	if err != nil {
		return nil, err
	}
	return &flights.MinuteRange{From: from, To: to}, nil
}

// words converts texts that were checked against a list of words to their type.
func words[T ~string](texts []string) []T {
	var typed []T
	for _, text := range texts {
		typed = append(typed, T(text))
	}
	return typed
}
