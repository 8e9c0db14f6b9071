// Package browse is the desk on a full screen: it opens the terminal, puts the first place on the stage and
// gives each kind of place what comes from another. It is a face of its own, beside the command line.
package browse

import (
	"context"
	"errors"
	"slices"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// Options are what the full screen is made of.
type Options struct {
	Terminal screen.Terminal
	Desk     *desk.Desk
	Term     canvas.Terminal // what the terminal shows
	Host     stage.Host
	Pasted   func(text string) string // gives the commands in a text the flags that they need; nil: none
	Mark     string                   // whose desk it is: "SANDBOX, made-up prices"; may be empty
	Start    Start
	// Divert has what would be written to the terminal said line by line instead, from anywhere, until what it
	// returns is called. Nil: nothing would be written.
	Divert func(say func(line string)) (back func())
}

// Start is what the traveler begins with. The zero value asks.
type Start struct {
	Flights *flights.SearchRequest // to make, checked
	Hotels  *hotels.SearchRequest  // to make, checked
	List    recall.List            // to go on with, where it has a kind
}

// grace is how long the end waits for what is under way, so that what it has spent is kept.
const grace = 2 * time.Second

// Open shows the desk until it is left. The warnings are what was said of its answers. The error is nil, a screen.UnfitError before a byte was written, a screen.EndedError, the cause of
// ctx, a failure of the terminal, or a mistake of this program.
func Open(ctx context.Context, o Options) (warnings []string, err error) {
	s, err := screen.Open(o.Terminal)
	if err != nil {
		return nil, err
	}
	defer func() { _ = s.Close() }() // where a place cannot even be made
	var st *stage.Stage              // which is there before anything that is sent is looked at
	if o.Divert != nil {
		defer o.Divert(func(line string) { s.Send(func() { st.Say(line) }) })()
	}
	var enter func()
	st = stage.New(stage.Options{
		Screen: s, Desk: o.Desk, Term: o.Term, Host: o.Host, Pasted: o.Pasted, Mark: o.Mark,
	}, func(st *stage.Stage) (form stage.Place) {
		form, enter = o.Start.Begin(st)
		return form
	})
	enter()
	err = s.Run(ctx, st)
	st.Finish(grace)
	if p, ok := errors.AsType[screen.PanicError](err); ok {
		err = problem.CaughtAt(p.Value, p.Stack)
	}
	warnings = st.Warned()
	if slices.ContainsFunc(st.CutShort(), apiclient.MaybeCreated) {
		warnings = append(warnings, "a search was being made, and may have been spent")
	}
	return warnings, err
}
