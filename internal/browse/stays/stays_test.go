package stays

import (
	"context"
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/handoff"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/testkit/stagetest"
)

// link is a fake page of a link: it makes the link once and shows it.
type link struct {
	stage   *stage.Stage
	request handoff.Request
	said    []string
	made    bool
}

func (l *link) Head(c canvas.Canvas) string { return c.Text("Link: " + l.request.Title) }
func (l *link) Keys() []stage.Binding       { return nil }
func (l *link) Command() string             { return l.request.Command }
func (l *link) Draw(canvas.Canvas) []string { return l.said }

func (l *link) Shown() {
	if l.request.Make == nil || l.made {
		return
	}
	l.made = true
	var answer desk.Answer[desk.Link]
	l.stage.Do(&stage.Job{
		Run: func(ctx context.Context, d *desk.Desk) (err error) { answer, err = l.request.Make(ctx, d); return err },
		Then: func(err error) {
			if err != nil {
				l.stage.Failed(err)
				return
			}
			l.said = slices.Concat([]string{answer.Value.URL}, answer.Value.About)
			for _, row := range answer.Value.Rows(l.stage.Desk.Now()) {
				l.said = append(l.said, row[0]+": "+row[1])
			}
		},
	})
}

func (l *link) Hidden() {}

func withLinks(s *stage.Stage) With {
	return With{HandOff: func(r handoff.Request) stage.Place { return &link{stage: s, request: r} }}
}

// open returns a driver on a hotel search, for two nights unless dates are given.
func open(t *testing.T, width, height int, place string, days ...string) *stagetest.Driver {
	t.Helper()
	d := stagetest.New(t, width, height, searching(t, place, days))
	d.Settle()
	return d
}

// searching starts with a hotel search.
func searching(t *testing.T, place string, days []string) func(*stage.Stage) stage.Place {
	return func(s *stage.Stage) stage.Place {
		r := &hotels.SearchRequest{Place: place, Query: ask.New("createHotelSearch", &ask.Days{Today: s.Desk.Now})}
		if days == nil {
			days = []string{"+30d", "+2d"}
		}
		if err := hotels.SetStay(context.Background(), s.Desk, r.Query, days); err != nil {
			t.Error(err)
		}
		return Search(s, withLinks(s), r)
	}
}

// command returns the command line of the top place.
func command(d *stagetest.Driver) string { return d.Stage.Top().Command() }

// lacks fails the test if the screen shows a text.
func lacks(t *testing.T, d *stagetest.Driver, text string) {
	t.Helper()
	if now := d.Screen(); strings.Contains(now, text) {
		t.Errorf("the screen shows %q:\n%s", text, now)
	}
}

// chosen returns the line with the cursor.
func chosen(d *stagetest.Driver) string {
	for _, line := range d.Lines() {
		if strings.HasPrefix(line, ">") {
			return strings.TrimLeft(line, "> ")
		}
	}
	return ""
}

// searches returns how many single-hotel searches are left.
func searches(d *stagetest.Driver) string {
	return d.Desk.LeftFor(context.Background(), desk.OneHotelSearches)
}
