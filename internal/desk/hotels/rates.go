package hotels

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

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

// RatesRequest asks for the rates of one hotel. They need a search for this very hotel: the one that --search names,
// a recent one, or a new one, which uses one of the traveler's searches.
type RatesRequest struct {
	Hotel   Hotel
	Days    []string    // CHECKIN and CHECKOUT as typed, or none for those of the hotel's list
	Search  *ask.Values // of createHotelSearch: guests and market
	Query   *ask.Values // of getHotelRates
	Life    desk.Life
	Renewal *desk.Renewal // nil to ask before a search is made again
	// Wanted is the one rate to read them for, which asks before a search. Nil for all rates.
	Wanted *desk.OpenRow
}

// Rates are the rates of a hotel.
type Rates struct {
	desk.Found[*apiclient.HotelRates]
	Hotel  Hotel
	Listed recall.List // with letters, also those that this read does not show
	Fits   string      // the id of the first rate that passes the filters of the hotel's list, "" for none
}

// ListRates reads the rates of a hotel until the list no longer changes, and keeps them. If a read fails, it returns
// what it has together with the error.
func ListRates(ctx context.Context, d *desk.Desk, r *RatesRequest) (Rates, error) {
	r.Query.GivenAs("hotelId", r.Hotel.Typed)
	list, made, err := r.plan(ctx, d)
	if err != nil {
		return Rates{}, err
	}
	stay := list.Asked()
	stay.HotelID, list.Stay = r.Hotel.HotelID(), &stay
	renewal := r.Renewal.At(d)
	if made {
		if err := renewal.Check(list); err != nil {
			return Rates{}, err
		}
	}
	source := desk.Source[*apiclient.HotelRates]{
		Subject: ratesOf(d, r.Hotel), View: desk.View{Query: r.Query, Life: r.Life}, IDs: []any{r.Hotel.HotelID()}, List: list,
		Before: r.Hotel.List.Terms.Currency, Later: new(problem.Do("", "getHotelRates", r.Hotel.Ref())),
	}
	r.Search.Repeat(r.Query)
	if source.In, err = d.Resolve(ctx, r.Search, desk.LocaleOf(list.Terms)); err != nil {
		return Rates{}, err
	}
	r.Query.Repeat(r.Search) // market, currency and language of the search and of its read
	if age := d.Now().Sub(list.Search.Created); !made {
		made, err := r.search(ctx, d, source.In)
		if err != nil {
			return Rates{}, err
		}
		source.List, source.In, source.Asked, source.Fresh, source.Warnings = made.List, made.Locale, made.Asked, true, []string{SpentWarning}
	} else if !list.Search.Created.IsZero() && age >= search.Grown(d.Service().Client) {
		source.View.Life.Wait = 0 // no more results come in that late
	}
	found, err := source.FollowOrRenew(ctx, d, renewal)
	rates := Rates{Found: found, Hotel: r.Hotel}
	if len(found.Bodies) > 0 {
		rates.Listed = source.Rows(found.Value, found.List, found.Locale)
		rates.Meta.References = rates.Listed.Marks()
		renewal.PartsGone(rates.Listed)
		rates.Fits = fitting(r.Hotel, found.Value.Results.Rates)
		if filters := chosenOf(r.Hotel.List).filters; len(filters) > 0 && rates.Fits == "" {
			rates.Meta.Warn("no rate here passes " + words.And(filters) + " of the list")
		}
	}
	return rates, err
}

