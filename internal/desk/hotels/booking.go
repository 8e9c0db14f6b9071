package hotels

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// PickRate finds the rate that an argument names: a row with a letter, or a rate id. If the argument is a hotel, or a
// letter that no longer counts, it reads the rates of the hotel and asks which one is meant.
func PickRate(ctx context.Context, d *desk.Desk, label, text string) (desk.Pick, error) {
	p, err := d.Pick(desk.Argument{Kind: recall.Rates, Label: label, Text: text})
	if open, ok := errors.AsType[desk.OpenRow](err); ok {
		p, err = WhichRate(ctx, d, open)
	}
	return p, err
}

// LinkRequest asks for the link to the page where a rate is booked.
type LinkRequest struct {
	Rate    desk.Pick
	Query   *ask.Values   // of getHotelRateBookingLink
	Renewal *desk.Renewal // if given, the rate is checked, and found again if its search has expired
	Lasting bool          // also make the link to the search of its city, if the list has the city
}

// BookingLink makes the link to the page where a rate is booked. It books nothing.
func BookingLink(ctx context.Context, d *desk.Desk, r *LinkRequest) (desk.Answer[desk.Link], error) {
	var none desk.Answer[desk.Link]
	own, _ := search.RefOf(r.Rate.ID)
	if err := desk.CheckSearch(r.Query, "this rate", own); err != nil {
		return none, err
	}
	asked := r.Rate.List.Asked() // fills what was not given
	if id := strconv.FormatInt(asked.HotelID, 10); asked.HotelID > 0 {
		if given := r.Query.Text("hotelId"); given != "" && given != id {
			return none, problem.Usagef("--hotel-id %s is not the hotel of this rate, %s; leave --hotel-id out", given, id)
		}
		r.Query.SetDefault("hotelId", "--hotel-id", id)
	}
	if !r.Query.Has("hotelId") {
		return none, problem.Usagef("--hotel-id is missing; a rate id alone does not say it").
			Advise("give it, or the rate with its letter, such as 3a").
			Next(problem.Step{Do: "getHotelRates", Args: []string{"HOTEL"}, Note: "lists them"})
	}
	if asked.Adults > 0 {
		guests := strconv.Itoa(asked.Adults) // then the age of each child, such as 2:4:9
		for _, age := range asked.ChildrenAges {
			guests += ":" + strconv.Itoa(age)
		}
		r.Query.SetDefault("guests", "--guests", guests)
	}
	renewal := r.Renewal.At(d)
	doubt := renewal.Doubts(life(r.Rate))
	rate, err := r.Rate, error(nil)
	if doubt {
		rate, err = rateIfGone(ctx, d, renewal, rate)
	}
	if err != nil {
		return none, err
	}
	if renewal.To() != "" && r.Query.Has("searchId") { // the new search replaces one that was given
		r.Query.SetTyped("searchId", rate.List.Search.ID)
	}
	call, err := desk.NewCall[apiclient.GetHotelRateBookingLinkParams](ctx, d, r.Query, desk.LocaleOf(rate.List.Terms))
	if err != nil {
		return none, err
	}
	hotelID, _ := strconv.ParseInt(r.Query.Text("hotelId"), 10, 64) // its limits were checked
	made, err := call.Client.GetHotelRateBookingLink(ctx, hotelID, rate.ID, &call.Params)
	if err != nil {
		return none, fmt.Errorf("make the link: %w", err)
	}
	r.Query.GivenAs("rateId", rate.Typed)
	answer := desk.Answer[desk.Link]{Bodies: [][]byte{made.Body}, Meta: desk.MetaOf(r.Query, hotelID, rate.ID)}
	call.Locale.Record(&answer.Meta, "", desk.ServiceLocale)
	answer.Value = desk.Link{
		URL: made.Value.BookingURL, Life: life(rate),
		About: renewal.Record(&answer.Meta), Remarks: []string{desk.NothingBooked},
	}
	answer.Value.Life.Seen = doubt
	if rate.Row.Rate != nil {
		answer.Value.Lasting, answer.Value.LastingTo = rate.Row.Rate.Page, "the hotel's page"
	}
	answer.Meta.Warn(desk.NotAll(learn(ctx, d, &rate))...)
	answer.Value.Booking = booked(rate, r.Query.Text("hotelId"))
	answer.Meta.Booking = answer.Value.Booking
	if r.Lasting {
		answer.Meta.Warn(around(ctx, d, call.Client, rate, &answer.Value)...)
	}
	return answer, nil
}

// life returns how long the link of a rate works.
func life(rate desk.Pick) desk.LinkLife {
	return desk.LinkLife{Created: rate.List.Search.Created, Lasts: desk.HotelLinkLasts}
}

