package hotels

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// RatesRequest asks for the rates of one hotel. They need a search for this very hotel: the one that
// --search names, else one that is at hand, else one that is made, which spends one of the
// traveler's searches.
type RatesRequest struct {
	Hotel   Hotel
	Days    []string    // CHECKIN and CHECKOUT as typed, or none for those of the hotel's list
	Search  *ask.Values // of createHotelSearch: guests and market
	Query   *ask.Values // of getHotelRates
	Life    desk.Life
	Renewal *desk.Renewal // nil to ask before a search is made again
}

// Rates is what the rates of a hotel were found to be.
type Rates struct {
	desk.Found[*apiclient.HotelRates]
	Hotel Hotel
	Fits  int // the number of the first rate that passes the filters of the hotel's list, 0 for none
}

const ratesHelp = "travel hotels rates --help"

// ListRates reads the rates of a hotel until the list holds still, and keeps them. What arrived
// before a fault comes back with it.
func ListRates(ctx context.Context, d *desk.Desk, r *RatesRequest) (Rates, error) {
	r.Query.GivenAs("hotelId", r.Hotel.Typed)
	list, made, err := r.plan(ctx, d)
	if err != nil {
		return Rates{}, err
	}
	renewal := r.Renewal.At(d)
	if made {
		if err := renewal.Check(list); err != nil {
			return Rates{}, err
		}
	}
	locale, err := r.resolve(ctx, d, list)
	if err != nil {
		return Rates{}, err
	}
	read := rating{hotel: r.Hotel, query: r.Query, life: r.Life, list: list, locale: locale}
	if !made {
		if err := read.search(ctx, d, r.Search); err != nil {
			return Rates{}, err
		}
	}
	rates, err := read.follow(ctx, d)
	if gone, ok := errors.AsType[desk.GoneError](err); ok {
		return read.again(ctx, d, renewal, gone)
	}
	return rates, err
}

// plan decides which search the rates come from: one that is named, one that is at hand for this
// hotel, or one to be made, for which it fills the request. made tells whether there is one already.
func (r *RatesRequest) plan(ctx context.Context, d *desk.Desk) (list recall.List, made bool, err error) {
	switch {
	case len(r.Days) == 1:
		return list, false, problem.UsageError{Text: "CHECKOUT is missing; give both days, or none to take those of the list", Next: ratesHelp}
	case r.Query.Has("searchId") && r.asks():
		return list, false, problem.UsageError{Text: "--search names a search with its days and guests; leave it out to search again", Next: ratesHelp}
	case r.Query.Has("searchId"):
		return r.named(d), true, nil
	}
	wanted, fill := r.Hotel.List.Asked(), func() error { return r.fill(ctx, d) }
	if r.asks() {
		wanted, err = r.stay(ctx, d)
		fill = func() error { return err } // it is filled already
	}
	if list, ok := r.atHand(d, wanted); ok && err == nil {
		return list, true, r.Query.SetTyped("searchId", list.Search.ID)
	}
	return r.Hotel.List, false, fill()
}

// stay is the stay that is asked for: what was given, and else what the search would be made with.
func (r *RatesRequest) stay(ctx context.Context, d *desk.Desk) (query.Stay, error) {
	if err := r.fill(ctx, d); err != nil {
		return query.Stay{}, err
	}
	locale, err := d.Resolve(ctx, r.Search.Clone(), desk.LocaleOf(r.Hotel.List.Terms))
	q := r.Search
	stay := query.Stay{
		CheckIn: q.Text("checkIn"), CheckOut: q.Text("checkOut"),
		Adults: cmp.Or(q.Number("adults"), UsualAdults), Rooms: max(q.Number("rooms"), 1), Terms: locale.Terms(),
	}
	for _, text := range q.Texts("childrenAges") {
		age, _ := strconv.Atoi(text) // its limits were checked
		stay.ChildrenAges = append(stay.ChildrenAges, age)
	}
	for range q.Number("children") - len(stay.ChildrenAges) {
		stay.ChildrenAges = append(stay.ChildrenAges, usualAge)
	}
	return stay, err
}

// named is what is known of the search that the request names.
func (r *RatesRequest) named(d *desk.Desk) recall.List {
	id := r.Query.Text("searchId")
	if last, ok := lastRates(d); ok && last.Search.ID == id {
		return last
	}
	list := r.Hotel.List
	if lists, err := d.Lists(); err == nil && list.Search.ID != id {
		if known, ok := lists.Search(id); ok {
			list = known
		}
	}
	if list.Search.ID != id {
		list = recall.List{Search: search.Ref{ID: id}, Terms: list.Terms}
	}
	list.Kind = recall.Rates
	return list
}

// asks tells whether days, guests or market were given.
func (r *RatesRequest) asks() bool {
	return len(r.Days) > 0 || slices.ContainsFunc([]string{"adults", "children", "childrenAges", "rooms", "siteCode"}, r.Search.Has)
}

