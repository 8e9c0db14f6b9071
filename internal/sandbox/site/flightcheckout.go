package site

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/links"
	"travel.example/travel/internal/sandbox/wire"
)

// flightCheckoutView is the page of a trip and, once one is chosen, its fare.
type flightCheckoutView struct {
	From, To string // names of the cities
	Trip     string // days
	Party    string
	Cabin    string
	Site     string
	Prices   string
	Lasts    string // how long the page works
	Warnings []string
	Legs     []longLeg
	Fare     *fareView // nil while none is chosen
	Fares    []fareView
	Search   string // address of the search
}

// fareView is one fare.
type fareView struct {
	Seller     carrier
	Here       bool // it is booked on this site
	Price      string
	Refundable bool
	Cabin      string // bag in the cabin; empty when not stated
	Checked    string
	Host       string // where it is sold, for a seller other than this site
	Path       string // to its checkout here
	Options    *optionsView
}

// flightCheckout shows the trip of a booking link or of a fare's hand-off, and
// what was chosen from it. Without a fare it lists them all.
func (s *Site) flightCheckout(v *visit) (answer, error) {
	c, err := links.ReadCheckout(v.r.PathValue("tripId"), v.query)
	if wrong, ok := errors.AsType[*links.Error](err); ok {
		return nil, &notice{
			status: http.StatusBadRequest, section: flightSection, Title: "This checkout link is broken",
			Lead: "Get a new one: go back to your terminal and ask for the booking link again.", Faults: wrong.Faults,
		}
	}
	searchID, tripCode, _ := strings.Cut(c.TripID, ":")
	q, ok := s.options.Open(searchID)
	if !ok {
		return nil, lostCheckout(c)
	}
	if v.at.Sub(q.Created) >= flights.Lifetime {
		return nil, expiredCheckout(q, c)
	}
	quote := quoteOf(c.Currency, c.Locale)
	trip, err := s.options.Flights().TripDetail(q, v.at, quote, tripCode)
	if errors.Is(err, flights.ErrNotFound) {
		return nil, &notice{
			status: http.StatusNotFound, section: flightSection, Title: "This trip is not in its search",
			Lead:    "The search is still valid, but has no such trip at this moment.",
			Actions: []action{{"See what the search holds", linkOf(q, c.Flights).Path() + "&search=" + q.ID}},
		}
	}
	if err != nil {
		return nil, err
	}
	return s.checkoutPage(v, c, q, trip)
}

func (s *Site) checkoutPage(v *visit, c links.Checkout, q flights.Query, trip wire.TripDetail) (answer, error) {
	quote := quoteOf(c.Currency, c.Locale)
	search := linkOf(q, c.Flights)
	view := flightCheckoutView{
		From: cityOrCode(trip.Legs[0].From), To: cityOrCode(trip.Legs[0].To), Trip: tripDays(q.Out, q.Back),
		Party: party(q.Adults, q.Children, q.Infants), Cabin: cabinName(q.Cabin), Site: q.Site,
		Prices: priceNote(quote, trip.Fares[0].Price.Currency), Lasts: lasts(q.Created.Add(flights.Lifetime), v.at),
		Warnings: disagreements(c.Flights, q), Search: search.Path() + "&search=" + q.ID,
	}
	for i, l := range trip.Legs {
		view.Legs = append(view.Legs, detailLeg(i, l))
	}
	fares := s.faresOf(c, q, trip)
	p := &page{status: http.StatusOK, name: "trip.html", title: "Fares of this trip", section: flightSection}
	if c.FareID == "" {
		view.Fares = fares
		p.view = view
		return p, nil
	}
	at := slices.IndexFunc(trip.Fares, func(f wire.DetailFare) bool { return f.FareID == c.FareID })
	if at < 0 {
		again := c
		again.FareID, again.Options, again.Flights = "", nil, search
		return nil, &notice{
			status: http.StatusNotFound, section: flightSection, Title: "This fare is not on sale",
			Lead:    "The trip exists, but no seller has it at this fare at this moment.",
			Actions: []action{{"See the fares of the trip", again.Path()}, {"See what the search holds", view.Search}},
		}
	}
	view.Fare = &fares[at]
	p.name, p.title = "checkout.html", "Checkout"
	if fares[at].Here {
		var err error
		if view.Fare.Options, err = s.optionsOf(v, c, q, len(trip.Legs)); err != nil {
			return nil, err
		}
	}
	p.view = view
	return p, nil
}

