// Package flights is what a traveler can do with flights: search and follow, open and compare trips,
// choose fares and their options, hand over, and search again for what has expired.
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
	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Trips is the outcome of a flight search.
type Trips = desk.Found[*apiclient.FlightResults]

// SearchRequest asks for a flight search.
type SearchRequest struct {
	From, To string      // codes or names
	Query    *ask.Values // of createFlightSearch, without the two
	View     desk.View
}

// Asked returns the search with the contract's defaults filled in. Its places are as typed.
func (r *SearchRequest) Asked() query.Flight {
	asked := queryOf(r.Query)
	asked.From, asked.To = r.From, r.To
	return asked
}

// Dates reads DATE and RETURN into a request. Relative days of RETURN count from DATE.
func Dates(ctx context.Context, d *desk.Desk, q *ask.Values, typed []string) error {
	return d.SetDays(ctx, q, typed, 1, desk.End{Wire: "fromDate", Label: "DATE"}, desk.End{Wire: "toDate", Label: "RETURN"})
}

// Check finds every mistake that can be known before a request.
func Check(d *desk.Desk, r *SearchRequest) error {
	err := cmp.Or(checkJourney(d, r.From, r.To, r.Query), r.View.Pages.Apply(r.View.Query), checkFilters(r.View.Query))
	if err != nil || r.Query.Has("toDate") {
		return err
	}
	return checkOneWay(r.View.Query)
}

// checkJourney checks the route, the dates and the party of a search or of a link to one.
func checkJourney(d *desk.Desk, from, to string, q *ask.Values) error {
	return cmp.Or(places.CheckRoute(d, from, to), query.CheckTravel(d.Now(), q.Text("fromDate"), q.Text("toDate")), checkParty(q))
}

// Create makes a search and keeps it. It uses one of the traveler's searches. Mistakes that can be found without a
// request are usage errors.
func Create(ctx context.Context, d *desk.Desk, r *SearchRequest) (desk.Search, error) {
	ready, err := Prepare(ctx, d, r)
	if err != nil {
		return desk.Search{}, err
	}
	return ready.Make(ctx, d)
}

// Prepare checks a search and looks up its places. It makes no search.
func Prepare(ctx context.Context, d *desk.Desk, r *SearchRequest) (desk.Search, error) {
	var none desk.Search
	view := r.View.Query.View()
	if err := Check(d, r); err != nil {
		return none, err
	}
	if err := d.NeedList(); err != nil {
		return none, err
	}
	locale, err := d.Resolve(ctx, r.Query, desk.Locale{})
	if err != nil {
		return none, err
	}
	finder := places.At(d, locale)
	from, to, err := finder.Route(ctx, r.From, r.To, false)
	if err != nil {
		return none, err
	}
	r.View.Query.Repeat(r.Query)
	setRoute(r.Query, r.From, r.To, from, to)
	if err := cmp.Or(r.View.Query.Err(), r.Query.Err()); err != nil {
		return none, err
	}
	request, asked := ask.Request[apiclient.FlightSearchRequest](r.Query), queryOf(r.Query)
	asked.FromCity, asked.ToCity, asked.FromName, asked.ToName = from.City, to.City, from.Name, to.Name
	list := recall.List{Kind: recall.Trips, Flight: &asked, Terms: asked.Terms, View: view}
	return desk.Search{
		List: list, View: r.View, Locale: locale, Asked: r.Query.Asked(),
		Create: func(ctx context.Context) (search.Created, error) {
			made, err := d.Service().CreateFlights(ctx, request)
			if err == nil {
				places.Remember(d, from, to)
			}
			return made, finder.Refused(ctx, err, [2]string{"FROM", from.Code}, [2]string{"TO", to.Code})
		},
	}, nil
}

// setRoute sets both ends of a route in a request, with what was typed for them.
func setRoute(q *ask.Values, typedFrom, typedTo string, from, to places.Place) {
	q.GivenAs("from", typedFrom)
	q.GivenAs("to", typedTo)
	q.SetTyped("from", from.Code)
	q.SetTyped("to", to.Code)
}

// CheckView refuses filters that do not go together, or that do not fit the search of a list.
func CheckView(q *ask.Values, list recall.List) error {
	if err := checkFilters(q); err != nil {
		return err
	}
	if list.Flight != nil && list.Flight.OneWay() { // an id alone does not say
		return checkOneWay(q)
	}
	return nil
}

