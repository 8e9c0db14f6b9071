package landmap

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"travel.example/travel/internal/render/canvas"
)

func screen(unicode bool) canvas.Canvas {
	return canvas.New(&bytes.Buffer{}, canvas.Terminal{TTY: true, Unicode: unicode, Width: 80})
}

func at(lat, lon float64, label string, mark Mark) Place {
	return Place{Position: Position{lat, lon}, Label: label, Mark: mark}
}

// What a place is can be told without colour, on land as on the sea.
func TestMarksReadWithoutColour(t *testing.T) {
	for _, unicode := range []bool{true, false} {
		seen := map[string]Mark{}
		for mark := range Unknown + 1 {
			lines := Map{Places: []Place{at(0, -140, "", mark)}}.Lines(screen(unicode), 21, 5)
			sign := strings.TrimSpace(strings.Join(lines, ""))
			if other, ok := seen[sign]; ok || sign == "" {
				t.Errorf("unicode %v: marks %d and %d are both %q", unicode, mark, other, sign)
			}
			seen[sign] = mark
		}
	}
}

// A label stands to the right, to the left or above, whichever is free first, and covers nothing.
func TestALabelFindsRoom(t *testing.T) {
	sea := Position{0, -140}
	for name, test := range map[string]struct {
		places []Place
		want   []string
	}{
		"right":                  {[]Place{at(0, -140, "AAA", Known)}, []string{"", "          ●AAA", ""}},
		"left":                   {[]Place{at(0, -140, "AAA", Known), at(0, -139, "BBB", Known)}, []string{"", "       AAA●●BBB", ""}},
		"not up to another mark": {[]Place{at(0, -140, "AAA", Known), at(0, -136, "BBB", Known)}, []string{"", "       AAA●   ●BBB", ""}},
		"a detail is never cut":  {[]Place{{Position{0, -148}, "A", "$12,345,678,901,234.50", Known}}, []string{"", "  ●A", ""}},
		"between two marks": {[]Place{at(0, -140, "AAA", Known), at(0, -136, "BBB", Known), at(0, -144, "CCC", Known)},
			[]string{"         AAA", "   CCC●   ●   ●BBB", ""}},
		"details come last": {[]Place{{Position{0, -149}, "AAA", "$1", Known}, {Position{0, -140}, "BBB", "$1,000", Known}, {Position{0, -134}, "CCC", "$2", Known}},
			[]string{"", " ●AAA $1  ●BBB  ●CCC", ""}},
		"above": {[]Place{at(0, -140, "AAA", Known), at(0, -140, "BBB", Known), at(0, -140, "CCC", Known)},
			[]string{"         CCC", "       BBB●AAA", ""}},
		"nowhere": {[]Place{at(0, -140, "AAA", Known), at(0, -140, "BBB", Known), at(0, -140, "CCC", Known), at(0, -140, "DDD", Known)},
			[]string{"         CCC", "       BBB●AAA", ""}},
		"wide": {[]Place{at(0, -140, "東京", Known)}, []string{"", "          ●東京", ""}},
		"the first has the best sign": {[]Place{at(0, -140, "AAA", Start), at(0, -140, "BBB", Best)},
			[]string{"", "       BBB◆AAA", ""}},
		"above where the sides are short": {[]Place{at(0, -140, "0123456789ABCDEF", Known)}, []string{"   0123456789ABCDEF", "          ●", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			c := screen(true)
			f := frame{width: 42, height: 12, middle: sea, perLat: 2, perLon: 2}
			s := newSheet(f)
			s.put(c, f, test.places)
			if got := s.lines(c); fmt.Sprintf("%q", got) != fmt.Sprintf("%q", test.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

// A frame holds what it is made for, over the meridian of 180 degrees and at the poles too.
func TestAFrameHoldsItsPositions(t *testing.T) {
	for name, positions := range map[string][]Position{
		"one": {{1, 103}}, "the same": {{1, 103}, {1, 103}}, "over 180": {{-37, 174.8}, {21, -158}, {34, -118}},
		"round the world": {{0, 0}, {0, 120}, {0, -120}}, "poles": {{90, 0}, {-90, 77}}, "near a pole": {{89, 0}, {89, 179}, {88, -90}},
		"a corner": {{90, 179.99}, {89, -179.99}}, "a column": {{80, 10}, {-80, 10}},
	} {
		for _, size := range [][2]int{{160, 64}, {2, 4}, {20, 400}, {1000, 4}} {
			f := framed(positions, size[0], size[1])
			if f.width < 1 || f.height < 1 || f.width > size[0] || f.height > size[1] {
				t.Errorf("%s in %v: frame %+v", name, size, f)
			}
			for _, p := range positions {
				if x, y := f.dot(p); x < -1e-6 || y < -1e-6 || x > float64(f.width)+1e-6 || y > float64(f.height)+1e-6 {
					t.Errorf("%s in %v: %v is at %.1f, %.1f of %d by %d", name, size, p, x, y, f.width, f.height)
				}
			}
		}
	}
}

// A way is a great circle: from Dubai to Los Angeles it goes by the Arctic, not over the Atlantic.
func TestAWayIsTheShortestOne(t *testing.T) {
	for name, test := range map[string]struct {
		from, to Position
		north    float64
	}{
		"DXB-LAX": {Position{25.25, 55.36}, Position{33.94, -118.41}, 84.57}, "on a meridian": {Position{10, 20}, Position{40, 20}, 40},
		"on the equator": {Position{0, 170}, Position{0, -170}, 0}, "nowhere": {Position{5, 5}, Position{5, 5}, 5},
		"opposite": {Position{10, 0}, Position{-10, 180}, 90}, "pole to pole": {Position{90, 0}, Position{-90, 0}, 90},
	} {
		north := -90.0
		for _, p := range arc(test.from, test.to) {
			north = max(north, p.Lat)
		}
		if math.Abs(north-test.north) > 0.3 {
			t.Errorf("%s: %.1f degrees north, want %.1f", name, north, test.north)
		}
	}
}

func TestWhatIsNotOnEarthIsLeftOut(t *testing.T) {
	for _, p := range []Position{{math.NaN(), 0}, {0, math.NaN()}, {91, 0}, {0, math.Inf(1)}, {math.Inf(-1), 0}} {
		if lines := (Map{Places: []Place{{Position: p}}}).Lines(screen(true), 40, 10); lines != nil {
			t.Errorf("%v is drawn:\n%s", p, strings.Join(lines, "\n"))
		}
		m := Map{Places: []Place{at(0, 0, "", Known)}, Ways: []Way{{Position{}, p}}}
		if lines := m.Lines(screen(true), 40, 10); len(lines) != 10 {
			t.Errorf("a way to %v: %d lines", p, len(lines))
		}
	}
}

// No places, texts and sizes break a map, and none makes it larger than it may be.
func FuzzMap(f *testing.F) {
	f.Add(51.47, -0.45, 25.25, 55.36, "LHR", "$98", 80, 20, true)
	f.Add(-37.0, 174.8, 21.3, -157.9, "東京 نص", "", 61, 7, false)
	f.Add(90.0, 0.0, -90.0, 540.0, "\x1b[31m\x00", "a\nb", 1, 1, true)
	f.Add(math.NaN(), 1e300, 5e-324, -1e300, "", "👩\u200d✈\ufe0f", 500, 200, true)
	f.Add(90.0, 0.0, -90.0, 0.0, "N", "S", 80, 20, true)
	f.Add(10.0, 0.0, -10.0, 180.0, "e\u0301", "x", 3, 90, false)
	f.Fuzz(func(t *testing.T, lat1, lon1, lat2, lon2 float64, label, detail string, columns, rows int, unicode bool) {
		c := canvas.New(&bytes.Buffer{}, canvas.Terminal{TTY: true, Unicode: unicode, Width: 1 + columns%300, Color: rows%2 == 0})
		a, b := Position{lat1, lon1}, Position{lat2, lon2}
		m := Map{
			Places: []Place{{a, label, detail, Start}, {b, detail, label, Mark(uint8(rows))}, {Position{lat1, lon2}, label, "", Known}},
			Ways:   []Way{{a, b}, {b, a}},
		}
		columns, rows = columns%300, rows%120
		lines := m.Lines(c, columns, rows)
		if len(lines) > max(rows, 0) {
			t.Fatalf("%d lines of %d", len(lines), rows)
		}
		for _, line := range lines {
			if got := canvas.Cells(line); got > min(columns, c.Width) {
				t.Fatalf("a line takes %d cells of %d and %d:\n%s", got, columns, c.Width, line)
			}
		}
	})
}

func BenchmarkMap(b *testing.B) {
	m := Map{Places: []Place{at(51.47, -0.45, "LHR", Start), at(1.36, 103.99, "SIN", Best)}, Ways: []Way{{Position{51.47, -0.45}, Position{1.36, 103.99}}}}
	c := screen(true)
	b.ReportAllocs()
	for b.Loop() {
		m.Lines(c, 80, 16)
	}
}
