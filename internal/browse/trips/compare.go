package trips

import (
	"context"
	"slices"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/sheet"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// compare shows trips side by side, with a cursor.
type compare struct {
	sheet sheet.Compared
	stage *stage.Stage
	find  *stage.Finder
	with  With
	list  recall.List
	rows  []string // row numbers or ids, as opened

	trips []flights.Opened // empty until they were read
	job   *stage.Job
}

// NewCompare shows two to six trips of a list side by side. Rows are as for [NewTrip].
func NewCompare(s *stage.Stage, with With, list recall.List, rows []string) stage.Place {
	p := &compare{stage: s, with: with, list: list, rows: slices.Clone(rows)}
	p.find = stage.NewFinder(s, func(text string, by int) string { return p.sheet.Look(text, by) })
	p.open()
	return p
}

func compareKeys() stage.Table[*compare] {
	rows := []stage.Row[*compare]{
		{Keys: "enter", Foot: "open", Does: "Open the trip under the cursor", Do: (*compare).enter, Bars: (*compare).unread},
		{Keys: "right l tab ]", Foot: "next", Does: "To the trip at the right", Do: func(p *compare) { p.step(1) }, Bars: (*compare).unread},
		{Keys: "left h shift+tab [", Foot: "before", Does: "To the trip at the left", Do: func(p *compare) { p.step(-1) }, Bars: (*compare).first},
		{Keys: "1 2 3 4 5 6 7 8 9", Does: "To the trip of that number"},
		{Keys: "R", Foot: "read again", Does: "Refresh the trips; if their search has expired, search again after asking", Do: (*compare).open, Bars: func(p *compare) string { return p.job.Renewing() }},
	}
	lines := func(p *compare) *sheet.Sheet { return &p.sheet.Sheet }
	rows = append(rows, sheet.FindRows(lines, func(p *compare) *stage.Finder { return p.find })...)
	return stage.Table[*compare]{Title: "Trips side by side", Rows: append(rows, sheet.Rows(lines)...)}
}

func (p *compare) Keys() []stage.Binding { return compareKeys().For(p) }

// Point handles the mouse: a click chooses a trip, and a second click opens it.
func (p *compare) Point(m screen.Mouse) {
	if p.sheet.Point(m) {
		p.enter()
	}
}

// open reads the trips.
func (p *compare) open() {
	var answer desk.Answer[[]flights.Opened]
	p.job.Cancel()
	rows, list := slices.Clone(p.rows), p.list
	p.job = begin(p.stage, stage.Job{
		What: "reading the trips", Of: p,
		Run: func(ctx context.Context, d *desk.Desk) (err error) {
			answer, err = flights.Compare(ctx, d, &flights.CompareRequest{
				Trips: rows, Query: ask.New("getFlightTrip", &ask.Days{Today: d.Now}), Renewal: &desk.Renewal{Thing: "the same trips"}, Of: list,
			})
			return err
		},
		Then: func(err error) {
			if err != nil {
				failed(p.stage, p.list, err, nil)
				return
			}
			p.show(answer)
		},
	})
}

// show shows the trips of a read.
func (p *compare) show(answer desk.Answer[[]flights.Opened]) {
	p.trips = answer.Value
	view := present.ComparedTrips(p.trips, p.stage.Desk.Now())
	for i := range p.trips {
		if t := &p.trips[i]; t.Pick.N == 0 && t.Pick.Kept == "" {
			view.Heads[i] = "TRIP " + present.TripName(&t.Trip)
		}
	}
	view.Notes = append([]string{"Bags are those of the fare at the price above."}, answer.Meta.Warnings...)
	p.sheet.Compare(view)
	p.rows, p.list = nil, p.trips[0].Pick.List.Head()
	for _, t := range p.trips {
		p.rows = append(p.rows, t.Pick.ID)
		row := t.Pick.Row
		row.ID = t.Pick.ID // the id may have changed
		p.list.Rows = append(p.list.Rows, row)
	}
	if answer.Meta.Renewed != nil {
		p.stage.Say(strings.Join(answer.Meta.Warnings, " "))
	}
}

// Head returns the number of trips and the route.
func (p *compare) Head(c canvas.Canvas) string {
	head := words.Counted(len(p.rows), "trip") + " side by side"
	if asked := p.list.Flight; asked != nil {
		head = c.Dots(head, c.Join([]string{asked.From, asked.To}, " "+c.Glyph.Arrow+" "))
	}
	return head
}

// Draw draws the comparison with a mark at the heading of the trip under the cursor.
func (p *compare) Draw(c canvas.Canvas) []string {
	switch {
	case len(p.trips) == 0 && p.job.Over():
		return []string{"The trips were not read. R tries again."}
	case len(p.trips) == 0:
		return nil
	}
	return p.sheet.Draw(c)
}

// Command returns the command line that compares the trips.
func (p *compare) Command() string {
	command := "travel flights compare"
	for i, row := range p.rows {
		if i < len(p.trips) {
			row = flights.Number(p.trips[i].Pick)
			if p.trips[i].Pick.N == 0 {
				row = p.trips[i].Pick.ID
			}
		}
		command += " " + words.Shell(row)
	}
	return command
}

// unread says why actions that need the trips are unavailable.
func (p *compare) unread() string {
	if len(p.trips) == 0 {
		return "The trips were not read yet."
	}
	return ""
}

// first says why the cursor cannot move left of the first trip.
func (p *compare) first() string {
	if p.sheet.Chosen() == 0 {
		return "This is the first trip; esc goes back."
	}
	return p.unread()
}

// step moves the cursor and returns the trip under it, or "" at an end.
func (p *compare) step(by int) string {
	to := p.sheet.Chosen() + by
	if to < 0 || to >= len(p.trips) {
		return ""
	}
	p.sheet.Choose(to)
	return p.trips[to].Pick.ID
}

// Type handles the number of a trip.
func (p *compare) Type(e screen.Event) bool {
	n := digit(e)
	for i := range p.trips {
		if n > 0 && p.trips[i].Pick.N == n {
			p.sheet.Choose(i)
		}
	}
	return n > 0
}

// enter opens the trip under the cursor. Its page can step to the other trips of the comparison.
func (p *compare) enter() {
	with := p.with
	with.Step = p.step
	t := &p.trips[p.sheet.Chosen()]
	p.stage.Push(NewTrip(p.stage, with, t.Pick.List, t.Pick.ID))
}