// checkParty checks that there are no more infants than adults, since an infant has no seat.
func checkParty(q *ask.Values) error {
	adults := 1
	if q.Has("adults") {
		adults = q.Number("adults")
	}
	if infants := q.Number("infants"); infants > adults {
		return problem.Usagef("--infants %d is more than --adults %d; an infant travels on an adult's lap", infants, adults).
			At("infants", "there are more infants than adults; an infant travels on an adult's lap")
	}
	return nil
}

// checkFilters refuses filters that the service would ignore or answer with nothing.
func checkFilters(q *ask.Values) error {
	if q.Has("airlines-match") && !q.Has("airlines") {
		return problem.Usagef("--airlines-match %s does nothing without --airlines; name the airlines too", q.Text("airlines-match"))
	}
	return q.CheckSpans()
}

// checkOneWay refuses filters on the return of a one-way search.
func checkOneWay(q *ask.Values) error {
	for _, wire := range q.Names() {
		if strings.HasPrefix(wire, "return-") {
			return problem.Usagef("%s needs a return flight; give RETURN, or leave it out", q.Typed(wire))
		}
	}
	return nil
}

// Subject describes flight searches.
func Subject() desk.Subject[*apiclient.FlightResults] {
	return desk.Subject[*apiclient.FlightResults]{
		Kind: recall.Trips, Facets: recall.TripFacets,
		Reader: func(s search.Service, id string, q *ask.Values) search.Reader[*apiclient.FlightResults] {
			return s.Flights(id, ask.Request[apiclient.GetFlightSearchResultsParams](q))
		},
		Create: func(ctx context.Context, s search.Service, list recall.List) (search.Created, error) {
			return s.CreateFlights(ctx, list.Flight.Request())
		},
		Check: func(v desk.View, list recall.List) error { return CheckView(v.Query, list) },
		Page:  search.FlightPage,
		Join: func(first *apiclient.FlightResults, all search.Gathered[*apiclient.FlightResults]) *apiclient.FlightResults {
			joined := *first
			joined.Results = search.Rows(all, func(r *apiclient.FlightResults) []apiclient.TripCard { return r.Results })
			joined.Metadata.HasMore = all.More
			return &joined
		},
		Look: func(s search.FlightSnapshot) desk.Snapshot {
			meta, names := s.Results.Metadata, map[string]string{}
			for _, card := range s.Results.Results {
				if len(card.Legs) > 0 {
					first := card.Legs[0]
					names[card.TripID] = words.And(AirlineNames(first.Airlines)) + " " + offer.Clock(words.Moment(first.DepartsAt))
				}
			}
			return desk.Snapshot{
				Value: s, Body: s.Body, Rows: len(s.Results.Results), Progress: s.Progress,
				Counts: map[string]int{
					"trips": meta.SnapshotTripCount, "fares": meta.SnapshotFareCount, "matching": meta.TotalCandidates, "shown": len(s.Results.Results),
				},
				Listing: search.TripListing(s.Results), Names: names, First: FirstRow(s.Results),
				Currency: meta.CurrencyCode, Priced: s.Results.CurrencyCode, Locale: meta.Locale,
			}
		},
		Words: func(r *apiclient.FlightResults) []desk.Facet { return desk.FacetsOf(r.Metadata.FilterOptions) },
		Lowest: func(r *apiclient.FlightResults) (offer.Money, bool) {
			if len(r.Results) == 0 {
				return offer.Money{}, false
			}
			return search.TripPrice(r.Results[0]), true
		},
		Rows: tripRows, Next: next,
		Airports: func(ctx context.Context, d *desk.Desk, in desk.Locale, city string) []string {
			return places.At(d, in).Airports(ctx, city)
		},
	}
}

// next returns the steps that usually follow.
func next(s search.FlightSnapshot, view desk.View, list recall.List, _ desk.Locale) []problem.Step {
	id := list.Search.ID
	if view.Facets {
		return []problem.Step{view.Read(id)}
	}
	var next []problem.Step
	if len(s.Results.Results) > 0 {
		next = append(next, problem.Do("", "getFlightTrip", strconv.Itoa(FirstRow(s.Results))))
		// What most travelers turn to.
		anyStops, otherOrder := !view.Query.Has("stops"), view.Query.Text("sort") != "price_asc"
		var without []string
		if anyStops {
			without = append(without, "stops")
		}
		if otherOrder {
			without = append(without, "sort")
		}
		better := view.Read(id, without...)
		if anyStops {
			better = better.Set("nonstop")
		}
		if otherOrder {
			better = better.Set("sort", "cheapest")
		}
		if len(without) > 0 {
			next = append(next, better)
		}
		next = append(next, view.Read(id).Set("facets"))
	}
	if s.Results.Metadata.SnapshotTripCount == 0 && s.Whole == "" {
		next = append(next, view.Read(id).Set("wait", desk.Wait))
	}
	return append(next, desk.ReadOn(view, id, search.FlightPage(s))...)
}

