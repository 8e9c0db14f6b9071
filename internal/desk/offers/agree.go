package offers

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/search"
)

// agrees tells whether the detail of an offer is of its kind, and of that very offer: the same itinerary or
// hotel, in the currency of its list, with times and positive amounts.
func agrees(o kept.Offer) bool {
	switch o.Kind {
	case recall.Trips:
		return tripAgrees(o, o.Row.Trip)
	case recall.Fares:
		return tripAgrees(o, o.List.Itinerary)
	case recall.Hotels:
		hotel, ok := Hotel(o)
		return ok && strconv.FormatInt(hotel.HotelID, 10) == o.Row.ID
	}
	rates, ok := Rates(o)
	if !ok || rates.HotelID != o.List.Asked().HotelID || !in(o, rates.CurrencyCode) {
		return false
	}
	for _, r := range rates.Rates {
		amounts := []json.Number{r.Price.AmountPerNight, r.Price.TotalUsd}
		if r.Price.Total != nil {
			amounts = append(amounts, *r.Price.Total)
		}
		if r.Price.Currency != rates.CurrencyCode || !positive(amounts) {
			return false
		}
	}
	return slices.ContainsFunc(rates.Rates, func(r apiclient.Rate) bool { return search.PrintRate(r).Same(o.Row.Rate.Print) })
}

func tripAgrees(o kept.Offer, itinerary search.Itinerary) bool {
	trip, ok := Trip(o)
	if !ok || !trip.Itinerary.Same(itinerary) || !in(o, trip.Currency) {
		return false
	}
	for _, leg := range trip.Legs {
		times := slices.ContainsFunc(leg.Segments, func(s flights.Segment) bool { return s.Depart.IsZero() || s.Arrive.IsZero() || s.Minutes < 0 })
		if times || leg.Depart.IsZero() || leg.Arrive.IsZero() || leg.Minutes < 0 {
			return false
		}
	}
	return !slices.ContainsFunc(trip.Fares, func(f flights.Fare) bool {
		return f.Price.Currency != trip.Currency || !isAmount(f.Price.Amount)
	})
}

// in tells whether a detail in that currency can be that of the offer.
func in(o kept.Offer, currency string) bool {
	return isCurrency(currency) && (o.Row.Price.Currency == "" || o.Row.Price.Currency == currency)
}

func positive(amounts []json.Number) bool {
	return !slices.ContainsFunc(amounts, func(n json.Number) bool { return !isAmount(n.String()) })
}

// mostDeep is how deep an honest answer is at most, and far above.
const mostDeep = 32

// withoutAddresses is a JSON text in which no string holds an address; nil for one that is not JSON, or deeper
// than any answer.
func withoutAddresses(text json.RawMessage) json.RawMessage {
	if len(text) == 0 {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil
	}
	value, ok := emptied(value, mostDeep)
	plain, err := json.Marshal(value)
	if err != nil || !ok {
		return nil
	}
	return plain
}

// emptied is a value whose strings with an address in them are empty; false for one that is deeper than that.
func emptied(value any, deep int) (any, bool) {
	if deep == 0 {
		return nil, false
	}
	ok, inside := true, false
	switch v := value.(type) {
	case string:
		if strings.Contains(v, ":/") || strings.Contains(v, "//") {
			return "", true
		}
	case []any:
		for i := range v {
			v[i], inside = emptied(v[i], deep-1)
			ok = ok && inside
		}
	case map[string]any:
		for name := range v {
			v[name], inside = emptied(v[name], deep-1)
			ok = ok && inside
		}
	}
	return value, ok
}
