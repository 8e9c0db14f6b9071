// Package browse is the full-screen interface: it opens the terminal, pushes the first place onto the stage and
// connects the kinds of places to one another. It is a separate front end next to the command line.
package browse

import (
	"cmp"
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
	"travel.example/travel/internal/words"
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

// Begin returns the bottom place of a stage, the search form, filled in from b. Call enter once the stage exists: it
// pushes the list that b asks for, if any.
func (b Start) Begin(s *stage.Stage) (first stage.Place, enter func()) {
	w := &wiring{stage: s}
	o := form.Options{
		Flights: func(r *flights.SearchRequest) stage.Place {
			w.inTerms(r.Query)
			return w.flights(r)
		},
		Hotels: func(r *hotels.SearchRequest) stage.Place {
			w.inTerms(r.Query)
			return w.hotels(r)
		},
		Flight: b.List.Flight, Stay: b.List.Stay,
		Listed: func() stage.Place {
			if _, ok := w.lives(); ok {
				return w.last
			}
			return nil
		},
	}
	list := func() stage.Place { return nil }
	switch {
	case b.Flights != nil:
		o.Flight, o.Stay = new(b.Flights.Asked()), nil
		w.terms = o.Flight.Terms
		list = func() stage.Place { return w.flights(b.Flights) }
	case b.Hotels != nil:
		o.Flight, o.Stay = nil, new(b.Hotels.Asked())
		w.terms = o.Stay.Terms
		list = func() stage.Place { return w.hotels(b.Hotels) }
	case b.List.Kind != "":
		list = func() stage.Place { return w.resume(b.List) }
	}
	return form.New(s, o), func() {
		if p := list(); p != nil {
			s.Push(p)
		}
	}
}

// wiring connects the places to one another.
type wiring struct {
	stage *stage.Stage
	last  stage.Place // the most recent list
	asked recall.List // its search, as typed
	terms query.Terms // the terms given on the command line
}

// inTerms applies the terms of the command line, which have no fields in the form.
func (w *wiring) inTerms(q *ask.Values) {
	for wire, text := range map[string]string{"currency": w.terms.Currency, "locale": w.terms.Locale, "siteCode": w.terms.SiteCode} {
		_ = q.SetDefault(wire, wire, text) // already validated on the command line
	}
}

func (w *wiring) flights(r *flights.SearchRequest) stage.Place {
	asked := r.Asked()
	return w.list(recall.List{Kind: recall.Trips, Flight: &asked}, func() stage.Place {
		return trips.Search(w.stage, trips.With{HandOff: w.handOff}, r)
	})
}

func (w *wiring) hotels(r *hotels.SearchRequest) stage.Place {
	asked := r.Asked()
	return w.list(recall.List{Kind: recall.Hotels, Stay: &asked}, func() stage.Place {
		return stays.Search(w.stage, stays.With{HandOff: w.handOff}, r)
	})
}

// list returns the most recent list if that is for the same search and still live, because coming back must not use
// quota. Otherwise it makes a new search.
func (w *wiring) list(asked recall.List, search func() stage.Place) stage.Place {
	if last, ok := w.lives(); ok && last.Kind == asked.Kind {
		here := asked // in the market of the list, if none was given
		if asked.Flight != nil {
			here.Flight = new(*asked.Flight)
			here.Flight.SiteCode = cmp.Or(here.Flight.SiteCode, last.Flight.SiteCode)
		} else {
			here.Stay = new(*asked.Stay)
			here.Stay.SiteCode = cmp.Or(here.Stay.SiteCode, last.Stay.SiteCode)
		}
		if asked.SameSearch(w.asked) || here.SameSearch(last) {
			age := words.Age(w.stage.Desk.Now().Sub(last.Search.Created))
			w.stage.Say("This is the search made " + age + " ago; no other was spent.")
			return w.last
		}
	}
	w.asked, w.last = asked, search()
	return w.last
}

// lives returns the most recent list if it can be resumed.
func (w *wiring) lives() (recall.List, bool) {
	shown, ok := w.last.(*listing.List)
	if !ok {
		return recall.List{}, false
	}
	list := shown.Of()
	return list, (list.Flight != nil || list.Stay != nil) && desk.Lives(list, w.stage.Desk.Now())
}

// resume opens a list without making a search.
func (w *wiring) resume(list recall.List) stage.Place {
	w.asked = list
	switch list.Kind {
	case recall.Trips:
		w.last = trips.Resume(w.stage, trips.With{HandOff: w.handOff}, list)
	case recall.Hotels:
		w.last = stays.Resume(w.stage, stays.With{HandOff: w.handOff}, list)
	}
	return w.last
}

func (w *wiring) handOff(r handoff.Request) stage.Place { return handoff.New(w.stage, r) }

// Pages returns the key bindings of all places, in the order in which a user meets them, then those that work
// everywhere.
func Pages() [][]stage.Binding {
	return slices.Concat(form.Pages(), listing.Pages(), facets.Pages(), trips.Pages(), stays.Pages(), handoff.Pages(), stage.Pages())
}
