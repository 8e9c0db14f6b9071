package canvas

import (
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Linked returns text with each web address in it as a hyperlink (OSC 8) to itself. An address ends before the first
// byte that is not printable ASCII, so that nothing in it can end the sequence early. The visible text is unchanged.
func Linked(text string) string {
	var b strings.Builder
	for {
		at := strings.Index(text, "://")
		if at < 0 {
			return b.String() + text
		}
		start, end := at-len(schemeBefore(text[:at])), at+len("://")
		for end < len(text) && inAddress(text[end]) {
			end++
		}
		address := strings.TrimRight(text[start:end], ".,;:!?)]'/")
		address = text[start : start+len(address)+slashes(text[start+len(address):end])]
		b.WriteString(text[:start])
		if start == at || len(address) <= at+len("://")-start || strings.HasPrefix(text[end:], cutSign) {
			b.WriteString(text[start:end])
		} else {
			b.WriteString(ansi.SetHyperlink(address) + address + ansi.ResetHyperlink() + text[start+len(address):end])
		}
		text = text[end:]
	}
}

// cutSign ends a text that was cut, so that an address before it is incomplete.
const cutSign = "…"

func inAddress(c byte) bool {
	return c > ' ' && c < 0x7f && !strings.ContainsRune("\"<>`{}|\\^", rune(c))
}

// slashes returns the number of slashes that a text begins with.
func slashes(text string) int { return len(text) - len(strings.TrimLeft(text, "/")) }

// schemeBefore returns the scheme of a web address at the end of a text, or "" if there is none.
func schemeBefore(text string) string {
	for _, scheme := range []string{"https", "http"} {
		if strings.HasSuffix(text, scheme) {
			return scheme
		}
	}
	return ""
}

// A LinkWriter adds hyperlinks to text for a terminal that shows them.
type LinkWriter struct{ To io.Writer }

// Write expects whole lines.
func (w LinkWriter) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.To, Linked(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}
