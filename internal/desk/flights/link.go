package flights

import (
	"context"
	"fmt"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
)

// LinkRequest is a flight search to link to.
type LinkRequest struct {
	From, To string      // codes or names; both "" and no day for the search of the last list
	Query    *ask.Values // of getFlightSearchLink, without the two
	Share    bool        // it is to be told to someone: the places are looked up by name
}

// LinkTo makes a link to a flight search that does not expire. It spends no search.
func LinkTo(ctx context.Context, d *desk.Desk, r *LinkRequest) (desk.Answer[desk.Link], error) {
	var none desk.Answer[desk.Link]
	typed := *r
	list, err := r.list(d)
	if err != nil {
		return none, err
	}
	if err := r.check(d); err != nil {
		return none, err
	}
	locale, err := d.Resolve(ctx, r.Query, desk.LocaleOf(list.Terms))
	if err != nil {
		return none, err
	}
	client, err := d.Client()
	if err != nil {
		return none, err
	}
	from, to, err := r.resolve(ctx, d, locale, typed)
	if err != nil {
		return none, err
	}
	answer, err := client.GetFlightSearchLink(ctx, new(ask.Request[apiclient.GetFlightSearchLinkParams](r.Query)))
	if err != nil {
		return none, fmt.Errorf("make the link: %w", err)
	}
	m := desk.MetaOf(r.Query)
	locale.Record(&m, "", desk.ServiceLocale)
	m.Follow(queryOf(r.Query).Command())
	link := desk.Link{URL: answer.Value.SearchURL}
	link.Remarks = d.Reopens(link)
	asked := queryOf(r.Query)
	asked.FromName, asked.ToName = from.Name, to.Name
	asked.Named(list.Flight)
	link.Booking = searched(list, asked)
	if r.Share {
		name(ctx, d, locale, link.Booking)
	}
	m.Booking = link.Booking
	return desk.Answer[desk.Link]{Value: link, Bodies: [][]byte{answer.Body}, Meta: m}, nil
}

// list is the last list of trips where no route is given, whose route, dates and party are taken for
// what was not typed; else an empty one.
func (r *LinkRequest) list(d *desk.Desk) (recall.List, error) {
	if r.From != "" || r.To != "" || r.Query.Has("fromDate") {
		return recall.List{}, nil
	}
	list, found, err := d.Latest(recall.Trips)
	switch {
	case err != nil:
		return list, err
	case !found, list.Flight == nil, !list.Flight.Whole():
		return list, problem.UsageError{
			Text: "there is no list of trips that says what to link to; give FROM, TO and DATE",
			Hint: "such as: travel flights link LIS MAD +30d",
		}
	}
	r.From, r.To = list.Flight.From, list.Flight.To
	asked := *list.Flight
	asked.From, asked.To = "", "" // resolve sets them
	return list, fillSearch(r.Query, &asked)
}

// check finds every mistake that can be known before a request.
func (r *LinkRequest) check(d *desk.Desk) error {
	if err := places.CheckRoute(d, r.From, r.To); err != nil {
		return err
	}
	if err := query.CheckTravel(d.Now(), r.Query.Text("fromDate"), r.Query.Text("toDate")); err != nil {
		return err
	}
	return checkParty(r.Query)
}

// resolve resolves both ends. What was looked up is known to be a city or not to be one; of a code as
// typed nothing is said.
func (r *LinkRequest) resolve(ctx context.Context, d *desk.Desk, locale desk.Locale, typed LinkRequest) (from, to places.Place, err error) {
	if from, to, err = places.At(d, locale).Route(ctx, r.From, r.To); err != nil {
		return from, to, err
	}
	if err := setRoute(r.Query, typed.From, typed.To, from, to); err != nil {
		return from, to, err
	}
	for _, end := range []struct {
		wire  string
		place places.Place
	}{{"from", from}, {"to", to}} {
		if end.place.Name == "" || r.Query.Has(end.wire+"City") {
			continue
		}
		if err := r.Query.SetTyped(end.wire+"City", end.place.City); err != nil {
			return from, to, err
		}
	}
	return from, to, nil
}
