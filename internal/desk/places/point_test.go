package places

import (
	"math"
	"testing"
)

// The distances are those of the great circle on a sphere, to a kilometre.
func TestDistances(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b Point
		want float64
	}{
		{"a quarter of the earth", Point{0, 0}, Point{0, 90}, 10008},
		{"pole to pole", Point{90, 0}, Point{-90, 170}, 20015},
		{"over the date line", Point{0, 179.5}, Point{0, -179.5}, 111},
		{"nowhere", Point{51.5, -0.1}, Point{51.5, -0.1}, 0},
	} {
		if got := c.a.Kilometres(c.b); math.Abs(got-c.want) > 1 {
			t.Errorf("%s: %.1f km, want %.0f", c.name, got, c.want)
		}
	}
}
