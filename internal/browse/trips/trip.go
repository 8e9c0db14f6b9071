package trips

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/handoff"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// trip shows one trip: a timeline to scale, and its fares to choose from.
type trip struct {
	reading
	with With
	list recall.List
	row  string // row number or id, as opened

	opened *flights.Opened // nil until it was read
	view   flightview.TripView
	feel   *stage.Note // how the trip will feel; nil until it was asked for
	left   []string    // columns of the fares that did not fit
	turn   stage.Timer // reads another trip
}

// newTrip opens a trip of a list. row is its number, as in ROW, or its id.
func newTrip(s *stage.Stage, with With, list recall.List, row string) stage.Place {
	t := &trip{reading: reading{stage: s}, with: with, list: list}
	t.find, t.reload = stage.NewFinder(s, t.sheet.Look), t.again
	t.open(row)
	return t
}

func (t *trip) Keys() []stage.Binding {
	listed := stage.Needs(func() bool { return t.with.Step != nil }, "This trip was not opened from a list.")
	return stage.Table("A trip", []stage.Binding{
		{Keys: "enter l right", Foot: "choose", Does: "Continue with the fare under the cursor: to its options, or to its link", Do: t.enter, Bars: t.noFare},
		{Keys: "t", Foot: "experience", Does: "Show what makes the trip restful or tiring", Do: t.experience},
		{Keys: "]", Foot: "next trip", Does: "The next trip in the list", Do: func() { t.step(1) }, Bars: listed},
		{Keys: "[", Foot: "previous trip", Does: "The previous trip in the list", Do: func() { t.step(-1) }, Bars: listed},
		{Keys: "1 2 3 4 5 6 7 8 9", Does: "To that fare, counted from the top"},
		{Keys: "R", Foot: "refresh", Does: "Refresh the trip; if its search has expired, search again after asking", Do: t.again, Bars: func() string { return t.job.Renewing() }},
	}, t.sheet.SearchKeys(t.find))
}

func (t *trip) open(row string) {
	t.row, t.asked = row, false
	t.Left()
	t.read("opening the trip", row)
}

// again reads the same trip again by its row number, which a renewal keeps, or else by its id.
func (t *trip) again() {
	if t.opened == nil {
		t.open(t.row)
		return
	}
	t.asked = !t.stale // it reads a stale trip by itself
	t.read("reading the trip again", t.opened.Pick.Ref())
}

func (t *trip) read(what, row string) {
	t.stale = false
	t.job.Cancel()
	t.job = begin(t.stage, t.list, t, what,
		func(ctx context.Context, d *desk.Desk) (desk.Answer[*flights.Opened], error) {
			query := ask.New("getFlightTrip", d.Days())
			query.SetDefault("view", "--view", string(apiclient.DetailViewDetail))
			return flights.OpenTrip(ctx, d, &flights.TripRequest{Trip: row, Query: query, Renewal: &desk.Renewal{Thing: "the same trip"}})
		},
		t.show, t.instead)
}

// instead opens a trip near the one that a new search lacks.
func (t *trip) instead(c problem.Candidate) { t.open(c.ID) }

// show shows the trip of a read. It keeps the chosen fare and the scroll position.
func (t *trip) show(answer desk.Answer[*flights.Opened]) {
	at := 0
	if t.opened != nil && t.sheet.At() < len(t.opened.Fares) {
		at = max(offer.Find(t.opened.Fares[t.sheet.At()].Offer, recall.Offers(answer.Value.Rows())), 0)
	}
	t.opened, t.view = answer.Value, present.Trip(answer.Value)
	t.view.Notes = append(t.view.Notes, notes(t.stage, answer.Meta)...)
	for i, fare := range t.opened.Fares {
		if fare.Opens() {
			t.view.Fares[i].Then, t.view.Fares[i].Brief = "options", "options"
		}
	}
	t.row, t.list = t.opened.Pick.ID, t.opened.Pick.List
	t.tick(t.list.Search)
	if t.asked && answer.Meta.Renewed == nil {
		t.stage.Say(stage.UpToDate)
	}
	t.sheet.Renew(at)
}

