package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// directory is where the pictures are, seen from here.
const directory = "../../docs/pictures"

// films are the films of the pictures, by name. With -short, as under the race detector, it is the
// longest alone.
var films = sync.OnceValues(func() (map[string][]shot, error) {
	made := map[string][]shot{}
	for _, p := range pictures {
		if testing.Short() && p.name != "live" {
			continue
		}
		film, err := p.film()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		made[p.name] = film
	}
	return made, nil
})

// TestThePicturesAreWhatTheProgramShows draws every picture again: the committed file has the same
// bytes, is small, and no other file lies beside it.
func TestThePicturesAreWhatTheProgramShows(t *testing.T) {
	left, err := filepath.Glob(filepath.Join(directory, "*"))
	if err != nil {
		t.Fatal(err)
	}
	films, err := films()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pictures {
		path := filepath.Join(directory, p.name+".svg")
		left = slices.DeleteFunc(left, func(name string) bool { return name == path })
		committed, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		}
		film := films[p.name]
		if film == nil {
			continue
		}
		made := draw(p.title, p.width, film)
		if made != string(committed) {
			t.Errorf("%s is not what the program shows now; make pictures draws it again", path)
		}
		most := 10_000
		if p.moves {
			most = 25_000
		}
		if len(made) >= most {
			t.Errorf("%s has %d bytes, want less than %d", p.name, len(made), most)
		}
		harmless(t, p.name, made)
	}
	if len(left) > 0 {
		t.Errorf("no program draws %s", left)
	}
}

// TestTheReadmeShowsEachPicture: with words for those who do not see it, and nothing that is not there.
func TestTheReadmeShowsEachPicture(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, found := range regexp.MustCompile(`(?:src|srcset)="docs/pictures/([a-z-]+)\.svg"`).FindAllStringSubmatch(string(text), -1) {
		shown[found[1]] = true
	}
	for _, p := range pictures {
		if !shown[p.name] {
			t.Errorf("the README does not show %s", p.name)
		}
		delete(shown, p.name)
	}
	if len(shown) > 0 {
		t.Errorf("the README shows %v, which no program draws", shown)
	}
	images := strings.Count(string(text), "<img ")
	if described := len(regexp.MustCompile(`<img src="[^"]+" alt="[^"]{40,}">`).FindAllString(string(text), -1)); described != images || images == 0 {
		t.Errorf("%d of %d pictures are told in words", described, images)
	}
}

// harmless holds a picture to what a forge shows: well-formed, with no script and nothing from elsewhere.
func harmless(t *testing.T, name, text string) {
	t.Helper()
	allowed := []string{"svg", "title", "style", "rect", "g", "text"}
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Errorf("%s is not well-formed: %v", name, err)
			return
		}
		if start, ok := token.(xml.StartElement); ok && !slices.Contains(allowed, start.Name.Local) {
			t.Errorf("%s has the element %s", name, start.Name.Local)
		}
	}
	if strings.Count(text, "://") != 1 || strings.Contains(text, "url(") || strings.Contains(text, "@import") {
		t.Errorf("%s asks for something from elsewhere", name)
	}
}

// TestEveryColourIsRead holds each colour of text to WCAG's contrast of 4.5 with its ground.
func TestEveryColourIsRead(t *testing.T) {
	for scheme, p := range map[string]palette{"light": light, "dark": dark} {
		for tone, colour := range map[string]string{"plain": p.plain, "faint": p.faint, "good": p.good, "warn": p.warn, "bad": p.bad} {
			ground, text := luminance(t, p.ground), luminance(t, colour)
			contrast := (max(ground, text) + 0.05) / (min(ground, text) + 0.05)
			if contrast < 4.5 {
				t.Errorf("%s: %s has a contrast of %.2f, want 4.5", scheme, tone, contrast)
			}
			t.Logf("%s %s %.1f", scheme, tone, contrast)
		}
	}
}

// luminance is that of WCAG 2.2, of a colour written as #rrggbb.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	value, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i, weight := range []float64{0.0722, 0.7152, 0.2126} {
		part := float64(value>>(8*i)&0xff) / 255
		if part <= 0.04045 {
			sum += weight * part / 12.92
		} else {
			sum += weight * math.Pow((part+0.055)/1.055, 2.4)
		}
	}
	return sum
}

// TestAScreenObeysWhatTravelWrites, and says where it meets something else: a picture is never wrong in
// silence.
func TestAScreenObeysWhatTravelWrites(t *testing.T) {
	for name, test := range map[string]struct {
		text  string
		want  []string
		fails string
	}{
		"drawn over":   {"one\r\x1b[1mtw\x1b[0m", []string{"twe", "", ""}, ""},
		"drawn again":  {"one\ntwo\n\x1b[2A1\x1b[K\n\x1b[J", []string{"1", "", ""}, ""},
		"scrolled":     {"one\ntwo\nthree\nfour", []string{"two", "three", "four"}, ""},
		"wide":         {"a東b", []string{"a東b", "", ""}, ""},
		"too long":     {"a line of more than sixteen cells", nil, "does not fit"},
		"a link":       {"\x1b]8;;https://x.example\x1b\\x", nil, "is not known"},
		"a palette":    {"\x1b[38;5;28mx", nil, "is not known"},
		"another mode": {"\x1b[?1049h", nil, "is not known"},
		"a tab":        {"\t", nil, "is not known"},
	} {
		s := newScreen(16, 3)
		_, err := s.Write([]byte(test.text))
		if test.fails != "" {
			if err == nil || !strings.Contains(err.Error(), test.fails) {
				t.Errorf("%s: %v, want an error that has %q", name, err, test.fails)
			}
			continue
		}
		got := []string{s.line(0), s.line(1), s.line(2)}
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %q and %v, want %q", name, got, err, test.want)
		}
	}
}
