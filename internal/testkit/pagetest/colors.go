// Package pagetest checks the pages of the sandbox. Only tests import it.
package pagetest

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The minimum contrast ratios of WCAG 2.2.
const (
	leastOfText = 4.5
	leastOfMark = 3.0
)

var color = regexp.MustCompile(`--([a-z0-9-]+): #([0-9a-f]{6});`)

// CheckColors checks the contrast of color pairs, such as "ink on paper", in the light and in the dark scheme of a
// style sheet: those of text, and those of marks of controls.
func CheckColors(t *testing.T, path string, text, marks []string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	light, dark, found := strings.Cut(string(raw), "@media (prefers-color-scheme: dark)")
	if !found {
		t.Fatal("there is no dark scheme")
	}
	least := map[string]float64{}
	for _, pair := range text {
		least[pair] = leastOfText
	}
	for _, pair := range marks {
		least[pair] = leastOfMark
	}
	for scheme, css := range map[string]string{"light": light, "dark": dark} {
		colors := map[string]float64{}
		for _, c := range color.FindAllStringSubmatch(css, -1) {
			colors[c[1]] = luminance(t, c[2])
		}
		for pair, least := range least {
			over, under, _ := strings.Cut(pair, " on ")
			a, okA := colors[over]
			b, okB := colors[under]
			if contrast := (max(a, b) + 0.05) / (min(a, b) + 0.05); !okA || !okB || contrast < least {
				t.Errorf("%s: %s has contrast %.2f, needs %.1f", scheme, pair, contrast, least)
			}
		}
	}
}

// luminance returns the relative luminance (WCAG 2.2) of a color RRGGBB.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		part, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(part) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}
