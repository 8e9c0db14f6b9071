package browse

import (
	"cmp"

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
	"travel.example/travel/internal/words"
)

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
		Flight: b.List.Flight, Stay: b.List.Stay, Listed: w.listed,
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
	last  stage.Place  // the most recent list
	trip  query.Flight // the search of the most recent list, as typed: this or stay
	stay  query.Stay
	terms query.Terms // the terms given on the command line
}

// inTerms applies the terms of the command line, which have no fields in the form.
func (w *wiring) inTerms(q *ask.Values) {
	for wire, text := range map[string]string{"currency": w.terms.Currency, "locale": w.terms.Locale, "siteCode": w.terms.SiteCode} {
		_ = q.SetDefault(wire, wire, text) // already validated on the command line
	}
}

// flights lists a search. It returns the most recent list if that is for the same search and still live, because
// coming back must not use quota. Otherwise it makes a new search.
func (w *wiring) flights(r *flights.SearchRequest) stage.Place {
	asked := r.Asked()
	if list, ok := w.lives(recall.Trips); ok {
		here := asked
		here.SiteCode = cmp.Or(asked.SiteCode, list.Flight.SiteCode)
		if asked.Same(w.trip) || here.Same(*list.Flight) {
			return w.goOn(list)
		}
	}
	w.trip = asked
	w.last = trips.Search(w.stage, trips.With{HandOff: w.handOff}, r)
	return w.last
}

// hotels opens the list of a hotel search. It reuses the last list if that is of the same search and still alive.
func (w *wiring) hotels(r *hotels.SearchRequest) stage.Place {
	asked := r.Asked()
	if list, ok := w.lives(recall.Hotels); ok {
		here := asked
		here.SiteCode = cmp.Or(asked.SiteCode, list.Stay.SiteCode)
		if asked.SamePlace(w.stay) && asked.SameStay(w.stay) || here.SamePlace(*list.Stay) && here.SameStay(*list.Stay) {
			return w.goOn(list)
		}
	}
	w.stay = asked
	w.last = stays.Search(w.stage, stays.With{HandOff: w.handOff}, r)
	return w.last
}

// lives returns the most recent list if it is of that kind and can be resumed.
func (w *wiring) lives(kind recall.Kind) (recall.List, bool) {
	shown, ok := w.last.(*listing.List)
	if !ok {
		return recall.List{}, false
	}
	list := shown.Of()
	known := kind == recall.Trips && list.Flight != nil || kind == recall.Hotels && list.Stay != nil
	return list, known && list.Kind == kind && desk.Lives(list, w.stage.Desk.Now())
}

// listed returns the most recent list if it can be resumed.
func (w *wiring) listed() stage.Place {
	for _, kind := range []recall.Kind{recall.Trips, recall.Hotels} {
		if _, ok := w.lives(kind); ok {
			return w.last
		}
	}
	return nil
}

// goOn returns to the most recent list, unchanged, and says so.
func (w *wiring) goOn(list recall.List) stage.Place {
	w.stage.Say("This is the search made " + words.Age(w.stage.Desk.Now().Sub(list.Search.Created)) + " ago; no other was spent.")
	return w.last
}

// resume opens a list without making a search.
func (w *wiring) resume(list recall.List) stage.Place {
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
func Pages() []stage.Page {
	pages := append(append(form.Pages(), listing.Table().Page()), facets.Pages()...)
	pages = append(pages, trips.Pages()...)
	pages = append(pages, stays.Pages()...)
	pages = append(pages, handoff.Pages()...)
	return append(pages, stage.Pages()...)
}
