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

// createFlightSearch checks fields against each other, and codes and dates against the world.
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

// tripDays is the day a trip starts on, as midnight UTC, once its days were found to be real ones. The
// way back, when there is one, must not come before the way out.
func tripDays(c *call) (out time.Time, err error) {
	if !c.Given("toDate") {
		return c.Date("fromDate")
	}
	out, _, err = c.days("fromDate", "toDate")
	return out, err
}

// checkDeparture checks that a trip could be searched for: it starts on a day from today, where that is,
// to a year ahead. Where the place is unknown, every day will do that is today somewhere on Earth.
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

// westernmost is where a day ends last, as a function: the first time.FixedZone of a process makes many zones.
func westernmost() *time.Location { return time.FixedZone("", -12*60*60) }

// dayAt is today in a time zone, as midnight UTC.
func dayAt(at time.Time, zone *time.Location) time.Time {
	year, month, day := at.In(zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// yearAhead is the day of that date next year, by UTC whatever the place, as midnight UTC. The year
// after a leap day ends with February.
func yearAhead(at time.Time) time.Time {
	year, month, day := at.UTC().Date()
	ahead := time.Date(year+1, month, day, 0, 0, 0, 0, time.UTC)
	if ahead.Month() != month {
		return ahead.AddDate(0, 0, -1)
	}
	return ahead
}

// knownFlights is the flight search of an id, expired or not.
func (s *service) knownFlights(id string) (flights.Query, bool) {
	search, err := s.ids.ParseFlightSearch(id)
	return flights.Query{ID: id, FlightSearch: search}, err == nil
}

// openFlights turns a search id back into its search, if it is still valid at the time at.
func (s *service) openFlights(id string, at time.Time) (flights.Query, error) {
	q, ok := s.knownFlights(id)
	if !ok {
		return q, rest.NotFoundf("No flight search has this id. Create a new one.")
	}
	return q, stillOpen("flight", q.Created, at, flights.Lifetime)
}

// absent puts it into words that a search does not hold what was asked for.
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

// openTrip opens a trip of a search that is still valid. wanted is what is not found where there is no such trip.
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
	searchID, code, _ := strings.Cut(c.Text("tripId"), ":") // the pattern has checked the colon
	if err := c.checkSearch(searchID, "tripId"); err != nil {
		return nil, err
	}
	trip, err := s.openTrip(c, searchID, code, "trip", market.Quote{})
	if err != nil {
		return nil, err
	}
	return trip.Experience(), nil
}

// getFareOptions refuses what does not have the shape of a fare id; what has it and
// cannot be opened, because its search is over or never existed, is not found. It
// refuses a currency without a rate too, where other reads answer in USD: this
// read promises prices in the currency that its metadata names.
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

// getFlightSchedules takes a locale like every read, but carriers and aircraft
// have the same names in all languages.
func (s *service) getFlightSchedules(c *call) (any, error) {
	for _, end := range []string{"from", "to"} {
		if _, ok := s.flights().CityOf(c.Text(end)); !ok {
			return nil, c.Refuse(end, "has %q, which does not stand for a city with scheduled flights", c.Text(end))
		}
	}
	return s.flights().Schedules(c.at, c.Values, c.site()), nil
}

// getFareBookingLink joins what the caller sends. Whether trip, fare and
// options exist is for the checkout to find out, as the contract has it; the
// caller's own context has to make sense on its own.
func (s *service) getFareBookingLink(c *call) (any, error) {
	searchID, _, _ := strings.Cut(c.Text("tripId"), ":")
	if err := c.checkSearch(searchID, "tripId"); err != nil {
		return nil, err
	}
	// The contract's pattern holds neither the length of one id nor that each comes once.
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

// getFlightSearchLink joins what the caller sends, and refuses days on which
// no search could be made.
func (s *service) getFlightSearchLink(c *call) (any, error) {
	if err := checkInfants(c); err != nil {
		return nil, err
	}
	if err := checkDeparture(c); err != nil {
		return nil, err
	}
	return wire.SearchLink{SearchURL: s.origin + linkedFlights(c).Path(), Expires: false}, nil
}

// linkedFlights is the search that a link operation was called with. The
// currency is the one value without a default: an open link stays open.
func linkedFlights(c *call) links.Flights {
	return links.Flights{
		From: c.Text("from"), To: c.Text("to"), FromCity: c.OptionalFlag("fromCity"),
		ToCity: c.OptionalFlag("toCity"), Out: c.Text("fromDate"), Back: c.Text("toDate"), Cabin: c.Text("cabin"),
		Adults: c.Int("adults"), Children: c.Int("children"), Infants: c.Int("infants"), Site: c.site(),
		Currency: c.Text("currency"), Locale: c.Text("locale"),
	}
}
