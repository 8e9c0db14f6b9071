// Package browse is the full-screen interface: it opens the terminal, pushes the first place onto the stage and
// connects the kinds of places to one another. It is a separate front end next to the command line.
package browse

import (
	"context"
	"slices"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// Options configures the full screen.
type Options struct {
	Terminal screen.Terminal
	Desk     *desk.Desk
	Term     canvas.Terminal // capabilities of the terminal
	Host     stage.Host
	Pasted   func(text string) string // adds the required flags to pasted commands; may be nil
	Mark     string                   // label of the account, such as "SANDBOX, made-up prices"; may be empty
	Start    Start
	// Divert passes lines that would be written to the terminal to say instead, from any goroutine, until back is
	// called. It is nil if nothing would be written.
	Divert func(say func(line string)) (back func())
}

// Start says what the full screen opens with. The zero value opens the search form.
type Start struct {
	Flights *flights.SearchRequest // a checked search to make
	Hotels  *hotels.SearchRequest  // a checked search to make
	List    recall.List            // a list to resume, if it has a kind
}

// grace is how long to wait for pending requests at the end, so that the quota they use is recorded.
const grace = 2 * time.Second

// Open runs the full screen until the user leaves it and returns the warnings of the answers. The error is nil, the
// cause of ctx, a screen.EndedError, a failure of the terminal, a bug in this program, or a screen.UnfitError, in
// which case nothing was written.
func Open(ctx context.Context, o Options) (warnings []string, err error) {
	s, err := screen.Open(o.Terminal)
	if err != nil {
		return nil, err
	}
	defer func() { _ = s.Close() }() // in case a place panics while it is made
	var st *stage.Stage              // set before any sent event is handled
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
	warnings, cut := st.Finish(grace)
	if slices.ContainsFunc(cut, apiclient.MaybeCreated) {
		warnings = append(warnings, "a search was being made, and may have been spent")
	}
	return warnings, err
}
