package site

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/webpage"
)

// drawing is a generated picture: a word on a color derived from it. The same address always shows the same
// picture.
type drawing struct {
	word                string
	width, height, size int
}

func (d drawing) write(w http.ResponseWriter) {
	h := w.Header()
	webpage.Guard(h, "default-src 'none'; sandbox")
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Cache-Control", "public, max-age=86400")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin") // the API gives this address to any page
	_, _ = fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[2]d" width="%[1]d" height="%[2]d" role="img" aria-label="%[3]s">`+
		`<rect width="%[1]d" height="%[2]d" rx="12" fill="hsl(%[4]d 52%% 30%%)"/>`+
		`<text x="50%%" y="50%%" dy=".36em" fill="#fff" font-family="system-ui,sans-serif" font-size="%[5]d" font-weight="700" text-anchor="middle">%[3]s</text></svg>`,
		d.width, d.height, d.word, dice.New(7).Word(d.word).Below(360), d.size)
}

// picture draws the first word of a file's name: an airline code, the beginning of another seller's code, since
// real logos may not be shown, or the subject of a hotel photo.
func picture(r *http.Request, _ url.Values) (answer, error) {
	name := regexp.MustCompile(`^([A-Za-z0-9]{1,12})(-[A-Za-z0-9]{1,12}){0,2}\.svg$`).FindStringSubmatch(r.PathValue("file"))
	switch {
	case name == nil:
		return nil, notice(http.StatusNotFound, "There is no such picture", "The address names nothing that this site draws.")
	case r.PathValue("hotelId") != "":
		return drawing{phrase(name[1]), 400, 300, 30}, nil
	}
	return drawing{strings.ToUpper(name[1][:min(len(name[1]), 3)]), 48, 48, 17}, nil
}
