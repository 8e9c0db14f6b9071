package watch

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// found is what a search showed of a watch.
type found struct {
	n     int
	point Point // without the pass and the time
	err   error // of Failed
}

// failed is a watch that could not be looked for.
func failed(w looked, err error) found {
	return found{w.N, Point{State: Failed, Class: problem.ClassOf(err), Why: clean.Line(err.Error())}, err}
}

// gone is a watch that a whole search does not have.
func gone(w looked, why string) found { return found{w.N, Point{State: Gone, Why: why}, nil} }

// seen is a watch that is there at a price.
func seen(w looked, price offer.Money) found {
	amount, plain := number(price.Amount)
	want := w.Price().Currency
	switch {
	case !plain || amount.Sign() == 0 || price.Currency == "": // no one sells for nothing
		return failed(w, Unclear{Text: "it is there, and the service states no price that can be read"})
	case want != "" && want != price.Currency:
		return failed(w, Unclear{
			Text: fmt.Sprintf("it is there, priced in %s, and this watch is in %s", price.Currency, want),
			Hint: "another currency is another watch: remove this one and add the offer again",
		})
	}
	return found{w.N, Point{State: Seen, Price: Amount(price)}, nil}
}

// Unclear is an answer that does not tell what a watch needs.
type Unclear struct{ Text, Hint string }

func (e Unclear) Error() string { return e.Text }

// Class is Refused.
func (e Unclear) Class() problem.Class { return problem.Refused }

// Retry is Same: the next search may tell it.
func (e Unclear) Retry() problem.Retry { return problem.Same }

// Advice is the way out, "" where there is none but the next pass.
func (e Unclear) Advice() string { return e.Hint }

// all gives each watch the same end.
func all(watches []looked, end func(looked) found) []found {
	list := make([]found, 0, len(watches))
	for _, w := range watches {
		list = append(list, end(w))
	}
	return list
}

// finder reads searches until nothing more is to come.
type finder struct {
	client *apiclient.Client
	clock  search.Clock
	purse  search.Purse
}

// grown waits until a search is so old that it has found everything: an offer that a late answer brings
// would else be taken for gone, or its price for a higher one.
func (f finder) grown(ctx context.Context, made search.Created) error {
	if wait := search.Grown(f.client) - f.clock.Now().Sub(made.At); wait > 0 {
		return f.clock.Wait(ctx, wait+time.Millisecond)
	}
	return nil
}

// create makes the search of a group.
func (f finder) create(ctx context.Context, g group) (search.Created, error) {
	w := g.lead()
	if w.Offer.List.Stay != nil {
		return f.hotels().Create(ctx, w.stay().Request())
	}
	return f.flights().Create(ctx, w.flight().Request())
}

func (f finder) flights() search.Flights {
	return search.Flights{Client: f.client, Clock: f.clock, Purse: f.purse}
}

func (f finder) hotels() search.Hotels {
	return search.Hotels{Client: f.client, Clock: f.clock, Purse: f.purse}
}

// read finds the watches of a group in its search. What is read in one currency and language is read once.
func (f finder) read(ctx context.Context, g group, made search.Created) ([]found, error) {
	if err := f.grown(ctx, made); err != nil {
		return nil, err
	}
	var list []found
	for _, terms := range g.terms() {
		watches := g.within(terms)
		for _, w := range watches {
			if otherMarket(w, made) {
				list = append(list, failed(w, marketError(w, made)))
			}
		}
		watches = slices.DeleteFunc(watches, func(w looked) bool { return otherMarket(w, made) })
		if len(watches) == 0 {
			continue
		}
		part, err := f.readIn(ctx, watches, made, terms)
		list = append(list, part...)
		if err != nil {
			return list, err
		}
	}
	return list, nil
}

func (f finder) readIn(ctx context.Context, watches []looked, made search.Created, terms query.Terms) ([]found, error) {
	if watches[0].Offer.List.Stay == nil {
		return f.trips(ctx, watches, made, terms)
	}
	var inList, rates []looked
	for _, w := range watches {
		if w.Offer.Kind == recall.Rates {
			rates = append(rates, w)
		} else {
			inList = append(inList, w)
		}
	}
	list, err := f.stays(ctx, inList, made, terms)
	if err != nil {
		return list, err
	}
	more, err := f.rates(ctx, rates, made, terms)
	return append(list, more...), err
}

