package report

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/document"
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
	if !e.known.at.IsZero() {
		o.AsOf = e.known.at.Truncate(time.Second)
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
	if e.known.trip == nil {
		for _, leg := range cut(e.itinerary(), mostLegs) {
			t.Legs = append(t.Legs, listed(leg))
		}
		if e.Kind == recall.Fares {
			t.Fares = e.listedFares()
		}
		return t
	}
	trip := *e.known.trip
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

func legOf(l flights.Leg) document.Leg {
	leg := document.Leg{
		From: l.From, To: l.To, Departs: stamp(l.Depart), Arrives: stamp(l.Arrive), Minutes: l.Minutes, Stops: &l.Stops, DayOffset: l.DayOffset,
	}
	for _, name := range l.Airlines {
		if !slices.Contains(leg.Airlines, name) {
			leg.Airlines = append(leg.Airlines, name)
		}
	}
	for _, s := range cut(l.Segments, mostSegments) {
		leg.Numbers = append(leg.Numbers, s.Number)
		leg.Segments = append(leg.Segments, document.Segment{
			From: s.From, FromName: s.FromName, To: s.To, ToName: s.ToName, Departs: stamp(s.Depart), Arrives: stamp(s.Arrive),
			Minutes: s.Minutes, Mode: s.Mode, Number: s.Number, Carrier: s.Carrier, Operator: s.Operator, Vehicle: s.Vehicle, Cabin: s.Cabin,
		})
	}
	return leg
}

// stamp is a time as a document has it: with its offset, where one was sent.
func stamp(t time.Time) string {
	switch {
	case t.IsZero():
		return ""
	case !words.Zoned(t):
		return t.Format("2006-01-02T15:04:05")
	}
	return t.Format(time.RFC3339)
}

// named is a place for people: its name, else its code.
func named(r document.Report, code string) string {
	if name := r.Place(code).Name; name != "" {
		return name
	}
	for _, t := range r.Trips {
		for _, leg := range t.Legs {
			for _, s := range leg.Segments {
				if s.From == code && s.FromName != "" {
					return s.FromName
				}
				if s.To == code && s.ToName != "" {
					return s.ToName
				}
			}
		}
	}
	return code
}

// short is the name of a place in a title: the city of an airport that tells it behind a comma, else the name
// without that and without the words that most airports have.
func short(name string) string {
	first, city, told := strings.Cut(name, ", ")
	if told && strings.HasSuffix(first, " Airport") {
		return city
	}
	return cmp.Or(strings.TrimSuffix(strings.TrimSuffix(first, " Airport"), " International"), name)
}
