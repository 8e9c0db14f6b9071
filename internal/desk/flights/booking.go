package flights

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// BookingRequest asks for the link to the page where a fare is booked, with the chosen options.
type BookingRequest struct {
	Label   string      // of the argument in errors; "" is FARE
	Fare    string      // as typed
	Options []string    // numbers or ids, as typed
	Query   *ask.Values // of getFareBookingLink, without both
	Renewal *desk.Renewal
	Yes     bool // continue if it is unclear whether the options cover the trip
	Lasting bool // also make the link to the search, which does not expire
	Share   bool // the link will be shared, which needs that link and the names of the places
}

// Book makes the link to the page where a fare is booked. It books nothing and pays nothing. A fare without options
// here has the link of its seller, and the answer has no body. Book also returns the fare that was picked.
func Book(ctx context.Context, d *desk.Desk, r *BookingRequest) (desk.Answer[desk.Link], *Offer, error) {
	r.Renewal = r.Renewal.At(d)
	var given []string
	for _, text := range r.Options {
		var err error
		if given, err = AddOption(given, text); err != nil {
			return desk.Answer[desk.Link]{}, nil, err
		}
	}
	r.Options = given
	fare, err := pickFare(ctx, d, cmp.Or(r.Label, "FARE"), r.Fare)
	if err == nil && r.Renewal.Doubts(fare.life()) {
		err = checkFare(r.Renewal, fare)
	}
	if err == nil && !fare.Opens() {
		if len(r.Options) > 0 {
			err = problem.Usagef("%s has no options to choose here; leave --option out to get its link", fare.Title())
		} else {
			err = renewIfGone(ctx, d, r.Renewal, fare)
		}
	}
	if err != nil {
		return desk.Answer[desk.Link]{}, fare, err
	}
	handOff := r.checkout
	if !fare.Opens() {
		handOff = r.sellersPage
	}
	answer, err := handOff(ctx, d, fare)
	return answer, fare, err
}

// sellersPage returns the link that came with a fare without options here.
func (r *BookingRequest) sellersPage(ctx context.Context, d *desk.Desk, fare *Offer) (desk.Answer[desk.Link], error) {
	unread := fare.learn(ctx, d, nil)
	answer, err := fare.link(r.Renewal.Words())
	if err != nil {
		return answer, err
	}
	if r.Share {
		fillSearch(r.Query, fare.List.Flight)
		call, err := desk.NewCall[apiclient.GetFareBookingLinkParams](ctx, d, r.Query, desk.LocaleOf(fare.List.Terms))
		if err != nil {
			return answer, err
		}
		answer.Meta.Warn(r.last(ctx, call.Client, &answer.Value)...)
		name(ctx, d, call.Locale, answer.Value.Booking)
	}
	answer.Meta.Warn(desk.NotAll(unread)...)
	return answer, nil
}

