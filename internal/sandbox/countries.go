package sandbox

import (
	"strings"

	"travel.example/travel/internal/sandbox/countries"
	"travel.example/travel/internal/sandbox/countries/holiday"
	"travel.example/travel/internal/sandbox/rest"
)

// countryAPI serves the operations on countries.
type countryAPI struct {
	engine func() *countries.Engine // made on its first use
}

func (a *countryAPI) operations() operations {
	return operations{
		"getCountryHolidays":      {serve: a.getCountryHolidays},
		"getVisaFreeDestinations": {serve: a.getVisaFreeDestinations},
	}
}

func (a *countryAPI) getCountryHolidays(c *call) (any, error) {
	engine, market := a.engine(), c.params.Text("countryCode")
	if !engine.IsMarket(market) {
		return nil, rest.Invalidf("Path parameter countryCode has %q, which is not a market of this service; the markets are %s.",
			market, strings.Join(engine.Markets(), ", "))
	}
	var window countries.Window
	switch from, to := c.params.Given("fromDate"), c.params.Given("toDate"); {
	case from != to:
		return nil, rest.Invalidf("Query parameters fromDate and toDate come together; only one was sent.")
	case from:
		explicit, err := holidayWindow(c)
		if err != nil {
			return nil, err
		}
		window = explicit
	default:
		window = engine.Upcoming(market, c.at)
	}
	return engine.Holidays(market, window, c.params.Text("locale")), nil
}

func holidayWindow(c *call) (countries.Window, error) {
	from, err := dayOf(c, "fromDate")
	if err != nil {
		return countries.Window{}, err
	}
	to, err := dayOf(c, "toDate")
	if err != nil {
		return countries.Window{}, err
	}
	if from > to {
		return countries.Window{}, rest.Invalidf("Query parameter fromDate is %s, after toDate, which is %s.", from, to)
	}
	return countries.Explicit(from, to), nil
}

// dayOf reads a parameter that has the form of a date but may not be a real one.
func dayOf(c *call, name string) (holiday.Day, error) {
	day, err := holiday.ParseDay(c.params.Text(name))
	if err != nil {
		return 0, rest.Invalidf("Query parameter %s is %s, which is not a day of the calendar.", name, c.params.Text(name))
	}
	return day, nil
}

func (a *countryAPI) getVisaFreeDestinations(c *call) (any, error) {
	return a.engine().VisaFree(countries.VisaFreeParams{
		Passport: c.params.Text("countryCode"),
		Locale:   c.params.Text("locale"),
		Page:     c.params.Int("page"),
		PageSize: c.params.Int("pageSize"),
	}), nil
}
