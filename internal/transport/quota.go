package transport

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/dunglas/httpsfv"

	"travel.example/travel/internal/quota"
)

// MaxWait is the longest wait that is taken from a header: a week, which covers any quota window.
const MaxWait = 7 * 24 * time.Hour

// A Pause is a wait before a request is sent again.
type Pause struct {
	For   string        // the operation of the contract, or a step of the sign-in: "renew the login"
	Wait  time.Duration // in all
	Asked time.Duration // of it, what the server asked for; 0 when it did not say
	Why   string        // in a few words
}

// Spread returns the time after a wait that a server asked for over which its clients come back: a quarter of the wait,
// from 1 to 15 s, and no more than room. It is added to the wait, so that no client comes too early.
func Spread(asked, room time.Duration) time.Duration {
	return max(min(max(asked/4, time.Second), 15*time.Second, room), 0)
}

// RetryDelay returns how long an answer asks to wait, 0 to [MaxWait]. The longest Retry-After comes before everything
// else. Without one, a 429 asks to wait until the caller's quota starts again: RateLimit, else the later of
// RateLimit-Reset and X-RateLimit-Reset. told is false if the answer does not say.
func RetryDelay(status int, header http.Header, now time.Time) (delay time.Duration, told bool) {
	now = sentAt(header, now)
	for _, line := range first(header.Values("Retry-After")) { // RFC 9110 §10.2.3: seconds or a date
		if date, err := http.ParseTime(line); err == nil {
			delay, told = max(delay, bounded(date.Sub(now).Seconds())), true
		}
		for _, text := range first(strings.Split(line, ",")) {
			if seconds, ok := figure(text); ok {
				delay, told = max(delay, bounded(seconds)), true
			}
		}
	}
	if delay > 0 || status != http.StatusTooManyRequests {
		return delay, told
	}
	var latest, earliest time.Duration // of the windows that are used up, and of all
	for _, w := range published(header, now) {
		reset := w.Resets.Sub(now)
		if w.Left == 0 {
			latest = max(latest, reset)
		}
		if earliest == 0 || reset < earliest {
			earliest = reset
		}
	}
	if reset := cmp.Or(latest, earliest); reset > 0 {
		return reset, true
	}
	for _, name := range []string{"RateLimit-Reset", "X-RateLimit-Reset"} {
		for _, text := range first(header.Values(name)) {
			reset, _ := resetIn(text, now)
			delay = max(delay, reset)
		}
	}
	return delay, told || delay > 0
}

// Windows reads RateLimit and RateLimit-Policy, or else the older X-RateLimit headers, which describe one window. It
// skips what it cannot read.
func Windows(header http.Header, now time.Time) []quota.Window {
	if windows := published(header, now); len(windows) > 0 {
		return windows
	}
	reset, okReset := resetIn(header.Get("X-RateLimit-Reset"), sentAt(header, now))
	left, okLeft := figure(header.Get("X-RateLimit-Remaining"))
	if !okReset || !okLeft {
		return nil
	}
	limit, _ := figure(header.Get("X-RateLimit-Limit"))
	return []quota.Window{{
		Name: header.Get("X-RateLimit-Resource"), Limit: int64(limit), Left: int64(left), Resets: now.UTC().Add(reset), Said: now.UTC(),
	}}
}

// published returns the windows of RateLimit, with the sizes of RateLimit-Policy.
func published(header http.Header, now time.Time) []quota.Window {
	now = now.UTC()
	var windows []quota.Window
	items(header.Values("RateLimit"), func(name string, number func(string) (int64, bool)) {
		left, okLeft := number("r")
		reset, okReset := number("t")
		if okLeft && okReset {
			windows = append(windows, quota.Window{Name: name, Left: max(left, 0), Resets: now.Add(bounded(float64(reset))), Said: now})
		}
	})
	items(header.Values("RateLimit-Policy"), func(name string, number func(string) (int64, bool)) {
		for i, w := range windows {
			if w.Name == name {
				limit, _ := number("q")
				seconds, _ := number("w")
				windows[i].Limit, windows[i].Seconds = max(limit, 0), int64(bounded(float64(seconds)).Seconds())
			}
		}
	})
	return windows
}

// items calls each with the items of a list of structured fields (RFC 9651): the name and its numbers.
func items(values []string, each func(name string, number func(key string) (int64, bool))) {
	list, err := httpsfv.UnmarshalList(values)
	if err != nil {
		return
	}
	for _, member := range first(list) {
		if item, ok := member.(httpsfv.Item); ok && item.Params != nil {
			each(fmt.Sprint(item.Value), func(key string) (int64, bool) {
				value, _ := item.Params.Get(key)
				n, ok := value.(int64)
				return n, ok
			})
		}
	}
}

// first limits how many values are read.
func first[T any](values []T) []T { return values[:min(len(values), 32)] }

// sentAt returns the Date of an answer, so that a wrong clock here does no harm, or now without one.
func sentAt(header http.Header, now time.Time) time.Time {
	if sent, err := http.ParseTime(header.Get("Date")); err == nil {
		return sent
	}
	return now
}

// resetIn parses RateLimit-Reset and X-RateLimit-Reset, which no standard defines: seconds from now, or Unix
// time. No wait is thirty years long.
func resetIn(text string, now time.Time) (time.Duration, bool) {
	n, ok := figure(text)
	if n >= 1e9 {
		n -= float64(now.Unix())
	}
	return bounded(n), ok
}

// figure parses digits of any length.
func figure(text string) (float64, bool) {
	const most = 1e15 // more means the same
	text = strings.TrimSpace(text)
	n, err := strconv.ParseFloat(text, 64)
	if strings.Trim(text, "0123456789") != "" || errors.Is(err, strconv.ErrSyntax) {
		return 0, false
	}
	return min(n, most), true
}

// bounded returns 0 to [MaxWait], rounded up to a second.
func bounded(seconds float64) time.Duration {
	return time.Duration(math.Ceil(min(max(seconds, 0), MaxWait.Seconds()))) * time.Second
}
