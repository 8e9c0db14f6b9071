package flights

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/words"
)

// Offer is the fare that an argument names, with its row and list if it has them.
type Offer struct {
	desk.Pick
	seen bool // the service has just said that it is there
}

// fare returns the details in the list. A fare that is in no list is assumed to have options.
func (o *Offer) fare() offer.Fare {
	if o.Row.Fare == nil {
		return offer.Fare{Options: true}
	}
	return *o.Row.Fare
}

// pickFare finds the fare that an argument names. If the argument is a trip, or a letter that no longer counts, it
// reads the fares of the trip and asks which one is meant.
func pickFare(ctx context.Context, d *desk.Desk, label, text string) (*Offer, error) {
	p, err := d.Pick(desk.Argument{Kind: recall.Fares, Label: label, Text: text})
	if open, ok := errors.AsType[desk.OpenRow](err); ok {
		p, err = WhichFare(ctx, d, open)
	}
	return &Offer{Pick: p}, err
}

// WhichFare reads the fares of a trip and asks the traveler to choose one.
func WhichFare(ctx context.Context, d *desk.Desk, open desk.OpenRow) (desk.Pick, error) {
	q := ask.New("getFlightTrip", &ask.Days{Today: d.Now})
	q.SetTyped("view", string(apiclient.DetailViewDetail))
	trip, err := OpenTrip(ctx, d, &TripRequest{Trip: open.Row, Query: q, Renewal: &desk.Renewal{Thing: "the same trip"}})
	if err != nil {
		return desk.Pick{}, err
	}
	by := desk.Columns{
		Heads: append(fareColumns.Heads, "BAGS"), Cells: func(o offer.Offer) []string { return append(fareColumns.Cells(o), o.Fare.Bags) },
	}
	return d.Which(ctx, open, trip.Value.List, by)
}

// fareColumns are the columns of a list of fares to choose from.
var fareColumns = desk.Columns{
	Heads: []string{"SOLD BY", "REFUNDABLE"},
	Cells: func(o offer.Offer) []string {
		return []string{o.Label, words.YesNo(o.Fare.Print.Refundable).String()}
	},
}

// Opens reports whether the fare has options to choose here, as far as is known.
func (o *Offer) Opens() bool { return o.fare().Opens() }

// Title returns the name of the fare for the beginning of a sentence: "Fare 2b".
func (o *Offer) Title() string {
	if name := o.Name("fare"); name != "this fare" {
		return words.UpperFirst(name)
	}
	return "The fare"
}

// link returns the link of a fare without options here. It came with the fare, so no request is sent and the answer
// has no body.
func (o *Offer) link(about []string) (desk.Answer[desk.Link], error) {
	fare := o.fare()
	if fare.Handoff == "" {
		return desk.Answer[desk.Link]{}, problem.Usagef("no link of %s was kept", o.Title()).
			Do("open its trip again", "getFlightTrip", o.List.TripID)
	}
	asked := query.Flight{Terms: o.List.Terms}
	if o.List.Flight != nil {
		asked = *o.List.Flight
	}
	m := desk.NewMeta("getFareBookingLink")
	m.Booking = o.booked(asked, nil)
	link := desk.Link{URL: fare.Handoff, Life: o.life(), About: about, Remarks: []string{desk.NothingBooked}, Booking: m.Booking}
	if !fare.Here() {
		link.Owner = desk.ProviderLink
	}
	return desk.Answer[desk.Link]{Meta: m, Value: link}, nil
}

// NoAnswer is the error of a script that asks for JSON when the link is the own one of the seller.
func (o *Offer) NoAnswer() error {
	return problem.Usagef("%s is of kind %s and has no options, so the service has no answer to print", o.Title(), o.fare().Kind).
		Next(problem.Do("its link is handoffUrl in", "getFlightTrip", o.List.TripID).Set("json"))
}

// life returns how long the link of the fare works. For the page of another seller that is not known.
func (o *Offer) life() desk.LinkLife {
	if !o.fare().Here() {
		return desk.LinkLife{}
	}
	return desk.LinkLife{Created: o.List.Search.Created, Lasts: desk.FlightLinkLasts, Seen: o.seen}
}

// checkFare checks, before anything is sent, that the fare could be found again.
func checkFare(renewal *desk.Renewal, o *Offer) error {
	if len(o.List.Itinerary) == 0 || o.Row.Fare == nil {
		renewal.Lacks(problem.Usagef("--renew finds a fare again by its trip, seller and terms, and those of %s are not kept here", o.Name("fare")).
			Do("list the fares of its trip first", "getFlightTrip", "TRIP"))
	}
	return renewal.Check(o.List)
}

// renewFare searches again after a failed read of a fare, if that is wanted, and finds the fare in the new search.
// Otherwise it returns the failure.
func renewFare(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, failed error, o *Offer) error {
	made, err := searchTrips(ctx, d, renewal, failed, o.List)
	if err != nil {
		return err
	}
	renewal.ForgetGone() // of another list than the one that is asked for
	row, err := made.find(ctx, d, renewal, o.List.Itinerary, offer.Money{}, "the trip of "+o.Name("fare"))
	if err != nil {
		return err
	}
	if err := made.save(d); err != nil {
		return err
	}
	of := o.List.Again(made.Ref)
	of.TripID, of.FareID = row.ID, ""
	trip, err := inDetail(ctx, d, of)
	if err != nil {
		return renewal.Broken(err, desk.ReadAgain(recall.Trips, 0, made.Ref))
	}
	o.seen = false
	list, next := trip.letter(d, of, ""), problem.Do("open one of them", "getFareOptions")
	o.Pick, err = renewal.FindAgain(ctx, o.Pick, list, list.Rows, fareColumns, next)
	return err
}