// Head names the trip.
func (t *trip) Head(c canvas.Canvas) string {
	v := &t.view
	if t.opened == nil {
		v = &flightview.TripView{Title: "Trip ", Context: present.TripTerms(t.list.Flight, t.list.Terms.Currency, desk.Sourced{})}
		if n := t.number(); n > 0 {
			v.Title += strconv.Itoa(n)
		}
		if asked := t.list.Flight; asked != nil {
			v.Route = []string{asked.From, asked.To}
		}
	}
	return c.Dots(append([]string{v.Title, c.Join(v.Route, " "+c.Glyph.Arrow+" "), c.Join(v.Airlines, " + ")}, v.Context...)...)
}

// number returns the row number of the trip in its list, or 0.
func (t *trip) number() int {
	switch {
	case t.opened != nil && t.opened.Pick.N > 0:
		return t.opened.Pick.N
	case t.with.Number != nil: // it may have been opened before the search had settled
		return t.with.Number(t.row)
	}
	n, _ := strconv.Atoi(t.row)
	return n
}

// Draw draws the timeline and the fares.
func (t *trip) Draw(c canvas.Canvas) []string {
	switch {
	case t.opened != nil:
		if t.sheet.Stale(c) {
			t.fill(c)
		}
		return t.sheet.Draw(c)
	case t.job.Over() && !t.turn.Running():
		return c.Wrap("", "The trip was not read. R tries again.", canvas.Plain)
	}
	return nil
}

func (t *trip) fill(c canvas.Canvas) {
	lines := t.view.Journey(c)
	if len(lines) > 0 {
		lines = lines[1:] // the heading is shown above
	}
	var items []stage.Item
	head, rows, left := t.view.FareRows(c)
	if t.left = left; len(rows) == 0 {
		lines = append(lines, "", "No seller offers a fare for this trip now.")
	} else {
		lines = append(append(lines, ""), head...)
	}
	for i := range rows {
		lead := len(lines)
		if i == 0 {
			lead -= len(head)
		}
		items = append(items, stage.Item{Lead: lead, From: len(lines), To: len(lines) + 1})
		lines = append(lines, rows[i])
	}
	t.sheet.Fill(append(lines, c.Ending(append(t.view.Doubts(), t.view.Notes...), nil)...), items)
}

// State shows the chosen fare with its hidden columns, the number of lines below, and the age of the search.
func (t *trip) State(c canvas.Canvas) string {
	if t.opened == nil || !t.job.Over() { // the progress is shown instead
		return ""
	}
	var parts []string
	if n := len(t.view.Fares); n > 0 {
		at := t.sheet.At()
		fare := t.view.Fares[at]
		which := fmt.Sprintf("%d of %d", at+1, n)
		if len(t.left) == 0 {
			which = "fare " + which
		}
		parts = append(parts, c.Dots(append([]string{which}, fare.Rest(t.left)...)...))
	}
	return t.state(c, parts)
}

// Command returns the command line that opens the trip.
func (t *trip) Command() string { return t.command("trip") }

func (t *trip) command(what string) string {
	row := t.row
	if n := t.number(); n > 0 {
		row = strconv.Itoa(n)
	}
	return "travel flights " + what + " " + words.Shell(row)
}

// Point handles the mouse: a click chooses a fare, and a second click continues with it.
func (t *trip) Point(m screen.Mouse) {
	if t.sheet.Click(m) && t.noFare() == "" {
		t.enter()
	}
}

// Type handles the number of a fare.
func (t *trip) Type(e screen.Event) bool {
	n := stage.Digit(e)
	if n > 0 && t.opened != nil && n <= len(t.opened.Fares) {
		t.sheet.Choose(n - 1)
	}
	return n > 0
}

// noFare says why actions that need a fare are unavailable.
func (t *trip) noFare() string {
	switch {
	case t.opened == nil && t.job.Over():
		return "The trip was not read; R tries again."
	case t.opened == nil:
		return "The trip is being read."
	case len(t.opened.Fares) == 0:
		return "No seller offers a fare for this trip now."
	}
	return ""
}

