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
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/words"
)

// Document is the list of kept offers, as printed as JSON.
type Document struct {
	Kept    []Item    `json:"kept"`
	Damaged []Damaged `json:"damaged"` // files that could not be read
}

// Item is one kept offer, as printed as JSON. Texts of the service are foreign.
type Item struct {
	Row    string     `json:"row"` // as an argument: kept:2
	Number int        `json:"number"`
	Name   string     `json:"name,omitempty"`
	Note   string     `json:"note,omitempty"`
	Kind   string     `json:"kind" words:"trip,fare,hotel,rate"`
	What   string     `json:"what"`            // in one line
	Which  string     `json:"which,omitempty"` // what distinguishes it from similar ones
	State  kept.State `json:"state" words:"bookable,expired,past"`
	KeptAt time.Time  `json:"keptAt"`
	// Price is the price at the time it was kept, Seen the price when it was last found again.
	Price    offer.Money `json:"price,omitzero"`
	PriceFor string      `json:"priceFor" words:"party,night,stay"`
	Seen     offer.Money `json:"seen,omitzero"`
	SeenAt   time.Time   `json:"seenAt,omitzero"`

	ID       string    `json:"id"` // of the service; it expires with the search
	SearchID string    `json:"searchId"`
	Searched time.Time `json:"searched,omitzero"` // when the search was made

	Flight    *query.Flight   `json:"flight,omitempty"` // the query of its search
	Stay      *query.Stay     `json:"stay,omitempty"`
	Itinerary offer.Itinerary `json:"itinerary,omitempty"` // of a trip or a fare
	Seller    string          `json:"seller,omitempty"`    // of a fare

	Already  bool            `json:"already,omitempty"` // it was kept before
	InFull   bool            `json:"inFull"`            // its details were read
	DetailAt time.Time       `json:"detailAt,omitzero"` // when they were read
	Detail   json.RawMessage `json:"detail,omitempty"`  // the details, for show and compare only
}

// Damaged is a file that could not be read.
type Damaged struct {
	Number int    `json:"number"`
	Path   string `json:"path"`  // where it is now
	Moved  bool   `json:"moved"` // it was moved there
	Why    string `json:"why"`
}

// ItemOf returns the JSON form of a kept offer, without its details.
func ItemOf(k kept.Kept, now time.Time) Item {
	it := Item{
		Row: k.Row(), Number: k.N, Name: k.Name, Note: clean.Line(k.Note), Kind: kept.Word(k.Kind), What: k.What(), Which: k.Which(),
		State: k.State(now), KeptAt: k.At.UTC(), Price: known(k.Offer.Row.Price), PriceFor: k.PriceFor(), Seen: known(k.Seen),
		SeenAt: k.SeenAt.UTC(), ID: k.Offer.Row.ID, SearchID: k.List.Search.ID, Searched: k.List.Search.Created.UTC(),
		Flight: k.List.Flight, Stay: k.List.Stay, Itinerary: k.Itinerary(), InFull: len(k.Detail) > 0, DetailAt: k.DetailAt.UTC(),
	}
	if k.Kind == recall.Fares {
		it.Seller = clean.Line(k.Offer.Row.Label)
	}
	return it
}

// DocumentOf returns the JSON form of kept offers.
func DocumentOf(l kept.Listing, now time.Time) Document {
	doc := Document{Kept: []Item{}, Damaged: []Damaged{}}
	for _, k := range l.All {
		doc.Kept = append(doc.Kept, ItemOf(k, now))
	}
	for _, t := range l.Trouble {
		n, _ := strconv.Atoi(t.Key) // as all keys are
		doc.Damaged = append(doc.Damaged, Damaged{Number: n, Path: t.Path, Moved: t.Aside, Why: t.Why.Error()})
	}
	return doc
}

// known returns a price, or zero if it has no amount.
func known(p offer.Money) offer.Money {
	if !p.Known() {
		return offer.Money{}
	}
	return p
}

// A Fact is a label and its value for an offer. Values may hold foreign text and several lines.
type Fact struct{ Label, Value string }

// Facts returns what is known about a kept offer, the most important first. It makes no request.
func Facts(k kept.Kept, now time.Time) (facts []Fact) {
	add := func(label, value string) {
		if value != "" {
			facts = append(facts, Fact{label, value})
		}
	}
	from, to := k.Days()
	add("offer", k.What())
	add("price as kept", k.PriceText(k.Offer.Row.Price))
	if k.Seen.Known() {
		add("price last seen", k.PriceText(k.Seen)+", "+words.Age(now.Sub(k.SeenAt))+" ago")
	}
	if from != "" {
		add("days", desk.DaysText(from, to))
	}
	add("for", k.Party())
	switch k.Kind {
	case recall.Trips, recall.Fares:
		flightFacts(k.Offer, add)
	default:
		stayFacts(k.Offer, add)
	}
	add("state", k.StateWords(now))
	add("kept", words.Age(now.Sub(k.At))+" ago")
	add("note", clean.Line(k.Note))
	return facts
}

