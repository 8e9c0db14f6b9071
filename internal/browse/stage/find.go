package stage

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// A Look searches a place for a text and moves to it. With by 0 it searches from where the place was when the search
// began, inclusive. With 1 and -1 it searches forward and backward from the current position and wraps around. An
// empty text comes only with 0 and restores the position. said describes the result, such as "2 of 7" or "nothing has
// it". The text is clean and has at most 200 bytes.
type Look func(text string, by int) (said string)

// Finder searches a place with the key /. It shows its field on the line above the keys.
type Finder struct {
	stage *Stage
	look  Look
	text  line
	kept  string // the text for n and N
	said  string
}

// NewFinder returns a finder for a place to keep.
func NewFinder(s *Stage, look Look) *Finder { return &Finder{stage: s, look: look} }

// Begin opens the field. The finder's place must be on top.
func (f *Finder) Begin() {
	f.text, f.said = "", ""
	f.stage.finding = f
}

// Text returns the text being searched for, or "".
func (f *Finder) Text() string {
	if f.stage.finding == f {
		return string(f.text)
	}
	return f.kept
}

// Next goes to the next match, or to the previous one with -1.
func (f *Finder) Next(by int) { f.stage.Say(f.told(f.look(f.kept, by))) }

// FindRows returns the search keys for the key table of a place of type P.
func FindRows[P any](of func(P) *Finder) []Row[P] {
	none := func(p P) string {
		if of(p).kept == "" {
			return "Nothing to find yet; / starts a search."
		}
		return ""
	}
	return []Row[P]{
		{Keys: "/", Foot: "find", Does: "Find a text", Do: func(p P) { of(p).Begin() }},
		{Keys: "n", Foot: "next", Does: "The next match", Do: func(p P) { of(p).Next(1) }, Bars: none},
		{Keys: "N", Does: "The previous match", Do: func(p P) { of(p).Next(-1) }, Bars: none},
	}
}

// keys returns the key bindings of the field.
func (f *Finder) keys() []Binding {
	return []Binding{{Key: Key{Keys: "enter", Foot: "find"}, Do: f.keep}, {Key: Key{Keys: "esc", Foot: "stop"}, Do: f.stop}}
}

// handle handles an event while the field is open.
func (f *Finder) handle(e screen.Event) {
	switch e {
	case screen.Key{Code: screen.Enter}:
		f.keep()
	case screen.Key{Code: screen.Esc}:
		f.stop()
	default:
		if before := f.text; f.text.take(e) && f.text != before {
			f.said = f.look(string(f.text), 0)
		}
	}
}

// keep closes the field and keeps the text for n and N.
func (f *Finder) keep() {
	f.kept, f.stage.finding = string(f.text), nil
	if f.kept != "" {
		f.stage.Say(f.told(f.said))
	}
}

// stop closes the field and restores the position.
func (f *Finder) stop() {
	f.stage.finding = nil
	f.look("", 0)
}

func (f *Finder) told(said string) string { return f.kept + ": " + said }

// draw returns the line of the field and the column of its cursor.
func (f *Finder) draw(c canvas.Canvas) (text string, column int) {
	return f.text.draw(c, "/", f.said)
}

// line is a short text that can be edited at its end only.
type line string

// maxLine limits a line, in bytes.
const maxLine = 200

// take edits the text and reports whether it handled the event.
func (l *line) take(e screen.Event) bool {
	switch e := e.(type) {
	case screen.Paste:
		for _, r := range e.Text {
			l.add(r)
		}
		return true
	case screen.Key:
		switch {
		case e.Code == screen.Text && e.Mod&^screen.Shift == 0:
			l.add(e.Rune)
		case e == screen.Key{Code: screen.Backspace}:
			*l = (*l)[:len(*l)-lastCluster(string(*l))]
		case e == screen.Key{Rune: 'u', Mod: screen.Ctrl}:
			*l = ""
		case e == screen.Key{Rune: 'w', Mod: screen.Ctrl}:
			*l = (*l)[:strings.LastIndexByte(strings.TrimRight(string(*l), " "), ' ')+1]
		default:
			return false
		}
		return true
	}
	return false
}

func (l *line) add(r rune) {
	if r == '\n' || r == '\t' {
		r = ' '
	}
	if len(*l)+utf8.RuneLen(r) <= maxLine {
		*l += line(r)
	}
}

// lastCluster returns the length in bytes of the last grapheme cluster.
func lastCluster(text string) int {
	last := 0
	for rest := text; rest != ""; {
		cluster, _ := ansi.FirstGraphemeCluster(rest, ansi.GraphemeWidth)
		last = max(len(cluster), 1)
		rest = rest[last:]
	}
	return last
}

// draw returns the line with sign before it and said after it, and the column of the cursor. If the text is too long,
// it shows the end.
func (l line) draw(c canvas.Canvas, sign, said string) (text string, column int) {
	typed := c.Text(string(l))
	if strings.HasSuffix(string(l), " ") {
		typed += " "
	}
	if over := canvas.Cells(sign+typed) - c.Width + 1; over > 0 {
		typed = ansi.TruncateLeft(typed, over, "")
	}
	column = canvas.Cells(sign + typed)
	if said != "" {
		said = "  " + c.Paint(canvas.Faint, c.Text(said))
	}
	return c.Cut(sign+typed+said, c.Width), column
}
