package main

import (
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/render"
)

// freeze draws what a terminal shows. It is downloaded and built when a picture is drawn again.
const freeze = "github.com/charmbracelet/freeze@v0.2.2"

// pictures are those of the README: a command line, and the columns of the terminal. The narrow ones are for
// a phone, where 80 columns could not be read.
var pictures = []struct {
	name  string
	width int
	line  string
}{
	{"search", 80, "travel flights search Dubai London +30d --page-size 6"},
	{"live", 80, "travel flights trip 1"},
	{"search-narrow", 56, "travel flights search Dubai London +30d --page-size 4"},
	{"live-narrow", 56, "travel flights trip 1"},
	{"hotels", 80, `travel hotels search Lisbon "25 dec" "3 nights" --page-size 5`},
	{"hotels-narrow", 60, `travel hotels search Lisbon "25 dec" "3 nights" --limit 3`},
}

// TestThePicturesShowWhatTheProgramPrints compares the text of each picture in docs/pictures with what its
// command prints; -update draws those that differ. Nothing in a picture may come from elsewhere, since a
// forge shows it as an image.
func TestThePicturesShowWhatTheProgramPrints(t *testing.T) {
	tr := newTraveler(t)
	tr.vars = nil
	for _, p := range pictures {
		tr.term = render.Terminal{TTY: true, Width: p.width, Height: 40, Color: true, Unicode: true}
		code, stdout, stderr := tr.run(wordsOf(p.line)...)
		if code != 0 {
			t.Fatalf("%s ended with %d\n%s", p.line, code, stderr)
		}
		printed := strings.TrimRight("\x1b[2m$\x1b[0m "+p.line+"\n"+stderr+stdout, "\n")
		path := filepath.Join(repository, "docs", "pictures", p.name+".svg")
		if *update && shownIn(t, path) != ansi.Strip(printed) {
			drawPicture(t, path, printed, p.width)
		}
		if got := shownIn(t, path); got != ansi.Strip(printed) {
			t.Errorf("%s is out of date (make pictures draws it again); it shows\n%s\nand the command prints\n%s", path, got, ansi.Strip(printed))
		}
		if text, err := os.ReadFile(path); err != nil || strings.Count(string(text), "://") != 1 {
			t.Errorf("%s refers to more than the namespace of SVG: %v", path, err)
		}
	}
}

// drawPicture draws a screen with freeze, which knows neither bold nor faint text, so those become colors.
func drawPicture(t *testing.T, path, screen string, width int) {
	t.Helper()
	colors := strings.NewReplacer("\x1b[1m", "\x1b[38;2;255;255;255m", "\x1b[2m", "\x1b[38;2;145;152;161m",
		"\x1b[31m", "\x1b[38;2;255;123;114m", "\x1b[32m", "\x1b[38;2;86;211;100m", "\x1b[33m", "\x1b[38;2;227;179;65m")
	draw := exec.CommandContext(t.Context(), "go", "run", freeze, "--language", "ansi", "--output", path,
		"--font.family", "ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace", "--font.size", "13",
		"--line-height", "1.35", "--padding", "16,20", "--width", fmt.Sprint(width*8+50),
		"--background", "#151b23", "--border.radius", "8", "--border.width", "1", "--border.color", "#3d444d")
	draw.Stdin = strings.NewReader(colors.Replace(screen))
	if out, err := draw.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(`<!DOCTYPE[^>]*>\n`).ReplaceAll(text, nil)
	if err := os.WriteFile(path, append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

// shownIn is the text of a picture, "" where there is none.
func shownIn(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return ""
	}
	var drawing struct {
		Lines []struct {
			Spans []string `xml:"tspan"`
		} `xml:"g>text"`
	}
	if err == nil {
		err = xml.Unmarshal(text, &drawing)
	}
	if err != nil {
		t.Fatal(path, err)
	}
	var lines []string
	for _, line := range drawing.Lines {
		lines = append(lines, strings.Join(line.Spans, ""))
	}
	return strings.Join(lines, "\n")
}
