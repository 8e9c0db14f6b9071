package browse

import (
	"cmp"
	"slices"

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
func Pages() []stage.Page {
	list := []stage.Page{listing.Table().Page()}
	return slices.Concat(form.Pages(), list, facets.Pages(), trips.Pages(), stays.Pages(), handoff.Pages(), stage.Pages())
}
