// Package quota counts requests in fixed windows, per user and operation, and
// reports the state of every window in response headers.
package quota

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// General is the quota that every operation spends before its own.
const General = "user"

// The operations with a quota of their own. A hotel search for one hotel is
// counted apart from one for a city or a point.
const (
	FlightSearch      = "createFlightSearch"
	HotelSearch       = "createHotelSearch"
	HotelSearchScoped = "createHotelSearchScoped"
	HotelRates        = "getHotelRates"
)

// Window is one limit: at most Limit requests in each Span.
type Window struct {
	Name  string
	Limit int
	Span  time.Duration // whole seconds
}

// plan returns the windows of a quota, shortest first, with scale times their
// usual limits; none for a name without its own quota. An hour has ten times the
// quota of a minute, a day fifty times. The minute's window has the bare name.
func plan(name string, scale int) []Window {
	if name == General {
		return []Window{{General, 300 * scale, time.Minute}}
	}
	minute, metered := map[string]int{FlightSearch: 10, HotelSearch: 10, HotelSearchScoped: 30, HotelRates: 60}[name]
	if !metered {
		return nil
	}
	minute *= scale
	return []Window{{name, minute, time.Minute}, {name + "-hour", 10 * minute, time.Hour}, {name + "-day", 50 * minute, 24 * time.Hour}}
}

// Meter counts what each caller spends. It is safe for concurrent use. Callers are few: the sample travelers, and the
// addresses of one computer.
type Meter struct {
	now   func() time.Time
	scale int // every limit is so many times the usual one

	mu      sync.Mutex
	callers map[string]map[string]*counter // by caller and window name
}

type counter struct {
	opened time.Time
	used   int
}

// NewMeter returns a meter on which nothing has been spent yet; now is its clock. Its limits are scale
// times the usual ones; 0 is once.
func NewMeter(now func() time.Time, scale int) *Meter {
	return &Meter{now: now, scale: max(scale, 1), callers: map[string]map[string]*counter{}}
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
	windows := m.callers[who]
	if windows == nil {
		windows = map[string]*counter{}
		m.callers[who] = windows
	}
	u := Usage{at: m.now()}
	u.count(windows, plan(General, m.scale))
	if _, refused := u.Refused(); !refused && operation != General {
		u.count(windows, plan(operation, m.scale))
	}
	return u
}

func (u *Usage) count(counters map[string]*counter, plan []Window) {
	for _, w := range plan {
		n := counters[w.Name]
		if n == nil || u.at.Sub(n.opened) >= w.Span {
			n = &counter{opened: u.at}
			counters[w.Name] = n
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

// SetHeaders writes RateLimit and RateLimit-Policy, one entry per window. For a
// refused request it adds Retry-After (seconds until the latest reset of the windows
// that are empty) and the headers of that window that were usual before the
// RateLimit draft. Their reset is a point in time, in whole seconds of Unix time.
func (u Usage) SetHeaders(h http.Header) {
	var state, policy []string
	for _, w := range u.Windows {
		state = append(state, fmt.Sprintf("%q;r=%d;t=%d", w.Name, w.Left, seconds(w.Reset)))
		policy = append(policy, fmt.Sprintf("%q;q=%d;w=%d", w.Name, w.Limit, seconds(w.Span)))
	}
	h.Set("RateLimit", strings.Join(state, ", "))
	h.Set("RateLimit-Policy", strings.Join(policy, ", "))
	if w, refused := u.Refused(); refused {
		h.Set("Retry-After", strconv.Itoa(seconds(w.Reset)))
		h.Set("X-RateLimit-Limit", strconv.Itoa(w.Limit))
		h.Set("X-RateLimit-Remaining", strconv.Itoa(w.Left))
		h.Set("X-RateLimit-Reset", strconv.FormatInt(u.at.Unix()+int64(seconds(w.Reset)), 10))
		h.Set("X-RateLimit-Resource", w.Name)
	}
}

// seconds rounds up: after that long the window is open.
func seconds(d time.Duration) int {
	return int((d + time.Second - 1) / time.Second)
}
