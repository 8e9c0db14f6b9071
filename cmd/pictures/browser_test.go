package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"travel.example/travel/internal/need/chromium"
)

// visible reads which texts are seen at each of some times, in milliseconds, as rows: it sets the clock
// of all animations.
const visible = `(times => times.map(at => {
	for (const a of document.getAnimations()) { a.pause(); a.currentTime = at }
	return [...document.querySelectorAll("text")]
		.filter(text => getComputedStyle(text).visibility === "visible")
		.map(text => [+text.getAttribute("y"), +text.getAttribute("x"), text.textContent])
		.sort((a, b) => a[0] - b[0] || a[1] - b[1])
		.map(text => text.join(" ")).join("\n")
}))(%s)`

// TestABrowserShowsTheFilm opens each picture in Chromium: at the middle of every shot it shows what the
// screen showed then, no more and no less. Where less motion is wanted nothing moves, and what is seen
// is the last shot.
func TestABrowserShowsTheFilm(t *testing.T) {
	browser := chromium.Start(t)
	films, err := films()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pictures {
		film := films[p.name]
		if film == nil {
			continue
		}
		var times []string
		at := time.Duration(0)
		for _, shot := range film {
			times = append(times, fmt.Sprint((at + shot.holds/2).Milliseconds()))
			at += shot.holds
		}
		open(browser, t, p.name, chromium.PreferScheme("light"))
		seen := evaluate[[]string](browser, t, fmt.Sprintf(visible, "["+strings.Join(times, ",")+"]"))
		for i, shot := range film {
			if want := texts(shot); seen[i] != want {
				t.Fatalf("%s: shot %d, after %s ms, shows\n%s\nwant\n%s", p.name, i, times[i], seen[i], want)
			}
		}
		moving := evaluate[int](browser, t, "document.getAnimations().length")
		if p.moves != (moving > 0) {
			t.Errorf("%s: %d parts move", p.name, moving)
		}
		open(browser, t, p.name, chromium.Prefer("prefers-reduced-motion", "reduce"))
		if moving := evaluate[int](browser, t, "document.getAnimations().length"); moving != 0 {
			t.Errorf("%s: %d parts move where less motion is wanted", p.name, moving)
		}
		still := evaluate[[]string](browser, t, fmt.Sprintf(visible, "[0]"))
		if want := texts(film[len(film)-1]); still[0] != want {
			t.Errorf("%s: where less motion is wanted it shows\n%s\nwant\n%s", p.name, still[0], want)
		}
	}
}

// TestAPictureFollowsTheScheme reads the colours that a browser gives to the parts of a picture.
func TestAPictureFollowsTheScheme(t *testing.T) {
	browser := chromium.Start(t)
	const colours = `["rect", "text:not([class])", ".f", ".g"].map(part => getComputedStyle(document.querySelector(part)).fill)`
	for scheme, p := range map[string]palette{"light": light, "dark": dark} {
		open(browser, t, pictures[0].name, chromium.PreferScheme(scheme))
		got := evaluate[[]string](browser, t, colours)
		if want := []string{rgb(t, p.ground), rgb(t, p.plain), rgb(t, p.faint), rgb(t, p.good)}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", scheme, got, want)
		}
	}
}

// texts are the texts of a shot, as the browser is asked for them.
func texts(s shot) string {
	var lines []string
	for y, row := range s.rows {
		for _, r := range row {
			lines = append(lines, fmt.Sprintf("%d %d %s", margin+y*cellHeight+ascent, margin+r.at*cellWidth, r.text))
		}
	}
	return strings.Join(lines, "\n")
}

func rgb(t *testing.T, colour string) string {
	t.Helper()
	var r, g, b int
	if _, err := fmt.Sscanf(colour, "#%02x%02x%02x", &r, &g, &b); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("rgb(%d, %d, %d)", r, g, b)
}

func open(browser context.Context, t *testing.T, name string, prefer chromedp.Action[chromedp.Void]) {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(directory, name+".svg"))
	if err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(browser, prefer, chromedp.Navigate("file://"+filepath.ToSlash(path))); err != nil {
		t.Fatal(err)
	}
}

func evaluate[T any](browser context.Context, t *testing.T, script string) T {
	t.Helper()
	got, err := chromedp.Run(browser, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatal(err)
	}
	return got
}
