package watch

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// looked is a watch that a pass looks for, with its history.
type looked struct {
	watched.Watch
	reported []watched.Point
	seen     *watched.Point // found by an interrupted run of this pass
}

// asked returns the query of the watch, in its currency and its market. If its market is unknown, it is that of the
// last search, or other.
func (w looked) asked(other string) recall.List {
	site := cmp.Or(w.Offer.List.Terms.SiteCode, watched.Market(w.reported), other)
	return w.Offer.List.WithTerms(func(t *query.Terms) {
		t.Currency, t.SiteCode = w.Terms().Currency, cmp.Or(t.SiteCode, site)
	})
}

// site returns the market of the watch, or "" for the default of the service.
func (w looked) site() string { return w.asked("").Terms.SiteCode }

// shares reports whether one search is enough for both: they ask for the same, in any currency and language. A watch
// with an unknown market is for the default one, which is that of the other watch.
func (w looked) shares(o looked) bool { return w.asked(o.site()).SameSearch(o.asked(w.site())) }

// looks returns when the watch was last checked, or zero.
func (w looked) looks() time.Time {
	if len(w.reported) == 0 {
		return time.Time{}
	}
	return w.reported[len(w.reported)-1].At
}

// A group is watches that share a search.
type group struct {
	operation string // that makes the search
	watches   []looked
	made      search.Created // if the search was made already
}

// grouped groups watches that share a search. Those checked longest ago come first, so that a limit on searches never
// leaves one out for good.
func grouped(all []looked) []group {
	var groups []group
	for _, w := range all {
		i := slices.IndexFunc(groups, func(g group) bool { return g.lead().shares(w) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, group{operation: desk.FlightSearches})
			if stay := w.Offer.List.Stay; stay != nil && stay.HotelID != 0 {
				groups[i].operation = desk.OneHotelSearches
			} else if stay != nil {
				groups[i].operation = desk.HotelSearches
			}
		}
		groups[i].watches = append(groups[i].watches, w)
	}
	oldest := func(g group) time.Time {
		return slices.MinFunc(g.watches, func(a, b looked) int { return a.looks().Compare(b.looks()) }).looks()
	}
	slices.SortStableFunc(groups, func(a, b group) int { return oldest(a).Compare(oldest(b)) })
	return groups
}

// lead returns the watch whose query is used for the group: one with a known market, if any.
func (g group) lead() looked {
	return g.watches[max(slices.IndexFunc(g.watches, func(w looked) bool { return w.site() != "" }), 0)]
}

// key identifies the search of a group in the log of a pass.
func (g group) key() string {
	text, _ := json.Marshal(g.lead().asked("").Request()) // cannot fail
	return store.Key(g.operation + "\n" + string(text))
}

// open returns the watches without a result in this pass.
func (g group) open() []looked {
	return slices.DeleteFunc(slices.Clone(g.watches), func(w looked) bool { return w.seen != nil })
}

// found is the result of a search for a watch.
type found struct {
	n     int
	point watched.Point // without the pass and the time
	err   error         // if Failed
}

// failed is the result for a watch that could not be checked.
func failed(w looked, err error) found {
	return found{w.N, watched.Point{State: watched.Failed, Class: problem.ClassOf(err), Why: clean.Line(err.Error())}, err}
}

// unclear is the result for an answer that does not say enough. The next search may.
func unclear(w looked, text, hint string) found {
	return failed(w, problem.Error{Class: problem.Refused, Retry: problem.Same, Text: text, Hint: hint})
}

const otherWatch = "%s is another watch: remove this one and add the offer again"

// seen is the result for an offer that is available at a price.
func seen(w looked, price offer.Money) found {
	amount, plain := offer.Decimal(price.Amount)
	want := w.Price().Currency
	switch {
	case !plain || amount.Sign() <= 0 || price.Currency == "": // nothing is free
		return unclear(w, "it is there, and the service states no price that can be read", "")
	case want != "" && want != price.Currency:
		return unclear(w, fmt.Sprintf("it is there, priced in %s, and this watch is in %s", price.Currency, want), fmt.Sprintf(otherWatch, "another currency"))
	}
	return found{w.N, watched.Point{State: watched.Seen, Price: price}, nil}
}

// verdict is the result for a watch that is candidate at, or none of them if at is -1. An incomplete search may still
// show the offer, or a lower price unless firm. gone says where the offer is missing; it is "" for a search without any
// result, which proves nothing.
func verdict(w looked, whole search.Whole, all []offer.Offer, at int, firm bool, gone string) found {
	switch {
	case whole == "" && (at < 0 || !firm):
		return unclear(w, "its search had not settled when the wait ended", "")
	case at >= 0:
		return seen(w, all[at].Price)
	case gone == "":
		return unclear(w, "the search showed nothing at all, which says nothing of one offer", "")
	}
	return found{w.N, watched.Point{State: watched.Gone, Why: gone}, nil}
}

// sought returns the offer of the watch at the price it was last seen at.
func (w looked) sought() offer.Offer {
	o := w.Offer.Row.Offer
	o.Price = w.LastPrice(w.reported)
	return o
}

// finder looks for one watch in the results of a search.
type finder func(w looked) (found, error)

