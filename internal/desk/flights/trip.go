package flights

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Trip is one trip, read from either of the two forms that the service has.
type Trip struct {
	Legs      []Leg
	Fares     []Fare
	Currency  string           // that prices are in
	Locale    string           // that they are told in
	Itinerary search.Itinerary // finds the trip again in another search
}

// Leg is one way of a trip. Times are local to the airport; a zero time is not known.
type Leg struct {
	From, To       string // codes
	Depart, Arrive time.Time
	DayOffset      int // midnights between the two, each at its own place
	Minutes, Stops int
	Segments       []Segment
	Airlines       []string // names
	Overnight      bool
}

// Segment is one flight, train or bus of a leg.
type Segment struct {
	From, To         string // codes
	FromName, ToName string
	Depart, Arrive   time.Time
	Minutes          int
	Mode             string // as the contract calls it: FLIGHT, TRAIN, BUS
	Number           string // "EX 613"
	Carrier          string
	Operator         string // who flies it, where that is said
	Vehicle, Cabin   string
}

// Fare is what a seller asks for a trip.
type Fare struct {
	ID, Kind, Seller     string
	Link                 string // where its seller books it
	Price                offer.Money
	Refundable           bool // as the seller states it
	HasOptions           bool // the options read can expand it
	CabinBag, CheckedBag string
	bags                 string           // both in words; "" in the form that does not have them
	Print                search.FarePrint // finds it again
}

// TripOf reads whichever form the service sent.
func TripOf(t apiclient.FlightTrip) Trip {
	if t.Detail != nil {
		return detailed(*t.Detail)
	}
	return plain(*t.Default)
}

func detailed(t apiclient.TripDetail) Trip {
	trip := Trip{Currency: t.Metadata.CurrencyCode, Locale: t.Metadata.Locale, Itinerary: search.DetailItinerary(t)}
	for _, leg := range t.Legs {
		l := Leg{
			From: leg.From.Code, To: leg.To.Code, Depart: words.Moment(leg.DepartsAt), Arrive: words.Moment(leg.ArrivesAt),
			DayOffset: words.Whole(leg.ArrivalDayOffset), Minutes: words.Whole(leg.DurationMinutes), Stops: words.Whole(leg.Stops), Overnight: leg.Overnight,
		}
		for _, s := range leg.Segments {
			l.Segments = append(l.Segments, Segment{
				From: s.From.Code, FromName: s.From.Name, To: s.To.Code, ToName: s.To.Name,
				Depart: words.Moment(s.DepartsAt), Arrive: words.Moment(s.ArrivesAt), Minutes: words.Whole(s.DurationMinutes),
				Mode: string(s.TransportType), Number: words.FlightNumber(s.Airline.Code, s.FlightNumber),
				Carrier: s.Airline.Name, Operator: words.Stated(s.OperatedBy), Vehicle: s.Aircraft, Cabin: s.Cabin,
			})
			l.Airlines = append(l.Airlines, s.Airline.Name)
		}
		trip.Legs = append(trip.Legs, l)
	}
	for _, fare := range t.Fares {
		f := Fare{
			ID: fare.FareID, Kind: string(fare.Kind), Seller: fare.Provider.Name, Link: fare.HandoffURL,
			Price:      offer.Money{Amount: fare.Price.Total.String(), Currency: fare.Price.Currency},
			Refundable: fare.Refundable, HasOptions: fare.HasFareOptions,
			Print: search.FarePrint{Seller: fare.Provider.Code, Kind: string(fare.Kind), Refundable: fare.Refundable},
		}
		if fare.Baggage != nil {
			f.CabinBag, f.CheckedBag = words.Stated(fare.Baggage.Cabin), words.Stated(fare.Baggage.Checked)
		}
		f.bags = bagWords(f.CabinBag, f.CheckedBag)
		trip.Fares = append(trip.Fares, f)
	}
	return trip
}

// bagWords are what a fare or an option includes, as the seller states it.
func bagWords(cabin, checked string) string {
	if cabin+checked == "" {
		return "not stated by the seller"
	}
	return "cabin " + cmp.Or(cabin, "not stated") + "; checked " + cmp.Or(checked, "not stated")
}

func plain(t apiclient.TripDefault) Trip {
	trip := Trip{Currency: t.Metadata.CurrencyCode, Locale: t.Metadata.Locale, Itinerary: search.TripItinerary(t), Legs: []Leg{plainLeg(t.Outbound)}}
	if t.Return != nil {
		trip.Legs = append(trip.Legs, plainLeg(*t.Return))
	}
	for _, fare := range t.Fares {
		trip.Fares = append(trip.Fares, Fare{
			ID: fare.FareID, Kind: string(fare.Kind), Seller: fare.ProviderName, Link: fare.HandoffURL,
			Price:      offer.Money{Amount: fare.Price.Total.String(), Currency: fare.Price.Currency},
			Refundable: fare.Refundable, HasOptions: fare.HasFareOptions,
			Print: search.FarePrint{Seller: fare.ProviderCode, Kind: string(fare.Kind), Refundable: fare.Refundable},
		})
	}
	return trip
}

