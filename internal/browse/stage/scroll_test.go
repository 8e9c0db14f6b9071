package stage_test

import (
	"fmt"
	"strings"
	"testing"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/testkit/stagetest"
)

// text is a place of many lines that can be scrolled and searched.
type text struct {
	stage.Sheet
	find  *stage.Finder
	lines []string
	at    int // the last line found
	from  int // where the search began
}

func (*text) Head(canvas.Canvas) string       { return "A text" }
func (p *text) Keys() []stage.Binding         { return stage.Table("A text", p.MoveKeys(), p.find.Keys()) }
func (*text) Command() string                 { return "" }
func (p *text) Draw(c canvas.Canvas) []string { return p.View(c, p.lines) }

// show scrolls to a line.
func (p *text) show(line int) {
	p.Home()
	p.Scroll(line)
}

func (p *text) look(text string, by int) string {
	if text == "" {
		p.at = p.from
		p.show(p.at)
		return ""
	}
	start := p.at + by
	if by == 0 {
		start, by = p.from, 1
	}
	for i := range p.lines {
		at := (start + i*by + len(p.lines)*2) % len(p.lines)
		if strings.Contains(p.lines[at], text) {
			p.at = at
			p.show(at)
			return fmt.Sprintf("line %d", at+1)
		}
	}
	return "nothing has it"
}

func newText(t *testing.T, lines int) (*stagetest.Driver, *text) {
	p := &text{}
	for i := range lines {
		p.lines = append(p.lines, fmt.Sprintf("line %d", i+1))
	}
	d := stagetest.New(t, 60, 20, func(s *stage.Stage) stage.Place {
		p.find = stage.NewFinder(s, p.look)
		return p
	})
	return d, p
}

func TestATextIsScrolled(t *testing.T) {
	d, _ := newText(t, 40) // 17 of them are visible
	for _, step := range []struct {
		key  string
		top  int
		last string
	}{
		{"k", 0, "… 24 more lines"},
		{"j", 1, "… 23 more lines"},
		{"down", 2, "… 22 more lines"},
		{"ctrl+d", 10, "… 14 more lines"},
		{"ctrl+d", 18, "… 6 more lines"},
		{"ctrl+d", 23, "line 40"},
		{"j", 23, "line 40"},
		{"k", 22, "… 2 more lines"},
		{"g", 0, "… 24 more lines"},
		{"G", 23, "line 40"},
		{"ctrl+u", 15, "… 9 more lines"},
		{"pgup", 0, "… 24 more lines"},
		{"pgdn", 16, "… 8 more lines"},
		{"home", 0, "… 24 more lines"},
	} {
		d.Press(step.key)
		if lines := d.Lines(); lines[1] != fmt.Sprintf("line %d", step.top+1) || lines[17] != step.last {
			t.Errorf("after %s the lines go from %q to %q", step.key, lines[1], lines[17])
		}
	}
	d.Stage.Handle(screen.Mouse{Button: screen.WheelDown, Row: 5})
	d.Has("… 21 more lines")
	d.Resize(60, 60)
	if lines := d.Lines(); lines[1] != "line 1" || lines[40] != "line 40" {
		t.Errorf("all of it fits:\n%s", d.Screen())
	}
}

func TestATextIsFound(t *testing.T) {
	d, p := newText(t, 40)
	d.Press("n")
	d.Has("Nothing to find yet; / starts a search.")
	d.Press("/")
	d.Type("3")
	d.Has("/3  line 3", "enter find  esc stop")
	if at := d.Stage.Frame(d.Size).Cursor; at == nil || *at != (screen.Place{Row: 18, Column: 2}) {
		t.Errorf("the cursor is at %v", at)
	}
	d.Type("7q?") // letters, not commands
	d.Has("/37q?  nothing has it")
	d.Press("backspace", "backspace")
	d.Has("/37  line 37")
	d.Press("esc")
	if p.at != 0 {
		t.Errorf("it stays at %d", p.at)
	}
	d.Press("/")
	d.Stage.Handle(screen.Paste{Text: "x\x1b[2J3\n"})
	d.Press("ctrl+u")
	d.Type("e 3")
	d.Press("enter")
	for _, want := range []int{29, 30, 31} {
		d.Press("n")
		if p.at != want {
			t.Errorf("n goes to %d, not %d", p.at, want)
		}
	}
	d.Has("e 3: line 32", "n next")
	d.Press("N", "N", "N", "N")
	if p.at != 38 {
		t.Errorf("N goes to %d", p.at)
	}
	d.Press("q")
	if !d.Over {
		t.Error("q types no letter any more")
	}
}
