package stage_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/testkit/stagetest"
)

// asking is a place that makes the desk ask, and keeps the answers.
type asking struct {
	stage *stage.Stage
	came  []string
	jobs  []*stage.Job
	left  bool
}

func (*asking) Head(canvas.Canvas) string      { return "A place that asks" }
func (a *asking) Draw(canvas.Canvas) []string  { return a.came }
func (*asking) Keys() []stage.Binding          { return nil }
func (*asking) Command() string                { return "" }
func (a *asking) Left()                        { a.left = true }
func (a *asking) told(format string, v ...any) { a.came = append(a.came, fmt.Sprintf(format, v...)) }
func (a *asking) do(of stage.Place, run func(ctx context.Context, d *desk.Desk) error) {
	a.jobs = append(a.jobs, a.stage.Do(&stage.Job{Of: of, Run: run, Then: func(error) {}}))
}

// agree asks a yes-or-no question.
func (a *asking) agree(of stage.Place, text string) {
	a.do(of, func(ctx context.Context, d *desk.Desk) error {
		yes, err := d.Ask.Agree(ctx, text)
		a.stage.Post(func() { a.told("%s: %t, %v", text, yes, err) })
		return err
	})
}

// choose asks which of several options is meant.
func (a *asking) choose(of stage.Place, c desk.Choice) {
	a.do(of, func(ctx context.Context, d *desk.Desk) error {
		n, err := d.Ask.Choose(ctx, c)
		a.stage.Post(func() { a.told("%s: %d, %v", c.Title, n, err) })
		return err
	})
}

func newAsking(t *testing.T, width, height int) (*stagetest.Driver, *asking) {
	t.Helper()
	var a *asking
	d := stagetest.New(t, width, height, func(s *stage.Stage) stage.Place {
		a = &asking{stage: s}
		return a
	})
	return d, a
}

func (a *asking) expect(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(a.came, want) {
		t.Errorf("it came to %q, not %q", a.came, want)
	}
}

func TestAnswersToAQuestion(t *testing.T) {
	for key, want := range map[string]string{
		"y": "Spend one?: true, <nil>",
		"n": "Spend one?: false, <nil>", "esc": "Spend one?: false, <nil>", "q": "Spend one?: false, <nil>",
		"h": "Spend one?: false, <nil>", "left": "Spend one?: false, <nil>", "backspace": "Spend one?: false, <nil>",
	} {
		d, a := newAsking(t, 60, 20)
		a.agree(nil, "Spend one?")
		d.Settle()
		d.Has("Question", "Spend one?", "y yes", "n no")
		d.Press("x", "enter") // not answers
		d.Press(key)
		a.expect(t, want)
		if d.Over || d.Stage.Asking() != 0 || d.Stage.Top() != stage.Place(a) {
			t.Errorf("%s: over %t, %d asked, top %T", key, d.Over, d.Stage.Asking(), d.Stage.Top())
		}
	}
}

func TestQuestionsComeOneAfterTheOther(t *testing.T) {
	d, a := newAsking(t, 60, 20)
	a.agree(nil, "First?")
	d.Settle()
	a.choose(nil, desk.Choice{Title: "Second?", ChoiceError: problem.ChoiceError{Candidates: []problem.Candidate{{Label: "One"}, {Label: "Two"}}}})
	d.Settle()
	a.agree(nil, "Third?")
	d.Settle()
	d.Has("First?")
	if shown := d.Screen(); strings.Contains(shown, "Second?") || strings.Contains(shown, "Third?") {
		t.Errorf("several questions at once:\n%s", shown)
	}
	d.Press("y", "enter", "y")
	slices.Sort(a.came)
	a.expect(t, "First?: true, <nil>", "Second?: 0, <nil>", "Third?: true, <nil>")
}

func TestAKeyTypedBeforeAQuestionWasSeenIsNoAnswer(t *testing.T) {
	d, a := newAsking(t, 60, 20)
	a.agree(nil, "Spend one?")
	d.Together(screen.Key{Code: screen.Enter}, screen.Key{Rune: 'y'})
	d.Settle()
	d.Has("Spend one?")
	a.expect(t)
	d.Press("n")
	a.expect(t, "Spend one?: false, <nil>")
}

