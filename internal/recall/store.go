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

// Store holds the lists of one profile in one session.
type Store struct {
	lists   store.Table[List] // of all sessions
	session Session
	memory  *Memory // holds the lists instead of files, if not nil
	warn    func(string)

	profile   string
	places    store.Table[[]Place]
	positions store.Table[map[string]Position]
}

// Open returns a store in a state directory, which need not exist. Profile and
// session may be any text. If dir is "", nothing is found or saved.
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

// Broken returns a store that fails with err.
func Broken(err error) *Store {
	s := Open("", "", Session{})
	s.lists.Fault, s.places.Fault, s.positions.Fault = err, err, err
	return s
}

// With returns the same store, read-only if still, which warns of each damaged file that was moved aside.
func (s *Store) With(still bool, warn func(string)) *Store {
	own := *s
	own.lists.Still, own.places.Still, own.positions.Still, own.warn = still, still, still, warn
	return &own
}

// Nowhere reports whether nothing can be saved.
func (s *Store) Nowhere() bool { return s.memory == nil && s.lists.Dir == "" }

// Try checks that a list can be saved, by writing a temporary file.
func (s *Store) Try() error {
	switch {
	case s.memory != nil, s.lists.Still, s.lists.Fault != nil: // reported by the command that needs it
		return nil
	case s.Nowhere():
		return store.ErrNowhere
	}
	return store.Try(s.lists.Dir, nil)
}

// Drop deletes the last list of a kind, so that no row number refers to it after a later list could not be saved.
func (s *Store) Drop(l List) {
	if s.memory != nil {
		s.memory.drop(s.key(l.Kind, l.Of.Row))
	} else if l.Kind.known() {
		_ = s.lists.Remove(s.key(l.Kind, l.Of.Row)) // if that fails, Try says why
	}
}

// A key is SESSION.KIND, or SESSION.KIND.ROW for the fares or rates of a row. SESSION is OWNER-DIGEST.

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

// Save replaces the last list of that kind in the session. Row numbers are unique
// and start at 1. See [Fit] for what is dropped.
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
	if bare := (List{Kind: l.Kind}); l.Of.Row != "" { // saved before its owner was known
		if had, ok, _ := s.Latest(l.Kind); ok && had.Search.ID == l.Search.ID {
			s.Drop(bare)
		}
	}
	if s.memory == nil && !s.lists.Still {
		s.prune()
	}
	return nil
}

// told returns the error of a file. A damaged file is only a warning, and counts as none.
func (s *Store) told(err error) error {
	if trouble, ok := errors.AsType[*store.Trouble](err); ok && !errors.Is(trouble.Why, store.ErrNewer) {
		s.warn(trouble.Error())
		return nil
	}
	return err
}

// Latest returns the last list of that kind in the session.
func (s *Store) Latest(kind Kind) (List, bool, error) { return s.read(s.key(kind, "")) }

// Part returns the last list of the fares or rates of a row. The row is as in a mark; "" for a trip or a hotel that was
// in no list.
func (s *Store) Part(kind Kind, row string) (List, bool, error) { return s.read(s.key(kind, row)) }

func (s *Store) read(key string) (List, bool, error) {
	if s.memory != nil {
		l, ok := s.memory.get(key)
		return l, ok, nil
	}
	l, ok, err := s.lists.Get(key)
	return l, ok, s.told(err)
}

// Head is like Latest, without the rows.
func (s *Store) Head(kind Kind) (List, bool, error) {
	l, ok, err := s.Latest(kind)
	return l.Head(), ok, err
}

// maxSearched limits the files of other sessions that are searched for an id.
const maxSearched = 200

// keys returns the keys of lists of some kinds: those of the session and those of other sessions, latest first. It
// returns none if the directory cannot be read.
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

// Own returns the lists of some kinds in the session. Fares and rates have one for each row.
func (s *Store) Own(kinds ...Kind) (lists []List) {
	own, _ := s.keys(kinds...)
	for _, key := range own {
		if l, ok, err := s.read(key); ok && err == nil {
			lists = append(lists, l)
		}
	}
	return lists
}

// Search returns a list of that search, or of the search that replaced it, without rows. It looks in the session first,
// then in all others.
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

