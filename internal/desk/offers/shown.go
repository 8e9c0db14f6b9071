package offers

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Document is what is kept, as a program reads it.
type Document struct {
	Kept    []Item    `json:"kept"`
	Damaged []Damaged `json:"damaged"` // files that could not be taken
}

// Item is one kept offer, as a program reads it. Texts of the service are foreign.
type Item struct {
	Row    string    `json:"row"` // as a command takes it: kept:2
	Number int       `json:"number"`
	Name   string    `json:"name,omitempty"`
	Note   string    `json:"note,omitempty"`
	Kind   string    `json:"kind" words:"trip,fare,hotel,rate"`
	What   string    `json:"what"`            // in a line
	Which  string    `json:"which,omitempty"` // what tells it from its like
	State  State     `json:"state" words:"bookable,expired,past"`
	KeptAt time.Time `json:"keptAt"`
	// Price is that as it was kept, Seen that of the last time that it was found again.
	Price    *offer.Money `json:"price,omitempty"`
	PriceFor string       `json:"priceFor" words:"party,night,stay"`
	Seen     *offer.Money `json:"seen,omitempty"`
	SeenAt   *time.Time   `json:"seenAt,omitempty"`

	ID       string     `json:"id"` // that the service gave it; it ends with its search
	SearchID string     `json:"searchId"`
	Searched *time.Time `json:"searched,omitempty"` // when its search was made

	Flight    *query.Flight    `json:"flight,omitempty"` // what its search asked for
	Stay      *query.Stay      `json:"stay,omitempty"`
	Itinerary search.Itinerary `json:"itinerary,omitempty"` // of a trip or a fare
	Seller    string           `json:"seller,omitempty"`    // of a fare

	Already  bool            `json:"already,omitempty"`  // it was kept before
	InFull   bool            `json:"inFull"`             // the service told it in full while its search lived
	DetailAt *time.Time      `json:"detailAt,omitempty"` // when that was
	Detail   json.RawMessage `json:"detail,omitempty"`   // what it told, of show and compare
}

// Damaged is a file that could not be taken.
type Damaged struct {
	Number int    `json:"number"`
	Path   string `json:"path"`  // where it lies
	Moved  bool   `json:"moved"` // it was moved there, and is not read again
	Why    string `json:"why"`
}

// Shown says how much of an offer a document has.
type Shown uint8

// How much it has.
const (
	Brief  Shown = iota // without what the service told in full
	InFull              // with it
)

// ItemOf is a kept offer as a program reads it.
func ItemOf(k kept.Kept, now time.Time, shown Shown) Item {
	it := Item{
		Row: k.Row(), Number: k.N, Name: k.Name, Note: clean.Line(k.Note), Kind: kept.Word(k.Kind), What: What(k.Offer), Which: Which(k.Offer),
		State: StateOf(k.Offer, now), KeptAt: k.At.UTC(), Price: amountOf(k.Offer.Row.Price), PriceFor: PriceFor(k.Offer), Seen: amountOf(k.Seen),
		SeenAt: moment(k.SeenAt), ID: k.Offer.Row.ID, SearchID: k.List.Search.ID, Searched: moment(k.List.Search.Created),
		Flight: k.List.Flight, Stay: k.List.Stay, Itinerary: k.Offer.Row.Trip, InFull: len(k.Detail) > 0, DetailAt: moment(k.DetailAt),
	}
	if k.Offer.Row.Fare != nil {
		it.Itinerary, it.Seller = k.List.Itinerary, clean.Line(k.Offer.Row.Label)
	}
	if shown == InFull {
		it.Detail = k.Detail
	}
	return it
}

// DocumentOf is what is kept, as a program reads it.
func DocumentOf(l kept.Listing, now time.Time, shown Shown) Document {
	doc := Document{Kept: []Item{}, Damaged: []Damaged{}}
	for _, k := range l.All {
		doc.Kept = append(doc.Kept, ItemOf(k, now, shown))
	}
	for _, t := range l.Trouble {
		n, _ := strconv.Atoi(t.Key) // as all keys are
		doc.Damaged = append(doc.Damaged, Damaged{Number: n, Path: t.Path, Moved: t.Aside, Why: t.Why.Error()})
	}
	return doc
}

