package present

import (
	"slices"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// RateFrame returns a frame of a hotel's rates while they are loading: the list, nil before it has rows, and the
// status.
func RateFrame(last *desk.Snapshot, hotel hotels.Hotel) (render.Ranked, string) {
	const waiting = "waiting for the first rates"
	if last == nil {
		return nil, waiting
	}
	s, ok := last.Value.(search.RateSnapshot)
	if !ok || len(s.Results.Rates) == 0 {
		return nil, waiting
	}
	list, status := Rates(s, hotel, last.List, last.Parts, last.In, desk.Meta{}), words.Counted(len(s.Results.Rates), "rate")+" so far"
	if text := RateChanges(s, last.Watch); text != "" {
		MarkRates(&list, s, last.Watch)
		status = "watching: " + text
	}
	return list, status
}

// MarkRates marks each rate that changed since the list settled.
func MarkRates(list *hotelview.RateList, s search.RateSnapshot, w *desk.Watch) {
	found := Marks(w.Since(search.RateListing(s.Results)), s.Results.Metadata.Locale)
	for i := range list.Rows {
		list.Rows[i].Mark = found[s.Results.Rates[i].ID]
	}
}

// RateChanges describes the changes since the list settled, or returns "" before that.
func RateChanges(s search.RateSnapshot, w *desk.Watch) string {
	return WatchWords(w, search.RateListing(s.Results), s.Results.Metadata.Locale)
}

// Rates builds the view of a snapshot's rates, with their letters in the list. The service sorts.
func Rates(s search.RateSnapshot, hotel hotels.Hotel, of, listed recall.List, in desk.Locale, meta desk.Meta) hotelview.RateList {
	rates, asked := s.Results, of.Asked()
	list := hotelview.RateList{
		Hotel: hotel.Heading(), Stay: stayOf(rates.Stay, asked),
		Context: HotelTerms(rates.Stay, asked, rates.CurrencyCode, in.Site),
		Locale:  rates.Metadata.Locale, Status: statusWords(s.Progress, len(rates.Rates)),
		Notes: slices.DeleteFunc(slices.Clone(meta.Warnings), func(text string) bool { return text == hotels.SpentWarning }), // the user was warned before
		Next:  paste.Commands(meta.Next),
	}
	if len(rates.Rates) == 0 {
		list.Notes = append(list.Notes, noRates(rates))
	}
	for _, rate := range rates.Rates {
		list.Rows = append(list.Rows, rateRow(rate, listed.Letter(rate.ID)))
	}
	return list
}

func noRates(r *apiclient.HotelRates) string {
	if r.SearchComplete {
		return "No room of this hotel can be booked on this service for these dates. It may still have rooms."
	}
	return "No rates have arrived so far."
}

func rateRow(rate apiclient.Rate, ref string) hotelview.RateRow {
	row := hotelview.RateRow{
		Ref: ref, Room: rate.RoomName, Board: hotels.TermWords(words.Stated(rate.Board)),
		Refundable:   grid.AnswerOf(&rate.Refundable),
		Cancellation: hotels.PolicyWords(words.Stated(rate.CancellationPolicy)),
		Left:         words.Decimal(rate.RoomsLeft),
		Price:        stayPrice(search.RatePrice(rate.Price), rate.Price.TotalUsd, rate.Price.Deal),
	}
	if apiclient.ValidRateID(rate.ID) { // otherwise it is never printed, because it may get pasted into a shell
		row.RateID = rate.ID
	}
	return row
}
