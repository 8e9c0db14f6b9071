package quota

import (
	"container/list"
	"sync"
	"time"
)

// maxCallers bounds the callers that are remembered; the one that was idle
// longest is forgotten first.
const maxCallers = 10_000

// Meter counts what each caller spends. It is safe for concurrent use.
type Meter struct {
	now   func() time.Time
	scale int // every limit is so many times the usual one

	mu      sync.Mutex
	callers map[string]*list.Element // of *caller
	recent  *list.List               // the caller seen last comes first
}

type caller struct {
	name    string
	windows map[string]*counter // by window name
}

type counter struct {
	opened time.Time
	used   int
}

// NewMeter returns a meter on which nothing has been spent yet; now is its clock. Its limits are scale
// times the usual ones; 0 is once.
func NewMeter(now func() time.Time, scale int) *Meter {
	return &Meter{now: now, scale: max(scale, 1), callers: map[string]*list.Element{}, recent: list.New()}
}

// State is a window after a request was counted in it.
type State struct {
	Window
	Left  int           // requests left, never below 0
	Reset time.Duration // until the window starts again, above 0
	Over  bool          // this request found the window empty
}

// Usage is the state of every window that a request was counted in.
type Usage struct {
	at      time.Time
	Windows []State // the general one first, then the operation's, shortest first
}

// Take counts one request of a caller: in the general quota, and, unless that
// one refuses it, in every window of the operation's own quota. A request that
// some window refuses has cost as much as any other.
func (m *Meter) Take(who, operation string) Usage {
	m.mu.Lock()
	defer m.mu.Unlock()
	u := Usage{at: m.now()}
	c := m.caller(who)
	u.count(c, plan(General, m.scale))
	if _, refused := u.Refused(); !refused && operation != General {
		u.count(c, plan(operation, m.scale))
	}
	return u
}

func (m *Meter) caller(who string) *caller {
	if e, ok := m.callers[who]; ok {
		m.recent.MoveToFront(e)
		return e.Value.(*caller)
	}
	if m.recent.Len() >= maxCallers {
		idle := m.recent.Remove(m.recent.Back()).(*caller)
		delete(m.callers, idle.name)
	}
	c := &caller{name: who, windows: map[string]*counter{}}
	m.callers[who] = m.recent.PushFront(c)
	return c
}

func (u *Usage) count(c *caller, windows []Window) {
	for _, w := range windows {
		n := c.windows[w.Name]
		if n == nil || u.at.Sub(n.opened) >= w.Span {
			n = &counter{opened: u.at}
			c.windows[w.Name] = n
		}
		if u.at.Before(n.opened) {
			n.opened = u.at // a clock set back must not keep the window open for longer
		}
		n.used = min(n.used+1, w.Limit+1)
		u.Windows = append(u.Windows, State{
			Window: w,
			Left:   max(w.Limit-n.used, 0),
			Reset:  w.Span - u.at.Sub(n.opened),
			Over:   n.used > w.Limit,
		})
	}
}

// Refused returns the window that refused the request, the one with the latest
// reset when there are several. ok is false for a request within its quota.
func (u Usage) Refused() (State, bool) {
	var latest State
	for _, s := range u.Windows {
		if s.Over && s.Reset > latest.Reset {
			latest = s
		}
	}
	return latest, latest.Over
}
