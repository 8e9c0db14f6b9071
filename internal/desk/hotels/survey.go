package hotels

import (
	"context"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// A Night is what the hotels of a search cost, of those that pass the filters: the cheapest of them, and
// the one in the middle. Prices are of a night in all rooms for all guests, as the service orders hotels
// by, without what comes on top.
type Night struct {
	HotelID int64       `json:"hotelId,omitempty"` // 0 where none passes
	Name    string      `json:"name,omitempty"`    // foreign text
	Stars   string      `json:"stars,omitempty"`
	Price   offer.Money `json:"price,omitzero"`
	AllIn   string      `json:"allIn,omitempty"` // with what comes on top, as far as that is known
	Total   offer.Money `json:"total,omitzero"`  // of the stay, without local tax; in USD where it is told in nothing else
	Locale  string      `json:"locale,omitempty"`

	Hotels   int         `json:"hotels"` // that pass
	Median   offer.Money `json:"median,omitzero"`
	MedianID int64       `json:"medianId,omitempty"` // of the hotel that costs it
}

// Cost is the price of the cheapest.
func (n Night) Cost() offer.Money { return n.Price }

// surveyLives is how long a search can be read for sure, of about ten minutes.
const surveyLives = searchLasts - time.Minute

// maxName bounds a name that is kept, in bytes.
const maxName = 200

// survey is a survey of the nights of these stays, with the filters of a view. told takes each search
// that is made, one at a time.
func survey(ctx context.Context, d *desk.Desk, stays []query.Stay, view View, told func(search.Created)) (*sweep.Survey[Night], error) {
	of := desk.SurveyOf[*apiclient.HotelResults, Night]{
		Subject: Subject(), Operation: desk.HotelSearches, Lives: surveyLives, View: view, Told: told, Refused: unknownHotel,
		Found: nightOf, Further: middle,
		Params: func(q *ask.Values) any { return ask.Request[apiclient.GetHotelSearchResultsParams](q) },
		Question: func(list recall.List) (asks any, key string) {
			all := *list.Stay
			all.CheckIn, all.CheckOut = "", ""
			return all.Request(), list.Stay.CheckIn + "/" + list.Stay.CheckOut
		},
	}
	if stays[0].HotelID > 0 {
		of.Operation = desk.OneHotelSearches
	}
	for _, stay := range stays {
		of.Lists = append(of.Lists, recall.List{Stay: &stay})
	}
	return desk.NewSurvey(ctx, d, of)
}

// nightOf is what a read shows, whose rows are by price.
func nightOf(s search.HotelSnapshot, now time.Time) sweep.Found[Night] {
	f := sweep.Found[Night]{AsOf: now, Settle: s.Settle, Whole: s.Whole, Got: Night{Hotels: s.Results.Metadata.TotalCandidates}}
	if len(s.Results.Results) == 0 {
		return f
	}
	card := s.Results.Results[0]
	f.Any = true
	f.Got.HotelID, f.Got.Stars, f.Got.Price, f.Got.AllIn = card.HotelID, words.Decimal(card.Star), nightPrice(card.Price), allIn(card.Price)
	f.Got.Total, _ = search.StayPrice(card.Price.Total, card.Price.TotalUsd, card.Price.Currency)
	f.Got.Locale = s.Results.Metadata.Locale
	if len(card.Name) <= maxName {
		f.Got.Name = card.Name
	}
	if f.Got.Hotels == 1 {
		f.Got.Median, f.Got.MedianID = f.Got.Price, card.HotelID
	}
	return f
}

// middle reads the hotel in the middle of all that pass, in the order of their prices; of an even number
// the lower one. A read that failed leaves it open. One that was interrupted leaves the whole search
// open, so that another command reads it on.
func middle(ctx context.Context, s search.Service, searchID string, w *desk.Wording, f *sweep.Found[Night]) error {
	page, size, row := middleOf(f.Got.Hotels)
	if !f.Any || f.Got.MedianID != 0 || size > widestPage {
		return nil
	}
	q := w.Page(page)
	if err := q.SetTyped("pageSize", size); err != nil {
		return err
	}
	shown, err := Subject().Reader(s, searchID, q).Read(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		f.Whole = ""
		return err
	case err == nil && row < len(shown.Results.Results):
		card := shown.Results.Results[row]
		f.Got.Median, f.Got.MedianID = nightPrice(card.Price), card.HotelID
	}
	return nil
}

// Pages of results, by the contract.
const (
	widestPage = 50
	lastPage   = 100
)

// middleOf is where the one in the middle of so many hotels stands: on which page of how many rows, as few
// as there are pages enough for, and in which of them, from 0.
func middleOf(hotels int) (page, size, row int) {
	at := max(hotels-1, 0) / 2
	size = at/lastPage + 1
	return at/size + 1, size, at % size
}
