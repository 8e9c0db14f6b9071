package recall

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
)

// Store is what one profile listed in one session.
type Store struct {
	lists   store.Table[List] // of all sessions of the profile
	session Session
	memory  *Memory // holds the lists in place of files; nil for files
	warn    func(string)

	profile   string
	places    store.Table[[]Place]
	positions store.Table[map[string]Position]
}

// Open names the place below the state directory. Neither it nor anything in it
// need exist; profile and session may hold any text.
// An empty state directory is nowhere: nothing is found there, and nothing kept.
func Open(dir, profile string, session Session) *Store {
	s := &Store{session: session, profile: store.Key(profile), warn: func(string) {}}
	if dir == "" {
		return s
	}
	s.lists = store.Table[List]{
		Dir: filepath.Join(dir, "recall", s.profile), Name: func(key string) string { return "the last list of " + string(kindOf(key)) },
		Check: func(key string, l *List) error { return check(*l, kindOf(key)) },
	}
	s.places = store.Table[[]Place]{Dir: filepath.Join(dir, "places"), Check: checkPlaces}
	s.positions = store.Table[map[string]Position]{Dir: filepath.Join(dir, "positions")}
	return s
}

// Broken is a store of which nothing can be read or kept, for that reason.
func Broken(err error) *Store {
	s := Open("", "", Session{})
	s.lists.Fault, s.places.Fault, s.positions.Fault = err, err, err
	return s
}

// With is the same store, in which nothing changes where it is still, and which warns of each file that was damaged
// and moved aside.
func (s *Store) With(still bool, warn func(string)) *Store {
	own := *s
	own.lists.Still, own.places.Still, own.positions.Still, own.warn = still, still, still, warn
	return &own
}

// Nowhere tells whether nothing can be kept.
func (s *Store) Nowhere() bool { return s.memory == nil && s.lists.Dir == "" }

// Try makes sure that a list can be kept, by writing a file that goes again.
func (s *Store) Try() error {
	switch {
	case s.memory != nil, s.lists.Still, s.lists.Fault != nil: // which is told where it stands in the way
		return nil
	case s.Nowhere():
		return store.ErrNowhere
	}
	return store.Try(s.lists.Dir, nil)
}

// Drop forgets the session's last list of a kind, so that no one counts in it after a later one was lost.
func (s *Store) Drop(l List) {
	if s.memory != nil {
		s.memory.drop(s.key(l.Kind, l.Of.Row))
	} else if l.Kind.known() {
		_ = s.lists.Remove(s.key(l.Kind, l.Of.Row)) // where that fails Try tells why
	}
}

// A key is session.kind, or session.kind.row for the fares or rates of a row, and that of a session owner-digest.

func (s *Store) key(kind Kind, row string) string {
	return strings.TrimSuffix(s.session.key()+"."+string(kind)+"."+strings.ReplaceAll(row, ":", ""), ".")
}

func kindOf(key string) Kind {
	_, rest, _ := strings.Cut(key, ".")
	kind, _, _ := strings.Cut(rest, ".")
	return Kind(kind)
}

func ownerOf(key string) Owner {
	owner, _, _ := strings.Cut(key, "-")
	return Owner(owner)
}

// Save keeps the list in place of the session's last one of its kind. Rows carry
// their numbers, all different and from 1. Ids that could not be sent back are
// dropped, and rows beyond the first 5,000.
func (s *Store) Save(l List) error {
	l, err := Fit(l)
	switch {
	case err != nil:
	case s.memory != nil:
		s.memory.save(s.key(l.Kind, l.Of.Row), l)
	default:
		err = s.lists.Put(s.key(l.Kind, l.Of.Row), l)
	}
	if err != nil {
		return fmt.Errorf("keep the list of %s: %w", l.Kind, err)
	}
	if bare := (List{Kind: l.Kind}); l.Of.Row != "" { // kept before it was known where it belongs
		if had, ok, _ := s.Latest(l.Kind); ok && had.Search.ID == l.Search.ID {
			s.Drop(bare)
		}
	}
	if s.memory == nil && !s.lists.Still {
		s.prune()
	}
	return nil
}

// told is the error of a file, and none for one that was damaged: that is told, and counts as none.
func (s *Store) told(err error) error {
	if trouble, ok := errors.AsType[*store.Trouble](err); ok && !errors.Is(trouble.Why, store.ErrNewer) {
		s.warn(trouble.Error())
		return nil
	}
	return err
}

// Latest is the session's last list of that kind, else none.
func (s *Store) Latest(kind Kind) (List, bool, error) { return s.read(s.key(kind, "")) }

