package flights

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// TripRequest is a trip to open.
type TripRequest struct {
	Trip    string      // as typed: a row number or an id
	Query   *ask.Values // of getFlightTrip
	Renewal *desk.Renewal
}

// Opened is a trip with where it was picked.
type Opened struct {
	Trip
	Pick   desk.Pick // its list is in the terms that the trip is shown in
	Locale desk.Locale
}

// OpenTrip opens one trip and keeps its fares, so that a number stands for a fare. A trip whose
// search has expired is found again where the renewal says so.
func OpenTrip(ctx context.Context, d *desk.Desk, r *TripRequest) (desk.Answer[*Opened], error) {
	r.Renewal = r.Renewal.At(d)
	var none desk.Answer[*Opened]
	pick, err := pickTrip(d, r.Trip, "travel flights trip --help", r.Query)
	if err != nil {
		return none, err
	}
	if err := checkTrips(d, r.Renewal, &pick); err != nil {
		return none, err
	}
	locale, err := d.Resolve(ctx, r.Query, desk.LocaleOf(pick.List.Terms))
	if err != nil {
		return none, err
	}
	answer, err := open(ctx, d, r.Query, r.Renewal, &pick, func(client *apiclient.Client) (*apiclient.Answer[apiclient.FlightTrip], error) {
		q := ask.Request[apiclient.GetFlightTripParams](r.Query)
		answer, err := client.GetFlightTrip(ctx, pick.ID, &q)
		return answer, wrap("open the trip", err)
	})
	if err != nil {
		return none, err
	}
	trip := TripOf(*answer.Value)
	warnings := otherCurrency(pick, trip.Currency)
	if trip.noZone() {
		warnings = append(warnings, search.NoZone)
	}
	next := []string{backTo(pick)}
	pick.List = pick.List.InTerms(cmp.Or(locale.Currency.Value, trip.Currency), locale.Language.Value)
	if err := d.Keep(fareList(trip, pick.List)); err != nil {
		d.Report.Notice("row numbers of the fares are not kept: " + err.Error())
	} else {
		next = append(trip.fareNext(), next...)
	}
	r.Query.GivenAs("tripId", r.Trip)
	m := desk.MetaOf(r.Query, pick.ID)
	locale.Record(&m, trip.Currency, trip.Locale)
	m.Follow(next...)
	m.Warn(append(warnings, r.Renewal.Record(&m)...)...)
	return desk.Answer[*Opened]{Value: &Opened{trip, pick, locale}, Bodies: [][]byte{answer.Body}, Meta: m}, nil
}

func wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// pickTrip finds the trip that a row number or an id names, and fills the search id that the service
// wants beside the trip's own, unless --search names another.
func pickTrip(d *desk.Desk, text, help string, q *ask.Values) (desk.Pick, error) {
	pick, err := d.Pick(desk.Argument{
		Kind: recall.Trips, Label: "TRIP", Text: text, What: "trip", List: "travel flights search FROM TO DATE", Help: help,
	})
	if err != nil {
		return pick, err
	}
	own, err := searchOf(pick, text, help)
	if err != nil {
		return pick, err
	}
	pick.List.Search.ID, pick.List.TripID = own, pick.ID
	if !q.Takes("searchId") {
		return pick, nil
	}
	if given := q.Text("searchId"); given != "" && given != own {
		return pick, problem.UsageError{Text: fmt.Sprintf("--search %s is not the search of this trip, %s; leave --search out", words.Quote(given), words.Quote(own))}
	}
	return pick, q.SetDefault("searchId", "--search", own)
}

// searchOf is the search that a trip belongs to: its list's, or the part of its id before the first
// colon.
func searchOf(p desk.Pick, typed, help string) (string, error) {
	if p.List.Search.ID != "" {
		return p.List.Search.ID, nil
	}
	own, trip, _ := strings.Cut(p.ID, ":")
	if own == "" || trip == "" {
		return "", problem.NotAccepted("TRIP", typed, "a row number, or a whole trip id, which has a colon in it", help)
	}
	return own, nil
}

