package recall

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"travel.example/travel/internal/jsonread"
	"travel.example/travel/internal/jsonspan"
)

// parseHead is parse without the rows, of which it only sees that they are a list.
func parseHead(text []byte, kind Kind) (List, error) {
	if !jsonread.Valid(text) {
		return List{}, errors.New("not JSON")
	}
	if at, end, ok := jsonspan.Member(text, "rows"); ok && text[at] == '[' {
		text = slices.Concat(text[:at], []byte("[]"), text[end:])
	}
	l, err := parse(text, kind)
	return l.Head(), err
}

// parse reads a kept list. Whatever Save would not have written is an error.
func parse(text []byte, kind Kind) (List, error) {
	var l List
	strict := jsonread.Reader{Strict: true}
	if _, ok := strict.Read(text, &l); ok {
		return checked(l, kind)
	}
	l = List{}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&l); err != nil {
		return List{}, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return List{}, errors.New("more than one value")
	}
	return checked(l, kind)
}

// Fit is a list that no store made, as a store would keep it: an error for one whose rows cannot be told
// apart; ids that could not be sent are dropped, and so is text beyond its bound.
func Fit(l List) (List, error) { return checked(l, l.Kind) }

func checked(l List, kind Kind) (List, error) {
	if err := check(l, kind); err != nil {
		return List{}, err
	}
	return fitted(l), nil
}

// check refuses a list of another kind, and one whose rows cannot be told apart.
func check(l List, kind Kind) error {
	if l.Kind != kind || l.Made.IsZero() {
		return fmt.Errorf("not a list of %s", kind)
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
