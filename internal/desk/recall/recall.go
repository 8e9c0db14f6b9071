// Package recall keeps what was listed last, so that a row number can stand for
// an opaque id and bring its context along. It keeps one small file for each
// profile, terminal session and kind of list; two commands at once cannot lose
// each other's list, and a file that is broken is as good as none.
package recall

import (
	"errors"
	"fmt"
	"time"

	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/search"
)

// Kind is what the rows of a list are.
type Kind string

// The kinds of list.
const (
	Trips   Kind = "trips"
	Fares   Kind = "fares"
	Options Kind = "options"
	Places  Kind = "places"
	Hotels  Kind = "hotels"
	Rates   Kind = "rates"

	// The words that the filters of the last search know, for the shell.
	TripFacets  Kind = "trip-facets"
	HotelFacets Kind = "hotel-facets"
)

func (k Kind) known() bool {
	switch k {
	case Trips, Fares, Options, Places, Hotels, Rates, TripFacets, HotelFacets:
		return true
	}
	return false
}

// List is what one command printed, with the query behind it.
type List struct {
	Kind   Kind      `json:"kind"`
	Made   time.Time `json:"made"`
	Search Search    `json:"search,omitzero"`

	// What was asked for: the one for trips, fares and options, the other for hotels and rates. Both
	// are nil where only the search's id was known.
	Flight *query.Flight `json:"flight,omitempty"`
	Stay   *query.Stay   `json:"stay,omitempty"`
	// Terms are what the list was shown in, whatever the query says of it.
	Terms query.Terms `json:"terms,omitzero"`

	TripID    string           `json:"tripId,omitempty"`    // of fares and options
	FareID    string           `json:"fareId,omitempty"`    // of options
	Itinerary search.Itinerary `json:"itinerary,omitempty"` // what finds the trip of these fares again

	Rows []Row `json:"rows"`
}

// Search is a search and its age.
type Search struct {
	ID      string    `json:"id,omitempty"`
	Created time.Time `json:"created,omitzero"`
	// A search made in place of this one, when its rows are not renewed yet.
	RenewedTo string    `json:"renewedTo,omitempty"`
	RenewedAt time.Time `json:"renewedAt,omitzero"`
}

// Row is one line of a list.
type Row struct {
	N     int          `json:"n"`               // as printed; runs over pages, so row 11 may be the first
	ID    string       `json:"id,omitempty"`    // "" when the row has none that can be sent
	Label string       `json:"label,omitempty"` // for a person; foreign text
	Price search.Price `json:"price,omitzero"`  // when it was listed
	Gone  bool         `json:"gone,omitempty"`  // it was not in the search that was made again

	// One of them is set, by the kind of the list.
	Trip   search.Itinerary `json:"trip,omitempty"`
	Fare   *Fare            `json:"fare,omitempty"`
	Option *Option          `json:"option,omitempty"`
	Hotel  *Hotel           `json:"hotel,omitempty"`
	Rate   *Rate            `json:"rate,omitempty"`
	Facet  *Facet           `json:"facet,omitempty"`
}

// Fare is what a list keeps of a fare.
type Fare struct {
	Kind    string           `json:"kind"`              // as the service calls it
	Handoff string           `json:"handoff,omitempty"` // where its seller books it
	Options bool             `json:"options,omitempty"` // the options read can expand it
	Print   search.FarePrint `json:"print"`             // finds it again
}

// Option is what a list keeps of a fare's option.
type Option struct {
	Covers string             `json:"covers,omitempty"` // leg, trip, or "" where the service does not say
	Leg    int                `json:"leg,omitempty"`    // it pays for, from 1; 0 if not said
	Legs   int                `json:"legs,omitempty"`   // that options pay for in all, as far as is known
	Fees   string             `json:"fees,omitempty"`   // what a change and a cancellation cost, in words
	Print  search.OptionPrint `json:"print"`            // finds it again
}

// Hotel is what a list keeps of a hotel. The price of its row is that of a night; the other amounts
// are decimal text in the same currency.
type Hotel struct {
	Page  string `json:"page,omitempty"`  // of the hotel
	Stay  string `json:"stay,omitempty"`  // of the whole stay, where it was stated
	AllIn string `json:"allIn,omitempty"` // of a night with all that comes on top, where it is known
	// FreeCancellation says that such a rate was seen; false says nothing.
	FreeCancellation bool             `json:"freeCancellation,omitempty"`
	Score            *Score           `json:"score,omitempty"`   // of all guests
	Cohorts          map[string]Score `json:"cohorts,omitempty"` // by who the guests are, as the contract calls them
}

// Score is what guests say, and how many of them.
type Score struct {
	Value string `json:"value"`
	Count string `json:"count"`
}

// Rate is what a list keeps of a rate.
type Rate struct {
	Page  string           `json:"page,omitempty"` // of its hotel
	Print search.RatePrint `json:"print"`          // finds it again; its terms as the service sent them
}

// Facet is a word that a filter of a search knows.
type Facet struct {
	Param string `json:"param"` // of the contract
	Name  string `json:"name,omitempty"`
	Count int    `json:"count,omitempty"`
}

// PickError says that a list has no such row.
type PickError struct {
	Kind        Kind
	N           int
	First, Last int // the rows there are, both 0 for an empty list
}

// Error tells the rows that there are.
func (e *PickError) Error() string {
	if e.Last == 0 {
		return fmt.Sprintf("row %d: the latest list of %s is empty", e.N, e.Kind)
	}
	return fmt.Sprintf("row %d: the latest list of %s has rows %d to %d", e.N, e.Kind, e.First, e.Last)
}

// ErrNoID says that a row stands for something that cannot be sent back, such as
// an id outside the service's own alphabet.
var ErrNoID = errors.New("this row has no id that can be used")

// ErrGone says that a row stands for something that the list held before its
// search was made again, and that the new search does not have.
var ErrGone = errors.New("it is gone: searching again did not bring it back")

// Pick returns row n of the list, or a *PickError. A row without an id is an
// ErrNoID, except a place, which may have no code; one that is gone an ErrGone.
func (l List) Pick(n int) (Row, error) {
	missing := &PickError{Kind: l.Kind, N: n}
	for _, row := range l.Rows {
		if row.N == n {
			if row.Gone {
				return Row{}, fmt.Errorf("row %d: %w", n, ErrGone)
			}
			if row.ID == "" && l.Kind != Places {
				return Row{}, fmt.Errorf("row %d: %w", n, ErrNoID)
			}
			return row, nil
		}
		if missing.First == 0 || row.N < missing.First {
			missing.First = row.N
		}
		missing.Last = max(missing.Last, row.N)
	}
	return Row{}, missing
}

// Head is the list without its rows.
func (l List) Head() List {
	l.Rows = nil
	return l
}

// Again is the list for a search that was made in place of its own.
func (l List) Again(id string, made time.Time) List {
	l.Search = Search{ID: id, Created: made}
	return l
}

// Asked is the stay that the list is for; its terms alone where only the search's id is known.
func (l List) Asked() query.Stay {
	if l.Stay == nil {
		return query.Stay{Terms: l.Terms}
	}
	return *l.Stay
}

// InTerms is the list as it is shown in that currency and language, in which its search would be
// made again.
func (l List) InTerms(currency, locale string) List {
	l.Terms.Currency, l.Terms.Locale = currency, locale
	if l.Flight != nil {
		asked := *l.Flight
		asked.Currency, asked.Locale, l.Flight = currency, locale, &asked
	}
	if l.Stay != nil {
		asked := *l.Stay
		asked.Currency, asked.Locale, l.Stay = currency, locale, &asked
	}
	return l
}
