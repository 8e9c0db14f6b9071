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
func (s *Server) getFareBookingLink(c *call) (any, error) {
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
	return wire.BookingLink{BookingURL: s.origin.String() + checkout.Path(), Expires: true}, nil
}

// getFlightSearchLink joins what the caller sends, and refuses days on which
// no search could be made.
func (s *Server) getFlightSearchLink(c *call) (any, error) {
	f, err := linkedFlights(c.params)
	if err != nil {
		return nil, err
	}
	out, err := linkedDay(c.params)
	if err != nil {
		return nil, err
	}
	if first, last := s.departures(f.From, c.at); out.Before(first) || out.After(last) {
		return nil, rest.Invalidf("Query parameter fromDate has %s; it must be from today, %s, to %s, %d days ahead.",
			f.Out, first.Format(time.DateOnly), last.Format(time.DateOnly), bookable)
	}
	return wire.SearchLink{SearchURL: s.origin.String() + f.Path(), Expires: false}, nil
}

// departures is the first and the last day on which a trip from a place can be
// searched for, as midnight UTC. Where the place is unknown, it is every day
// that is one of these somewhere on Earth.
func (s *Server) departures(from string, at time.Time) (first, last time.Time) {
	if s.flights().Known(from) {
		today := todayAt(from, at)
		return today, today.AddDate(0, 0, bookable)
	}
	first = at.UTC().Add(-12 * time.Hour).Truncate(24 * time.Hour)
	last = at.UTC().Add(14 * time.Hour).Truncate(24 * time.Hour)
	return first, last.AddDate(0, 0, bookable)
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
		Site:     defaultSite,
		Currency: params.Text("currency"),
		Locale:   params.Text("locale"),
	}
	if params.Given("siteCode") {
		f.Site = params.Text("siteCode")
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
	out, err := queryDay(params, "fromDate")
	if err != nil || !params.Given("toDate") {
		return out, err
	}
	back, err := queryDay(params, "toDate")
	if err != nil {
		return out, err
	}
	if back.Before(out) {
		return out, rest.Invalidf("Query parameter toDate has %s; it must not be before fromDate, which is %s.",
			params.Text("toDate"), params.Text("fromDate"))
	}
	return out, nil
}

func queryDay(params rest.Values, name string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, params.Text(name))
	if err != nil {
		return time.Time{}, rest.Invalidf("Query parameter %s has %s, which is not a day of the calendar.", name, params.Text(name))
	}
	return day, nil
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
