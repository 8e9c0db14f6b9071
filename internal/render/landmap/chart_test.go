package landmap

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The outline of a page is the same land that maps of dots are drawn from.
func TestTheOutlineIsTheWholeLand(t *testing.T) {
	outline := Outline()
	if len(outline) > 64<<10 || strings.Trim(outline, "Mlz -0123456789") != "" {
		t.Errorf("%d bytes: %.80s", len(outline), outline)
	}
	number := regexp.MustCompile(`-?\d+`)
	rings := strings.Split(strings.TrimSuffix(outline, "z"), "z")
	if len(rings) != len(land()) {
		t.Fatalf("%d rings of %d", len(rings), len(land()))
	}
	for i, ring := range rings {
		var x, y int
		for j, text := range number.FindAllString(ring, -1) {
			n, _ := strconv.Atoi(text)
			if j%2 == 0 {
				x += n
			} else {
				y += n
				if v := land()[i][j/2]; (int(v.lon)-x)%7200 != 0 || int(v.lat) != -y || x < -3600-30*20 || x > 3600+30*20 {
					t.Fatalf("ring %d, corner %d is %d, %d: want %v", i, j/2, x, y, v)
				}
			}
		}
	}
}

// A way over the meridian of 180 degrees is one line, and the land lies under it on both sides.
func TestAWayOverTheDateLineIsSeamless(t *testing.T) {
	for name, ends := range map[string][2]Position{
		"AKL-HNL": {{-37.01, 174.79}, {21.32, -157.92}}, "LAX-SYD": {{33.94, -118.41}, {-33.95, 151.18}}, "SCL-SYD": {{-33.39, -70.79}, {-33.95, 151.18}},
	} {
		chart, ok := Map{Places: []Place{{Position: ends[0]}, {Position: ends[1]}}, Ways: []Way{{ends[0], ends[1]}}}.Chart(700, 350)
		if !ok || len(chart.Ways) != 1 || strings.Count(chart.Ways[0], "M") != 1 {
			t.Fatalf("%s: %+v", name, chart)
		}
		if len(chart.Land) < 2 {
			t.Errorf("%s: the land lies there %d times", name, len(chart.Land))
		}
		for _, spot := range chart.Spots {
			under := false // where the spot lies in one of the worlds
			for _, sheet := range chart.Land {
				lon, lat := (spot.X-sheet.X)/sheet.StretchX*unit, -(spot.Y-sheet.Y)/sheet.StretchY*unit
				under = under || math.Abs(lon-spot.Lon) < 0.01 && math.Abs(lat-spot.Lat) < 0.01
			}
			if !under || spot.X < 0 || spot.Y < 0 || spot.X > chart.Width || spot.Y > chart.Height {
				t.Errorf("%s: %v lies at %.1f, %.1f of %.0f by %.0f, and not on the land of any world", name, spot.Position, spot.X, spot.Y, chart.Width, chart.Height)
			}
		}
	}
}

func TestAChartTellsHowFarNorthItReaches(t *testing.T) {
	jfk, hkg := Position{40.64, -73.78}, Position{22.31, 113.91}
	chart, ok := Map{Places: []Place{{Position: jfk}}, Ways: []Way{{jfk, hkg}}}.Chart(600, 300)
	if !ok || math.Abs(chart.Farthest-84) > 0.5 {
		t.Errorf("%v degrees", chart.Farthest)
	}
	// Over the pole the way leaves on one side and comes in on the other, to both edges.
	sin := Position{1.36, 103.99}
	chart, _ = Map{Places: []Place{{Position: jfk}, {Position: hkg}}, Ways: []Way{{jfk, sin}, {Position{43.68, -79.63}, hkg}}}.Chart(600, 300)
	first, second, ok := strings.Cut(chart.Ways[0][1:], "M")
	last := first[strings.LastIndexByte(first, 'L')+1:]
	if x, _, _ := strings.Cut(second, " "); !ok || outside(last, chart) == outside(x, chart) || outside(x, chart) == 0 {
		t.Errorf("the way of %.0f ends at %s and begins again at %s", chart.Width, last, x)
	}
	if _, ok := (Map{Places: []Place{{Position: Position{91, 0}}}}).Chart(600, 300); ok {
		t.Error("a place that is not on Earth has a chart")
	}
}

// outside tells on which side of a chart a point lies, 0 for within.
func outside(point string, c Chart) int {
	text, _, _ := strings.Cut(point, " ")
	switch x, _ := strconv.ParseFloat(text, 64); {
	case x < 0:
		return -1
	case x > c.Width:
		return 1
	}
	return 0
}