// Part is the session's last list of the fares or rates of a row, as a mark has it; "" is a trip or a hotel that was in
// no list.
func (s *Store) Part(kind Kind, row string) (List, bool, error) { return s.read(s.key(kind, row)) }

func (s *Store) read(key string) (List, bool, error) {
	if s.memory != nil {
		l, ok := s.memory.get(key)
		return l, ok, nil
	}
	l, ok, err := s.lists.Get(key)
	return l, ok, s.told(err)
}

// Head is Latest without the rows.
func (s *Store) Head(kind Kind) (List, bool, error) {
	l, ok, err := s.Latest(kind)
	return l.Head(), ok, err
}

// maxSearched bounds the files of other sessions that an id is looked for in.
const maxSearched = 200

// keys are those of the session's own lists of some kinds, and behind them those of other sessions, the last written
// first in both. A list that cannot be read only means that nothing is known.
func (s *Store) keys(kinds ...Kind) (own, others []string) {
	if s.memory != nil {
		return s.memory.keys(kinds), nil
	}
	entries, _ := s.lists.Entries()
	for _, e := range entries {
		switch {
		case !slices.Contains(kinds, kindOf(e.Key)):
		case strings.HasPrefix(e.Key, s.session.key()+"."):
			own = append(own, e.Key)
		default:
			others = append(others, e.Key)
		}
	}
	return own, others
}

// Own are the session's own lists of some kinds: for fares and rates one of each row.
func (s *Store) Own(kinds ...Kind) (lists []List) {
	own, _ := s.keys(kinds...)
	for _, key := range own {
		if l, ok, err := s.read(key); ok && err == nil {
			lists = append(lists, l)
		}
	}
	return lists
}

// Search is a list made from that search, or from the search that was made in its place, without
// its rows; the session's own lists first, then those of all others, since an id has one meaning.
func (s *Store) Search(id string) (List, bool) {
	own, others := s.keys(Trips, Hotels, Rates, Fares, Options)
	for _, key := range append(own, others[:min(len(others), maxSearched)]...) {
		l, _, err := s.read(key)
		if found, ok := l.Head().from(id); ok && err == nil {
			return found, true
		}
	}
	return List{}, false
}

// from is the list, which has no rows, as that search has it.
func (l List) from(id string) (List, bool) {
	switch id {
	case "":
		return List{}, false
	case l.Search.ID:
		return l, true
	case l.Search.RenewedTo:
		return l.Again(search.Ref{ID: l.Search.RenewedTo, Created: l.Search.RenewedAt}), true
	}
	return List{}, false
}

// Holding is the list of that kind which has a row of that id, and the row; the session's own lists
// first, then those of all others, the newest first.
func (s *Store) Holding(kind Kind, id string) (List, Row, bool) {
	own, others := s.keys(kind)
	for _, key := range append(own, others[:min(len(others), maxSearched)]...) {
		l, _, _ := s.read(key)
		if row, ok := l.With(id); ok {
			return l, row, true
		}
	}
	return List{}, Row{}, false
}

// With is the row of that id.
func (l List) With(id string) (Row, bool) {
	i := slices.IndexFunc(l.Rows, func(row Row) bool { return row.ID == id && id != "" })
	if i < 0 {
		return Row{}, false
	}
	return l.Rows[i], true
}

// What stays of other sessions. Time decides first: a job is over in a day, a window stays open for
// longer. The count is of each kind of owner, so that a thousand jobs cost no terminal its list, and
// takes nothing that was just made, so that they do not cost each other theirs.
const (
	keepFor     = 7 * 24 * time.Hour
	keepJobsFor = 24 * time.Hour
	keepFiles   = 400            // of one kind of owner
	keepYoung   = time.Hour      // no search lives for longer
	mostFiles   = 12 * keepFiles // of one kind of owner, however young: 4,800
)

// prune removes what is old next to the file just written, so that the clock is the file system's own,
// and what is too much. A list that stays does no harm, so nothing here is an error.
func (s *Store) prune() {
	entries, _ := s.lists.Entries()
	count := map[Owner]int{}
	for _, e := range entries {
		age, keep := entries[0].Written.Sub(e.Written), keepFor
		if ownerOf(e.Key) == Job {
			keep = keepJobsFor
		}
		count[ownerOf(e.Key)]++
		if n := count[ownerOf(e.Key)]; age > keep || n > keepFiles && age > keepYoung || n > mostFiles {
			_ = s.lists.Remove(e.Key)
		}
	}
}

// Owner is what kind of session made a list.
type Owner string

