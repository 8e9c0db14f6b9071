// Package webpage makes the pages of the sandbox from templates and one style
// sheet, and guards them: they run no script and load nothing from elsewhere.
package webpage

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io/fs"
	"net/http"
	"path"

	"travel.example/travel/internal/template"
)

// Set is a decoded set of pages. It never changes.
type Set struct {
	templates *template.Template
	styleHash string // source expression of a content security policy
}

// Read decodes pages/*.html and pages/style.css, which the pages take in by that name. It fails for a
// page that prints a value where it could not be escaped.
func Read(files fs.FS) (*Set, error) {
	style, err := fs.ReadFile(files, "pages/style.css")
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(files, "pages/*.html")
	if err != nil {
		return nil, err
	}
	templates := template.New(nil)
	for _, name := range append(names, "pages/style.css") {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		if err := templates.Parse(path.Base(name), string(text)); err != nil {
			return nil, err
		}
	}
	for _, name := range names {
		if err := guard(templates, path.Base(name)); err != nil {
			return nil, err
		}
	}
	sum := sha256.Sum256(style)
	return &Set{
		templates: templates,
		styleHash: "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'",
	}, nil
}

// Page fills a template, all of it before anything is sent.
func (s *Set) Page(name string, view any) ([]byte, error) {
	var body bytes.Buffer
	err := s.templates.Execute(&body, name, view)
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
