package hotels

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// PickRate turns RATE, a row number of the last list of rates or a rate id, into the rate. Nothing is
// sent.
func PickRate(d *desk.Desk, text string) (desk.Pick, error) {
	p, err := d.Pick(desk.Argument{
		Kind: recall.Rates, Label: "RATE", Text: text, What: "rate",
		List: "travel hotels rates HOTEL", Help: "travel hotels booking-link --help",
	})
	p.List.Kind = recall.Rates
	return p, err
}

// LinkRequest asks for the link to the page where a rate is booked.
type LinkRequest struct {
	Rate    desk.Pick
	Query   *ask.Values   // of getHotelRateBookingLink
	Renewal *desk.Renewal // given: the rate is made sure of, and brought back where its search is gone
	Lasting bool          // ask for the link to the search of its city beside it, where the list knows the city
}

// BookingLink makes the link to the page where a rate is booked. Nothing is booked by it.
func BookingLink(ctx context.Context, d *desk.Desk, r *LinkRequest) (desk.Answer[desk.Link], error) {
	var none desk.Answer[desk.Link]
	if err := r.fill(); err != nil {
		return none, err
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
	if renewal.Done() && r.Query.Has("searchId") { // a search that was named gives way to the new one
		if err := r.Query.SetTyped("searchId", rate.List.Search.ID); err != nil {
			return none, err
		}
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
	desk.Locale{Language: call.Locale.Language, Site: call.Locale.Site}.Record(&answer.Meta, "", desk.ServiceLocale)
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

// life is how long the link of a rate works.
func life(rate desk.Pick) desk.LinkLife {
	return desk.LinkLife{Created: rate.List.Search.Created, Lasts: desk.HotelLinkLasts}
}

// fill takes what the request left open from the list that the rate came with, and holds the rule of
// the search that the rate's own id names.
func (r *LinkRequest) fill() error {
	own, _, _ := strings.Cut(r.Rate.ID, ":")
	if given := r.Query.Text("searchId"); given != "" && given != own {
		return problem.UsageError{Text: fmt.Sprintf("--search %s is not the search of this rate, %s; leave --search out", words.Quote(given), words.Quote(own))}
	}
	asked := r.Rate.List.Asked()
	if id := strconv.FormatInt(asked.HotelID, 10); asked.HotelID > 0 {
		if given := r.Query.Text("hotelId"); given != "" && given != id {
			return problem.UsageError{Text: fmt.Sprintf("--hotel-id %s is not the hotel of this rate, %s; leave --hotel-id out", given, id)}
		}
		if err := r.Query.SetDefault("hotelId", "--hotel-id", id); err != nil {
			return err
		}
	}
	if !r.Query.Has("hotelId") {
		return problem.UsageError{
			Text: "--hotel-id is missing; a rate id alone does not say it",
			Hint: "give it, or pick the rate by its row number: travel hotels rates HOTEL lists rates",
		}
	}
	return r.Query.SetDefault("guests", "--guests", linkedGuests(asked))
}

// linkedGuests are the guests as the link has them: the adults, then one age for each child, such as
// 2:4:9. "" when they are not known.
func linkedGuests(q query.Stay) string {
	if q.Adults == 0 {
		return ""
	}
	text := strconv.Itoa(q.Adults)
	for _, age := range q.ChildrenAges {
		text += ":" + strconv.Itoa(age)
	}
	return text
}
