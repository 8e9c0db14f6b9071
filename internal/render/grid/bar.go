package grid

import (
	"math"
	"strings"

	"travel.example/travel/internal/render/canvas"
)

// barCells is how long the bar of a price is.
const barCells = 12

// ShareBar shows where a price lies between the lowest (0) and the highest (1); nil shows nothing.
func ShareBar(c canvas.Canvas, share *float64) Cell {
	if share == nil || math.IsNaN(*share) {
		return Cell{}
	}
	at := int(math.Round(min(max(*share, 0), 1) * (barCells - 1)))
	return Cell{Text: strings.Repeat(c.Glyph.Track, at) + c.Glyph.Thumb + strings.Repeat(c.Glyph.Track, barCells-1-at), Tone: canvas.Faint}
}
