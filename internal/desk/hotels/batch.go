package hotels

import (
	"context"
	"strconv"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Batch is what the lines of a batch of hotel searches are. body and view hold for all of them, where a
// line says nothing else.
func Batch(body *ask.Values, view View) batch.Kind {
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
		Closed:    []string{"searchId", "page", "pageSize", "lat", "lng"},
		Common:    []string{"adults", "rooms", "childrenAges", "currency"},
		Example:   "place,checkIn,checkOut and below it Lisbon,+30d,3 nights",
		Operation: operationOf,
		Lives:     desk.HotelLinkLasts, // about, as its search
		Check: func(d *desk.Desk, r *batch.Row) error {
			if err := checkRow(r.Arguments["place"]); err != nil {
				return err
			}
			return Check(d, request(r))
		},
		Prepare: func(ctx context.Context, d *desk.Desk, r *batch.Row) (desk.Ready, error) {
			return Prepare(ctx, d, request(r))
		},
		Follow: func(ctx context.Context, d *desk.Desk, made desk.Made, r *batch.Row) (batch.Answer, error) {
			own := view
			own.Query, own.Named = r.Read, true
			found, err := Follow(ctx, d, made, own)
			return batch.AnswerOf(found, made, func(r *apiclient.HotelResults) int { return r.Metadata.TotalCandidates }), err
		},
	}
}

// checkRow refuses a row number: a batch counts in no list.
func checkRow(place string) error {
	n, err := strconv.Atoi(place)
	if err != nil || int64(n) >= query.LowestHotelID {
		return nil
	}
	return problem.UsageError{
		Text: "place " + words.Quote(place) + " is a row number, and a batch counts in no list",
		Hint: "give a city, LAT,LNG or a hotel id; one as small as this is written " + query.HotelIDPrefix + place,
	}
}

// operationOf is what the searches are counted as: those for one hotel are counted apart.
func operationOf(rows []*batch.Row) string {
	for _, r := range rows {
		if r != nil && !namesHotel(r.Arguments["place"]) {
			return desk.HotelSearches
		}
	}
	return desk.OneHotelSearches
}
