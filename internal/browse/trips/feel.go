package trips

import (
	"context"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/screen"
)

// experience shows how the trip will feel. It reads that once.
func (t *trip) experience() {
	switch {
	case t.feel != nil:
		t.stage.Push(&feel{stage: t.stage, view: *t.feel, command: t.command("experience")})
		return
	case !t.job.Over() || t.turn != nil:
		t.stage.Say("The trip is being read.")
		return
	}
	var answer desk.Answer[*apiclient.TripExperience]
	var pick desk.Pick
	row := t.row
	t.job = begin(t.stage, stage.Job{
		What: "reading how the trip will feel", Of: t,
		Run: func(ctx context.Context, d *desk.Desk) (err error) {
			answer, pick, err = flights.Experience(ctx, d, &flights.TripRequest{
				Trip: row, Query: ask.New("getTripExperience", &ask.Days{Today: d.Now}), Renewal: &desk.Renewal{Thing: "the same trip"},
			})
			return err
		},
		Then: func(err error) {
			if err != nil {
				failed(t.stage, t.list, err, func(c problem.Candidate) { t.open(c.ID) })
				return
			}
			view := present.Experience(answer.Value, pick.N)
			view.Notes = append(view.Notes, answer.Meta.Warnings...)
			t.feel = &view
			if pick.ID != row {
				t.open(pick.ID) // its search was made again, so its fares have new ids
			}
			t.stage.Push(&feel{stage: t.stage, view: view, command: t.command("experience")})
		},
	})
}

// feel shows how a trip will feel.
type feel struct {
	stage.Scroll
	stage   *stage.Stage
	view    flightview.Experience
	command string
	lines   []string
	width   int // the width of the layout
}

func feelKeys() stage.Table[*feel] {
	rows := []stage.Row[*feel]{{Keys: "t", Foot: "trip", Does: "Back to the trip", Do: func(f *feel) { f.stage.Drop(f) }}}
	return stage.Table[*feel]{Title: "How a trip will feel", Rows: append(rows, stage.ScrollRows(func(f *feel) *stage.Scroll { return &f.Scroll })...)}
}

func (f *feel) Head(c canvas.Canvas) string { return c.Text(f.view.Title) }
func (f *feel) Keys() []stage.Binding       { return feelKeys().For(f) }
func (f *feel) Command() string             { return f.command }
func (f *feel) Point(m screen.Mouse)        { f.Wheel(m) }

func (f *feel) Draw(c canvas.Canvas) []string {
	if f.width != c.Width {
		view := f.view
		view.Title = "" // the heading shows it
		f.lines, f.width = view.Lines(c), c.Width
	}
	return f.View(c, f.lines)
}