// read looks for the watches of a group in its search, which it reads once for each currency and language.
func (g group) read(ctx context.Context, s search.Service, made search.Created) (list []found, err error) {
	// Otherwise an offer in a late answer would count as gone, or its price as risen.
	if wait := search.Grown(s.Client) - s.Clock.Now().Sub(made.At); wait > 0 {
		if err := s.Clock.Wait(ctx, wait+time.Millisecond); err != nil {
			return nil, err
		}
	}
	type shelf struct {
		terms query.Terms
		rates bool
	}
	finders := map[shelf]finder{}
	for _, w := range g.open() {
		if was := watched.Market(w.reported); was != "" && made.SiteCode != "" && was != made.SiteCode {
			text := fmt.Sprintf("the service searched for the market %s, and this watch is for %s", made.SiteCode, was)
			list = append(list, unclear(w, text, fmt.Sprintf(otherWatch, "another market")))
			continue
		}
		at := shelf{w.Terms(), w.Offer.Kind == recall.Rates}
		if finders[at] == nil {
			look := findTrips
			if at.rates {
				look = findRates
			} else if g.operation != desk.FlightSearches {
				look = findStays
			}
			if finders[at], err = look(ctx, s, g, made, at.terms); err != nil {
				return list, err
			}
		}
		one, err := finders[at](w)
		switch {
		case err != nil && ctx.Err() != nil:
			return list, err
		case err != nil:
			one = failed(w, err)
		}
		list = append(list, one)
	}
	return list, nil
}

// findTrips looks for trips and fares.
func findTrips(ctx context.Context, s search.Service, _ group, made search.Created, terms query.Terms) (finder, error) {
	params := apiclient.GetFlightSearchResultsParams{Currency: query.Optional(terms.Currency), Locale: query.Optional(terms.Locale)}
	in, err := s.GatherTrips(ctx, made.Ref(), params, search.DefaultBudget, func(search.FlightSnapshot) {})
	return func(w looked) (found, error) { return findTrip(ctx, s, w, in, terms) }, err
}

func findTrip(ctx context.Context, s search.Service, w looked, in search.Renewed, terms query.Terms) (found, error) {
	alike := 0
	for _, c := range in.Trips {
		if w.Offer.Itinerary().Same(c.Trip) {
			alike++
		}
	}
	if alike > 1 && !w.Offer.Itinerary().Numbered() {
		return unclear(w, fmt.Sprintf("%d trips of a new search leave and arrive alike, and the numbers of its flights are not known", alike),
			"remove this watch, and add the trip again right after a search: its numbers are read then"), nil
	}
	was := w.LastPrice(w.reported)
	if w.Offer.Kind == recall.Fares {
		was = offer.Money{} // the price of the fare is not that of the trip
	}
	at, err := s.Find(ctx, w.Offer.Itinerary(), was, in)
	if err != nil {
		return found{}, err
	}
	if at < 0 || w.Offer.Kind == recall.Trips {
		gone := ""
		if len(in.Trips) > 0 {
			gone = "it is not among the " + words.Counted(len(in.Trips), "trip") + " of a new search"
		}
		return verdict(w, in.Last.Whole, in.Trips, at, false, gone), nil
	}
	answer, err := s.Client.GetFlightTrip(ctx, in.Trips[at].ID, &apiclient.GetFlightTripParams{
		SearchID: in.ID, Currency: query.Optional(terms.Currency), Locale: query.Optional(terms.Locale), View: new(apiclient.DetailViewDetail),
	})
	if err != nil {
		return found{}, fmt.Errorf("open the trip of the fare: %w", err)
	}
	fares := recall.Offers(flights.TripOf(*answer.Value).Rows())
	at = offer.Find(w.sought(), fares)
	return verdict(w, in.Last.Whole, fares, at, true, "its trip is there, and this fare is not among its "+words.Counted(len(fares), "fare")), nil
}

// findStays looks for hotels, each at its cheapest stay.
func findStays(ctx context.Context, s search.Service, g group, made search.Created, terms query.Terms) (finder, error) {
	var ids []string
	for _, w := range g.open() {
		if w.Offer.Kind == recall.Hotels {
			ids = append(ids, w.Offer.Row.ID)
		}
	}
	params := apiclient.GetHotelSearchResultsParams{Currency: query.Optional(terms.Currency), Locale: query.Optional(terms.Locale)}
	last, there, err := s.GatherHotels(ctx, made, params, search.DefaultBudget, ids)
	if err != nil {
		return nil, err
	}
	gone, total := "", last.Results.Metadata.TotalBeforeFilters
	switch {
	case total > 0:
		gone = "it is not among the " + words.Counted(total, "hotel") + " with a room for these days"
	case last.Whole == search.Complete:
		gone = "no room can be booked here for these days"
	}
	return func(w looked) (found, error) {
		at := slices.IndexFunc(there, func(o offer.Offer) bool { return o.ID == w.Offer.Row.ID })
		return verdict(w, last.Whole, there, at, false, gone), nil
	}, nil
}

// findRates looks for rates of one hotel.
func findRates(ctx context.Context, s search.Service, g group, made search.Created, terms query.Terms) (finder, error) {
	params := apiclient.GetHotelRatesParams{SearchID: made.SearchID, Currency: query.Optional(terms.Currency), Locale: query.Optional(terms.Locale)}
	hotel := g.lead().Offer.List.Stay.HotelID
	last, err := s.Rates(hotel, params).Since(made.At).Settle(ctx, search.DefaultBudget, func(search.RateSnapshot) {})
	if err != nil {
		return nil, err
	}
	there := recall.Offers(hotels.RateRows(last.Results.Rates, offer.Rate{}, ""))
	gone := "this hotel shows no rate for these days"
	if len(there) > 0 {
		gone = "it is not among the " + words.Counted(len(there), "rate") + " of the hotel for these days"
	}
	return func(w looked) (found, error) {
		return verdict(w, last.Whole, there, offer.Find(w.sought(), there), true, gone), nil
	}, nil
}
