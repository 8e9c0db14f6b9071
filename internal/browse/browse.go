// Package browse is the full-screen interface: it opens the terminal, pushes the first place onto the stage and
// connects the kinds of places to one another. It is a separate front end next to the command line.
package browse

import (
	"context"
	"slices"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/facets"
	"travel.example/travel/internal/browse/form"
	"travel.example/travel/internal/browse/handoff"
	"travel.example/travel/internal/browse/listing"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/browse/stays"
	"travel.example/travel/internal/browse/trips"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/query"
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
	// Terms are the currency, language and market of the searches after List, and the currency and language to resume
	// it in. Those of a search to make are its own.
	Terms query.Terms
}

// grace is how long to wait for pending requests at the end, so that the quota they use is recorded.
const grace = 2 * time.Second

// Open runs the full screen until the user leaves it and returns the warnings of the answers. The error is nil, the
// cause of ctx, a screen.EndedError, a failure of the terminal, or a bug in this program.
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

// Begin returns the bottom place of a stage, the search form, filled in from b. Call enter once the stage exists: it
// pushes the list that b asks for, if any.
func (b Start) Begin(s *stage.Stage) (first stage.Place, enter func()) {
	var last stage.Place // the most recent list
	terms := b.Terms     // of all searches, since the form has no fields for them
	inTerms := func(q *ask.Values) {
		for wire, text := range map[string]string{"currency": terms.Currency, "locale": terms.Locale, "siteCode": terms.SiteCode} {
			q.SetDefault(wire, wire, text) // already validated
		}
	}
	handOff := func(r handoff.Request) stage.Place { return handoff.New(s, r) }
	ofTrips, ofStays := trips.With{HandOff: handOff}, stays.With{HandOff: handOff}
	searchTrips := func(r *flights.SearchRequest) stage.Place {
		inTerms(r.Query)
		last = trips.Search(s, ofTrips, r)
		return last
	}
	searchStays := func(r *hotels.SearchRequest) stage.Place {
		inTerms(r.Query)
		last = stays.Search(s, ofStays, r)
		return last
	}
	o := form.Options{
		Flights: searchTrips, Hotels: searchStays, Flight: b.List.Flight, Stay: b.List.Stay,
		Listed: func() stage.Place {
			if shown, ok := last.(*listing.List); ok && shown.Lives() {
				return last
			}
			return nil
		},
	}
	enter = func() {}
	switch {
	case b.Flights != nil:
		o.Flight, o.Stay = new(b.Flights.Asked()), nil
		terms = o.Flight.Terms
		enter = func() { s.Push(searchTrips(b.Flights)) }
	case b.Hotels != nil:
		o.Flight, o.Stay = nil, new(b.Hotels.Asked())
		terms = o.Stay.Terms
		enter = func() { s.Push(searchStays(b.Hotels)) }
	case b.List.Kind == recall.Trips:
		last = trips.Resume(s, ofTrips, b.List, b.Terms)
		enter = func() { s.Push(last) }
	case b.List.Kind == recall.Hotels:
		last = stays.Resume(s, ofStays, b.List, b.Terms)
		enter = func() { s.Push(last) }
	}
	o.Terms = terms
	return form.New(s, o), enter
}

// Pages returns the key bindings of all places, in the order in which a user meets them, then those that work
// everywhere.
func Pages() [][]stage.Binding {
	return slices.Concat(
		form.Pages(), listing.Pages(), facets.Pages(), trips.Pages(), stays.Pages(), handoff.Pages(), stage.Pages())
}
