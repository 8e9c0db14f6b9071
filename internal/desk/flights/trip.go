package flights

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Trip is one trip, from the default view or the detail view of the service.
type Trip struct {
	Legs      []offer.Leg
	Fares     []Fare
	Currency  string          // of the prices
	Locale    string          // of the texts
	Itinerary offer.Itinerary // finds the trip again in another search
}

// Fare is the offer of one seller for a trip. The label of the row is the seller.
type Fare struct {
	recall.Row
	CabinBag, CheckedBag string // "" where the seller does not state it
	Ref                  string // as a command takes it: "2b"; "b" where its trip is in no list, "" where it cannot be booked
}

// Opens reports whether the fare has options to choose here.
func (f Fare) Opens() bool { return f.Fare.Opens() }

// TripOf returns the trip of an answer in either view.
func TripOf(t apiclient.FlightTrip) Trip {
	if t.Detail != nil {
		return detailed(*t.Detail)
	}
	return plain(*t.Default)
}

func detailed(t apiclient.TripDetail) Trip {
	trip := Trip{Currency: t.Metadata.CurrencyCode, Locale: t.Metadata.Locale, Itinerary: search.DetailItinerary(t)}
	for _, leg := range t.Legs {
		l := offer.Leg{
			From: leg.From.Code, To: leg.To.Code, Departs: offer.Local(leg.DepartsAt),
			Arrives: offer.Moment{At: words.Moment(leg.ArrivesAt), Days: words.Whole(leg.ArrivalDayOffset)}, Minutes: words.Whole(leg.DurationMinutes), Stops: words.Whole(leg.Stops), Overnight: leg.Overnight,
		}
		for _, s := range leg.Segments {
			l.Segments = append(l.Segments, offer.Segment{
				From: s.From.Code, FromName: s.From.Name, To: s.To.Code, ToName: s.To.Name,
				Departs: offer.Local(s.DepartsAt), Arrives: offer.Local(s.ArrivesAt), Minutes: words.Whole(s.DurationMinutes),
				Mode: string(s.TransportType), Number: words.FlightNumber(s.Airline.Code, s.FlightNumber),
				Carrier: s.Airline.Name, Operator: words.Stated(s.OperatedBy), Vehicle: s.Aircraft, Cabin: s.Cabin,
			})
			l.Airlines = append(l.Airlines, s.Airline.Name)
		}
		trip.Legs = append(trip.Legs, l)
	}
	for _, fare := range t.Fares {
		own := offer.Fare{
			Kind: string(fare.Kind), Handoff: fare.HandoffURL, Options: fare.HasFareOptions,
			Print: offer.FarePrint{Seller: fare.Provider.Code, Kind: string(fare.Kind), Refundable: fare.Refundable},
		}
		price := offer.Money{Amount: fare.Price.Total.String(), Currency: fare.Price.Currency}
		f := Fare{Row: recall.Row{Offer: offer.Offer{ID: fare.FareID, Label: fare.Provider.Name, Price: price, Fare: &own}}}
		if fare.Baggage != nil {
			f.CabinBag, f.CheckedBag = words.Stated(fare.Baggage.Cabin), words.Stated(fare.Baggage.Checked)
		}
		own.Bags = bagWords(f.CabinBag, f.CheckedBag)
		trip.Fares = append(trip.Fares, f)
	}
	return trip
}

// bagWords describes the bags of a fare or an option, as the seller states them.
func bagWords(cabin, checked string) string {
	if cabin+checked == "" {
		return "not stated by the seller"
	}
	return "cabin " + cmp.Or(cabin, "not stated") + "; checked " + cmp.Or(checked, "not stated")
}

func plain(t apiclient.TripDefault) Trip {
	trip := Trip{Currency: t.Metadata.CurrencyCode, Locale: t.Metadata.Locale, Itinerary: search.TripItinerary(t), Legs: []offer.Leg{plainLeg(t.Outbound)}}
	if t.Return != nil {
		trip.Legs = append(trip.Legs, plainLeg(*t.Return))
	}
	for _, fare := range t.Fares {
		own := offer.Fare{
			Kind: string(fare.Kind), Handoff: fare.HandoffURL, Options: fare.HasFareOptions,
			Print: offer.FarePrint{Seller: fare.ProviderCode, Kind: string(fare.Kind), Refundable: fare.Refundable},
		}
		price := offer.Money{Amount: fare.Price.Total.String(), Currency: fare.Price.Currency}
		trip.Fares = append(trip.Fares, Fare{Row: recall.Row{Offer: offer.Offer{ID: fare.FareID, Label: fare.ProviderName, Price: price, Fare: &own}}})
	}
	return trip
}

