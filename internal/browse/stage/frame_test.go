package stage_test

import (
	"fmt"
	"strings"
	"testing"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/testkit/stagetest"
)

// hostile is untrusted text: sequences, characters of zero or two cells, and right-to-left text.
const hostile = "\x1b]0;owned\a\x1b[2J\x1b[31m\u202e東京ホテル \U0001f468\u200d\U0001f469\u200d\U0001f467 नमस्ते فندق e\u0301\u0301\u0301\r\n\t\u009b2J"

// odd is a place whose texts are all untrusted.
type odd struct{ text string }

func (o *odd) Head(canvas.Canvas) string     { return o.text }
func (o *odd) Command() string               { return o.text }
func (o *odd) Draw(c canvas.Canvas) []string { return []string{c.Cut(c.Text(o.text), c.Width)} }
func (o *odd) State(c canvas.Canvas) string  { return c.Text(o.text) }
func (o *odd) Keys() []stage.Binding {
	return []stage.Binding{{
		Keys: "x", Foot: "odd", Does: o.text, Of: o.text, Do: func() {}, Bars: func() string { return o.text },
	}}
}

func TestNoLineIsWiderThanTheTerminalOrActsOnIt(t *testing.T) {
	shows := map[string]func(d *stagetest.Driver){
		"a place":   func(*stagetest.Driver) {},
		"a message": func(d *stagetest.Driver) { d.Stage.Say(strings.Repeat(hostile, 9)) },
		"a failure": func(d *stagetest.Driver) { d.Stage.Failed(fmt.Errorf("%s", hostile)) },
		"a bar":     func(d *stagetest.Driver) { d.Press("x") },
		"help":      func(d *stagetest.Driver) { d.Press("?") },
		"a command": func(d *stagetest.Driver) { d.Press(":") },
		"a menu": func(d *stagetest.Driver) {
			d.Stage.Push(stage.NewMenu(d.Stage, stage.MenuOptions{Title: hostile, Rows: [][]string{{hostile, hostile}, {"a", "b"}}, Take: func(int) {}}))
		},
		"questions": func(d *stagetest.Driver) {
			a := &asking{stage: d.Stage}
			a.agree(nil, hostile)
			a.choose(nil, desk.Choice{Title: hostile, ChoiceError: problem.ChoiceError{Candidates: []problem.Candidate{{Label: hostile, ID: hostile, Type: hostile}}}})
			d.Settle()
		},
		"what is found": func(d *stagetest.Driver) {
			d.Stage.Push(&text{lines: []string{"a"}, find: stage.NewFinder(d.Stage, func(string, int) string { return hostile })})
			d.Press("/")
			d.Stage.Handle(screen.Paste{Text: hostile})
		},
	}
	for name, show := range shows {
		t.Run(name, func(t *testing.T) {
			d := stagetest.New(t, 60, 20, func(*stage.Stage) stage.Place { return &odd{hostile} })
			d.Stage.Mark = hostile
			show(d)
			for _, size := range []screen.Size{{Width: 60, Height: 20}, {Width: 200, Height: 60}, {Width: 11, Height: 5}, {Width: 3, Height: 3}, {Width: 195, Height: 1}, {Width: 1, Height: 1}} {
				frame := d.Stage.Frame(size)
				if len(frame.Lines) > size.Height {
					t.Errorf("%v: %d lines", size, len(frame.Lines))
				}
				if at := frame.Cursor; at != nil && (at.Row < 0 || at.Row >= size.Height || at.Column < 0 || at.Column >= size.Width) {
					t.Errorf("%v: the cursor is at %v", size, *at)
				}
				for _, line := range frame.Lines {
					if text := unstyled(line); canvas.Cells(text) > size.Width || strings.ContainsFunc(text, acts) {
						t.Errorf("%v: %q takes %d cells", size, line, canvas.Cells(text))
					}
				}
			}
		})
	}
}

// unstyled returns a line without the styles of the stage itself.
func unstyled(line string) string {
	for _, style := range []string{"\x1b[1m", "\x1b[2m", "\x1b[0m", "\x1b[m", "\x1b[7m", "\x1b[27m"} {
		line = strings.ReplaceAll(line, style, "")
	}
	return line
}