// checkout makes the link to the service's page, with the chosen options.
func (r *BookingRequest) checkout(ctx context.Context, d *desk.Desk, fare *Offer) (desk.Answer[desk.Link], error) {
	var none desk.Answer[desk.Link]
	if err := r.fill(fare); err != nil {
		return none, err
	}
	chosen, all, err := choose(d, r.Options, fare)
	if err != nil {
		return none, err
	}
	doubt, err := chosen.Check(all)
	if err != nil {
		return none, err
	}
	if r.Renewal.Doubts(fare.life()) {
		again, err := r.renew(ctx, d, fare, chosen, all)
		if err != nil {
			return none, err
		}
		if chosen, all, err = choose(d, again, fare); err != nil {
			return none, err
		}
		if doubt, err = chosen.Check(all); err != nil {
			return none, err
		}
	}
	var warnings []string
	switch {
	case len(all) == 0:
		warnings = []string{"whether the options cover every leg was not checked, because the options of this fare were not listed first"}
	case doubt != "" && r.Yes:
		warnings = []string{string(doubt)}
	case doubt != "":
		err = d.Agree(ctx, words.UpperFirst(string(doubt))+". Go on?", problem.ChoiceError{
			Text: string(doubt), Then: problem.Ways(problem.Step{Why: "to go on all the same"}.Set("yes")),
		})
	}
	var ids []string
	for _, o := range chosen {
		ids = append(ids, o.ID)
	}
	if err != nil {
		return none, err
	}
	r.Query.SetTyped("fareOptionId", strings.Join(ids, ","))
	call, err := desk.NewCall[apiclient.GetFareBookingLinkParams](ctx, d, r.Query, desk.LocaleOf(fare.List.Terms))
	if err != nil {
		return none, err
	}
	answer, err := call.Client.GetFareBookingLink(ctx, fare.ID, &call.Params)
	if err != nil {
		return none, d.Gone(fare.List, fmt.Errorf("make the link: %w", err))
	}
	link := desk.Link{URL: answer.Value.BookingURL, Life: fare.life(), Remarks: []string{desk.NothingBooked}}
	if r.Lasting || r.Share {
		warnings = append(warnings, r.last(ctx, call.Client, &link)...)
	}
	warnings = append(warnings, desk.NotAll(fare.learn(ctx, d, chosen))...)
	asked := queryOf(r.Query)
	asked.Named(fare.List.Flight)
	link.Booking = fare.booked(asked, chosen)
	if r.Share {
		name(ctx, d, call.Locale, link.Booking)
	}
	m := desk.MetaOf(r.Query, fare.ID)
	m.Booking = link.Booking
	call.Locale.Record(&m, "", desk.ServiceLocale)
	link.About = r.Renewal.Record(&m)
	m.Warn(warnings...)
	m.Follow(asked.Link())
	return desk.Answer[desk.Link]{Value: link, Bodies: [][]byte{answer.Body}, Meta: m}, nil
}

// fill takes what was not given from the list of the fare, and checks the request.
func (r *BookingRequest) fill(fare *Offer) error {
	r.Query.GivenAs("fareId", r.Fare)
	r.Query.GivenAs("fareOptionId", strings.Join(r.Options, ",")) // a renewal puts others in their place
	fillSearch(r.Query, fare.List.Flight)
	r.Query.SetDefault("tripId", "--trip", fare.List.TripID)
	var missing []string
	for _, p := range r.Query.Op().Params {
		if p.Required && p.Name != "fareId" && p.Name != "fareOptionId" && !r.Query.Has(p.Name) {
			missing = append(missing, "--"+ask.FlagName(p.Name))
		}
	}
	if len(missing) > 0 {
		return problem.Usagef("%s %s missing; a fare id alone does not say them", words.And(missing), words.IsAre(len(missing))).
			Advise("give them, or the fare with its letter, such as 2b").
			Next(problem.Step{Do: "getFlightTrip", Args: []string{"TRIP"}, Note: "lists them"})
	}
	if len(r.Options) == 0 {
		return problem.Usagef("--option is missing; say which options to book").
			Do("see them", "getFareOptions", fare.Ref()).At("fareOptionId", "")
	}
	return checkBooking(nil, r.Query)
}

// last adds the link to the search, which does not expire. It returns warnings.
func (r *BookingRequest) last(ctx context.Context, client *apiclient.Client, link *desk.Link) []string {
	lasting, err := client.GetFlightSearchLink(ctx, new(ask.Request[apiclient.GetFlightSearchLinkParams](r.Query)))
	if err != nil {
		return []string{"there is no lasting link beside it: " + err.Error()}
	}
	link.Lasting, link.LastingTo = lasting.Value.SearchURL, "its search"
	return nil
}