func plainLeg(leg apiclient.Leg) offer.Leg {
	l := offer.Leg{
		From: leg.From, To: leg.To, Departs: offer.Local(leg.DepartsAt),
		Minutes: words.Whole(leg.DurationMinutes), Stops: words.Whole(leg.Stops), Airlines: leg.Airlines,
	}
	l.Arrives = offer.Local(leg.ArrivesAt).Since(l.Departs)
	if len(leg.AirlinesDetail) == len(leg.Airlines) {
		l.Airlines = nil
		for _, c := range leg.AirlinesDetail {
			l.Airlines = append(l.Airlines, c.Name)
		}
	}
	for _, s := range leg.Segments {
		segment := offer.Segment{
			From: s.From, FromName: words.Stated(s.FromName), To: s.To, ToName: words.Stated(s.ToName),
			Departs: offer.Local(s.DepartsAt), Arrives: offer.Local(s.ArrivesAt),
			Mode: string(s.TransportType), Number: words.FlightNumber(s.MarketingCarrier.Code, s.FlightNumber), Carrier: s.MarketingCarrier.Name,
		}
		if segment.Departs.Zoned() && segment.Arrives.Zoned() {
			segment.Minutes = int(segment.Arrives.At.Sub(segment.Departs.At).Minutes())
		} else if len(leg.Segments) == 1 {
			segment.Minutes = l.Minutes
		}
		if s.OperatingCarrier != nil {
			segment.Operator = s.OperatingCarrier.Name
		}
		l.Segments = append(l.Segments, segment)
	}
	return l
}

// The layovers that Signals mentions.
const (
	tightWait = time.Hour
	longWait  = 5 * time.Hour
)

// Signals returns short remarks on a trip that are worth knowing before booking.
func (t Trip) Signals() []string {
	var list []string
	for i, leg := range t.Legs {
		where := ""
		if way := offer.Way(i, len(t.Legs)); way != "" {
			where = " on the way " + way
		}
		add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)+where) }
		if leg.Departs.Known() && leg.Departs.At.Hour() < 6 {
			add("early departure")
		}
		if leg.Overnight {
			add("overnight")
		}
		for n, s := range leg.Segments {
			if s.Mode != "" && s.Mode != "FLIGHT" {
				mode := cmp.Or(map[string]string{"TRAIN": "train", "BUS": "bus"}[s.Mode], "ground transport")
				add("%s from %s to %s", mode, s.From, s.To)
			}
			if n == 0 {
				continue
			}
			before := leg.Segments[n-1]
			if !before.Arrives.Known() || !s.Departs.Known() || before.Arrives.Zoned() != s.Departs.Zoned() {
				continue
			}
			switch wait := s.Departs.At.Sub(before.Arrives.At); {
			case before.To != s.From:
				add("change from %s to %s", before.To, s.From)
			case wait < tightWait:
				add("only %d min to change in %s", int(wait.Minutes()), before.To)
			case wait >= longWait:
				add("long wait in %s", before.To)
			}
		}
	}
	if len(t.Legs) < 2 {
		return list
	}
	// A traveler would expect to go on from where they arrived, and to end where a car may be parked.
	out, back := t.Legs[0], t.Legs[len(t.Legs)-1]
	if out.To != back.From {
		list = append(list, "arrives at "+out.To+", leaves from "+back.From)
	}
	if out.From != back.To {
		list = append(list, "leaves from "+out.From+", comes back to "+back.To)
	}
	return list
}

// TripRequest asks for a trip.
type TripRequest struct {
	Trip    string      // as typed: a row number or an id
	Query   *ask.Values // of getFlightTrip
	Renewal *desk.Renewal
}

// Opened is a trip with the list that it was picked from.
type Opened struct {
	Trip
	Pick   desk.Pick   // its list is in the terms that the trip is shown in
	List   recall.List // its fares, also those that this page does not show
	Locale desk.Locale
}