// acts reports whether a terminal acts on a character or changes the text direction because of it.
func acts(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u202e' }

func TestTheFootLineIsNeverCut(t *testing.T) {
	d := stagetest.New(t, 60, 20, func(s *stage.Stage) stage.Place { return &page{stage: s} })
	for width, want := range map[int]string{
		60: "j more  a ask  : command  ? help  q quit",
		40: "j more  a ask  : command  ? help  q quit",
		39: "j more  a ask  ? help  q quit",
		24: "j more  ? help  q quit",
		15: "? help  q quit",
		8:  "? help",
		3:  "",
	} {
		d.Resize(width, 20)
		if lines := d.Lines(); lines[19] != want {
			t.Errorf("at %d the foot line is %q", width, lines[19])
		}
	}
}

func TestAPressOnAKeyOfTheFootLineDoesIt(t *testing.T) {
	p := &page{}
	d := stagetest.New(t, 60, 20, func(s *stage.Stage) stage.Place {
		p.stage = s
		return p
	})
	d.Has("\nj more  a ask  : command  ? help  q quit\n")
	press := func(column int) {
		d.Stage.Handle(screen.Mouse{Row: 19, Column: column})
		d.Stage.Handle(screen.Mouse{Row: 19, Column: column, Released: true})
		d.Settle()
	}
	press(5)
	press(6) // between two keys
	press(0)
	if p.count != 2 {
		t.Errorf("counted %d", p.count)
	}
	press(59)
	d.Has("##", "x less")
	press(35) // x less has moved the keys
	d.Has("Keys: A page")
}

func TestTheFootLineTellsNoLetterThatAFieldTakes(t *testing.T) {
	d := stagetest.New(t, 60, 20, func(*stage.Stage) stage.Place { return &form{row: 3} })
	if lines := d.Lines(); lines[19] != "ctrl+c quit" {
		t.Errorf("%q", lines[19])
	}
}

func TestTheMouseIsGivenBack(t *testing.T) {
	d := stagetest.New(t, 80, 20, func(s *stage.Stage) stage.Place { return &page{stage: s} })
	if !d.Stage.Frame(d.Size).Mouse || strings.Contains(d.Screen(), "ctrl+o") {
		t.Errorf("%s", d.Screen())
	}
	d.Press("ctrl+o")
	d.Has("The terminal has the mouse", "ctrl+o take the mouse")
	if d.Stage.Frame(d.Size).Mouse {
		t.Error("the mouse is kept")
	}
	d.Press("ctrl+o")
	if !d.Stage.Frame(d.Size).Mouse {
		t.Error("the mouse is not taken")
	}
}

func TestTheHeadTellsWhoseDeskItIs(t *testing.T) {
	d := stagetest.New(t, 40, 20, func(s *stage.Stage) stage.Place { return &page{stage: s} })
	d.Stage.Mark = "SANDBOX, made-up prices"
	if got, want := d.Lines()[0], "A page"+strings.Repeat(" ", 11)+"SANDBOX, made-up prices"; got != want {
		t.Errorf("%q", got)
	}
	d.Resize(27, 20)
	if got, want := d.Lines()[0], "A page"+strings.Repeat(" ", 14)+"SANDBOX"; got != want {
		t.Errorf("%q", got)
	}
	d.Stage.Mark = "traveler@a-long-name.example"
	if got, want := d.Lines()[0], "A page"+strings.Repeat(" ", 8)+"traveler@a-l…"; got != want {
		t.Errorf("%q", got)
	}
}

func TestAKeyThatChangesNothingWritesNothing(t *testing.T) {
	d := stagetest.New(t, 120, 40, func(s *stage.Stage) stage.Place { return &page{stage: s} })
	var painter screen.Painter
	if first := painter.Paint(d.Stage.Frame(d.Size), d.Size); len(first) == 0 || len(first) > 1<<10 {
		t.Errorf("the first frame has %d bytes", len(first))
	}
	d.Press("z", "ctrl+d")
	if more := painter.Paint(d.Stage.Frame(d.Size), d.Size); len(more) > 0 {
		t.Errorf("%q", more)
	}
	d.Press("j")
	if more := painter.Paint(d.Stage.Frame(d.Size), d.Size); len(more) > 100 {
		t.Errorf("%q", more)
	}
}

// TestAKeyCostsLittle limits the stage's own cost per key to a small part of a millisecond. It measures allocations,
// which do not depend on the load.
func TestAKeyCostsLittle(t *testing.T) {
	d := stagetest.New(t, 120, 40, func(s *stage.Stage) stage.Place { return &page{stage: s} })
	if n := testing.AllocsPerRun(100, func() {
		d.Stage.Handle(screen.Key{Rune: 'z'})
		d.Stage.Frame(d.Size)
	}); n > 150 {
		t.Errorf("a key takes %.0f allocations", n)
	}
}

// tall is a place that shows the height it was drawn with.
type tall struct{ height int }

func (*tall) Head(canvas.Canvas) string    { return "tall" }
func (*tall) Keys() []stage.Binding        { return nil }
func (*tall) Command() string              { return "" }
func (p *tall) State(canvas.Canvas) string { return fmt.Sprintf("%d lines", p.height) }
func (p *tall) Draw(c canvas.Canvas) []string {
	p.height = c.Height
	return nil
}

// The state of a place is asked for after it was drawn, so that it can describe what is on the screen.
func TestAPlaceTellsOfWhatWasDrawn(t *testing.T) {
	d := stagetest.New(t, 60, 20, func(*stage.Stage) stage.Place { return &tall{} })
	d.Has("17 lines")
	d.Size.Height = 10
	d.Has("7 lines")
}