// flightFacts adds the facts of a trip or a fare: in full if its details were read, or as listed.
func flightFacts(o kept.Offer, add func(label, value string)) {
	itinerary := o.Itinerary()
	if o.Kind == recall.Fares {
		add("sold by", clean.Line(o.Row.Label))
		if o.Row.Fare != nil {
			add("refundable, as the seller states", words.YesNo(o.Row.Fare.Print.Refundable).String())
		}
	}
	trip, whole := Trip(o)
	for i, leg := range itinerary {
		value := legWords(leg)
		if whole && i < len(trip.Legs) {
			value = legInFull(trip.Legs[i])
		}
		add(cmp.Or(offer.Way(i, len(itinerary)), "flight"), value)
	}
	if !whole {
		add("in full", "not read while its search lived")
		return
	}
	if o.Kind == recall.Trips {
		const most = 6
		var sellers []string
		for _, fare := range trip.Fares[:min(len(trip.Fares), most)] {
			line := fare.Price.Text(trip.Locale) + " " + clean.Line(fare.Label)
			if fare.Fare.Print.Refundable {
				line += ", refundable"
			}
			sellers = append(sellers, line)
		}
		if more := len(trip.Fares) - len(sellers); more > 0 {
			sellers = append(sellers, fmt.Sprintf("and %d more", more))
		}
		add("sellers", strings.Join(sellers, "\n"))
	}
	add("good to know", cmp.Or(strings.Join(trip.Signals(), ", "), "nothing special"))
}

// legWords formats a leg in local times: "Tue 22 Dec, 16:25 DXB – 19:45 LHR, EK 29".
func legWords(leg offer.LegPrint) string {
	departs, arrives := leg.Moments()
	text := departs.Clock() + " " + leg.From + " – " + arrives.Clock() + " " + leg.To
	if departs.Known() {
		text = words.Date(departs.At, time.Time{}) + ", " + text
	}
	if len(leg.Numbers) > 0 {
		return clean.Line(text + ", " + strings.Join(leg.Numbers, ", "))
	}
	return clean.Line(text + ", " + strings.Join(leg.Carriers, "+"))
}

// legInFull formats a leg in local times: its day, then one line for each flight.
func legInFull(leg offer.Leg) string {
	lines := []string{words.Date(leg.Departs.At, time.Time{})}
	for _, s := range leg.Segments {
		line := s.Number + " " + offer.Clock(s.Departs.At) + " " + s.From + " – " + offer.Clock(s.Arrives.At) + " " + s.To
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

// stayFacts adds the facts of a hotel or a rate.
func stayFacts(o kept.Offer, add func(label, value string)) {
	price := func(amount, currency string) string {
		if amount == "" {
			return ""
		}
		return offer.Money{Amount: amount, Currency: cmp.Or(currency, o.Row.Price.Currency)}.Text(o.List.Terms.Locale)
	}
	if r := o.Row.Rate; r != nil {
		add("room", clean.Line(r.Print.Room))
		add("board", clean.Line(hotels.TermWords(r.Print.Board)))
		add("cancellation", clean.Line(hotels.PolicyWords(r.Print.Policy)))
		add("refundable", words.YesNo(r.Print.Refundable).String())
	}
	if h := o.Row.Hotel; h != nil {
		add("whole stay", price(h.Stay, h.StayIn))
		add("a night with all that comes on top", price(h.AllIn, ""))
		if h.Score != nil {
			add("guests' score", clean.Line(h.Score.Value+" of 10, "+h.Score.Count+" reviews"))
		}
		if h.FreeCancellation {
			add("free cancellation", "seen")
		}
		add("page", clean.Address(h.Page))
	}
	if hotel, ok := Hotel(o); ok {
		add("stars", words.Decimal(hotel.Star))
		add("district", clean.Line(words.Stated(hotel.Location.DistrictName)))
		add("brand", clean.Line(words.Stated(hotel.BrandName)))
	}
}

// Line is a label and its value for each of several offers; "not known" if there is none.
type Line struct {
	Label  string
	Values []string
}

// CheckCompared checks that offers can be compared.
func CheckCompared(all []kept.Kept, least, most int) error {
	stays := 0
	for _, k := range all {
		if k.List.Stay != nil {
			stays++
		}
	}
	switch {
	case len(all) < least:
		return problem.Usagef("there is nothing to compare; name %d to %d kept offers", least, most).Do("see", "kept")
	case len(all) > most:
		return problem.Usagef("%d offers are too many to compare; name %d to %d of them", len(all), least, most).Do("see", "kept")
	case stays > 0 && stays < len(all):
		return problem.Usagef("trips and fares cannot be compared with hotels and rates")
	}
	return nil
}

// Compared returns the facts of several kept offers side by side.
func Compared(all []kept.Kept, now time.Time) []Line {
	var lines []Line
	for i, k := range all {
		at := 0 // after the previous line
		for _, f := range Facts(k, now) {
			have := slices.IndexFunc(lines, func(l Line) bool { return l.Label == f.Label })
			if have < 0 {
				have = at
				lines = slices.Insert(lines, have, Line{f.Label, slices.Repeat([]string{"not known"}, len(all))})
			}
			lines[have].Values[i], at = strings.ReplaceAll(f.Value, "\n", "; "), have+1
		}
	}
	return lines
}
