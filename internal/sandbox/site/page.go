package site

import (
	"embed"
	"net/http"
	"strconv"
	"sync"

	"travel.example/travel/internal/sandbox/webpage"
)

//go:embed pages
var pageFiles embed.FS

// pages are parsed on the first visit.
var pages = sync.OnceValues(func() (*webpage.Set, error) { return webpage.Read(pageFiles) })

// page is an answer made from a template.
type page struct {
	status  int
	name    string // of the template
	title   string
	section section
	refresh *refresh // nil for a page that stays as it is
	view    any
}

// section is the part of the site that a page belongs to.
type section string

const (
	flightSection section = "flights"
	hotelSection  section = "hotels"
	noSection     section = ""
)

// refresh loads a page again, with no script.
type refresh struct {
	Seconds int
	Path    string
}

// frame is what every template is given.
type frame struct {
	Title   string
	Section section
	Refresh *refresh
	View    any
}

func (p *page) write(w http.ResponseWriter, _ *http.Request) error {
	set, err := pages()
	if err != nil {
		return err
	}
	body, err := set.Page(p.name, frame{Title: p.title, Section: p.section, Refresh: p.refresh, View: p.view})
	if err != nil {
		return err
	}
	h := w.Header()
	webpage.Guard(h, set.Policy("img-src 'self' data:; form-action 'self'"))
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(p.status)
	_, _ = w.Write(body) // a broken connection has no one to tell
	return nil
}

// notice is a page that says why the requested one cannot be shown, and what to
// do instead. It is an error as well, so that the code that finds the reason
// can return it.
type notice struct {
	status  int
	section section
	Title   string
	Lead    string
	Faults  []string // one sentence each
	Actions []action
}

// action is a link to where the visitor can go next.
type action struct{ Text, Path string }

func (n *notice) Error() string { return n.Title + ": " + n.Lead }

func (n *notice) write(w http.ResponseWriter, r *http.Request) error {
	if n.status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", "GET, HEAD")
	}
	p := page{status: n.status, name: "notice.html", title: n.Title, section: n.section, view: n}
	return p.write(w, r)
}
