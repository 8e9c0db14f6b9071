package page

import (
	"strconv"
	"strings"

	"travel.example/travel/internal/clean"
)

// markup is HTML that this package wrote itself. Foreign text never becomes markup by accident: a value of any other
// type is escaped wherever it is put.
type markup string

// A writer writes a page.
type writer struct{ text []byte }

// put writes markup, replacing each {} by the next argument. Texts are cleaned and escaped, so that they stay texts
// between tags and in an attribute in double quotes.
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

// decimal formats a measure with at most three decimals.
func decimal(f float64) string {
	text := strconv.FormatFloat(f, 'f', 3, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// escaped returns foreign text on one line, without invisible characters that a browser may interpret, and with HTML
// characters escaped.
func escaped(text string) string { return escapes.Replace(clean.Line(text)) }

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// webAddress returns an address that a link may lead to, or "" for any other, such as a script.
func webAddress(raw string) string {
	address := clean.Address(raw)
	if strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://") {
		return address
	}
	return ""
}

// join concatenates the parts that are not empty.
func join(parts ...string) string {
	var said []string
	for _, part := range parts {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, " · ")
}