// SearchLink makes a link to a hotel search in a city, which does not expire. It uses no search. typed is the code or
// the name of the city. Without a city and a day, the link is to the search of the last list. q is of
// getHotelSearchLink, without the city.
func SearchLink(ctx context.Context, d *desk.Desk, typed string, q *ask.Values) (desk.Answer[desk.Link], error) {
	var none desk.Answer[desk.Link]
	var list recall.List
	var err error
	named := typed
	if typed == "" && !q.Has("checkIn") { // the city, days and guests of the last list
		var found bool
		list, found, err = d.Latest(recall.Hotels)
		asked := list.Asked()
		switch {
		case err != nil:
			return none, err
		case !found, !asked.Whole():
			return none, problem.Usagef("there is no list of hotels that says what to link to; give CITY, CHECKIN and CHECKOUT").
				Do("such as", "getHotelSearchLink", "Lisbon", "+30d", "+3d")
		case asked.City == "":
			return none, problem.Usagef("the last list of hotels is not of a city; only a city can be linked, not one hotel or a point").
				Next(hotelPage).Do("or name a city", "getHotelSearchLink", "CITY", asked.CheckIn, asked.CheckOut)
		}
		named = asked.City
		q.SetDefault("checkIn", "--check-in", asked.CheckIn)
		q.SetDefault("checkOut", "--check-out", asked.CheckOut)
		fillGuests(q, asked)
	}
	if err = cmp.Or(err, checkLink(d, named, q)); err != nil {
		return none, err
	}
	call, err := desk.NewCall[apiclient.GetHotelSearchLinkParams](ctx, d, q, desk.LocaleOf(list.Terms))
	if err != nil {
		return none, err
	}
	city, err := places.At(d, call.Locale).City(ctx, "CITY", named)
	if err != nil {
		return none, err
	}
	if city.Code == "" {
		return none, problem.ChoiceError{
			Text: fmt.Sprintf("CITY %s has no city code, and a link is of one", city.Name),
			Then: problem.Ways(problem.Do("name a city near it, or search it", "createHotelSearch", named, q.Text("checkIn"), q.Text("checkOut"))),
		}
	}
	q.GivenAs("cityCode", typed)
	q.SetTyped("cityCode", city.Code)
	if err := q.Err(); err != nil {
		return none, err
	}
	made, err := call.Client.GetHotelSearchLink(ctx, new(ask.Request[apiclient.GetHotelSearchLinkParams](q)))
	if err != nil {
		return none, fmt.Errorf("make the link: %w", err)
	}
	again := problem.Do("", "createHotelSearch", city.Code, q.Text("checkIn"), q.Text("checkOut"))
	again = again.Having(q.Params("adults", "childrenAges", "rooms", "currency", "locale", "siteCode")...)
	return desk.SearchLink(d, q, call.Locale, made, searched(list, stayOf(q), city), again), nil
}

// stayOf returns the stay that the parameters describe, with the contract's defaults filled in.
func stayOf(q *ask.Values) query.Stay {
	stay := query.Stay{
		City: q.Text("cityCode"), Radius: q.Text("radius"), CheckIn: q.Text("checkIn"), CheckOut: q.Text("checkOut"),
		Adults: cmp.Or(q.Number("adults"), UsualAdults), Rooms: max(q.Number("rooms"), 1), ChildrenAges: agesOf(q),
	}
	for len(stay.ChildrenAges) < q.Number("children") {
		stay.ChildrenAges = append(stay.ChildrenAges, usualAge)
	}
	return stay
}

// hotelPage shows the page of a hotel, which can be linked instead.
var hotelPage = problem.Do("the page of a hotel does not expire", "getHotel", "HOTEL")

// checkLink finds the mistakes that can be found without a request.
func checkLink(d *desk.Desk, city string, q *ask.Values) error {
	if _, _, point := places.CutPoint(city); namesHotel(city) || point {
		return problem.Usagef("CITY %s is not a city; only a city can be linked, not one hotel or a point", words.Quote(city)).
			Next(hotelPage)
	}
	if err := places.Check(d, "CITY", city); err != nil {
		return err
	}
	if err := query.CheckStay(d.Now(), q.Text("checkIn"), q.Text("checkOut")); err != nil {
		return err
	}
	ages := agesOf(q)
	for _, age := range ages {
		if age > 17 {
			return problem.NotAccepted("--children-ages", strconv.Itoa(age), "ages from 0 to 17, one for each child, with commas between")
		}
	}
	switch children := q.Number("children"); { // a link names the age of every child
	case len(ages) > 8:
		return problem.Usagef("--children-ages has %d ages; give at most 8, one for each child", len(ages))
	case children > 0 && len(ages) == 0:
		return problem.Usagef("--children %d needs --children-ages: a link names the age of every child", children)
	}
	return checkGuests(q)
}

