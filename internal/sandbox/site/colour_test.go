package site_test

import (
	"testing"

	"travel.example/travel/internal/sandbox/pagetest"
)

// TestTheColoursCanBeRead checks the pairs that the style puts on each other.
func TestTheColoursCanBeRead(t *testing.T) {
	text := []string{
		"ink on paper", "ink on page", "ink on pick", "soft on paper", "soft on page", "act on paper", "act on page",
		"act-over on paper", "act-over on page", "band-ink on band", "gold-ink on gold", "act-ink on act",
		"act-ink on act-over", "warn-ink on warn", "good-ink on good",
	}
	marks := []string{
		"star on paper", "star on page", "warn-edge on warn", "edge on paper", "edge on page", "gold on band",
	}
	pagetest.CheckColours(t, "pages/style.css", text, marks)
}
