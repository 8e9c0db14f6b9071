// Package kept saves single offers until the traveler forgets them: a trip, a fare, a hotel or a rate, with everything
// needed to find it again after its search has expired. Each offer is a small file in the state directory of a profile.
// Commands may change them at the same time. A damaged file is moved aside and reported, and affects no other offer.
package kept

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

// Offer is one row of a list, with everything needed to find it again when its search has expired.
type Offer struct {
	Kind recall.Kind `json:"kind"` // of Row: Trips, Fares, Hotels or Rates
	List recall.List `json:"list"` // that had the row, without rows
	Row  recall.Row  `json:"row"`  // with the price at the time it was kept

	// Detail is the full answer of the service: the detail view of the trip for trips and fares, the hotel for
	// hotels, the rates of the hotel for rates. It is nil if it was not read.
	Detail   json.RawMessage `json:"detail,omitempty"`
	DetailAt time.Time       `json:"detailAt,omitzero"`
}

// Kept is a saved offer, as it is stored and exported.
type Kept struct {
	N    int       `json:"n"`              // from 1; never reused for another offer
	Name string    `json:"name,omitempty"` // "" if it has none
	Note string    `json:"note,omitempty"` // one line, by the traveler
	At   time.Time `json:"at"`             // when it was saved

	Offer

	// Seen is the price when the offer was last found again; zero if it never was.
	Seen   offer.Money `json:"seen,omitzero"`
	SeenAt time.Time   `json:"seenAt,omitzero"`
}

// Limits, far above normal use.
const (
	MaxDetail = 256 << 10 // bytes
	MaxNote   = 500       // characters
	MaxName   = 40        // characters
)

// Kinds returns the kinds of list whose rows can be kept.
func Kinds() []recall.Kind {
	return []recall.Kind{recall.Trips, recall.Fares, recall.Hotels, recall.Rates}
}

// Word returns the word for one offer of a kind, such as "trip"; "" for a kind that cannot be kept.
func Word(kind recall.Kind) string {
	if !slices.Contains(Kinds(), kind) {
		return ""
	}
	return strings.TrimSuffix(string(kind), "s")
}

// KindOf returns the kind for a word such as "trip"; "" for any other word.
func KindOf(word string) recall.Kind {
	kind := recall.Kind(word + "s")
	if !slices.Contains(Kinds(), kind) {
		return ""
	}
	return kind
}

// Prefix precedes the number or name of a kept offer in an argument.
const Prefix = recall.KeptPrefix

// Row returns the offer as an argument: "kept:2".
func (k Kept) Row() string { return Prefix + strconv.Itoa(k.N) }

// Title returns the name of the offer, or "kept:2" if it has none.
func (k Kept) Title() string {
	if k.Name != "" {
		return k.Name
	}
	return k.Row()
}

// Days returns the first and the last day of the offer, YYYY-MM-DD; to is "" for a one-way trip.
func (o Offer) Days() (from, to string) {
	switch {
	case o.List.Stay != nil:
		return o.List.Stay.CheckIn, o.List.Stay.CheckOut
	case o.List.Flight != nil:
		return o.List.Flight.FromDate, o.List.Flight.ToDate
	}
	return "", ""
}

// Itinerary returns the itinerary of a trip or of the trip of a fare.
func (o Offer) Itinerary() offer.Itinerary {
	if o.Kind == recall.Fares {
		return o.List.Itinerary
	}
	return o.Row.Trip
}

// HotelID returns the id of a hotel or of the hotel of a rate; 0 if it is unknown.
func (o Offer) HotelID() int64 {
	if o.Kind == recall.Rates {
		return o.List.Asked().HotelID
	}
	id, _ := strconv.ParseInt(o.Row.ID, 10, 64)
	return id
}

// Past reports whether the first day of the offer has passed everywhere on earth.
func (o Offer) Past(now time.Time) bool {
	day, _ := o.Days()
	return day != "" && day < now.Add(-12*time.Hour).UTC().Format(time.DateOnly)
}

// Same reports whether two offers are the same row of the same search.
func (o Offer) Same(p Offer) bool {
	return o.Kind == p.Kind && o.Row.ID == p.Row.ID && o.List.Search.ID == p.List.Search.ID
}

