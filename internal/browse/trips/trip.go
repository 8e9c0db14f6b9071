package trips

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/handoff"
	"travel.example/travel/internal/browse/sheet"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// trip shows one trip: a timeline to scale, and its fares to choose from.
type trip struct {
	stage *stage.Stage
	with  With
	list  recall.List
	row   string // row number or id, as opened

	sheet  sheet.Sheet
	find   *stage.Finder
	age    age
	opened *flights.Opened // nil until it was read
	view   flightview.TripView
	feel   *flightview.Experience // nil until it was asked for
	left   []string               // columns of the fares that did not fit
	width  int                    // the width of the layout; 0 forces a new one
	at     int                    // the fare to choose after the next layout
	stale  bool                   // its search has been made again since it was read
	job    *stage.Job
	turn   func() // cancels the delay before another trip is read; nil if there is none
}

// NewTrip opens a trip of a list. row is its number, as in ROW, or its id.
func NewTrip(s *stage.Stage, with With, list recall.List, row string) stage.Place {
	t := &trip{stage: s, with: with, list: list, age: age{stage: s}}
	t.find = stage.NewFinder(s, func(text string, by int) string { return t.sheet.Look(text, by) })
	t.open(row)
	return t
}

func tripKeys() stage.Table[*trip] {
	rows := []stage.Row[*trip]{
		{Keys: "enter l right", Foot: "choose", Does: "Continue with the fare under the cursor: to its options, or to its link", Do: (*trip).enter, Bars: (*trip).noFare},
		{Keys: "t", Foot: "experience", Does: "Show what makes the trip restful or tiring", Do: (*trip).experience},
		{Keys: "]", Foot: "next trip", Does: "The next trip in the list", Do: func(t *trip) { t.step(1) }, Bars: (*trip).noList},
		{Keys: "[", Foot: "trip before", Does: "The previous trip in the list", Do: func(t *trip) { t.step(-1) }, Bars: (*trip).noList},
		{Keys: "1 2 3 4 5 6 7 8 9", Does: "To that fare, counted from the top"},
		{Keys: "R", Foot: "read again", Does: "Refresh the trip; if its search has expired, search again after asking", Do: (*trip).reload, Bars: func(t *trip) string { return t.job.Renewing() }},
	}
	lines := func(t *trip) *sheet.Sheet { return &t.sheet }
	rows = append(rows, sheet.FindRows(lines, func(t *trip) *stage.Finder { return t.find })...)
	return stage.Table[*trip]{Title: "A trip", Rows: append(rows, sheet.Rows(lines)...)}
}

func (t *trip) Keys() []stage.Binding { return tripKeys().For(t) }
func (t *trip) Hidden()               { t.age.hide() }

// Shown reads the trip again if its search has been made again.
func (t *trip) Shown() {
	t.age.show()
	if t.stale {
		t.reload()
	}
}

// open opens a trip.
func (t *trip) open(row string) {
	t.row = row
	t.Left()
	t.read("opening the trip", row)
}

// reload reads the same trip again by its row number, which a renewal keeps, or else by its id.
func (t *trip) reload() {
	if t.opened == nil {
		t.open(t.row)
		return
	}
	t.read("reading the trip again", t.opened.Pick.Ref())
}

// read reads a trip.
func (t *trip) read(what, row string) {
	var answer desk.Answer[*flights.Opened]
	t.stale = false
	t.job.Cancel()
	t.job = begin(t.stage, stage.Job{
		What: what, Of: t,
		Run: func(ctx context.Context, d *desk.Desk) (err error) {
			query := ask.New("getFlightTrip", &ask.Days{Today: d.Now})
			if err := query.SetDefault("view", "--view", string(apiclient.DetailViewDetail)); err != nil {
				return err
			}
			answer, err = flights.OpenTrip(ctx, d, &flights.TripRequest{Trip: row, Query: query, Renewal: &desk.Renewal{Thing: "the same trip"}})
			return err
		},
		Then: func(err error) {
			if err != nil {
				failed(t.stage, t.list, err, func(c problem.Candidate) { t.open(c.ID) })
				return
			}
			t.take(answer)
		},
	})
}

// take shows the trip of a read. It keeps the chosen fare and the scroll position.
func (t *trip) take(answer desk.Answer[*flights.Opened]) {
	at := 0
	if t.opened != nil && t.chosen() < len(t.opened.Fares) {
		at = max(recall.Find(t.opened.Fares[t.chosen()].Row, answer.Value.Rows()), 0)
	}
	t.opened, t.view = answer.Value, present.Trip(answer.Value)
	t.view.Notes = append(t.view.Notes, answer.Meta.Warnings...)
	for i, fare := range t.opened.Fares {
		if fare.Opens() {
			t.view.Fares[i].Then, t.view.Fares[i].Brief = "options", "options"
		}
	}
	t.row, t.list = t.opened.Pick.ID, t.opened.Pick.List
	t.age.of(t.list.Search)
	if answer.Meta.Renewed != nil {
		t.stage.Say(strings.Join(answer.Meta.Warnings, " "))
	}
	t.width, t.at = 0, at
}

// chosen returns the index of the chosen fare, even if the trip was read but not drawn yet.
func (t *trip) chosen() int {
	if t.width == 0 {
		return t.at
	}
	return t.sheet.At()
}

