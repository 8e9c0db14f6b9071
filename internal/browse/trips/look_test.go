package trips

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/render/canvas"
)

var update = flag.Bool("update", false, "write the golden files again")

// The pages at their narrowest and at other sizes.
func TestLooks(t *testing.T) {
	for _, test := range []struct {
		name  string
		sizes [][2]int
		keys  []string
	}{
		{"trip", [][2]int{{60, 20}, {80, 24}, {120, 40}}, nil},
		{"last_fare", [][2]int{{60, 20}}, []string{"G"}},
		{"options", [][2]int{{60, 20}, {120, 40}}, []string{"enter"}},
		{"half", [][2]int{{80, 24}}, []string{"enter", "enter", "j"}},
		{"experience", [][2]int{{60, 20}}, []string{"t"}},
	} {
		s := sit(t, 80, 24, "DXB", "LHR", []string{"25 dec", "+7d"})
		s.onFare(func(f flights.Fare) bool { return f.Opens() && f.Fare.Print.Refundable })
		s.Pass(3 * time.Minute)
		s.Press("g")
		if len(test.keys) > 0 && test.keys[0] == "enter" {
			s.to(flights.Fare.Opens)
		}
		s.Press(test.keys...)
		for _, size := range test.sizes {
			s.Resize(size[0], size[1])
			golden(t, fmt.Sprintf("%s_%dx%d", test.name, size[0], size[1]), s.Screen())
		}
	}
	s := sit(t, 60, 20, "DXB", "LHR", []string{"25 dec", "+7d"})
	s.Stage.Push(newCompare(s.Stage, s.with, s.list, []string{"1", "3", "5", "7"}))
	s.Settle()
	s.Press("tab")
	golden(t, "compare_60x20", s.Screen())
	s.Press("tab", "tab")
	s.Has("TRIP 5", "> TRIP 7")
}

// golden compares the screen with a golden file, except the last line, which lists the keys.
func golden(t *testing.T, name, got string) {
	t.Helper()
	got = got[:strings.LastIndex(strings.TrimSuffix(got, "\n"), "\n")+1]
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: -want +got:\n%s", name, diff)
	}
}

// Each page fits every terminal, with and without Unicode, and is pure ASCII if it needs no Unicode.
func TestPagesFit(t *testing.T) {
	s := sit(t, 80, 24, "SIN", "SYD", []string{"25 dec", "+7d"})
	s.onFare(flights.Fare.Opens)
	places := []stage.Place{s.trip()}
	s.Press("t")
	places = append(places, s.Stage.Top())
	s.Press("t", "enter")
	places = append(places, s.Stage.Top(), newCompare(s.Stage, s.with, s.list, []string{"1", "2", "4"}))
	s.Settle()
	for _, place := range places {
		for _, unicode := range []bool{true, false} {
			for width := 1; width <= 200; width += 1 + width/8 {
				for _, height := range []int{1, 2, 17, 57} {
					c := canvas.New(io.Discard, canvas.Terminal{TTY: true, Unicode: unicode, Width: width, Height: height})
					fits(t, c, place)
				}
			}
		}
	}
}

func fits(t *testing.T, c canvas.Canvas, place stage.Place) {
	t.Helper()
	drawn := place.Draw(c)
	if len(drawn) > c.Height {
		t.Errorf("%T draws %d lines on %d", place, len(drawn), c.Height)
	}
	lines := append(slices.Clone(drawn), place.Head(c))
	if p, ok := place.(stage.Stated); ok {
		lines = append(lines, p.State(c))
	}
	for i, line := range lines {
		if text := ansi.Strip(line); i < len(drawn) && canvas.Cells(text) > c.Width && c.Width > 20 {
			t.Errorf("%T has %d cells on %d: %q", place, canvas.Cells(text), c.Width, text)
		} else if !c.Unicode && strings.ContainsFunc(text, func(r rune) bool { return r > '~' }) {
			t.Errorf("%T is not ASCII: %q", place, text)
		}
	}
}