// checkBooking checks the parameters of a booking link that depend on each other.
func checkBooking(_ *desk.Desk, q *ask.Values) error {
	own, _ := search.RefOf(q.Text("tripId"))
	if err := desk.CheckSearch(q, "the trip", own); err != nil {
		return err
	}
	if out, back := q.Text("fromDate"), q.Text("toDate"); back != "" && back < out {
		return problem.Usagef("--to-date %s is before --from-date %s; give the same day or a later one", back, out)
	}
	return checkParty(q)
}

// renew checks that the fare is still there. If its search has expired, renew searches again and finds the fare and the
// chosen options in the new search. It returns the options as the traveler would give them now.
func (r *BookingRequest) renew(ctx context.Context, d *desk.Desk, fare *Offer, chosen, all Options) ([]string, error) {
	unlisted := slices.IndexFunc(chosen, func(option recall.Row) bool {
		return !slices.ContainsFunc(all, func(have recall.Row) bool { return have.ID == option.ID && have.Option != nil })
	})
	if unlisted >= 0 { // only options that were listed can be found again
		r.Renewal.Lacks(problem.Usagef("--renew finds an option again by its name and terms, and those of %s are not kept here", chosen[unlisted:unlisted+1].label()).
			Next(problem.Do("list the options first", "getFareOptions", fare.Ref()).Set("renew")))
		if err := r.Renewal.Check(fare.List); err != nil {
			return nil, err
		}
	}
	named := fare.Name("fare")
	if err := renewIfGone(ctx, d, r.Renewal, fare); err != nil || r.Renewal.To() == "" {
		return r.Options, err
	}
	if !fare.Opens() {
		see := problem.Do("see the fares", "getFlightTrip", fare.List.TripID)
		return nil, problem.ChoiceError{Text: named + " has no options any more", Then: problem.Ways(see)}
	}
	for wire, id := range map[string]string{"tripId": fare.List.TripID, "searchId": fare.List.Search.ID} {
		if r.Query.Has(wire) {
			r.Query.SetTyped(wire, id) // the new one replaces what was given
		}
	}
	list, _, err := d.Latest(recall.Options) // it was there a moment ago
	if err != nil {
		return nil, err
	}
	read, err := fare.options(ctx, d, list.Terms)
	if err != nil {
		return nil, err
	}
	next := problem.Do("see all options", "getFareOptions", fare.Ref())
	list = list.Again(search.Ref{ID: fare.List.Search.ID, Created: fare.List.Search.Created})
	list.TripID, list.FareID, list.Itinerary = fare.List.TripID, fare.ID, fare.List.Itinerary
	r.Renewal.Rows(list.Rows, recall.Offers(read))
	var ids []string
	for i, was := range chosen {
		again, err := r.Renewal.FindAgain(ctx, desk.PickOf(list, was), list, read, optionColumns, next)
		if err != nil {
			return nil, err
		}
		ids = append(ids, again.ID)
		if before, fees := feesOf(was.Offer), feesOf(again.Row.Offer); fees != before {
			r.Renewal.Say(fmt.Sprintf("The fees of %s have changed: %s, now %s.", chosen[i:i+1].label(), before, fees))
		}
	}
	return ids, nil
}

// optionColumns are the columns of a list of options to choose from.
var optionColumns = desk.Columns{
	Heads: []string{"OPTION", "FEES"}, Cells: func(o offer.Offer) []string { return []string{o.Label, feesOf(o)} },
}

func feesOf(o offer.Offer) string { return cmp.Or(o.Option.Fees, "none") }

// fillSearch takes the route, dates, party and cabin of a search as defaults.
func fillSearch(q *ask.Values, asked *query.Flight) {
	if asked == nil {
		return
	}
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	city := map[bool]string{true: "true"} // what is not known to be a city is left out
	for _, f := range []struct{ wire, value string }{
		{"from", asked.From}, {"to", asked.To}, {"fromCity", city[asked.FromCity]}, {"toCity", city[asked.ToCity]},
		{"fromDate", asked.FromDate}, {"toDate", asked.ToDate}, {"cabin", asked.Cabin},
		{"adults", number(asked.Adults)}, {"children", number(asked.Children)}, {"infants", number(asked.Infants)},
	} {
		q.SetDefault(f.wire, "--"+ask.FlagName(f.wire), f.value)
	}
}

