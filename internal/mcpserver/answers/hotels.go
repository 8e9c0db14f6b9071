package answers

import (
	"encoding/json"
	"fmt"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/words"
)

// bookingPrices say what prices of hotels are for.
const bookingPrices = "Prices are for the whole booking, all rooms; taxes that are named on top are not in them."

func hotelSheet(r apiclient.HotelResults) sheet {
	s := sheet{total: r.Metadata.TotalCandidates, about: stayLine(r.Stay), notes: []string{bookingPrices, "Free cancellation that was not seen may still exist: hotel_rates is certain."}}
	switch hotels.ReasonOf(&r) {
	case hotels.SoldOut:
		s.notes = []string{"No hotel can be booked on this service for these days. That does not prove that none has a room."}
	case hotels.ComingIn:
		s.notes = []string{"No hotel with a price has come in so far."}
	case hotels.PastTheEnd:
		s.notes = []string{fmt.Sprintf("Page %d is past the last page.", r.Metadata.Page)}
	case hotels.Filtered:
		s.notes = []string{fmt.Sprintf("The filters leave 0 of %s.", words.Counted(r.Metadata.TotalBeforeFilters, "hotel"))}
	}
	for _, card := range r.Results {
		p := card.Price
		s.rows = append(s.rows, line(card.Name, stars(card.Star), score(card.Review), words.Stated(card.DistrictName),
			centre(card.DistanceToCityCentre), night(p.AmountPerNight, p.Currency, r.Metadata.Locale),
			stay(p.Total, p.TotalUsd, p.Currency, r.Metadata.Locale), tax("tax", p.TaxAmountPerNight, p.Currency, r.Metadata.Locale),
			tax("city tax", p.LocalTaxPerNight, p.Currency, r.Metadata.Locale), refundSeen(card), badges(card.Badges), id("hotelId", fmt.Sprint(card.HotelID))))
	}
	return s
}

func refundSeen(card apiclient.HotelCard) string {
	if card.Refundable != apiclient.RefundableWitnessAvailable {
		return ""
	}
	return "free cancellation seen"
}

func badges(codes []string) string {
	var texts []string
	for _, code := range codes {
		texts = append(texts, hotels.TermWords(code))
	}
	return strings.Join(texts, ", ")
}

// stayLine is what prices cover.
func stayLine(s *apiclient.Stay) []string {
	if s == nil {
		return nil
	}
	return []string{desk.DaysText(s.CheckIn, s.CheckOut) + ", " + words.Counted(s.Nights, "night") + ", " + query.Guests(s.Occupancy) + "."}
}

func stars(n *json.Number) string {
	if n == nil {
		return ""
	}
	return n.String() + " stars"
}

func score(r *apiclient.Review) string {
	if r == nil {
		return ""
	}
	return r.Score.String() + " of 10 (" + r.Count.String() + " reviews)"
}

func centre(km *json.Number) string {
	if km == nil {
		return ""
	}
	return km.String() + " km from the centre"
}

func night(amount json.Number, currency, locale string) string {
	return desk.PriceText(search.Price{Amount: amount.String(), Currency: currency}, locale) + " a night"
}

func stay(total *json.Number, usd json.Number, currency, locale string) string {
	price, near := search.StayPrice(total, usd, currency)
	switch {
	case price.Amount == "":
		return ""
	case near:
		return "about " + desk.PriceText(price, locale) + " the stay"
	}
	return desk.PriceText(price, locale) + " the stay"
}

// tax is what comes on top of a night.
func tax(what string, amount *json.Number, currency, locale string) string {
	if amount == nil || strings.Trim(amount.String(), "0.") == "" {
		return ""
	}
	return desk.PriceText(search.Price{Amount: amount.String(), Currency: currency}, locale) + " " + what + " a night on top"
}

func rateSheet(r apiclient.HotelRates) sheet {
	s := sheet{total: len(r.Rates), about: stayLine(r.Stay), notes: []string{bookingPrices}}
	if len(r.Rates) == 0 {
		s.notes = []string{"No rate has come in so far."}
		if r.SearchComplete {
			s.notes = []string{"No room of this hotel can be booked on this service for these days. That does not prove that it is full."}
		}
	}
	for _, rate := range r.Rates {
		p := rate.Price
		onTop := ""
		if p.TaxInclusive == nil || !*p.TaxInclusive {
			onTop = tax("tax", p.TaxAmountPerNight, p.Currency, r.Metadata.Locale)
		}
		left := ""
		if rate.RoomsLeft != nil {
			left = rate.RoomsLeft.String() + " left"
		}
		deal := ""
		if p.Deal != nil {
			deal = fmt.Sprintf("%d %% off already in the price", p.Deal.PercentOff)
		}
		terms := hotels.PolicyWords(words.Stated(rate.CancellationPolicy))
		if terms == "" {
			terms = term(rate.Refundable).words("refundable", "not refundable")
		}
		s.rows = append(s.rows, line(rate.RoomName, hotels.TermWords(words.Stated(rate.Board)), terms, night(p.AmountPerNight, p.Currency, r.Metadata.Locale),
			stay(p.Total, p.TotalUsd, p.Currency, r.Metadata.Locale), onTop, tax("city tax", p.LocalTaxPerNight, p.Currency, r.Metadata.Locale),
			deal, left, id("rateId", sendableRate(rate.ID))))
	}
	return s
}

// sendableRate is an id that can be sent back, or "".
func sendableRate(id string) string {
	if !apiclient.ValidRateID(id) {
		return ""
	}
	return id
}

func detailSheet(h apiclient.Hotel) sheet {
	var s sheet
	place := h.Location
	s.about = append(s.about, line(h.Name, words.Stated(h.PropertyType), stars(h.Star), score(h.Review), id("hotelId", fmt.Sprint(h.HotelID))),
		line(strings.Join(kept(words.Stated(place.Address), words.Stated(place.DistrictName), words.Stated(place.CityName), words.Stated(place.CountryName)), ", "), centre(h.DistanceToCityCentre)))
	if text := words.Stated(h.Description); text != "" {
		s.about = append(s.about, "About: "+quoted(text))
	}
	if len(h.Amenities) > 0 {
		s.about = append(s.about, "Offers: "+line(strings.Join(h.Amenities, ", ")))
	}
	for _, v := range h.ReviewHighlights {
		s.about = append(s.about, "Guests: "+quoted(v.Text))
	}
	s.about = append(s.about, "Page: "+clean.Address(h.PageURL))
	s.notes = []string{theirs}
	return s
}

func kept(texts ...string) []string {
	var all []string
	for _, text := range texts {
		if text != "" {
			all = append(all, text)
		}
	}
	return all
}

func reviewSheet(r apiclient.HotelReviews) sheet {
	s := sheet{notes: []string{theirs}}
	if r.Metadata.TotalCandidates != nil {
		s.total = *r.Metadata.TotalCandidates
	}
	for _, v := range r.Results {
		guests := ""
		if v.GuestType != nil {
			guests = hotels.TermWords(string(*v.GuestType))
		}
		s.rows = append(s.rows, line(v.Rating.String()+" of 10", v.PostedAt, guests, quoted(words.Stated(v.Title)),
			id("liked", quoted(v.Pros...)), id("not", quoted(v.Cons...)), quoted(v.Notes...)))
	}
	return s
}
