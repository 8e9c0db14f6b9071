package sandbox

import (
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// defaultSite is the market of a request that names none.
const defaultSite = "US"

// bookable is how many days ahead a departure may lie.
const bookable = 365

func (s *Server) createFlightSearch(c *call) (any, error) {
	if err := s.checkFlightSearch(c); err != nil {
		return nil, err
	}
	site := defaultSite
	if c.params.Given("siteCode") {
		site = c.params.Text("siteCode")
	}
	id, err := s.ids.FlightSearch(ids.FlightSearch{
		From:     c.params.Text("from"),
		To:       c.params.Text("to"),
		Out:      c.params.Text("fromDate"),
		Back:     c.params.Text("toDate"),
		Cabin:    c.params.Text("cabin"),
		Adults:   c.params.Int("adults"),
		Children: c.params.Int("children"),
		Infants:  c.params.Int("infants"),
		Site:     site,
		Created:  c.at,
	})
	if err != nil {
		return nil, err
	}
	return wire.FlightSearchCreated{SearchID: id, SiteCode: site, SiteCodeSource: c.params.Source("siteCode")}, nil
}

// checkFlightSearch checks what several fields say together, and codes and
// dates against the world.
func (s *Server) checkFlightSearch(c *call) error {
	from, to := c.params.Text("from"), c.params.Text("to")
	for _, end := range []string{"from", "to"} {
		if code := c.params.Text(end); !s.flights().Known(code) {
			return rest.Invalidf("Body field %s has %q, which is not an airport or city with scheduled flights.", end, code)
		}
	}
	if from == to {
		return rest.Invalidf("Body fields from and to both have %q; they must differ.", from)
	}
	if adults, infants := c.params.Int("adults"), c.params.Int("infants"); infants > adults {
		return rest.Invalidf("Body field infants has %d; it must be at most adults, which is %d.", infants, adults)
	}
	today := todayAt(from, c.at)
	out, err := checkDeparture(c.params, today)
	if err != nil || !c.params.Given("toDate") {
		return err
	}
	back, err := realDate(c.params, "toDate")
	if err != nil {
		return err
	}
	if back.Before(out) {
		return rest.Invalidf("Body field toDate has %s; it must not be before fromDate, which is %s.",
			back.Format(time.DateOnly), out.Format(time.DateOnly))
	}
	return nil
}

// checkDeparture wants fromDate to be a real day from today to a year ahead,
// both included.
func checkDeparture(params rest.Values, today time.Time) (time.Time, error) {
	out, err := realDate(params, "fromDate")
	if err != nil {
		return time.Time{}, err
	}
	last := today.AddDate(0, 0, bookable)
	if out.Before(today) || out.After(last) {
		return time.Time{}, rest.Invalidf("Body field fromDate has %s; it must be from today, %s, to %s, %d days ahead.",
			out.Format(time.DateOnly), today.Format(time.DateOnly), last.Format(time.DateOnly), bookable)
	}
	return out, nil
}

// realDate reads a date field that has the right shape, as midnight UTC.
func realDate(params rest.Values, name string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, params.Text(name))
	if err != nil {
		return time.Time{}, rest.Invalidf("Body field %s has %s, which is not a day of the calendar.", name, params.Text(name))
	}
	return day, nil
}

// todayAt is today where a trip starts, as midnight UTC. The code must
// be known.
func todayAt(code string, at time.Time) time.Time {
	world := data.Load()
	ends, _ := world.Ends(code)
	local := at.In(world.Zone(ends[0].Zone))
	return time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, time.UTC)
}