// Again reports whether rows of two searches are the same offer: the searches asked for the same in the same currency,
// and found the same itinerary, fare, hotel or rate.
func (o Offer) Again(p Offer) bool {
	return o.Kind == p.Kind && o.List.Search.ID != p.List.Search.ID && o.List.Terms.Currency == p.List.Terms.Currency &&
		o.List.SameSearch(p.List) && o.Alike(p)
}

// Alike reports whether two offers of equal searches are the same itinerary, fare, hotel or rate.
func (o Offer) Alike(p Offer) bool {
	switch o.Kind {
	case recall.Hotels:
		return o.Row.ID == p.Row.ID
	case recall.Fares:
		return o.Itinerary().Same(p.Itinerary()) && o.Row.Same(p.Row.Offer)
	}
	return o.Row.Same(p.Row.Offer)
}

// FoundAgain records where the offer was found again and its price there. The price it was saved at stays.
func (k *Kept) FoundAgain(list recall.List, now offer.Offer, at time.Time) {
	was := k.Offer.Row.Offer
	k.Seen, k.SeenAt = now.Price, at
	k.List, k.Offer.Row.Offer = list.Head(), now
	k.List.Kind, k.Offer.Row.Price = k.Kind, was.Price
	if len(was.Trip) > 0 {
		k.Offer.Row.Trip = was.Trip // which may have the flight numbers
	}
}

// Lacks returns a usage error if something is missing to find the offer again.
func (o Offer) Lacks() error {
	flight, stay := o.List.Flight != nil && o.List.Flight.Whole(), o.List.Stay != nil && o.List.Stay.Whole()
	whole, again := false, problem.Do("list it again", "createFlightSearch", "FROM", "TO", "DATE")
	switch o.Kind {
	case recall.Trips:
		whole = flight && len(o.Row.Trip) > 0
	case recall.Fares:
		whole = flight && len(o.List.Itinerary) > 0 && o.Row.Fare != nil && o.Row.Fare.Print.Seller != ""
	case recall.Hotels:
		whole, again = stay, problem.Do("list it again", "createHotelSearch", "PLACE", "CHECKIN", "CHECKOUT")
	case recall.Rates:
		whole = stay && o.List.Stay.HotelID != 0 && o.Row.Rate != nil
		again = problem.Do("list the rates again", "getHotelRates", "HOTEL", "CHECKIN", "CHECKOUT")
	default:
		return problem.Usagef("only a trip, a fare, a hotel or a rate can be found again")
	}
	if whole {
		return nil
	}
	const text = "this %s cannot be found again: what its search asked for is not known here"
	return problem.Usagef(text, Word(o.Kind)).Next(again)
}

// Check rejects what this program would not have saved, and drops ids and codes that cannot be sent.
func (k *Kept) Check() (err error) {
	if k.N < 1 || k.At.IsZero() {
		return errors.New("its number or its time is missing")
	}
	if k.Name != "" {
		if k.Name, err = CheckName("name", k.Name); err != nil {
			return err
		}
	}
	return k.Offer.Check()
}

// Check rejects an offer that cannot be found again, and drops ids and codes that cannot be sent.
func (o *Offer) Check() error {
	if !slices.Contains(Kinds(), o.Kind) {
		return errors.New("it is not of one trip, fare, hotel or rate")
	}
	list := o.List
	list.Kind, list.Rows = o.Kind, []recall.Row{o.Row}
	list, err := recall.Fit(list)
	if err != nil {
		return err
	}
	if list.Rows[0].ID == "" || list.Search.ID == "" || o.Row.Gone {
		return errors.New("its id or that of its search cannot be sent")
	}
	o.List, o.Row = list.Head(), list.Rows[0]
	return o.Lacks()
}

// State says whether an offer can still be booked.
type State string

// The states.
const (
	Bookable State = "bookable" // its search is young enough to be alive
	Expired  State = "expired"  // it needs a new search
	Past     State = "past"     // its days have passed
)

// State returns the state of the offer at that time. It makes no request.
func (o Offer) State(now time.Time) State {
	lasts := search.FlightsLast
	if o.List.Stay != nil {
		lasts = search.HotelsLast
	}
	young := func(at time.Time) bool { return !at.IsZero() && now.Sub(at) < lasts }
	s := o.List.Search
	switch {
	case o.Past(now):
		return Past
	case young(s.Created), s.RenewedTo != "" && young(s.RenewedAt):
		return Bookable
	}
	return Expired
}