// open reads something of a trip, and where its search is gone and made again, the same of the same
// trip in the new one.
func open[A any](ctx context.Context, d *desk.Desk, q *ask.Values, renewal *desk.Renewal, pick *desk.Pick, read func(*apiclient.Client) (*apiclient.Answer[A], error)) (*apiclient.Answer[A], error) {
	client, err := d.Client()
	if err != nil {
		return nil, err
	}
	answer, err := read(client)
	if err == nil {
		return answer, nil
	}
	if err := renewTrips(ctx, d, renewal, err, pick); err != nil {
		return nil, err
	}
	if err := q.SetTyped("searchId", pick.List.Search.ID); err != nil {
		return nil, err
	}
	return read(client)
}

// backTo is the command that shows the page again that a trip was picked from; of one that is in no
// list, its search.
func backTo(p desk.Pick) string {
	const read = "travel flights results"
	page := desk.PageOf(p.List, p.N)
	switch {
	case p.N == 0:
		return read + " " + words.Shell(p.List.Search.ID)
	case page > 1:
		return fmt.Sprintf("%s --page %d", read, page)
	}
	return read
}

// otherCurrency warns when what is read is priced in another currency than the list that its row
// number came from.
func otherCurrency(p desk.Pick, currency string) []string {
	listed := cmp.Or(p.List.Terms.Currency, desk.ServiceCurrency)
	if p.N == 0 || listed == currency {
		return nil
	}
	return []string{"Prices here are in " + currency + "; the list that the number came from is in " + listed + "."}
}

// fareList is what is kept of a trip's fares.
func fareList(trip Trip, of recall.List) recall.List {
	list := of.Head()
	list.Kind, list.Itinerary = recall.Fares, trip.Itinerary
	for i, fare := range trip.Fares {
		if apiclient.ValidID(fare.ID) {
			list.Rows = append(list.Rows, fareRow(i+1, fare))
		}
	}
	return list
}

// fareRow is a fare as a list keeps it, with what finds it again.
func fareRow(n int, f Fare) recall.Row {
	return recall.Row{N: n, ID: f.ID, Label: f.Seller, Price: f.Price, Fare: &recall.Fare{
		Kind: f.Kind, Handoff: f.Link, Options: f.HasOptions, Bags: f.bags, Print: f.Print,
	}}
}

// fareNext is the command that usually follows: the options of the cheapest fare that has some, or
// else the link to the seller of the cheapest.
func (t Trip) fareNext() []string {
	i := slices.IndexFunc(t.Fares, func(f Fare) bool { return f.Opens() && apiclient.ValidID(f.ID) })
	switch {
	case i >= 0:
		return []string{fmt.Sprintf("travel flights options %d", i+1)}
	case len(t.Fares) > 0 && apiclient.ValidID(t.Fares[0].ID):
		return []string{"travel flights booking-link 1"}
	}
	return nil
}

// CompareRequest are trips to put side by side.
type CompareRequest struct {
	Trips   []string    // as typed
	Query   *ask.Values // of getFlightTrip, without what names a trip
	Renewal *desk.Renewal
	// Of is the list that the trips come from, with rows of its own for those that no kept list has, such as
	// ones that filters hide. The zero list knows none.
	Of recall.List
}

