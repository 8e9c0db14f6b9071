package report

import (
	"cmp"
	"slices"
	"strconv"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/document"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

const mostRates = 60

// hotelOf is the entry as a hotel for a stay.
func (e *entry) hotelOf() document.Hotel {
	row, stay := e.Row.Offer.Row, e.List.Asked()
	h := document.Hotel{
		Offer: e.offer(), ID: e.hotelID(), Called: e.hotelName(), Code: stay.City, CheckIn: stay.CheckIn, CheckOut: stay.CheckOut, Rates: []document.Rate{},
	}
	h.Name = e.Row.Name // its own name is enough where it is not kept by one
	if stay.Adults > 0 {
		h.Party = query.Guests(stay.Occupancy())
	}
	if listed := row.Hotel; listed != nil {
		h.Night, h.FreeCancellation = row.Price, listed.FreeCancellation
		if listed.Stay != "" {
			h.Stay = offer.Money{Amount: listed.Stay, Currency: cmp.Or(listed.StayIn, row.Price.Currency)}
		}
		if s := listed.Score; s != nil {
			h.Score, h.Reviews = s.Value, s.Count
		}
	}
	if e.known.hotel != nil {
		describe(&h, e.known.hotel)
	}
	e.rates(&h)
	return h
}

func (e *entry) hotelName() string {
	name := e.List.Asked().Name
	if e.Kind == recall.Hotels {
		name = e.Row.Offer.Row.Label
	}
	if e.known.hotel != nil {
		name = cmp.Or(e.known.hotel.Name, name)
	}
	return cmp.Or(name, "Hotel "+strconv.FormatInt(e.hotelID(), 10))
}

// describe adds what a hotel is.
func describe(h *document.Hotel, from *apiclient.Hotel) {
	l := from.Location
	h.City, h.District, h.Address = words.Stated(l.CityName), words.Stated(l.DistrictName), words.Stated(l.Address)
	h.CentreKm = words.Decimal(from.DistanceToCityCentre)
	h.Stars = words.Decimal(from.Star)
	if p, ok := places.PointAt(l.Lat, l.Lng); ok {
		h.At = &document.Point{Lat: p.Lat, Lng: p.Lng}
	}
	if from.Review != nil {
		h.Score, h.Reviews = from.Review.Score.String(), from.Review.Count.String()
	}
}

// rates puts the rates into a hotel; the price of its stay is that of the rate that is meant, else the
// cheapest.
func (e *entry) rates(h *document.Hotel) {
	meant := func(p search.RatePrint) bool {
		return slices.ContainsFunc(e.meant, func(row recall.Row) bool { return row.Rate != nil && row.Rate.Print.Same(p) })
	}
	if e.known.rates == nil {
		for _, row := range e.meant {
			rate := document.Rate{Room: row.Label, Price: row.Price, Meant: true}
			if row.Rate != nil {
				p := row.Rate.Print
				rate = rateOf(p, rate.Price, row.Rate.PerNight)
				rate.Meant, rate.Charges = true, row.Rate.Charges
			}
			h.Rates = append(h.Rates, rate)
		}
	} else {
		for _, r := range cut(e.known.rates.Rates, mostRates) {
			print := search.PrintRate(r)
			rate := rateOf(print, hotels.RatePrice(r), r.Price.Total == nil)
			rate.Meant, rate.Charges = meant(print), hotels.ChargeWords(r.Price, h.Locale)
			h.Rates = append(h.Rates, rate)
			h.FreeCancellation = h.FreeCancellation || r.Refundable
		}
	}
	if len(h.Rates) == 0 {
		return
	}
	at := max(slices.IndexFunc(h.Rates, func(r document.Rate) bool { return r.Meant }), 0)
	if r := h.Rates[at]; r.PerNight {
		h.Night = r.Price
	} else {
		h.Stay = r.Price
	}
}

func rateOf(p search.RatePrint, price offer.Money, perNight bool) document.Rate {
	return document.Rate{
		Room: p.Room, Board: hotels.TermWords(p.Board), Policy: hotels.PolicyWords(p.Policy), Refundable: p.Refundable, Price: price, PerNight: perNight,
	}
}
