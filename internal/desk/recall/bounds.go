package recall

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of a list, far above an honest one.
const (
	maxFileBytes = 4 << 20
	maxRows      = 5000
	maxRowBytes  = 64 << 10
	maxTextBytes = 8 << 10
	maxIDBytes   = 256
)

// fitted is the list as it may be kept: ids that could not be sent are dropped, and so is text beyond its
// bound, since half an address is worse than none.
func fitted(l List) List {
	l.Rows = slices.Clone(l.Rows[:min(len(l.Rows), maxRows)])
	for i, row := range l.Rows {
		row.ID = keepRowID(l.Kind, row.ID)
		row.Label = keepText(row.Label)
		if f := row.Fare; f != nil && keepText(f.Handoff) != f.Handoff {
			row.Fare = &Fare{Kind: f.Kind, Options: f.Options, Print: f.Print}
		}
		if h := row.Hotel; h != nil && keepText(h.Page) != h.Page {
			hotel := *h
			hotel.Page, row.Hotel = "", &hotel
		}
		if r := row.Rate; r != nil && keepText(r.Page) != r.Page {
			row.Rate = &Rate{Print: r.Print}
		}
		l.Rows[i] = row
	}
	l.Search.ID, l.TripID, l.FareID = keepID(l.Search.ID), keepID(l.TripID), keepID(l.FareID)
	l.Search.RenewedTo = keepID(l.Search.RenewedTo)
	if l.Stay != nil {
		stay := *l.Stay
		stay.HotelID, stay.Name = max(stay.HotelID, 0), keepText(stay.Name)
		l.Stay = &stay
	}
	return l
}

// slim is the list without what it knows of rows that are larger than any honest one.
func slim(l List) List {
	for i, row := range l.Rows {
		if text, err := json.Marshal(row); err != nil || len(text) > maxRowBytes {
			l.Rows[i] = Row{N: row.N, ID: row.ID, Label: row.Label, Gone: row.Gone}
		}
	}
	return l
}

func keepText(s string) string {
	if len(s) > maxTextBytes {
		return ""
	}
	return s
}

func keepID(id string) string {
	if validID(id) {
		return id
	}
	return ""
}

// keepRowID knows that a rate's id is what the service likes: any text of 256
// characters that can be seen.
func keepRowID(kind Kind, id string) string {
	if kind != Rates {
		return keepID(id)
	}
	hidden := func(r rune) bool { return !unicode.IsPrint(r) }
	if id == "." || id == ".." || !utf8.ValidString(id) || utf8.RuneCountInString(id) > maxIDBytes || strings.ContainsFunc(id, hidden) {
		return ""
	}
	return id
}

// validID takes the service's alphabet, 1 to 256 characters, and refuses the two
// names that a path would resolve away.
func validID(id string) bool {
	if id == "" || len(id) > maxIDBytes || id == "." || id == ".." {
		return false
	}
	for i := range len(id) {
		c := id[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		if !letter && bytes.IndexByte([]byte("._:~=-"), c) < 0 {
			return false
		}
	}
	return true
}

// parse reads a kept list. Whatever Save would not have written is an error.
func parse(text []byte, kind Kind) (List, error) {
	var l List
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&l); err != nil {
		return List{}, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return List{}, errors.New("more than one value")
	}
	if l.Kind != kind || l.Made.IsZero() {
		return List{}, fmt.Errorf("not a list of %s", kind)
	}
	seen := make(map[int]bool, len(l.Rows))
	for _, row := range l.Rows {
		if row.N < 1 || seen[row.N] {
			return List{}, fmt.Errorf("row %d is wrong", row.N)
		}
		seen[row.N] = true
	}
	return fitted(l), nil
}
