package sandbox

import (
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

func (a *flightAPI) createFlightSearch(c *call) (any, error) {
	if err := a.checkFlightSearch(c); err != nil {
		return nil, err
	}
	site := siteOf(c.params)
	id, err := a.ids.FlightSearch(ids.FlightSearch{
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
func (a *flightAPI) checkFlightSearch(c *call) error {
	from, to := c.params.Text("from"), c.params.Text("to")
	for _, end := range []string{"from", "to"} {
		if code := c.params.Text(end); !a.engine().Known(code) {
			return rest.Invalidf("Body field %s has %q, which is not an airport or city with scheduled flights.", end, code)
		}
	}
	if from == to {
		return rest.Invalidf("Body fields from and to both have %q; they must differ.", from)
	}
	if adults, infants := c.params.Int("adults"), c.params.Int("infants"); infants > adults {
		return rest.Invalidf("Body field infants has %d; it must be at most adults, which is %d.", infants, adults)
	}
	first, last := a.departures(from, c.at)
	out, err := checkDeparture(c.params, first, last)
	if err != nil || !c.params.Given("toDate") {
		return err
	}
	back, err := dateOf(c.params, "Body field", "toDate")
	if err != nil {
		return err
	}
	if back.Before(out) {
		return rest.Invalidf("Body field toDate has %s; it must not be before fromDate, which is %s.",
			back.Format(time.DateOnly), out.Format(time.DateOnly))
	}
	return nil
}

// checkDeparture wants fromDate to be a real day from first to last, both included.
func checkDeparture(params rest.Values, first, last time.Time) (time.Time, error) {
	out, err := dateOf(params, "Body field", "fromDate")
	if err != nil {
		return time.Time{}, err
	}
	if out.Before(first) || out.After(last) {
		return time.Time{}, rest.Invalidf("Body field fromDate has %s; it must be from today, %s, to %s, a year ahead.",
			out.Format(time.DateOnly), first.Format(time.DateOnly), last.Format(time.DateOnly))
	}
	return out, nil
}

// departures is the first and the last day on which a trip from a place can be
// searched for, as midnight UTC: from today there to a year ahead. Where the place is
// unknown, the first is every day that is today somewhere on Earth.
func (a *flightAPI) departures(from string, at time.Time) (first, last time.Time) {
	if a.engine().Known(from) {
		return todayAt(from, at), yearAhead(at)
	}
	return at.UTC().Add(-12 * time.Hour).Truncate(24 * time.Hour), yearAhead(at)
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

// todayAt is today where a trip starts, as midnight UTC. The code must
// be known.
func todayAt(code string, at time.Time) time.Time {
	world := data.Load()
	ends, _ := world.Ends(code)
	local := at.In(world.Zone(ends[0].Zone))
	return time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, time.UTC)
}

// dateOf reads a date that has the right shape, as midnight UTC; where begins a
// detail.
func dateOf(params rest.Values, where, name string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, params.Text(name))
	if err != nil {
		return time.Time{}, rest.Invalidf("%s %s has %s, which is not a day of the calendar.", where, name, params.Text(name))
	}
	return day, nil
}
