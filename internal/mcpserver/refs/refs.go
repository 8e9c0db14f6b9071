// Package refs binds what a server of tools has listed to short references: F3.2 is row 2 of the
// third list of flights, and F3.2a the first fare that was shown of it. The fares of a trip that is in no list are
// T1.a, T1.b. A reference never changes its meaning while the server runs, and belongs to this process alone. Where the service gave something a new id, since its search was made again, the
// reference stands for that.
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

// Text is the call on one line, for a hint.
func (c Call) Text() string { return c.Tool + " " + string(c.Arguments) }

// letters begin the names of lists, by what their rows are.
var letters = map[recall.Kind]string{
	recall.Trips: "F", recall.Fares: "T", recall.Options: "O", recall.Hotels: "H", recall.Rates: "R", recall.Places: "P",
	recall.Days: "D", recall.Nights: "N", recall.Goals: "G",
}

// nouns are the rows of lists in a word.
var nouns = map[recall.Kind]string{
	recall.Trips: "a flight", recall.Fares: "a fare", recall.Options: "an option of a fare", recall.Hotels: "a hotel",
	recall.Rates: "a rate", recall.Places: "a place", recall.Days: "a day of a calendar", recall.Nights: "a day of a calendar of hotels",
	recall.Goals: "a place to go to",
}

// searched are the lists whose rows have a search each, with what is read of it.
var searched = map[recall.Kind]recall.Kind{recall.Days: recall.Trips, recall.Goals: recall.Trips, recall.Nights: recall.Hotels}

// Searched tells whether the rows of a list of that kind have a search each, and what is read of it.
func Searched(kind recall.Kind) (of recall.Kind, ok bool) {
	of, ok = searched[kind]
	return of, ok
}

// How many lists a server keeps, and of how many more it knows the call that makes them again.
const (
	mostLists = 200
	mostCalls = 2000
)

// A Table is the lists of one server. It may be used by several goroutines.
type Table struct {
	mu     sync.Mutex
	issued map[recall.Kind]int
	lists  map[string]*entry
	recent []string        // the names of lists, the last used last
	gone   map[string]Call // what made lists that are no longer kept
	order  []string        // their names, the oldest first
}

// entry is a list that is kept, with those that led to it.
type entry struct {
	kind  recall.Kind
	lists *recall.Memory
	made  Call
	alone sync.Mutex // held by who must not be there twice
}

// New is a table without a list.
func New() *Table {
	return &Table{issued: map[recall.Kind]int{}, lists: map[string]*entry{}, gone: map[string]Call{}}
}

// Found is what an argument stands for.
type Found struct {
	Kind   recall.Kind
	List   string         // the list's name, F3; "" for an id that is in no list
	Row    int            // 0 for the whole list, and for the fares of a trip that is in none
	Letter string         // of a fare or a rate, "" for none
	ID     string         // of the row, or as given; "" for the whole list
	Search string         // the search behind the list, or the row's own; "" where it is not known
	Lists  *recall.Memory // a copy for one call
	Made   Call           // what made the list; zero for an id that is in no list
}

// Ref is the reference alone, "" for an id that is in no list.
func (f Found) Ref() string {
	if f.List == "" || f.Row == 0 && f.Letter == "" {
		return f.List
	}
	return f.List + "." + f.mark()
}

// mark is the row with its letter.
func (f Found) mark() string {
	if f.Row == 0 {
		return f.Letter
	}
	return strconv.Itoa(f.Row) + f.Letter
}

// Argument is what the desk takes for the row: its number in the list with its letter, or the id.
func (f Found) Argument() string {
	if f.Row > 0 {
		return f.mark()
	}
	return f.ID
}

// Is tells whether an argument is meant as a reference.
func Is(text string) bool {
	_, ok := cut(text)
	return ok
}

