package site

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strconv"
	"sync"
)

//go:embed pages
var pageFiles embed.FS

// pageSet is the decoded pages: built on the first visit, never changed.
type pageSet struct {
	templates *template.Template
	style     template.CSS
	styleHash string // source expression of a content security policy
}

var pages = sync.OnceValues(func() (pageSet, error) {
	templates, err := template.ParseFS(pageFiles, "pages/*.html")
	if err != nil {
		return pageSet{}, err
	}
	style, err := pageFiles.ReadFile("pages/style.css")
	if err != nil {
		return pageSet{}, err
	}
	sum := sha256.Sum256(style)
	return pageSet{
		templates: templates,
		style:     template.CSS(style), // our own file
		styleHash: "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'",
	}, nil
})

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
	Style   template.CSS
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
	var body bytes.Buffer
	err = set.templates.ExecuteTemplate(&body, p.name, frame{
		Style: set.style, Title: p.title, Section: p.section, Refresh: p.refresh, View: p.view,
	})
	if err != nil {
		return err
	}
	h := w.Header()
	guard(h, "default-src 'none'; style-src "+set.styleHash+"; img-src 'self' data:; form-action 'self'")
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(body.Len()))
	w.WriteHeader(p.status)
	_, _ = w.Write(body.Bytes()) // a broken connection has nobody to tell
	return nil
}

// guard sets what keeps an answer out of caches, frames and other pages' reach.
func guard(h http.Header, policy string) {
	h.Set("Content-Security-Policy", policy+"; base-uri 'none'; frame-ancestors 'none'")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// notice is a page that tells why there is no other, and what to do instead.
// It is an error as well, so that whoever finds the reason can return it.
type notice struct {
	status  int
	section section
	Title   string
	Lead    string
	Faults  []string // one sentence each
	Actions []action
}

// action is a way on.
type action struct{ Text, Path string }

func (n *notice) Error() string { return n.Title + ": " + n.Lead }

func (n *notice) write(w http.ResponseWriter, r *http.Request) error {
	if n.status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", "GET, HEAD")
	}
	p := page{status: n.status, name: "notice.html", title: n.Title, section: n.section, view: n}
	return p.write(w, r)
}
