package stage_test

import (
	"context"
	"strings"
	"testing"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/testkit/stagetest"
)

// page is a place that counts calls and asks.
type page struct {
	stage *stage.Stage
	count int
	said  string
}

func (p *page) Keys() []stage.Binding {
	return stage.Table("A page", []stage.Binding{
		{Keys: "j down", Foot: "more", Does: "Count on", Do: func() { p.count++ }},
		{Keys: "x", Foot: "less", Does: "Count back", Do: func() { p.count-- }, Bars: func() string {
			if p.count == 0 {
				return "Nothing is counted yet."
			}
			return ""
		}},
		{Keys: "a", Foot: "ask", Does: "Ask", Do: p.ask},
		{Keys: "enter", Does: "Go in", Do: func() { p.stage.Push(&page{stage: p.stage, said: "inner"}) }},
	})
}

func (p *page) Head(canvas.Canvas) string { return "A page" }
func (p *page) Command() string           { return "travel flights results" }
func (p *page) Draw(canvas.Canvas) []string {
	return []string{strings.Repeat("#", p.count), p.said}
}

func (p *page) ask() {
	var n int
	p.stage.Do(&stage.Job{
		What: "asking",
		Run: func(ctx context.Context, d *desk.Desk) (err error) {
			n, err = d.Ask.Choose(ctx, desk.Choice{Title: "Which Lisbon?", ChoiceError: problem.ChoiceError{Candidates: []problem.Candidate{{Label: "Lisbon", ID: "LIS"}, {Label: "Lisbon \x1b[2J Falls", ID: "LWS"}}}})
			return err
		},
		Then: func(err error) {
			p.said = "took " + string(rune('1'+n))
			if err != nil {
				p.said = "took none"
			}
		},
	})
}

func TestKeysReachThePlaceAndTheFootLineTellsThem(t *testing.T) {
	d := stagetest.New(t, 80, 24, func(s *stage.Stage) stage.Place { return &page{stage: s} })
	d.Press("x")
	d.Has("Nothing is counted yet.", "j more", "a ask", "? help  q quit")
	if strings.Contains(d.Screen(), "x less") {
		t.Errorf("the foot line tells a key that does nothing now:\n%s", d.Screen())
	}
	d.Press("j", "down")
	d.Has("##", "x less")
	d.Press("esc")
	d.Has("This is the first page")
	d.Press("enter")
	d.Has("inner", "esc back")
	d.Press("h", "q")
	if !d.Over || d.Left != nil {
		t.Errorf("over %t, %v", d.Over, d.Left)
	}
}

func TestAQuestionOfTheDeskIsAPanel(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want string
	}{
		{[]string{"enter"}, "took 1"},
		{[]string{"j", "enter"}, "took 2"},
		{[]string{"2", "enter"}, "took 2"},
		{[]string{"esc"}, "took none"},
	} {
		d := stagetest.New(t, 80, 24, func(s *stage.Stage) stage.Place { return &page{stage: s} })
		d.Press("a")
		d.Has("Which Lisbon?", "> 1  Lisbon        LIS", "  2  Lisbon Falls  LWS", "enter take")
		if strings.Contains(d.Screen(), "\x1b") {
			t.Errorf("a name reached the terminal as it came:\n%q", d.Screen())
		}
		d.Press(c.keys...)
		d.Has(c.want)
	}
}

func TestThePictureFillsTheTerminalAndNoMore(t *testing.T) {
	d := stagetest.New(t, 60, 20, func(s *stage.Stage) stage.Place { return &page{stage: s} })
	for _, size := range [][2]int{{60, 20}, {20, 4}, {200, 60}, {1, 1}} {
		d.Resize(size[0], size[1])
		lines := d.Lines()
		if len(lines) > size[1] {
			t.Errorf("%d lines on %d", len(lines), size[1])
		}
		for _, line := range lines {
			if canvas.Cells(line) > size[0] {
				t.Errorf("%d cells on %d: %q", canvas.Cells(line), size[0], line)
			}
		}
	}
}
