package stage_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/testkit/stagetest"
)

// form is a full-screen place with a field on a row.
type form struct {
	row  int
	text string
}

func (*form) Head(canvas.Canvas) string { return "A form" }
func (*form) Keys() []stage.Binding     { return nil }
func (*form) Command() string           { return "" }
func (f *form) Draw(c canvas.Canvas) []string {
	lines := make([]string, c.Height)
	for i := range lines {
		lines[i] = fmt.Sprintf("row %d of %d", i, c.Height)
	}
	lines[f.row] = "field " + f.text
	return lines
}

func (f *form) Cursor() (screen.Place, bool) { return screen.Place{Row: f.row, Column: 6}, true }

func (f *form) Type(e screen.Event) bool {
	k, ok := e.(screen.Key)
	if ok && k.Code == screen.Text && k.Mod == 0 {
		f.text += string(k.Rune)
		return true
	}
	return ok && k.Code == screen.Tab
}

var long = strings.Repeat("The service says something that nobody can say in a single line. ", 8)

func TestALongMessageHasSomeLines(t *testing.T) {
	d := stagetest.New(t, 60, 20, func(s *stage.Stage) stage.Place { return &page{stage: s} })
	d.Stage.Say(long)
	lines := d.Lines()
	said := lines[15:19]
	if !strings.HasPrefix(said[0], "The service says") || !strings.HasSuffix(said[3], "…") || len(lines) != 20 {
		t.Errorf("the message is\n%s\nof\n%s", strings.Join(said, "\n"), d.Screen())
	}
	d.Press("j")
	if strings.Contains(d.Screen(), "The service") {
		t.Errorf("it stays behind the next key:\n%s", d.Screen())
	}
}

func TestHalfACommandIsNotShown(t *testing.T) {
	d := stagetest.New(t, 60, 20, func(s *stage.Stage) stage.Place { return &page{stage: s} })
	d.Stage.Say(long[:120] + "Read it with: travel flights results " + strings.Repeat("x", 200))
	if d.Has("The service says"); strings.Contains(d.Screen(), "travel flights") {
		t.Errorf("a part of the command is shown:\n%s", d.Screen())
	}
}

func TestAMessageMovesNothingUnderTheCursor(t *testing.T) {
	f := &form{row: 3}
	d := stagetest.New(t, 60, 20, func(*stage.Stage) stage.Place { return f })
	before := d.Lines()
	d.Stage.Warn(long)
	after := d.Lines()
	for i, line := range before[:15] {
		if after[i] != line {
			t.Errorf("line %d was %q and is %q", i, line, after[i])
		}
	}
	if !strings.HasPrefix(after[15], "The service says") {
		t.Errorf("the message is not there:\n%s", d.Screen())
	}
	d.Type("abc")
	d.Has("field abc", "The service says")
	d.Press("tab")
	if strings.Contains(d.Screen(), "The service") {
		t.Errorf("it stays:\n%s", d.Screen())
	}
	f.row = 16 // where the message would be
	d.Stage.Warn(long)
	d.Has("field abc", "The service says")
	if at := d.Stage.Frame(d.Size).Cursor; at == nil || at.Row != 17 {
		t.Errorf("the cursor is at %v", at)
	}
}

func TestAFailureIsToldWithTheWayOut(t *testing.T) {
	var s *stage.Stage
	d := stagetest.New(t, 60, 20, func(made *stage.Stage) stage.Place {
		s = made
		return &page{stage: made}
	})
	for _, c := range []struct {
		err  error
		want []string
	}{
		{problem.Error{Err: errors.New("you are not logged in\x1b[2J"), Hint: "run: travel login"}, []string{"You are not logged in\nRun: travel login\n"}},
		{fmt.Errorf("read: %w", context.DeadlineExceeded), []string{"Check the connection and try again; travel doctor looks for", "cause"}},
		{problem.Error{Err: errors.New(long), Hint: "run: travel login"}, []string{"can s…\nRun: travel login\n"}},
		{context.Canceled, nil},
		{desk.ErrNothing, nil},
		{nil, nil},
	} {
		d.Press("j") // the message is gone
		s.Failed(c.err)
		d.Has(c.want...)
		if lines := d.Lines(); c.want == nil && lines[18] != "" {
			t.Errorf("%v is told: %q", c.err, lines[18])
		}
	}
}

func TestAPauseIsCountedDown(t *testing.T) {
	d, a := newAsking(t, 60, 20)
	done := make(chan struct{})
	d.Stage.Do(&stage.Job{What: "reading the trips", Run: func(ctx context.Context, _ *desk.Desk) error {
		a.stage.Post(func() {
			a.stage.Waits(1500*time.Millisecond, "too short to be told")
			if strings.Contains(d.Screen(), "waiting") {
				t.Errorf("a short pause is told:\n%s", d.Screen())
			}
			a.stage.Waits(10*time.Second, "the service is busy")
			d.Has("waiting 10 s: the service is busy…")
			if d.Timers() != 1 {
				t.Errorf("%d timers", d.Timers())
			}
			d.Move(3 * time.Second)
			d.Has("waiting 7 s: the service is busy…")
			d.Move(7 * time.Second)
			d.Has("reading the trips…")
			close(done)
		})
		<-done
		return nil
	}})
	d.Settle()
	if d.Timers() != 0 || strings.Contains(d.Screen(), "…") {
		t.Errorf("%d timers:\n%s", d.Timers(), d.Screen())
	}
}

func TestWhatHasToBeReadIsNotReplaced(t *testing.T) {
	d := stagetest.New(t, 80, 20, func(s *stage.Stage) stage.Place { return &page{stage: s} })
	d.Stage.Say("First.")
	d.Stage.Say("Second.") // before the first was seen
	d.Has("\nFirst.\nSecond.\n")
	d.Stage.Say("Third.")
	d.Has("\n\nThird.\n")
	d.Stage.Warn("A warning.")
	d.Has("\n\nA warning.\n")
	d.Stage.Say("Fourth.")
	d.Stage.Warn("A warning.") // shown once
	d.Has("\n\nFourth.\nA warning.\n")
	d.Press("j")
	if strings.Contains(d.Screen(), "warning") {
		t.Errorf("it stays:\n%s", d.Screen())
	}
}

func TestWhatIsNoWarningGoesByItself(t *testing.T) {
	d := stagetest.New(t, 80, 20, func(s *stage.Stage) stage.Place { return &page{stage: s} })
	d.Stage.Say("First.")
	d.Pass(5 * time.Second)
	d.Stage.Say("Second.")
	d.Pass(5 * time.Second)
	d.Has("Second.")
	d.Pass(4 * time.Second)
	if strings.Contains(d.Screen(), "Second.") || d.Timers() != 0 {
		t.Errorf("%d timers:\n%s", d.Timers(), d.Screen())
	}
	d.Stage.Say("Third.")
	d.Press("j")
	if d.Timers() != 0 {
		t.Error("a timer waits for what is not said any more")
	}
	d.Stage.Say("Fourth.")
	d.Stage.Warn("A warning.")
	d.Pass(time.Minute)
	d.Has("Fourth.\nA warning.")
}