// ratesOf describes the searches for the rates of a hotel.
func ratesOf(d *desk.Desk, hotel Hotel) desk.Subject[*apiclient.HotelRates] {
	rows := func(s search.RateSnapshot, list recall.List, in desk.Locale) recall.List {
		return d.Lettered(listedRates(hotel, list, in, s.Results), hotel.Kept)
	}
	return desk.Subject[*apiclient.HotelRates]{
		Kind: recall.Rates,
		Reader: func(s search.Service, _ string, q *ask.Values) search.Reader[*apiclient.HotelRates] {
			return s.Rates(hotel.HotelID(), ask.Request[apiclient.GetHotelRatesParams](q))
		},
		Create: Subject().Create,
		Page: func(s search.RateSnapshot) search.Page[*apiclient.HotelRates] {
			return search.Page[*apiclient.HotelRates]{Body: s.Body, Value: s.Results, Rows: len(s.Results.Rates)}
		},
		Join: func(first *apiclient.HotelRates, _ search.Gathered[*apiclient.HotelRates]) *apiclient.HotelRates {
			return first
		},
		Look: func(s search.RateSnapshot) desk.Snapshot {
			names := map[string]string{}
			for _, rate := range s.Results.Rates {
				terms := []string{rate.RoomName, TermWords(words.Stated(rate.Board)), PolicyWords(words.Stated(rate.CancellationPolicy))}
				names[rate.ID] = strings.Join(slices.DeleteFunc(terms, func(text string) bool { return text == "" }), ", ")
			}
			return desk.Snapshot{
				Value: s, Body: s.Body, Rows: len(s.Results.Rates), Progress: s.Progress, Complete: &s.Results.SearchComplete,
				Listing: search.RateListing(s.Results), Names: names, First: 1,
				Currency: s.Results.Metadata.CurrencyCode, Priced: s.Results.CurrencyCode, Locale: s.Results.Metadata.Locale,
			}
		},
		Words: func(*apiclient.HotelRates) []desk.Facet { return nil },
		Rows:  rows,
		// The link is that of the cheapest rate with all that was chosen among hotels.
		Next: func(s search.RateSnapshot, _ desk.View, list recall.List, locale desk.Locale) (next []problem.Step) {
			if first := fitting(hotel, s.Results.Rates); first != "" {
				next = append(next, problem.Do("", "getHotelRateBookingLink", cmp.Or(rows(s, list, locale).MarkOf(first), first)))
			}
			for _, page := range []string{"getHotelReviews", "getHotel"} {
				next = append(next, problem.Do("", page, hotel.Ref()).Having(locale.Given("locale")...))
			}
			return next
		},
		Lost: func(list recall.List, err error) error {
			if p, ok := errors.AsType[*apiclient.ProblemError](err); ok && p.Code == apiclient.ErrorCodeRatesRequireHotelSearch {
				return problem.Error{
					Class: problem.Refused, Retry: problem.Changed, Err: err,
					Text: "this search is for a city or an area, and holds no list of a hotel's rates",
					Hint: "search this hotel", Then: problem.Ways(desk.SearchAgain(list).For("it spends one of your searches")),
				}
			}
			return err
		},
	}
}

// plan decides which search the rates come from: the one that was named, a recent one for this hotel, or a new one,
// whose request it fills. made reports whether the search exists already.
func (r *RatesRequest) plan(ctx context.Context, d *desk.Desk) (list recall.List, made bool, err error) {
	switch {
	case len(r.Days) == 1:
		return list, false, problem.Usagef("CHECKOUT is missing; give both days, or none to take those of the list")
	case r.Query.Has("searchId") && r.asks():
		return list, false, problem.Usagef("--search names a search with its days and guests; leave it out to search again")
	case r.Query.Has("searchId"): // with the details of a list, if there is one
		id := r.Query.Text("searchId")
		if last, ok := d.From(recall.Rates, id); ok {
			return last.Head(), true, nil
		}
		list := r.Hotel.List
		if list.Search.ID != id {
			known, ok := d.Lists().Search(id)
			if list = known; !ok {
				list = recall.List{Search: search.Ref{ID: id}, Terms: r.Hotel.List.Terms}
			}
		}
		list.Kind = recall.Rates
		return list, true, nil
	}
	wanted, fill := r.Hotel.List.Asked(), func() error { return r.fill(ctx, d) }
	if r.asks() { // with the defaults that a search would have
		if err := r.fill(ctx, d); err != nil {
			return r.Hotel.List, false, err
		}
		locale, err := d.Resolve(ctx, r.Search.Clone(), desk.LocaleOf(r.Hotel.List.Terms))
		if err != nil {
			return r.Hotel.List, false, err
		}
		wanted, fill = stayOf(r.Search), func() error { return nil }
		wanted.Terms = locale.Terms()
	}
	now := d.Now()
	for _, list := range append([]recall.List{r.Hotel.List}, d.Lists().Own(recall.Rates)...) {
		asked := list.Asked()
		sameStay := wanted.CheckIn == "" || wanted.SameStay(asked) // without days, any stay
		if asked.HotelID == r.Hotel.HotelID() && list.Search.ID != "" && sameStay && now.Sub(list.Search.Created) < search.HotelsLast {
			list.Kind = recall.Rates
			r.Query.SetTyped("searchId", list.Search.ID)
			return list.Head(), true, nil
		}
	}
	return r.Hotel.List, false, fill()
}

