// Package trips has the places for flights: the list of trips, a trip with its fares, the options of a fare, and the
// comparison.
package trips

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

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
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// With holds what other packages and the opening place provide.
type With struct {
	HandOff func(handoff.Request) stage.Place // shows a link
	// Step moves the cursor of the list that a trip was opened from by -1 or 1, and returns the trip there, as for
	// newTrip, or "". It is nil if the trip was not opened from a list.
	Step func(by int) (row string)
	// Number returns the current row number of a trip in that list by its id, or 0. It is nil if the trip was not
	// opened from a list.
	Number func(id string) int
}

// Pages returns the key bindings of this package's places for the documentation.
func Pages() [][]stage.Binding {
	return [][]stage.Binding{
		(&trip{}).Keys(), (&picker{}).Keys(), stage.ComparePage("trip", readAgain), newFeel(nil, grid.Table{}, "").Keys(),
	}
}

// begin starts a job in which a search may be made again, and shows its progress. Done is called if it succeeds. For an
// expired search, an error says which key makes it again. If the new search lacks the item, the nearest ones are
// offered in a menu, and instead, which may be nil, is called with the chosen one.
func begin[T any](
	s *stage.Stage, of recall.List, place stage.Place, what string,
	run func(context.Context, *desk.Desk) (T, error), done func(T), instead func(problem.Candidate),
) *stage.Job {
	var job *stage.Job
	job = stage.Read(s, stage.Job{
		What: what, Of: place,
		Seen: func(seen desk.Snapshot) {
			if made, ok := seen.Value.(search.FlightSnapshot); ok && seen.Renewing && made.Results != nil {
				job.What = "searching again, " + present.TripsSoFar(made.Results.Metadata)
			}
		},
		Then: func(err error) {
			near, ok := errors.AsType[desk.NearError](err)
			switch {
			case s.Expired(err):
			case !ok || len(near.Candidates) == 0 || instead == nil:
				s.Failed(err)
			default:
				menu := stage.MenuOptions{Title: near.Title, Take: func(i int) { instead(near.Candidates[i]) }}
				for i, c := range near.Candidates {
					price := offer.Money{Amount: c.Amount, Currency: c.Currency}.Text(of.Terms.Locale)
					menu.Rows = append(menu.Rows, slices.Concat([]string{price}, near.Cells[i], []string{c.Why}))
				}
				s.Push(stage.NewMenu(s, menu))
				s.Warn(words.UpperFirst(near.Error()) + ".")
			}
		},
	}, run, done)
	return job
}

// reading is what a trip and the options of a fare have in common: lines of what was read from a search that gets old.
type reading struct {
	stage  *stage.Stage
	sheet  stage.Sheet
	find   *stage.Finder
	search search.Ref
	clock  stage.Timer // updates the age of the search
	stale  bool        // its search has been made again since it was read
	job    *stage.Job
	reload func() // reads it again
}

// Shown reads it again if its search has been made again.
func (r *reading) Shown() {
	r.tick(r.search)
	if r.stale {
		r.reload()
	}
}

// Hidden stops the clock.
func (r *reading) Hidden() { r.clock.Stop() }

// tick shows the age of a search until it may have expired.
func (r *reading) tick(s search.Ref) {
	r.search = s
	r.clock.EachMinute(r.stage, s.Created, desk.FlightLinkLasts)
}

// state joins the parts of a status line with the number of lines below and the age of the search, which comes first if
// the search may have expired.
func (r *reading) state(c canvas.Canvas, parts []string) string {
	const wide = 100 // for the age of a search that may have expired
	if below := r.sheet.Below(); below > 0 {
		parts = append(parts, c.Paint(canvas.Faint, words.Counted(below, "more line")))
	}
	old := r.stage.Age(r.search.Created)
	minutes := int(min(old, desk.FlightLinkLasts).Minutes())
	switch {
	case minutes == 0:
	case old >= desk.FlightLinkLasts:
		text := "may have expired; R refreshes it"
		if c.Width >= wide {
			text = fmt.Sprintf("made %d min ago or more, ", minutes) + text
		}
		parts = append([]string{c.Paint(canvas.Warn, text)}, parts...)
	default:
		parts = append(parts, c.Paint(canvas.Faint, fmt.Sprintf("made %d min ago", minutes)))
	}
	return strings.Join(parts, "  ")
}

