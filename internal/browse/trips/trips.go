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
	compare := &stage.Compare{CompareOptions: comparing()}
	return [][]stage.Binding{(&trip{}).Keys(), (&picker{}).Keys(), compare.Keys(), newFeel(nil, grid.Table{}, "").Keys()}
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
			near, ok := errors.AsType[desk.Choice](err)
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
	asked  bool        // the user asked to read it again
	job    *stage.Job
	reload func() // reads it again
}

// notes returns the warnings of an answer for its page. If the search was made again, they are shown above the keys
// instead, where they are in view.
func notes(s *stage.Stage, meta desk.Meta) []string {
	if meta.Renewed == nil {
		return meta.Warnings
	}
	s.Warn(strings.Join(meta.Warnings, " "))
	return nil
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

// comparing describes a comparison of trips, without what it compares.
func comparing() stage.CompareOptions {
	return stage.CompareOptions{Noun: "trip", Kind: "flights", Again: stage.Binding{
		Foot: "refresh", Does: "Refresh the trips; if their search has expired, search again after asking",
	}}
}

// newCompare shows two to six trips of a list side by side. Rows are as for [newTrip].
func newCompare(s *stage.Stage, with With, list recall.List, rows []string) stage.Place {
	o := comparing()
	o.Rows = slices.Clone(rows)
	if asked := list.Flight; asked != nil {
		o.Route = []string{asked.From, asked.To}
	}
	o.Read = func(p *stage.Compare) *stage.Job {
		rows, of := slices.Clone(p.Rows), list
		return begin(s, list, p, "reading the trips",
			func(ctx context.Context, d *desk.Desk) (desk.Answer[[]flights.Opened], error) {
				return flights.Compare(ctx, d, &flights.CompareRequest{
					Trips: rows, Query: ask.New("getFlightTrip", d.Days()), Renewal: &desk.Renewal{Thing: "the same trips"}, Of: of,
				})
			},
			func(answer desk.Answer[[]flights.Opened]) {
				view := present.ComparedTrips(answer.Value, s.Desk.Now())
				view.Notes = append([]string{"Bags are those of the fare at the price above."}, notes(s, answer.Meta)...)
				var picks []desk.Pick
				list, p.Rows = answer.Value[0].Pick.List.Head(), nil
				for i := range answer.Value {
					t := &answer.Value[i]
					if t.Pick.N == 0 && t.Pick.Kept == "" {
						view.Heads[i] = "TRIP " + present.TripName(&t.Trip)
					}
					picks, p.Rows = append(picks, t.Pick), append(p.Rows, t.Pick.ID)
					row := t.Pick.Row
					row.ID = t.Pick.ID // the id may have changed
					list.Rows = append(list.Rows, row)
				}
				p.Show(view, picks)
			}, nil)
	}
	o.Open = func(item desk.Pick, step func(by int) (desk.Pick, bool)) stage.Place {
		with := with
		with.Step = func(by int) string {
			to, _ := step(by)
			return to.ID
		}
		return newTrip(s, with, item.List, item.ID)
	}
	return stage.NewCompare(s, o)
}