// asks reports whether days, guests or a market were given.
func (r *RatesRequest) asks() bool {
	return len(r.Days) > 0 || slices.ContainsFunc([]string{"adults", "children", "childrenAges", "rooms", "siteCode"}, r.Search.Has)
}

// fill fills the request of a search from what was given, and the rest from the list.
func (r *RatesRequest) fill(ctx context.Context, d *desk.Desk) error {
	asked := r.Hotel.List.Asked()
	if len(r.Days) == 0 && asked.CheckIn == "" {
		return problem.Usagef("CHECKIN and CHECKOUT are missing; %s is not in a list that has them", r.Hotel.Title()).
			Do("such as", "getHotelRates", r.Hotel.Ref(), "+30d", "+2d")
	}
	q, err := r.Search, error(nil)
	if len(r.Days) > 0 {
		err = SetStay(ctx, d, q, r.Days)
	} else {
		q.SetTyped("checkIn", asked.CheckIn)
		q.SetTyped("checkOut", asked.CheckOut)
	}
	fillGuests(q, asked)
	return cmp.Or(err, query.CheckStay(d.Now(), q.Text("checkIn"), q.Text("checkOut")), checkGuests(q))
}

// search makes the search for the hotel and says that it uses one of the searches. If only one rate is wanted, it
// asks first.
func (r *RatesRequest) search(ctx context.Context, d *desk.Desk, in desk.Locale) (desk.Search, error) {
	title, left := r.Hotel.Title(), d.LeftFor(ctx, desk.OneHotelSearches)
	if r.Wanted != nil {
		cost := "listing the rates of " + title + " uses one of your searches" + left
		if err := d.Agree(ctx, words.UpperFirst(cost)+". Go on?", problem.ChoiceError{
			Text: r.Wanted.Error() + "; " + cost,
			Then: problem.Ways(problem.Do("list them first", "getHotelRates", r.Hotel.Ref())),
		}); err != nil {
			return desk.Search{}, err
		}
	}
	days := desk.DaysText(r.Search.Text("checkIn"), r.Search.Text("checkOut"))
	d.Report.Spending("Searching the rates of " + title + ", " + days + "; this spends one of your searches" + left + ".")
	r.Search.SetTyped("hotelId", r.Hotel.HotelID())
	ready, err := prepare(d, recall.List{Kind: recall.Rates}, r.Search, query.Stay{HotelID: r.Hotel.HotelID(), Name: r.Hotel.Row.Label}, in)
	if err != nil {
		return desk.Search{}, err
	}
	made, err := ready.Make(ctx, d)
	if err != nil {
		return desk.Search{}, err
	}
	r.Query.SetTyped("searchId", made.SearchID)
	return made, r.Query.Err()
}

// SpentWarning tells a program that reading rates used a search.
const SpentWarning = "a search for this hotel was made, which spends one of your searches"