// atHand is a search for this hotel and that stay that still lives: that of the last rates, or the
// list's own where it was for one hotel. A stay without days is any.
func (r *RatesRequest) atHand(d *desk.Desk, wanted query.Stay) (recall.List, bool) {
	lists := []recall.List{r.Hotel.List}
	if last, ok := lastRates(d); ok {
		lists = append(lists, last)
	}
	now := d.Now()
	for _, list := range lists {
		asked := list.Asked()
		sameStay := wanted.CheckIn == "" || wanted.SameStay(asked)
		if asked.HotelID == r.Hotel.ID && list.Search.ID != "" && sameStay && now.Sub(list.Search.Created) < searchLasts {
			list.Kind = recall.Rates
			return list, true
		}
	}
	return recall.List{}, false
}

// lastRates is the list of rates that was printed last, without its rows.
func lastRates(d *desk.Desk) (recall.List, bool) {
	list, found, err := d.Own(recall.Rates)
	return list.Head(), found && err == nil
}

// fill makes the request of the search: the days and guests given, and what was not given from the
// list.
func (r *RatesRequest) fill(ctx context.Context, d *desk.Desk) error {
	asked := r.Hotel.List.Asked()
	if len(r.Days) == 0 && asked.CheckIn == "" {
		return problem.UsageError{
			Text: "CHECKIN and CHECKOUT are missing; " + r.Hotel.Title() + " is in no list that says the days",
			Hint: "such as: travel hotels rates " + r.Hotel.Argument() + " +30d +2d",
		}
	}
	if err := r.setDays(ctx, d, asked); err != nil {
		return err
	}
	if err := query.CheckStay(d.Now(), r.Search.Text("checkIn"), r.Search.Text("checkOut")); err != nil {
		return err
	}
	if err := fillGuests(r.Search, asked); err != nil {
		return err
	}
	return checkGuests(r.Search)
}

// setDays puts the days into the request, those of the list where none were given.
func (r *RatesRequest) setDays(ctx context.Context, d *desk.Desk, asked query.Stay) error {
	if len(r.Days) > 0 {
		return SetStay(ctx, d, r.Search, r.Days)
	}
	if err := r.Search.SetTyped("checkIn", asked.CheckIn); err != nil {
		return err
	}
	return r.Search.SetTyped("checkOut", asked.CheckOut)
}

// resolve fills market, currency and language of the search and of its read.
func (r *RatesRequest) resolve(ctx context.Context, d *desk.Desk, list recall.List) (desk.Locale, error) {
	if err := r.Search.Repeat(r.Query); err != nil {
		return desk.Locale{}, err
	}
	locale, err := d.Resolve(ctx, r.Search, desk.LocaleOf(list.Terms))
	if err != nil {
		return desk.Locale{}, err
	}
	return locale, r.Query.Repeat(r.Search)
}

// search makes the search for the hotel, and says what that spends.
func (r *rating) search(ctx context.Context, d *desk.Desk, q *ask.Values) error {
	d.Report.Spending("Searching the rates of " + r.hotel.Title() + ", " + desk.DaysText(q.Text("checkIn"), q.Text("checkOut")) + "; this spends one of your searches" +
		d.LeftFor(ctx, desk.OneHotelSearches) + ".")
	place := query.Stay{HotelID: r.hotel.ID, Name: r.hotel.Row.Label}
	made, err := create(ctx, d, recall.List{Kind: recall.Rates}, q, place, r.locale)
	if err != nil {
		return err
	}
	r.list, r.locale, r.asked, r.spent = made.List, made.Locale, made.Asked, true
	return r.query.SetTyped("searchId", made.SearchID)
}

// again makes the search again, where that is wanted, and reads its rates.
func (r rating) again(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, gone error) (Rates, error) {
	if r.list.Stay != nil {
		asked := r.list.Asked()
		asked.HotelID, r.list.Stay = r.hotel.ID, &asked
	}
	list, err := Subject().Renew(ctx, d, recall.Rates, r.list, renewal, gone)
	if err != nil {
		return Rates{}, err
	}
	if err := r.query.SetTyped("searchId", list.Search.ID); err != nil {
		return Rates{}, err
	}
	r.list, r.made, r.asked, r.spent = list, renewal, nil, false
	rates, err := r.follow(ctx, d)
	return rates, renewal.Broken(err, "travel hotels rates "+query.HotelArgument(r.hotel.ID)+" --search "+list.Search.ID)
}

// lost says what to do where nothing could be read: the search is of the wrong kind, or gone, or
// was just made and can be read later.
func (r rating) lost(d *desk.Desk, err error) error {
	if p, ok := errors.AsType[*apiclient.ProblemError](err); ok && p.Code == apiclient.ErrorCodeRatesRequireHotelSearch {
		err = problem.Error{
			Class: problem.Refused, Retry: problem.Changed, Err: err,
			Text: "this search is for a city or an area, and holds no list of a hotel's rates",
			Hint: "search this hotel; it spends one of your searches: " + r.command(),
		}
	}
	err = d.Gone(r.list, err)
	if gone, ok := errors.AsType[desk.GoneError](err); ok {
		gone.Again = r.command()
		return gone
	}
	if r.spent {
		return desk.Unread(err, "travel hotels rates "+r.hotel.Argument())
	}
	return err
}