// faresOf is the fares of a trip, in the order of the read.
func (s *Site) faresOf(c links.Checkout, q flights.Query, trip wire.TripDetail) []fareView {
	fares := make([]fareView, 0, len(trip.Fares))
	for _, f := range trip.Fares {
		one := fareView{
			Seller: carrier{Name: f.Provider.Name, Logo: "/logos/providers/" + f.Provider.Code + ".svg"},
			Here:   f.Kind == wire.FareKindPlatform, Refundable: f.Refundable,
			Price: money(f.Price.Total, f.Price.Currency, c.Locale), Host: hostOf(f.HandoffURL),
			Path: links.Checkout{Flights: linkOf(q, c.Flights), TripID: c.TripID, FareID: f.FareID}.Path(),
		}
		if f.Kind == wire.FareKindAirline {
			one.Seller = airline(f.Provider.Code, f.Provider.Name)
		}
		if b := f.Baggage; b != nil {
			one.Cabin, one.Checked = said(b.Cabin), said(b.Checked)
		}
		fares = append(fares, one)
	}
	return fares
}

func cityOrCode(a wire.Airport) string {
	if a.City != nil {
		return *a.City
	}
	return a.Code
}

// disagreements lists where a link says something different from the search that
// its trip is of. The search is what is priced.
func disagreements(said links.Flights, q flights.Query) []string {
	if said.From == "" { // a hand-off names no search
		return nil
	}
	var words []string
	for _, pair := range []struct{ what, said, is string }{
		{"route", said.From + " to " + said.To, q.From + " to " + q.To},
		{"dates", tripDays(said.Out, said.Back), tripDays(q.Out, q.Back)},
		{"travelers", party(said.Adults, said.Children, said.Infants), party(q.Adults, q.Children, q.Infants)},
		{"cabin", cabinName(said.Cabin), cabinName(q.Cabin)},
		{"market", said.Site, q.Site},
	} {
		if pair.said != pair.is {
			words = append(words, "The link says "+pair.what+" “"+pair.said+"”, but the trip was found for “"+pair.is+"”. What was found is what counts.")
		}
	}
	return words
}

// lasts says how long a page will still work.
func lasts(until, at time.Time) string {
	left := count(max(1, int(until.Sub(at).Round(time.Minute).Minutes())), "minute", "minutes")
	return "This page works for about " + left + " more, until " + until.UTC().Format("15:04") + " UTC."
}

// expiredCheckout is for a trip whose search has ended. The search is known
// from its id, so it can be made again.
func expiredCheckout(q flights.Query, c links.Checkout) *notice {
	end := q.Created.Add(flights.Lifetime).UTC()
	return &notice{
		status: http.StatusGone, section: flightSection, Title: "This checkout has expired",
		Lead: "Fares are held for " + count(int(flights.Lifetime/time.Minute), "minute", "minutes") + ", and these were held until " +
			end.Format("15:04") + " UTC on " + longDay(end) + ". Nothing was booked. A new search finds today's fares for the same trip.",
		Actions: []action{{"Search again", linkOf(q, c.Flights).Path()}},
	}
}

// lostCheckout is for a trip of a search that this sandbox never made. Only
// what the link says about it is known.
func lostCheckout(c links.Checkout) *notice {
	n := &notice{
		status: http.StatusNotFound, section: flightSection, Title: "This checkout link is not known here",
		Lead: "It may have been altered, or made by another sandbox, or by this one before it was restarted.",
	}
	if c.From != "" {
		n.Actions = []action{{"Search again", c.Flights.Path()}}
	}
	return n
}
