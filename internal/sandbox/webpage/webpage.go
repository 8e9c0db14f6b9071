// Package webpage makes the pages of the sandbox from templates and one style
// sheet, and guards them: they run no script and load nothing from elsewhere.
package webpage

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"io/fs"
	"net/http"
)

// Set is a decoded set of pages. It never changes.
type Set struct {
	Style     template.CSS // to stand in the head of every page
	templates *template.Template
	styleHash string // source expression of a content security policy
}

// Read decodes pages/*.html and pages/style.css.
func Read(files fs.FS) (*Set, error) {
	templates, err := template.ParseFS(files, "pages/*.html")
	if err != nil {
		return nil, err
	}
	style, err := fs.ReadFile(files, "pages/style.css")
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(style)
	return &Set{
		Style:     template.CSS(style), // our own file
		templates: templates,
		styleHash: "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'",
	}, nil
}

// Page fills a template, all of it before anything is sent.
func (s *Set) Page(name string, view any) ([]byte, error) {
	var body bytes.Buffer
	err := s.templates.ExecuteTemplate(&body, name, view)
	return body.Bytes(), err
}

// Policy is the content security policy of a page: its own style, and what the
// directives of the caller allow in addition.
func (s *Set) Policy(directives string) string {
	return "default-src 'none'; style-src " + s.styleHash + "; " + directives
}

// Guard sets what keeps an answer out of caches, frames and other pages' reach.
func Guard(h http.Header, policy string) {
	h.Set("Content-Security-Policy", policy+"; base-uri 'none'; frame-ancestors 'none'")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}
