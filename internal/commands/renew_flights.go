package commands

import (
	"context"
	"fmt"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/desk/search"
)

// newTrips is a flight search made in place of an expired one, and the list of
// trips whose rows it renews.
type newTrips struct {
	search.Renewed
	flights search.Flights
	about   recall.Context
	list    recall.List // empty unless it is the old search's own
	lists   *recall.Store
}

// checkTrip sees, before anything is sent, whether trips can be found again.
func (r *renewal) checkTrip(picks ...*picked) error {
	for _, p := range picks {
		r.know(p)
		if _, ok := r.itinerary(*p); !ok {
			r.lacks = misuse{
				Text: "--renew finds a trip again by its flights, and those of " + tripName(*p) + " are not kept here",
				Hint: "search again and choose anew, which spends one of your searches: " + searchAgain(p.about),
			}
		}
		if p.about.SearchID != picks[0].about.SearchID {
			r.lacks = misuse{
				Text: "--renew makes one search again, and " + tripName(*picks[0]) + " and " + tripName(*p) + " are of two",
				Hint: "see: travel flights compare --help",
			}
		}
	}
	return r.check(picks[0].about)
}

// know adds to an id that was typed what the lists know of its search.
func (r *renewal) know(p *picked) {
	if p.about.From != "" || p.about.SearchID == "" {
		return
	}
	if lists, err := r.app.lists(); err == nil {
		if about, ok := lists.Search(p.about.SearchID); ok {
			about.TripID = p.about.TripID
			p.about = about
		}
	}
}

// itinerary is what finds a trip again: with its numbers, where it was opened.
func (r *renewal) itinerary(p picked) (search.Itinerary, bool) {
	if lists, err := r.app.lists(); err == nil {
		fares, found, err := lists.Latest(recall.Fares)
		if found && err == nil && fares.Context.TripID == p.id {
			if t, ok := search.Kept[search.Itinerary](fares.Context.Itinerary); ok {
				return t, true
			}
		}
	}
	return search.Kept[search.Itinerary](p.entry.Facts[printFact])
}

// trips follows a failed read of trips: it searches again where that is wanted,
// and gives each trip its new id. Otherwise the error comes back.
func (r *renewal) trips(ctx context.Context, err error, picks ...*picked) error {
	if err := r.again(ctx, picks[0].about, err); err != nil {
		return err
	}
	wanted := make([]search.Itinerary, len(picks))
	for i, p := range picks {
		wanted[i], _ = r.itinerary(*p) // checkTrip saw to it
	}
	made, err := r.searchTrips(ctx, picks[0].about)
	if err != nil {
		return err
	}
	for i, p := range picks {
		card, err := r.findTrip(ctx, made, wanted[i], rowMoney(p.entry), tripName(*p))
		if err != nil {
			return err
		}
		r.price(tripName(*p), rowMoney(p.entry), cardMoney(card), p.about.Locale)
		p.id, p.about = card.TripID, made.about
		p.about.TripID = card.TripID
	}
	return made.save()
}

func tripName(p picked) string {
	if p.row > 0 {
		return fmt.Sprintf("trip %d", p.row)
	}
	return "this trip"
}

// rowMoney is what a row cost when it was listed.
func rowMoney(row recall.Row) money.Money {
	return money.Money{Amount: row.Facts["price"], Currency: row.Facts["currency"]}
}

func cardMoney(c apiclient.TripCard) money.Money {
	return money.Money{Amount: c.Price.Total.String(), Currency: c.Price.Currency}
}

// searchTrips makes the search anew, or takes one that was made already, reads
// all its trips and renews the rows of the list.
func (r *renewal) searchTrips(ctx context.Context, old recall.Context) (*newTrips, error) {
	flights, err := r.app.flights(ctx)
	if err != nil {
		return nil, err
	}
	lists, err := r.app.lists()
	if err != nil {
		return nil, err
	}
	r.began(old)
	made, err := r.gatherTrips(ctx, flights, lists, old)
	if err != nil {
		return nil, r.broken(err, "travel flights results "+r.facts.ToSearchID+" --wait 45s")
	}
	r.notSettled(made.Last.Settle)
	about := anew(old, made.SearchID, made.Created)
	about.TripID, about.FareID, about.Itinerary = "", "", ""
	t := &newTrips{Renewed: made, flights: flights, about: about, lists: lists}
	t.list = recall.List{Kind: recall.Trips, Context: about}
	if last, found, err := lists.Latest(recall.Trips); err == nil && found && ofSearch(last.Context, old, made.SearchID) {
		t.list.Rows = last.Rows
	}
	renewRows(t.list.Rows, t.Trips, r.facts, func(n, at int) recall.Row { return tripListRow(n, t.Cards[at]) })
	return t, nil
}

