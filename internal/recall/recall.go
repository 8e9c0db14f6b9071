// Package recall saves the lists that were printed last, so that a row number can
// stand for an opaque id and its context. There is one small file for each profile,
// terminal session and kind of list. Commands may run at the same time, and a
// damaged file counts as none.
package recall

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/search"
)

// Kind is the kind of the rows of a list.
type Kind string

// The kinds of list.
const (
	Trips   Kind = "trips"
	Fares   Kind = "fares"
	Options Kind = "options"
	Places  Kind = "places"
	Hotels  Kind = "hotels"
	Rates   Kind = "rates"
	Days    Kind = "days"   // of a price calendar
	Goals   Kind = "goals"  // of a look around
	Nights  Kind = "nights" // of a price calendar of hotels
	Breaks  Kind = "breaks" // of trips on long weekends
	Kept    Kind = "kept"   // kept offers; the id of a row is its number

	// Values of the filters of the last search, for shell completion.
	TripFacets  Kind = "trip-facets"
	HotelFacets Kind = "hotel-facets"
)

func (k Kind) known() bool {
	return slices.Contains(append(PrintedLast(), Fares, Options, Rates, TripFacets, HotelFacets), k)
}

// List is what a command printed, with its query.
type List struct {
	Kind   Kind       `json:"kind"`
	Made   time.Time  `json:"made"`
	Search search.Ref `json:"search,omitzero"`

	// The query: Flight for trips, fares and options, Stay for hotels and rates. Both are nil if only the id of the
	// search is known.
	Flight *query.Flight `json:"flight,omitempty"`
	Stay   *query.Stay   `json:"stay,omitempty"`
	// Terms are those that the list was shown in. Those of the query may differ.
	Terms query.Terms `json:"terms,omitzero"`
	// View is how trips or hotels were filtered and sorted, in the order of the contract. Matching is the number of
	// rows on all pages.
	View     []ask.Param `json:"view,omitempty"`
	Matching int         `json:"matching,omitempty"`

	Of        Under           `json:"of,omitzero"`         // of fares and rates
	TripID    string          `json:"tripId,omitempty"`    // of fares and options
	FareID    string          `json:"fareId,omitempty"`    // of options
	Itinerary offer.Itinerary `json:"itinerary,omitempty"` // of these fares, to find their trip again

	Rows []Row `json:"rows,omitempty"`
}

// Row is one row of a list.
type Row struct {
	N           int `json:"n"` // as printed, counted over all pages; for a fare or a rate, its letter
	offer.Offer     // of a list of places, values or surveys, only its id, label and price are set

	// Which of these are set depends on the kind of the list.
	Facet *Facet `json:"facet,omitempty"`
	Day   *Day   `json:"day,omitempty"`
	Goal  *Goal  `json:"goal,omitempty"`
}

// Offers returns the offers of the rows.
func Offers(rows []Row) []offer.Offer {
	all := make([]offer.Offer, len(rows))
	for i, row := range rows {
		all[i] = row.Offer
	}
	return all
}

// Goal is a destination in a survey. The row has the ID of its search.
type Goal struct {
	Code    string `json:"code"`
	Name    string `json:"name,omitempty"` // foreign text
	City    bool   `json:"city,omitempty"`
	Weekend int    `json:"weekend,omitempty"` // number of the long weekend
}

// Day holds the dates of one search of a survey. The row has the ID of that search.
type Day struct {
	Day    string    `json:"day"`            // YYYY-MM-DD
	Back   string    `json:"back,omitempty"` // day of return or check-out; "" on one-way calendars
	Nights int       `json:"nights,omitempty"`
	Made   time.Time `json:"made,omitzero"` // when its search was made
}

// Facet is a value of a filter.
type Facet struct {
	Param string `json:"param"` // of the contract
	Name  string `json:"name,omitempty"`
	Count int    `json:"count,omitempty"`
}

// PrintedLast returns the kinds of list that a bare row number may refer to. Pages of a trip or a hotel do not count.
func PrintedLast() []Kind {
	return []Kind{Trips, Places, Hotels, Days, Goals, Nights, Breaks, Kept}
}

// PickError is the error for a row that a list does not have.
type PickError struct {
	Kind        Kind
	N           int
	First, Last int // existing rows; 0 for an empty list
}

// Error names the rows that exist.
func (e *PickError) Error() string {
	if e.Last == 0 {
		return fmt.Sprintf("row %d: the latest list of %s is empty", e.N, e.Kind)
	}
	return fmt.Sprintf("row %d: the latest list of %s has rows %d to %d", e.N, e.Kind, e.First, e.Last)
}

// ErrNoID is the error for a row whose id is not valid in the API and cannot be sent.
var ErrNoID = errors.New("this row has no id that can be used")

// ErrGone is the error for a row that a renewed search did not find.
var ErrGone = errors.New("it is gone: searching again did not bring it back")

// Pick returns row n of the list. Its errors are a *PickError, ErrGone, or ErrNoID
// for a row without an id, unless it is a place.
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

// Head returns the list without its rows.
func (l List) Head() List {
	l.Rows = nil
	return l
}

// Again returns the list for the search that replaced its own.
func (l List) Again(made search.Ref) List {
	l.Search = made
	return l
}

// Asked returns the stay of the list. If it is unknown, only the terms are set.
func (l List) Asked() query.Stay {
	if l.Stay == nil {
		return query.Stay{Terms: l.Terms}
	}
	return *l.Stay
}

// Request returns the request that makes the search of the list.
func (l List) Request() any {
	if l.Stay != nil {
		return l.Stay.Request()
	}
	return l.Flight.Request()
}

