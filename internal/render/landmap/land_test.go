package landmap

import (
	"slices"
	"testing"
)

func TestEveryOutlineIsRead(t *testing.T) {
	rings := land()
	points := 0
	for _, ring := range rings {
		points += len(ring)
		if slices.ContainsFunc(ring, func(v vertex) bool { return v.lat < -90/unit || v.lat > 90/unit }) {
			t.Errorf("an outline leaves the world: %v", ring)
		}
	}
	if len(rings) != 381 || points != 10214 {
		t.Errorf("%d outlines with %d points; say so here and in tools/landgen if they were made again", len(rings), points)
	}
}

// The outlines are where the land is: inland seas are holes in it, and nothing breaks on the meridian
// of 180 degrees or at the poles.
func TestLandIsWhereItIs(t *testing.T) {
	for name, test := range map[string]struct {
		at   Position
		land bool
	}{
		"Dubai's desert": {Position{24, 55.5}, true}, "Persian Gulf": {Position{26.5, 52}, false}, "Caspian Sea": {Position{42, 50.5}, false},
		"Sahara": {Position{23, 10}, true}, "Chukotka west of 180": {Position{67, 179}, true}, "Chukotka east of 180": {Position{66.5, -176}, true},
		"Pacific at 180": {Position{0, 180}, false}, "Antarctica at 180": {Position{-88, 180}, true}, "South Pole": {Position{-89.9, 0}, true},
		"North Pole": {Position{89.9, 0}, false}, "Weddell Sea": {Position{-72, -45}, false}, "Iceland": {Position{65, -18}, true},
		"Singapore Strait": {Position{1.5, 107}, false}, "Tasmania": {Position{-42, 146.5}, true}, "Kansas": {Position{38.5, -98}, true},
	} {
		f := framed([]Position{test.at}, 200, 200)
		x, y := f.dot(test.at)
		if x < 0 || y < 0 || x >= float64(f.width) || y >= float64(f.height) {
			t.Errorf("%s is outside of its own frame %+v", name, f)
			continue
		}
		if got := landIn(f, land()).on[int(y)*f.width+int(x)]; got != test.land {
			t.Errorf("%s: land %v, want %v", name, got, test.land)
		}
	}
}
