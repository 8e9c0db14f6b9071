package page

import (
	"strconv"
	"strings"

	"travel.example/travel/internal/clean"
)

// markup is HTML that this package wrote itself. A text from outside never becomes it by accident: a
// value of another type is escaped wherever it is put.
type markup string

// A writer writes a page.
type writer struct{ text []byte }

// put writes markup, with each {} in it taken by the next argument. Texts are cleaned and escaped, so that
// they stay texts between tags and in an attribute in double quotes.
func (w *writer) put(format markup, args ...any) {
	for _, arg := range args {
		before, after, _ := strings.Cut(string(format), "{}")
		w.text = append(w.text, before...)
		w.value(arg)
		format = markup(after)
	}
	w.text = append(w.text, format...)
}

func (w *writer) value(value any) {
	switch v := value.(type) {
	case markup:
		w.text = append(w.text, v...)
	case string:
		w.text = append(w.text, escaped(v)...)
	case int:
		w.text = strconv.AppendInt(w.text, int64(v), 10)
	case float64:
		w.text = append(w.text, decimal(v)...)
	}
}

// decimal is a measure with at most three decimals.
func decimal(f float64) string {
	text := strconv.FormatFloat(f, 'f', 3, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// escaped is a text from outside on one line: what no one sees and a browser may obey goes, and signs of
// HTML stay signs.
func escaped(text string) string { return escapes.Replace(clean.Line(text)) }

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// webAddress is an address that a link may lead to, "" for any other: a script is no page.
func webAddress(raw string) string {
	address := clean.Address(raw)
	if strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://") {
		return address
	}
	return ""
}

// join puts parts that are not empty behind each other.
func join(parts ...string) string {
	var said []string
	for _, part := range parts {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, " · ")
}
