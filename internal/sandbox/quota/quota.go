// Package quota counts requests in fixed windows per user and operation, and reports every window in response
// headers.
package quota

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// General is the quota that every operation uses in addition to its own.
const General = "user"

// The operations with a quota of their own. A hotel search for one hotel is counted separately from one for a
// city or a point.
const (
	FlightSearch      = "createFlightSearch"
	HotelSearch       = "createHotelSearch"
	HotelSearchScoped = "createHotelSearchScoped"
	HotelRates        = "getHotelRates"
)

// Window is one limit: at most Limit requests per Span.
type Window struct {
	Name  string
	Limit int
	Span  time.Duration // whole seconds
}

// plan returns the windows of a quota, shortest first, with limits multiplied by scale, or nil for an operation
// without its own quota. The limit per hour is 10 times the limit per minute, and the limit per day 50 times. The
// minute window has the plain name.
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

// Meter counts the requests of each caller. It is safe for concurrent use. It never forgets a caller, because
// there are few: the sample travelers and the addresses of one computer.
type Meter struct {
	now   func() time.Time
	scale int // multiplies every limit

	mu      sync.Mutex
	callers map[string]map[string]*counter // by caller and window name
}

type counter struct {
	opened time.Time
	used   int
}

// NewMeter returns an unused meter with now as its clock. scale multiplies the usual limits; 0 means 1.
func NewMeter(now func() time.Time, scale int) *Meter {
	return &Meter{now: now, scale: max(scale, 1), callers: map[string]map[string]*counter{}}
}

// State is the state of a window after a request was counted in it.
type State struct {
	Window
	Left  int           // requests left, never below 0
	Reset time.Duration // until the window restarts, above 0
	Over  bool          // this request exceeded the limit
}

// Usage is the state of every window in which a request was counted.
type Usage struct {
	at      time.Time
	Windows []State // the general one first, then the operation's, shortest first
}

// Take counts one request of a caller in the general quota and, unless that one refuses it, in every window of
// the operation's own quota. A refused request counts like any other.
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
			n.opened = u.at // setting the clock back must not extend the window
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

// Refused returns the window that refused the request, or the one with the latest reset if there are several. It
// reports false for a request within its quota.
func (u Usage) Refused() (State, bool) {
	var latest State
	for _, s := range u.Windows {
		if s.Over && s.Reset > latest.Reset {
			latest = s
		}
	}
	return latest, latest.Over
}

// SetHeaders writes RateLimit and RateLimit-Policy with one entry per window. For a refused request, it adds
// Retry-After (seconds until the latest reset of the exhausted windows) and the older X-RateLimit headers for
// that window. X-RateLimit-Reset is Unix time in whole seconds.
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

// seconds rounds up to whole seconds, so that the window is open after that time.
func seconds(d time.Duration) int {
	return int((d + time.Second - 1) / time.Second)
}