func amountOf(p offer.Money) *offer.Money {
	if p.Amount == "" {
		return nil
	}
	return &p
}

// moment is nil for a time that is not known.
func moment(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	at = at.UTC()
	return &at
}

// A Fact is a label and what an offer has there. Values may hold foreign text and several lines.
type Fact struct{ Label, Value string }

// Facts are what is known of a kept offer without asking anyone, what a traveler decides by first.
func Facts(k kept.Kept, now time.Time) []Fact {
	var facts []Fact
	add := func(label, value string) {
		if value != "" {
			facts = append(facts, Fact{label, value})
		}
	}
	from, to := k.Days()
	add("offer", What(k.Offer))
	add("price as kept", PriceText(k.Offer, k.Offer.Row.Price))
	if k.Seen.Amount != "" {
		add("price last seen", PriceText(k.Offer, k.Seen)+", "+words.Age(now.Sub(k.SeenAt))+" ago")
	}
	if from != "" {
		add("days", desk.DaysText(from, to))
	}
	add("for", Party(k.Offer))
	switch k.Kind {
	case recall.Trips, recall.Fares:
		facts = append(facts, flightFacts(k.Offer)...)
	default:
		facts = append(facts, stayFacts(k.Offer)...)
	}
	add("state", StateWords(k.Offer, StateOf(k.Offer, now)))
	add("kept", words.Age(now.Sub(k.At))+" ago")
	add("note", clean.Line(k.Note))
	return facts
}

// flightFacts are those of a trip or a fare: in full where that was read, else as its list had it.
func flightFacts(o kept.Offer) []Fact {
	var facts []Fact
	itinerary := o.Row.Trip
	if o.Kind == recall.Fares {
		itinerary = o.List.Itinerary
		facts = append(facts, Fact{"sold by", clean.Line(o.Row.Label)})
		if o.Row.Fare != nil {
			facts = append(facts, Fact{"refundable, as the seller states", words.YesNo(o.Row.Fare.Print.Refundable).String()})
		}
	}
	trip, ok := Trip(o)
	for i, leg := range itinerary {
		value := legWords(leg)
		if ok && i < len(trip.Legs) {
			value = legInFull(trip.Legs[i])
		}
		facts = append(facts, Fact{cmp.Or(offer.Way(i, len(itinerary)), "flight"), value})
	}
	if !ok {
		return append(facts, Fact{"in full", "not read while its search lived"})
	}
	if o.Kind == recall.Trips {
		facts = append(facts, Fact{"sellers", sellerWords(trip)})
	}
	return append(facts, Fact{"good to know", cmp.Or(strings.Join(trip.Signals(), ", "), "nothing special")})
}

// legWords are a leg in local times: "Tue 22 Dec, 16:25 DXB – 19:45 LHR, EK 29".
func legWords(leg search.Leg) string {
	departs, arrives, _ := strings.Cut(leg.Times(), "–")
	text := departs + " " + leg.From + " – " + arrives + " " + leg.To
	date, _, _ := strings.Cut(leg.Departs, "T")
	if day := words.Day(date); !day.IsZero() {
		text = words.Date(day, time.Time{}) + ", " + text
	}
	if len(leg.Numbers) > 0 {
		return clean.Line(text + ", " + strings.Join(leg.Numbers, ", "))
	}
	return clean.Line(text + ", " + strings.Join(leg.Carriers, "+"))
}

// legInFull is a leg in local times, its day and then a line for each of its flights.
func legInFull(leg offer.Leg) string {
	lines := []string{words.Date(leg.Depart, time.Time{})}
	for _, s := range leg.Segments {
		line := s.Number + " " + offer.Clock(s.Depart, 0) + " " + s.From + " – " + offer.Clock(s.Arrive, 0) + " " + s.To
		if s.Minutes > 0 {
			line += ", " + words.Length(s.Minutes)
		}
		for _, extra := range []string{s.Carrier, s.Vehicle} {
			if extra != "" {
				line += ", " + extra
			}
		}
		lines = append(lines, clean.Line(line))
	}
	return strings.Join(lines, "\n")
}

