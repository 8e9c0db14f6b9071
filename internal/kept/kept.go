// Package kept keeps single offers until the traveler forgets them: a trip, a fare, a hotel or a rate, with
// all that finds it again after its search has expired. It keeps one small file for each offer below the
// state directory of a profile. Two commands at once lose nothing of each other's; a file that is damaged is
// moved aside whole and named, and costs no other offer.
package kept

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

// Offer is one row of a list, with all that finds it again whatever became of its search.
type Offer struct {
	Kind recall.Kind `json:"kind"` // Trips, Fares, Hotels or Rates: what Row is
	List recall.List `json:"list"` // that it was in, without rows
	Row  recall.Row  `json:"row"`  // the price in it is the price as it was kept

	// Detail is what the service said of it in full, as it came: the detail view of its trip for trips and
	// fares, the hotel for hotels, the hotel's rates for rates. It is nil where it was not read.
	Detail   json.RawMessage `json:"detail,omitempty"`
	DetailAt time.Time       `json:"detailAt,omitzero"`
}

// Kept is an offer that the traveler keeps, as it lies on the disk and as it is exported.
type Kept struct {
	N    int       `json:"n"`              // from 1; the number stays, and no other offer ever gets it
	Name string    `json:"name,omitempty"` // "" where it has none
	Note string    `json:"note,omitempty"` // one line of the traveler's own
	At   time.Time `json:"at"`             // when it was kept

	Offer

	// Seen is its price when it was last found again, which leaves the price as kept alone; zero where that
	// was never done.
	Seen   offer.Money `json:"seen,omitzero"`
	SeenAt time.Time   `json:"seenAt,omitzero"`
}

// Bounds, far above what is honest.
const (
	MaxKept   = 300
	MaxDetail = 256 << 10 // bytes
	MaxNote   = 500       // characters
	MaxName   = 40        // characters of a name
)

// Kinds are what can be kept, each with the word for one.
func Kinds() []recall.Kind {
	return []recall.Kind{recall.Trips, recall.Fares, recall.Hotels, recall.Rates}
}

// Word is the word for one offer of a kind: "trip"; "" for a kind that cannot be kept.
func Word(kind recall.Kind) string {
	if !slices.Contains(Kinds(), kind) {
		return ""
	}
	return strings.TrimSuffix(string(kind), "s")
}

// KindOf is the kind that a word such as "trip" stands for; "" for another word.
func KindOf(word string) recall.Kind {
	i := slices.IndexFunc(Kinds(), func(kind recall.Kind) bool { return Word(kind) == word })
	if i < 0 {
		return ""
	}
	return Kinds()[i]
}

// Prefix stands before the number or the name of a kept offer where a row is wanted.
const Prefix = recall.KeptPrefix

// Row is the offer as a command takes it: "kept:2".
func (k Kept) Row() string { return Prefix + strconv.Itoa(k.N) }

// Title is what a person calls it: its name, else "kept:2".
func (k Kept) Title() string {
	if k.Name != "" {
		return k.Name
	}
	return k.Row()
}

// Days are the first and the last day of the offer, YYYY-MM-DD; the second is "" for one way.
func (o Offer) Days() (from, to string) {
	switch {
	case o.List.Stay != nil:
		return o.List.Stay.CheckIn, o.List.Stay.CheckOut
	case o.List.Flight != nil:
		return o.List.Flight.FromDate, o.List.Flight.ToDate
	}
	return "", ""
}

// Itinerary is that of a trip, or of the trip of a fare.
func (o Offer) Itinerary() search.Itinerary {
	if o.Kind == recall.Fares {
		return o.List.Itinerary
	}
	return o.Row.Trip
}

// HotelID is that of a hotel, or of the hotel of a rate; 0 where it is not known.
func (o Offer) HotelID() int64 {
	if o.Kind == recall.Rates {
		return o.List.Asked().HotelID
	}
	id, _ := strconv.ParseInt(o.Row.ID, 10, 64)
	return id
}

// Past tells whether the days of the offer are over on the day that it is now, everywhere on earth.
func (o Offer) Past(now time.Time) bool {
	day, _ := o.Days()
	return day != "" && day < now.Add(-12*time.Hour).UTC().Format(time.DateOnly)
}

// Same tells whether two offers are one row of one search.
func (o Offer) Same(p Offer) bool {
	return o.Kind == p.Kind && o.Row.ID == p.Row.ID && o.List.Search.ID == p.List.Search.ID
}

