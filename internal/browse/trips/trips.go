// Package trips has the places for flights: the list of trips, a trip with its fares, the options of a fare, and the
// comparison.
package trips

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/browse/handoff"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// With holds what other packages and the opening place provide.
type With struct {
	HandOff func(handoff.Request) stage.Place // shows a link
	// Step moves the cursor of the list that a trip was opened from by -1 or 1, and returns the trip there, as for
	// NewTrip, or "". It is nil if the trip was not opened from a list.
	Step func(by int) (row string)
	// Number returns the current row number of a trip in that list by its id, or 0. It is nil if the trip was not
	// opened from a list.
	Number func(id string) int
}

// Pages returns the key bindings of this package's places for the documentation.
func Pages() []stage.Page {
	return []stage.Page{tripKeys().Page(), pickerKeys().Page(), compareKeys().Page(), feelKeys().Page()}
}

// begin starts a job in which a search may be made again, and shows its progress.
func begin(s *stage.Stage, job stage.Job) *stage.Job {
	job.Seen = func(seen desk.Snapshot) {
		if made, ok := seen.Value.(search.FlightSnapshot); ok && seen.Renewing && made.Results != nil {
			job.What = "searching again, " + present.TripsSoFar(made.Results.Metadata)
		}
	}
	return s.Do(&job)
}

// failed shows an error. For an expired search it says which key makes it again. If the new search lacks the item, it
// offers the nearest ones in a menu and calls take with the chosen one.
func failed(s *stage.Stage, of recall.List, err error, take func(problem.Candidate)) {
	if s.Expired(err) {
		return
	}
	near, ok := errors.AsType[desk.NearError](err)
	if !ok || len(near.Candidates) == 0 || take == nil {
		s.Failed(err)
		return
	}
	menu := stage.MenuOptions{Title: near.Title, Take: func(i int) { take(near.Candidates[i]) }}
	for i, c := range near.Candidates {
		price := offer.Money{Amount: c.Amount, Currency: c.Currency}.Text(of.Terms.Locale)
		menu.Rows = append(menu.Rows, slices.Concat([]string{price}, near.Cells[i], []string{c.Why}))
	}
	s.Push(stage.NewMenu(s, menu))
	s.Warn(words.UpperFirst(near.Error()) + ".")
}

// age tracks the age of the search being shown. While shown, it is updated once a minute until the search may have
// expired; nothing else wakes the stage.
type age struct {
	stage  *stage.Stage
	search search.Ref
	timer  stage.Timer
}

// track starts tracking the age of a search.
func (a *age) track(s search.Ref) {
	a.search = s
	a.show()
}

func (a *age) show() {
	a.hide()
	if a.counts() && !a.late() {
		a.timer.Start(a.stage, time.Minute-a.old()%time.Minute, a.show)
	}
}

func (a *age) hide() { a.timer.Stop() }

func (a *age) counts() bool       { return !a.search.Created.IsZero() }
func (a *age) old() time.Duration { return max(a.stage.Desk.Now().Sub(a.search.Created), 0) }

// late reports whether the search may have expired.
func (a *age) late() bool { return a.counts() && a.old() >= desk.FlightLinkLasts }

// wideAge is the least width at which the age of a search that may have expired is shown in full.
const wideAge = 100

// state joins the parts of a status line with the number of lines below and the age, which comes first if the search
// may have expired.
func state(c canvas.Canvas, parts []string, below int, a *age) string {
	if below > 0 {
		parts = append(parts, c.Paint(canvas.Faint, words.Counted(below, "more line")))
	}
	minutes := int(min(a.old(), desk.FlightLinkLasts).Minutes())
	switch {
	case !a.counts(), minutes == 0:
	case a.late():
		text := "may have expired; R refreshes it"
		if c.Width >= wideAge {
			text = fmt.Sprintf("made %d min ago or more, ", minutes) + text
		}
		parts = append([]string{c.Paint(canvas.Warn, text)}, parts...)
	default:
		parts = append(parts, c.Paint(canvas.Faint, fmt.Sprintf("made %d min ago", minutes)))
	}
	return strings.Join(parts, "  ")
}
