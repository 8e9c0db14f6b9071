package render

import (
	"bytes"
	"testing"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

func sampleChecks() grid.Checks {
	return grid.Checks{
		{Status: "ok", Tone: canvas.Good, Name: "service", Text: "https://api.example: healthy"},
		{Status: "warn", Tone: canvas.Warn, Name: "clock", Text: "38 s ahead of the service", Remedy: "set this computer's clock"},
		{Status: "skip", Tone: canvas.Faint, Name: "proxy", Text: "no network is used"},
	}
}

// Lines are printed as soon as they are known, so what comes later must not move what stands
// already.
func TestChecksLookAlikeTogetherAndOneByOne(t *testing.T) {
	for _, term := range []Terminal{{TTY: true, Width: 60, Unicode: true}, {TTY: true, Width: 80, Color: true}, {}} {
		var together, apart bytes.Buffer
		if err := New(&together, term, FormatText).Print(sampleChecks()); err != nil {
			t.Fatal(err)
		}
		p := New(&apart, term, FormatText)
		for _, check := range sampleChecks() {
			if err := p.Print(grid.Checks{check}); err != nil {
				t.Fatal(err)
			}
		}
		if together.String() != apart.String() || together.Len() == 0 {
			t.Errorf("%+v: together\n%s\none by one\n%s", term, &together, &apart)
		}
	}
}