// otherMarket tells whether a search is for another market than the watch was found to be for.
func otherMarket(w looked, made search.Created) bool {
	was := market(w.told)
	return was != "" && made.SiteCode != "" && was != made.SiteCode
}

func marketError(w looked, made search.Created) error {
	return Unclear{
		Text: fmt.Sprintf("the service searched for the market %s, and this watch is for %s", made.SiteCode, market(w.told)),
		Hint: "another market is another watch: remove this one and add the offer again",
	}
}

// unsettled says of a search that was cut off that more may come: the offer, or a lower price of it.
func unsettled(w looked) found {
	return failed(w, Unclear{Text: "its search had not settled when the wait ended"})
}

// nothing says of a search with no row at all that it says nothing of one.
func nothing(w looked) found {
	return failed(w, Unclear{Text: "the search showed nothing at all, which says nothing of one offer"})
}

// trips finds trips and fares.
func (f finder) trips(ctx context.Context, watches []looked, made search.Created, terms query.Terms) ([]found, error) {
	params := apiclient.GetFlightSearchResultsParams{Currency: query.Optional(terms.Currency), Locale: query.Optional(terms.Locale)}
	in, err := f.flights().Gather(ctx, made.SearchID, made.At, params, search.DefaultBudget, func(search.FlightSnapshot) {})
	if err != nil {
		return nil, err
	}
	var list []found
	for _, w := range watches {
		one, err := f.trip(ctx, w, in, terms)
		if err != nil {
			if ctx.Err() != nil {
				return list, err
			}
			one = failed(w, err)
		}
		list = append(list, one)
	}
	return list, nil
}

func (f finder) trip(ctx context.Context, w looked, in search.Renewed, terms query.Terms) (found, error) {
	if n := w.alike(in); n > 1 && !numbered(w.itinerary()) {
		return failed(w, Unclear{
			Text: fmt.Sprintf("%d trips of a new search leave and arrive alike, and the numbers of its flights are not known", n),
			Hint: "remove this watch, and add the trip again right after a search: its numbers are read then",
		}), nil
	}
	was := w.lastPrice(w.told)
	if w.Offer.Kind == recall.Fares {
		was = offer.Money{} // that of the fare says nothing of the trip's
	}
	at, err := f.flights().Find(ctx, w.itinerary(), was, in)
	switch {
	case err != nil:
		return found{}, err
	case in.Last.Whole == "" && (at < 0 || w.Offer.Kind == recall.Trips):
		return unsettled(w), nil
	case at < 0 && len(in.Trips) == 0:
		return nothing(w), nil
	case at < 0:
		return gone(w, "it is not among the "+words.Counted(len(in.Trips), "trip")+" of a new search"), nil
	case w.Offer.Kind == recall.Trips:
		return seen(w, flights.CardPrice(in.Cards[at])), nil
	}
	return f.fare(ctx, w, in, in.Cards[at], terms)
}

// alike is how many trips of a search cannot be told from the watched one by what a list says.
func (w looked) alike(in search.Renewed) int {
	n := 0
	for _, c := range in.Trips {
		if w.itinerary().Same(c.Print) {
			n++
		}
	}
	return n
}

// fare finds a fare among those of its trip.
func (f finder) fare(ctx context.Context, w looked, in search.Renewed, card apiclient.TripCard, terms query.Terms) (found, error) {
	answer, err := f.client.GetFlightTrip(ctx, card.TripID, &apiclient.GetFlightTripParams{
		SearchID: in.SearchID, Currency: query.Optional(terms.Currency), Locale: query.Optional(terms.Locale), View: new(apiclient.DetailViewDetail),
	})
	if err != nil {
		return found{}, fmt.Errorf("open the trip of the fare: %w", err)
	}
	var candidates []search.Candidate[search.FarePrint]
	for _, fare := range flights.TripOf(*answer.Value).Fares {
		candidates = append(candidates, search.Candidate[search.FarePrint]{ID: fare.ID, Print: fare.Print, Price: fare.Price})
	}
	at := search.Find(w.Offer.Row.Fare.Print, w.lastPrice(w.told), candidates)
	switch {
	case at >= 0:
		return seen(w, candidates[at].Price), nil
	case in.Last.Whole == "":
		return unsettled(w), nil
	}
	return gone(w, "its trip is there, and this fare is not among its "+words.Counted(len(candidates), "fare")), nil
}

