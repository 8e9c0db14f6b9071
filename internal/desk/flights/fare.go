package flights

import (
	"context"
	"fmt"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Offer is a fare that an argument names, with what its list says of it.
type Offer struct {
	desk.Pick
	Kind   string // as the service calls it; "" for an id that is in no list
	Seller string
	Link   string // where its seller books it; "" if not known

	seen bool // the service has just said that it is there
}

// pickFare turns FARE into a fare. An id that is in no list is taken for one that has options, since
// nothing says otherwise.
func pickFare(d *desk.Desk, text, help string) (*Offer, error) {
	p, err := d.Pick(desk.Argument{
		Kind: recall.Fares, Label: "FARE", Text: text, What: "fare", List: "travel flights trip TRIP", Help: help,
	})
	return offerOf(p), err
}

// offerOf is the fare of a row.
func offerOf(p desk.Pick) *Offer {
	o := &Offer{Pick: p, Seller: p.Row.Label}
	if p.Row.Fare != nil {
		o.Kind, o.Link = p.Row.Fare.Kind, p.Row.Fare.Handoff
	}
	return o
}

// Opens tells whether the fare can be opened into options, as far as is known.
func (o *Offer) Opens() bool {
	return (o.Row.Fare == nil || o.Row.Fare.Options) && ownerOf(o.Kind) == desk.SiteLink
}

// Title is what a person calls the fare: "Fare 2".
func (o *Offer) Title() string {
	switch {
	case o.Kept != "":
		return "Fare " + o.Kept
	case o.N > 0:
		return fmt.Sprintf("Fare %d", o.N)
	}
	return "The fare"
}

// link is the link of a fare that has no options here, which its seller gave with the fare. Nothing
// is asked of the service, so the answer has no body.
func (o *Offer) link(about []string) (desk.Answer[desk.Link], error) {
	if o.Link == "" {
		return desk.Answer[desk.Link]{}, problem.UsageError{
			Text: "no link of " + o.Title() + " was kept", Hint: "open its trip again: travel flights trip " + words.Shell(o.List.TripID),
		}
	}
	link := desk.Link{URL: o.Link, Owner: ownerOf(o.Kind), Remarks: []string{desk.NothingBooked}}
	link.Life, link.About = o.life(), about
	asked := query.Flight{Terms: o.List.Terms}
	if o.List.Flight != nil {
		asked = *o.List.Flight
	}
	link.Booking = o.booked(asked, nil)
	m := desk.NewMeta("getFareBookingLink")
	m.Booking = link.Booking
	return desk.Answer[desk.Link]{Value: link, Meta: m}, nil
}

// life is how long the link of the fare works. That of a stranger's page is not known.
func (o *Offer) life() desk.LinkLife {
	if ownerOf(o.Kind) != desk.SiteLink {
		return desk.LinkLife{}
	}
	return desk.LinkLife{Created: o.List.Search.Created, Lasts: desk.FlightLinkLasts, Seen: o.seen}
}

// checkFare sees, before anything is sent, whether a fare can be found again.
func checkFare(renewal *desk.Renewal, o *Offer) error {
	if len(o.List.Itinerary) == 0 || o.Row.Fare == nil {
		renewal.Lacks(problem.UsageError{
			Text: "--renew finds a fare again by its trip, seller and terms, and those of " + o.Name("fare") + " are not kept here",
			Hint: "list the fares of its trip first: travel flights trip TRIP",
		})
	}
	return renewal.Check(o.List)
}

// renewFare follows a failed read of a fare: it searches again where that is wanted, and gives the
// fare its new id. Otherwise the error comes back.
func renewFare(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, failed error, o *Offer) error {
	if err := renewal.Again(ctx, o.List, failed); err != nil {
		return err
	}
	made, err := searchTrips(ctx, d, renewal, o.List)
	if err != nil {
		return err
	}
	renewal.ForgetGone() // of another list than the one that is asked for
	card, err := made.find(ctx, d, renewal, o.List.Itinerary, offer.Money{}, "the trip of "+o.Name("fare"))
	if err != nil {
		return err
	}
	if err := made.save(d); err != nil {
		return err
	}
	return findFare(ctx, d, renewal, made, card.TripID, o)
}

// renewIfGone makes sure of a fare, where its renewal is wanted or it is in doubt whether its link still
// works: nothing else would tell that its search is gone.
func renewIfGone(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, o *Offer) error {
	if !renewal.Doubts(o.life()) {
		return nil
	}
	client, err := d.Client()
	if err != nil {
		return err
	}
	_, err = client.GetFlightTrip(ctx, o.List.TripID, &apiclient.GetFlightTripParams{SearchID: o.List.Search.ID})
	if err == nil {
		o.seen = true
		return nil
	}
	return renewFare(ctx, d, renewal, fmt.Errorf("open the trip of the fare: %w", err), o)
}

// findFare opens the trip that was found, renews the rows of its fares, and finds the fare among
// them.
func findFare(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, made *renewedTrips, tripID string, o *Offer) error {
	client, err := d.Client()
	if err != nil {
		return err
	}
	answer, err := client.GetFlightTrip(ctx, tripID, &apiclient.GetFlightTripParams{
		SearchID: made.ID, Currency: query.Optional(o.List.Terms.Currency), Locale: query.Optional(o.List.Terms.Locale),
		View: new(apiclient.DetailViewDetail),
	})
	if err != nil {
		return renewal.Broken(fmt.Errorf("open the trip: %w", err), "travel flights results "+made.ID)
	}
	trip := TripOf(*answer.Value)
	list := o.List.Again(made.Ref)
	list.Kind, list.TripID, list.FareID, list.Itinerary, list.Made = recall.Fares, tripID, "", trip.Itinerary, d.Now()
	if last, found, err := d.Latest(recall.Fares); err == nil && found && last.TripID == o.List.TripID {
		list.Rows = last.Rows
	}
	all := trip.Candidates()
	desk.RenewRows(renewal, list.Rows, all, farePrint, func(n, at int) recall.Row { return fareRow(n, trip.Fares[at]) })
	want := farePrint(o.Row)
	at := search.Find(want, o.Row.Price, all)
	if at < 0 {
		return nearFares(d, list, trip, want, o)
	}
	if len(list.Rows) > 0 { // else the last list is another trip's
		if err := d.Keep(list); err != nil {
			return err
		}
	}
	now := trip.Fares[at]
	renewal.Price(o.Name("fare"), o.Row.Price, now.Price, o.List.Terms.Locale)
	row := fareRow(o.N, now)
	d.FoundAgain(ctx, o.Pick, list, row)
	*o = *offerOf(desk.Pick{ID: now.ID, N: o.N, Row: row, List: list.Head(), Kept: o.Kept})
	return nil
}

// farePrint is what finds a row's fare again.
func farePrint(row recall.Row) search.FarePrint {
	if row.Fare == nil {
		return search.FarePrint{}
	}
	return row.Fare.Print
}

// Candidates are the fares of a trip, to find one again among them.
func (t Trip) Candidates() []search.Candidate[search.FarePrint] {
	var all []search.Candidate[search.FarePrint]
	for _, f := range t.Fares {
		all = append(all, search.Candidate[search.FarePrint]{ID: f.ID, Print: f.Print, Price: f.Price})
	}
	return all
}

// Find is the position of the very same fare in a trip that was read again, or -1.
func (t Trip) Find(f Fare) int { return search.Find(f.Print, f.Price, t.Candidates()) }

// nearFares is the choice between the fares that are nearest to one that is gone.
func nearFares(d *desk.Desk, list recall.List, trip Trip, want search.FarePrint, o *Offer) error {
	near := desk.NearError{Title: "Nearest to " + o.Name("fare") + ", " + o.Seller + ":", Heads: []string{"SOLD BY", "REFUNDABLE"}}
	for _, n := range search.NearFares(want, trip.Candidates()) {
		fare := trip.Fares[n.Index]
		near.Add(&list, fareRow(0, fare), n.Why, fare.Seller, words.YesNo(fare.Refundable).String())
	}
	return d.KeepNear(list, o.Name("fare")+" is not among the fares of the new search", o.Row.Price, near, "open one of them: travel flights options")
}