// Compare opens several trips, each once, all in one currency. The body of the answer is a document
// with theirs.
func Compare(ctx context.Context, d *desk.Desk, r *CompareRequest) (desk.Answer[[]Opened], error) {
	r.Renewal = r.Renewal.At(d)
	var none desk.Answer[[]Opened]
	picks, err := r.pick(d)
	if err != nil {
		return none, err
	}
	if err := checkTrips(d, r.Renewal, picks...); err != nil {
		return none, err
	}
	if err := r.Query.SetTyped("view", string(apiclient.DetailViewDetail)); err != nil {
		return none, err
	}
	locale, err := d.Resolve(ctx, r.Query, desk.LocaleOf(picks[0].List.Terms))
	if err != nil {
		return none, err
	}
	trips, bodies, err := r.read(ctx, d, picks)
	if err != nil {
		if err := renewTrips(ctx, d, r.Renewal, err, picks...); err != nil {
			return none, err
		}
		if trips, bodies, err = r.read(ctx, d, picks); err != nil {
			return none, err
		}
	}
	answer := desk.Answer[[]Opened]{Bodies: [][]byte{tripsBody(bodies)}, Meta: desk.MetaOf(r.Query)}
	locale.Record(&answer.Meta, trips[0].Currency, trips[0].Locale)
	for i, t := range trips {
		answer.Value = append(answer.Value, Opened{t, *picks[i], locale})
		for _, text := range otherCurrency(*picks[i], t.Currency) {
			if !slices.Contains(answer.Meta.Warnings, text) {
				answer.Meta.Warn(text)
			}
		}
	}
	answer.Meta.Warn(r.Renewal.Record(&answer.Meta)...)
	for _, text := range r.Trips {
		answer.Meta.Follow("travel flights trip " + words.Shell(text) + locale.Given("currency", "locale"))
	}
	return answer, nil
}

// pick finds the trips, and refuses the same one twice.
func (r *CompareRequest) pick(d *desk.Desk) ([]*desk.Pick, error) {
	const help = "travel flights compare --help"
	var picks []*desk.Pick
	for _, text := range r.Trips {
		p, err := d.Pick(desk.Argument{
			Kind: recall.Trips, Label: "TRIP", Text: text, What: "trip", List: "travel flights search FROM TO DATE", Help: help,
		})
		if err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(r.Of.Rows, func(row recall.Row) bool { return row.ID == p.ID }); i >= 0 && p.Row.ID == "" {
			p.Row, p.List = r.Of.Rows[i], r.Of.Head()
		}
		if slices.ContainsFunc(picks, func(have *desk.Pick) bool { return have.ID == p.ID }) {
			return nil, problem.UsageError{Text: "TRIP " + words.Quote(text) + " is named twice; compare different trips", Next: help}
		}
		picks = append(picks, &p)
	}
	return picks, nil
}

// read reads the trips at once.
func (r *CompareRequest) read(ctx context.Context, d *desk.Desk, picks []*desk.Pick) ([]Trip, [][]byte, error) {
	client, err := d.Client()
	if err != nil {
		return nil, nil, err
	}
	trips, bodies := make([]Trip, len(picks)), make([][]byte, len(picks))
	reads, ctx := errgroup.WithContext(ctx)
	reads.SetLimit(d.AtOnce())
	for i, p := range picks {
		reads.Go(problem.Guarded(func() error {
			own, err := searchOf(*p, p.ID, "travel flights compare --help")
			if err != nil {
				return err
			}
			q := ask.Request[apiclient.GetFlightTripParams](r.Query)
			q.SearchID = own
			answer, err := client.GetFlightTrip(ctx, p.ID, &q)
			if err != nil {
				return fmt.Errorf("open trip %s: %w", Number(*p), err)
			}
			trips[i], bodies[i] = TripOf(*answer.Value), answer.Body
			return nil
		}))
	}
	return trips, bodies, reads.Wait()
}

// Number is a trip's number, what the traveler keeps it as, or the end of its id.
func Number(p desk.Pick) string {
	switch {
	case p.Kept != "":
		return p.Kept
	case p.N > 0:
		return fmt.Sprint(p.N)
	}
	_, code, _ := strings.Cut(p.ID, ":")
	return code
}

// tripsBody is a document with the bodies as they came.
func tripsBody(bodies [][]byte) []byte {
	body := []byte(`{"trips":[`)
	for i, b := range bodies {
		if i > 0 {
			body = append(body, ',')
		}
		body = append(body, b...)
	}
	return append(body, "]}"...)
}
