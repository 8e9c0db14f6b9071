// Package quota counts requests in fixed windows, per user and operation, and
// tells the state of every window in response headers.
package quota

import "time"

// General is the quota that every operation spends before its own.
const General = "user"

// The operations with a quota of their own. A hotel search for one hotel is
// counted apart from one for a city or a point.
const (
	FlightSearch      = "createFlightSearch"
	HotelSearch       = "createHotelSearch"
	HotelSearchScoped = "createHotelSearchScoped"
	HotelRates        = "getHotelRates"
)

// Window is one limit: at most Limit requests in each Span.
type Window struct {
	Name  string
	Limit int
	Span  time.Duration // whole seconds
}

// plan returns the windows of a quota, shortest first, with scale times their
// usual limits; none for a name without its own quota.
func plan(name string, scale int) []Window {
	switch name {
	case General:
		return []Window{{Name: General, Limit: 300 * scale, Span: time.Minute}}
	case FlightSearch, HotelSearch:
		return threeWindows(name, 10*scale)
	case HotelSearchScoped:
		return threeWindows(name, 30*scale)
	case HotelRates:
		return threeWindows(name, 60*scale)
	}
	return nil
}

// threeWindows has the proportions that all metered operations share: ten
// times the minute's quota in an hour, fifty times in a day. The minute window
// carries the bare name.
func threeWindows(name string, perMinute int) []Window {
	return []Window{
		{Name: name, Limit: perMinute, Span: time.Minute},
		{Name: name + "-hour", Limit: 10 * perMinute, Span: time.Hour},
		{Name: name + "-day", Limit: 50 * perMinute, Span: 24 * time.Hour},
	}
}
