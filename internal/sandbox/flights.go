package sandbox

import (
	"errors"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/links"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// createFlightSearch checks fields against each other, and codes and dates against the sandbox's data.
func (s *service) createFlightSearch(c *call) (any, error) {
	from, to := c.Text("from"), c.Text("to")
	for _, end := range []string{"from", "to"} {
		if _, ok := data.Ends(c.Text(end)); !ok {
			return nil, c.Refuse(end, "has %q, which is not an airport or city with scheduled flights", c.Text(end))
		}
	}
	if from == to {
		return nil, rest.Invalidf("Body fields from and to both have %q; they must differ.", from)
	}
	if err := checkInfants(c); err != nil {
		return nil, err
	}
	if err := checkDeparture(c); err != nil {
		return nil, err
	}
	id := s.ids.FlightSearch(ids.FlightSearch{
		From: from, To: to, Out: c.Text("fromDate"), Back: c.Text("toDate"), Cabin: c.Text("cabin"),
		Adults: c.Int("adults"), Children: c.Int("children"), Infants: c.Int("infants"), Site: c.site(),
		Created: c.at,
	})
	return wire.FlightSearchCreated{SearchID: id, SiteCode: c.site(), SiteCodeSource: c.Source("siteCode")}, nil
}

func checkInfants(c *call) error {
	if adults, infants := c.Int("adults"), c.Int("infants"); infants > adults {
		return c.Refuse("infants", "has %d; it must be at most adults, which is %d", infants, adults)
	}
	return nil
}

// tripDays checks the dates of a trip and returns its departure as midnight UTC. The return date, if there is
// one, must not be before the departure.
func tripDays(c *call) (out time.Time, err error) {
	if !c.Given("toDate") {
		return c.Date("fromDate")
	}
	out, _, err = c.days("fromDate", "toDate")
	return out, err
}

// checkDeparture checks that a trip departs between today at its origin and a year from now. If the origin is
// unknown, any day that is today somewhere on Earth counts as today.
func checkDeparture(c *call) error {
	out, err := tripDays(c)
	if err != nil {
		return err
	}
	there := westernmost()
	if ends, ok := data.Ends(c.Text("from")); ok {
		there = data.Zone(ends[0].Zone)
	}
	first, last := dayAt(c.at, there), yearAhead(c.at)
	if out.Before(first) || out.After(last) {
		return c.Refuse("fromDate", "has %s; it must be from today, %s, to %s, a year ahead",
			c.Text("fromDate"), first.Format(time.DateOnly), last.Format(time.DateOnly))
	}
	return nil
}

// westernmost returns the time zone where a day ends last. It is a function because the first time.FixedZone in a
// process creates many zones.
func westernmost() *time.Location { return time.FixedZone("", -12*60*60) }

// dayAt returns today's date in a time zone, as midnight UTC.
func dayAt(at time.Time, zone *time.Location) time.Time {
	year, month, day := at.In(zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// yearAhead returns the same date next year as midnight UTC, using the UTC date everywhere. After February 29
// comes February 28.
func yearAhead(at time.Time) time.Time {
	year, month, day := at.UTC().Date()
	ahead := time.Date(year+1, month, day, 0, 0, 0, 0, time.UTC)
	if ahead.Month() != month {
		return ahead.AddDate(0, 0, -1)
	}
	return ahead
}

// knownFlights returns the flight search encoded in an id, even if it has expired.
func (s *service) knownFlights(id string) (flights.Query, bool) {
	search, err := s.ids.ParseFlightSearch(id)
	return flights.Query{ID: id, FlightSearch: search}, err == nil
}

// openFlights returns the search encoded in an id if it is still valid at the given time.
func (s *service) openFlights(id string, at time.Time) (flights.Query, error) {
	q, ok := s.knownFlights(id)
	if !ok {
		return q, rest.NotFoundf("No flight search has this id. Create a new one.")
	}
	return q, stillOpen("flight", q.Created, at, flights.Lifetime)
}

// absent turns flights.ErrNotFound into an error for the caller.
func absent(what string, err error) error {
	if errors.Is(err, flights.ErrNotFound) {
		return rest.NotFoundf("The search has no %s with this id at this moment.", what)
	}
	return err
}

func (s *service) getFlightSearchResults(c *call) (any, error) {
	q, err := s.openFlights(c.Text("searchId"), c.at)
	if err != nil {
		return nil, err
	}
	return s.flights().Results(q, c.at, c.quote(), c.Values), nil
}

// openTrip returns a trip of a search that is still valid. wanted names the missing thing in the error.
func (s *service) openTrip(c *call, searchID, code, wanted string, quote market.Quote) (*flights.Trip, error) {
	q, err := s.openFlights(searchID, c.at)
	if err != nil {
		return nil, err
	}
	trip, err := s.flights().Trip(q, c.at, quote, code)
	return trip, absent(wanted, err)
}

func (s *service) getFlightTrip(c *call) (any, error) {
	searchID, code, found := strings.Cut(c.Text("tripId"), ":")
	if err := c.checkSearch(searchID, "tripId"); err != nil {
		return nil, err
	}
	if !found {
		return nil, rest.NotFoundf("A trip id is a search id, a colon and a trip code; this one has no colon.")
	}
	trip, err := s.openTrip(c, searchID, code, "trip", c.quote())
	switch {
	case err != nil:
		return nil, err
	case c.Text("view") == "detail":
		return trip.Detail(), nil
	}
	return trip.Default(), nil
}

func (s *service) getTripExperience(c *call) (any, error) {
	searchID, code, _ := strings.Cut(c.Text("tripId"), ":") // the pattern guarantees a colon
	if err := c.checkSearch(searchID, "tripId"); err != nil {
		return nil, err
	}
	trip, err := s.openTrip(c, searchID, code, "trip", market.Quote{})
	if err != nil {
		return nil, err
	}
	return trip.Experience(), nil
}

// getFareOptions refuses text that does not have the form of a fare id. A well-formed id whose search has expired
// or never existed is not found. It also refuses a currency without a rate, where other reads answer in USD,
// because this read promises prices in the currency named by its metadata.
func (s *service) getFareOptions(c *call) (any, error) {
	searchID, code, ok := flights.ParseFareID(c.Text("fareId"))
	if !ok {
		return nil, c.Refuse("fareId", "has %q, which is not a fare id; send one from a trip's fares", c.Text("fareId"))
	}
	if _, ok := data.CurrencyByCode(c.Text("currency")); !ok {
		return nil, c.Refuse("currency", "has %q, which fares cannot be quoted in", c.Text("currency"))
	}
	trip, err := s.openTrip(c, searchID, code, "fare", c.quote())
	if err != nil {
		return nil, err
	}
	options, err := trip.Options(c.Text("fareId"))
	if errors.Is(err, flights.ErrNotPlatform) {
		return nil, c.Refuse("fareId", "has a fare that is not of kind platform; only those have options. Its handoffUrl leads to its seller")
	}
	return options, absent("fare", err)
}

// getFlightSchedules ignores the locale, because carriers and aircraft have the same names in all languages.
func (s *service) getFlightSchedules(c *call) (any, error) {
	for _, end := range []string{"from", "to"} {
		if _, ok := s.flights().CityOf(c.Text(end)); !ok {
			return nil, c.Refuse(end, "has %q, which does not stand for a city with scheduled flights", c.Text(end))
		}
	}
	return s.flights().Schedules(c.at, c.Values, c.site()), nil
}

// getFareBookingLink combines the caller's parameters into a link. It checks only that they are consistent. As
// the contract says, the checkout finds out whether trip, fare and options exist.
func (s *service) getFareBookingLink(c *call) (any, error) {
	searchID, _, _ := strings.Cut(c.Text("tripId"), ":")
	if err := c.checkSearch(searchID, "tripId"); err != nil {
		return nil, err
	}
	// The contract's pattern does not limit the length of one id or forbid duplicates.
	options := strings.Split(c.Text("fareOptionId"), ",")
	for i, id := range options {
		if len(id) > links.MaxID {
			return nil, c.Refuse("fareOptionId", "has an id of %d characters; each must be of 1 to %d", len(id), links.MaxID)
		}
		if slices.Contains(options[:i], id) {
			return nil, c.Refuse("fareOptionId", "has %.40q twice; send each id once", id)
		}
	}
	if err := checkInfants(c); err != nil {
		return nil, err
	}
	if _, err := tripDays(c); err != nil {
		return nil, err
	}
	checkout := links.Checkout{Flights: linkedFlights(c), TripID: c.Text("tripId"), FareID: c.Text("fareId"), Options: options}
	return wire.BookingLink{BookingURL: s.origin + checkout.Path(), Expires: true}, nil
}

// getFlightSearchLink combines the caller's parameters into a link and refuses dates that a search would refuse.
func (s *service) getFlightSearchLink(c *call) (any, error) {
	if err := checkInfants(c); err != nil {
		return nil, err
	}
	if err := checkDeparture(c); err != nil {
		return nil, err
	}
	return wire.SearchLink{SearchURL: s.origin + linkedFlights(c).Path(), Expires: false}, nil
}

// linkedFlights returns the search in the parameters of a link operation. Only the currency has no default: if it
// was not sent, the link omits it.
func linkedFlights(c *call) links.Flights {
	return links.Flights{
		From: c.Text("from"), To: c.Text("to"), FromCity: c.OptionalFlag("fromCity"),
		ToCity: c.OptionalFlag("toCity"), Out: c.Text("fromDate"), Back: c.Text("toDate"), Cabin: c.Text("cabin"),
		Adults: c.Int("adults"), Children: c.Int("children"), Infants: c.Int("infants"), Site: c.site(),
		Currency: c.Text("currency"), Locale: c.Text("locale"),
	}
}
