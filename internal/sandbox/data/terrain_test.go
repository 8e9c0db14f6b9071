package data

import (
	"testing"
)

// The codes of towns are numbers that datagen gives, so a table of another run would name others:
// sections far away would tell.
func TestTheTerrainIsThatOfTheCities(t *testing.T) {
	w := Load()
	sections := 0
	for code := range terrain().byKey {
		c, ok := w.City(code)
		if !ok {
			t.Errorf("%s is not a city", code)
			continue
		}
		for _, s := range TerrainOf(code).Sections {
			sections++
			if far := Distance(c.Lat, c.Lon, s.Lat, s.Lon); far > 30 || s.Name == "" {
				t.Errorf("%s, %s: %q is %.0f km from the centre", code, c.Name, s.Name, far)
			}
		}
	}
	if sections < 1400 {
		t.Errorf("%d sections", sections)
	}
}

func TestLandEndsAtTheCoast(t *testing.T) {
	for _, tt := range []struct {
		code, place string
		ray         int // clockwise from north
		from, to    float64
	}{
		{"LIS", "north of Lisbon", 0, 10, 12}, {"LIS", "south of Lisbon, the Tagus", 8, 0, 1},
		{"NCE", "north of Nice", 0, 10, 12}, {"NCE", "south of Nice, the sea", 8, 0, 1},
		{"MAD", "round Madrid", 8, 12, 12}, {"MLE", "round Malé", 4, 0.6, 0.6},
	} {
		if got := TerrainOf(tt.code).Land[tt.ray]; got < tt.from || got > tt.to {
			t.Errorf("%s: %v km of land, want %v to %v", tt.place, got, tt.from, tt.to)
		}
	}
}