// OpenTrip reads one trip and keeps its fares, so that they can be named by letter. If the search of the trip has
// expired, the trip is renewed if that is wanted.
func OpenTrip(ctx context.Context, d *desk.Desk, r *TripRequest) (desk.Answer[*Opened], error) {
	r.Renewal = r.Renewal.At(d)
	var none desk.Answer[*Opened]
	pick, err := r.pick(d)
	if err != nil {
		return none, err
	}
	answer, locale, err := open(ctx, d, r, &pick, "open the trip", (*apiclient.Client).GetFlightTrip)
	if err != nil {
		return none, err
	}
	trip := TripOf(*answer.Value)
	warnings := otherCurrency(pick, trip.Currency)
	if slices.ContainsFunc(trip.Legs, func(l offer.Leg) bool {
		return !l.Departs.Zoned() || !l.Arrives.Zoned() || slices.ContainsFunc(l.Segments, func(s offer.Segment) bool {
			return !s.Departs.Zoned() || !s.Arrives.Zoned()
		})
	}) {
		warnings = append(warnings, search.NoZone)
	}
	back := problem.Do("", "getFlightSearchResults") // the page that the trip was picked from, or its search if it is in no list
	switch page := desk.PageOf(pick.List, pick.N); {
	case pick.N == 0:
		back.Args = []string{pick.List.Search.ID}
	case page > 1:
		back = back.Set("page", strconv.Itoa(page))
	}
	pick.List = pick.List.InTerms(cmp.Or(locale.Currency.Value, trip.Currency), locale.Language.Value)
	fares := trip.letter(d, pick.List, pick.Kept)
	r.Renewal.PartsGone(fares)
	kept := d.Keep(fares)
	if kept != nil {
		d.Report.Notice("letters of the fares are not kept: " + kept.Error())
	}
	r.Query.GivenAs("tripId", r.Trip)
	m := desk.MetaOf(r.Query, pick.ID)
	locale.Record(&m, trip.Currency, trip.Locale)
	m.References = fares.Marks()
	// The options of the cheapest fare that has some, or else the link to the seller of the cheapest.
	at := slices.IndexFunc(trip.Fares, func(f Fare) bool { return f.Opens() && apiclient.ValidID(f.ID) })
	switch {
	case kept != nil:
	case at >= 0:
		m.Follow(problem.Do("", "getFareOptions", trip.Fares[at].Argument()))
	case len(trip.Fares) > 0 && apiclient.ValidID(trip.Fares[0].ID):
		m.Follow(problem.Do("", "getFareBookingLink", trip.Fares[0].Argument()))
	}
	m.Follow(back)
	m.Warn(append(warnings, r.Renewal.Record(&m)...)...)
	return desk.Answer[*Opened]{Value: &Opened{trip, pick, fares, locale}, Bodies: [][]byte{answer.Body}, Meta: m}, nil
}

// pick finds the trip and fills in its search id, unless --search names another. It refuses a renewal that could not
// help.
func (r *TripRequest) pick(d *desk.Desk) (desk.Pick, error) {
	pick, err := d.Pick(desk.Argument{Kind: recall.Trips, Label: "TRIP", Text: r.Trip})
	if err != nil {
		return pick, err
	}
	own, err := searchOf(pick, r.Trip)
	if err != nil {
		return pick, err
	}
	pick.List.Search.ID, pick.List.TripID = own, pick.ID
	err = desk.CheckSearch(r.Query, "this trip", search.Ref{ID: own})
	r.Query.SetDefault("searchId", "--search", own)
	return pick, cmp.Or(err, r.Query.Err(), checkTrips(d, r.Renewal, &pick))
}

// searchOf returns the search id of a trip: that of its list, or the part of its id before the first colon.
func searchOf(p desk.Pick, typed string) (string, error) {
	if p.List.Search.ID != "" {
		return p.List.Search.ID, nil
	}
	own, whole := search.RefOf(p.ID)
	if !whole {
		return "", problem.NotAccepted("TRIP", typed, "a row number, or a whole trip id, which has a colon in it")
	}
	return own.ID, nil
}

