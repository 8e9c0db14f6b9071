// Package refs gives short references to listed items: F3.2 is row 2 of the third list of flights, and F3.2a is the
// first fare shown of it. The fares of a trip that is in no list are T1.a, T1.b. A reference never changes its
// meaning while the server runs, and is valid in this process only. If the service gives an item a new id because
// its search was repeated, the reference points to the new id.
package refs

import (
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
	"travel.example/travel/internal/query"
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

// kinds describes the kinds of lists: the first letter of their names, what a row is, and a reference to one. If each
// row of a list has its own search, found is the kind of its results.
var kinds = map[recall.Kind]struct {
	letter, noun, example string
	found                 recall.Kind
}{
	recall.Trips:   {"F", "a flight", "F1.2", ""},
	recall.Fares:   {"T", "a fare", "F1.2a", ""},
	recall.Options: {"O", "an option of a fare", "O1.2", ""},
	recall.Hotels:  {"H", "a hotel", "H1.2", ""},
	recall.Rates:   {"R", "a rate", "H1.2a", ""},
	recall.Places:  {"P", "a place", "P1.2", ""},
	recall.Days:    {"D", "a day of a calendar", "D1.2", recall.Trips},
	recall.Nights:  {"N", "a day of a calendar of hotels", "N1.2", recall.Hotels},
	recall.Goals:   {"G", "a place to go to", "G1.2", recall.Trips},
}

// Searched returns the kind of the results of a list whose rows each have their own search, or "" for other lists.
func Searched(kind recall.Kind) recall.Kind { return kinds[kind].found }

// mostLists is the number of lists that a server keeps, and mostEarlier how many earlier fares and rates of each.
const (
	mostLists   = 200
	mostEarlier = 5
)

// A Table holds the lists of one server. It is safe for concurrent use.
type Table struct {
	mu     sync.Mutex
	issued map[recall.Kind]int
	lists  map[string]*entry
	recent []string // names of lists, the most recently used last
}

// entry is a list that is kept, with the lists that led to it.
type entry struct {
	kind    recall.Kind
	lists   *recall.Store
	earlier []recall.List // fares and rates of its rows before the last ones, at most mostEarlier
	made    Call
}

// New returns an empty table.
func New() *Table {
	return &Table{issued: map[recall.Kind]int{}, lists: map[string]*entry{}}
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

	earlier []recall.List // of its entry
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

// cut splits a reference into its list, kind, row and letter.
func cut(text string) (f Found, ok bool) {
	name, behind, dotted := strings.Cut(text, ".")
	if len(name) < 2 || len(text) > 16 || !words.IsDigits(name[1:]) {
		return Found{}, false
	}
	for kind, k := range kinds {
		if name[:1] != k.letter {
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
	if _, ok := cut(text); !ok {
		return t.byID(kind, label, text)
	}
	f, err := t.List(kind, label, text)
	if err != nil {
		return f, err
	}
	arg := label + " " + words.Quote(text)
	if desk.OwnerOf(kind) != "" && f.Row == 0 {
		return t.part(f, kind, arg)
	}
	if f.Row == 0 {
		return f, problem.Usagef("%s is a whole list; give one of its rows, such as %s.1", arg, f.List)
	}
	list, _, _ := f.Lists.Latest(f.Kind)
	row, err := list.Pick(f.Row)
	if err == nil && desk.OwnerOf(kind) != "" {
		return t.part(f, kind, arg)
	}
	if err == nil {
		f.ID = row.ID
		return f, nil
	}
	why := recall.ErrNoID.Error()
	if missing, ok := errors.AsType[*recall.PickError](err); ok && missing.Last == 0 {
		why = f.List + " has no rows"
	} else if ok {
		why = fmt.Sprintf("%s has rows %d to %d", f.List, missing.First, missing.Last)
	} else if errors.Is(err, recall.ErrGone) {
		why = recall.ErrGone.Error()
	}
	return f, problem.Usagef("%s: %s", arg, why).Advise("read the list again, or further with page: " + f.Made.Text())
}

// part finds a fare or a rate. For a row without a letter the desk determines which one is meant.
func (t *Table) part(f Found, kind recall.Kind, arg string) (Found, error) {
	row := ""
	if f.Row > 0 {
		row = strconv.Itoa(f.Row)
	}
	if f.Letter == "" && f.Row > 0 {
		return f, nil
	}
	list, _, _ := f.Lists.Part(kind, row)
	part, _ := recall.ParseMark("1" + f.Letter)
	found, err := list.Pick(part.Part)
	for _, had := range f.earlier {
		if row, missing := had.Pick(part.Part); had.Kind == kind && had.Of.Row == list.Of.Row && err != nil && missing == nil {
			had.Of.Last = max(had.Of.Last, list.Of.Last) // letters are never reused
			list, found, err = had, row, f.Lists.Save(had)
		}
	}
	switch {
	case f.Letter == "":
		first := "1a"
		if f.Kind == kind {
			first = "a"
		}
		return f, problem.Usagef("%s is a whole list; give one of its rows, such as %s.%s", arg, f.List, first)
	case errors.Is(err, recall.ErrGone):
		return f, problem.Usagef("%s: %s", arg, recall.ErrGone)
	case err != nil && f.Row > 0:
		return f, nil // the desk says what exists
	case err != nil:
		return f, problem.Usagef("%s: %s has no %s", arg, f.List, f.Letter)
	}
	f.ID, f.Search = found.ID, list.Search.ID
	return f, nil
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
	arg := label + " " + words.Quote(text)
	want := fmt.Sprintf("give %s, such as %s, or an id as the service gave it", kinds[kind].noun, kinds[kind].example)
	switch {
	case f.Letter != "" && desk.OwnerOf(kind) == "":
		return Found{}, problem.Usagef("%s has a letter; %s", arg, want)
	case of != kind && of != desk.OwnerOf(kind) && kinds[of].found != "":
		return Found{}, problem.Usagef("%s is %s; to read what it found, give it as a searchId", arg, kinds[of].noun)
	case of != kind && of != desk.OwnerOf(kind):
		return Found{}, problem.Usagef("%s is %s; %s", arg, kinds[of].noun, want)
	}
	if e, kept := t.lists[name]; kept {
		t.use(name)
		found := e.found(name, f.Row)
		found.Letter = f.Letter
		return found, nil
	}
	why := "the list " + name + " is no longer kept"
	if n, err := strconv.Atoi(name[1:]); err != nil || n < 1 || n > t.issued[kind] {
		why = "this server has made no list " + name
	}
	return Found{}, problem.Error{
		Class: problem.NotFound, Text: arg + ": " + why,
		Hint: "list it again with the tool that gave it, and take the reference from that answer",
	}
}

func (e *entry) found(name string, row int) Found {
	list, _, _ := e.lists.Latest(e.kind)
	f := Found{
		Kind: e.kind, List: name, Row: row, Search: list.Search.ID, Lists: e.lists.Copy(), Made: e.made,
		earlier: slices.Clone(e.earlier),
	}
	if Searched(e.kind) != "" {
		for _, have := range list.Rows {
			if have.N == row {
				f.Search = have.ID
			}
		}
	}
	return f
}

// byID finds the list that contains an id, preferring the most recently used. An id in no list is returned alone.
func (t *Table) byID(kind recall.Kind, label, text string) (Found, error) {
	valid := apiclient.ValidID
	if kind == recall.Rates {
		valid = apiclient.ValidRateID
	}
	wrong := problem.NotAccepted(label, text, "a reference such as "+kinds[kind].example+", or an id as the service gave it")
	if !valid(text) {
		return Found{}, wrong
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
	if _, ok := recall.ParseMark(text); ok { // a row of the desk's own lists
		n, err := strconv.ParseInt(text, 10, 64)
		if kind != recall.Hotels || err != nil {
			return Found{}, wrong
		}
		text = query.HotelArgument(n)
	}
	return Found{Kind: kind, ID: text, Lists: recall.NewMemory()}, nil
}

// bySearch finds the list of a search, preferring the most recently used.
func (t *Table) bySearch(kind recall.Kind, label, text string) (Found, error) {
	if !apiclient.ValidID(text) {
		return Found{}, problem.NotAccepted(label, text, "the name of a list such as "+kinds[kind].letter+"1, or a search id as the service gave it")
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
	if had, found, _ := e.lists.Part(part.Kind, part.Of.Row); found && had.Search.ID != part.Search.ID {
		e.earlier = append(e.earlier, had)
		e.earlier = e.earlier[max(len(e.earlier)-mostEarlier, 0):]
	}
	return e.lists.Save(part) == nil
}

// Keep stores the list of that kind left in lists by the call made, and returns its name, or "" if the call left
// none. The list before keeps its name if all of its rows are unchanged; otherwise the list gets a new name.
func (t *Table) Keep(before string, kind recall.Kind, lists *recall.Store, made Call) string {
	list, ok, _ := lists.Latest(kind)
	if !ok {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if e, kept := t.lists[before]; kept && e.kind == kind {
		old, _, _ := e.lists.Latest(kind)
		ids := make(map[int]string, len(list.Rows))
		for _, row := range list.Rows {
			ids[row.N] = row.ID
		}
		changed := slices.ContainsFunc(old.Rows, func(row recall.Row) bool { return ids[row.N] != row.ID })
		if !changed && old.Search.ID == list.Search.ID && old.TripID == list.TripID && old.FareID == list.FareID {
			e.lists = lists.Copy()
			t.use(before)
			return before
		}
	}
	t.issued[kind]++
	name := kinds[kind].letter + strconv.Itoa(t.issued[kind])
	t.lists[name] = &entry{kind: kind, lists: lists.Copy(), made: made}
	t.use(name)
	if len(t.recent) > mostLists {
		delete(t.lists, t.recent[0])
		t.recent = t.recent[1:]
	}
	return name
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
	if ok && len(old.Rows) == len(now.Rows) && (Searched(e.kind) != "" || old.Search.ID != now.Search.ID) {
		e.lists = lists.Copy()
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
