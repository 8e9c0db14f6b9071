package sandbox

import (
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// bookable is how many days ahead a departure may lie.
const bookable = 365

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
	today := todayAt(from, c.at)
	out, err := checkDeparture(c.params, today)
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

// checkDeparture wants fromDate to be a real day from today to a year ahead,
// both included.
func checkDeparture(params rest.Values, today time.Time) (time.Time, error) {
	out, err := dateOf(params, "Body field", "fromDate")
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

// departures is the first and the last day on which a trip from a place can be
// searched for, as midnight UTC. Where the place is unknown, it is every day
// that is one of these somewhere on Earth.
func (a *flightAPI) departures(from string, at time.Time) (first, last time.Time) {
	if a.engine().Known(from) {
		today := todayAt(from, at)
		return today, today.AddDate(0, 0, bookable)
	}
	first = at.UTC().Add(-12 * time.Hour).Truncate(24 * time.Hour)
	last = at.UTC().Add(14 * time.Hour).Truncate(24 * time.Hour)
	return first, last.AddDate(0, 0, bookable)
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
