package recall

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
)

// Store holds the lists of one profile in one session.
type Store struct {
	lists   store.Table[List] // of all sessions
	session Session

	profile   string
	places    store.Table[[]Place]
	positions store.Table[map[string]Position]
}

// Open returns a store in a state directory. Profile and session may be any text.
func Open(home store.Home, profile string, session Session) *Store {
	key := store.Key(profile)
	return &Store{
		lists: store.Table[List]{
			Home:  home.In("recall", key),
			Name:  func(key string) string { return "the last list of " + string(kindOf(key)) },
			Check: func(key string, l *List) error { return check(*l, kindOf(key)) },
		},
		session:   session,
		profile:   key,
		places:    store.Table[[]Place]{Home: home.In("places")},
		positions: store.Table[map[string]Position]{Home: home.In("positions")},
	}
}

// Nowhere reports whether nothing can be saved.
func (s *Store) Nowhere() bool { return s.lists.Memory == nil && s.lists.Dir == "" }

// Try checks that a list can be saved, by writing a temporary file.
func (s *Store) Try() error {
	switch {
	case s.lists.Memory != nil, s.lists.Still, s.lists.Fault != nil: // reported by the command that needs it
		return nil
	case s.Nowhere():
		return store.ErrNowhere
	}
	return store.Try(s.lists.Dir, nil)
}

// Drop deletes the last list of a kind, so that no row number refers to it after a later list could not be saved.
func (s *Store) Drop(l List) {
	if l.Kind.known() {
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

// How long the lists of a session are kept: a job is over in a day, a window stays open longer.
const (
	keepFor     = 7 * 24 * time.Hour
	keepJobsFor = 24 * time.Hour
)

// Save replaces the last list of that kind in the session. Row numbers are unique
// and start at 1. See [Fit] for what is dropped.
func (s *Store) Save(l List) error {
	l, err := Fit(l)
	if err == nil {
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
	// Lists that are old compared with the latest file are removed. A list that stays does no harm.
	entries, _ := s.lists.Entries()
	for _, e := range entries {
		keep := keepFor
		if ownerOf(e.Key) == Job {
			keep = keepJobsFor
		}
		if entries[0].Written.Sub(e.Written) > keep { // by the clock of the file system
			_ = s.lists.Remove(e.Key)
		}
	}
	return nil
}

// Latest returns the last list of that kind in the session.
func (s *Store) Latest(kind Kind) (List, bool, error) { return s.lists.Get(s.key(kind, "")) }

// Part returns the last list of the fares or rates of a row. The row is as in a mark; "" for a trip or a hotel that was
// in no list.
func (s *Store) Part(kind Kind, row string) (List, bool, error) { return s.lists.Get(s.key(kind, row)) }

// maxSearched limits the files of other sessions that are searched for an id.
const maxSearched = 200

// keys returns the keys of lists of some kinds: those of the session and those of other sessions, latest first. It
// returns none if the directory cannot be read.
func (s *Store) keys(kinds ...Kind) (own, others []string) {
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

// each yields the lists of some kinds, latest first: those of the session and, if elsewhere is set, then those of other
// sessions.
func (s *Store) each(elsewhere bool, kinds ...Kind) iter.Seq[List] {
	return func(yield func(List) bool) {
		keys, others := s.keys(kinds...)
		if elsewhere {
			keys = append(keys, others[:min(len(others), maxSearched)]...)
		}
		for _, key := range keys {
			if l, ok, err := s.lists.Get(key); ok && err == nil && !yield(l) {
				return
			}
		}
	}
}

// Own returns the lists of some kinds in the session. Fares and rates have one for each row.
func (s *Store) Own(kinds ...Kind) []List { return slices.Collect(s.each(false, kinds...)) }

// Search returns a list of that search, or of the search that replaced it, without rows. It looks in the session first,
// then in all others.
func (s *Store) Search(id string) (List, bool) {
	for l := range s.each(true, Trips, Hotels, Rates, Fares, Options) {
		switch {
		case id == "":
		case l.Search.ID == id:
			return l.Head(), true
		case l.Search.RenewedTo == id:
			return l.Head().Again(search.Ref{ID: id, Created: l.Search.RenewedAt}), true
		}
	}
	return List{}, false
}

// Holding returns a list of that kind with a row of that id, and the row. It looks in the session first, then in all
// others, latest first.
func (s *Store) Holding(kind Kind, id string) (List, Row, bool) {
	for l := range s.each(true, kind) {
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

// Elsewhere returns the latest list of that kind of another terminal, if this session is a terminal without lists of
// that family: kinds that refer to each other, such as trips and their fares. Jobs and named sessions never use the
// lists of others. If take is set, it also copies that list and its family to this session.
func (s *Store) Elsewhere(kind Kind, take bool) (list List, ok bool, err error) {
	var family []Kind
	for _, kinds := range [][]Kind{{Trips, Fares, Options, TripFacets}, {Hotels, Rates, HotelFacets}, {Places}} {
		if slices.Contains(kinds, kind) {
			family = kinds
		}
	}
	own, others := s.keys(family...)
	if s.session.Owner != Terminal || len(own) > 0 {
		return List{}, false, nil
	}
	others = slices.DeleteFunc(others, func(key string) bool { return ownerOf(key) != Terminal })
	latest := slices.IndexFunc(others, func(key string) bool {
		if kindOf(key) == kind {
			list, ok, err = s.lists.Get(key)
		}
		return ok || err != nil
	})
	if !ok || err != nil || !take {
		return list, ok, err
	}
	session, _, _ := strings.Cut(others[latest], ".")
	for _, key := range others {
		if l, found, err := s.lists.Get(key); err == nil && found && strings.HasPrefix(key, session+".") {
			if err := s.Save(l); err != nil {
				break // the list is still usable
			}
		}
	}
	return list, true, nil
}

// NewMemory returns an empty store that holds its lists in this process, without files. It is for a face that has
// several lists at once, each with the lists that led to it.
func NewMemory() *Store {
	s := Open(store.Home{}, "", Session{})
	s.lists.Memory = new(store.Memory)
	return s
}

// Copy returns an independent copy of a store in memory.
func (s *Store) Copy() *Store {
	own := *s
	own.lists.Memory = s.lists.Memory.Copy()
	return &own
}

// In returns the same lists in memory, with the other data of the profile in its files.
func (s *Store) In(home store.Home, profile string) *Store {
	own := Open(home, profile, Session{})
	own.lists = s.lists
	return own
}