// queryOf returns the search that the parameters describe, with the contract's defaults filled in.
func queryOf(q *ask.Values) query.Flight {
	return query.OfFlight(ask.Request[apiclient.FlightSearchRequest](q))
}

// name looks up the names of the places of a link that are not known.
func name(ctx context.Context, d *desk.Desk, locale desk.Locale, b *desk.Booking) {
	finder := places.At(d, locale)
	if b.FromName == "" {
		b.FromName = finder.Name(ctx, b.From)
	}
	if b.ToName == "" {
		b.ToName = finder.Name(ctx, b.To)
	}
}

// journey describes the search of a link: its route, days and party.
func journey(of desk.Of, q query.Flight, locale string) *desk.Booking {
	b := &desk.Booking{Of: of, From: q.From, FromName: q.FromName, To: q.To, ToName: q.ToName, Cabin: q.Cabin, Locale: locale}
	b.Between(q.FromDate, q.ToDate)
	if q.Adults > 0 {
		b.Travelers = q.Party()
	}
	return b
}

// Summary describes a search in one line, without its market.
func Summary(q query.Flight) string { return journey(desk.OfFlights, q, "").Summary()[0] }

// searched describes the link to a search, with the lowest price of the list if the list is of the same search.
func searched(list recall.List, q query.Flight) *desk.Booking {
	b := journey(desk.OfFlights, q, list.Terms.Locale)
	if list.Flight == nil || !q.Same(*list.Flight) {
		return b // its prices are for others
	}
	b.LeftOut = list.Filters()
	b.AtLeast = true
	b.Cost(desk.Cheapest(list.Rows), "for "+q.Party(), list.Made)
	return b
}

// LinkFor describes the link to a search from the parameters of getFlightSearchLink.
func LinkFor(q *ask.Values) *desk.Booking { return searched(recall.List{}, queryOf(q)) }

// booked describes the link to a fare, from the search in the link and from what the list says of the fare and the
// chosen options.
func (o *Offer) booked(q query.Flight, chosen Options) *desk.Booking {
	b := journey(desk.OfFare, q, o.List.Terms.Locale)
	b.Legs, b.Kind, b.Seller = o.List.Itinerary, o.fare().Kind, o.Row.Label
	named := 0
	for _, option := range chosen {
		one := desk.BookedOption{ID: option.ID}
		if known := option.Option; known != nil {
			named++
			one.Name, one.Price, one.Covers, one.Terms = option.Label, option.Price, known.Part(), known.Terms
		}
		b.Options = append(b.Options, one)
	}
	price, covers := o.Row.Price, ""
	if b.AtLeast = o.Opens(); named == 1 && len(chosen) == 1 && chosen[0].Option.Whole() {
		price, b.AtLeast = chosen[0].Price, false
	}
	if list := o.List.Flight; list != nil && list.Adults > 0 {
		covers = "for " + list.Party()
	}
	if b.Cost(price, covers, o.List.Made); b.Price.Amount != "" {
		b.Charges = "fees included"
	}
	if fare := o.Row.Fare; fare != nil && len(chosen) == 0 {
		b.Bags = fare.Bags
		b.Refund = "non-refundable"
		if fare.Print.Refundable {
			b.Refund = "refundable"
		}
	}
	b.Need("times and flight numbers", len(b.Legs) > 0)
	b.Need("travelers", b.Travelers != "")
	b.Need("option names", named == len(chosen))
	b.Need("price", b.Price.Amount != "")
	b.Need("seller", b.Seller != "")
	b.Need("refund", b.Refund != "" || named > 0)
	b.Need("bags", b.Bags != "" || named > 0)
	return b
}

