package report

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/document"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Bounds of a trip, above any honest one: what is kept may come from someone else's file.
const (
	mostLegs     = 6
	mostSegments = 12
	mostFares    = 100
)

// offer is what the entry has in common with others.
func (e *entry) offer() document.Offer {
	o := document.Offer{
		Name: e.name, Note: e.Note, AsOf: e.List.Made.Truncate(time.Second), Unknown: e.unknown,
		Market: e.List.Terms.SiteCode, Currency: e.List.Terms.Currency, Locale: e.List.Terms.Locale,
	}
	if !e.asOf.IsZero() {
		o.AsOf = e.asOf.Truncate(time.Second)
	}
	return o
}

// tripOf is the entry as a trip.
func (e *entry) tripOf() document.Trip {
	t := document.Trip{Offer: e.offer(), Price: e.Row.Offer.Row.Price, Legs: []document.Leg{}, Fares: []document.Fare{}}
	if q := e.List.Flight; q != nil {
		t.From, t.To, t.Cabin = q.From, q.To, q.Cabin
		if q.Adults > 0 {
			t.Party = q.Party()
		}
	}
	if e.trip == nil {
		for _, leg := range cut(e.itinerary(), mostLegs) {
			t.Legs = append(t.Legs, listed(leg))
		}
		if e.Kind == recall.Fares {
			t.Fares = e.listedFares()
		}
		return t
	}
	trip := *e.trip
	t.Whole, t.Signals, t.Currency = true, trip.Signals(), trip.Currency
	for _, leg := range cut(trip.Legs, mostLegs) {
		t.Legs = append(t.Legs, legOf(leg))
	}
	e.fares(&t, trip)
	return t
}

func cut[T any](all []T, most int) []T { return all[:min(len(all), most)] }

// fares puts what sellers ask into a trip; its price is that of the fare that is meant, else the cheapest.
func (e *entry) fares(t *document.Trip, trip flights.Trip) {
	meant := false
	for i, f := range cut(trip.Fares, mostFares) {
		fare := document.Fare{
			Seller: f.Seller, Kind: f.Kind, Price: f.Price, Refundable: f.Refundable,
			CabinBag: f.CabinBag, CheckedBag: f.CheckedBag,
			Meant: slices.ContainsFunc(e.meant, func(row recall.Row) bool { return row.Fare != nil && row.Fare.Print.Same(f.Print) }),
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
}

// listedFares are the fares that were chosen, as their list had them.
func (e *entry) listedFares() []document.Fare {
	all := []document.Fare{}
	for _, row := range e.meant {
		fare := document.Fare{Seller: row.Label, Price: row.Price, Meant: true}
		if row.Fare != nil {
			fare.Kind, fare.Refundable = row.Fare.Kind, row.Fare.Print.Refundable
		}
		all = append(all, fare)
	}
	return all
}

// listed is a leg as the list of trips had it.
func listed(l search.Leg) document.Leg {
	leg := document.Leg{
		From: l.From, To: l.To, Departs: l.Departs, Arrives: l.Arrives, Via: cut(l.Via, mostSegments),
		Airlines: l.Carriers, Numbers: cut(l.Numbers, mostSegments),
		DayOffset: int(words.Day(day(l.Arrives)).Sub(words.Day(day(l.Departs))).Hours() / 24),
	}
	if n := len(l.Numbers); n > 0 {
		leg.Stops = new(n - 1)
	} else if n := len(l.Via); n > 0 {
		leg.Stops = new(n)
	}
	return leg
}

func legOf(l offer.Leg) document.Leg {
	leg := document.Leg{
		From: l.From, To: l.To, Departs: offer.Stamp(l.Depart), Arrives: offer.Stamp(l.Arrive), Minutes: l.Minutes, Stops: &l.Stops, DayOffset: l.DayOffset,
	}
	for _, name := range l.Airlines {
		if !slices.Contains(leg.Airlines, name) {
			leg.Airlines = append(leg.Airlines, name)
		}
	}
	for _, s := range cut(l.Segments, mostSegments) {
		leg.Numbers = append(leg.Numbers, s.Number)
		leg.Segments = append(leg.Segments, document.Segment{
			From: s.From, FromName: s.FromName, To: s.To, ToName: s.ToName, Departs: offer.Stamp(s.Depart), Arrives: offer.Stamp(s.Arrive),
			Minutes: s.Minutes, Mode: s.Mode, Number: s.Number, Carrier: s.Carrier, Operator: s.Operator, Vehicle: s.Vehicle, Cabin: s.Cabin,
		})
	}
	return leg
}

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
	if e.about != nil {
		describe(&h, e.about)
	}
	e.rates(&h)
	return h
}

func (e *entry) hotelName() string {
	name := e.List.Asked().Name
	if e.Kind == recall.Hotels {
		name = e.Row.Offer.Row.Label
	}
	if e.about != nil {
		name = cmp.Or(e.about.Name, name)
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
	if e.offered == nil {
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
		for _, r := range cut(e.offered.Rates, mostRates) {
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
