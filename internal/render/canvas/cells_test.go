package canvas

import (
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
