// Package recall keeps what was listed last, so that a row number can stand for
// an opaque id and bring its context along. It keeps one small file for each
// profile, terminal session and kind of list; two commands at once cannot lose
// each other's list, and a file that is broken is as good as none.
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
	Days    Kind = "days"   // of a price calendar
	Goals   Kind = "goals"  // of a look around
	Nights  Kind = "nights" // of a price calendar of hotels
	Breaks  Kind = "breaks" // of trips on long weekends
	Kept    Kind = "kept"   // what the traveler keeps; a row's id is its number there

	// The words that the filters of the last search know, for the shell.
	TripFacets  Kind = "trip-facets"
	HotelFacets Kind = "hotel-facets"
)

func (k Kind) known() bool {
	return slices.Contains([]Kind{Fares, Options, Rates, TripFacets, HotelFacets}, k) || slices.Contains(PrintedLast(), k)
}

// List is what one command printed, with the query behind it.
type List struct {
	Kind   Kind       `json:"kind"`
	Made   time.Time  `json:"made"`
	Search search.Ref `json:"search,omitzero"`

	// What was asked for: the one for trips, fares and options, the other for hotels and rates. Both
	// are nil where only the search's id was known.
	Flight *query.Flight `json:"flight,omitempty"`
	Stay   *query.Stay   `json:"stay,omitempty"`
	// Terms are what the list was shown in, whatever the query says of it.
	Terms query.Terms `json:"terms,omitzero"`
	// View is how trips or hotels were read, in the contract's order, and Matching how many rows there
	// were on all its pages.
	View     []ask.Param `json:"view,omitempty"`
	Matching int         `json:"matching,omitempty"`

	Of        Under            `json:"of,omitzero"`         // of fares and rates
	TripID    string           `json:"tripId,omitempty"`    // of fares and options
	FareID    string           `json:"fareId,omitempty"`    // of options
	Itinerary search.Itinerary `json:"itinerary,omitempty"` // what finds the trip of these fares again

	Rows []Row `json:"rows,omitempty"`
}

// Row is one line of a list.
type Row struct {
	N     int         `json:"n"`               // as printed; runs over pages, so row 11 may be the first; the letter of a fare or a rate
	ID    string      `json:"id,omitempty"`    // "" when the row has none that can be sent
	Label string      `json:"label,omitempty"` // for a person; foreign text
	Price offer.Money `json:"price,omitzero"`  // when it was listed
	Gone  bool        `json:"gone,omitempty"`  // it was not in the search that was made again

	// One of them is set, by the kind of the list.
	Trip   search.Itinerary `json:"trip,omitempty"`
	Fare   *Fare            `json:"fare,omitempty"`
	Option *Option          `json:"option,omitempty"`
	Hotel  *Hotel           `json:"hotel,omitempty"`
	Rate   *Rate            `json:"rate,omitempty"`
	Facet  *Facet           `json:"facet,omitempty"`
	Day    *Day             `json:"day,omitempty"`
	Goal   *Goal            `json:"goal,omitempty"`
}

// Ref names the search behind a row of a calendar, of a look around or of long weekends; its id is "" where none was
// made.
func (r Row) Ref() search.Ref {
	switch {
	case r.Day != nil:
		return search.Ref{ID: r.ID, Created: r.Day.Made}
	case r.Goal != nil:
		return search.Ref{ID: r.ID, Created: r.Goal.Made}
	}
	return search.Ref{}
}

// Goal is what a list keeps of a place to go to, whose search has the row's id.
type Goal struct {
	Code string    `json:"code"`
	Name string    `json:"name,omitempty"` // foreign text
	City bool      `json:"city,omitempty"`
	Made time.Time `json:"made,omitzero"` // its search

	Weekend int `json:"weekend,omitempty"` // its number, on long weekends
}

// Day is what a list keeps of a day of a price calendar, whose search has the row's id.
type Day struct {
	Day    string    `json:"day"`            // YYYY-MM-DD
	Back   string    `json:"back,omitempty"` // of the return or of leaving, "" on one-way calendars
	Nights int       `json:"nights,omitempty"`
	Made   time.Time `json:"made,omitzero"` // its search
}

