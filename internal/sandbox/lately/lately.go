// Package lately remembers the few things that were built last, so that a read of the same search
// does not build them again.
package lately

import (
	"slices"
	"sync"
)

// Memory holds what was built for the keys that were asked for last. What it dropped is built
// again, so a build must give the same for the same key. It is safe for concurrent use.
type Memory[K comparable, V any] struct {
	most int

	mu     sync.Mutex
	recent []entry[K, V] // most recently used last
}

type entry[K comparable, V any] struct {
	key   K
	build func() V
}

// New returns a memory of at most so many keys.
func New[K comparable, V any](most int) *Memory[K, V] { return &Memory[K, V]{most: most} }

// Get is what was built for a key. Callers who ask for one at the same time share one build; those
// who ask for others do not wait for it.
func (m *Memory[K, V]) Get(key K, build func() V) V {
	m.mu.Lock()
	at := slices.IndexFunc(m.recent, func(one entry[K, V]) bool { return one.key == key })
	var one entry[K, V]
	switch {
	case at >= 0:
		one = m.recent[at]
		m.recent = slices.Delete(m.recent, at, at+1)
	default:
		one = entry[K, V]{key: key, build: sync.OnceValue(build)}
	}
	if len(m.recent) >= m.most {
		m.recent = slices.Delete(m.recent, 0, 1)
	}
	m.recent = append(m.recent, one)
	m.mu.Unlock()
	return one.build()
}
