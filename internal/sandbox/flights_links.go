package sandbox

import (
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/links"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// getFareBookingLink joins what the caller sends. Whether trip, fare and
// options exist is for the checkout to find out, as the contract has it; the
// caller's own context has to make sense on its own.
func (a *flightAPI) getFareBookingLink(c *call) (any, error) {
	tripID := c.params.Text("tripId")
	searchID, _, _ := strings.Cut(tripID, ":")
	if sent := c.params.Text("searchId"); c.params.Given("searchId") && sent != searchID {
		return nil, rest.Invalidf("Query parameter searchId has %.40q; it must be the part of tripId before its first colon.", sent)
	}
	options, err := fareOptionIDs(c.params.Text("fareOptionId"))
	if err != nil {
		return nil, err
	}
	f, err := linkedFlights(c.params)
	if err != nil {
		return nil, err
	}
	if _, err := linkedDay(c.params); err != nil {
		return nil, err
	}
	checkout := links.Checkout{Flights: f, TripID: tripID, FareID: c.params.Text("fareId"), Options: options}
	return wire.BookingLink{BookingURL: a.origin + checkout.Path(), Expires: true}, nil
}

// getFlightSearchLink joins what the caller sends, and refuses days on which
// no search could be made.
func (a *flightAPI) getFlightSearchLink(c *call) (any, error) {
	f, err := linkedFlights(c.params)
	if err != nil {
		return nil, err
	}
	out, err := linkedDay(c.params)
	if err != nil {
		return nil, err
	}
	if first, last := a.departures(f.From, c.at); out.Before(first) || out.After(last) {
		return nil, rest.Invalidf("Query parameter fromDate has %s; it must be from today, %s, to %s, a year ahead.",
			f.Out, first.Format(time.DateOnly), last.Format(time.DateOnly))
	}
	return wire.SearchLink{SearchURL: a.origin + f.Path(), Expires: false}, nil
}

// linkedFlights is the search that a link operation was called with. The
// currency is the one value without a default: an open link stays open.
func linkedFlights(params rest.Values) (links.Flights, error) {
	f := links.Flights{
		From:     params.Text("from"),
		To:       params.Text("to"),
		FromCity: optionalFlag(params, "fromCity"),
		ToCity:   optionalFlag(params, "toCity"),
		Out:      params.Text("fromDate"),
		Back:     params.Text("toDate"),
		Cabin:    params.Text("cabin"),
		Adults:   params.Int("adults"),
		Children: params.Int("children"),
		Infants:  params.Int("infants"),
		Site:     siteOf(params),
		Currency: params.Text("currency"),
		Locale:   params.Text("locale"),
	}
	if f.Infants > f.Adults {
		return f, rest.Invalidf("Query parameter infants has %d; it must be at most adults, which is %d.", f.Infants, f.Adults)
	}
	return f, nil
}

// optionalFlag is a yes or no as sent, or nil.
func optionalFlag(params rest.Values, name string) *bool {
	if !params.Given(name) {
		return nil
	}
	return new(params.Flag(name))
}

// linkedDay is the day a link leaves on, as midnight UTC. The way back, when
// there is one, must not come before it.
func linkedDay(params rest.Values) (time.Time, error) {
	out, err := dateOf(params, "Query parameter", "fromDate")
	if err != nil || !params.Given("toDate") {
		return out, err
	}
	back, err := dateOf(params, "Query parameter", "toDate")
	if err != nil {
		return out, err
	}
	if back.Before(out) {
		return out, rest.Invalidf("Query parameter toDate has %s; it must not be before fromDate, which is %s.",
			params.Text("toDate"), params.Text("fromDate"))
	}
	return out, nil
}

// fareOptionIDs splits what has passed the contract's pattern, which holds
// neither the length of one id nor that each comes once.
func fareOptionIDs(list string) ([]string, error) {
	options := strings.Split(list, ",")
	for i, id := range options {
		if len(id) > links.MaxID {
			return nil, rest.Invalidf("Query parameter fareOptionId has an id of %d characters; each must be of 1 to %d.", len(id), links.MaxID)
		}
		if slices.Contains(options[:i], id) {
			return nil, rest.Invalidf("Query parameter fareOptionId has %.40q twice; send each id once.", id)
		}
	}
	return options, nil
}
