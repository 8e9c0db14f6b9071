package recall

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/ask"
)

// A Mark is a reference as a person types it: a row, and the letters of a fare or a rate that belongs to it, such as
// "2", "2b" or "kept:2b".
type Mark struct {
	Row  string // "2" or "kept:2"
	Part int    // b is 2; 0 where no letter was given
}

// KeptPrefix begins a row of what the traveler keeps.
const KeptPrefix = "kept:"

// mostLetters bounds the letters of a mark: no row has so many fares.
const mostLetters = 3

// ParseMark reads a mark; false for a text that is none.
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

// String is the mark as it is typed.
func (m Mark) String() string { return m.Row + Letters(m.Part) }

// Letters are those of the nth fare or rate of a row: a to z, then aa; "" for 0.
func Letters(n int) string {
	var letters []byte
	for ; n > 0; n = (n - 1) / 26 {
		letters = append(letters, 'a'+byte((n-1)%26))
	}
	slices.Reverse(letters)
	return string(letters)
}

// Under says which row the fares or rates of a list belong to. N of each of them is its letter.
type Under struct {
	Row    string      `json:"row,omitempty"`    // as a mark has it; "" for a trip or a hotel that is in no list
	Search string      `json:"search,omitempty"` // of the list that has the row, "" for what the traveler keeps
	View   []ask.Param `json:"view,omitempty"`   // that this list was read as
	Last   int         `json:"last,omitempty"`   // the last letter that was given; none is given twice
}

// Under is where the fares or rates of a row belong.
func (l List) Under(row Row) Under {
	return Under{Row: strconv.Itoa(row.N), Search: l.Search.ID, View: l.View}
}

// Mark is the reference of a fare or a rate of the list.
func (l List) Mark(row Row) string {
	if l.Of.Row == "" || row.N == 0 {
		return ""
	}
	return Mark{l.Of.Row, row.N}.String()
}

// MarkOf is the reference of the fare or rate with that id, "" where there is none.
func (l List) MarkOf(id string) string {
	row, _ := l.With(id)
	return l.Mark(row)
}

// Letter is what stands beside the fare or rate with that id: its reference, or its letters alone where its trip or its
// hotel is in no list; "" where it cannot be booked.
func (l List) Letter(id string) string {
	row, _ := l.With(id)
	return cmp.Or(l.Mark(row), Letters(row.N))
}

// Marks are the references of all fares or rates that can be booked, by their ids; none where the trip or the hotel is
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

// Counts tells whether a letter still counts in these fares or rates, of a row as it is now: its list is sorted and
// filtered as it was, and the row is the same trip or hotel.
func (l List) Counts(now Under, id string) bool {
	return id != "" && l.Owner() == id && l.Of.Row == now.Row && l.Of.Search == now.Search && slices.EqualFunc(ranked(l.Of.View), ranked(now.View), sameParam)
}

// Owner is the id of the trip or the hotel that fares or rates belong to.
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
			at = slices.IndexFunc(left, func(had Row) bool { return had.Same(row) })
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