// Fare is what a list keeps of a fare.
type Fare struct {
	Kind    string           `json:"kind"`              // as the service calls it
	Handoff string           `json:"handoff,omitempty"` // where its seller books it
	Options bool             `json:"options,omitempty"` // the options read can expand it
	Bags    string           `json:"bags,omitempty"`    // that are included, in words; "" where that was not read
	Print   search.FarePrint `json:"print"`             // finds it again
}

// Here tells whether the service itself sells the fare, and not an airline or an agency.
func (f Fare) Here() bool {
	kind := apiclient.FareKind(f.Kind)
	return kind != apiclient.FareKindAirline && kind != apiclient.FareKindPartner
}

// Opens tells whether the fare can be opened into options here.
func (f Fare) Opens() bool { return f.Options && f.Here() }

// Option is what a list keeps of a fare's option.
type Option struct {
	Covers string             `json:"covers,omitempty"` // leg, trip, or "" where the service does not say
	Leg    int                `json:"leg,omitempty"`    // it pays for, from 1; 0 if not said
	Legs   int                `json:"legs,omitempty"`   // that options pay for in all, as far as is known
	Fees   string             `json:"fees,omitempty"`   // what a change and a cancellation cost, in words
	Terms  string             `json:"terms,omitempty"`  // refund, fees and bags, in words
	Print  search.OptionPrint `json:"print"`            // finds it again
}

// Hotel is what a list keeps of a hotel. The price of its row is that of a night; the other amounts
// are decimal text in the same currency.
type Hotel struct {
	Page  string `json:"page,omitempty"`  // of the hotel
	Stay  string `json:"stay,omitempty"`  // of the whole stay
	AllIn string `json:"allIn,omitempty"` // of a night with all that comes on top, where it is known
	// StayIn is the currency of the stay, where the service states it in another one than the rest; ""
	// is the row's.
	StayIn string `json:"stayIn,omitempty"`
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
	Page    string           `json:"page,omitempty"`    // of its hotel
	City    string           `json:"city,omitempty"`    // of its hotel; foreign text
	Charges string           `json:"charges,omitempty"` // taxes that are in its price or come on top, in words
	Print   search.RatePrint `json:"print"`             // finds it again; its terms as the service sent them

	PerNight bool `json:"perNight,omitempty"` // its price is that of a night, since the stay's was not stated
}

// Facet is a word that a filter of a search knows.
type Facet struct {
	Param string `json:"param"` // of the contract
	Name  string `json:"name,omitempty"`
	Count int    `json:"count,omitempty"`
}