// StateWords describes the state of the offer in a few words.
func (o Offer) StateWords(now time.Time) string {
	switch o.State(now) {
	case Bookable:
		if o.Kind == recall.Hotels { // its rates need a search of their own
			return "listed now"
		}
		return "bookable now"
	case Past:
		return "its days are past"
	}
	return "renews with a search"
}

// What describes the offer in one line: "DXB–LHR and back, EK", "The Talvane". It may hold foreign text.
func (o Offer) What() string {
	switch o.Kind {
	case recall.Hotels:
		return cmp.Or(clean.Line(o.Row.Label), "hotel "+o.Row.ID)
	case recall.Rates:
		return cmp.Or(clean.Line(o.List.Asked().Name), "hotel "+fmt.Sprint(o.List.Asked().HotelID))
	}
	t := o.Itinerary()
	if len(t) == 0 {
		return "a trip"
	}
	var parts, carriers []string
	for _, leg := range t {
		parts = append(parts, clean.Line(leg.From)+"–"+clean.Line(leg.To))
		for _, code := range leg.Carriers {
			if code = clean.Line(code); !slices.Contains(carriers, code) {
				carriers = append(carriers, code)
			}
		}
	}
	text := strings.Join(parts, ", ")
	if len(t) == 2 && t[0].From == t[1].To && t[0].To == t[1].From {
		text = parts[0] + " and back"
	}
	if len(carriers) > 0 {
		text += ", " + strings.Join(carriers, "+")
	}
	return text
}

// Which distinguishes the offer from similar ones: by the times of a trip, the seller of a fare, the room of a rate or
// the city of a hotel. It may hold foreign text.
func (o Offer) Which() string {
	switch o.Kind {
	case recall.Trips:
		return timesWords(o.Itinerary())
	case recall.Fares:
		return "sold by " + clean.Line(o.Row.Label) + ", " + timesWords(o.Itinerary())
	case recall.Rates:
		return clean.Line(o.Row.Label)
	}
	if name := o.List.Asked().Name; name != "" && o.List.Asked().HotelID == 0 {
		return "in " + clean.Line(name)
	}
	return ""
}

// timesWords returns the local times of each leg: "out 16:25–19:45, back 10:00–20:55".
func timesWords(t offer.Itinerary) string {
	var parts []string
	for i, leg := range t {
		parts = append(parts, strings.TrimSpace(offer.Way(i, len(t))+" "+clean.Line(leg.Times())))
	}
	return strings.Join(parts, ", ")
}

// Party describes the travelers; "" if they are unknown.
func (o Offer) Party() string {
	switch {
	case o.List.Stay != nil && o.List.Stay.Adults > 0:
		return query.Guests(o.List.Stay.Occupancy())
	case o.List.Flight != nil && o.List.Flight.Adults > 0:
		return o.List.Flight.PartyAndCabin()
	}
	return ""
}

// PriceFor returns what the price of the offer covers: the party, a night or a stay.
func (o Offer) PriceFor() string {
	switch {
	case o.Kind == recall.Hotels, o.Row.Rate != nil && o.Row.Rate.PerNight:
		return "night"
	case o.Kind == recall.Rates:
		return "stay"
	}
	return "party"
}

// PriceText formats a price of the offer for a person; "" if it is unknown.
func (o Offer) PriceText(p offer.Money) string {
	if p.Amount == "" {
		return ""
	}
	text := p.Text(o.List.Terms.Locale)
	if o.PriceFor() == "night" {
		text += " a night"
	}
	return text
}

// reserved are words with another meaning in arguments.
var reserved = []string{"trip", "trips", "fare", "fares", "hotel", "hotels", "rate", "rates", "kept", "option", "options", "place", "places", "all"}

// CheckName returns a name as it is saved: trimmed and in lower case. flag is the flag that it was given with. A name
// has no ":", so it never looks like "trip:2".
func CheckName(flag, name string) (string, error) {
	const want = "a name of letters, digits and dashes that begins with a letter, at most 40, such as lisbon-may"
	folded := strings.ToLower(strings.TrimSpace(name))
	valid := folded != "" && len(folded) <= MaxName
	for i, r := range folded {
		letter, digit := 'a' <= r && r <= 'z', '0' <= r && r <= '9'
		valid = valid && (letter || i > 0 && (digit || r == '-'))
	}
	switch {
	case !valid:
		return "", problem.NotAccepted(flag, name, want)
	case slices.Contains(reserved, folded):
		return "", problem.NotAccepted(flag, name, "another name; this word means something else where a row is wanted")
	}
	return folded, nil
}