func TestAQuestionGoesWithWhatAskedIt(t *testing.T) {
	t.Run("its place is left", func(t *testing.T) {
		d, _ := newAsking(t, 60, 20)
		inner := &asking{stage: d.Stage}
		d.Stage.Push(inner)
		inner.agree(inner, "Spend one?")
		d.Settle()
		d.Has("Spend one?")
		d.Stage.Drop(inner)
		d.Settle()
		if !inner.left || !inner.jobs[0].Over() || d.Stage.Asking() != 0 || strings.Contains(d.Screen(), "Spend one?") {
			t.Errorf("left %t, over %t, %d asked:\n%s", inner.left, inner.jobs[0].Over(), d.Stage.Asking(), d.Screen())
		}
	})
	t.Run("it is taken away", func(t *testing.T) {
		d, a := newAsking(t, 60, 20)
		a.agree(nil, "Spend one?")
		d.Settle()
		a.choose(nil, desk.Choice{Title: "Which?", ChoiceError: problem.ChoiceError{Candidates: []problem.Candidate{{Label: "One"}}}})
		d.Settle()
		d.Stage.Drop(d.Stage.Top())
		d.Settle()
		a.expect(t, "Spend one?: false, <nil>")
		d.Stage.Drop(d.Stage.Top())
		d.Settle()
		a.expect(t, "Spend one?: false, <nil>", "Which?: 0, nothing was chosen")
	})
	t.Run("its job is cancelled", func(t *testing.T) {
		d, a := newAsking(t, 60, 20)
		a.agree(nil, "First?")
		d.Settle()
		a.agree(nil, "Second?")
		d.Settle()
		a.jobs[0].Cancel()
		d.Settle()
		d.Has("Second?")
		d.Press("y")
		if last := a.came[len(a.came)-1]; last != "Second?: true, <nil>" {
			t.Errorf("%q", a.came)
		}
	})
	t.Run("the screen ends", func(t *testing.T) {
		d, a := newAsking(t, 60, 20)
		ended := make(chan error, 1)
		a.do(nil, func(ctx context.Context, d *desk.Desk) error {
			_, err := d.Ask.Agree(ctx, "Spend one?")
			ended <- err
			return err
		})
		d.Settle()
		d.Stage.Leave()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	})
}

func TestALongChoiceScrolls(t *testing.T) {
	d, a := newAsking(t, 60, 20)
	var all []problem.Candidate
	for i := range 40 {
		all = append(all, problem.Candidate{Label: fmt.Sprintf("Place %d", i+1), ID: "AAA"})
	}
	a.choose(nil, desk.Choice{Title: "Which?", ChoiceError: problem.ChoiceError{Candidates: all}})
	d.Settle()
	d.Has(">  1  Place 1 ", "1 of 40", "A place that asks")
	d.Press("G")
	d.Has("> 40  Place 40", "40 of 40")
	d.Press("k", "ctrl+u")
	d.Has("> 35  Place 35")
	d.Stage.Handle(screen.Mouse{Button: screen.WheelUp, Row: 12})
	d.Has("> 32  Place 32")
	d.Stage.Handle(screen.Mouse{Button: screen.LeftButton, Row: slices.IndexFunc(d.Lines(), func(l string) bool { return strings.Contains(l, "Place 30") })})
	d.Settle()
	a.expect(t, "Which?: 29, <nil>")
}

func TestAPlaceWithoutACodeIsNamedOnce(t *testing.T) {
	d, a := newAsking(t, 60, 20)
	a.choose(nil, desk.Choice{Title: "Which?", ChoiceError: problem.ChoiceError{Candidates: []problem.Candidate{
		{Label: "San José, Costa Rica", ID: "SJO", Type: "city"}, {Label: "San Jose del Monte", ID: "San Jose del Monte", Type: "city"},
	}}})
	d.Settle()
	d.Has("1  San José, Costa Rica  SJO  city", "2  San Jose del Monte         city")
}

func TestWhatIsUnderWayElsewhereIsNotTold(t *testing.T) {
	d, a := newAsking(t, 60, 20)
	hold := make(chan struct{})
	for _, j := range []*stage.Job{{What: "counting", Of: a}, {What: "reading"}, {What: "searching", Of: a}} {
		j.Run = func(context.Context, *desk.Desk) error {
			<-hold
			return nil
		}
		d.Stage.Do(j)
	}
	d.Has("\nsearching…\n")
	d.Stage.Push(&panel{page{stage: d.Stage}})
	d.Has("\nsearching…\n")
	d.Stage.Push(&page{stage: d.Stage})
	d.Has("\nreading…\n")
	close(hold)
	d.Settle()
}

// A job that uses quota is not canceled when its place is left; only its remaining callbacks are dropped.
func TestWhatSpendsGoesOnWithoutItsPlace(t *testing.T) {
	for _, spends := range []bool{true, false} {
		d, a := newAsking(t, 60, 20)
		of := &asking{stage: a.stage}
		a.stage.Push(of)
		left, ended := make(chan struct{}), make(chan error, 1)
		job := a.stage.Do(&stage.Job{Of: of, Spends: spends, Run: func(ctx context.Context, _ *desk.Desk) error {
			<-left
			ended <- ctx.Err()
			return nil
		}, Then: func(error) { t.Error("a place that was left is told") }})
		if why := job.Renewing(); spends != (why != "") {
			t.Errorf("spends %t: %q", spends, why)
		}
		d.Tap("esc")
		close(left)
		d.Settle()
		if err := <-ended; spends != (err == nil) {
			t.Errorf("spends %t: %v", spends, err)
		}
	}
}
