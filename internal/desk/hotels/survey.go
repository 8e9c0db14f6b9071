package hotels

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/query"
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

// surveyor makes and reads the searches of a survey.
type surveyor struct {
	hotels search.Hotels
	made   func(search.Created)
	query  *ask.Values // that all are read with
}

// survey is a survey of the nights of these stays, with the filters of a view. told takes each search
// that is made, one at a time.
func survey(ctx context.Context, d *desk.Desk, stays []query.Stay, view View, told func(search.Created)) (*sweep.Survey[Night], error) {
	q := view.Query.Clone()
	q.Unset("page")
	if err := errors.Join(q.SetTyped("sort", "price_asc"), q.SetTyped("pageSize", 1)); err != nil {
		return nil, err
	}
	read := ask.Request[apiclient.GetHotelSearchResultsParams](q)
	of := desk.SurveyOf{Operation: desk.HotelSearches, Lives: surveyLives, Read: read, Told: told}
	if stays[0].HotelID > 0 {
		of.Operation = desk.OneHotelSearches
	}
	own, by, err := desk.NewSurvey[Night](ctx, d, of)
	if err != nil {
		return nil, err
	}
	s := surveyor{search.Hotels{Client: by.Client, Clock: by.Clock, Purse: d.Purse}, by.Made, q}
	for _, stay := range stays {
		own.Asks = append(own.Asks, s.ask(stay))
	}
	return own, nil
}

// ask is one search of a survey.
func (s surveyor) ask(stay query.Stay) sweep.Ask[Night] {
	all := stay
	all.CheckIn, all.CheckOut = "", ""
	question, _ := json.Marshal(all.Request()) // texts and numbers
	return sweep.Ask[Night]{
		Question: string(question), Key: stay.CheckIn + "/" + stay.CheckOut,
		Create: func(ctx context.Context) (search.Created, error) {
			made, err := s.hotels.Create(ctx, stay.Request())
			if err == nil {
				s.made(made)
			}
			return made, unknownHotel(err)
		},
		Read: func(ctx context.Context, made search.Created, tell func(sweep.Found[Night])) (sweep.Found[Night], error) {
			w := desk.NewWording(s.query, nil)
			found := func(shown search.HotelSnapshot) sweep.Found[Night] {
				return desk.Worded(w, nightOf(shown, s.hotels.Clock.Now()))
			}
			last, err := desk.Reading(w, reading(s.hotels, made.SearchID), facetsIn).Since(made.At).Settle(ctx, search.DefaultBudget, func(shown search.HotelSnapshot) {
				tell(found(shown))
			})
			if last.Results == nil {
				return sweep.Found[Night]{}, err
			}
			night := found(last)
			if err = cmp.Or(err, w.Undecided()); err == nil {
				err = s.middle(ctx, made.SearchID, w, &night)
			}
			return night, err
		},
		Glance: func(ctx context.Context, made search.Created) (sweep.Found[Night], error) {
			w := desk.NewWording(s.query, nil)
			shown, err := desk.Reading(w, reading(s.hotels, made.SearchID), facetsIn).Read(ctx)
			if err != nil {
				return sweep.Found[Night]{}, err
			}
			found := desk.Worded(w, nightOf(shown, s.hotels.Clock.Now()))
			return found, s.middle(ctx, made.SearchID, w, &found)
		},
	}
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
func (s surveyor) middle(ctx context.Context, searchID string, w *desk.Wording, f *sweep.Found[Night]) error {
	page, size, row := middleOf(f.Got.Hotels)
	if !f.Any || f.Got.MedianID != 0 || size > widestPage {
		return nil
	}
	q := w.Page(page)
	if err := q.SetTyped("pageSize", size); err != nil {
		return err
	}
	shown, err := reading(s.hotels, searchID)(q).Read(ctx)
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