// The owners.
const (
	Job      Owner = "job"      // a process without a terminal; the zero Session is one
	Named    Owner = "named"    // anyone who gives the name
	Terminal Owner = "terminal" // one window
)

// Session is whose lists are meant: numbers belong to one list, and a list to one session.
type Session struct {
	Owner Owner
	Key   string // tells it from others of its kind, may be any text
}

// key is what the keys of its lists begin with.
func (s Session) key() string { return string(cmp.Or(s.Owner, Job)) + "-" + store.Key(s.Key) }

// family is the kinds that speak of one another, the fares of a trip, the rates of a hotel, among them that one.
func family(kind Kind) []Kind {
	for _, kinds := range [...][]Kind{{Trips, Fares, Options, TripFacets}, {Hotels, Rates, HotelFacets}, {Places}} {
		if slices.Contains(kinds, kind) {
			return kinds
		}
	}
	return nil
}

// Elsewhere is the newest list of that kind which a terminal of the profile made, for a terminal that
// has none of the kinds that go with it. A job and a session with a name have no part in another's.
func (s *Store) Elsewhere(kind Kind) (List, bool, error) {
	list, _, ok, err := s.elsewhere(kind)
	return list, ok, err
}

// TakeOver is Elsewhere, and makes that list with all that goes with it this terminal's own.
func (s *Store) TakeOver(kind Kind) (List, bool, error) {
	list, owner, ok, err := s.elsewhere(kind)
	if !ok || err != nil {
		return List{}, false, err
	}
	_, others := s.keys(family(kind)...)
	for _, key := range others {
		if l, found, err := s.read(key); err == nil && found && strings.HasPrefix(key, owner+".") {
			if err := s.Save(l); err != nil {
				break // it can be read all the same
			}
		}
	}
	return list, true, nil
}

// elsewhere is that list and what the keys of its session begin with.
func (s *Store) elsewhere(kind Kind) (list List, owner string, ok bool, err error) {
	has := func(kind Kind) bool {
		_, ok, err := s.Head(kind)
		return ok && err == nil
	}
	if s.session.Owner != Terminal || slices.ContainsFunc(family(kind), has) {
		return List{}, "", false, nil
	}
	_, others := s.keys(kind)
	for _, key := range others {
		if ownerOf(key) != Terminal {
			continue
		}
		if list, ok, err := s.read(key); ok || err != nil {
			owner, _, _ = strings.Cut(key, ".")
			return list, owner, ok, err
		}
	}
	return List{}, "", false, nil
}

// Memory is the lists of one session, kept in this process alone: no file, and nothing of another
// process. It is for a face that keeps several lists at once, each with the lists that led to it.
type Memory struct {
	mu    sync.Mutex
	lists map[string]List // by the key of a store
}

// NewMemory is a memory without a list.
func NewMemory() *Memory { return &Memory{lists: map[string]List{}} }

// Copy is a memory with the same lists, each of which goes its own way from then on.
func (m *Memory) Copy() *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	return &Memory{lists: maps.Clone(m.lists)}
}

// Open is a store of these lists. What a profile keeps beside its lists lies where it always does.
func (m *Memory) Open(dir, profile string) *Store {
	s := Open(dir, profile, Session{})
	s.memory = m
	return s
}

// InMemory tells whether the lists are those of this process alone.
func (s *Store) InMemory() bool { return s.memory != nil }

// Latest is the last list of that kind; false when there is none.
func (m *Memory) Latest(kind Kind) (List, bool) { return m.Part(kind, "") }

// Part is the last list of the fares or rates of a row.
func (m *Memory) Part(kind Kind, row string) (List, bool) { return m.get(new(Store).key(kind, row)) }

// Own are the lists of a kind in a memory: for fares and rates one of each row.
func (m *Memory) Own(kind Kind) (lists []List) {
	for _, key := range m.keys([]Kind{kind}) {
		l, _ := m.get(key)
		lists = append(lists, l)
	}
	return lists
}

func (m *Memory) get(key string) (List, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	l, ok := m.lists[key]
	l.Rows = slices.Clone(l.Rows) // whoever renews rows changes them in place
	return l, ok
}

func (m *Memory) keys(kinds []Kind) (keys []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(m.lists)) {
		if slices.Contains(kinds, kindOf(key)) {
			keys = append(keys, key)
		}
	}
	return keys
}

// Put keeps a list in place of the last one of its kind and row.
func (m *Memory) Put(l List) { m.save(new(Store).key(l.Kind, l.Of.Row), l) }

func (m *Memory) save(key string, l List) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lists[key] = l
}

func (m *Memory) drop(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.lists, key)
}
