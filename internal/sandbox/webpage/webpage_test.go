package webpage_test

import (
	"testing"

	"travel.example/travel/internal/testkit/pagetest"
)

// TestTheColorsCanBeRead checks the contrast of the color pairs in the style.
func TestTheColorsCanBeRead(t *testing.T) {
	pagetest.CheckColors(t, "style.css", []string{
		"ink on paper", "ink on pick", "soft on paper", "soft on page", "soft on pick", "act on paper", "act-ink on act",
		"band-ink on band", "gold-ink on gold", "wrong on paper",
	}, []string{"edge on paper", "edge on pick", "act on pick", "gold on band"})
}
