// Package refs gives short references to listed items: F3.2 is row 2 of the third list of flights, and F3.2a is the
// first fare shown of it. The fares of a trip that is in no list are T1.a, T1.b. A reference never changes its
// meaning while the server runs, and is valid in this process only. If the service gives an item a new id because
// its search was repeated, the reference points to the new id.
package refs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/words"
)

// A Call is a tool with its arguments, ready to be called.
type Call struct {
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"` // an object
}

// Text returns the call on one line, for a hint.
func (c Call) Text() string { return c.Tool + " " + string(c.Arguments) }

// letters maps the kind of a list's rows to the first letter of its name.
var letters = map[recall.Kind]string{
	recall.Trips: "F", recall.Fares: "T", recall.Options: "O", recall.Hotels: "H", recall.Rates: "R", recall.Places: "P",
	recall.Days: "D", recall.Nights: "N", recall.Goals: "G",
}

// nouns maps the kind of a list's rows to a noun.
var nouns = map[recall.Kind]string{
	recall.Trips: "a flight", recall.Fares: "a fare", recall.Options: "an option of a fare", recall.Hotels: "a hotel",
	recall.Rates: "a rate", recall.Places: "a place", recall.Days: "a day of a calendar", recall.Nights: "a day of a calendar of hotels",
	recall.Goals: "a place to go to",
}

// searched maps the kinds of lists whose rows each have their own search to the kind of its results.
var searched = map[recall.Kind]recall.Kind{recall.Days: recall.Trips, recall.Goals: recall.Trips, recall.Nights: recall.Hotels}

// Searched reports whether the rows of such a list each have their own search, and returns the kind of its results.
func Searched(kind recall.Kind) (of recall.Kind, ok bool) {
	of, ok = searched[kind]
	return of, ok
}

// Limits on the lists that a server keeps, and on the older lists for which it keeps only the call that made them.
const (
	mostLists = 200
	mostCalls = 2000
)

// A Table holds the lists of one server. It is safe for concurrent use.
type Table struct {
	mu     sync.Mutex
	issued map[recall.Kind]int
	lists  map[string]*entry
	recent []string        // names of lists, the most recently used last
	gone   map[string]Call // the calls that made lists no longer kept
	order  []string        // the names in gone, oldest first
}

// entry is a list that is kept, with the lists that led to it.
type entry struct {
	kind  recall.Kind
	lists *recall.Store
	made  Call
	alone sync.Mutex // held while only one call may use the list
}

// New returns an empty table.
func New() *Table {
	return &Table{issued: map[recall.Kind]int{}, lists: map[string]*entry{}, gone: map[string]Call{}}
}

// Found is the item an argument refers to.
type Found struct {
	Kind   recall.Kind
	List   string        // the list's name, such as F3; "" for an id in no list
	Row    int           // 0 for the whole list, or for the fares of a trip in no list
	Letter string        // of a fare or a rate, or ""
	ID     string        // of the row, or as given; "" for the whole list
	Search string        // the search behind the list or the row; "" if unknown
	Lists  *recall.Store // a copy for one call
	Made   Call          // the call that made the list; zero for an id in no list
}

// Ref returns the reference, or "" for an id that is in no list.
func (f Found) Ref() string {
	if f.List == "" || f.Row == 0 && f.Letter == "" {
		return f.List
	}
	return f.List + "." + f.mark()
}

// mark returns the row with its letter.
func (f Found) mark() string {
	if f.Row == 0 {
		return f.Letter
	}
	return strconv.Itoa(f.Row) + f.Letter
}

// Argument returns the row as the desk accepts it: its number in the list with its letter, or the id.
func (f Found) Argument() string {
	if f.Row > 0 {
		return f.mark()
	}
	return f.ID
}

// Is reports whether an argument looks like a reference.
func Is(text string) bool {
	_, ok := cut(text)
	return ok
}