// learn reads what the list does not say of a fare, as long as its search is there: the options that were chosen by
// id, or else the flights and the bags.
func (o *Offer) learn(ctx context.Context, d *desk.Desk, chosen Options) error {
	unnamed := slices.ContainsFunc(chosen, func(option recall.Row) bool { return option.Option == nil })
	switch {
	case o.Row.Fare == nil, !unnamed && (len(chosen) > 0 || o.Row.Fare.Bags != ""):
		return nil
	case d.Deployment.Plan() != nil, d.Now().Sub(o.List.Search.Created) >= desk.FlightLinkLasts:
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, desk.ExtraReadWait)
	defer stop()
	if unnamed {
		all, err := o.options(ctx, d, o.List.Terms)
		if err != nil {
			return err
		}
		for i, option := range chosen {
			if at := slices.IndexFunc(all, func(now recall.Row) bool { return now.ID == option.ID }); at >= 0 {
				chosen[i] = all[at]
			}
		}
		o.List.Made = d.Now()
		return nil
	}
	trip, err := inDetail(ctx, d, o.List)
	if err != nil {
		return err
	}
	if at := slices.IndexFunc(trip.Fares, func(f Fare) bool { return f.ID == o.ID }); at >= 0 {
		o.List.Itinerary, o.List.Made, o.Row = trip.Itinerary, d.Now(), trip.Fares[at].Row
	}
	return nil
}

// LinkTo makes a link to a flight search that does not expire. It uses no search. from and to are codes or names, and q
// is of getFlightSearchLink, without them. Without places and a day, the link is to the search of the last
// list. A link to share needs the names of the places.
func LinkTo(
	ctx context.Context, d *desk.Desk, from, to string, q *ask.Values, share bool,
) (desk.Answer[desk.Link], error) {
	var none desk.Answer[desk.Link]
	var list recall.List
	fromTo := [2]string{from, to}
	if from == "" && to == "" && !q.Has("fromDate") { // the route, dates and party of the last list
		last, found, err := d.Latest(recall.Trips)
		switch {
		case err != nil:
			return none, err
		case !found, last.Flight == nil, !last.Flight.Whole():
			return none, problem.Usagef("there is no list of trips that says what to link to; give FROM, TO and DATE").
				Do("such as", "getFlightSearchLink", "LIS", "MAD", "+30d")
		}
		list, fromTo = last, [2]string{last.Flight.From, last.Flight.To}
		listed := *list.Flight
		listed.From, listed.To = "", "" // set below
		fillSearch(q, &listed)
	}
	if err := checkJourney(d, fromTo[0], fromTo[1], q); err != nil {
		return none, err
	}
	call, err := desk.NewCall[apiclient.GetFlightSearchLinkParams](ctx, d, q, desk.LocaleOf(list.Terms))
	if err != nil {
		return none, err
	}
	start, end, err := places.At(d, call.Locale).Route(ctx, fromTo[0], fromTo[1], false)
	if err != nil {
		return none, err
	}
	setRoute(q, from, to, start, end)
	for wire, end := range map[string]places.Place{"fromCity": start, "toCity": end} {
		// A place that was looked up is marked as a city or an airport; a code as typed is not.
		if end.Name != "" && !q.Has(wire) {
			q.SetTyped(wire, end.City)
		}
	}
	if err := q.Err(); err != nil {
		return none, err
	}
	made, err := call.Client.GetFlightSearchLink(ctx, new(ask.Request[apiclient.GetFlightSearchLinkParams](q)))
	if err != nil {
		return none, fmt.Errorf("make the link: %w", err)
	}
	asked := queryOf(q)
	again := asked.Again()
	asked.FromName, asked.ToName = start.Name, end.Name
	asked.Named(list.Flight)
	about := searched(list, asked)
	if share {
		name(ctx, d, call.Locale, about)
	}
	return desk.SearchLink(d, q, call.Locale, made, about, again), nil
}