// compared holds the trips of a comparison. It implements [stage.Items].
type compared struct {
	stage *stage.Stage
	with  With
	list  recall.List
	rows  []string         // row numbers or ids, as opened
	trips []flights.Opened // empty until they were read
}

// newCompare shows two to six trips of a list side by side. Rows are as for [newTrip].
func newCompare(s *stage.Stage, with With, list recall.List, rows []string) stage.Place {
	return stage.NewCompare(s, "trip", readAgain, &compared{stage: s, with: with, list: list, rows: slices.Clone(rows)})
}

// readAgain describes the key that reads the trips of a comparison again.
var readAgain = stage.Binding{
	Foot: "read again", Does: "Refresh the trips; if their search has expired, search again after asking",
}

// Read reads the trips.
func (c *compared) Read(p *stage.Compare) *stage.Job {
	rows, list := slices.Clone(c.rows), c.list
	return begin(c.stage, c.list, p, "reading the trips",
		func(ctx context.Context, d *desk.Desk) (desk.Answer[[]flights.Opened], error) {
			return flights.Compare(ctx, d, &flights.CompareRequest{
				Trips: rows, Query: ask.New("getFlightTrip", d.Days()), Renewal: &desk.Renewal{Thing: "the same trips"}, Of: list,
			})
		},
		func(answer desk.Answer[[]flights.Opened]) { p.Show(c.record(answer)) }, nil)
}

// record stores the trips of a read and returns how they compare.
func (c *compared) record(answer desk.Answer[[]flights.Opened]) grid.Comparison {
	c.trips = answer.Value
	view := present.ComparedTrips(c.trips, c.stage.Desk.Now())
	view.Notes = append([]string{"Bags are those of the fare at the price above."}, answer.Meta.Warnings...)
	c.rows, c.list = nil, c.trips[0].Pick.List.Head()
	for i := range c.trips {
		t := &c.trips[i]
		if t.Pick.N == 0 && t.Pick.Kept == "" {
			view.Heads[i] = "TRIP " + present.TripName(&t.Trip)
		}
		c.rows = append(c.rows, t.Pick.ID)
		row := t.Pick.Row
		row.ID = t.Pick.ID // the id may have changed
		c.list.Rows = append(c.list.Rows, row)
	}
	if answer.Meta.Renewed != nil {
		c.stage.Say(strings.Join(answer.Meta.Warnings, " "))
	}
	return view
}

// Head returns the number of trips and the route.
func (c *compared) Head(on canvas.Canvas) string {
	head := words.Counted(len(c.rows), "trip") + " side by side"
	if asked := c.list.Flight; asked != nil {
		head = on.Dots(head, on.Join([]string{asked.From, asked.To}, " "+on.Glyph.Arrow+" "))
	}
	return head
}

// Command returns the command line that compares the trips.
func (c *compared) Command() string {
	command := "travel flights compare"
	for i, row := range c.rows {
		if i < len(c.trips) {
			row = flights.Number(c.trips[i].Pick)
			if c.trips[i].Pick.N == 0 {
				row = c.trips[i].Pick.ID
			}
		}
		command += " " + words.Shell(row)
	}
	return command
}

// Numbers returns the row numbers of the trips.
func (c *compared) Numbers() []int {
	numbers := make([]int, len(c.trips))
	for i := range c.trips {
		numbers[i] = c.trips[i].Pick.N
	}
	return numbers
}

// Open returns the page of a trip, which can step to the other trips of the comparison.
func (c *compared) Open(p *stage.Compare, at int) stage.Place {
	with := c.with
	with.Step = func(by int) string {
		if to, ok := p.Step(by); ok {
			return c.trips[to].Pick.ID
		}
		return ""
	}
	return newTrip(c.stage, with, c.trips[at].Pick.List, c.trips[at].Pick.ID)
}