// PrintedLast are the kinds of list that rows are counted in, of which one was printed last. The page of a trip or a
// hotel is none.
func PrintedLast() []Kind {
	return []Kind{Trips, Places, Hotels, Days, Goals, Nights, Breaks, Kept}
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
func (l List) Again(made search.Ref) List {
	l.Search = made
	return l
}

// Asked is the stay that the list is for; its terms alone where only the search's id is known.
func (l List) Asked() query.Stay {
	if l.Stay == nil {
		return query.Stay{Terms: l.Terms}
	}
	return *l.Stay
}

// SameSearch tells whether two lists are of searches for the same.
func (l List) SameSearch(o List) bool {
	if o.Flight != nil {
		return l.Flight != nil && l.Flight.Same(*o.Flight)
	}
	return l.Asked().SamePlace(o.Asked()) && l.Asked().SameStay(o.Asked())
}

// IsCurrency tells whether a text is a currency code as the contract has it, three uppercase letters.
func IsCurrency(text string) bool { return isCapitals(text, codeLetters) }

// InTerms is the list as it is shown in that currency and language, in which its search would be
// made again. A currency that the service named may be none, and is not asked for again.
func (l List) InTerms(currency, locale string) List {
	if !IsCurrency(currency) {
		currency = ""
	}
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

// maxRows is how many rows of a list are kept.
const maxRows = 5000

// Fit is a list as it is kept: ids and terms that could not be sent are dropped, and rows beyond the first 5,000.
// It is an error for a list of no known kind, and for one whose rows cannot be told apart.
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
	l.Terms = keepTerms(l.Terms)
	if l.Flight != nil {
		flight := *l.Flight
		flight.Terms, l.Flight = keepTerms(flight.Terms), &flight
	}
	if l.Stay != nil {
		stay := *l.Stay
		stay.Terms, l.Stay = keepTerms(stay.Terms), &stay
	}
	return l, check(l, l.Kind)
}

// keepTerms drops what could not be sent: codes and language tags are letters, digits and dashes.
func keepTerms(t query.Terms) query.Terms {
	const longest = 35 // of a language tag, RFC 5646 §4.4.1
	for _, term := range []*string{&t.Currency, &t.Locale, &t.SiteCode} {
		other := func(r rune) bool {
			return r != '-' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
		}
		if len(*term) > longest || strings.ContainsFunc(*term, other) {
			*term = ""
		}
	}
	return t
}

// check refuses a list of another kind, and one whose rows cannot be told apart.
func check(l List, kind Kind) error {
	if l.Kind != kind || !kind.known() || l.Made.IsZero() {
		return fmt.Errorf("it is not a list of %s", kind)
	}
	if mark, ok := ParseMark(l.Of.Row); l.Of.Row != "" && (!ok || mark.Part > 0) {
		return fmt.Errorf("its row %q is none", l.Of.Row)
	}
	seen := make(map[int]bool, len(l.Rows))
	for _, row := range l.Rows {
		if row.N < 1 || seen[row.N] {
			return fmt.Errorf("row %d is wrong", row.N)
		}
		seen[row.N] = true
	}
	return nil
}

// Shown is the parameter of the view by that name; zero when it has none.
func (l List) Shown(name string) ask.Param {
	i := slices.IndexFunc(l.View, func(p ask.Param) bool { return p.Name == name })
	if i < 0 {
		return ask.Param{}
	}
	return l.View[i]
}

// Filters are the flags that filtered the rows, as a person types them.
func (l List) Filters() []string {
	var typed []string
	for _, p := range l.View {
		if p.Name != "sort" && p.Name != "pageSize" && p.Typed != "" {
			typed = append(typed, p.Typed)
		}
	}
	return typed
}

// Continues tells whether row 11 of one list is what comes after row 10 of the other: both are of one
// search, filtered and in order alike, in one currency and language. How many rows a page has makes no
// difference to their numbers.
func (l List) Continues(o List) bool {
	return l.Kind == o.Kind && l.Search.ID != "" && l.Search.ID == o.Search.ID && l.Terms == o.Terms &&
		slices.EqualFunc(ranked(l.View), ranked(o.View), sameParam)
}

// ranked is a view without the rows on a page, which change no row's number.
func ranked(view []ask.Param) []ask.Param {
	return slices.DeleteFunc(slices.Clone(view), func(p ask.Param) bool { return p.Name == "pageSize" })
}

func sameParam(p, o ask.Param) bool { return p.Name == o.Name && slices.Equal(p.Values, o.Values) }

// Whole tells whether the list has every row that matched, and none that is kept is missing.
func (l List) Whole() bool {
	return len(l.Rows) > 0 && len(l.Rows) >= min(l.Matching, maxRows) && l.Rows[0].N == 1 && l.Rows[len(l.Rows)-1].N == len(l.Rows)
}

// Joined is the list with the rows that an earlier page of it had beside its own.
func (l List) Joined(earlier List) List {
	own := map[int]bool{}
	for _, row := range l.Rows {
		own[row.N] = true
	}
	rows := slices.Clone(l.Rows)
	for _, row := range earlier.Rows {
		if !own[row.N] {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b Row) int { return cmp.Compare(a.N, b.N) })
	l.Rows = rows
	return l
}
