package canvas

import (
	"io"
	"strings"
	"testing"
)

// However long a text is, a short beginning of it is cleaned and measured: 6,000 joined emoji in each name of a
// list kept the full screen from answering Ctrl-C for 11 s.
func TestNoMoreOfATextIsDrawnThanAnyoneReads(t *testing.T) {
	c := New(io.Discard, Terminal{TTY: true, Unicode: true})
	for _, sign := range []string{"👩\u200d", "👩 ", "👩", "🇵🇹", "e\u0301\u0301\u0301", "ᄀ", "क्", "東", "a b "} {
		text := strings.Repeat(sign, 6000)
		for most, drawn := range map[int]string{maxText: c.Text(text), maxSpaced: c.Spaced(text), maxLines: strings.Join(c.Lines(text), "\n")} {
			if len(drawn) > most+len(c.Glyph.Ellipsis) || !strings.HasSuffix(drawn, c.Glyph.Ellipsis) {
				t.Errorf("%d bytes of %+q are drawn as %d, ending in %+q; at most %d", len(text), sign, len(drawn), drawn[max(0, len(drawn)-9):], most)
			}
		}
	}
	command := "travel flights booking-link " + strings.Repeat("a", 2055)
	if drawn := strings.Join(c.Next([]string{command}), ""); strings.Count(drawn, "a") != strings.Count("Next"+command, "a") {
		t.Errorf("a command is cut to %q", drawn)
	}
}