// Head names the trip.
func (t *trip) Head(c canvas.Canvas) string {
	v := &t.view
	if t.opened == nil {
		v = &flightview.TripView{Title: "Trip " + t.number(), Context: present.TripTerms(t.list.Flight, t.list.Terms.Currency, desk.Sourced{})}
		if asked := t.list.Flight; asked != nil {
			v.Route = []string{asked.From, asked.To}
		}
	}
	return c.Dots(append([]string{v.Title, c.Join(v.Route, " "+c.Glyph.Arrow+" "), c.Join(v.Airlines, " + ")}, v.Context...)...)
}

// number returns the number of the trip in its list, or "".
func (t *trip) number() string {
	for _, row := range t.list.Rows {
		if row.ID == t.row || fmt.Sprint(row.N) == t.row {
			return fmt.Sprint(row.N)
		}
	}
	return ""
}

// Draw draws the timeline and the fares.
func (t *trip) Draw(c canvas.Canvas) []string {
	if t.opened == nil {
		return t.known(c)
	}
	if t.width != c.Width {
		at := t.chosen()
		t.width = c.Width
		t.fill(c, at)
	}
	return t.sheet.Draw(c)
}

// known returns what the list says about a trip that was not read yet.
func (t *trip) known(c canvas.Canvas) []string {
	var lines []string
	for _, row := range t.list.Rows {
		if (row.ID == t.row || fmt.Sprint(row.N) == t.row) && row.Price.Amount != "" {
			lines = append(lines, c.Paint(canvas.Strong, c.Text(row.Price.Text(t.list.Terms.Locale))))
		}
	}
	if t.job.Over() && t.turn == nil {
		lines = append(lines, c.Wrap("", "The trip was not read. R tries again.", canvas.Plain)...)
	}
	return lines
}

// fill lays out the trip for a width and chooses a fare.
func (t *trip) fill(c canvas.Canvas, at int) {
	lines := t.view.Journey(c)
	if len(lines) > 0 {
		lines = lines[1:] // the heading is shown above
	}
	var items []sheet.Item
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
		items = append(items, sheet.Item{Lead: lead, From: len(lines), To: len(lines) + 1})
		lines = append(lines, rows[i])
	}
	t.sheet.Refill(append(lines, c.Ending(append(t.view.Doubts(), t.view.Notes...), nil)...), items, at)
}

// State shows the chosen fare with its hidden columns, the number of lines below, and the age of the search.
func (t *trip) State(c canvas.Canvas) string {
	if t.opened == nil || !t.job.Over() { // the progress is shown instead
		return ""
	}
	var parts []string
	if n := len(t.view.Fares); n > 0 {
		fare := t.view.Fares[t.chosen()]
		which := fmt.Sprintf("%d of %d", t.chosen()+1, n)
		if len(t.left) == 0 {
			which = "fare " + which
		}
		parts = append(parts, c.Dots(append([]string{which}, fare.Rest(t.left)...)...))
	}
	return state(c, parts, t.sheet.Below(), &t.age)
}

// Command returns the command line that opens the trip.
func (t *trip) Command() string { return t.command("trip") }

// command returns a command line about the trip.
func (t *trip) command(what string) string {
	row := t.row
	switch {
	case t.opened != nil && t.opened.Pick.N > 0:
		row = fmt.Sprint(t.opened.Pick.N)
	case t.with.Number != nil && t.with.Number(row) > 0: // it was opened before the search had settled
		row = fmt.Sprint(t.with.Number(row))
	}
	return "travel flights " + what + " " + words.Shell(row)
}

// Point handles the mouse: a click chooses a fare, and a second click continues with it.
func (t *trip) Point(m screen.Mouse) {
	if t.sheet.Point(m) && t.noFare() == "" {
		t.enter()
	}
}

// Type handles the number of a fare.
func (t *trip) Type(e screen.Event) bool {
	n := digit(e)
	if n > 0 && t.width > 0 && n <= len(t.opened.Fares) {
		t.sheet.Choose(n - 1)
	}
	return n > 0
}

// digit returns the number of a key from 1 to 9, or 0 for any other event.
func digit(e screen.Event) int {
	k, ok := e.(screen.Key)
	if n := int(k.Rune - '0'); ok && k.Code == screen.Text && k.Mod == 0 && n >= 1 && n <= 9 {
		return n
	}
	return 0
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
	at := t.chosen()
	fare := t.opened.Fares[at]
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
			Query: ask.New("getFareBookingLink", &ask.Days{Today: d.Now}),
		})
		if renewal.To() != "" {
			ref := offer.Ref()
			t.stage.Post(func() { t.stale = true; renewed(ref) })
		}
		return link, err
	}
}

// noList says why there are no other trips to go to.
func (t *trip) noList() string {
	if t.with.Step == nil {
		return "This trip was not opened from a list."
	}
	return ""
}

// step goes to another trip of the list.
func (t *trip) step(by int) {
	row := t.with.Step(by)
	if row == "" {
		t.stage.Say(map[int]string{1: "This is the last trip that was read.", -1: "This is the first trip."}[by])
		return
	}
	t.opened, t.feel, t.sheet, t.width, t.at, t.row = nil, nil, sheet.Sheet{}, 0, 0, row
	t.age.of(search.Ref{})
	reading := t.turn != nil || !t.job.Over()
	t.Left()
	t.job.Cancel()
	if !reading {
		t.open(row)
		return
	}
	// Do not read every trip while the user steps quickly.
	t.turn = t.stage.Later(leafing, func() { t.turn = nil; t.open(row) })
}

// leafing is the delay before a trip is read if the previous one was not read yet.
const leafing = 200 * time.Millisecond

// Left cancels the delay before another trip is read.
func (t *trip) Left() {
	if t.turn != nil {
		t.turn()
		t.turn = nil
	}
}
