package offers

import (
	"encoding/json"
	"strconv"
	"time"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/search"
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
	Price    *desk.Amount `json:"price,omitempty"`
	PriceFor string       `json:"priceFor" words:"party,night,stay"`
	Seen     *desk.Amount `json:"seen,omitempty"`
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

func amountOf(p search.Price) *desk.Amount {
	if p.Amount == "" {
		return nil
	}
	return &desk.Amount{Amount: p.Amount, Currency: p.Currency}
}

// moment is nil for a time that is not known.
func moment(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	at = at.UTC()
	return &at
}
