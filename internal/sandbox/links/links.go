// Package links holds the addresses of the sandbox's public site that lead to
// flights. The API builds them and the site reads them, both here, so that a
// page shows what its link says.
//
// A search is /flights/{from}-{to}/{fromDate}[/{toDate}], a checkout
// /checkout/flights/{tripId}. Everything else is in the query, under the names
// of the API's parameters.
package links

import (
	"net/url"
	"strconv"
	"strings"
)

// Limits of the API that also apply to links.
const (
	MaxAdults   = 9
	MaxChildren = 8 // and as many infants
	MaxOptions  = 8
	MaxID       = 256 // characters of a trip, fare or option id
	maxLocale   = 35
)

// Flights is a flight search as a link carries it.
type Flights struct {
	From, To  string // three uppercase letters
	FromCity  *bool  // whether From is a city's code; nil when not stated
	ToCity    *bool
	Out, Back string // YYYY-MM-DD; Back is empty for one way
	Cabin     string // economy, premium_economy, business or first
	Adults    int
	Children  int
	Infants   int
	Site      string // market, two uppercase letters
	Currency  string // ISO 4217; empty leaves it out of the link
	Locale    string // BCP 47
}

// Path is the address of the search below {site_url}. It does not expire.
func (f Flights) Path() string {
	path := "/flights/" + f.From + "-" + f.To + "/" + f.Out
	if f.Back != "" {
		path += "/" + f.Back
	}
	return path + "?" + f.rest().Encode()
}

// rest is what a search's path does not hold.
func (f Flights) rest() url.Values {
	query := url.Values{
		"cabin":    {f.Cabin},
		"adults":   {strconv.Itoa(f.Adults)},
		"children": {strconv.Itoa(f.Children)},
		"infants":  {strconv.Itoa(f.Infants)},
		"siteCode": {f.Site},
		"locale":   {f.Locale},
	}
	if f.Currency != "" {
		query.Set("currency", f.Currency)
	}
	for name, city := range map[string]*bool{"fromCity": f.FromCity, "toCity": f.ToCity} {
		if city != nil {
			query.Set(name, strconv.FormatBool(*city))
		}
	}
	return query
}

// Checkout is the way to book a trip. Its trip decides what is shown; the
// search is what the caller stated, for when the trip is gone.
type Checkout struct {
	Flights
	TripID  string   // {searchId}:{tripCode}
	FareID  string   // empty leaves the choice of a fare to the page
	Options []string // ids of fare options, one for the trip or one for each leg
}

// Path is the address of the checkout below {site_url}. It works as long as
// its search.
func (c Checkout) Path() string {
	query := c.rest()
	if c.FareID != "" {
		query.Set("fare", c.FareID)
	}
	if c.Options != nil {
		query.Set("branded_fare", strings.Join(c.Options, ","))
	}
	query.Set("from", c.From)
	query.Set("to", c.To)
	query.Set("fromDate", c.Out)
	if c.Back != "" {
		query.Set("toDate", c.Back)
	}
	return "/checkout/flights/" + c.TripID + "?" + query.Encode()
}
