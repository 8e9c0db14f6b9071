package canvas

import (
	"math"
	"testing"

	"github.com/charmbracelet/lipgloss"
)

// rgb is a colour of the palette of 256 that all terminals share, from 16 up.
func rgb(t *testing.T, n lipgloss.ANSIColor) [3]float64 {
	t.Helper()
	if n < 16 || n > 231 {
		t.Fatalf("colour %d is not the same on all terminals", n)
	}
	steps := [6]float64{0, 95, 135, 175, 215, 255}
	n -= 16
	return [3]float64{steps[n/36], steps[n/6%6], steps[n%6]}
}

// contrast is the ratio of WCAG 2.2 between two colours, from 1 to 21.
func contrast(a, b [3]float64) float64 {
	light := func(c [3]float64) float64 {
		for i, v := range c {
			v /= 255
			if v <= 0.04045 {
				c[i] = v / 12.92
			} else {
				c[i] = math.Pow((v+0.055)/1.055, 2.4)
			}
		}
		return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
	}
	la, lb := light(a), light(b)
	return (math.Max(la, lb) + 0.05) / (math.Min(la, lb) + 0.05)
}

// The terminal is never asked for its background, so each colour is one that eyes can read on a
// dark one as on a light one.
func TestColoursAreReadOnLightAndDark(t *testing.T) {
	for background, colour := range map[string]struct {
		rgb   [3]float64
		least float64
	}{
		"black":       {[3]float64{0, 0, 0}, 4},
		"white":       {[3]float64{255, 255, 255}, 3.9},
		"dark grey":   {[3]float64{30, 30, 30}, 3},
		"pale yellow": {[3]float64{253, 246, 227}, 3.6},
	} {
		for tone, n := range map[string]lipgloss.ANSIColor{"good": middleInk.good, "warn": middleInk.warn, "bad": middleInk.bad} {
			if got := contrast(rgb(t, n), colour.rgb); got < colour.least {
				t.Errorf("%s on %s: contrast %.2f, want %.1f", tone, background, got, colour.least)
			}
		}
	}
}