// inDetail opens the trip of a list in the detail view, in the currency and language of the list.
func inDetail(ctx context.Context, d *desk.Desk, of recall.List) (Trip, error) {
	answer, err := d.Client().GetFlightTrip(ctx, of.TripID, &apiclient.GetFlightTripParams{
		SearchID: of.Search.ID, Currency: query.Optional(of.Terms.Currency), Locale: query.Optional(of.Terms.Locale),
		View: new(apiclient.DetailViewDetail),
	})
	if err != nil {
		return Trip{}, fmt.Errorf("open the trip: %w", err)
	}
	return TripOf(*answer.Value), nil
}

// options reads the options of the fare, in the currency and language of a list.
func (o *Offer) options(ctx context.Context, d *desk.Desk, in query.Terms) (Options, error) {
	answer, err := d.Client().GetFareOptions(ctx, o.ID, &apiclient.GetFareOptionsParams{
		Currency: query.Optional(in.Currency), Locale: query.Optional(in.Locale),
	})
	if err != nil {
		return nil, fmt.Errorf("open the fare: %w", err)
	}
	return OptionsOf(answer.Value), nil
}

// renewIfGone checks that the search of a fare is still there if that is in doubt, and renews the fare if it is gone.
// The service makes links without checking.
func renewIfGone(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, o *Offer) error {
	if !renewal.Doubts(o.life()) {
		return nil
	}
	_, err := d.Client().GetFlightTrip(ctx, o.List.TripID, &apiclient.GetFlightTripParams{SearchID: o.List.Search.ID})
	if err == nil {
		o.seen = true
		return nil
	}
	return renewFare(ctx, d, renewal, fmt.Errorf("open the trip of the fare: %w", err), o)
}

// OptionsRequest asks for the options of a fare.
type OptionsRequest struct {
	Fare    string      // as typed: a row number or an id
	Query   *ask.Values // of getFareOptions
	Renewal *desk.Renewal
	// Hands reports that the link is to be opened, copied or shared at once, which needs options first.
	Hands bool
}

// OpenedFare is a fare with its options, or with the link to its seller if it has none here.
type OpenedFare struct {
	Offer   *Offer
	Body    *apiclient.FareOptions // nil for a fare that has no options here
	Options Options
	Link    desk.Link // of such a fare
	Locale  desk.Locale
}

// OpenFare reads the options of a fare and keeps them, so that they can be chosen by number.
func OpenFare(ctx context.Context, d *desk.Desk, r *OptionsRequest) (desk.Answer[OpenedFare], error) {
	r.Renewal = r.Renewal.At(d)
	var none desk.Answer[OpenedFare]
	fare, err := pickFare(ctx, d, "FARE", r.Fare)
	if err != nil {
		return none, err
	}
	if err := checkFare(r.Renewal, fare); err != nil {
		return none, err
	}
	if !fare.Opens() {
		if err := renewIfGone(ctx, d, r.Renewal, fare); err != nil {
			return none, err
		}
		link, err := fare.link(r.Renewal.Words())
		return desk.Answer[OpenedFare]{Value: OpenedFare{Offer: fare, Link: link.Value}, Meta: link.Meta}, err
	}
	if r.Hands {
		return none, problem.Usagef("there is no link yet to open, copy, draw or share; choose options first").
			Next(problem.Do("then", "getFareBookingLink", fare.Ref()).Set("fareOptionId", "N"))
	}
	send := func(c *apiclient.Client, p *apiclient.GetFareOptionsParams) (*apiclient.Answer[apiclient.FareOptions], error) {
		return c.GetFareOptions(ctx, fare.ID, p)
	}
	answer, locale, err := desk.ReadOrRenew(ctx, d, r.Query, desk.LocaleOf(fare.List.Terms), "open the fare", send, func(failed error) error {
		return renewFare(ctx, d, r.Renewal, failed, fare)
	})
	if err != nil {
		return none, err
	}
	r.Query.GivenAs("fareId", r.Fare)
	options, m := answer.Value, desk.MetaOf(r.Query, fare.ID)
	locale.Record(&m, options.Metadata.CurrencyCode, options.Metadata.Locale)
	m.Warn(r.Renewal.Record(&m)...)
	m.Warn(desk.CurrencyWarnings(options.CurrencyCode, options.Metadata.CurrencyCode, "")...)
	if listed := fare.Row.Price.Currency; listed != "" && listed != options.CurrencyCode {
		m.Warn("prices are in " + options.CurrencyCode + "; the list of fares was in " + listed)
	}
	all := OptionsOf(options)
	fare.List = fare.List.InTerms(cmp.Or(locale.Currency.Value, options.Metadata.CurrencyCode), locale.Language.Value)
	list := fare.List
	list.Kind, list.Of, list.FareID = recall.Options, recall.Under{}, fare.ID
	for _, option := range all {
		if apiclient.ValidID(option.ID) {
			list.Rows = append(list.Rows, option)
		}
	}
	if err := d.Keep(list); err != nil {
		d.Report.Notice("numbers of the options are not kept: " + err.Error())
	} else if chosen := all.First(); len(chosen) > 0 {
		book := problem.Do("", "getFareBookingLink", fare.Ref())
		for _, o := range chosen {
			book = book.Set("fareOptionId", strconv.Itoa(o.N))
		}
		m.Follow(book)
	}
	return desk.Answer[OpenedFare]{
		Value: OpenedFare{Offer: fare, Body: options, Options: all, Locale: locale}, Bodies: [][]byte{answer.Body}, Meta: m,
	}, nil
}