// fitting returns the id of the first rate that passes the filters of the hotel's list, or "".
func fitting(hotel Hotel, rates []apiclient.Rate) string {
	wanted := chosenOf(hotel.List)
	for _, rate := range rates {
		if apiclient.ValidRateID(rate.ID) && wanted.keep(rate) {
			return rate.ID
		}
	}
	return ""
}

// RateRows returns the rows of a list for the rates that can be booked by id. hotel has the page and the city of the
// hotel.
func RateRows(rates []apiclient.Rate, hotel offer.Rate, locale string) []recall.Row {
	var rows []recall.Row
	for i, rate := range rates {
		if apiclient.ValidRateID(rate.ID) {
			rows = append(rows, rateRow(i+1, rate, hotel, locale))
		}
	}
	return rows
}

func rateRow(n int, rate apiclient.Rate, hotel offer.Rate, locale string) recall.Row {
	terms := search.PrintRate(rate)
	label := rate.RoomName
	if terms.Board != "" {
		label += ", " + TermWords(terms.Board)
	}
	price := search.RatePrice(rate.Price)
	hotel.Charges, hotel.Print, hotel.PerNight = price.Charges(locale), terms, rate.Price.Total == nil
	return recall.Row{N: n, Offer: offer.Offer{ID: rate.ID, Label: label, Price: price.Stay, Rate: &hotel}}
}

// listedRates returns the list of the rates of a hotel, read in a currency and a language.
func listedRates(hotel Hotel, of recall.List, in desk.Locale, rates *apiclient.HotelRates) recall.List {
	list, known := stayed(of, rates.Stay), offer.Rate{}
	asked := list.Asked()
	asked.HotelID, asked.Name, list.Stay = hotel.HotelID(), hotel.Row.Label, &asked
	list = list.InTerms(cmp.Or(in.Currency.Value, rates.Metadata.CurrencyCode), in.Language.Value)
	list.Kind, list.Search.ID = recall.Rates, rates.SearchID
	if hotel.Row.Hotel != nil { // else its own page is not known
		known.Page = hotel.Row.Hotel.Page
	}
	if around := hotel.List.Asked(); around.City != "" {
		known.City = around.Name
	}
	list.Rows = RateRows(rates.Rates, known, list.Terms.Locale)
	return list
}

// SameRate returns the index of a rate in another search for the same hotel and stay, or -1.
func SameRate(was apiclient.Rate, now *apiclient.HotelRates) int {
	rows := RateRows(now.Rates, offer.Rate{}, "")
	at := offer.Find(rateRow(1, was, offer.Rate{}, "").Offer, recall.Offers(rows))
	return slices.IndexFunc(now.Rates, func(rate apiclient.Rate) bool { return at >= 0 && rate.ID == rows[at].ID })
}

// PolicyWords describes how a rate can be canceled. A policy that is not known is shown as sent.
func PolicyWords(code string) string {
	if code == "non_refundable" {
		return "non-refundable"
	}
	return TermWords(code)
}

// TermWords turns a code such as breakfast_included into words.
func TermWords(code string) string { return strings.ReplaceAll(code, "_", " ") }

// chosen are the filters of a list of hotels that apply to a single rate. Amounts are of a night, taxes included.
type chosen struct {
	filters    []string // as they were typed
	refundable bool
	types      []string // words such as breakfast_included
	least      string   // decimal text, "" for no limit
	most       string
	currency   string
}

// chosenOf returns the filters of a list that apply to rates.
func chosenOf(list recall.List) chosen {
	c := chosen{currency: list.Terms.Currency}
	for _, p := range list.View {
		switch {
		case p.Name == "refundable":
			c.refundable = slices.Contains(p.Values, "true")
		case p.Name == "rate-types":
			c.types = p.Values
		case ask.IsPrice(p.Name) && strings.HasPrefix(p.Name, "min-"):
			c.least = p.Values[0]
		case ask.IsPrice(p.Name):
			c.most = p.Values[0]
		default:
			continue
		}
		c.filters = append(c.filters, p.Typed)
	}
	return c
}

