package hotels

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Operations are the operations of the contract about hotels, as they stand.
func Operations() map[string]desk.Operation {
	return map[string]desk.Operation{
		"createHotelSearch": desk.Makes[apiclient.HotelSearchRequest, apiclient.HotelSearchCreated](checkSearch,
			func(s search.Service, ctx context.Context, p apiclient.HotelSearchRequest) (search.Created, error) {
				made, err := s.CreateHotels(ctx, p)
				return made, unknownHotel(err)
			}),
		"getHotelSearchResults": desk.Again(
			func(_ *desk.Desk, q *ask.Values) error { return CheckView(q) },
			func(*ask.Values) desk.Subject[*apiclient.HotelResults] { return Subject() },
		),
		"getHotelRates": desk.Again(nil, func(q *ask.Values) desk.Subject[*apiclient.HotelRates] {
			return ratesOf(nil, Hotel{desk.Pick{ID: q.Text("hotelId")}}) // no list is kept
		}),
		"getHotel":        desk.ByID("open the hotel", "hotelId", nil, (*apiclient.Client).GetHotel),
		"getHotelReviews": desk.ByID("read the reviews of the hotel", "hotelId", nil, (*apiclient.Client).GetHotelReviews),
		"getHotelRateBookingLink": desk.Once(
			func(_ *desk.Desk, q *ask.Values) error {
				own, _ := search.RefOf(q.Text("rateId"))
				return desk.CheckSearch(q, "this rate", own)
			},
			func(ctx context.Context, c *apiclient.Client, q *ask.Values, p *apiclient.GetHotelRateBookingLinkParams) (*apiclient.Answer[apiclient.BookingLink], error) {
				id, _ := strconv.ParseInt(q.Text("hotelId"), 10, 64)
				answer, err := c.GetHotelRateBookingLink(ctx, id, q.Text("rateId"), p)
				return answer, desk.Doing("make the link", err)
			}),
		"getHotelSearchLink": desk.Plain("make the link",
			func(d *desk.Desk, q *ask.Values) error { return checkLink(d, q.Text("cityCode"), q) }, (*apiclient.Client).GetHotelSearchLink),
	}
}

// checkSearch holds the rules of a search: one place, days in their order, and guests that fit.
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

// Batch is what the lines of a batch of hotel searches are. body and view hold for all of them, where a
// line says nothing else.
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
		Operation: func(rows []*batch.Row) string { // searches for one hotel are counted apart
			if slices.ContainsFunc(rows, func(r *batch.Row) bool { return r != nil && !namesHotel(r.Arguments["place"]) }) {
				return desk.HotelSearches
			}
			return desk.OneHotelSearches
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
		Prepare: func(ctx context.Context, d *desk.Desk, r *batch.Row) (desk.Ready, error) {
			return Prepare(ctx, d, request(r))
		},
		Follow: func(ctx context.Context, d *desk.Desk, made desk.Made, r *batch.Row) (batch.Answer, error) {
			own := view
			own.Query, own.Named = r.Read, true
			found, err := Subject().Follow(ctx, d, made, own)
			return batch.AnswerOf(found, made, func(r *apiclient.HotelResults) int { return r.Metadata.TotalCandidates }), err
		},
	}
}