// mostSellers are the sellers of a trip that are told.
const mostSellers = 6

// sellerWords are the cheapest fares of a trip when it was read, a line each.
func sellerWords(trip flights.Trip) string {
	var lines []string
	for _, fare := range trip.Fares[:min(len(trip.Fares), mostSellers)] {
		line := fare.Price.Text(trip.Locale) + " " + clean.Line(fare.Seller)
		if fare.Refundable {
			line += ", refundable"
		}
		lines = append(lines, line)
	}
	if more := len(trip.Fares) - len(lines); more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
}

// stayFacts are those of a hotel or a rate.
func stayFacts(o kept.Offer) []Fact {
	var facts []Fact
	add := func(label, value string) {
		if value = clean.Line(value); value != "" {
			facts = append(facts, Fact{label, value})
		}
	}
	if r := o.Row.Rate; r != nil {
		add("room", r.Print.Room)
		add("board", hotels.TermWords(r.Print.Board))
		add("cancellation", hotels.PolicyWords(r.Print.Policy))
		add("refundable", words.YesNo(r.Print.Refundable).String())
	}
	if h := o.Row.Hotel; h != nil {
		if h.Stay != "" {
			add("whole stay", offer.Money{Amount: h.Stay, Currency: cmp.Or(h.StayIn, o.Row.Price.Currency)}.Text(o.List.Terms.Locale))
		}
		if h.AllIn != "" {
			add("a night with all that comes on top", offer.Money{Amount: h.AllIn, Currency: o.Row.Price.Currency}.Text(o.List.Terms.Locale))
		}
		if h.Score != nil {
			add("guests' score", h.Score.Value+" of 10, "+h.Score.Count+" reviews")
		}
		if h.FreeCancellation {
			add("free cancellation", "seen")
		}
		add("page", clean.Address(h.Page))
	}
	if hotel, ok := Hotel(o); ok {
		add("stars", words.Decimal(hotel.Star))
		add("district", words.Stated(hotel.Location.DistrictName))
		add("brand", words.Stated(hotel.BrandName))
	}
	return facts
}

// Line is a label and what each of several offers has there; "not known" for one that has nothing.
type Line struct {
	Label  string
	Values []string
}

// notKnown stands where one of several offers has no such fact.
const notKnown = "not known"

// CheckCompared refuses offers that cannot stand side by side.
func CheckCompared(all []kept.Kept, least, most int) error {
	const help = "travel kept compare --help"
	stays := 0
	for _, k := range all {
		if k.List.Stay != nil {
			stays++
		}
	}
	switch {
	case len(all) < least:
		return problem.Usagef("there is nothing to compare with; give %d to %d of what you keep", least, most).Advise("see: travel kept")
	case len(all) > most:
		return problem.Usagef("%d offers are too many to compare; name %d to %d of them", len(all), least, most).Advise("see: travel kept")
	case stays > 0 && stays < len(all):
		return problem.Usagef("trips and fares are compared with each other, hotels and rates with each other; name what goes together").See(help)
	}
	return nil
}

// Compared are the facts of several kept offers side by side.
func Compared(all []kept.Kept, now time.Time) []Line {
	var lines []Line
	for i, k := range all {
		at := 0 // behind the line that came last
		for _, f := range Facts(k, now) {
			have := slices.IndexFunc(lines, func(l Line) bool { return l.Label == f.Label })
			if have < 0 {
				have = at
				values := make([]string, len(all))
				for j := range values {
					values[j] = notKnown
				}
				lines = slices.Insert(lines, have, Line{f.Label, values})
			}
			lines[have].Values[i], at = strings.ReplaceAll(f.Value, "\n", "; "), have+1
		}
	}
	return lines
}
