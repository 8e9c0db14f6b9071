package render

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/exploreview"
)

// sampleMapped is a look around at real places.
func sampleMapped() exploreview.Places {
	v := samplePlaces()
	v.Start = exploreview.Spot{Code: "DXB", Name: "Dubai", Lat: 25.25, Lng: 55.36, Known: true}
	for i, spot := range []exploreview.Spot{
		{Code: "BKK", Lat: 13.69, Lng: 100.75}, {Code: "SIN", Lat: 1.36, Lng: 103.99}, {Code: "HKG", Lat: 22.31, Lng: 113.91}, {Code: "LHR", Lat: 51.47, Lng: -0.45},
		{Code: "DEL", Lat: 28.56, Lng: 77.1}, {Code: "NBO", Lat: -1.32, Lng: 36.93}, {Code: "AKL"},
	} {
		spot.Name, spot.Known = v.Rows[i].Name, i < 6
		v.Rows[i].Spot = spot
	}
	return v
}

func mappedViews() map[string]func() View {
	return map[string]func() View{"explore_map": func() View { return new(sampleMapped()) }}
}

func TestAMapStandsAboveThePlaces(t *testing.T) { checkLooksIn(t, 40, drawn(mappedViews())) }

// A map needs room, and three places at least; --no-map leaves it out.
func TestAMapStandsWhereThereIsRoom(t *testing.T) {
	dots := regexp.MustCompile(`[\x{2801}-\x{28ff}]`)
	for name, test := range map[string]struct {
		width, height int
		change        func(v *exploreview.Places)
		want          bool
	}{
		"room": {60, 28, nil, true}, "a narrow window": {59, 40, nil, false}, "a low window": {80, 27, nil, false},
		"left out":           {80, 40, func(v *exploreview.Places) { v.NoMap = true }, false},
		"two places":         {80, 40, func(v *exploreview.Places) { v.Rows = v.Rows[:2] }, false},
		"the start unknown":  {80, 40, func(v *exploreview.Places) { v.Start.Known = false }, true},
		"positions unknown":  {80, 40, func(v *exploreview.Places) { v.Start.Known, v.Rows = false, v.Rows[6:] }, false},
		"a position too far": {80, 40, func(v *exploreview.Places) { v.Rows[0].Lat = 1e300 }, true},
	} {
		v := sampleMapped()
		if test.change != nil {
			test.change(&v)
		}
		var out bytes.Buffer
		if err := New(&out, Terminal{TTY: true, Unicode: true, Width: test.width, Height: test.height}, FormatText).Print(&v); err != nil {
			t.Fatal(err)
		}
		if got := dots.MatchString(out.String()); got != test.want {
			t.Errorf("%s: map %v, want %v\n%s", name, got, test.want, &out)
		}
	}
}

// While searches run the map leaves the best rows and the status in sight, however low the window is.
func TestAMapLeavesRowsInSight(t *testing.T) {
	for height := 12; height < 70; height++ {
		var out bytes.Buffer
		v := sampleMapped()
		NewLive(&out, Terminal{TTY: true, Unicode: true, Color: true, Width: 80, Height: height}).List(v, "the status")
		text := out.String()
		if lines := strings.Count(text, "\n") + 1; lines > height {
			t.Errorf("%d lines in a window of %d", lines, height)
		}
		for _, want := range []string{"the status", "Mock Harbour", "$98.40"} {
			if !strings.Contains(text, want) {
				t.Errorf("in a window of %d lines %q is not in sight:\n%s", height, want, text)
			}
		}
	}
}

// The cheapest is one of the places with the lowest price, also while it is the only price.
func TestTheCheapestIsMarked(t *testing.T) {
	for name, test := range map[string]struct {
		amounts []string
		want    int
	}{
		"lowest": {[]string{"98.4", "431"}, 1}, "only one": {[]string{"98.4"}, 1}, "all the same": {[]string{"98.4", "98.4"}, 2}, "none": {nil, 0},
	} {
		v := sampleMapped()
		v.Rows = v.Rows[:3]
		for i := range v.Rows {
			v.Rows[i].Share, v.Rows[i].Price = nil, offer.Money{}
			if i < len(test.amounts) {
				v.Rows[i].Price = offer.Money{Amount: test.amounts[i], Currency: "USD"}
			}
			if name == "lowest" {
				v.Rows[i].Share = new(float64(i))
			}
		}
		var out bytes.Buffer
		if err := New(&out, Terminal{TTY: true, Unicode: true, Width: 80, Height: 40}, FormatText).Print(&v); err != nil {
			t.Fatal(err)
		}
		_, withoutLegend, _ := strings.Cut(out.String(), "\n")
		withoutLegend, _, _ = strings.Cut(withoutLegend, "from here")
		if got := strings.Count(withoutLegend, "★"); got != test.want {
			t.Errorf("%s: %d stars, want %d\n%s", name, got, test.want, &out)
		}
	}
}

func TestNoTextOfAMapOfPlacesReachesTheTerminalUncleaned(t *testing.T) {
	checkCleaned(t, mappedViews())
}

func TestNoLineOfPlacesWithAMapIsWiderThanTheTerminal(t *testing.T) {
	checkWidths(t, random{rand.New(rand.NewPCG(11, 12))}, 30, mappedViews())
}