// around adds the link to a search of the city, for the same days and guests, to the link of a rate. The contract has
// such links for cities only, so the city is taken from the list of hotels. It returns warnings.
func around(ctx context.Context, d *desk.Desk, client *apiclient.Client, rate desk.Pick, link *desk.Link) []string {
	asked := rate.List.Asked()
	list, found, err := d.Latest(recall.Hotels)
	id := strconv.FormatInt(asked.HotelID, 10)
	if err != nil || !found || !slices.ContainsFunc(list.Rows, func(row recall.Row) bool { return row.ID == id }) {
		return nil
	}
	city := list.Asked().City
	if city == "" || !asked.Whole() {
		return nil
	}
	request := apiclient.GetHotelSearchLinkParams{
		CityCode: city, CheckIn: asked.CheckIn, CheckOut: asked.CheckOut, Adults: query.Optional(asked.Adults), Rooms: query.Optional(asked.Rooms),
		Currency: query.Optional(rate.List.Terms.Currency), Locale: query.Optional(rate.List.Terms.Locale), SiteCode: query.Optional(rate.List.Terms.SiteCode),
		Children: query.Optional(len(asked.ChildrenAges)), ChildrenAges: query.Optional(asked.Ages()),
	}
	made, err := client.GetHotelSearchLink(ctx, &request)
	if err != nil {
		return []string{"there is no link to the search beside it: " + err.Error()}
	}
	link.Search = made.Value.SearchURL
	return nil
}

// stay describes the stay of a link: the days and the guests.
func stay(of desk.Of, q query.Stay, locale string) *desk.Booking {
	b := &desk.Booking{Of: of, Locale: locale}
	b.Between(q.CheckIn, q.CheckOut)
	if q.Adults > 0 {
		b.Travelers = query.Guests(q.Occupancy())
	}
	return b
}

// booked describes the link to a rate.
func booked(rate desk.Pick, hotelID string) *desk.Booking {
	asked, row := rate.List.Asked(), rate.Row
	b := stay(desk.OfRate, asked, rate.List.Terms.Locale)
	b.Hotel = cmp.Or(asked.Name, "Hotel "+hotelID)
	b.Need("the hotel's name", asked.Name != "")
	if row.Rate != nil {
		p := row.Rate.Print
		b.City, b.Room, b.Board, b.Refund = row.Rate.City, p.Room, TermWords(p.Board), cmp.Or(PolicyWords(p.Policy), "non-refundable")
		if p.Refundable {
			b.Refund = cmp.Or(PolicyWords(p.Policy), "refundable") + "; the booking page gives the deadline"
		}
		b.Charges = row.Rate.Charges
	}
	covers := "for the stay"
	if row.Rate != nil && row.Rate.PerNight {
		covers = "a night"
	}
	b.Cost(row.Price, covers, rate.List.Made)
	b.Need("city", b.City != "")
	b.Need("room", b.Room != "")
	b.Need("board", b.Board != "")
	b.Need("dates", b.Start != "")
	b.Need("guests", b.Travelers != "")
	b.Need("price", b.Price.Amount != "")
	b.Need("taxes", b.Charges != "")
	b.Need("cancellation terms", b.Refund != "")
	return b
}

// learn reads the name and the city of the hotel if the list does not have both.
func learn(ctx context.Context, d *desk.Desk, rate *desk.Pick) error {
	asked := rate.List.Asked()
	if rate.Row.Rate == nil || rate.Row.Rate.City != "" && asked.Name != "" || asked.HotelID == 0 || d.Deployment.Plan() != nil {
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, desk.ExtraReadWait)
	defer stop()
	answer, err := d.Client().GetHotel(ctx, asked.HotelID, &apiclient.GetHotelParams{Locale: query.Optional(rate.List.Terms.Locale)})
	if err != nil {
		return err
	}
	known := *rate.Row.Rate
	known.City, rate.Row.Rate = words.Stated(answer.Value.Location.CityName), &known
	asked.Name, rate.List.Stay = answer.Value.Name, &asked
	return nil
}

// searched describes the link to a search in a city, with the lowest price of the list if the list is of the same
// stay.
func searched(list recall.List, asked query.Stay, city places.Place) *desk.Booking {
	b := stay(desk.OfHotels, asked, list.Terms.Locale)
	b.City = city.Code
	if city.Name != "" {
		b.City = city.Name + " (" + city.Code + ")"
	}
	listed := list.Asked()
	asked.SiteCode = listed.SiteCode
	if list.Stay == nil || listed.City != asked.City || !listed.SameStay(asked) {
		return b // its prices are for others
	}
	b.LeftOut = list.Filters()
	b.AtLeast = true
	b.Cost(desk.Cheapest(list.Rows), "a night", list.Made)
	return b
}

// LinkFor describes the link to a search from the parameters of getHotelSearchLink.
func LinkFor(q *ask.Values) *desk.Booking {
	return searched(recall.List{}, stayOf(q), places.Place{Code: q.Text("cityCode")})
}

// SharePage describes the link to the page of a hotel.
func SharePage(h Details) *desk.Booking {
	listed := h.Of.List.Asked()
	b := stay(desk.OfHotel, listed, h.Of.List.Terms.Locale)
	b.Hotel, b.City = h.Name, words.Stated(h.Location.CityName)
	if listed.CheckIn != "" {
		b.AtLeast = true
		b.Cost(h.Of.Row.Price, "a night", h.Of.List.Made)
	}
	return b
}