// cut splits a reference into its list, kind, row and letter.
func cut(text string) (f Found, ok bool) {
	name, behind, dotted := strings.Cut(text, ".")
	if len(name) < 2 || len(text) > 16 || !words.IsDigits(name[1:]) {
		return Found{}, false
	}
	for kind, letter := range letters {
		if name[:1] != letter {
			continue
		}
		f = Found{Kind: kind, List: name}
		if !dotted {
			return f, true
		}
		row := behind
		if desk.OwnerOf(kind) != "" { // there is only one row, without a number
			row = "1" + behind
		}
		mark, ok := recall.ParseMark(row)
		f.Row, _ = strconv.Atoi(mark.Row)
		f.Letter = recall.Letters(mark.Part)
		if desk.OwnerOf(kind) != "" {
			f.Row, ok = 0, ok && f.Letter != "" && !words.IsDigits(behind[:1])
		}
		return f, ok && (f.Letter == "" || desk.OwnerOf(kind) != "" || kind == recall.Trips || kind == recall.Hotels)
	}
	return Found{}, false
}

// Row finds the item of an argument that takes a row of the given kind: a reference to a row, or an id from the
// service. It makes no request.
func (t *Table) Row(kind recall.Kind, label, text string) (Found, error) {
	if !Is(text) {
		return t.byID(kind, label, text)
	}
	f, err := t.List(kind, label, text)
	if err != nil {
		return f, err
	}
	if desk.OwnerOf(kind) != "" {
		return t.part(f, kind, label, text)
	}
	list, _, _ := f.Lists.Latest(kind)
	if f.Row == 0 {
		return f, problem.Usagef("%s %s is a whole list; give one of its rows, such as %s.1", label, words.Quote(text), f.List)
	}
	row, err := list.Pick(f.Row)
	if err != nil {
		return f, problem.Usagef("%s %s: %s", label, words.Quote(text), f.why(err)).
			Advise("read the list again, or further with page: " + f.Made.Text())
	}
	f.ID = row.ID
	return f, nil
}

// part finds a fare or a rate. For a row without a letter the desk determines which one is meant.
func (t *Table) part(f Found, kind recall.Kind, label, text string) (Found, error) {
	if f.Letter == "" && f.Row > 0 {
		return f, nil
	}
	row := ""
	if f.Row > 0 {
		row = strconv.Itoa(f.Row)
	}
	list, _, _ := f.Lists.Part(kind, row)
	part, _ := recall.ParseMark("1" + f.Letter)
	found, err := list.Pick(part.Part)
	switch {
	case f.Letter == "":
		return f, problem.Usagef("%s %s is a whole list; give one of its rows, such as %s.a", label, words.Quote(text), f.List)
	case errors.Is(err, recall.ErrGone):
		return f, problem.Usagef("%s %s: %s", label, words.Quote(text), recall.ErrGone)
	case err != nil && f.Row > 0:
		return f, nil // the desk says what exists
	case err != nil:
		return f, problem.Usagef("%s %s: %s has no %s", label, words.Quote(text), f.List, f.Letter)
	}
	f.ID, f.Search = found.ID, list.Search.ID
	return f, nil
}

// why explains why a list has no usable row with that number.
func (f Found) why(err error) string {
	missing, ok := errors.AsType[*recall.PickError](err)
	switch {
	case ok && missing.Last == 0:
		return f.List + " has no rows"
	case ok:
		return fmt.Sprintf("%s has rows %d to %d", f.List, missing.First, missing.Last)
	case errors.Is(err, recall.ErrGone):
		return recall.ErrGone.Error()
	}
	return recall.ErrNoID.Error()
}

