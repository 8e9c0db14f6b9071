// Package site is the sandbox's public site: the pages that the API's links
// lead to. It searches and shows, and books nothing. Every page is made on the
// server, takes only GET, needs no script and loads nothing from elsewhere.
package site

import (
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/webpage"
)

// Options are what the site needs of the sandbox around it.
type Options struct {
	Now     func() time.Time
	Log     *slog.Logger // what a visitor is not told of a failure
	Flights func() *flights.Engine

	// Start gives a new search its id.
	Start func(flights.Query) (flights.Query, error)
	// Open reads the search that an id holds, even of one that has expired. It
	// is false for text that is not an id of this sandbox.
	Open func(id string) (flights.Query, bool)
	// Departures is the first and the last day, as midnight UTC, on which a trip
	// from a place can be searched for.
	Departures func(code string, at time.Time) (first, last time.Time)

	// The same for hotels.
	Hotels    func() *hotels.Engine
	StartStay func(hotels.Query) (hotels.Query, error)
	OpenStay  func(id string) (hotels.Query, bool)
}

// Site serves the pages. It is safe for concurrent use.
type Site struct {
	options Options
}

// New makes a Site. It is cheap: all work happens on the first visit.
func New(o Options) *Site { return &Site{options: o} }

// visit is one request for a page.
type visit struct {
	r     *http.Request
	at    time.Time
	query url.Values
}

// server finds the answer to a visit. Its error is a *notice where the visitor
// can be told what is wrong.
type server func(*visit) (answer, error)

// answer is a page, a picture or a redirect.
type answer interface {
	write(w http.ResponseWriter, r *http.Request) error
}

// maxQuery is the longest query that is read: longer than a link of the
// API can have.
const maxQuery = 8 << 10

func (s *Site) handle(serve server) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, err := s.answer(serve, r)
		if err != nil {
			a = s.noticeOf(r, err)
		}
		if err := a.write(w, r); err != nil {
			// Nothing of the answer has been written by then.
			s.options.Log.Error("page not made", "path", r.URL.EscapedPath(), "error", err)
			http.Error(w, "the page could not be made", http.StatusInternalServerError)
		}
	})
}

func (s *Site) answer(serve server, r *http.Request) (answer, error) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return nil, &notice{
			status: http.StatusMethodNotAllowed, Title: "Nothing can be sent here",
			Lead: "This site shows pages and takes nothing: nothing can be booked, paid or changed.",
		}
	}
	if len(r.URL.RawQuery) > maxQuery {
		return nil, &notice{
			status: http.StatusRequestURITooLong, Title: "This address is too long",
			Lead: "No link of this site is as long as that.",
		}
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, &notice{
			status: http.StatusBadRequest, Title: "This address cannot be read",
			Lead: "Some of it is not written as an address has to be.",
		}
	}
	return serve(&visit{r: r, at: s.options.Now(), query: query})
}

// noticeOf is the page for an error. One that is not a notice is logged, and the
// visitor told no more than that.
func (s *Site) noticeOf(r *http.Request, err error) *notice {
	if n, ok := errors.AsType[*notice](err); ok {
		return n
	}
	s.options.Log.Error("page failed", "path", r.URL.EscapedPath(), "error", err)
	return &notice{
		status: http.StatusInternalServerError, Title: "This page could not be made",
		Lead: "Something went wrong on this side. Try once more.",
	}
}

// redirect leads to an address of this site.
type redirect string

func (to redirect) write(w http.ResponseWriter, _ *http.Request) error {
	webpage.Guard(w.Header(), "default-src 'none'")
	w.Header().Set("Location", string(to))
	w.WriteHeader(http.StatusSeeOther)
	return nil
}