// The pages of a hotel search that are read to find hotels.
const (
	widestPage = 50
	lastPage   = 100
)

// stays finds hotels, each at its cheapest stay.
func (f finder) stays(ctx context.Context, watches []looked, made search.Created, terms query.Terms) ([]found, error) {
	if len(watches) == 0 {
		return nil, nil
	}
	params := apiclient.GetHotelSearchResultsParams{
		Currency: query.Optional(terms.Currency), Locale: query.Optional(terms.Locale), PageSize: new(widestPage),
	}
	page, err := f.hotels().Of(made.SearchID, params).Since(made.At).Settle(ctx, search.DefaultBudget, func(search.HotelSnapshot) {})
	if err != nil {
		return nil, err
	}
	whole, total := page.Whole, page.Results.Metadata.TotalBeforeFilters
	wanted := map[string]looked{}
	for _, w := range watches {
		wanted[w.Offer.Row.ID] = w
	}
	prices := map[string]offer.Money{}
	for n := 2; ; n++ {
		for _, card := range page.Results.Results {
			id := strconv.FormatInt(card.HotelID, 10)
			if _, ok := wanted[id]; ok {
				prices[id], _ = search.StayPrice(card.Price.Total, card.Price.TotalUsd, card.Price.Currency)
			}
		}
		if len(prices) == len(wanted) || !page.Results.Metadata.HasMore || n > lastPage {
			break
		}
		params.Page = new(n)
		if page, err = f.hotels().Of(made.SearchID, params).Read(ctx); err != nil {
			return nil, err
		}
	}
	return all(watches, func(w looked) found { return stayOf(w, prices, whole, total) }), nil
}

// stayOf is what a search for a place says of one hotel.
func stayOf(w looked, prices map[string]offer.Money, whole search.Whole, total int) found {
	price, there := prices[w.Offer.Row.ID]
	switch {
	case whole == "":
		return unsettled(w)
	case there:
		return seen(w, price)
	case total == 0 && whole != search.Complete:
		return nothing(w)
	case total == 0:
		return gone(w, "no room can be booked here for these days")
	}
	return gone(w, "it is not among the "+words.Counted(total, "hotel")+" with a room for these days")
}

// rates finds rates of one hotel.
func (f finder) rates(ctx context.Context, watches []looked, made search.Created, terms query.Terms) ([]found, error) {
	if len(watches) == 0 {
		return nil, nil
	}
	params := apiclient.GetHotelRatesParams{SearchID: made.SearchID, Currency: query.Optional(terms.Currency), Locale: query.Optional(terms.Locale)}
	hotel := watches[0].Offer.List.Stay.HotelID
	last, err := f.hotels().Rates(hotel, params).Since(made.At).Settle(ctx, search.DefaultBudget, func(search.RateSnapshot) {})
	if err != nil {
		return nil, err
	}
	var candidates []search.Candidate[search.RatePrint]
	for _, rate := range last.Results.Rates {
		candidates = append(candidates, search.Candidate[search.RatePrint]{ID: rate.ID, Print: search.PrintRate(rate), Price: hotels.RatePrice(rate)})
	}
	return all(watches, func(w looked) found {
		at := search.Find(w.Offer.Row.Rate.Print, w.lastPrice(w.told), candidates)
		switch {
		case at >= 0:
			return seen(w, candidates[at].Price)
		case last.Whole == "":
			return unsettled(w)
		case len(candidates) == 0:
			return gone(w, "this hotel shows no rate for these days")
		}
		return gone(w, "it is not among the "+words.Counted(len(candidates), "rate")+" of the hotel for these days")
	}), nil
}