func plainLeg(leg apiclient.Leg) Leg {
	l := Leg{
		From: leg.From, To: leg.To, Depart: words.Moment(leg.DepartsAt), Arrive: words.Moment(leg.ArrivesAt),
		Minutes: words.Whole(leg.DurationMinutes), Stops: words.Whole(leg.Stops), Airlines: leg.Airlines,
	}
	l.DayOffset = dayOffset(l.Depart, l.Arrive)
	if len(leg.AirlinesDetail) == len(leg.Airlines) {
		l.Airlines = nil
		for _, c := range leg.AirlinesDetail {
			l.Airlines = append(l.Airlines, c.Name)
		}
	}
	for _, s := range leg.Segments {
		segment := Segment{
			From: s.From, FromName: words.Stated(s.FromName), To: s.To, ToName: words.Stated(s.ToName),
			Depart: words.Moment(s.DepartsAt), Arrive: words.Moment(s.ArrivesAt),
			Mode: string(s.TransportType), Number: words.FlightNumber(s.MarketingCarrier.Code, s.FlightNumber), Carrier: s.MarketingCarrier.Name,
		}
		if words.Zoned(segment.Depart) && words.Zoned(segment.Arrive) {
			segment.Minutes = int(segment.Arrive.Sub(segment.Depart).Minutes())
		} else if len(leg.Segments) == 1 {
			segment.Minutes = l.Minutes
		}
		if s.OperatingCarrier != nil {
			segment.Operator = s.OperatingCarrier.Name
		}
		l.Segments = append(l.Segments, segment)
	}
	return l
}

// dayOffset counts the midnights between two local times, each at its own place.
func dayOffset(depart, arrive time.Time) int {
	from, to := words.Day(depart.Format(time.DateOnly)), words.Day(arrive.Format(time.DateOnly))
	return int(to.Sub(from).Hours() / 24)
}

// Opens tells whether the fare can be opened into options here.
func (f Fare) Opens() bool { return f.HasOptions && ownerOf(f.Kind) == desk.SiteLink }

// Here tells whether the fare is sold by the service itself.
func (f Fare) Here() bool { return ownerOf(f.Kind) == desk.SiteLink }

// ownerOf is whose page books a fare of a kind.
func ownerOf(kind string) desk.LinkOwner {
	switch apiclient.FareKind(kind) {
	case apiclient.FareKindAirline, apiclient.FareKindPartner:
		return desk.ProviderLink
	}
	return desk.SiteLink
}

// The waits that are worth a word, in minutes.
const (
	tightWait = 60
	longWait  = 5 * 60
)

// Signals are what is good to know of a trip before booking, in a few words each.
func (t Trip) Signals() []string {
	var list []string
	for i, leg := range t.Legs {
		list = append(list, leg.signals(Way(i, len(t.Legs)))...)
	}
	return append(list, t.otherAirports()...)
}

// Way tells the ways of a round trip apart: "out", "back"; one way needs no word.
func Way(i, of int) string {
	switch {
	case of < 2:
		return ""
	case i == 0:
		return "out"
	}
	return "back"
}

// noZone tells whether a time of the trip came without an offset.
func (t Trip) noZone() bool {
	return slices.ContainsFunc(t.Legs, func(l Leg) bool {
		return !words.Zoned(l.Depart) || !words.Zoned(l.Arrive) || slices.ContainsFunc(l.Segments, func(s Segment) bool {
			return !words.Zoned(s.Depart) || !words.Zoned(s.Arrive)
		})
	})
}

// otherAirports tell where a trip does not go on from, or end, at the airport that a traveler would
// expect: a car parked there stands far away.
func (t Trip) otherAirports() []string {
	if len(t.Legs) < 2 {
		return nil
	}
	var list []string
	out, back := t.Legs[0], t.Legs[len(t.Legs)-1]
	if out.To != back.From {
		list = append(list, "arrives at "+out.To+", leaves from "+back.From)
	}
	if out.From != back.To {
		list = append(list, "leaves from "+out.From+", comes back to "+back.To)
	}
	return list
}

func (l Leg) signals(way string) []string {
	where := ""
	if way != "" {
		where = " on the way " + way
	}
	var list []string
	if hour := l.Depart.Hour(); !l.Depart.IsZero() && hour < 6 {
		list = append(list, "early departure"+where)
	}
	if l.Overnight {
		list = append(list, "overnight"+where)
	}
	for i, s := range l.Segments {
		if s.Mode != "" && s.Mode != "FLIGHT" {
			list = append(list, fmt.Sprintf("%s from %s to %s%s", modeWords(s.Mode), s.From, s.To, where))
		}
		if i > 0 {
			list = append(list, waitSignals(l.Segments[i-1], s, where)...)
		}
	}
	return list
}

// waitSignals are about one change between segments.
func waitSignals(before, after Segment, where string) []string {
	if before.Arrive.IsZero() || after.Depart.IsZero() || words.Zoned(before.Arrive) != words.Zoned(after.Depart) {
		return nil
	}
	var list []string
	wait := after.Depart.Sub(before.Arrive)
	switch {
	case before.To != after.From:
		list = append(list, fmt.Sprintf("change from %s to %s%s", before.To, after.From, where))
	case wait < tightWait*time.Minute:
		list = append(list, fmt.Sprintf("only %d min to change in %s%s", int(wait.Minutes()), before.To, where))
	case wait >= longWait*time.Minute:
		list = append(list, fmt.Sprintf("long wait in %s%s", before.To, where))
	}
	return list
}

func modeWords(mode string) string {
	switch mode {
	case "TRAIN":
		return "train"
	case "BUS":
		return "bus"
	}
	return "ground transport"
}
