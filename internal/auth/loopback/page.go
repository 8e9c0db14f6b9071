package loopback

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"travel.example/travel/internal/auth/flow"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

// page is the text of the one page the browser ends on. All of it is ours: nothing of a request or
// of the server's answer is ever repeated.
type page struct{ mood, title, text string }

func pageDone() page {
	return page{"done", "You’re signed in", "Your terminal has taken it from here. You can close this tab and go back to it."}
}

func pageDenied() page {
	return page{"denied", "Not signed in", "The sign-in was refused or cancelled, so nothing was changed. Run <code>travel login</code> to try again."}
}

func pageFailed() page {
	return page{"failed", "That didn’t work", "The sign-in could not be finished. Your terminal says why, and <code>travel login</code> starts over."}
}

func pageStray() page {
	return page{"stray", "Nothing to see here", "This address only takes part in one sign-in from a terminal, and this visit does not belong to it."}
}

// pageFor chooses the page for how a sign-in ended.
func pageFor(err error) page {
	if err == nil {
		return pageDone()
	}
	if denied, ok := errors.AsType[*flow.DeniedError](err); ok && denied.Code == "access_denied" { // by a person
		return pageDenied()
	}
	return pageFailed()
}

// stylePolicy allows the page's own style sheet by its hash and nothing else.
var stylePolicy = sync.OnceValue(func() string {
	sum := sha256.Sum256([]byte(pageCSS))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; " +
		"img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
})

// setHeaders keeps addresses with a code out of caches, referrers and frames.
func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", stylePolicy())
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

func writePage(w http.ResponseWriter, status int, p page) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, strings.NewReplacer(
		"{{style}}", pageCSS, "{{mood}}", p.mood, "{{title}}", p.title, "{{text}}", p.text,
	).Replace(pageHTML))
}
