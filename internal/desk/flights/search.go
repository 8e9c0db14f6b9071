// Package flights is what a traveler can do with flights: search and follow, open and compare trips,
// choose fares and their options, hand over, and search again for what has expired.
package flights

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
)

// View is how a list of trips is read, by getFlightSearchResults.
type View = desk.View

// Trips is what a search was found to hold.
type Trips = desk.Found[*apiclient.FlightResults]

// SearchRequest is a flight search to make.
type SearchRequest struct {
	From, To string      // codes or names
	Query    *ask.Values // of createFlightSearch, without the two
	View     View
}

// Asked is what is asked for, with the contract's defaults filled in and its places as they were typed.
func (r *SearchRequest) Asked() query.Flight {
	asked := queryOf(r.Query)
	asked.From, asked.To = r.From, r.To
	asked.Adults, asked.Cabin = cmp.Or(asked.Adults, 1), cmp.Or(asked.Cabin, string(apiclient.CabinClassEconomy))
	return asked
}

// Dates reads DATE and RETURN into a request; a return's words count from the outbound.
func Dates(ctx context.Context, d *desk.Desk, q *ask.Values, typed []string) error {
	return d.SetDays(ctx, q, typed, 1, desk.End{Wire: "fromDate", Label: "DATE"}, desk.End{Wire: "toDate", Label: "RETURN"})
}

// check finds every mistake that can be known before a request.
func (r *SearchRequest) check(d *desk.Desk) error {
	if err := places.CheckRoute(d, r.From, r.To); err != nil {
		return err
	}
	if err := query.CheckTravel(d.Now(), r.Query.Text("fromDate"), r.Query.Text("toDate")); err != nil {
		return err
	}
	if err := checkParty(r.Query); err != nil {
		return err
	}
	if err := r.View.Pages.Apply(r.View.Query); err != nil {
		return err
	}
	if err := checkFilters(r.View.Query); err != nil || r.Query.Has("toDate") {
		return err
	}
	return checkOneWay(r.View.Query)
}

// Check finds every mistake that can be known before a request.
func Check(d *desk.Desk, r *SearchRequest) error { return r.check(d) }

// Create makes a search, once, and keeps it. It spends one of the traveler's searches. Every mistake
// that can be known before is a usage error, and nothing is sent then.
func Create(ctx context.Context, d *desk.Desk, r *SearchRequest) (desk.Made, error) {
	ready, err := Prepare(ctx, d, r)
	if err != nil {
		return desk.Made{}, err
	}
	return ready.Search(ctx)
}

// Prepare checks a search and resolves its places. No search is made yet.
func Prepare(ctx context.Context, d *desk.Desk, r *SearchRequest) (desk.Ready, error) {
	var none desk.Ready
	view := r.View.Kept()
	if err := r.check(d); err != nil {
		return none, err
	}
	if err := d.NeedList(); err != nil {
		return none, err
	}
	locale, err := d.Resolve(ctx, r.Query, desk.Locale{})
	if err != nil {
		return none, err
	}
	service, err := d.Service()
	if err != nil {
		return none, err
	}
	finder := places.At(d, locale)
	from, to, err := finder.Route(ctx, r.From, r.To)
	if err != nil {
		return none, err
	}
	if err := r.View.Query.Repeat(r.Query); err != nil {
		return none, err
	}
	if err := setRoute(r.Query, r.From, r.To, from, to); err != nil {
		return none, err
	}
	request := ask.Request[apiclient.FlightSearchRequest](r.Query)
	return desk.Ready{
		Create: func(ctx context.Context) (search.Created, error) {
			made, err := service.CreateFlights(ctx, request)
			return made, finder.Refused(ctx, err, [2]string{"FROM", from.Code}, [2]string{"TO", to.Code})
		},
		Made: func(made search.Created) desk.Made {
			places.Remember(d, from, to)
			asked := query.OfFlight(request)
			asked.FromCity, asked.ToCity = from.City, to.City
			asked.FromName, asked.ToName = from.Name, to.Name
			list := recall.List{Kind: recall.Trips, Flight: &asked, Terms: asked.Terms, View: view}
			kept := d.Made(made, called, list, locale, r.Query.Asked())
			kept.View = r.View
			return kept
		},
	}, nil
}

// setRoute puts both ends into a request, with what was typed for them.
func setRoute(q *ask.Values, typedFrom, typedTo string, from, to places.Place) error {
	q.GivenAs("from", typedFrom)
	q.GivenAs("to", typedTo)
	if err := q.SetTyped("from", from.Code); err != nil {
		return err
	}
	return q.SetTyped("to", to.Code)
}

// Follow reads a search that was just made.
func Follow(ctx context.Context, d *desk.Desk, made desk.Made, view View) (Trips, error) {
	return Subject().Follow(ctx, d, made, view)
}

// ResultsRequest is a search to read again.
type ResultsRequest = desk.ResultsRequest

// Results reads a search again, as [desk.Subject.Results].
func Results(ctx context.Context, d *desk.Desk, r *ResultsRequest) (Trips, error) {
	return Subject().Results(ctx, d, r)
}

// CheckView refuses filters of a read that do not go together, or not with the search of a list.
func CheckView(q *ask.Values, list recall.List) error {
	if err := checkFilters(q); err != nil {
		return err
	}
	if list.Flight != nil && list.Flight.OneWay() { // an id alone does not say
		return checkOneWay(q)
	}
	return nil
}

// checkParty holds the rule that no single limit can: an infant has no seat.
func checkParty(q *ask.Values) error {
	adults := 1
	if q.Has("adults") {
		adults = q.Number("adults")
	}
	if infants := q.Number("infants"); infants > adults {
		return problem.UsageError{
			Text: fmt.Sprintf("--infants %d is more than --adults %d; an infant travels on an adult's lap", infants, adults),
			Wire: "infants", Plain: "there are more infants than adults; an infant travels on an adult's lap",
		}
	}
	return nil
}

// checkFilters refuses combinations that the service would answer with nothing, or would ignore.
func checkFilters(q *ask.Values) error {
	if q.Has("airlines-match") && !q.Has("airlines") {
		return problem.UsageError{Text: "--airlines-match " + q.Text("airlines-match") + " does nothing without --airlines; name the airlines too"}
	}
	return q.CheckSpans()
}

// checkOneWay refuses filters on a return that a one-way search does not have.
func checkOneWay(q *ask.Values) error {
	for _, wire := range q.Names() {
		if strings.HasPrefix(wire, "return-") {
			return problem.UsageError{Text: q.Typed(wire) + " needs a return flight; give RETURN, or leave it out"}
		}
	}
	return nil
}