// SameSearch reports whether two lists come from equal searches.
func (l List) SameSearch(o List) bool {
	if o.Flight != nil {
		return l.Flight != nil && l.Flight.Same(*o.Flight)
	}
	return l.Asked().SamePlace(o.Asked()) && l.Asked().SameStay(o.Asked())
}

// IsCurrency reports whether a text is a currency code: three uppercase letters.
func IsCurrency(text string) bool {
	return len(text) == 3 && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// InTerms returns the list as shown in a currency and language, which a new search would use, too. An invalid currency
// from the service is dropped.
func (l List) InTerms(currency, locale string) List {
	if !IsCurrency(currency) {
		currency = ""
	}
	return l.WithTerms(func(t *query.Terms) { t.Currency, t.Locale = currency, locale })
}

// WithTerms returns the list with its terms and those of its query changed.
func (l List) WithTerms(change func(*query.Terms)) List {
	change(&l.Terms)
	if l.Flight != nil {
		asked := *l.Flight
		change(&asked.Terms)
		l.Flight = &asked
	}
	if l.Stay != nil {
		asked := *l.Stay
		change(&asked.Terms)
		l.Stay = &asked
	}
	return l
}

// maxRows is the maximum number of saved rows.
const maxRows = 5000

// Fit prepares a list for saving. It drops ids and terms that cannot be sent, and rows beyond the first 5,000. Codes
// and language tags consist of letters, digits and dashes. An unknown kind of list and duplicate row numbers are
// errors.
func Fit(l List) (List, error) {
	l.Rows = slices.Clone(l.Rows[:min(len(l.Rows), maxRows)])
	if l.Kind != Fares && l.Kind != Rates {
		l.Of = Under{}
	}
	sendable := apiclient.ValidID
	if l.Kind == Rates {
		sendable = apiclient.ValidRateID
	}
	for i, row := range l.Rows {
		if !sendable(row.ID) {
			l.Rows[i].ID = ""
		}
	}
	for _, id := range []*string{&l.Search.ID, &l.Search.RenewedTo, &l.TripID, &l.FareID} {
		if !apiclient.ValidID(*id) {
			*id = ""
		}
	}
	l = l.WithTerms(func(t *query.Terms) {
		const longest = 35 // of a language tag, RFC 5646 §4.4.1
		for _, term := range []*string{&t.Currency, &t.Locale, &t.SiteCode} {
			other := func(r rune) bool {
				return r != '-' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
			}
			if len(*term) > longest || strings.ContainsFunc(*term, other) {
				*term = ""
			}
		}
	})
	return l, check(l, l.Kind)
}

// check rejects a list of another kind, or with duplicate row numbers.
func check(l List, kind Kind) error {
	if l.Kind != kind || !kind.known() || l.Made.IsZero() {
		return fmt.Errorf("it is not a list of %s", kind)
	}
	if mark, ok := ParseMark(l.Of.Row); l.Of.Row != "" && (!ok || mark.Part > 0) {
		return fmt.Errorf("%q is not a row", l.Of.Row)
	}
	seen := make(map[int]bool, len(l.Rows))
	for _, row := range l.Rows {
		if row.N < 1 || seen[row.N] {
			return fmt.Errorf("row %d is wrong", row.N)
		}
		isCell := slices.Contains([]Kind{Days, Nights, Goals, Breaks}, kind)
		if isCell && row.Day == nil || (kind == Goals || kind == Breaks) && row.Goal == nil {
			return fmt.Errorf("row %d has no day or no place", row.N)
		}
		seen[row.N] = true
	}
	return nil
}

// Shown returns the parameter of the view by that name, or zero.
func (l List) Shown(name string) ask.Param {
	i := slices.IndexFunc(l.View, func(p ask.Param) bool { return p.Name == name })
	if i < 0 {
		return ask.Param{}
	}
	return l.View[i]
}

// Filters returns the flags that filtered the rows, as typed.
func (l List) Filters() []string {
	var typed []string
	for _, p := range l.View {
		if p.Name != "sort" && p.Name != "pageSize" && p.Typed != "" {
			typed = append(typed, p.Typed)
		}
	}
	return typed
}

// Continues reports whether two lists share their row numbers: they are from the same search, with the same filters,
// order, currency and language. The page size does not matter.
func (l List) Continues(o List) bool {
	return l.Kind == o.Kind && l.Search.ID != "" && l.Search.ID == o.Search.ID && l.Terms == o.Terms &&
		slices.EqualFunc(ranked(l.View), ranked(o.View), sameParam)
}

// ranked returns a view without the page size, which does not affect row numbers.
func ranked(view []ask.Param) []ask.Param {
	return slices.DeleteFunc(slices.Clone(view), func(p ask.Param) bool { return p.Name == "pageSize" })
}

func sameParam(p, o ask.Param) bool { return p.Name == o.Name && slices.Equal(p.Values, o.Values) }

// Whole reports whether the list has every matching row, up to the maximum.
func (l List) Whole() bool {
	return len(l.Rows) > 0 && len(l.Rows) >= min(l.Matching, maxRows) && l.Rows[0].N == 1 && l.Rows[len(l.Rows)-1].N == len(l.Rows)
}

// Joined returns the list with the rows of an earlier page added. Of two rows with one number, its own stays.
func (l List) Joined(earlier List) List {
	rows := slices.Concat(l.Rows, earlier.Rows)
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(a.N, b.N) })
	l.Rows = slices.CompactFunc(rows, func(a, b Row) bool { return a.N == b.N })
	return l
}
