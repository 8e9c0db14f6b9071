package links

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Error tells a visitor what is wrong with an address, a sentence for each
// fault.
type Error struct{ Faults []string }

func (e *Error) Error() string { return strings.Join(e.Faults, " ") }

// reader takes a query apart and gathers what is wrong with it.
type reader struct {
	query  url.Values
	faults []string
}

func (r *reader) fault(format string, args ...any) {
	r.faults = append(r.faults, fmt.Sprintf(format, args...))
}

func (r *reader) err() error {
	if r.faults == nil {
		return nil
	}
	return &Error{Faults: r.faults}
}

// ReadFlights reads a search from the parts of its path and its query. What is
// left out has the API's default. The error is an *Error; the search then holds
// what could be read, and defaults for the rest.
func ReadFlights(route, out, back string, query url.Values) (Flights, error) {
	r := &reader{query: query}
	from, to, _ := strings.Cut(route, "-")
	f := r.party()
	f.From, f.To = r.place("start", from), r.place("destination", to)
	r.days(&f, out, back)
	return f, r.err()
}

// ReadForm reads a search that a visitor typed into the site's form: codes in
// any case, and an empty field for one that is left out.
func ReadForm(query url.Values) (Flights, error) {
	typed := url.Values{}
	for name, values := range query {
		if values[0] != "" {
			typed[name] = values[:1]
		}
	}
	code := func(name string) string { return strings.ToUpper(strings.TrimSpace(typed.Get(name))) }
	return ReadFlights(code("from")+"-"+code("to"), typed.Get("fromDate"), typed.Get("toDate"), typed)
}

// ReadCheckout reads a checkout. A link that names no search, as a hand-off
// link, is whole too: its Flights have no From then.
func ReadCheckout(tripID string, query url.Values) (Checkout, error) {
	r := &reader{query: query}
	c := Checkout{TripID: r.id("trip", tripID)}
	if !strings.Contains(tripID, ":") {
		r.fault("The trip id has no search: it is a search id, a colon and a trip code.")
	}
	if fare := query.Get("fare"); fare != "" {
		c.FareID = r.id("fare", fare)
	}
	if list := query.Get("branded_fare"); list != "" {
		c.Options = r.options(list)
	}
	c.Flights = r.party()
	if query.Has("from") {
		c.From, c.To = r.place("start", query.Get("from")), r.place("destination", query.Get("to"))
		r.days(&c.Flights, query.Get("fromDate"), query.Get("toDate"))
	}
	return c, r.err()
}

// party reads what the two kinds of link have in common.
func (r *reader) party() Flights {
	f := Flights{
		FromCity: r.flag("fromCity"), ToCity: r.flag("toCity"),
		Cabin:    r.word("cabin", "economy", func(s string) bool { return slices.Contains(Cabins(), s) }),
		Adults:   r.count("adults", 1, 1, MaxAdults),
		Children: r.count("children", 0, 0, MaxChildren),
		Infants:  r.count("infants", 0, 0, MaxChildren),
		Site:     r.word("siteCode", "US", func(s string) bool { return letters(s, 2) }),
		Currency: r.word("currency", "", func(s string) bool { return letters(s, 3) }),
		Locale:   r.word("locale", "en", isLocale),
	}
	if f.Infants > f.Adults {
		r.fault("There are more infants (%d) than adults (%d) whose laps they could sit on.", f.Infants, f.Adults)
		f.Infants = f.Adults
	}
	return f
}

func (r *reader) place(what, code string) string {
	if letters(code, 3) {
		return code
	}
	r.fault("The %s is %s; it must be an airport or city code of three letters.", what, brief(code))
	return ""
}

func (r *reader) days(f *Flights, out, back string) {
	f.Out = r.day("The day of departure", out)
	if back == "" {
		return
	}
	f.Back = r.day("The day of return", back)
	if f.Out != "" && f.Back != "" && f.Back < f.Out { // this form sorts as time does
		r.fault("The return on %s is before the departure on %s.", f.Back, f.Out)
		f.Back = ""
	}
}

func (r *reader) day(what, day string) string {
	if _, err := time.Parse(time.DateOnly, day); err == nil {
		return day
	}
	r.fault("%s is %s; it must be a day as YYYY-MM-DD.", what, brief(day))
	return ""
}

func (r *reader) word(name, unsaid string, good func(string) bool) string {
	if !r.query.Has(name) {
		return unsaid
	}
	if s := r.query.Get(name); good(s) {
		return s
	}
	r.fault("The %s is %s; it must be one that this site knows.", name, brief(r.query.Get(name)))
	return unsaid
}

func (r *reader) count(name string, unsaid, least, most int) int {
	if !r.query.Has(name) {
		return unsaid
	}
	s := r.query.Get(name)
	if n, err := strconv.Atoi(s); err == nil && strconv.Itoa(n) == s && n >= least && n <= most {
		return n
	}
	r.fault("The number of %s is %s; it must be from %d to %d.", name, brief(s), least, most)
	return unsaid
}

func (r *reader) flag(name string) *bool {
	switch r.query.Get(name) {
	case "true", "1":
		return new(true)
	case "false", "0":
		return new(false)
	case "":
		return nil
	}
	r.fault("%s is %s; it must be true or false.", name, brief(r.query.Get(name)))
	return nil
}

func (r *reader) id(what, id string) string {
	if isID(id) {
		return id
	}
	r.fault("The %s is %s; it must be an id of the API.", what, brief(id))
	return ""
}

func (r *reader) options(list string) []string {
	options := strings.Split(list, ",")
	if len(options) > MaxOptions {
		r.fault("There are %d fare options; at most %d can be chosen.", len(options), MaxOptions)
		return nil
	}
	for i, option := range options {
		if r.id("fare option", option) != "" && slices.Contains(options[:i], option) {
			r.fault("The fare option %s is chosen twice.", brief(option))
		}
	}
	return options
}
