package hotels

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/words"
)

// Details is all that the service says of one hotel.
type Details struct {
	*apiclient.Hotel
	Of   Hotel      // with what its list says of it
	Unit words.Unit // that distances are told in
}

// FromSpot returns the distance of the hotel from the point or airport that its list was searched around.
func (h Details) FromSpot() *float64 {
	return FromSpot(h.Of.List.Asked(), h.Location.Lat, h.Location.Lng)
}

// Show reads one hotel. It needs no search. q is of getHotel.
func Show(ctx context.Context, d *desk.Desk, hotel Hotel, q *ask.Values) (desk.Answer[Details], error) {
	call, err := desk.NewCall[apiclient.GetHotelParams](ctx, d, q, desk.LocaleOf(hotel.List.Terms))
	if err != nil {
		return desk.Answer[Details]{}, err
	}
	q.GivenAs("hotelId", hotel.Typed)
	answer := desk.Answer[Details]{Meta: desk.MetaOf(q, hotel.HotelID())}
	var body []byte
	if answer.Value, body, err = open(ctx, call, hotel); err != nil {
		return desk.Answer[Details]{}, err
	}
	answer.Bodies = [][]byte{body}
	call.Locale.RecordLanguage(&answer.Meta)
	rates, in := problem.Do("", "getHotelRates", hotel.Ref()), call.Locale.Given("locale")
	if hotel.List.Asked().CheckIn == "" {
		rates.Args = append(rates.Args, "+30d", "+2d")
	}
	answer.Meta.Follow(rates.Having(in...), problem.Do("", "getHotelReviews", hotel.Ref()).Having(in...))
	return answer, nil
}

func open(ctx context.Context, call desk.Call[apiclient.GetHotelParams], hotel Hotel) (Details, []byte, error) {
	answer, err := call.Client.GetHotel(ctx, hotel.HotelID(), &call.Params)
	if err != nil {
		return Details{}, nil, fmt.Errorf("open %s: %w", hotel.Title(), err)
	}
	return Details{answer.Value, hotel, call.Locale.Unit()}, answer.Body, nil
}

// Reviews reads the reviews of a hotel, over as many pages as wanted. If a read fails, it returns what it has
// together with the error. It needs no search. q is of getHotelReviews.
func Reviews(ctx context.Context, d *desk.Desk, hotel Hotel, q *ask.Values, pages desk.Pages) (desk.Answer[*apiclient.HotelReviews], error) {
	type answered = *apiclient.Answer[apiclient.HotelReviews]
	read := func(c *apiclient.Client, ctx context.Context, params *apiclient.GetHotelReviewsParams) (answered, error) {
		return c.GetHotelReviews(ctx, hotel.HotelID(), params)
	}
	rows := func(r *apiclient.HotelReviews) desk.PageRows[apiclient.HotelReview] {
		total := cmp.Or(r.Metadata.TotalCandidates, new(int))
		return desk.PageRows[apiclient.HotelReview]{List: &r.Results, Total: *total, More: &r.Metadata.HasMore}
	}
	q.GivenAs("hotelId", hotel.Typed)
	doing := "read the reviews of " + hotel.Title()
	answer, locale, err := desk.ReadPages(ctx, d, q, desk.LocaleOf(hotel.List.Terms), pages, doing, read, rows, hotel.HotelID())
	if answer.Value == nil {
		return answer, err
	}
	locale.RecordLanguage(&answer.Meta)
	in := locale.Given("locale")
	if meta := answer.Value.Metadata; meta.HasMore && pages.Rows() == 0 {
		next := problem.Do("", "getHotelReviews", hotel.Ref()).Set("page", strconv.Itoa(meta.Page+1))
		answer.Meta.Follow(next.Having(q.View()...).Having(in...))
	}
	answer.Meta.Follow(problem.Do("", "getHotel", hotel.Ref()).Having(in...))
	return answer, err
}

// Compare reads several hotels. It uses no search. q is of getHotel. The body is one document with the hotels as the
// service sent them and what the list says of each.
func Compare(ctx context.Context, d *desk.Desk, hotels []desk.Pick, q *ask.Values) (desk.Answer[[]Details], error) {
	var none desk.Answer[[]Details]
	call, err := desk.NewCall[apiclient.GetHotelParams](ctx, d, q, desk.LocaleOf(hotels[0].List.Terms))
	if err != nil {
		return none, err
	}
	details, bodies := make([]Details, len(hotels)), make([]json.RawMessage, len(hotels))
	err = d.Each(ctx, len(hotels), func(ctx context.Context, i int) (err error) {
		details[i], bodies[i], err = open(ctx, call, Hotel{hotels[i]})
		return err
	})
	if err != nil {
		return none, err
	}
	answer := desk.Answer[[]Details]{Value: details, Meta: desk.MetaOf(q)}
	call.Locale.RecordLanguage(&answer.Meta)
	for _, h := range hotels {
		answer.Meta.Follow(problem.Do("", "getHotelRates", h.Ref()).Having(call.Locale.Given("locale")...))
	}
	all := make([]listed, len(hotels))
	for i, h := range hotels {
		all[i] = listed{h.HotelID(), h.Row.N, said(h.Row)}
	}
	body, err := json.Marshal(Compared{bodies, all})
	answer.Bodies = [][]byte{body}
	return answer, err
}

// Compared is the document of several hotels: each as the service sent it, and what the list says of it.
type Compared struct {
	Hotels []json.RawMessage `json:"hotels"`
	Listed []listed          `json:"listed"`
}

type listed struct {
	HotelID int64             `json:"hotelId"`
	Number  int               `json:"number,omitempty"`
	Facts   map[string]string `json:"facts,omitempty"`
}

// said returns what a list says of a hotel, by name.
func said(row recall.Row) map[string]string {
	h := row.Hotel
	if h == nil {
		return nil
	}
	facts := map[string]string{"free cancellation": "not seen"}
	if h.FreeCancellation {
		facts["free cancellation"] = "seen"
	}
	put := func(name, value string) {
		if value != "" {
			facts[name] = value
		}
	}
	put("page", h.Page)
	put("night", row.Price.Amount)
	put("currency", row.Price.Currency)
	put("stay", h.Stay)
	put("stay currency", h.StayIn)
	put("allIn", h.AllIn)
	if h.Score != nil {
		put("score", h.Score.Value+"/"+h.Score.Count)
	}
	for cohort, score := range h.Cohorts {
		put("score of "+cohort, score.Value+"/"+score.Count)
	}
	return facts
}