// tripRows returns the list of the trips of a read, so that they can be named by number. Later reads use its currency
// and language.
func tripRows(s search.FlightSnapshot, list recall.List, locale desk.Locale) recall.List {
	list = list.InTerms(cmp.Or(locale.Currency.Value, s.Results.Metadata.CurrencyCode), locale.Language.Value)
	list.Kind, list.Matching = recall.Trips, s.Results.Metadata.TotalCandidates
	first := FirstRow(s.Results)
	list.Rows = make([]recall.Row, 0, len(s.Results.Results))
	for i, card := range s.Results.Results {
		if apiclient.ValidID(card.TripID) { // else it is never offered for reuse
			list.Rows = append(list.Rows, recall.Row{N: first + i, Offer: search.CardOffer(card)})
		}
	}
	return list
}

// FirstRow returns the number of the first row of a page.
func FirstRow(r *apiclient.FlightResults) int {
	return (r.Metadata.Page-1)*r.Metadata.PageSize + 1
}

// AirlineNames returns the names of airlines, or their codes if they have no name.
func AirlineNames(airlines []apiclient.AirlineIdentity) []string {
	var names []string
	for _, a := range airlines {
		names = append(names, cmp.Or(a.Name, a.Code))
	}
	return names
}

// BadgeWords returns the labels of a trip in words: cheapest_direct is "cheapest nonstop".
func BadgeWords(badges []apiclient.TripBadge) []string {
	var names []string
	for _, b := range badges {
		names = append(names, strings.NewReplacer("_", " ", "direct", "nonstop").Replace(string(b)))
	}
	return names
}

// WhyNone explains an empty list: which filters are set, and what removing each of them would bring back. It sends
// one read per filter. It returns nil if filters are not the reason.
func WhyNone(ctx context.Context, d *desk.Desk, trips Trips, view desk.View) *desk.Nothing {
	meta := trips.Value.Results.Metadata
	filters := view.Query.Filters()
	if meta.TotalCandidates > 0 || meta.SnapshotTripCount == 0 || len(filters) == 0 {
		return nil
	}
	return Subject().WhyNone(ctx, d, trips, view, filters, meta.SnapshotTripCount)
}

// ThirdPlace improves err, a mistake in the days behind FROM and TO, if one of them is a place: a search has only two
// places. q is of an operation with a fromDate.
func ThirdPlace(d *desk.Desk, q *ask.Values, typed []string, err error) error {
	const legs = "search each leg on its own, with its own date"
	day := func(word string) bool { return ask.New(q.Op().ID, q.Days()).Set("fromDate", "DATE", word) == nil }
	for i, word := range typed {
		switch capitals := places.IsCode(word) && word == strings.ToUpper(word); {
		case day(word), !namesPlace(word):
			continue
		case !capitals && !slices.ContainsFunc(typed[i+1:], day):
			continue // a bad date rather
		case !capitals:
			hint := fmt.Sprintf("if %s is a place: several cities in one search are not offered by the service, %s", words.Quote(word), legs)
			return problem.Error{Err: err, Hint: hint, Then: problem.Ways(problem.Do("how days are written", "help", "dates"))}
		}
		if known, err := d.Deployment.Knows(word); err == nil && known {
			return problem.Usagef("%s is a third place, and several cities in one search are not offered by the service", word).Advise(legs)
		}
	}
	return err
}

// namesPlace reports whether text can be a place: it has letters only, and no word of it is a date word or a
// misspelled one.
func namesPlace(text string) bool {
	list := strings.Fields(words.Fold(text))
	return len(list) > 0 && !strings.ContainsAny(text, "0123456789+") && !slices.ContainsFunc(list, func(word string) bool {
		return slices.ContainsFunc(strings.Fields(dayWords), func(known string) bool {
			slips := words.EditDistance(word, known)
			return slips == 0 || slips <= len(known)/4 || len(word) > 3 && strings.HasPrefix(known, word)
		})
	})
}

const dayWords = "today tomorrow yesterday next this in on a week weeks day days month months night nights " +
	"monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun " +
	"january february march april may june july august september october november december jan feb mar apr jun jul aug sep oct nov dec"