// anew is the context of a search that was made in place of another.
func anew(old recall.Context, id string, made time.Time) recall.Context {
	old.SearchID, old.Created = id, made
	old.RenewedTo, old.RenewedAt = "", time.Time{}
	return old
}

// ofSearch tells whether a list came from the old search, or already from the
// new one.
func ofSearch(list, old recall.Context, id string) bool {
	return list.SearchID == old.SearchID || list.SearchID == id
}

// gatherTrips reads every trip of a search that was made already in place of
// the old one, and makes one only where there is none.
func (r *renewal) gatherTrips(ctx context.Context, flights search.Flights, lists *recall.Store, old recall.Context) (search.Renewed, error) {
	if id, at, ok := r.madeAlready(lists, old); ok {
		r.facts.ToSearchID = id
		made, err := r.gatherMade(ctx, flights, id, at, old)
		if !fromProblem(err) {
			return made, err
		}
		r.facts.ToSearchID = ""
	}
	r.announce()
	live := startLive(r.app, keepsList, countTrips) // below what is announced
	defer live.stop()
	return flights.Renew(ctx, flightRequest(old), search.DefaultBudget,
		func(c search.FlightCreated) { r.kept(old, c.SearchID, c.At) }, live.show)
}

func (r *renewal) gatherMade(ctx context.Context, flights search.Flights, id string, at time.Time, old recall.Context) (search.Renewed, error) {
	live := startLive(r.app, keepsList, countTrips)
	defer live.stop()
	params := apiclient.GetFlightSearchResultsParams{Currency: optional(old.Currency), Locale: optional(old.Locale)}
	return flights.Gather(ctx, id, at, params, search.DefaultBudget, live.show)
}

// madeAlready is a search for the same that is younger than searches live:
// one that a fault kept from being read, or that another command made.
func (r *renewal) madeAlready(lists *recall.Store, old recall.Context) (id string, at time.Time, ok bool) {
	young := func(at time.Time) bool { return r.app.env.Now().Sub(at) < youngFor }
	if old.RenewedTo != "" && young(old.RenewedAt) {
		return old.RenewedTo, old.RenewedAt, true
	}
	last, found, err := lists.Latest(recall.Trips)
	if err != nil || !found {
		return "", time.Time{}, false
	}
	c := last.Context
	same := c.SearchID != old.SearchID && sameFlights(c, old) && young(c.Created)
	return c.SearchID, c.Created, same
}

// countTrips is the frame while a search is made anew: the list is another
// command's.
func countTrips(last *search.FlightSnapshot) (list render.Ranked, status string) {
	if last == nil {
		return nil, "searching again"
	}
	return nil, counted(last.Results.Metadata.SnapshotTripCount, "trip") + " so far"
}

// renewRows gives every row of a list the id that its offer has now; again makes
// row n of the offer at that position. A number keeps its meaning; one whose
// offer is not found is gone.
func renewRows[P search.Print[P]](rows []recall.Row, all []search.Candidate[P], facts *renewedFacts, again func(n, at int) recall.Row) {
	for i, row := range rows {
		want, _ := search.Kept[P](row.Facts[printFact])
		if at := search.Find(want, search.Price(rowMoney(row)), all); at >= 0 {
			rows[i] = again(row.N, at)
			continue
		}
		rows[i].ID, rows[i].Gone = "", true
		facts.gone(row.N)
	}
}

func (t *newTrips) save() error {
	if len(t.list.Rows) == 0 {
		return nil // the last list is another search's
	}
	t.list.Made = t.Created
	return t.lists.Save(t.list)
}

// findTrip finds a trip again, or says what is nearest to it.
func (r *renewal) findTrip(ctx context.Context, t *newTrips, want search.Itinerary, was money.Money, name string) (apiclient.TripCard, error) {
	at, err := t.flights.Find(ctx, want, search.Price(was), t.Renewed)
	switch {
	case err != nil:
		return apiclient.TripCard{}, r.broken(err, "travel flights results "+t.SearchID)
	case at >= 0:
		return t.Cards[at], nil
	}
	return apiclient.TripCard{}, r.nearTrips(t, want, was, name)
}
