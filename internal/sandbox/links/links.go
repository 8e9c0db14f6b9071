// Package links holds the addresses of the sandbox's public site. The API builds its
// links and the site reads them here, so that a page shows what its link says:
//
//	/flights/DXB-LON/2026-12-21/2027-01-04?adults=2    a search for flights; one way has no second day
//	/checkout/flights/{tripId}?fare=...                a trip to book
//	/hotels/LIS?checkIn=2026-12-11&room=2:4            a search for hotels; a room is its adults and the ages of its children
//	/checkout/hotel?hotelId=1&rateId=S:dbl.bb.fc       a rate to book
//	/hotel/{hotelId}                                   a hotel's page, with no dates
//
// The query has the names of the API's parameters. A link is read by the rules of the operation
// that builds it, and what it leaves out has the API's default.
package links

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/api/check"
	"travel.example/travel/internal/sandbox/hotels/directory"
)

// MaxID is how many characters a trip, fare or option id has at most.
const MaxID = 256

// Flights is a flight search as a link carries it.
type Flights struct {
	From, To                  string // three uppercase letters
	FromCity, ToCity          *bool  // whether they are codes of cities; nil when not stated
	Out, Back                 string // YYYY-MM-DD; Back is empty for one way
	Cabin                     string // economy, premium_economy, business or first
	Adults, Children, Infants int
	Site                      string // market, two uppercase letters
	Currency                  string // ISO 4217; empty leaves it out of the link
	Locale                    string // BCP 47
}

// Path is the address of the search below {site_url}. It does not expire.
func (f Flights) Path() string {
	path := "/flights/" + f.From + "-" + f.To + "/" + f.Out
	if f.Back != "" {
		path += "/" + f.Back
	}
	return path + "?" + encode(f.rest())
}

// rest is what a search's path does not hold.
func (f Flights) rest() url.Values {
	query := url.Values{
		"adults": {strconv.Itoa(f.Adults)}, "children": {strconv.Itoa(f.Children)}, "infants": {strconv.Itoa(f.Infants)},
		"cabin": {f.Cabin}, "siteCode": {f.Site}, "currency": {f.Currency}, "locale": {f.Locale},
	}
	for name, city := range map[string]*bool{"fromCity": f.FromCity, "toCity": f.ToCity} {
		if city != nil {
			query.Set(name, strconv.FormatBool(*city))
		}
	}
	return query
}

// encode is a query without the parameters that are empty.
func encode(query url.Values) string {
	maps.DeleteFunc(query, func(_ string, values []string) bool { return values[0] == "" })
	return query.Encode()
}

// ReadFlights reads a search from the parts of its path and its query. The error is an Error.
func ReadFlights(route, out, back string, query url.Values) (Flights, error) {
	from, to, _ := strings.Cut(route, "-")
	r := newReader("getFlightSearchLink", query, map[string]string{"from": from, "to": to, "fromDate": out})
	if back != "" {
		r.query.Set("toDate", back)
	}
	return r.flights(), r.err()
}

// Checkout is a trip to book. The trip decides what is shown; Flights is what the link says beside it.
type Checkout struct {
	Flights
	TripID  string   // {searchId}:{tripCode}
	FareID  string   // empty names no fare, which the page refuses
	Options []string // ids of fare options, one for the trip or one for each leg
}

// Path is the address of the checkout below {site_url}. It works as long as its search.
func (c Checkout) Path() string {
	query := c.rest()
	maps.Copy(query, url.Values{
		"from": {c.From}, "to": {c.To}, "fromDate": {c.Out}, "toDate": {c.Back},
		"fare": {c.FareID}, "branded_fare": {strings.Join(c.Options, ",")},
	})
	return "/checkout/flights/" + c.TripID + "?" + encode(query)
}

// ReadCheckout reads a checkout. A link that names no search, as a hand-off
// link, is whole too: its Flights have no From then. The error is an Error.
func ReadCheckout(tripID string, query url.Values) (Checkout, error) {
	r := newReader("getFareBookingLink", query, map[string]string{"tripId": tripID})
	r.query["fareId"], r.query["fareOptionId"] = query["fare"], query["branded_fare"]
	c := Checkout{TripID: r.text("tripId"), FareID: r.text("fareId"), Flights: r.flights()}
	if list := r.text("fareOptionId"); list != "" {
		c.Options = strings.Split(list, ",")
	}
	for i, option := range c.Options {
		if slices.Contains(c.Options[:i], option) {
			r.fault("The fare option %s is chosen twice.", check.Quote(option))
		}
	}
	return c, r.err()
}

// Stay is a hotel search as a link carries it.
type Stay struct {
	City                   string            // three uppercase letters
	CheckIn, CheckOut      string            // YYYY-MM-DD; empty when no day is chosen
	Rooms                  []directory.Party // at least one
	Currency, Locale, Site string            // as of Flights
}

// Path is the address of the search below {site_url}. It does not expire.
func (s Stay) Path() string {
	query := url.Values{
		"checkIn": {s.CheckIn}, "checkOut": {s.CheckOut}, "currency": {s.Currency}, "locale": {s.Locale}, "siteCode": {s.Site},
	}
	for _, party := range s.Rooms {
		room := strconv.Itoa(party.Adults)
		for _, age := range party.Ages {
			room += ":" + strconv.Itoa(age)
		}
		query.Add("room", room)
	}
	return "/hotels/" + s.City + "?" + encode(query)
}

