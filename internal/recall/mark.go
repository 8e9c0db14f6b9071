package recall

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/ask"
)

// A Mark is a typed reference: a row, and optionally the letters of one of its fares or rates, such as "2", "2b" or
// "kept:2b".
type Mark struct {
	Row  string // "2" or "kept:2"
	Part int    // b is 2; 0 without a letter
}

// KeptPrefix precedes the number of a kept offer.
const KeptPrefix = "kept:"

// mostLetters is the maximum number of letters, far more than needed.
const mostLetters = 3

// ParseMark parses a mark.
func ParseMark(text string) (Mark, bool) {
	number := strings.TrimPrefix(text, KeptPrefix)
	letters := strings.TrimLeft(number, "0123456789")
	number = strings.TrimSuffix(number, letters)
	part := 0
	for _, r := range letters {
		if r < 'a' || r > 'z' {
			return Mark{}, false
		}
		part = part*26 + int(r-'a') + 1
	}
	if n, err := strconv.Atoi(number); err != nil || n < 1 || len(letters) > mostLetters {
		return Mark{}, false
	}
	return Mark{Row: strings.TrimSuffix(text, letters), Part: part}, true
}

// String returns the mark as typed.
func (m Mark) String() string { return m.Row + Letters(m.Part) }

// Letters returns the letters of the nth fare or rate of a row: a to z, then aa; "" for 0.
func Letters(n int) string {
	var letters []byte
	for ; n > 0; n = (n - 1) / 26 {
		letters = append(letters, 'a'+byte((n-1)%26))
	}
	slices.Reverse(letters)
	return string(letters)
}

// Under is the row that the fares or rates of a list belong to. Their N is their letter.
type Under struct {
	Row    string      `json:"row,omitempty"`    // as in a mark; "" if the trip or hotel is in no list
	Search string      `json:"search,omitempty"` // of the list with the row; "" for a kept offer
	View   []ask.Param `json:"view,omitempty"`   // of that list
	Last   int         `json:"last,omitempty"`   // the last letter used; letters are never reused
}

// Under returns the owner of the fares or rates of a row.
func (l List) Under(row Row) Under {
	return Under{Row: strconv.Itoa(row.N), Search: l.Search.ID, View: l.View}
}

// Mark returns the reference of a fare or a rate of the list, or "".
func (l List) Mark(row Row) string {
	if l.Of.Row == "" || row.N == 0 {
		return ""
	}
	return Mark{l.Of.Row, row.N}.String()
}

// MarkOf returns the reference of the fare or rate with that id, or "".
func (l List) MarkOf(id string) string {
	row, _ := l.With(id)
	return l.Mark(row)
}

// Letter returns the label of the fare or rate with that id: its reference, or only its letters if its trip or hotel is
// in no list; "" if it cannot be booked.
func (l List) Letter(id string) string {
	row, _ := l.With(id)
	return cmp.Or(l.Mark(row), Letters(row.N))
}

// Marks returns the references of all fares or rates that can be booked, by id. It is empty if their trip or hotel is
// in no list.
func (l List) Marks() map[string]string {
	marks := map[string]string{}
	for _, row := range l.Rows {
		if mark := l.Mark(row); mark != "" && row.ID != "" {
			marks[row.ID] = mark
		}
	}
	return marks
}

// Counts reports whether the letters of these fares or rates are still valid for a row: its list has the same filters
// and order, and the row is the same trip or hotel.
func (l List) Counts(now Under, id string) bool {
	return id != "" && l.Owner() == id && l.Of.Row == now.Row && l.Of.Search == now.Search && slices.EqualFunc(ranked(l.Of.View), ranked(now.View), sameParam)
}

// Owner returns the id of the trip or hotel of these fares or rates.
func (l List) Owner() string {
	if l.Kind == Fares {
		return l.TripID
	}
	return strconv.FormatInt(l.Asked().HotelID, 10)
}

// Lettered gives the rows of a page the letters that the same fares or rates had in an earlier one of the same trip or
// hotel, and new ones to the others. Those that only the earlier page has are kept behind them; they are gone where
// the search was made again.
func (l List) Lettered(earlier List) List {
	renewed := earlier.Search.RenewedTo == l.Search.ID && (l.Kind == Rates || l.Itinerary.Same(earlier.Itinerary))
	if !renewed && (l.Owner() != earlier.Owner() || l.Of.Search != earlier.Of.Search) {
		earlier = List{}
	}
	l.Rows = slices.Clone(l.Rows)
	oneSearch, again := l.Search.ID == earlier.Search.ID, l.SameSearch(earlier)
	left := slices.Clone(earlier.Rows)
	l.Of.Last = earlier.Of.Last
	for i, row := range l.Rows {
		at := slices.IndexFunc(left, func(had Row) bool { return had.ID == row.ID })
		if at < 0 && !oneSearch && again {
			at = slices.IndexFunc(left, func(had Row) bool { return had.Same(row.Offer) })
		}
		if at < 0 {
			l.Of.Last++
			l.Rows[i].N = l.Of.Last
			continue
		}
		l.Rows[i].N = left[at].N
		left = slices.Delete(left, at, at+1)
	}
	for _, row := range left {
		if !oneSearch {
			row.ID, row.Gone = "", true
		}
		if oneSearch || again {
			l.Rows = append(l.Rows, row)
		}
	}
	return l
}
