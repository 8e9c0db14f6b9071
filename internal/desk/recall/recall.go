// Package recall keeps what was listed last, so that a row number can stand for
// an opaque id and bring its context along. It keeps one small file for each
// profile, terminal session and kind of list; two commands at once cannot lose
// each other's list, and a file that is broken is as good as none.
package recall

import (
	"errors"
	"fmt"
	"time"
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

// List is what one command printed.
type List struct {
	Kind    Kind      `json:"kind"`
	Made    time.Time `json:"made"`
	Context Context   `json:"context"`
	Rows    []Row     `json:"rows"`
}

// Context is what a later read must repeat: the service inherits nothing from
// the search. A zero member was not sent.
type Context struct {
	SearchID string    `json:"searchId,omitempty"`
	TripID   string    `json:"tripId,omitempty"`
	FareID   string    `json:"fareId,omitempty"`
	RateID   string    `json:"rateId,omitempty"`
	HotelID  int64     `json:"hotelId,omitempty"`
	Created  time.Time `json:"created,omitzero"` // of the search

	From     string `json:"from,omitempty"`
	To       string `json:"to,omitempty"`
	FromCity bool   `json:"fromCity,omitempty"`
	ToCity   bool   `json:"toCity,omitempty"`

	// Where a hotel search looked, when not for one hotel: a city code, or
	// "lat,lng" in decimal degrees with a radius in kilometres.
	Place     string `json:"place,omitempty"`
	PlaceName string `json:"placeName,omitempty"` // foreign text
	Radius    string `json:"radius,omitempty"`

	// Dates are YYYY-MM-DD.
	FromDate string `json:"fromDate,omitempty"`
	ToDate   string `json:"toDate,omitempty"`
	CheckIn  string `json:"checkIn,omitempty"`
	CheckOut string `json:"checkOut,omitempty"`

	Cabin        string `json:"cabin,omitempty"`
	Adults       int    `json:"adults,omitempty"`
	Children     int    `json:"children,omitempty"`
	Infants      int    `json:"infants,omitempty"`
	Rooms        int    `json:"rooms,omitempty"`
	ChildrenAges []int  `json:"childrenAges,omitempty"`

	Currency string `json:"currency,omitempty"`
	Locale   string `json:"locale,omitempty"`
	SiteCode string `json:"siteCode,omitempty"`

	// What finds the trip of these fares again in another search.
	Itinerary string `json:"itinerary,omitempty"`

	// A search made in place of this one, when its rows are not renewed yet.
	RenewedTo string    `json:"renewedTo,omitempty"`
	RenewedAt time.Time `json:"renewedAt,omitzero"`
}

// Row is one line of a list.
type Row struct {
	N     int               `json:"n"`               // as printed; runs over pages, so row 11 may be the first
	ID    string            `json:"id,omitempty"`    // "" when the row has none that can be sent
	Label string            `json:"label,omitempty"` // for a person; foreign text
	Facts map[string]string `json:"facts,omitempty"` // to find the same offer again
	Gone  bool              `json:"gone,omitempty"`  // it was not in the search that was made anew
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
// search was made anew, and that the new search does not have.
var ErrGone = errors.New("it is gone: searching again did not bring it back")

// Pick returns row n of the list, or a *PickError. A row without an id is an
// ErrNoID, but for a place, which may have no code; one that is gone an ErrGone.
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
