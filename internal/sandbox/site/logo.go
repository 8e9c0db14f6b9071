package site

import (
	"fmt"
	"html"
	"net/http"
	"strconv"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/webpage"
)

// picture is a drawing made on request. The same address always shows the
// same one.
type picture string

func (p picture) write(w http.ResponseWriter, r *http.Request) error {
	h := w.Header()
	webpage.Guard(h, "default-src 'none'; sandbox")
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Cache-Control", "public, max-age=86400")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin") // the API hands out this address for any page to show
	tag := fmt.Sprintf(`"%016x"`, uint64(dice.New(0).Word(string(p))))
	h.Set("ETag", tag)
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Length", strconv.Itoa(len(p)))
	_, _ = w.Write([]byte(p)) // a broken connection has no one to tell
	return nil
}

var errNoPicture = &notice{status: http.StatusNotFound, Title: "There is no such picture", Lead: "The address names nothing that this site draws."}

// airlineLogo is a carrier's logo: its code on a colour. It is made up, since no
// carrier's own logo may be shown.
func airlineLogo(v *visit) (answer, error) {
	code, ok := strings.CutSuffix(v.r.PathValue("file"), ".svg")
	if _, known := data.AirlineByCode(code); !ok || !known {
		return nil, errNoPicture
	}
	return sign(code, code), nil
}

// providerLogo is the logo of a seller.
func providerLogo(v *visit) (answer, error) {
	code, ok := strings.CutSuffix(v.r.PathValue("file"), ".svg")
	if !ok || !isSlug(code) {
		return nil, errNoPicture
	}
	if _, carrier := data.AirlineByCode(code); carrier {
		return sign(code, code), nil
	}
	initials := ""
	for word := range strings.SplitSeq(code, "-") {
		if word != "" && len(initials) < 2 {
			initials += strings.ToUpper(word[:1])
		}
	}
	return sign(code, initials), nil
}

// anyLogo finds a logo by its code alone.
func anyLogo(v *visit) (answer, error) {
	if a, err := airlineLogo(v); err == nil {
		return a, nil
	}
	return providerLogo(v)
}

// isSlug tells whether text can be a seller's code: 1 to 40 letters, digits
// and hyphens.
func isSlug(s string) bool {
	if s == "" || len(s) > 40 {
		return false
	}
	for _, c := range s {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-') {
			return false
		}
	}
	return true
}

// sign draws a word of up to three letters on a colour that white text can be read
// on, drawn from the code.
func sign(code, word string) picture {
	d := dice.New(7).Word(code)
	hue := d.Below(360)
	return picture(fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48" role="img" aria-label="%[1]s">`+
		`<rect width="48" height="48" rx="12" fill="hsl(%[2]d 52%% 30%%)"/>`+
		`<path d="M0 36 Q24 %[3]d 48 %[4]d V36 A12 12 0 0 1 36 48 H12 A12 12 0 0 1 0 36Z" fill="hsl(%[5]d 60%% 38%%)" fill-opacity=".55"/>`+
		`<text x="24" y="30" fill="#fff" font-family="system-ui,sans-serif" font-size="17" font-weight="700" text-anchor="middle">%[1]s</text></svg>`,
		html.EscapeString(word), hue, 20+d.Word("curve").Below(20), 24+d.Word("end").Below(14), (hue+30)%360))
}
