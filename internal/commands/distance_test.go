package commands

import (
	"math"
	"testing"

	"travel.example/travel/internal/render/figure"
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
		unit figure.Unit
		want string
	}{
		{0.04, figure.Kilometres, "0.0 km"}, {9.94, figure.Kilometres, "9.9 km"}, {9.96, figure.Kilometres, "10 km"},
		{12345.4, figure.Kilometres, "12,345 km"}, {1.609344, figure.Miles, "1.0 mi"}, {8047, figure.Miles, "5,000 mi"},
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
		want   figure.Unit
	}{
		{"", sourced{}, figure.Kilometres},
		{"en", sourced{}, figure.Kilometres},
		{"en-GB", sourced{}, figure.Miles},
		{"my-Mymr-MM", sourced{}, figure.Miles},
		{"en-us", sourced{"AE", fromAccount}, figure.Miles},
		{"de-CH", sourced{"US", fromFlag}, figure.Kilometres},
		{"en", sourced{"LR", "config"}, figure.Miles},
		{"en", sourced{"US", fromAccount}, figure.Miles},
		{"en", sourced{"US", fromDefault}, figure.Kilometres}, // nobody chose it
	} {
		if got := (chosen{locale: sourced{value: c.locale}, site: c.site}).unit(); got != c.want {
			t.Errorf("locale %q and market %v: unit %d, want %d", c.locale, c.site, got, c.want)
		}
	}
}
