package recall

import (
	"maps"
	"slices"
	"sync"
)

// Memory is the lists of one session, kept in this process alone: no file, and nothing of another
// process. It is for a face that keeps several lists at once, each with the lists that led to it.
type Memory struct {
	mu    sync.Mutex
	lists map[Kind]List
}

// NewMemory is a memory without a list.
func NewMemory() *Memory { return &Memory{lists: map[Kind]List{}} }

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
func (m *Memory) Latest(kind Kind) (List, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	l, ok := m.lists[kind]
	l.Rows = slices.Clone(l.Rows) // whoever renews rows changes them in place
	return l, ok
}

func (m *Memory) save(l List) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lists[l.Kind] = l
}

func (m *Memory) drop(kind Kind) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.lists, kind)
}