// open reads something of a trip. If its search has expired and is made again, open reads the same of the trip in the
// new search. doing says in errors what was tried.
func open[P, A any](
	ctx context.Context, d *desk.Desk, r *TripRequest, pick *desk.Pick, doing string,
	read func(*apiclient.Client, context.Context, string, *P) (*apiclient.Answer[A], error),
) (*apiclient.Answer[A], desk.Locale, error) {
	send := func(c *apiclient.Client, p *P) (*apiclient.Answer[A], error) { return read(c, ctx, pick.ID, p) }
	return desk.ReadOrRenew(ctx, d, r.Query, desk.LocaleOf(pick.List.Terms), doing, send, func(failed error) error {
		err := renewTrips(ctx, d, r.Renewal, failed, pick)
		if err == nil {
			r.Query.SetTyped("searchId", pick.List.Search.ID)
		}
		return err
	})
}

// otherCurrency warns if the prices are in another currency than those of the list.
func otherCurrency(p desk.Pick, currency string) []string {
	listed := cmp.Or(p.List.Terms.Currency, desk.ServiceCurrency)
	if p.N == 0 || listed == currency {
		return nil
	}
	return []string{"Prices here are in " + currency + "; the list that the number came from is in " + listed + "."}
}

// letter gives the fares their letters and returns the list of them. of is the list of the trip.
func (t Trip) letter(d *desk.Desk, of recall.List, kept string) recall.List {
	list := of.Head()
	list.Kind, list.Itinerary, list.Rows = recall.Fares, t.Itinerary, nil
	for _, fare := range t.Fares {
		if apiclient.ValidID(fare.ID) {
			list.Rows = append(list.Rows, fare.Row)
		}
	}
	list = d.Lettered(list, kept)
	for i, fare := range t.Fares {
		t.Fares[i].Ref = list.Letter(fare.ID)
	}
	return list
}

// Rows returns the rows of a list for the fares.
func (t Trip) Rows() []recall.Row {
	rows := make([]recall.Row, len(t.Fares))
	for i, fare := range t.Fares {
		rows[i] = fare.Row
	}
	return rows
}

// Argument returns the fare as an argument of a command, ready to paste.
func (f Fare) Argument() string {
	if f.Listed() {
		return f.Ref
	}
	return f.ID
}

// Listed reports whether the fare belongs to a row of a list.
func (f Fare) Listed() bool {
	_, ok := recall.ParseMark(f.Ref)
	return ok
}

// CompareRequest asks for trips to compare.
type CompareRequest struct {
	Trips   []string    // as typed
	Query   *ask.Values // of getFlightTrip, without what names a trip
	Renewal *desk.Renewal
	// Of is the list that the trips come from, with rows of its own for those that no kept list has, such as
	// ones that filters hide. The zero list knows none.
	Of recall.List
}

// Compare reads several trips in one currency. The body of the answer is a document with the bodies of all of them.
func Compare(ctx context.Context, d *desk.Desk, r *CompareRequest) (desk.Answer[[]Opened], error) {
	r.Renewal = r.Renewal.At(d)
	var none desk.Answer[[]Opened]
	named, err := d.PickAll(recall.Trips, "TRIP", r.Trips)
	if err != nil {
		return none, err
	}
	var picks []*desk.Pick
	for _, p := range named {
		if i := slices.IndexFunc(r.Of.Rows, func(row recall.Row) bool { return row.ID == p.ID }); i >= 0 && p.Row.ID == "" {
			p.Row, p.List = r.Of.Rows[i], r.Of.Head()
		}
		picks = append(picks, &p)
	}
	if err := checkTrips(d, r.Renewal, picks...); err != nil {
		return none, err
	}
	r.Query.SetTyped("view", string(apiclient.DetailViewDetail))
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
	answer := desk.Answer[[]Opened]{Bodies: [][]byte{slices.Concat([]byte(`{"trips":[`), bytes.Join(bodies, []byte(",")), []byte("]}"))}, Meta: desk.MetaOf(r.Query)}
	locale.Record(&answer.Meta, trips[0].Currency, trips[0].Locale)
	for i, t := range trips {
		answer.Value = append(answer.Value, Opened{Trip: t, Pick: *picks[i], Locale: locale})
		for _, text := range otherCurrency(*picks[i], t.Currency) {
			if !slices.Contains(answer.Meta.Warnings, text) {
				answer.Meta.Warn(text)
			}
		}
	}
	answer.Meta.Warn(r.Renewal.Record(&answer.Meta)...)
	for _, text := range r.Trips {
		answer.Meta.Follow(problem.Do("", "getFlightTrip", text).Having(locale.Given("currency", "locale")...))
	}
	return answer, nil
}