// enter continues with the chosen fare: to its options, or to its link.
func (t *trip) enter() {
	if t.sheet.Reveal() {
		return
	}
	fare := t.opened.Fares[t.sheet.At()]
	if !apiclient.ValidID(fare.ID) {
		t.stage.Say("The service gave this fare no usable id.")
		return
	}
	if fare.Opens() {
		t.stage.Push(newPicker(t, fare))
		return
	}
	t.stage.Push(t.link(fare.Argument(), fareTitle(fare.Ref, fare.Label)))
}

// link returns the link page of a fare without options.
func (t *trip) link(fare, title string) stage.Place {
	return t.with.HandOff(handoff.Request{Title: title, Make: t.booking(fare, nil, func(string) {}), Command: "travel flights booking-link " + fare})
}

// booking returns a function that makes the link of a fare with the options of those numbers. If that makes the
// search again, the trip is read again when it is next shown, and renewed is called with the new reference of the
// fare.
func (t *trip) booking(fare string, options []string, renewed func(string)) func(context.Context, *desk.Desk) (desk.Answer[desk.Link], error) {
	return func(ctx context.Context, d *desk.Desk) (desk.Answer[desk.Link], error) {
		renewal := &desk.Renewal{Thing: "the same fare and options"}
		link, offer, err := flights.Book(ctx, d, &flights.BookingRequest{
			Fare: fare, Options: slices.Clone(options), Lasting: true, Renewal: renewal,
			Query: ask.New("getFareBookingLink", d.Days()),
		})
		if renewal.To() != "" {
			ref := offer.Ref()
			t.stage.Post(func() { t.stale = true; renewed(ref) })
		}
		return link, err
	}
}

// step goes to another trip of the list.
func (t *trip) step(by int) {
	row := t.with.Step(by)
	if row == "" {
		t.stage.Say(map[int]string{1: "This is the last trip that was read.", -1: "This is the first trip."}[by])
		return
	}
	t.opened, t.feel, t.sheet, t.row = nil, nil, stage.Sheet{}, row
	t.tick(search.Ref{})
	reading := t.turn.Running() || !t.job.Over()
	t.Left()
	t.job.Cancel()
	if !reading {
		t.open(row)
		return
	}
	const delay = 200 * time.Millisecond // do not read every trip while the user steps quickly
	t.turn.Start(t.stage, delay, func() { t.open(row) })
}

// Left cancels the delay before another trip is read.
func (t *trip) Left() { t.turn.Stop() }

// experience shows how the trip will feel. It reads that once.
func (t *trip) experience() {
	switch {
	case t.feel != nil:
		t.stage.Push(t.feel)
		return
	case !t.job.Over() || t.turn.Running():
		t.stage.Say("The trip is being read.")
		return
	}
	var pick desk.Pick
	row := t.row
	t.job = begin(t.stage, t.list, t, "reading how the trip will feel",
		func(ctx context.Context, d *desk.Desk) (answer desk.Answer[*apiclient.TripExperience], err error) {
			answer, pick, err = flights.Experience(ctx, d, &flights.TripRequest{
				Trip: row, Query: ask.New("getTripExperience", d.Days()), Renewal: &desk.Renewal{Thing: "the same trip"},
			})
			return answer, err
		},
		func(answer desk.Answer[*apiclient.TripExperience]) {
			view := present.Experience(answer.Value, pick.N)
			view.Notes = append(view.Notes, answer.Meta.Warnings...)
			t.feel = newFeel(t.stage, view, t.command("experience"))
			if pick.ID != row {
				t.open(pick.ID) // its search was made again, so its fares have new ids
			}
			t.stage.Push(t.feel)
		}, t.instead)
}

// newFeel returns the page that shows how a trip will feel. s may be nil for the documentation.
func newFeel(s *stage.Stage, view grid.Table, command string) *stage.Note {
	title := view.Title
	view.Title = "" // the heading shows it
	return &stage.Note{
		Title: title, Line: command, Text: view.Lines, Of: "How a trip will feel",
		Own: []stage.Binding{{Keys: "t", Foot: "trip", Does: "Back to the trip", Do: func() { s.Back() }}},
	}
}