// List finds the list that an argument refers to by its name, by a reference to one of its rows, or by the id of a
// search. It makes no request.
func (t *Table) List(kind recall.Kind, label, text string) (Found, error) {
	f, ok := cut(text)
	if !ok {
		return t.bySearch(kind, label, text)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	of, name := f.Kind, f.List
	if f.Letter != "" && desk.OwnerOf(kind) == "" {
		return Found{}, problem.Usagef("%s %s has a letter; give %s: %s1.1 and so on, or an id as the service gave it", label, words.Quote(text), nouns[kind], letters[kind])
	}
	if of != kind && of != desk.OwnerOf(kind) {
		if searched[of] != "" {
			return Found{}, problem.Usagef("%s %s is %s; what was found there is read with it as a searchId", label, words.Quote(text), nouns[of])
		}
		return Found{}, problem.Usagef("%s %s is %s; give %s: %s1.1 and so on, or an id as the service gave it", label, words.Quote(text), nouns[of], nouns[kind], letters[kind])
	}
	e, kept := t.lists[name]
	if !kept {
		return Found{}, t.unknown(kind, label, text, name)
	}
	t.use(name)
	found := e.found(name, f.Row)
	found.Letter = f.Letter
	return found, nil
}

func (e *entry) found(name string, row int) Found {
	list, _, _ := e.lists.Latest(e.kind)
	f := Found{Kind: e.kind, List: name, Row: row, Search: list.Search.ID, Lists: e.lists.Copy(), Made: e.made}
	if _, own := searched[e.kind]; own {
		for _, have := range list.Rows {
			if have.N == row {
				f.Search = have.ID
			}
		}
	}
	return f
}

// unknown returns the error for a name under which no list is kept.
func (t *Table) unknown(kind recall.Kind, label, text, name string) error {
	what := label + " " + words.Quote(text) + ": "
	n, err := strconv.Atoi(name[1:])
	gone := problem.Error{Class: problem.NotFound, Text: what + "the list " + name + " is no longer kept"}
	gone.Hint = "list it again with the tool that gave it, and take the reference from that answer"
	if err != nil || n < 1 || n > t.issued[kind] {
		gone.Text = what + "this server has made no list " + name
	} else if made := t.gone[name]; made.Tool != "" {
		gone.Hint = "make it again: " + made.Text() + "; it gets a new name"
	}
	return gone
}

// byID finds the list that contains an id, preferring the most recently used. An id in no list is returned alone.
func (t *Table) byID(kind recall.Kind, label, text string) (Found, error) {
	valid := apiclient.ValidID
	if kind == recall.Rates {
		valid = apiclient.ValidRateID
	}
	if !valid(text) {
		return Found{}, problem.NotAccepted(label, text, "a reference such as "+letters[kind]+"1.2, or an id as the service gave it")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, name := range slices.Backward(t.recent) {
		e := t.lists[name]
		if e.kind != kind && e.kind != desk.OwnerOf(kind) {
			continue
		}
		for _, list := range e.lists.Own(kind) {
			row, ok := list.With(text)
			if !ok {
				continue
			}
			t.use(name)
			f := e.found(name, row.N)
			if desk.OwnerOf(kind) != "" {
				f.Letter = recall.Letters(row.N)
				f.Row, _ = strconv.Atoi(list.Of.Row)
			}
			f.ID = text
			return f, nil
		}
	}
	return Found{Kind: kind, ID: text, Lists: recall.NewMemory()}, nil
}

// bySearch finds the list of a search, preferring the most recently used.
func (t *Table) bySearch(kind recall.Kind, label, text string) (Found, error) {
	if !apiclient.ValidID(text) {
		return Found{}, problem.NotAccepted(label, text, "the name of a list such as "+letters[kind]+"1, or a search id as the service gave it")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, name := range slices.Backward(t.recent) {
		e := t.lists[name]
		if list, _, _ := e.lists.Latest(kind); e.kind == kind && list.Search.ID == text {
			t.use(name)
			f := e.found(name, 0)
			f.ID, f.Search = text, text
			return f, nil
		}
	}
	return Found{Kind: kind, ID: text, Search: text, Lists: recall.NewMemory()}, nil
}

// use makes a list the most recently used.
func (t *Table) use(name string) {
	if i := slices.Index(t.recent, name); i >= 0 {
		t.recent = slices.Delete(t.recent, i, i+1)
	}
	t.recent = append(t.recent, name)
}

// Part adds the fares or rates of a row to the named list. It returns false if that list does not have the row.
func (t *Table) Part(name string, part recall.List) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	e, kept := t.lists[name]
	if !kept || e.kind != desk.OwnerOf(part.Kind) || part.Of.Row == "" {
		return false
	}
	if in, _, _ := e.lists.Latest(e.kind); in.Search.ID != part.Of.Search {
		return false
	}
	t.use(name)
	return e.lists.Save(part) == nil
}

// Keep stores the list of that kind left in lists by the call made, and returns its name, or "" if the call left
// none. The list before, or that of an equal call, keeps its name if all of its rows are unchanged; otherwise the
// list gets a new name.
func (t *Table) Keep(before string, kind recall.Kind, lists *recall.Store, made Call) string {
	list, ok, _ := lists.Latest(kind)
	if !ok {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, name := range []string{before, t.madeBy(kind, made)} {
		e, kept := t.lists[name]
		if !kept || e.kind != kind {
			continue
		}
		if old, _, _ := e.lists.Latest(kind); goesOn(old, list) {
			e.lists = lists.Copy()
			t.use(name)
			return name
		}
	}
	t.issued[kind]++
	name := letters[kind] + strconv.Itoa(t.issued[kind])
	t.lists[name] = &entry{kind: kind, lists: lists.Copy(), made: made}
	t.use(name)
	if len(t.recent) > mostLists {
		t.forget(t.recent[0])
	}
	return name
}

// madeBy returns the last list of that kind left by an equal call, or "".
func (t *Table) madeBy(kind recall.Kind, made Call) string {
	for _, name := range slices.Backward(t.recent) {
		if e := t.lists[name]; e.kind == kind && e.made.Tool == made.Tool && bytes.Equal(e.made.Arguments, made.Arguments) {
			return name
		}
	}
	return ""
}

// goesOn reports whether now has every row of old unchanged and belongs to the same search.
func goesOn(old, now recall.List) bool {
	if old.Search.ID != now.Search.ID || old.TripID != now.TripID || old.FareID != now.FareID {
		return false
	}
	ids := make(map[int]string, len(now.Rows))
	for _, row := range now.Rows {
		ids[row.N] = row.ID
	}
	return !slices.ContainsFunc(old.Rows, func(row recall.Row) bool { return ids[row.N] != row.ID })
}

// Renewed replaces a list after its search was repeated. Each of its rows is then the same offer under its new id,
// or is gone.
func (t *Table) Renewed(name string, lists *recall.Store) {
	t.mu.Lock()
	defer t.mu.Unlock()
	e, kept := t.lists[name]
	if !kept {
		return
	}
	old, _, _ := e.lists.Latest(e.kind)
	now, ok, _ := lists.Latest(e.kind)
	if ok && len(old.Rows) == len(now.Rows) && (searched[e.kind] != "" || old.Search.ID != now.Search.ID) {
		e.lists = lists.Copy()
	}
}

// forget drops a list and keeps the call that made it.
func (t *Table) forget(name string) {
	t.gone[name] = t.lists[name].made
	t.order = append(t.order, name)
	delete(t.lists, name)
	t.recent = slices.DeleteFunc(t.recent, func(have string) bool { return have == name })
	if len(t.order) > mostCalls {
		delete(t.gone, t.order[0])
		t.order = t.order[1:]
	}
}

// KindOf returns the kind of item a reference points to. ok is false for text that is not a reference.
func KindOf(text string) (recall.Kind, bool) {
	f, ok := cut(text)
	if desk.OwnerOf(f.Kind) == "" && f.Letter != "" {
		return desk.PartOf(f.Kind), ok
	}
	return f.Kind, ok
}

// Alone waits for exclusive use of the named list and returns a function that releases it.
func (t *Table) Alone(name string) (release func()) {
	t.mu.Lock()
	lock := &sync.Mutex{}
	if e, kept := t.lists[name]; kept {
		lock = &e.alone
	}
	t.mu.Unlock()
	lock.Lock()
	return lock.Unlock
}
