package report

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/document"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// distinct returns texts without repetitions, in their order.
func distinct(texts []string) (all []string) {
	for _, text := range texts {
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// offer returns the part that trips and hotels share.
func (e *entry) offer() document.Offer {
	return document.Offer{
		Name: e.name, Note: e.Note, AsOf: cmp.Or(e.asOf, e.List.Made).Truncate(time.Second), Unknown: e.unknown,
		Market: e.List.Terms.SiteCode, Currency: e.List.Terms.Currency, Locale: e.List.Terms.Locale,
	}
}

// tripOf returns the entry as a trip. Its price is that of the chosen fare, or of the cheapest one.
func (e *entry) tripOf() document.Trip {
	t := document.Trip{Offer: e.offer(), Price: e.Offer.Row.Price, Legs: []document.Leg{}, Fares: []document.Fare{}}
	if q := e.List.Flight; q != nil {
		t.From, t.To, t.Cabin = q.From, q.To, q.Cabin
		if q.Adults > 0 {
			t.Party = q.Party()
		}
	}
	if e.trip == nil {
		for _, l := range e.Itinerary() {
			departs := offer.Local(l.Departs)
			arrives := offer.Local(l.Arrives).Since(departs)
			leg := document.Leg{
				Leg:     offer.Leg{From: l.From, To: l.To, Departs: departs, Arrives: arrives, Via: l.Via, Airlines: l.Carriers},
				Numbers: l.Numbers, DayOffset: arrives.Days,
			}
			if stops := max(len(l.Numbers)-1, len(l.Via)); stops > 0 || len(l.Numbers) > 0 {
				leg.Stops = &stops
			}
			t.Legs = append(t.Legs, leg)
		}
		for _, row := range e.meant {
			fare := document.Fare{Seller: row.Label, Price: row.Price, Meant: true}
			if row.Fare != nil {
				fare.Kind, fare.Refundable = row.Fare.Kind, row.Fare.Print.Refundable
			}
			t.Fares = append(t.Fares, fare)
		}
		return t
	}
	trip := *e.trip
	t.Whole, t.Signals, t.Currency = true, trip.Signals(), trip.Currency
	for _, l := range trip.Legs {
		leg := document.Leg{Leg: l, Stops: &l.Stops, DayOffset: l.Arrives.Days}
		leg.Airlines = distinct(l.Airlines)
		for _, s := range l.Segments {
			leg.Numbers = append(leg.Numbers, s.Number)
		}
		t.Legs = append(t.Legs, leg)
	}
	const most = 100
	meant := false
	for i, f := range trip.Fares[:min(len(trip.Fares), most)] {
		fare := document.Fare{
			Seller: f.Label, Kind: f.Fare.Kind, Price: f.Price, Refundable: f.Fare.Print.Refundable,
			CabinBag: f.CabinBag, CheckedBag: f.CheckedBag,
			Meant: slices.ContainsFunc(e.meant, func(row recall.Row) bool { return row.Fare != nil && row.Same(f.Offer) }),
		}
		if fare.Meant && !meant || i == 0 {
			t.Price = fare.Price
		}
		meant = meant || fare.Meant
		t.Fares = append(t.Fares, fare)
	}
	if len(e.meant) > 0 && !meant {
		t.Unknown = append(t.Unknown, "The fare that was chosen is not among those that were read.")
	}
	return t
}

// hotelOf returns the entry as a hotel. The price of the stay is that of the chosen rate, or of the cheapest one.
func (e *entry) hotelOf() document.Hotel {
	row, stay := e.Offer.Row, e.List.Asked()
	h := document.Hotel{
		Offer: e.offer(), ID: e.HotelID(), Called: stay.Name, Code: stay.City, CheckIn: stay.CheckIn, CheckOut: stay.CheckOut, Rates: []document.Rate{},
	}
	h.Name = e.Kept.Name // if it is not kept under a name, that of the hotel is enough
	if e.Kind == recall.Hotels {
		h.Called = row.Label
	}
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
	if about := e.about; about != nil {
		l := about.Location
		h.Called = cmp.Or(about.Name, h.Called)
		h.City, h.District, h.Address = words.Stated(l.CityName), words.Stated(l.DistrictName), words.Stated(l.Address)
		h.CentreKm, h.Stars = words.Decimal(about.DistanceToCityCentre), words.Decimal(about.Star)
		if p, ok := places.PointAt(l.Lat, l.Lng); ok {
			h.At = &p
		}
		if about.Review != nil {
			h.Score, h.Reviews = about.Review.Score.String(), about.Review.Count.String()
		}
	}
	h.Called = cmp.Or(h.Called, "Hotel "+strconv.FormatInt(h.ID, 10))
	e.rates(&h)
	if len(h.Rates) == 0 {
		return h
	}
	at := max(slices.IndexFunc(h.Rates, func(r document.Rate) bool { return r.Meant }), 0)
	if r := h.Rates[at]; r.PerNight {
		h.Night = r.Price
	} else {
		h.Stay = r.Price
	}
	return h
}

// rates adds the rates of a hotel.
func (e *entry) rates(h *document.Hotel) {
	rateOf := func(p offer.RatePrint, price offer.Money, perNight bool) document.Rate {
		return document.Rate{
			Room: p.Room, Board: hotels.TermWords(p.Board), Policy: hotels.PolicyWords(p.Policy), Refundable: p.Refundable, Price: price, PerNight: perNight,
		}
	}
	if e.offered == nil {
		for _, row := range e.meant {
			rate := document.Rate{Room: row.Label, Price: row.Price}
			if r := row.Rate; r != nil {
				rate = rateOf(r.Print, row.Price, r.PerNight)
				rate.Charges = r.Charges
			}
			rate.Meant = true
			h.Rates = append(h.Rates, rate)
		}
		return
	}
	const most = 60
	for _, r := range e.offered.Rates[:min(len(e.offered.Rates), most)] {
		print := search.PrintRate(r)
		price := search.RatePrice(r.Price)
		rate := rateOf(print, price.Stay, r.Price.Total == nil)
		rate.Charges = price.Charges(h.Locale)
		rate.Meant = slices.ContainsFunc(e.meant, func(row recall.Row) bool { return row.Rate != nil && row.Rate.Print.Same(print) })
		h.Rates = append(h.Rates, rate)
		h.FreeCancellation = h.FreeCancellation || r.Refundable
	}
}
