package grid

import (
	"math"
	"strings"

	"travel.example/travel/internal/render/canvas"
)

// barCells is the length of a price's bar.
const barCells = 12

// ShareBar shows the position of a price between the lowest (0) and the highest (1); nil shows nothing.
func ShareBar(c canvas.Canvas, share *float64) Cell {
	if share == nil || math.IsNaN(*share) {
		return Cell{}
	}
	at := int(math.Round(min(max(*share, 0), 1) * (barCells - 1)))
	return Cell{Text: strings.Repeat(c.Glyph.Track, at) + c.Glyph.Thumb + strings.Repeat(c.Glyph.Track, barCells-1-at), Tone: canvas.Faint}
}

// The heights of a line of amounts, lowest first; digits without Unicode.
const (
	heights      = "▁▂▃▄▅▆▇█"
	asciiHeights = "12345678"
)

// Heights draws amounts as heights between the lowest and the highest, one character each. NaN is a space.
func Heights(c canvas.Canvas, amounts []float64, low, high float64) string {
	signs := []rune(heights)
	if !c.Unicode {
		signs = []rune(asciiHeights)
	}
	var b strings.Builder
	for _, amount := range amounts {
		switch {
		case math.IsNaN(amount):
			b.WriteByte(' ')
		case high <= low:
			b.WriteRune(signs[0])
		default:
			share := min(max((amount-low)/(high-low), 0), 1)
			b.WriteRune(signs[int(math.Round(share*float64(len(signs)-1)))])
		}
	}
	return b.String()
}