// read reads all trips at once.
func (r *CompareRequest) read(ctx context.Context, d *desk.Desk, picks []*desk.Pick) ([]Trip, [][]byte, error) {
	trips, bodies := make([]Trip, len(picks)), make([][]byte, len(picks))
	err := d.Each(ctx, len(picks), func(ctx context.Context, i int) error {
		own, err := searchOf(*picks[i], picks[i].ID)
		if err != nil {
			return err
		}
		q := ask.Request[apiclient.GetFlightTripParams](r.Query)
		q.SearchID = own
		answer, err := d.Client().GetFlightTrip(ctx, picks[i].ID, &q)
		if err != nil {
			return fmt.Errorf("open trip %s: %w", Number(*picks[i]), err)
		}
		trips[i], bodies[i] = TripOf(*answer.Value), answer.Body
		return nil
	})
	return trips, bodies, err
}

// Number returns the row number of a trip, its name among the kept offers, or the end of its id.
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

// Experience reads the comfort signals of a trip, leg by leg. It also returns the trip that was picked.
func Experience(ctx context.Context, d *desk.Desk, r *TripRequest) (desk.Answer[*apiclient.TripExperience], desk.Pick, error) {
	r.Renewal = r.Renewal.At(d)
	var none desk.Answer[*apiclient.TripExperience]
	pick, err := r.pick(d)
	if err != nil {
		return none, pick, err
	}
	answer, _, err := open(ctx, d, r, &pick, "read how the trip will feel", (*apiclient.Client).GetTripExperience)
	if err != nil {
		return none, pick, err
	}
	r.Query.GivenAs("tripId", r.Trip)
	experience := desk.NewAnswer(answer, r.Query, pick.ID)
	experience.Meta.Follow(problem.Do("", "getFlightTrip", r.Trip))
	experience.Meta.Warn(r.Renewal.Record(&experience.Meta)...)
	return experience, pick, nil
}

// renewedTrips is a flight search made in place of an expired one, with the list of the old search.
type renewedTrips struct {
	search.Renewed
	service search.Service
	about   recall.List // of the new search, without rows
	list    recall.List // empty unless it is the old search's own
}

// checkTrips checks, before anything is sent, that the trips could be found again.
func checkTrips(d *desk.Desk, renewal *desk.Renewal, picks ...*desk.Pick) error {
	for _, p := range picks {
		if p.List.Flight == nil && p.List.Search.ID != "" { // an id that was typed
			if known, ok := d.Lists().Search(p.List.Search.ID); ok {
				known.TripID = p.List.TripID
				p.List = known
			}
		}
		if len(itineraryOf(d, *p)) == 0 {
			renewal.Lacks(problem.Usagef("--renew finds a trip again by its flights, and those of %s are not kept here", p.Name("trip")).
				Next(desk.SearchAgain(p.List).For("search again and choose, which spends one of your searches")))
		}
		if p.List.Search.ID != picks[0].List.Search.ID {
			alone := []problem.Step{problem.Do("see", "flights.compare").Set("help")}
			if i := slices.IndexFunc(picks, func(p *desk.Pick) bool { return p.Kept != "" }); i >= 0 { // which learns of it
				alone = []problem.Step{
					problem.Do("renew each alone, which spends a search each", "getFlightTrip", picks[i].Kept).Set("renew"),
					problem.Do("or see them as they were kept", "kept.compare"),
				}
			}
			renewal.Lacks(problem.Usagef("--renew makes one search again, and %s and %s are of two", picks[0].Name("trip"), p.Name("trip")).Next(alone...))
		}
	}
	return renewal.Check(picks[0].List)
}

// itineraryOf returns the itinerary of a trip, with flight numbers if the trip was opened before.
func itineraryOf(d *desk.Desk, p desk.Pick) offer.Itinerary {
	for _, fares := range d.Lists().Own(recall.Fares) {
		if fares.TripID == p.ID && len(fares.Itinerary) > 0 {
			return fares.Itinerary
		}
	}
	return p.Row.Trip
}

