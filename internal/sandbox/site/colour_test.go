package site_test

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestTheColoursCanBeRead checks the pairs that the style puts on each other
// against WCAG 2.2: 4.5 to 1 for text, 3 to 1 for what marks a control.
func TestTheColoursCanBeRead(t *testing.T) {
	raw, err := os.ReadFile("pages/style.css")
	if err != nil {
		t.Fatal(err)
	}
	light, dark, found := strings.Cut(string(raw), "@media (prefers-color-scheme: dark)")
	if !found {
		t.Fatal("there is no dark scheme")
	}
	pairs := []struct {
		over, under string
		least       float64
	}{
		{"ink", "paper", 4.5}, {"ink", "page", 4.5}, {"ink", "pick", 4.5}, {"soft", "paper", 4.5}, {"soft", "page", 4.5},
		{"act", "paper", 4.5}, {"act", "page", 4.5}, {"act-over", "paper", 4.5}, {"act-over", "page", 4.5},
		{"band-ink", "band", 4.5}, {"gold-ink", "gold", 4.5}, {"act-ink", "act", 4.5}, {"act-ink", "act-over", 4.5},
		{"warn-ink", "warn", 4.5}, {"good-ink", "good", 4.5}, {"star", "paper", 3}, {"star", "page", 3},
		{"warn-edge", "warn", 3}, {"edge", "paper", 3}, {"edge", "page", 3}, {"gold", "band", 3},
	}
	for scheme, css := range map[string]string{"light": light, "dark": dark} {
		colours := map[string]float64{}
		for _, c := range regexp.MustCompile(`--([a-z0-9-]+): #([0-9a-f]{6});`).FindAllStringSubmatch(css, -1) {
			colours[c[1]] = luminance(t, c[2])
		}
		for _, p := range pairs {
			a, okA := colours[p.over]
			b, okB := colours[p.under]
			if contrast := (max(a, b) + 0.05) / (min(a, b) + 0.05); !okA || !okB || contrast < p.least {
				t.Errorf("%s: %s on %s has contrast %.2f, needs %.1f", scheme, p.over, p.under, contrast, p.least)
			}
		}
	}
}

// luminance is the relative luminance of WCAG 2.2 of a colour RRGGBB.
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
