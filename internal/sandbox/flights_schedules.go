package sandbox

import (
	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/rest"
)

// getFlightSchedules takes a locale like every read, but carriers and aircraft
// have the same names in all languages.
func (s *Server) getFlightSchedules(c *call) (any, error) {
	p := flights.SchedulesParams{
		From:       c.params.Text("from"),
		To:         c.params.Text("to"),
		Airline:    c.params.Text("airline"),
		Page:       c.params.Int("page"),
		PageSize:   c.params.Int("pageSize"),
		Site:       defaultSite,
		SiteSource: c.params.Source("siteCode"),
	}
	if c.params.Given("siteCode") {
		p.Site = c.params.Text("siteCode")
	}
	for _, end := range []string{"from", "to"} {
		if _, ok := s.flights().CityOf(c.params.Text(end)); !ok {
			return nil, rest.Invalidf("Query parameter %s has %q, which does not stand for a city with scheduled flights.", end, c.params.Text(end))
		}
	}
	return s.flights().Schedules(c.at, p), nil
}
