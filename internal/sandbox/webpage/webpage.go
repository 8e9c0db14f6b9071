// Package webpage has the pages of the sandbox with their shared layout and style. They run no scripts and load
// nothing from other sites.
package webpage

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"sync"
)

//go:embed style.css
var style string

//go:embed *.html
var files embed.FS

// pages parses the templates on the first visit.
var pages = sync.OnceValue(func() *template.Template {
	// The style is a function and not a template, because html/template strips the comments of a style sheet that
	// it parses, and the hash would not match.
	frame := template.New("").Funcs(template.FuncMap{"style": func() template.CSS { return template.CSS(style) }})
	return template.Must(frame.ParseFS(files, "*.html"))
})

// Show renders a page and sends it. Its content security policy allows only its own style, and forms that post to
// the sources in formAction.
func Show(w http.ResponseWriter, status int, name, formAction string, view any) {
	var body bytes.Buffer
	if err := pages().ExecuteTemplate(&body, name, view); err != nil {
		http.Error(w, "the page could not be made: "+err.Error(), http.StatusInternalServerError)
		return
	}
	sum := sha256.Sum256([]byte(style))
	hash := base64.StdEncoding.EncodeToString(sum[:])
	Guard(w.Header(), "default-src 'none'; img-src data:; style-src 'sha256-"+hash+"'; form-action "+formAction)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes()) // a write fails only if the client is gone
}

// Guard sets the headers that prevent caching, framing and access from other origins.
func Guard(h http.Header, policy string) {
	h.Set("Content-Security-Policy", policy+"; base-uri 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}
