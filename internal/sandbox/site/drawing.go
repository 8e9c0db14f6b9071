package site

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/webpage"
)

// drawing is a picture made on request: letters and digits on a color that follows
// from them. The same address always shows the same one.
type drawing struct {
	word                string
	width, height, size int
}

func (d drawing) write(w http.ResponseWriter) {
	h := w.Header()
	webpage.Guard(h, "default-src 'none'; sandbox")
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Cache-Control", "public, max-age=86400")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin") // the API hands out this address for any page to show
	_, _ = fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[2]d" width="%[1]d" height="%[2]d" role="img" aria-label="%[3]s">`+
		`<rect width="%[1]d" height="%[2]d" rx="12" fill="hsl(%[4]d 52%% 30%%)"/>`+
		`<text x="50%%" y="50%%" dy=".36em" fill="#fff" font-family="system-ui,sans-serif" font-size="%[5]d" font-weight="700" text-anchor="middle">%[3]s</text></svg>`,
		d.width, d.height, d.word, dice.New(7).Word(d.word).Below(360), d.size)
}

// logo draws the code of an airline, or the initials of another seller: no one's own logo may be shown.
func logo(r *http.Request, _ url.Values) (answer, error) {
	code, err := pictureName(r)
	if err != nil {
		return nil, err
	}
	word := strings.ToUpper(code)
	if len(word) > 3 {
		names := strings.Split(word, "-")
		word = names[0][:1]
		if len(names) > 1 {
			word += names[1][:1]
		}
	}
	return drawing{word, 48, 48, 17}, nil
}

// hotelPicture names what a photo of any hotel would show.
func hotelPicture(r *http.Request, _ url.Values) (answer, error) {
	name, err := pictureName(r)
	if err != nil {
		return nil, err
	}
	subject, _, _ := strings.Cut(name, "-")
	return drawing{words(subject), 400, 300, 30}, nil
}

// pictureName takes the name of a picture, letters and digits with dashes between.
func pictureName(r *http.Request) (string, error) {
	name, ok := strings.CutSuffix(r.PathValue("file"), ".svg")
	for part := range strings.SplitSeq(name, "-") {
		ok = ok && part != "" && len(name) <= 40 && !strings.ContainsFunc(part, func(c rune) bool {
			return (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
		})
	}
	if !ok {
		return "", notice(http.StatusNotFound, "There is no such picture", "The address names nothing that this site draws.")
	}
	return name, nil
}
