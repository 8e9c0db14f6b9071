package commands

import (
	"math"
	"testing"

	"travel.example/travel/internal/render"
)

// The distances are those of the great circle on a sphere, to a kilometre.
func TestDistances(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b point
		want float64
	}{
		{"a quarter of the earth", point{0, 0}, point{0, 90}, 10008},
		{"pole to pole", point{90, 0}, point{-90, 170}, 20015},
		{"over the date line", point{0, 179.5}, point{0, -179.5}, 111},
		{"nowhere", point{51.5, -0.1}, point{51.5, -0.1}, 0},
	} {
		if got := c.a.kilometres(c.b); math.Abs(got-c.want) > 1 {
			t.Errorf("%s: %.1f km, want %.0f", c.name, got, c.want)
		}
	}
	for _, c := range []struct {
		km   float64
		unit render.Unit
		want string
	}{
		{0.04, render.Kilometres, "0.0 km"}, {9.94, render.Kilometres, "9.9 km"}, {9.96, render.Kilometres, "10 km"},
		{12345.4, render.Kilometres, "12,345 km"}, {1.609344, render.Miles, "1.0 mi"}, {8047, render.Miles, "5,000 mi"},
	} {
		if got := distanceWords(c.km, c.unit); got != c.want {
			t.Errorf("%v km are %s, want %s", c.km, got, c.want)
		}
	}
}

func TestTheUnitIsTheTravelers(t *testing.T) {
	for _, c := range []struct {
		locale string
		site   sourced
		want   render.Unit
	}{
		{"", sourced{}, render.Kilometres},
		{"en", sourced{}, render.Kilometres},
		{"en-GB", sourced{}, render.Miles},
		{"my-Mymr-MM", sourced{}, render.Miles},
		{"en-us", sourced{"AE", fromAccount}, render.Miles},
		{"de-CH", sourced{"US", fromFlag}, render.Kilometres},
		{"en", sourced{"LR", "config"}, render.Miles},
		{"en", sourced{"US", fromAccount}, render.Miles},
		{"en", sourced{"US", fromDefault}, render.Kilometres}, // nobody chose it
	} {
		if got := (chosen{locale: sourced{value: c.locale}, site: c.site}).unit(); got != c.want {
			t.Errorf("locale %q and market %v: unit %d, want %d", c.locale, c.site, got, c.want)
		}
	}
}
