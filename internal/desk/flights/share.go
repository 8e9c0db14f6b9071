package flights

import (
	"context"
	"strings"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/words"
)

// naming looks up what the places of a search are called.
func naming(ctx context.Context, d *desk.Desk, locale desk.Locale) func(code string) string {
	finder := places.At(d, locale)
	return func(code string) string {
		if name := finder.Name(ctx, code); name != "" {
			return name + " (" + code + ")"
		}
		return code
	}
}

// asTyped leaves a code as it is.
func asTyped(code string) string { return code }

// what is a search in words for someone who has not seen it: "flights Lisbon (LIS) to Madrid (MAD),
// Fri 27 Nov to Sun 29 Nov 2026, 1 adult, economy". call says what a place is called.
func what(q query.Flight, call func(code string) string) string {
	parts := []string{"flights " + call(q.From) + " to " + call(q.To), desk.DaysText(q.FromDate, q.ToDate)}
	if q.ToDate == "" {
		parts = append(parts, "one way")
	}
	if q.Adults > 0 {
		parts = append(parts, q.Party())
	}
	if q.Cabin != "" {
		parts = append(parts, strings.ReplaceAll(q.Cabin, "_", " "))
	}
	return strings.Join(parts, ", ")
}

// shareList is what is sent of a search that has a list.
func shareList(list recall.List, q query.Flight, call func(code string) string) desk.Share {
	share := desk.Share{What: []string{words.UpperFirst(what(q, call))}}
	if list.Flight == nil || !q.Same(*list.Flight) {
		return share // its prices are for others
	}
	if price := desk.Cheapest(list.Rows); price.Amount != "" {
		share.Price, share.Seen = "From "+desk.PriceText(price, list.Terms.Locale)+" for "+q.Party(), list.Made
	}
	return share
}

// share is what is sent of a fare.
func (o *Offer) share(call func(code string) string) desk.Share {
	var share desk.Share
	q := o.List.Flight
	if q != nil && q.Whole() {
		share.What = append(share.What, words.UpperFirst(what(*q, call)))
	}
	if trip := itineraryWords(o.List.Itinerary); trip != "" {
		share.What = append(share.What, "Trip "+trip)
	}
	if o.Row.Price.Amount == "" {
		return share
	}
	share.Price, share.Seen = desk.PriceText(o.Row.Price, o.List.Terms.Locale), o.List.Made
	if o.Opens() {
		share.Price = "From " + share.Price // what the options add is not in it
	}
	if q != nil && q.Adults > 0 {
		share.Price += " for " + q.Party()
	}
	if o.Seller != "" {
		share.Price += ", sold by " + o.Seller
	}
	return share
}