// command searches the hotel's rates again.
func (r rating) command() string { return r.list.Asked().RatesCommand(r.hotel.ID) }

// Unprinted is the command that reads rates again which could not be written.
func (r Rates) Unprinted(err error) error {
	return desk.Unprinted(err, "travel hotels rates "+query.HotelArgument(r.Hotel.ID)+" --search "+r.List.Search.ID)
}

// rating is one reading of a hotel's rates, from the first snapshot to the kept rows.
type rating struct {
	hotel  Hotel
	query  *ask.Values
	life   desk.Life
	list   recall.List
	locale desk.Locale

	asked *ask.Asked    // the request of a search that was just made
	spent bool          // the search was just made
	made  *desk.Renewal // when the search was made in place of another
}

// follow reads the rates until they hold still, or once where there is nothing to wait for.
func (r rating) follow(ctx context.Context, d *desk.Desk) (Rates, error) {
	service, err := d.Service()
	if err != nil {
		return Rates{}, err
	}
	rates := service.Rates(r.hotel.ID, ask.Request[apiclient.GetHotelRatesParams](r.query))
	old := !r.list.Search.Created.IsZero() && d.Now().Sub(r.list.Search.Created) >= rates.Plan.Grown
	once := func(ctx context.Context) (search.RateSnapshot, error) {
		s, err := rates.Read(ctx)
		if err == nil && old && s.Results.SearchComplete {
			s.Settle, s.Whole = search.Converged, search.Complete // nothing comes so late
		}
		return s, err
	}
	source := desk.Source[*apiclient.HotelRates]{
		Called: desk.Called{What: "rate"},
		View:   desk.View{Query: r.query, Life: r.life}, IDs: []any{r.hotel.ID}, List: r.list, Asked: r.asked, In: r.locale, Before: r.hotel.List.Terms.Currency,
		Search: rates, Once: once, Look: lookAtRates, Next: r.next, Old: compareRates, Made: r.made, Again: r.command(),
		Keep: func(s search.RateSnapshot) error { return r.keep(d, s) },
		Lost: func(err error) error { return r.lost(d, err) },
	}
	if r.spent {
		source.Spent = SpentWarning
	}
	if old {
		source.View.Life.Wait = 0
	}
	found, err := desk.Follow(ctx, d, source)
	fits := 0
	if len(found.Bodies) > 0 {
		fits = r.fitting(found.Value.Results.Rates) + 1
		if filters := chosenOf(r.hotel.List).filters; len(filters) > 0 && fits == 0 {
			found.Meta.Warn("no rate here passes " + words.And(filters) + " of the list")
		}
	}
	return Rates{found, r.hotel, fits}, err
}

// look is a read as a reporter is told of it.
func lookAtRates(s search.RateSnapshot) desk.Snapshot {
	names := map[string]string{}
	for _, rate := range s.Results.Rates {
		terms := []string{rate.RoomName, TermWords(words.Stated(rate.Board)), PolicyWords(words.Stated(rate.CancellationPolicy))}
		names[rate.ID] = strings.Join(slices.DeleteFunc(terms, func(text string) bool { return text == "" }), ", ")
	}
	return desk.Snapshot{
		Value: s, Body: s.Body, Rows: len(s.Results.Rates), Progress: s.Progress, Complete: &s.Results.SearchComplete,
		Listing: search.RateListing(s.Results), Names: maps.All(names), First: 1,
		Currency: s.Results.Metadata.CurrencyCode, Priced: s.Results.CurrencyCode, Locale: s.Results.Metadata.Locale,
	}
}

// SpentWarning tells a program that reading rates has spent a search. A person was told before.
const SpentWarning = "a search for this hotel was made, which spends one of your searches"

// next are the commands that usually follow: the link is that of the cheapest rate with all that was
// chosen among hotels.
func (r rating) next(s search.RateSnapshot) []string {
	var next []string
	if first := r.fitting(s.Results.Rates); first >= 0 {
		next = append(next, "travel hotels booking-link "+strconv.Itoa(first+1))
	}
	in := r.locale.Given("locale")
	return append(next, "travel hotels reviews "+r.hotel.Argument()+in, "travel hotels show "+r.hotel.Argument()+in)
}

// fitting is the first rate that passes the filters of the hotel's list and can be booked by its id,
// -1 where there is none.
func (r rating) fitting(rates []apiclient.Rate) int {
	wanted := chosenOf(r.hotel.List)
	return slices.IndexFunc(rates, func(rate apiclient.Rate) bool { return apiclient.ValidRateID(rate.ID) && wanted.keep(rate) })
}

// keep keeps the rates, so that a number stands for a rate id.
func (r rating) keep(d *desk.Desk, s search.RateSnapshot) error {
	return d.Keep(ListedRates(r.hotel, r.list, r.locale, s.Results))
}
