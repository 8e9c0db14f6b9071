// Package links defines the addresses of the sandbox's public site. The API builds its links with it and the site
// parses them with it, so that a page shows what its link says:
//
//	/flights/DXB-LON/2026-12-21/2027-01-04?adults=2    a flight search; without the second date it is one way
//	/checkout/flights/{tripId}?fare=...                a trip to book
//	/hotels/LIS?checkIn=2026-12-11&room=2:4            a hotel search; a room has adults and then the ages of children
//	/checkout/hotel?hotelId=1&rateId=S:dbl.bb.fc       a rate to book
//	/hotel/{hotelId}                                   a hotel's page, without dates
//
// The query uses the names of the API's parameters. A link is parsed by the rules of the operation that builds
// it, with the API's defaults.
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

// MaxID is the maximum length of a trip, fare or option id in characters.
const MaxID = 256

// Flights is the content of a link to a flight search.
type Flights struct {
	From, To                  string // three uppercase letters
	FromCity, ToCity          *bool  // whether From and To are city codes; nil if not stated
	Out, Back                 string // YYYY-MM-DD; Back is empty for one way
	Cabin                     string // economy, premium_economy, business or first
	Adults, Children, Infants int
	Site                      string // market, two uppercase letters
	Currency                  string // ISO 4217; empty if the link has none
	Locale                    string // BCP 47
}

// Path returns the address of the search below {site_url}. It does not expire.
func (f Flights) Path() string {
	path := "/flights/" + f.From + "-" + f.To + "/" + f.Out
	if f.Back != "" {
		path += "/" + f.Back
	}
	return path + "?" + encode(f.rest())
}

// rest returns the parts of a search that its path does not contain.
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

// encode encodes a query without its empty parameters.
func encode(query url.Values) string {
	maps.DeleteFunc(query, func(_ string, values []string) bool { return values[0] == "" })
	return query.Encode()
}

// ReadFlights parses a search from the parts of its path and its query. The error is an Error.
func ReadFlights(route, out, back string, query url.Values) (Flights, error) {
	from, to, _ := strings.Cut(route, "-")
	r := newReader("getFlightSearchLink", query, map[string]string{"from": from, "to": to, "fromDate": out})
	if back != "" {
		r.query.Set("toDate", back)
	}
	return r.flights(), r.err()
}

// Checkout is the content of a link to book a trip. The page shows the trip; Flights is only what the link
// claims.
type Checkout struct {
	Flights
	TripID  string   // {searchId}:{tripCode}
	FareID  string   // empty if the link has none, which the page refuses
	Options []string // ids of fare options, one for the trip or one per leg
}

// Path returns the address of the checkout below {site_url}. It works as long as its search.
func (c Checkout) Path() string {
	query := c.rest()
	maps.Copy(query, url.Values{
		"from": {c.From}, "to": {c.To}, "fromDate": {c.Out}, "toDate": {c.Back},
		"fare": {c.FareID}, "branded_fare": {strings.Join(c.Options, ",")},
	})
	return "/checkout/flights/" + c.TripID + "?" + encode(query)
}

// ReadCheckout parses a checkout. A link without a search, such as a hand-off link, is also valid; its Flights
// have no From. The error is an Error.
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

// Stay is the content of a link to a hotel search.
type Stay struct {
	City                   string            // three uppercase letters
	CheckIn, CheckOut      string            // YYYY-MM-DD; empty if not chosen
	Rooms                  []directory.Party // at least one
	Currency, Locale, Site string            // as in Flights
}

// Path returns the address of the search below {site_url}. It does not expire.
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

// ReadStay parses a hotel search. The error is an Error.
func ReadStay(city string, query url.Values) (Stay, error) {
	r := newReader("getHotelSearchLink", query, map[string]string{"cityCode": city})
	s := Stay{
		City: r.text("cityCode"), CheckIn: r.day("checkIn"), CheckOut: r.day("checkOut"),
		Currency: r.text("currency"), Locale: r.text("locale"), Site: r.site(),
	}
	if s.CheckIn != "" && s.CheckOut != "" && s.CheckOut <= s.CheckIn { // this format sorts chronologically
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

// ParseParty parses adults and the ages of children, such as 2:4:9.
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

// HotelCheckout is the content of a link to book a rate. The page shows the rate; guests and country are only
// what the link claims.
type HotelCheckout struct {
	HotelID      int64
	SearchID     string
	RateID       string // SearchID, a colon and a rate code
	Guests       string // as sent by the caller of the API, see ParseParty; or empty
	Country      string // ISO 3166-1 alpha-2, or empty
	Locale, Site string // as in Flights
}

// Path returns the address of the checkout below {site_url}. It works as long as its search.
func (c HotelCheckout) Path() string {
	return "/checkout/hotel?" + encode(url.Values{
		"hotelId": {strconv.FormatInt(c.HotelID, 10)}, "rateId": {c.RateID}, "searchId": {c.SearchID},
		"guests": {c.Guests}, "countryCode": {c.Country}, "locale": {c.Locale}, "siteCode": {c.Site},
	})
}

// ReadHotelCheckout parses a link to book a rate. The error is an Error.
func ReadHotelCheckout(query url.Values) (HotelCheckout, error) {
	r := newReader("getHotelRateBookingLink", query, nil)
	c := HotelCheckout{
		HotelID: r.whole("hotelId"), RateID: r.text("rateId"), Guests: r.text("guests"), Country: r.text("countryCode"),
		Locale: r.text("locale"), Site: r.site(),
	}
	c.SearchID, _, _ = strings.Cut(c.RateID, ":")
	if sent := query.Get("searchId"); sent != "" && sent != c.SearchID {
		r.fault("The search is not the one that the rate belongs to.")
	}
	return c, r.err()
}

// Error describes what is wrong with an address, one sentence per fault.
type Error []string

func (e Error) Error() string { return strings.Join(e, " ") }

// reader parses a query by the rules of an API operation and collects its faults.
type reader struct {
	op     *api.Operation
	query  url.Values
	faults Error
}

// newReader returns a reader of a query and of parameters in the path.
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

// text returns a parameter of the operation as sent, its default, or "". A missing parameter is not a fault.
func (r *reader) text(name string) string {
	p, _ := r.op.Param(name)
	sent := r.query[name]
	if sent == nil && p.HasDefault {
		sent = []string{p.Default}
	}
	values, fault := check.Query(p, sent)
	if sent == nil {
		return ""
	}
	if fault != "" {
		r.fault("Parameter %s %s.", name, fault)
		return ""
	}
	return values[0]
}

func (r *reader) whole(name string) int64 {
	n, _ := strconv.ParseInt(r.text(name), 10, 64) // it was checked
	return n
}

func (r *reader) count(name string) int { return int(r.whole(name)) }

func (r *reader) site() string { return cmp.Or(r.text("siteCode"), "US") }

func (r *reader) flag(name string) *bool {
	if !r.query.Has(name) {
		return nil
	}
	return new(r.text(name) == "true")
}

func (r *reader) day(name string) string {
	day := r.text(name)
	if _, err := time.Parse(time.DateOnly, day); err != nil && day != "" {
		r.fault("Parameter %s has %s, which is not a day of the calendar.", name, day)
	}
	return day
}

// flights parses the parameters shared by both kinds of flight links.
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
	case f.Back != "" && f.Back < f.Out: // this format sorts chronologically
		r.fault("The return on %s is before the departure on %s.", f.Back, f.Out)
	}
	return f
}
