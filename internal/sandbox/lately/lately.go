// Package lately caches the most recently used values, so that repeated reads of a search do not build it again.
package lately

import (
	"slices"
	"sync"
)

// Memory caches the values of the most recently used keys. A dropped value is built again, so a build must return
// the same value for the same key. It is safe for concurrent use.
type Memory[K comparable, V any] struct {
	most int

	mu     sync.Mutex
	recent []entry[K, V] // most recently used last
}

type entry[K comparable, V any] struct {
	key   K
	build func() V
}

// New returns a memory of at most the given number of keys.
func New[K comparable, V any](most int) *Memory[K, V] { return &Memory[K, V]{most: most} }

// Get returns the value for a key, building it if needed. Concurrent callers for the same key share one build;
// callers for other keys do not wait for it.
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