// cut takes a reference apart: into its list, of that kind, its row and its letter.
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
		if desk.OwnerOf(kind) != "" { // the row is the only one, and has no number
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

// Row finds what an argument stands for that takes a row of that kind: a reference to a row, or an id as
// the service gave it. Nothing is sent.
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
	list, _ := f.Lists.Latest(kind)
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

// part finds a fare or a rate. A row without a letter is one of which the desk finds out which is meant.
func (t *Table) part(f Found, kind recall.Kind, label, text string) (Found, error) {
	if f.Letter == "" && f.Row > 0 {
		return f, nil
	}
	row := ""
	if f.Row > 0 {
		row = strconv.Itoa(f.Row)
	}
	list, _ := f.Lists.Part(kind, row)
	part, _ := recall.ParseMark("1" + f.Letter)
	found, err := list.Pick(part.Part)
	switch {
	case f.Letter == "":
		return f, problem.Usagef("%s %s is a whole list; give one of its rows, such as %s.a", label, words.Quote(text), f.List)
	case errors.Is(err, recall.ErrGone):
		return f, problem.Usagef("%s %s: %s", label, words.Quote(text), recall.ErrGone)
	case err != nil && f.Row > 0:
		return f, nil // the desk says what there is
	case err != nil:
		return f, problem.Usagef("%s %s: %s has no %s", label, words.Quote(text), f.List, f.Letter)
	}
	f.ID, f.Search = found.ID, list.Search.ID
	return f, nil
}

// why says why a list has no row that can be used under that number.
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

// List finds the list that an argument stands for: the name of one, a reference to one of its rows, or
// the id of a search. Nothing is sent.
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
	list, _ := e.lists.Latest(e.kind)
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

// unknown says of a name that no list is kept under it.
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

// byID finds the list that holds an id, the last used first; one that is in no list stands for itself.
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

// bySearch finds the list of a search, the last used first.
func (t *Table) bySearch(kind recall.Kind, label, text string) (Found, error) {
	if !apiclient.ValidID(text) {
		return Found{}, problem.NotAccepted(label, text, "the name of a list such as "+letters[kind]+"1, or a search id as the service gave it")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, name := range slices.Backward(t.recent) {
		e := t.lists[name]
		if list, _ := e.lists.Latest(kind); e.kind == kind && list.Search.ID == text {
			t.use(name)
			f := e.found(name, 0)
			f.ID, f.Search = text, text
			return f, nil
		}
	}
	return Found{Kind: kind, ID: text, Search: text, Lists: recall.NewMemory()}, nil
}

// use makes a list the last used.
func (t *Table) use(name string) {
	if i := slices.Index(t.recent, name); i >= 0 {
		t.recent = slices.Delete(t.recent, i, i+1)
	}
	t.recent = append(t.recent, name)
}

// Part keeps the fares or rates of a row with the list of that name that has the row; false where it is no such list.
func (t *Table) Part(name string, part recall.List) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	e, kept := t.lists[name]
	if !kept || e.kind != desk.OwnerOf(part.Kind) || part.Of.Row == "" {
		return false
	}
	if in, _ := e.lists.Latest(e.kind); in.Search.ID != part.Of.Search {
		return false
	}
	e.lists.Put(part)
	t.use(name)
	return true
}

// Keep names the list of that kind which a call has left in its lists, made by that call. It is the list
// before, or that of an equal call, under its name, where each of its rows is what it was, and a new one
// else. "" is a call that left none.
func (t *Table) Keep(before string, kind recall.Kind, lists *recall.Memory, made Call) string {
	list, ok := lists.Latest(kind)
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
		if old, _ := e.lists.Latest(kind); goesOn(old, list) {
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

// madeBy is the last list of that kind that an equal call has left, "" for none.
func (t *Table) madeBy(kind recall.Kind, made Call) string {
	for _, name := range slices.Backward(t.recent) {
		if e := t.lists[name]; e.kind == kind && e.made.Tool == made.Tool && bytes.Equal(e.made.Arguments, made.Arguments) {
			return name
		}
	}
	return ""
}

// goesOn tells whether a list has every row of the other as it was, and those of no other search.
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

// Renewed takes for a list what a call has left in its lists, whose search was made again: each of its
// rows is the same offer under the id that it has now, or is gone.
func (t *Table) Renewed(name string, lists *recall.Memory) {
	t.mu.Lock()
	defer t.mu.Unlock()
	e, kept := t.lists[name]
	if !kept {
		return
	}
	old, _ := e.lists.Latest(e.kind)
	now, ok := lists.Latest(e.kind)
	if ok && len(old.Rows) == len(now.Rows) && (searched[e.kind] != "" || old.Search.ID != now.Search.ID) {
		e.lists = lists.Copy()
	}
}

// forget drops a list and keeps the call that makes it again.
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

// KindOf is what the rows of a reference's list are; false for text that is no reference.
func KindOf(text string) (recall.Kind, bool) {
	f, ok := cut(text)
	if desk.OwnerOf(f.Kind) == "" && f.Letter != "" {
		return desk.PartOf(f.Kind), ok
	}
	return f.Kind, ok
}

// Alone waits until no one else has the list of that name alone, and returns what gives it back.
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
