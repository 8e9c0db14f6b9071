package commands

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
)

// pickRequest asks for the thing that an argument names.
type pickRequest struct {
	kind        recall.Kind
	label, text string // TRIP and what was typed for it
	what        string // "trip"
	list        string // the command that makes such a list
	help        string // the command's own help
}

// picked is the id an argument stands for, and the context it came with.
type picked struct {
	id    string
	row   int        // its number in the list, 0 for an id that was typed
	entry recall.Row // of the list, zero for an id that is in none
	about recall.Context
}

// pick turns a row number or an opaque id into the id. A number needs a list
// behind it; an id must have the alphabet of ids, and nothing is sent otherwise.
func (a *app) pick(r pickRequest) (picked, error) {
	lists, err := a.lists()
	if err != nil {
		return picked{}, err
	}
	n, err := strconv.Atoi(r.text)
	if err != nil {
		return pickID(lists, r)
	}
	list, found, err := lists.Latest(r.kind)
	if err != nil {
		return picked{}, err
	}
	if !found {
		return picked{}, misuse{
			Text: fmt.Sprintf("%s %s is a row number, and no list of %ss is there to count in", r.label, r.text, r.what),
			Hint: "make one first: " + r.list,
		}
	}
	row, err := list.Pick(n)
	if err != nil {
		reason := strings.TrimPrefix(err.Error(), fmt.Sprintf("row %d: ", n))
		return picked{}, misuse{Text: fmt.Sprintf("%s %s: %s", r.label, r.text, reason), Next: r.help}
	}
	return picked{id: row.ID, row: n, entry: row, about: list.Context}, nil
}

// pickID takes an id as typed; when the latest list holds it, its context
// comes along.
func pickID(lists *recall.Store, r pickRequest) (picked, error) {
	valid, made := apiclient.ValidID, "letters, digits and ._:~=- , at most 256"
	if r.kind == recall.Rates {
		valid, made = apiclient.ValidRateID, "at most 256 characters"
	}
	if !valid(r.text) {
		return picked{}, usageError{
			Arg: r.label, Given: r.text,
			Want: "a row number of the last list, or an id as the service gave it (" + made + ")",
			Next: r.help,
		}
	}
	list, found, err := lists.Latest(r.kind)
	if err != nil || !found {
		return picked{id: r.text}, nil //nolint:nilerr // a list that cannot be read only means there is no context
	}
	for _, row := range list.Rows {
		if row.ID == r.text {
			return picked{id: r.text, row: row.N, entry: row, about: list.Context}, nil
		}
	}
	return picked{id: r.text}, nil
}

const wantSearch = "a search id as the service gave it, or none for the last search"

// pickSearch is what is known of a search to read again: everything for the
// last one, the id alone for one that was typed, unless a list knows it too.
func (a *app) pickSearch(r pickRequest) (recall.Context, error) {
	lists, err := a.lists()
	if err != nil {
		return recall.Context{}, err
	}
	last, found, err := lists.Latest(r.kind)
	if err != nil {
		return recall.Context{}, err
	}
	switch {
	case r.text == "" && !found:
		return recall.Context{}, misuse{Text: "there is no " + r.what + " to read again; make one, or give its id", Next: r.list}
	case r.text == "", found && last.Context.SearchID == r.text:
		return last.Context, nil
	case !apiclient.ValidID(r.text):
		return recall.Context{}, usageError{Arg: r.label, Given: r.text, Want: wantSearch, Next: r.help}
	}
	if about, known := lists.Search(r.text); known {
		return about, nil
	}
	return recall.Context{SearchID: r.text}, nil
}

// goneError is a 404 on something that lived with a search, with its age.
type goneError struct {
	made, now time.Time
	err       error
	again     string // the command that searches again
	way       string // the way out in words, instead
}

func (e goneError) Error() string {
	return fmt.Sprintf("this search has expired (made %s ago)", ageWords(e.now.Sub(e.made)))
}

func (e goneError) Unwrap() error { return e.err }

// withAge adds to a 404 how old the search is, when that is known.
func withAge(a *app, about recall.Context, err error) error {
	p, ok := errorsAsProblem(err)
	if !ok || p.Code != apiclient.ErrorCodeNotFound || about.Created.IsZero() {
		return err
	}
	return goneError{made: about.Created, now: a.env.Now(), err: err, again: searchAgain(about)}
}

func errorsAsProblem(err error) (*apiclient.ProblemError, bool) {
	return errors.AsType[*apiclient.ProblemError](err)
}

// searchAgain is the command that makes the same search anew.
func searchAgain(c recall.Context) string {
	if c.CheckIn != "" {
		return hotelSearchAgain(c)
	}
	if c.From == "" {
		return "travel flights search --help"
	}
	command := fmt.Sprintf("travel flights search %s %s %s", c.From, c.To, c.FromDate)
	if c.ToDate != "" {
		command += " " + c.ToDate
	}
	for _, flag := range []struct {
		name, value string
		usual       string
	}{
		{"cabin", c.Cabin, "economy"},
		{"adults", strconv.Itoa(c.Adults), "1"},
		{"children", strconv.Itoa(c.Children), "0"},
		{"infants", strconv.Itoa(c.Infants), "0"},
		{"currency", c.Currency, ""},
		{"locale", c.Locale, ""},
	} {
		if flag.value != flag.usual {
			command += " --" + flag.name + " " + shellQuote(flag.value)
		}
	}
	return command
}

func ageWords(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%d seconds", int(d.Seconds()))
	case d < 2*time.Hour:
		return fmt.Sprintf("%d minutes", int(d.Minutes()))
	}
	return fmt.Sprintf("%d hours", int(d.Hours()))
}
