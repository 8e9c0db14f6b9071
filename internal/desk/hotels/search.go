// Package hotels is what a traveler can do with hotels: search and follow, read their rates and
// reviews, open and compare them, hand over to where a rate is booked, and search again for what has
// expired.
package hotels

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
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

// Found is the outcome of a hotel search.
type Found = desk.Found[*apiclient.HotelResults]

// SearchRequest asks for a hotel search. Place is a city by name or code, a point as LAT,LNG, or one hotel: its id,
// its row number or its whole name in the last list.
type SearchRequest struct {
	Place string
	Query *ask.Values // of createHotelSearch, without the place
	View  desk.View
}

// Asked returns the search with the contract's defaults filled in. Its place is as typed.
func (r *SearchRequest) Asked() query.Stay {
	asked := stayOf(r.Query)
	asked.City = r.Place
	asked.Terms = query.Terms{Currency: r.Query.Text("currency"), Locale: r.Query.Text("locale"), SiteCode: r.Query.Text("siteCode")}
	return asked
}

// check finds the mistakes that can be found without a request, and reads the place as far as that is possible.
func (r *SearchRequest) check(d *desk.Desk) (where, error) {
	err := cmp.Or(
		query.CheckStay(d.Now(), r.Query.Text("checkIn"), r.Query.Text("checkOut")), r.View.Pages.Apply(r.View.Query), CheckView(r.View.Query),
	)
	if err != nil {
		return where{}, err
	}
	place, err := readPlace(d, r.Place, r.Query)
	if err != nil {
		return where{}, err
	}
	fillGuests(r.Query, place.list.Asked())
	return place, cmp.Or(checkNearest(r.View, place.stay), checkGuests(r.Query))
}

