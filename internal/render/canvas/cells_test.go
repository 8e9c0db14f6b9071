package canvas

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// Letters that are counted without a table take what the tables say, whatever stands beside them.
func TestCellsAreWhatTheTablesSay(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of thousands of pairs")
	}
	beside := []string{"a", " ", "é", "é", "\u0301", "\u200d", "\ufe0f", "二", "🏳️‍🌈", "🇫🇷", "\u0600", "ล", "ำ", "각", "·", "─", "\x1b[1m"}
	for r := range rune(0x3000) {
		if !isNarrow(r) {
			continue
		}
		for _, other := range beside {
			for _, text := range []string{string(r) + other, other + string(r), other + string(r) + other} {
				if got, want := Cells(text), ansi.StringWidth(text); got != want {
					t.Fatalf("%+q takes %d cells, and was counted as %d", text, want, got)
				}
			}
		}
	}
}

func FuzzCells(f *testing.F) {
	for _, text := range []string{"", "plain", "\x1b[1mbold\x1b[m", "\x1b[", "\x1b]8;;x\a·\x1b]8;;\a", "e\u0301 · → ─", "\x1b[38;5;1", "\x1b[?25l", "\xc2", "a\u00ad"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := Cells(text), ansi.StringWidth(text); got != want {
			t.Errorf("%q takes %d cells, and was counted as %d", text, want, got)
		}
	})
}

// Pieces of what is drawn, in any order.
func TestCellsOfPiecesInAnyOrder(t *testing.T) {
	pieces := []string{"a", "9", " ", "·", "─", "█", "–", "…", "é", "ß", "\u0301", "\u200d", "\ufe0f", "二", "👍🏽", "🇫", "\u0600", "\x1b[1m", "\x1b[m", "\x1b[38;5;12m", "\x1b[K", "\x1b]8;;a\x1b\\", "\xff", "\t", "\u0085"}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50_000 {
		var b strings.Builder
		for range rng.IntN(8) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		text := b.String()
		if got, want := Cells(text), ansi.StringWidth(text); got != want {
			t.Fatalf("%q takes %d cells, and was counted as %d", text, want, got)
		}
	}
}

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