// Operations returns the operations of the contract about flights.
func Operations() map[string]desk.Operation {
	journey := func(d *desk.Desk, q *ask.Values) error { return checkJourney(d, q.Text("from"), q.Text("to"), q) }
	return map[string]desk.Operation{
		"createFlightSearch": desk.Makes(journey, search.Service.CreateFlights),
		"getFlightSearchResults": desk.Reads(
			func(_ *desk.Desk, q *ask.Values) error { return checkFilters(q) },
			func(*ask.Values) desk.Subject[*apiclient.FlightResults] { return Subject() },
		),
		"getFlightTrip":       {Doing: "open the trip"},
		"getTripExperience":   {Doing: "read how the trip will feel"},
		"getFareOptions":      {Doing: "open the fare"},
		"getFareBookingLink":  {Doing: "make the link", Check: checkBooking},
		"getFlightSearchLink": {Doing: "make the link", Check: journey},
		"getFlightSchedules": {Doing: "read the timetable", Check: func(d *desk.Desk, q *ask.Values) error {
			return places.CheckRoute(d, q.Text("from"), q.Text("to"))
		}},
	}
}

// Timetable is the published timetable of a route, with the places at both ends.
type Timetable struct {
	*apiclient.ScheduleResults
	From, To places.Place
}

// Schedules reads the published timetable of a route, over as many pages as are wanted. from and to are codes or names,
// and q is of getFlightSchedules, without them. It uses no search. If a read fails, Schedules returns what it has
// together with the error.
func Schedules(
	ctx context.Context, d *desk.Desk, from, to string, q *ask.Values, pages desk.Pages,
) (desk.Answer[Timetable], error) {
	var none desk.Answer[Timetable]
	if err := cmp.Or(places.CheckRoute(d, from, to), pages.Apply(q)); err != nil {
		return none, err
	}
	locale, err := d.Resolve(ctx, q, desk.Locale{})
	if err != nil {
		return none, err
	}
	finder := places.At(d, locale)
	start, end, err := finder.Route(ctx, from, to, false)
	if err != nil {
		return none, err
	}
	setRoute(q, from, to, start, end)
	ends := [][2]string{{"FROM", start.Code}, {"TO", end.Code}}
	rows := func(r *apiclient.ScheduleResults) desk.PageRows[apiclient.ScheduledFlight] {
		return desk.PageRows[apiclient.ScheduledFlight]{List: &r.Results, Total: r.Metadata.TotalCandidates, More: &r.Metadata.HasMore}
	}
	answer, _, err := desk.ReadPages(ctx, d, q, locale, pages, "read the timetable", (*apiclient.Client).GetFlightSchedules, rows)
	if answer.Value == nil {
		return none, finder.Refused(ctx, err, ends...)
	}
	meta := &answer.Value.Metadata
	if meta.TotalCandidates == 0 {
		if err := finder.Unserved(ctx, ends...); err != nil {
			return none, err
		}
	}
	places.Remember(d, start, end)
	meta.ResultCount = answer.Rows
	locale.Take(meta.SiteCode)
	locale.Record(&answer.Meta, "", desk.ServiceLocale)
	if meta.Coverage == apiclient.CoverageTruncated {
		answer.Meta.Warn(desk.TruncatedList)
	}
	return desk.Answer[Timetable]{Value: Timetable{answer.Value, start, end}, Bodies: answer.Bodies, Rows: answer.Rows, Meta: answer.Meta}, err
}

// Batch describes the lines of a batch of flight searches. body and view apply to every line that does not set its own
// values.
func Batch(body *ask.Values, view desk.View) batch.Kind {
	request := func(r *batch.Row) *SearchRequest {
		own := view
		own.Query = r.Read
		return &SearchRequest{From: r.Arguments["from"], To: r.Arguments["to"], Query: r.Body, View: own}
	}
	return batch.Kind{
		Arguments: []batch.Argument{
			{Name: "from", Needed: true}, {Name: "to", Needed: true},
			{Name: "fromDate", Also: []string{"date"}, Day: "fromDate", Needed: true},
			{Name: "toDate", Also: []string{"return"}, Day: "toDate"},
		},
		Body: body, Read: view.Query,
		Closed:    []string{"searchId", "page", "pageSize"},
		Common:    []string{"adults", "cabin", "currency"},
		Example:   "from,to,fromDate,toDate and below it DXB,LHR,+30d,+37d",
		Operation: func(*batch.Row) string { return desk.FlightSearches },
		Lives:     search.FlightsLast,
		Check:     func(d *desk.Desk, r *batch.Row) error { return Check(d, request(r)) },
		Prepare: func(ctx context.Context, d *desk.Desk, r *batch.Row) (desk.Search, error) {
			return Prepare(ctx, d, request(r))
		},
		Follow: batch.Follow(Subject(), view, func(r *apiclient.FlightResults) int { return r.Metadata.TotalCandidates }),
	}
}
