package desk

import (
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
)

// Argument is what was typed for something that a list may hold.
type Argument struct {
	Kind        recall.Kind
	Label, Text string // TRIP and what was typed for it
	What        string // "trip"
	List        string // the command that makes such a list
	Help        string // the help of the command that takes it
}

// Pick is the id that an argument stands for, and the list it came from.
type Pick struct {
	ID   string
	N    int         // its number in the list, 0 for an id that is in no list
	Row  recall.Row  // of the list, zero for such an id
	List recall.List // without its rows, zero for such an id
}

// Name is what the thing is called within a sentence: "trip 2", "this trip".
func (p Pick) Name(what string) string {
	if p.N > 0 {
		return fmt.Sprintf("%s %d", what, p.N)
	}
	return "this " + what
}

// Pick turns a row number or an opaque id into the id. A number needs a list behind it; an id must
// have the alphabet of ids. Nothing is sent.
func (d *Desk) Pick(a Argument) (Pick, error) {
	n, err := strconv.Atoi(a.Text)
	if err != nil {
		return d.pickID(a)
	}
	list, found, err := d.Latest(a.Kind)
	if err != nil {
		return Pick{}, err
	}
	if !found {
		return Pick{}, problem.UsageError{
			Text: fmt.Sprintf("%s %s is a row number, and no list of %ss is there to count in", a.Label, a.Text, a.What),
			Hint: "make one first: " + a.List,
		}
	}
	row, err := list.Pick(n)
	if err != nil {
		return Pick{}, NoSuchRow(a.Label, a.Text, n, err, a.Help)
	}
	return Pick{ID: row.ID, N: n, Row: row, List: list.Head()}, nil
}

// NoSuchRow words why a list has no row that can be used under that number.
func NoSuchRow(label, text string, n int, err error, help string) error {
	reason := strings.TrimPrefix(err.Error(), fmt.Sprintf("row %d: ", n))
	return problem.UsageError{Text: fmt.Sprintf("%s %s: %s", label, text, reason), Next: help}
}

// pickID takes an id as typed; when the latest list holds it, the list comes along.
func (d *Desk) pickID(a Argument) (Pick, error) {
	valid, made := apiclient.ValidID, "letters, digits and ._:~=- , at most 256"
	if a.Kind == recall.Rates {
		valid, made = apiclient.ValidRateID, "at most 256 characters"
	}
	if !valid(a.Text) {
		want := "a row number of the last list, or an id as the service gave it (" + made + ")"
		return Pick{}, problem.NotAccepted(a.Label, a.Text, want, a.Help)
	}
	list, found, err := d.Latest(a.Kind)
	if err != nil || !found {
		return Pick{ID: a.Text}, nil //nolint:nilerr // a list that cannot be read only means that nothing is known
	}
	for _, row := range list.Rows {
		if row.ID == a.Text {
			return Pick{ID: a.Text, N: row.N, Row: row, List: list.Head()}, nil
		}
	}
	return Pick{ID: a.Text}, nil
}

// WantSearch says what an argument for a search accepts.
const WantSearch = "a search id as the service gave it, or none for the last search"

// PickSearch is what is known of a search to read again: everything for the last one, the id alone
// for one that was typed, unless a list knows it too.
func (d *Desk) PickSearch(a Argument) (recall.List, error) {
	lists, err := d.Lists()
	if err != nil {
		return recall.List{}, err
	}
	last, found, err := lists.Latest(a.Kind)
	if err != nil {
		return recall.List{}, err
	}
	switch {
	case a.Text == "" && !found:
		return recall.List{}, problem.UsageError{Text: "there is no " + a.What + " to read again; make one, or give its id", Next: a.List}
	case a.Text == "", found && last.Search.ID == a.Text:
		return last.Head(), nil
	case !apiclient.ValidID(a.Text):
		return recall.List{}, problem.NotAccepted(a.Label, a.Text, WantSearch, a.Help)
	}
	if known, ok := lists.Search(a.Text); ok {
		return known, nil
	}
	return recall.List{Kind: a.Kind, Search: recall.Search{ID: a.Text}}, nil
}
