// Package site is the sandbox's public site, with one page for each kind of link in the API. A page shows what
// was chosen and that nothing is booked; it has no search and no lists. Pages accept only GET and HEAD and load
// nothing from other sites.
package site

import (
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/links"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/webpage"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/words"
)

// Options has the parts of the sandbox that the site uses.
type Options struct {
	Now     func() time.Time
	Log     *slog.Logger // details of failures that visitors do not see
	Flights func() *flights.Engine
	Hotels  func() *hotels.Engine

	// These decode the search in an id, even if it has expired. They report false for text that is not an id of
	// this sandbox.
	OpenFlights func(id string) (flights.Query, bool)
	OpenStay    func(id string) (hotels.Query, bool)
}

// Site serves the pages. It is safe for concurrent use.
type Site struct{ options Options }

// New returns a Site. It is cheap: all work happens on the first visit.
func New(o Options) *Site { return &Site{options: o} }

// Register adds the pages to a mux.
func (s *Site) Register(mux *http.ServeMux) {
	for pattern, find := range map[string]finder{
		"/{$}":                            home,
		"/flights/{route}/{out}":          flightSearch,
		"/flights/{route}/{out}/{back}":   flightSearch,
		"/checkout/flights/{tripId}":      s.flightCheckout,
		"/hotels/{city}":                  s.hotelSearch,
		"/hotel/{hotelId}":                s.hotel,
		"/checkout/hotel":                 s.hotelCheckout,
		"/logos/airlines/{file}":          picture,
		"/logos/providers/{file}":         picture,
		"/images/hotels/{hotelId}/{file}": picture,
	} {
		mux.Handle(pattern, s.handle(find))
	}
}

// NotFound answers a browser that followed a wrong link with a page and passes every other request to next.
func (s *Site) NotFound(next http.Handler) http.Handler {
	page := s.handle(func(*http.Request, url.Values) (answer, error) {
		return nil, notice(http.StatusNotFound, "There is no such page", "The address may have been cut short when it was copied.")
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.Header.Get("Accept"), "text/html") && !strings.HasPrefix(r.URL.Path, "/v1/") {
			page.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// finder returns the answer to a visit. Its error is a *page, if the visitor can be told what is wrong, a
// links.Error, or any other error.
type finder func(r *http.Request, query url.Values) (answer, error)

// answer is a page or a picture.
type answer interface{ write(w http.ResponseWriter) }

func (s *Site) handle(find finder) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			notice(http.StatusMethodNotAllowed, "This site takes no data", "Its pages only show what is in a link.").write(w)
			return
		}
		query, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			s.pageOf(r, links.Error{"Its query is not encoded correctly."}).write(w)
			return
		}
		found, err := find(r, query)
		if err != nil {
			found = s.pageOf(r, err)
		}
		found.write(w)
	})
}

// pageOf returns the page for an error. Errors that visitors do not see are logged.
func (s *Site) pageOf(r *http.Request, err error) *page {
	if p, ok := errors.AsType[*page](err); ok {
		return p
	}
	if damaged, ok := errors.AsType[links.Error](err); ok {
		p := notice(http.StatusBadRequest, "This link is damaged", "Go back to your terminal and get a new one.")
		p.Warnings = damaged
		return p
	}
	s.options.Log.Error("page failed", "path", r.URL.EscapedPath(), "error", err)
	return notice(http.StatusInternalServerError, "This page could not be made", "Something went wrong on this side. Try again.")
}

func home(*http.Request, url.Values) (answer, error) {
	return notice(http.StatusOK, "The travel sandbox",
		"Links from the sandbox's API open here. To search, run a command in your terminal, such as: travel flights search Dubai London +30d"), nil
}

// page is the content of a page. It is also an error, so that the code that finds out why a link is invalid can
// return it.
type page struct {
	status   int
	Title    string
	Lead     string
	Warnings []string
	Parts    []part
	Next     *link // where to go from here
	Ends     bool  // a checkout, with a note that nothing is booked
}

// part is a section of a page.
type part struct {
	Title string
	Rows  []row
	Price string
	Under string // what the price covers
	Lines []string
}

type row struct{ Name, Value string }

type link struct{ Path, Text string }

func (p *page) Error() string { return p.Title + ": " + p.Lead }

func (p *page) write(w http.ResponseWriter) { webpage.Show(w, p.status, "page.html", "'none'", p) }

// notice returns a page with only a title and a sentence.
func notice(status int, title, lead string) *page {
	return &page{status: status, Title: title, Lead: lead}
}

// searchPage shows the search of a link that does not expire.
func searchPage(title string, rows []row) *page {
	p := notice(http.StatusOK, title, "This link opens a search and does not expire. A real site would run the search here; this one only shows it.")
	p.Parts = []part{{Rows: rows}}
	return p
}

// checkoutPage returns the checkout page of a search that ends at a given time, without its parts. After that
// time, it returns an error.
func checkoutPage(title string, now, end time.Time, next *link) (*page, error) {
	until := end.UTC().Format("15:04 UTC on Mon 2 Jan 2006")
	if !now.Before(end) {
		p := notice(http.StatusGone, "This checkout has expired", "Its prices were valid until "+until+". Nothing was booked. Search again for today's prices.")
		p.Next = next
		return nil, p
	}
	p := notice(http.StatusOK, "Checkout: "+title, "This link works until "+until+".")
	p.Next, p.Ends = next, true
	return p, nil
}

func unknownCheckout() *page {
	return notice(http.StatusNotFound, "This checkout link is not known here",
		"It was changed, it comes from another sandbox, or this sandbox has been restarted since.")
}

func notOnSale() *page {
	return notice(http.StatusNotFound, "This offer is not on sale", "The search is still valid, but it has no such offer.")
}

// quoteIn returns the quote that a page requests from an engine, in USD if the link has no currency.
func quoteIn(currency, locale string) market.Quote {
	q := market.Quote{Currency: currency, CurrencySource: wire.ValueSourceExplicit, Locale: locale, LocaleSource: wire.ValueSourceExplicit}
	if currency == "" {
		q.Currency, q.CurrencySource = "USD", wire.ValueSourceDefault
	}
	return q
}

func marketRow(site, currency string) row {
	if currency != "" {
		site += ", prices in " + currency
	}
	return row{"Market", site}
}

// money formats an amount, such as USD 1,234.50.
func money(amount float64, currency string) string {
	digits := 2
	if c, ok := data.CurrencyByCode(currency); ok {
		digits = c.Digits
	}
	text := strconv.FormatFloat(amount, 'f', digits, 64)
	whole, rest, _ := strings.Cut(text, ".")
	return strings.TrimSuffix(currency+"\u00a0"+words.Thousands(whole)+"."+rest, ".")
}

// longDay formats YYYY-MM-DD as Fri 25 Dec 2026.
func longDay(text string) string {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return "not chosen"
	}
	return t.Format("Mon 2 Jan 2006")
}

// phrase formats an id of the API, such as breakfast_included, for people.
func phrase(id string) string {
	first := min(1, len(id))
	return strings.ToUpper(id[:first]) + strings.ReplaceAll(id[first:], "_", " ")
}

func orUnknown(text *string) string {
	if text == nil {
		return "unknown"
	}
	return *text
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}