// ReadStay reads a hotel search. The error is an Error.
func ReadStay(city string, query url.Values) (Stay, error) {
	r := newReader("getHotelSearchLink", query, map[string]string{"cityCode": city})
	s := Stay{
		City: r.text("cityCode"), CheckIn: r.day("checkIn"), CheckOut: r.day("checkOut"),
		Currency: r.text("currency"), Locale: r.text("locale"), Site: r.site(),
	}
	if s.CheckIn != "" && s.CheckOut != "" && s.CheckOut <= s.CheckIn { // this form sorts as time does
		r.fault("Leaving on %s is not after arriving on %s.", s.CheckOut, s.CheckIn)
	}
	if !query.Has("room") {
		s.Rooms = []directory.Party{{Adults: r.count("adults")}}
	}
	for _, room := range query["room"] {
		party, ok := ParseParty(room)
		if !ok {
			r.fault("A room has %s; it must have adults and then the age of each child up to 17, as in 2:4:9.", check.Quote(room))
		}
		s.Rooms = append(s.Rooms, party)
	}
	return s, r.err()
}

// ParseParty reads adults and the ages of children, as 2:4:9.
func ParseParty(text string) (party directory.Party, ok bool) {
	for i, part := range strings.Split(text, ":") {
		n, err := strconv.ParseUint(part, 10, 8)
		switch {
		case err != nil || i > 0 && n > 17:
			return party, false
		case i == 0:
			party.Adults = int(n)
		default:
			party.Ages = append(party.Ages, int(n))
		}
	}
	return party, party.Adults > 0
}

// HotelCheckout is a rate to book. The rate decides what is shown; guests and country are what the
// link says beside it.
type HotelCheckout struct {
	HotelID      int64
	SearchID     string
	RateID       string // SearchID, a colon and a rate code
	Guests       string // as the caller of the API put it, see ParseParty; or empty
	Country      string // ISO 3166-1 alpha-2, or empty
	Locale, Site string // as of Flights
}

// Path is the address of the checkout below {site_url}. It works as long as its search.
func (c HotelCheckout) Path() string {
	return "/checkout/hotel?" + encode(url.Values{
		"hotelId": {strconv.FormatInt(c.HotelID, 10)}, "rateId": {c.RateID}, "searchId": {c.SearchID},
		"guests": {c.Guests}, "countryCode": {c.Country}, "locale": {c.Locale}, "siteCode": {c.Site},
	})
}

// ReadHotelCheckout reads the link to a rate. The error is an Error.
func ReadHotelCheckout(query url.Values) (HotelCheckout, error) {
	r := newReader("getHotelRateBookingLink", query, nil)
	c := HotelCheckout{
		HotelID: r.value("hotelId").Whole, RateID: r.text("rateId"), Guests: r.text("guests"), Country: r.text("countryCode"),
		Locale: r.text("locale"), Site: r.site(),
	}
	c.SearchID, _, _ = strings.Cut(c.RateID, ":")
	if sent := query.Get("searchId"); sent != "" && sent != c.SearchID {
		r.fault("The search is not the one that the rate belongs to.")
	}
	return c, r.err()
}

// Error tells a visitor what is wrong with an address, a sentence for each fault.
type Error []string

func (e Error) Error() string { return strings.Join(e, " ") }

// reader takes a query apart as an operation of the API would and gathers what is wrong with it.
type reader struct {
	op     *api.Operation
	query  url.Values
	faults Error
}

// newReader reads a query and what the path has beside it.
func newReader(operationID string, query url.Values, path map[string]string) *reader {
	op, _ := api.Find(operationID)
	r := &reader{op: op, query: maps.Clone(query)}
	for name, value := range path {
		r.query.Set(name, value)
	}
	return r
}

func (r *reader) fault(format string, args ...any) {
	r.faults = append(r.faults, fmt.Sprintf(format, args...))
}

func (r *reader) err() error {
	if r.faults == nil {
		return nil
	}
	return r.faults
}

// value is a parameter of the operation as it was sent, or its default. One that was left out is no fault.
func (r *reader) value(name string) check.Value {
	p, _ := r.op.Param(name)
	sent := r.query[name]
	if sent == nil && p.HasDefault {
		sent = []string{p.Default}
	}
	values, fault := check.Query(p, sent)
	if sent == nil {
		return check.Value{}
	}
	if fault != "" {
		r.fault("Parameter %s %s.", name, fault)
		return check.Value{}
	}
	return values[0]
}

func (r *reader) text(name string) string { return r.value(name).Text }

func (r *reader) count(name string) int { return int(r.value(name).Whole) }

func (r *reader) site() string { return cmp.Or(r.text("siteCode"), "US") }

func (r *reader) flag(name string) *bool {
	if !r.query.Has(name) {
		return nil
	}
	return new(r.value(name).Flag)
}

func (r *reader) day(name string) string {
	day := r.text(name)
	if _, err := time.Parse(time.DateOnly, day); err != nil && day != "" {
		r.fault("Parameter %s has %s, which is not a day of the calendar.", name, day)
	}
	return day
}

// flights reads what the two kinds of links to flights have in common.
func (r *reader) flights() Flights {
	f := Flights{
		From: r.text("from"), To: r.text("to"), FromCity: r.flag("fromCity"), ToCity: r.flag("toCity"),
		Out: r.day("fromDate"), Back: r.day("toDate"), Cabin: r.text("cabin"),
		Adults: r.count("adults"), Children: r.count("children"), Infants: r.count("infants"),
		Site: r.site(), Currency: r.text("currency"), Locale: r.text("locale"),
	}
	switch {
	case r.faults != nil:
	case f.Infants > f.Adults:
		r.fault("There are more infants (%d) than adults (%d) whose laps they could sit on.", f.Infants, f.Adults)
	case f.Back != "" && f.Back < f.Out: // this form sorts as time does
		r.fault("The return on %s is before the departure on %s.", f.Back, f.Out)
	}
	return f
}
