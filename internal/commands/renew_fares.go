package commands

import (
	"context"
	"fmt"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/desk/search"
)

// checkFare sees, before anything is sent, whether a fare can be found again.
func (r *renewal) checkFare(o offer) error {
	_, trip := search.Kept[search.Itinerary](o.about.Itinerary)
	_, fare := search.Kept[search.FarePrint](o.entry.Facts[printFact])
	if !trip || !fare {
		r.lacks = misuse{
			Text: "--renew finds a fare again by its trip, seller and terms, and those of " + o.what() + " are not kept here",
			Hint: "list the fares of its trip first: travel flights trip TRIP",
		}
	}
	return r.check(o.about)
}

// fare follows a failed read of a fare: it searches again where that is wanted,
// and gives the fare its new id. Otherwise the error comes back.
func (r *renewal) fare(ctx context.Context, err error, o *offer) error {
	if err := r.again(ctx, o.about, err); err != nil {
		return err
	}
	itinerary, _ := search.Kept[search.Itinerary](o.about.Itinerary) // checkFare saw to it
	made, err := r.searchTrips(ctx, o.about)
	if err != nil {
		return err
	}
	r.facts.RowsGone = nil // of another list than the one that is asked for
	card, err := r.findTrip(ctx, made, itinerary, money.Money{}, "the trip of "+o.what())
	if err != nil {
		return err
	}
	if err := made.save(); err != nil {
		return err
	}
	return r.findFare(ctx, made, card.TripID, o)
}

// fareIfGone makes sure, with --renew, of a fare whose link is at hand: nobody
// else would say that its search is gone.
func (r *renewal) fareIfGone(ctx context.Context, o *offer) error {
	if !r.given {
		return nil
	}
	client, err := r.app.client(ctx)
	if err != nil {
		return err
	}
	_, err = client.GetFlightTrip(ctx, o.about.TripID, &apiclient.GetFlightTripParams{SearchID: o.about.SearchID})
	if err == nil {
		return nil
	}
	return r.fare(ctx, fmt.Errorf("open the trip of the fare: %w", err), o)
}

// what names the fare within a sentence.
func (o offer) what() string {
	if o.row > 0 {
		return fmt.Sprintf("fare %d", o.row)
	}
	return "this fare"
}

// findFare opens the trip that was found, renews the rows of its fares, and
// finds the fare among them.
func (r *renewal) findFare(ctx context.Context, made *newTrips, tripID string, o *offer) error {
	trip, err := r.openTrip(ctx, made, tripID, o.about)
	if err != nil {
		return err
	}
	about := anew(o.about, made.SearchID, made.Created)
	about.TripID, about.FareID, about.Itinerary = tripID, "", search.Keep(trip.itinerary)
	list := recall.List{Kind: recall.Fares, Made: r.app.env.Now(), Context: about}
	if last, found, err := made.lists.Latest(recall.Fares); err == nil && found && last.Context.TripID == o.about.TripID {
		list.Rows = last.Rows
	}
	all := fareCandidates(trip)
	renewRows(list.Rows, all, r.facts, func(n, at int) recall.Row { return fareListRow(n, trip.fares[at]) })
	want, _ := search.Kept[search.FarePrint](o.entry.Facts[printFact])
	at := search.Find(want, search.Price(o.price), all)
	if at < 0 {
		return r.nearFares(made.lists, list, trip, want, *o)
	}
	if err := made.lists.Save(list); err != nil {
		return err
	}
	now := trip.fares[at]
	r.price(o.what(), o.price, now.price, o.about.Locale)
	row := fareListRow(o.row, now)
	*o = offerOf(picked{id: now.id, row: o.row, entry: row, about: about})
	return nil
}

// openTrip reads a trip with its fares, in the currency and language of a list.
func (r *renewal) openTrip(ctx context.Context, made *newTrips, tripID string, about recall.Context) (tripFacts, error) {
	answer, err := made.flights.Client.GetFlightTrip(ctx, tripID, &apiclient.GetFlightTripParams{
		SearchID: made.SearchID, Currency: optional(about.Currency), Locale: optional(about.Locale), View: new(apiclient.DetailViewDetail),
	})
	if err != nil {
		return tripFacts{}, r.broken(fmt.Errorf("open the trip: %w", err), "travel flights results "+made.SearchID)
	}
	return readTrip(*answer.Value), nil
}

func fareCandidates(trip tripFacts) []search.Candidate[search.FarePrint] {
	var all []search.Candidate[search.FarePrint]
	for _, fare := range trip.fares {
		all = append(all, search.Candidate[search.FarePrint]{ID: fare.id, Print: fare.print, Price: search.Price(fare.price)})
	}
	return all
}

// nearFares prints the fares that are nearest to one that is gone.
func (r *renewal) nearFares(lists *recall.Store, list recall.List, trip tripFacts, want search.FarePrint, o offer) error {
	near := nearTable{title: "Nearest to " + o.what() + ", " + o.seller + ":", heads: []string{"SOLD BY", "REFUNDABLE"}}
	for _, n := range search.NearFares(want, fareCandidates(trip)) {
		fare := trip.fares[n.Index]
		near.rows = append(near.rows, nearRow{
			n: numberIn(&list, fareListRow(0, fare)), id: fare.id, label: fare.seller,
			now: fare.price, why: n.Why, cells: []string{fare.seller, fare.refundable.String()},
		})
	}
	next := ""
	if err := lists.Save(list); err != nil {
		r.app.notice("row numbers are not kept: %v", err)
	} else if len(near.rows) > 0 {
		next = fmt.Sprintf("open one of them: travel flights options %d", near.rows[0].n)
	}
	return r.chooseNear(o.what()+" is not among the fares of the new search", o.price, near, next)
}

// words are what came of the renewal, for a person.
func (r *renewal) words() []string {
	if r.facts == nil {
		return nil
	}
	return r.facts.sentences()
}