// keep reports whether a rate passes the filters. A filter that cannot be applied passes.
func (c chosen) keep(rate apiclient.Rate) bool {
	if c.refundable && !rate.Refundable {
		return false
	}
	for _, word := range c.types { // of cancellation or of meals; a rate that does not state its meals passes
		is, board := false, words.Stated(rate.Board)
		switch strings.ToLower(word) {
		case "free_cancellation":
			is = rate.Refundable
		case "non_refundable":
			is = !rate.Refundable
		default:
			is = board == "" || strings.EqualFold(board, word)
		}
		if !is {
			return false
		}
	}
	allIn, _ := search.RatePrice(rate.Price).AllIn() // that of amounts that do not add up is none
	night, ok := allIn.Number()
	if !ok || rate.Price.Currency != c.currency {
		return true
	}
	low, errLow := strconv.ParseFloat(c.least, 64)
	high, errHigh := strconv.ParseFloat(c.most, 64)
	return (errLow != nil || night >= low) && (errHigh != nil || night <= high)
}

// rateIfGone checks that a rate is still there, and renews it if it is gone and that is wanted.
func rateIfGone(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, rate desk.Pick) (desk.Pick, error) {
	if rate.Row.Rate == nil {
		renewal.Lacks(problem.Usagef("--renew finds a rate again by room, board and cancellation, and those of %s are not kept here", rate.Name("rate")).
			Do("list the rates of its hotel first", "getHotelRates", "HOTEL"))
	}
	if err := renewal.Check(rate.List); err != nil { // before anything is sent
		return rate, err
	}
	service := d.Service()
	old := rate.List
	id := old.Asked().HotelID
	request := apiclient.GetHotelRatesParams{
		SearchID: old.Search.ID, Currency: query.Optional(old.Terms.Currency), Locale: query.Optional(old.Terms.Locale),
	}
	_, err := service.Rates(id, request).Read(ctx)
	if err == nil {
		return rate, nil
	}
	var now search.RateSnapshot
	var list recall.List
	err = ratesOf(d, Hotel{desk.Pick{ID: old.Owner()}}).Regather(ctx, d, old, renewal, err, func(made recall.List, seen func(search.RateSnapshot)) (err error) {
		list, request.SearchID = made, made.Search.ID
		now, err = service.Rates(id, request).Settle(ctx, search.DefaultBudget, seen)
		return err
	})
	if err != nil {
		return rate, err
	}
	renewal.NotSettled(now.Progress)
	list.Kind, list.Rows = recall.Rates, RateRows(now.Results.Rates, *rate.Row.Rate, list.Terms.Locale)
	list = d.Lettered(list, "")
	next := problem.Do("take one of them", "getHotelRateBookingLink")
	return renewal.FindAgain(ctx, rate, list, list.Rows, rateColumns, next)
}

// WhichRate reads the rates of a hotel and asks the traveler to choose one.
func WhichRate(ctx context.Context, d *desk.Desk, open desk.OpenRow) (desk.Pick, error) {
	hotel, err := Pick(d, open.Label, open.Row)
	if err != nil {
		return desk.Pick{}, err
	}
	days := &ask.Days{Today: d.Now}
	rates, err := ListRates(ctx, d, &RatesRequest{
		Hotel: hotel, Search: ask.New("createHotelSearch", days), Query: ask.New("getHotelRates", days), Life: desk.Life{Wait: search.DefaultBudget}, Wanted: &open,
	})
	if err != nil {
		return desk.Pick{}, err
	}
	return d.Which(ctx, open, rates.Listed, rateColumns)
}

// rateColumns are the columns of a list of rates to choose from.
var rateColumns = desk.Columns{
	Heads: []string{"ROOM", "REFUNDABLE", "BOARD", "CANCELLATION"},
	Cells: func(o offer.Offer) []string {
		terms := o.Rate.Print
		return []string{terms.Room, words.YesNo(terms.Refundable).String(), TermWords(terms.Board), PolicyWords(terms.Policy)}
	},
}