// from returns the list for the search with that id, if it is its own or the one that replaced it.
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

// Holding returns a list of that kind with a row of that id, and the row. It looks in the session first, then in all
// others, latest first.
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

// With returns the row with that id.
func (l List) With(id string) (Row, bool) {
	i := slices.IndexFunc(l.Rows, func(row Row) bool { return row.ID == id && id != "" })
	if i < 0 {
		return Row{}, false
	}
	return l.Rows[i], true
}

// Limits for the lists of other sessions. Old ones go first: a job is over in a day, a window stays open longer. The
// count is per kind of owner, so that a thousand jobs do not evict the list of a terminal, and spares recent files, so
// that they do not evict each other's.
const (
	keepFor     = 7 * 24 * time.Hour
	keepJobsFor = 24 * time.Hour
	keepFiles   = 400            // per kind of owner
	keepYoung   = time.Hour      // no search lives longer
	mostFiles   = 12 * keepFiles // per kind of owner, including recent ones
)

// prune removes lists that are old compared with the latest file, by the clock of the file system, and those beyond
// the limits. Errors are ignored, because a list that stays does no harm.
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

// Owner is the kind of session that made a list.
type Owner string

// The owners.
const (
	Job      Owner = "job"      // a process without a terminal; also the zero Session
	Named    Owner = "named"    // anyone who uses the name
	Terminal Owner = "terminal" // one window
)

// Session identifies the owner of lists. Each session has its own row numbers.
type Session struct {
	Owner Owner
	Key   string // unique per owner; any text
}

// key returns the prefix of the keys of its lists.
func (s Session) key() string { return string(cmp.Or(s.Owner, Job)) + "-" + store.Key(s.Key) }

// family returns the kinds that refer to each other, such as trips and their fares, if kind is one of them.
func family(kind Kind) []Kind {
	for _, kinds := range [...][]Kind{{Trips, Fares, Options, TripFacets}, {Hotels, Rates, HotelFacets}, {Places}} {
		if slices.Contains(kinds, kind) {
			return kinds
		}
	}
	return nil
}

// Elsewhere returns the latest list of that kind of another terminal, if this session is a terminal without lists of
// that family. Jobs and named sessions never use the lists of others.
func (s *Store) Elsewhere(kind Kind) (List, bool, error) {
	list, _, ok, err := s.elsewhere(kind)
	return list, ok, err
}

// TakeOver is like Elsewhere, and copies that list and its family to this session.
func (s *Store) TakeOver(kind Kind) (List, bool, error) {
	list, owner, ok, err := s.elsewhere(kind)
	if !ok || err != nil {
		return List{}, false, err
	}
	_, others := s.keys(family(kind)...)
	for _, key := range others {
		if l, found, err := s.read(key); err == nil && found && strings.HasPrefix(key, owner+".") {
			if err := s.Save(l); err != nil {
				break // the list is still usable
			}
		}
	}
	return list, true, nil
}

// elsewhere returns that list and the key prefix of its session.
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

// Memory holds the lists of one session in this process, without files. It is for a face that has several lists at
// once, each with the lists that led to it.
type Memory struct {
	mu    sync.Mutex
	lists map[string]List // by key
}

// NewMemory returns an empty memory.
func NewMemory() *Memory { return &Memory{lists: map[string]List{}} }

// Copy returns an independent copy.
func (m *Memory) Copy() *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	return &Memory{lists: maps.Clone(m.lists)}
}

// Open returns a store of these lists. Other data of the profile is in its files.
func (m *Memory) Open(dir, profile string) *Store {
	s := Open(dir, profile, Session{})
	s.memory = m
	return s
}

// InMemory reports whether the lists are only in this process.
func (s *Store) InMemory() bool { return s.memory != nil }

// Latest returns the last list of that kind.
func (m *Memory) Latest(kind Kind) (List, bool) { return m.Part(kind, "") }

// Part returns the last list of the fares or rates of a row.
func (m *Memory) Part(kind Kind, row string) (List, bool) { return m.get(new(Store).key(kind, row)) }

// Own returns the lists of a kind. Fares and rates have one for each row.
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
	l.Rows = slices.Clone(l.Rows) // callers may change rows in place
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

// Put replaces the last list of that kind and row.
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
