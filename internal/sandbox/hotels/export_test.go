package hotels

import (
	"time"

	"travel.example/travel/internal/sandbox/lately"
)

// Forget drops what reads of a search have seen of it.
func (e *Engine) Forget(q Query) {
	if s, ok := e.search(q); ok {
		s.seen = lately.New[time.Duration, *snapshot](maxSeen)
	}
}