// Again tells whether two rows of two searches are one offer: asked for in the same way, and told in the same
// currency, the same itinerary, fare, hotel or rate.
func (o Offer) Again(p Offer) bool {
	if o.Kind != p.Kind || o.List.Search.ID == p.List.Search.ID || o.List.Terms.Currency != p.List.Terms.Currency || !o.List.SameSearch(p.List) {
		return false
	}
	return o.Alike(p)
}

// Alike tells whether two offers that were asked for in the same way are the very same itinerary, fare, hotel or rate.
func (o Offer) Alike(p Offer) bool {
	switch o.Kind {
	case recall.Trips:
		return o.Itinerary().Same(p.Itinerary())
	case recall.Fares:
		return o.Itinerary().Same(p.Itinerary()) && o.Row.Fare.Print.Same(p.Row.Fare.Print)
	case recall.Rates:
		return o.Row.Rate.Print.Same(p.Row.Rate.Print)
	}
	return o.Row.ID == p.Row.ID
}

// FoundAgain notes where the offer was found again, and what it costs there. Its price as it was kept stays.
func (k *Kept) FoundAgain(list recall.List, row recall.Row, at time.Time) {
	was := k.Offer.Row
	k.Seen, k.SeenAt = row.Price, at
	k.List, k.Offer.Row = list.Head(), row
	k.List.Kind, k.Offer.Row.N, k.Offer.Row.Price = k.Kind, was.N, was.Price
	if len(was.Trip) > 0 {
		k.Offer.Row.Trip = was.Trip // it may know the numbers
	}
}

// Lacks says what is missing to find the offer again, as a problem with its advice; nil where nothing is.
func (o Offer) Lacks() error {
	lacks := func(missing, hint string) error {
		return problem.Usagef("this %s cannot be found again: %s is not known here", Word(o.Kind), missing).Advise(hint)
	}
	const asked, search = "what its search asked for", "travel flights search FROM TO DATE"
	flight, stay := o.List.Flight != nil && o.List.Flight.Whole(), o.List.Stay != nil && o.List.Stay.Whole()
	switch {
	case o.Kind == recall.Trips && !flight:
		return lacks(asked, "list it again: "+search)
	case o.Kind == recall.Trips && len(o.Row.Trip) == 0:
		return lacks("its itinerary", "list it again: "+search)
	case o.Kind == recall.Fares && !flight:
		return lacks(asked, "list its trip again: "+search)
	case o.Kind == recall.Fares && (len(o.List.Itinerary) == 0 || o.Row.Fare == nil || o.Row.Fare.Print.Seller == ""):
		return lacks("its trip or its seller", "open its trip again: travel flights trip TRIP")
	case o.Kind == recall.Hotels && !stay:
		return lacks("for which days and guests it is", "list it again: travel hotels search PLACE CHECKIN CHECKOUT")
	case o.Kind == recall.Rates && (!stay || o.List.Stay.HotelID == 0 || o.Row.Rate == nil):
		return lacks("its hotel, days or terms", "list the rates again: travel hotels rates HOTEL CHECKIN CHECKOUT")
	case Word(o.Kind) == "":
		return problem.Usagef("only a trip, a fare, a hotel or a rate can be found again")
	}
	return nil
}

// Check refuses what no store would have kept, whoever wrote it, and drops what could not be sent.
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

// Check refuses an offer that cannot be found again, and drops what could not be sent.
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

// reserved are words that mean something else where a row is wanted.
var reserved = []string{"trip", "trips", "fare", "fares", "hotel", "hotels", "rate", "rates", "kept", "option", "options", "place", "places", "all"}

// FoldName is a name as it is kept and compared: without spaces around it, in small letters.
func FoldName(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// CheckName is a name as it is kept: letters, digits and dashes, with a letter first. flag is what it was
// given with.
func CheckName(flag, name string) (string, error) {
	const want = "a name of letters, digits and dashes that begins with a letter, at most 40, such as lisbon-may"
	folded := FoldName(name)
	if !validName(folded) {
		return "", problem.NotAccepted(flag, name, want)
	}
	if slices.Contains(reserved, folded) {
		return "", problem.NotAccepted(flag, name, "another name; this word means something else where a row is wanted")
	}
	return folded, nil
}

// validName tells whether a folded name can be one. It has no ":" and so is never taken for "trip:2".
func validName(name string) bool {
	for i, r := range name {
		letter, digit := 'a' <= r && r <= 'z', '0' <= r && r <= '9'
		if !letter && (i == 0 || !digit && r != '-') {
			return false
		}
	}
	return name != "" && len(name) <= MaxName
}