// renewTrips searches again after a failed read of trips, if that is wanted, and finds each trip in the new search.
// Otherwise it returns the failure.
func renewTrips(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, failed error, picks ...*desk.Pick) error {
	wanted := make([]offer.Itinerary, len(picks))
	for i, p := range picks {
		wanted[i] = itineraryOf(d, *p) // checkTrips checked that there is one
	}
	made, err := searchTrips(ctx, d, renewal, failed, picks[0].List)
	if err != nil {
		return err
	}
	for i, p := range picks {
		row, err := made.find(ctx, d, renewal, wanted[i], p.Row.Price, p.Name("trip"))
		if err != nil {
			return err
		}
		renewal.Price(p.Name("trip"), p.Row.Price, row.Price, p.List.Terms.Locale)
		p.ID, p.List = row.ID, made.about
		p.List.TripID = row.ID
		d.FoundAgain(ctx, *p, p.List, row)
	}
	return made.save(d)
}

// searchTrips makes the search again, or takes one that was made already, reads all its trips and updates the list.
func searchTrips(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, failed error, old recall.List) (*renewedTrips, error) {
	service := d.Service()
	t := &renewedTrips{service: service}
	read := apiclient.GetFlightSearchResultsParams{Currency: query.Optional(old.Terms.Currency), Locale: query.Optional(old.Terms.Locale)}
	err := Subject().Regather(ctx, d, old, renewal, failed, func(list recall.List, seen func(search.FlightSnapshot)) (err error) {
		t.Renewed, err = service.GatherTrips(ctx, list.Search, read, search.DefaultBudget, seen)
		return err
	})
	if err != nil {
		return nil, err
	}
	renewal.NotSettled(t.Last.Progress)
	t.about = old.Again(t.Ref)
	t.about.TripID, t.about.FareID, t.about.Itinerary = "", "", nil
	t.list = t.about
	t.list.Kind = recall.Trips
	if last, _, _ := d.Lists().Latest(recall.Trips); last.Search.ID == old.Search.ID || last.Search.ID == t.ID {
		t.list.Rows = last.Rows
	}
	renewal.Rows(t.list.Rows, t.Trips)
	return t, nil
}

func (t *renewedTrips) save(d *desk.Desk) error {
	if len(t.list.Rows) == 0 {
		return nil // the last list is another search's
	}
	t.list.Made = t.Created
	return d.Save(t.list)
}

// find finds a trip in the new search. If it is not there, the error lists the nearest trips, which are added to the
// list.
func (t *renewedTrips) find(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, want offer.Itinerary, was offer.Money, name string) (offer.Offer, error) {
	at, err := t.service.Find(ctx, want, was, t.Renewed)
	switch {
	case err != nil:
		return offer.Offer{}, renewal.Broken(err, desk.ReadAgain(recall.Trips, 0, t.Ref))
	case at >= 0:
		return t.Trips[at], nil
	}
	ways := []string{"OUT", "BACK"}[:min(max(len(want), 1), 2)]
	near := desk.Nearest(&t.list, offer.Offer{Label: want.Words(), Trip: want}, name, t.Trips, desk.Columns{
		Heads: append(ways, "AIRLINE"),
		Cells: func(o offer.Offer) []string {
			cells := make([]string, len(ways)+1) // one for each way, whatever the service sent
			var carriers []string                // each run of the same once
			for i, leg := range o.Trip {
				if i < len(ways) {
					cells[i] = leg.Times()
				}
				carriers = append(carriers, strings.Join(leg.Carriers, "+"))
			}
			cells[len(ways)] = strings.Join(slices.Compact(carriers), " / ")
			return cells
		},
	})
	var next []problem.Step
	if len(near.Candidates) > 0 {
		next = []problem.Step{
			problem.Do("open one of them", "getFlightTrip", near.Candidates[0].Argument()),
			problem.Do("see all", "getFlightSearchResults"),
		}
	}
	if err := t.save(d); err != nil {
		d.Report.Notice("row numbers are not kept: " + err.Error())
		next = []problem.Step{desk.ReadAgain(recall.Trips, 0, t.Ref)}
	}
	return offer.Offer{}, desk.ChooseNear(name+" is not in the new search", was, near, next...)
}
