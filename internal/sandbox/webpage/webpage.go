// Package webpage holds the pages of the sandbox, with the frame and the style that
// they share, and guards them: they run no script and load nothing from elsewhere.
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

// pages are parsed on the first visit.
var pages = sync.OnceValue(func() *template.Template {
	// A function and not a template: html/template drops the comments of a style
	// sheet that it parses, and the hash would be that of another text.
	frame := template.New("").Funcs(template.FuncMap{"style": func() template.CSS { return template.CSS(style) }})
	return template.Must(frame.ParseFS(files, "*.html"))
})

// Show fills a page and sends it. Its policy allows its own style, and forms that lead
// to the sources that formAction names.
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
	_, _ = w.Write(body.Bytes()) // a broken connection has no one to tell
}

// Guard sets what keeps an answer out of caches, frames and other pages' reach.
func Guard(h http.Header, policy string) {
	h.Set("Content-Security-Policy", policy+"; base-uri 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}