// Check finds the mistakes that can be found without a request.
func Check(d *desk.Desk, r *SearchRequest) error {
	_, err := r.check(d)
	return err
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

// Prepare checks a search and looks up its place. It makes no search.
func Prepare(ctx context.Context, d *desk.Desk, r *SearchRequest) (desk.Search, error) {
	var none desk.Search
	view := r.View.Query.View()
	place, err := r.check(d)
	if err != nil {
		return none, err
	}
	locale, _, err := place.settle(ctx, d, r.Place, r.Query, r.View.Query)
	if err = cmp.Or(err, checkNearest(r.View, place.stay)); err != nil {
		return none, err
	}
	ready, err := prepare(d, recall.List{Kind: recall.Hotels, View: view}, r.Query, place.stay, locale)
	if err != nil {
		return none, err
	}
	ready.View = r.View
	if r.Query.Number("children") > 0 && !r.Query.Has("childrenAges") {
		ready.Warnings = []string{noAges}
	}
	return ready, nil
}

// prepare returns a search for the place that its request names, to be kept as that list.
func prepare(d *desk.Desk, list recall.List, q *ask.Values, place query.Stay, locale desk.Locale) (desk.Search, error) {
	request := ask.Request[apiclient.HotelSearchRequest](q)
	if err := cmp.Or(q.Err(), d.NeedList()); err != nil {
		return desk.Search{}, err
	}
	service := d.Service()
	place.CheckIn, place.CheckOut, place.Radius, place.Terms = q.Text("checkIn"), q.Text("checkOut"), q.Text("radius"), locale.Terms()
	list.Stay, list.Terms = &place, place.Terms // the service says who stays
	return desk.Search{
		List: list, Locale: locale, Asked: q.Asked(),
		Create: func(ctx context.Context) (search.Created, error) { return create(ctx, service, request) },
	}, nil
}

// create makes a search. A 404 means that the service does not know the hotel.
func create(ctx context.Context, s search.Service, request apiclient.HotelSearchRequest) (search.Created, error) {
	made, err := s.CreateHotels(ctx, request)
	if desk.IsGone(err) {
		find := problem.Step{Why: "check the id of the hotel", Do: "createHotelSearch", Note: "finds hotels by name"}
		err = atPlace("", problem.Error{Err: err, Then: problem.Ways(find)})
	}
	return made, err
}

// noAges warns that the service assumes an age if the children's ages are not given.
const noAges = "the children's ages were not given, so each counts as 8 years old; give --children-ages for the real price"

// SetStay reads CHECKIN and CHECKOUT into a request. Relative days of CHECKOUT, such as +3d or 3 nights, count from
// CHECKIN.
func SetStay(ctx context.Context, d *desk.Desk, q *ask.Values, typed []string) error {
	return d.SetDays(ctx, q, typed, 2, desk.End{Wire: "checkIn", Label: "CHECKIN"}, desk.End{Wire: "checkOut", Label: "CHECKOUT"})
}

// Who stays where no one says, and how old a child is, by the contract.
const (
	UsualAdults = 2
	usualAge    = 8
)

// checkGuests checks that each room has an adult and that the ages match the children. Ages alone set the number of
// children.
func checkGuests(q *ask.Values) error {
	adults := UsualAdults
	if q.Has("adults") {
		adults = q.Number("adults")
	}
	if rooms := q.Number("rooms"); rooms > adults {
		return problem.Usagef("--rooms %d is more than --adults %d; each room needs an adult", rooms, adults).
			At("rooms", "there are more rooms than adults; each room needs an adult")
	}
	children, ages := q.Number("children"), len(agesOf(q))
	switch {
	case ages > 0 && !q.Has("children"):
		q.SetTyped("children", ages)
	case q.Has("childrenAges") && ages != children:
		given := words.Counted(ages, "age")
		return problem.Usagef("--children-ages has %s for --children %d; give one age for each child", given, children).
			At("childrenAges", fmt.Sprintf("there are %s for %s; give one age for each child", given, words.Plural(children, "child", "children")))
	}
	return nil
}

// agesOf returns the children's ages in years, of a search or of a link, which has them in one text.
func agesOf(q *ask.Values) (ages []int) {
	for text := range strings.FieldsFuncSeq(strings.Join(q.Texts("childrenAges"), ","), func(r rune) bool { return r == ',' }) {
		age, _ := strconv.Atoi(text) // its pattern was checked
		ages = append(ages, age)
	}
	return ages
}

// CheckView refuses combinations that the service refuses or answers with nothing.
func CheckView(q *ask.Values) error {
	switch judged := ask.JudgedByGuests(q); {
	case q.Has("guest-type") && !judged:
		return problem.Usagef("--guest-type %s does nothing alone; add --min-guest-rating or --sort guest_rating_desc", q.Text("guest-type"))
	case judged && !q.Has("guest-type"):
		which := "--sort guest_rating_desc"
		if q.Has("min-guest-rating") {
			which = "--min-guest-rating"
		}
		return problem.Usagef("%s needs --guest-type: business, couple, family or solo", which)
	}
	return q.CheckSpans()
}

// fillGuests takes the guests of a list if the request has none. It does not add the list's ages to children that
// were given.
func fillGuests(q *ask.Values, asked query.Stay) {
	if asked.Adults == 0 {
		return
	}
	q.SetDefault("adults", "--adults", strconv.Itoa(asked.Adults))
	q.SetDefault("rooms", "--rooms", strconv.Itoa(max(asked.Rooms, 1)))
	if !q.Has("children") && len(asked.ChildrenAges) > 0 {
		q.SetDefault("childrenAges", "--children-ages", asked.Ages())
	}
}

// Subject describes hotel searches.
func Subject() desk.Subject[*apiclient.HotelResults] {
	return desk.Subject[*apiclient.HotelResults]{
		Kind: recall.Hotels, Facets: recall.HotelFacets,
		Reader: func(s search.Service, id string, q *ask.Values) search.Reader[*apiclient.HotelResults] {
			return s.Hotels(id, ask.Request[apiclient.GetHotelSearchResultsParams](q))
		},
		Create: func(ctx context.Context, s search.Service, list recall.List) (search.Created, error) {
			return create(ctx, s, list.Asked().Request())
		},
		Check: func(v desk.View, list recall.List) error {
			return cmp.Or(checkNearest(v, list.Asked()), CheckView(v.Query))
		},
		Page: pageOf,
		Join: func(first *apiclient.HotelResults, all search.Gathered[*apiclient.HotelResults]) *apiclient.HotelResults {
			joined := *first
			joined.Results = search.Rows(all, func(r *apiclient.HotelResults) []apiclient.HotelCard { return r.Results })
			joined.Metadata.HasMore = all.More
			return &joined
		},
		Look: func(s search.HotelSnapshot) desk.Snapshot {
			meta, names := s.Results.Metadata, map[string]string{}
			for _, card := range s.Results.Results {
				names[strconv.FormatInt(card.HotelID, 10)] = card.Name
			}
			return desk.Snapshot{
				Value: s, Body: s.Body, Rows: len(s.Results.Results), Progress: s.Progress, Complete: &s.Results.SearchComplete,
				Counts: map[string]int{
					"hotels": meta.SnapshotCandidateCount, "priced": meta.TotalBeforeFilters, "matching": meta.TotalCandidates, "shown": len(s.Results.Results),
				},
				Listing: search.HotelListing(s.Results), Names: names, First: FirstRow(s.Results),
				Currency: meta.CurrencyCode, Priced: s.Results.CurrencyCode, Locale: meta.Locale,
			}
		},
		Words: func(r *apiclient.HotelResults) []desk.Facet { return desk.FacetsOf(r.Metadata.FilterOptions) },
		Lowest: func(r *apiclient.HotelResults) (offer.Money, bool) {
			if len(r.Results) == 0 {
				return offer.Money{}, false
			}
			return search.HotelPrice(r.Results[0].Price).Night, true
		},
		Rows: hotelRows, Next: next, Order: order,
	}
}

func pageOf(s search.HotelSnapshot) search.Page[*apiclient.HotelResults] {
	meta := s.Results.Metadata
	return search.Page[*apiclient.HotelResults]{
		Body: s.Body, Value: s.Results, N: meta.Page, Size: meta.PageSize,
		Rows: len(s.Results.Results), Total: meta.TotalCandidates, More: meta.HasMore,
	}
}

// next returns the steps that usually follow. They name only rows that are kept.
func next(s search.HotelSnapshot, view desk.View, list recall.List, _ desk.Locale) []problem.Step {
	id := list.Search.ID
	if view.Facets {
		return []problem.Step{view.Read(id)}
	}
	var rows []string
	var next []problem.Step
	for i, card := range s.Results.Results {
		if query.IsHotelID(card.HotelID) {
			rows = append(rows, strconv.Itoa(FirstRow(s.Results)+i))
		}
	}
	if len(rows) > 0 {
		next = append(next, problem.Do("", "getHotelRates", rows[0]), problem.Do("", "getHotel", rows[0]))
	}
	if len(rows) > 1 {
		next = append(next, problem.Do("", "hotels.compare", rows[:2]...))
	}
	if ReasonOf(s.Results) == ComingIn && s.Whole == "" {
		next = append(next, view.Read(id).Set("wait", desk.Wait))
	}
	next = append(next, desk.ReadOn(view, id, pageOf(s))...)
	if list.Asked().HotelID != 0 || len(s.Results.Results) == 0 {
		return next
	}
	return append(next, view.Read(id).Set("facets"))
}

// hotelRows returns the list of the hotels of a read, so that they can be named by number. Later reads use its
// currency and language.
func hotelRows(s search.HotelSnapshot, list recall.List, locale desk.Locale) recall.List {
	meta := s.Results.Metadata
	list = stayed(list, s.Results.Stay).InTerms(cmp.Or(locale.Currency.Value, meta.CurrencyCode), locale.Language.Value)
	list.Kind, list.Matching = recall.Hotels, meta.TotalCandidates
	if meta.CreatedAt != nil && list.Search.Created.IsZero() {
		list.Search.Created = words.Moment(*meta.CreatedAt)
	}
	first := FirstRow(s.Results)
	for i, card := range s.Results.Results {
		if query.IsHotelID(card.HotelID) { // else it is never offered for reuse
			list.Rows = append(list.Rows, hotelRow(first+i, card))
		}
	}
	return list
}

// stayed adds the stay that the service states to a list. A search that was named by its id has no other.
func stayed(list recall.List, stay *apiclient.Stay) recall.List {
	if stay != nil {
		asked := list.Asked().For(stay.Occupancy)
		asked.CheckIn, asked.CheckOut = stay.CheckIn, stay.CheckOut
		list.Stay = &asked
	}
	return list
}

// hotelRow returns the row of a list for a hotel.
func hotelRow(n int, card apiclient.HotelCard) recall.Row {
	price := search.HotelPrice(card.Price)
	allIn, _ := price.AllIn()
	hotel := offer.Hotel{
		Page: card.PageURL, Stay: price.Stay.Amount, AllIn: allIn.Amount,
		FreeCancellation: card.Refundable == apiclient.RefundableWitnessAvailable,
		Score:            scoreOf(card.Review), Cohorts: map[string]offer.Score{},
	}
	for _, cohort := range Cohorts() {
		if score := scoreOf(ReviewOf(card.ReviewsByGuestType, cohort)); score != nil {
			hotel.Cohorts[string(cohort)] = *score
		}
	}
	if price.Near {
		hotel.StayIn = price.Stay.Currency
	}
	return recall.Row{N: n, Offer: offer.Offer{ID: strconv.FormatInt(card.HotelID, 10), Label: card.Name, Price: price.Night, Hotel: &hotel}}
}

// Cohorts returns the kinds of guests, in the order in which they are shown.
func Cohorts() []apiclient.GuestCohort {
	return []apiclient.GuestCohort{
		apiclient.GuestCohortCouple, apiclient.GuestCohortFamily, apiclient.GuestCohortSolo, apiclient.GuestCohortBusiness,
	}
}

// ReviewOf returns the review of one kind of guests, or nil.
func ReviewOf(by *apiclient.ReviewsByGuestType, cohort apiclient.GuestCohort) *apiclient.Review {
	if by == nil {
		return nil
	}
	switch cohort {
	case apiclient.GuestCohortBusiness:
		return by.Business
	case apiclient.GuestCohortCouple:
		return by.Couple
	case apiclient.GuestCohortFamily:
		return by.Family
	case apiclient.GuestCohortSolo:
		return by.Solo
	}
	return nil
}

func scoreOf(r *apiclient.Review) *offer.Score {
	if r == nil {
		return nil
	}
	return &offer.Score{Value: r.Score.String(), Count: r.Count.String()}
}

// FirstRow returns the number of the first row of a page.
func FirstRow(r *apiclient.HotelResults) int {
	return max((r.Metadata.Page-1)*r.Metadata.PageSize, 0) + 1
}

// Reason is why a page has no hotel.
type Reason uint8

// The reasons.
const (
	NotEmpty   Reason = iota // it has hotels
	SoldOut                  // none can be booked on this service for these days, which proves nothing of others
	ComingIn                 // none with a price has come in so far
	PastTheEnd               // the page is past the last one
	Filtered                 // the filters leave none; WhyNone says which
)

// ReasonOf returns why a page has no hotel.
func ReasonOf(r *apiclient.HotelResults) Reason {
	switch {
	case len(r.Results) > 0:
		return NotEmpty
	case r.Metadata.TotalBeforeFilters == 0 && r.SearchComplete:
		return SoldOut
	case r.Metadata.TotalBeforeFilters == 0:
		return ComingIn
	case r.Metadata.TotalCandidates > 0:
		return PastTheEnd
	}
	return Filtered
}

// WhyNone explains an empty list: which filters are set, and what removing each of them would bring back. It sends
// one read per filter. It returns nil if filters are not the reason.
func WhyNone(ctx context.Context, d *desk.Desk, found Found, view desk.View) *desk.Nothing {
	if ReasonOf(found.Value.Results) != Filtered {
		return nil
	}
	meta := found.Value.Results.Metadata
	// Whose rating is meant goes with the rating, and is not a filter of its own.
	filters := slices.DeleteFunc(view.Query.Filters(), func(wire string) bool { return wire == "guest-type" })
	return Subject().WhyNone(ctx, d, found, view, filters, meta.TotalBeforeFilters)
}

// stayIn returns a stay in a city, by its coordinates if the city has no code, and notes in the request what was
// typed for it.
func stayIn(city places.Place, q *ask.Values, typed string) query.Stay {
	var spot query.Spot // the airport that was named in place of its city
	if s := city.Spot; s != nil {
		spot = query.Spot{
			Code: strings.ToUpper(words.Stated(s.Code)), Name: places.ShortName(*s), Lat: words.Decimal(s.Latitude), Lng: words.Decimal(s.Longitude),
		}
	}
	if city.Code == "" {
		q.GivenAs("lat", typed)
		q.GivenAs("lng", typed)
		return query.Stay{Lat: spot.Lat, Lng: spot.Lng, Name: city.Name}
	}
	q.GivenAs("cityCode", typed)
	return query.Stay{City: city.Code, Name: city.Name, Spot: spot}
}

// FromSpot returns the distance in kilometers between a hotel and the point or airport that a search was made around.
// It returns nil if the search was for a city or a hotel, or if coordinates are missing.
func FromSpot(asked query.Stay, lat, lng *json.Number) *float64 {
	spot := asked.From()
	from, known := places.PointAt(new(json.Number(spot.Lat)), new(json.Number(spot.Lng)))
	to, knownToo := places.PointAt(lat, lng)
	if !known || !knownToo {
		return nil
	}
	return new(from.Kilometres(to))
}

// IsNearest reports whether the hotels are to be sorted by distance. Around a point, no service has that order.
func IsNearest(q *ask.Values) bool { return strings.EqualFold(q.Typed("sort"), ask.Nearest) }

// checkNearest refuses options that do not go with an order that needs every page.
func checkNearest(view desk.View, asked query.Stay) error {
	switch {
	case !IsNearest(view.Query) || asked.From().Lat == "":
		return nil
	case view.Life.Watch:
		return problem.Usagef("nearest first reads every page, and --watch follows one; leave --watch out, or give another --sort")
	}
	return nil
}

// order returns the function that sorts a view here, or nil if the service sorts it, and the view of the pages that
// this needs.
func order(view desk.View, list recall.List) (desk.View, func(*search.HotelSnapshot, [][]byte) ([][]byte, error), error) {
	asked := list.Asked()
	switch {
	case !IsNearest(view.Query):
		return view, nil, nil
	case asked.From().Lat == "":
		return view, func(s *search.HotelSnapshot, bodies [][]byte) ([][]byte, error) {
			s.Odd = append(s.Odd, "nearest is to the center of the city, by the service's own distances")
			return bodies, nil
		}, nil
	}
	page, shown := max(view.Query.Number("page"), 1), cmp.Or(view.Pages.Rows(), view.Query.Number("pageSize"), desk.UsualRows)
	view.Pages = desk.PagesOf(view.Query.Op())
	view.Pages.All = true
	view.Query = view.Query.Clone()
	view.Query.Unset("page")
	view.Query.SetTyped("pageSize", view.Pages.Widest)
	return view, func(s *search.HotelSnapshot, bodies [][]byte) ([][]byte, error) {
		return nearest(s, bodies, asked, page, shown)
	}, nil
}

// nearest sorts the hotels of all pages by their distance from the point of the search, and keeps those of the wanted
// page. The body is one document with the rows in that order.
func nearest(s *search.HotelSnapshot, bodies [][]byte, asked query.Stay, page, shown int) ([][]byte, error) {
	results := *s.Results
	all := len(results.Results)
	away, order := make([]float64, all), make([]int, all)
	lost := 0
	for i, card := range results.Results {
		order[i], away[i] = i, math.Inf(1)
		if km := FromSpot(asked, card.Lat, card.Lng); km != nil {
			away[i] = *km
		} else {
			lost++
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(away[a], away[b]) })
	from := min((page-1)*shown, all)
	to := min(from+shown, all)
	order = order[from:to]
	rows := make([]apiclient.HotelCard, len(order))
	for i, at := range order {
		rows[i] = results.Results[at]
	}
	body, err := desk.JoinPages(bodies, all)
	if err == nil {
		body, err = desk.OrderRows(body, order)
	}
	text := fmt.Sprintf("nearest first: sorted here by the distance from %s, over %s", cmp.Or(asked.From().Name, asked.Place()), words.Counted(all, "hotel"))
	if total := results.Metadata.TotalCandidates; total > all {
		text += " of " + words.Grouped(total)
	}
	if len(bodies) > 1 {
		text += fmt.Sprintf(" on %d pages", len(bodies))
	}
	if lost > 0 {
		text += fmt.Sprintf("; %d without coordinates %s last", lost, map[bool]string{true: "comes", false: "come"}[lost == 1])
	}
	s.Odd = append(s.Odd, text)
	results.Results, results.Metadata.HasMore = rows, to < all
	results.Metadata.Page, results.Metadata.PageSize = page, shown
	s.Results = &results
	return [][]byte{body}, err
}

// Operations returns the operations of the contract about hotels.
func Operations() map[string]desk.Operation {
	return map[string]desk.Operation{
		"createHotelSearch": desk.Makes(checkSearch,
			func(s search.Service, ctx context.Context, p apiclient.HotelSearchRequest) (search.Created, error) {
				return create(ctx, s, p)
			}),
		"getHotelSearchResults": desk.Reads(
			func(_ *desk.Desk, q *ask.Values) error { return CheckView(q) },
			func(*ask.Values) desk.Subject[*apiclient.HotelResults] { return Subject() },
		),
		"getHotelRates": desk.Reads(nil, func(q *ask.Values) desk.Subject[*apiclient.HotelRates] {
			return ratesOf(nil, Hotel{desk.Pick{ID: q.Text("hotelId")}}) // no list is kept
		}),
		"getHotel":        {Doing: "open the hotel"},
		"getHotelReviews": {Doing: "read the reviews of the hotel"},
		"getHotelRateBookingLink": {Doing: "make the link", Check: func(_ *desk.Desk, q *ask.Values) error {
			own, _ := search.RefOf(q.Text("rateId"))
			return desk.CheckSearch(q, "this rate", own)
		}},
		"getHotelSearchLink": {Doing: "make the link", Check: func(d *desk.Desk, q *ask.Values) error {
			return checkLink(d, q.Text("cityCode"), q)
		}},
	}
}

// checkSearch checks a search: one place, days in order, and guests that fit the rooms.
func checkSearch(d *desk.Desk, q *ask.Values) error {
	var given []string
	for _, ways := range [][]string{{"cityCode"}, {"hotelId"}, {"lat", "lng"}} {
		if slices.ContainsFunc(ways, q.Has) {
			given = append(given, "--"+ask.FlagName(ways[0]))
		}
	}
	switch {
	case len(given) == 0:
		return problem.Usagef("the place is missing; give --city-code, --hotel-id, or --lat and --lng")
	case len(given) > 1:
		return problem.Usagef("%s each name the place; give one of them", words.And(given))
	case q.Has("lat") != q.Has("lng"):
		return problem.Usagef("--lat and --lng come together; give both")
	case q.Has("radius") && !q.Has("lat"):
		return problem.Usagef("--radius is around a point; give --lat and --lng")
	}
	if q.Has("cityCode") {
		if err := places.Check(d, "CITY", q.Text("cityCode")); err != nil {
			return err
		}
	}
	return cmp.Or(query.CheckStay(d.Now(), q.Text("checkIn"), q.Text("checkOut")), checkGuests(q))
}

// Batch describes the lines of a batch of hotel searches. body and view apply to every line that does not set its own
// values.
func Batch(body *ask.Values, view desk.View) batch.Kind {
	request := func(r *batch.Row) *SearchRequest {
		own := view
		own.Query = r.Read
		return &SearchRequest{Place: r.Arguments["place"], Query: r.Body, View: own}
	}
	return batch.Kind{
		Arguments: []batch.Argument{
			{Name: "place", Also: []string{"cityCode", "hotelId"}, Needed: true},
			{Name: "checkIn", Day: "checkIn", Needed: true}, {Name: "checkOut", Day: "checkOut", Needed: true},
		},
		Body: body, Read: view.Query,
		Closed:  []string{"searchId", "page", "pageSize", "lat", "lng"},
		Common:  []string{"adults", "rooms", "childrenAges", "currency"},
		Example: "place,checkIn,checkOut and below it Lisbon,+30d,3 nights",
		Operation: func(r *batch.Row) string {
			if namesHotel(r.Arguments["place"]) {
				return desk.OneHotelSearches
			}
			return desk.HotelSearches
		},
		Lives: search.HotelsLast,
		Check: func(d *desk.Desk, r *batch.Row) error {
			place := r.Arguments["place"]
			if n, err := strconv.Atoi(place); err == nil && int64(n) < query.LowestHotelID {
				return problem.Usagef("place %s is a row number, and a batch counts in no list", words.Quote(place)).
					Advise("give a city, LAT,LNG or a hotel id; one as small as this is written " + query.HotelIDPrefix + place)
			}
			return Check(d, request(r))
		},
		Prepare: func(ctx context.Context, d *desk.Desk, r *batch.Row) (desk.Search, error) {
			return Prepare(ctx, d, request(r))
		},
		Follow: batch.Follow(Subject(), view, func(r *apiclient.HotelResults) int { return r.Metadata.TotalCandidates }),
	}
}
