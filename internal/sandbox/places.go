package sandbox

import (
	"errors"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/countries"
	"travel.example/travel/internal/sandbox/places"
	"travel.example/travel/internal/sandbox/rest"
)

func (s *service) getPlaces(c *call) (any, error) {
	return s.places().Search(places.SearchParams{
		Query: c.Text("query"), Types: c.Texts("types"), Locale: c.Text("locale"), Page: c.Int("page"),
		PageSize: c.Int("pageSize"),
	}), nil
}

func (s *service) getNearbyPlaces(c *call) (any, error) {
	p := places.NearbyParams{
		Place: c.Text("place"), Lat: c.OptionalNumber("latitude"), Lon: c.OptionalNumber("longitude"),
		Types: c.Texts("types"), Locale: c.Text("locale"), PageSize: c.Int("pageSize"),
	}
	switch {
	case (p.Lat == nil) != (p.Lon == nil):
		return nil, rest.Invalidf("Query parameters latitude and longitude come together; only one was sent.")
	case c.Given("place") && p.Lat != nil:
		return nil, rest.Invalidf("Query parameter place comes alone; latitude and longitude were sent as well.")
	case !c.Given("place") && p.Lat == nil:
		return nil, rest.Invalidf("There is nothing to measure from; send query parameter place, or latitude with longitude.")
	}
	found, err := s.places().Nearby(p)
	if errors.Is(err, places.ErrUnknownPlace) {
		return nil, c.Refuse("place", "has %q, which is not a code with a known position", p.Place)
	}
	return found, err
}

func (s *service) getCountryHolidays(c *call) (any, error) {
	engine, market := s.countries(), c.Text("countryCode")
	if !engine.IsMarket(market) {
		return nil, c.Refuse("countryCode", "has %q, which is not a market of this service; the markets are %s",
			market, strings.Join(engine.Markets(), ", "))
	}
	window := engine.Upcoming(market, c.at)
	if c.Given("fromDate") != c.Given("toDate") {
		return nil, rest.Invalidf("Query parameters fromDate and toDate come together; only one was sent.")
	}
	if c.Given("fromDate") {
		from, to, err := c.days("fromDate", "toDate")
		if err != nil {
			return nil, err
		}
		window = countries.Explicit(from.Format(time.DateOnly), to.Format(time.DateOnly))
	}
	return engine.Holidays(market, window, c.Text("locale")), nil
}

// days returns two dates that were sent, as midnight UTC. The second must not be before the first.
func (c *call) days(first, last string) (from, to time.Time, err error) {
	if from, err = c.Date(first); err != nil {
		return from, to, err
	}
	if to, err = c.Date(last); err != nil {
		return from, to, err
	}
	if to.Before(from) {
		return from, to, c.Refuse(last, "has %s; it must not be before %s, which is %s", c.Text(last), first, c.Text(first))
	}
	return from, to, nil
}

func (s *service) getVisaFreeDestinations(c *call) (any, error) {
	return s.countries().VisaFree(c.Values), nil
}
