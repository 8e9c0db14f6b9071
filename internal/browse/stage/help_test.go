package stage_test

import (
	"strings"
	"testing"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/testkit/stagetest"
)

func TestTheHelpShowsEveryKey(t *testing.T) {
	d := stagetest.New(t, 60, 20, func(s *stage.Stage) stage.Place { return &page{stage: s} })
	d.Press("?")
	const want = `Keys: A page
A page
j ↓                Count on
x                  Count back (Nothing is counted yet)
a                  Ask
enter              Go in

Everywhere
esc h ← backspace  Go back (This is the first page; q quits)
?                  Show the keys of this place
:                  Show the command line that gives what is
                   on the screen
ctrl+o             Release the mouse to the terminal, or
                   take it back
ctrl+l             Draw the screen again
q                  Quit; row numbers still work in commands
ctrl+c             Quit at once, even while typing or at a
… 3 more lines

esc back
`
	if got := d.Screen(); got != want {
		t.Errorf("the help is\n%s", got)
	}
	d.Press("q")
	if d.Over {
		t.Error("q quits from the help")
	}
	d.Has("j more  a ask")
	d.Resize(40, 8)
	d.Press("?", "G")
	d.Has("its fg goes on here")
}

// panel is a panel without a command.
type panel struct{ page }

func (*panel) Height(canvas.Canvas) int { return 3 }
func (*panel) Command() string          { return "" }

func TestTheCommandLineOfWhatIsShown(t *testing.T) {
	d := stagetest.New(t, 60, 20, func(s *stage.Stage) stage.Place {
		s.Pasted = func(text string) string { return text + " --profile " + strings.Repeat("long", 20) }
		return &page{stage: s}
	})
	d.Stage.Push(&panel{page{stage: d.Stage}})
	d.Press(":")
	d.Has("The same as a command", "travel flights results --profile\nlonglong", "y copy")
	d.Press("y")
	if len(d.Written) != 1 || !strings.HasPrefix(d.Written[0], "\x1b]52;c;") {
		t.Errorf("%q", d.Written)
	}
	d.Press(":")
	if strings.Contains(d.Screen(), "The same as") {
		t.Errorf("it stays:\n%s", d.Screen())
	}
	d.Press("ctrl+l")
	if d.Redrawn != 1 {
		t.Errorf("drawn again %d times", d.Redrawn)
	}
}
