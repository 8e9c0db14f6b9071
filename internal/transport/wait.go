package transport

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/dunglas/httpsfv"
)

// MaxWait is the longest wait a header can ask for: a week, which covers any quota window. A larger
// figure means the same, since a program does not wait that long.
const MaxWait = 7 * 24 * time.Hour

// RetryDelay is how long an answer of that status asks to wait, 0 to [MaxWait]. The longest Retry-After
// goes before everything else. Without one a 429 tells by the reset of the caller's quota: RateLimit,
// else the later of RateLimit-Reset and X-RateLimit-Reset. The fault of a server (5xx) has nothing to do
// with that quota. told is false when the answer does not say.
func RetryDelay(status int, header http.Header, now time.Time) (delay time.Duration, told bool) {
	now = sentAt(header, now)
	delay, told = retryAfter(header, now)
	if delay > 0 || status != http.StatusTooManyRequests {
		return delay, told
	}
	if reset := rateLimitReset(header); reset > 0 {
		return reset, true
	}
	for _, name := range []string{"RateLimit-Reset", "X-RateLimit-Reset"} {
		for _, value := range firstValues(header, name) {
			reset, _ := resetIn(value, now)
			delay = max(delay, reset)
		}
	}
	return delay, told || delay > 0
}

// A Pause is a wait before a request goes out again.
type Pause struct {
	For   string        // the operation of the contract, or a step of the sign-in: "renew the login"
	Wait  time.Duration // in all
	Asked time.Duration // of it, what the server asked for; 0 when it did not say
	Why   string        // in a few words
}

// maxSpread is the longest that a wait is stretched so that a crowd does not come back at once.
const maxSpread = 15 * time.Second

// Spread is the time after a wait that was asked for over which all who were asked come back: a quarter
// of the wait, at least a second, at most 15, and no more than room. It comes on top of the wait, so that
// no one comes too early. A server that asks for a longer wait is in more trouble, and the fleet comes
// back the slower; the mean traveler waits an eighth longer.
func Spread(asked, room time.Duration) time.Duration {
	return max(min(max(asked/4, time.Second), maxSpread, room), 0)
}

// sentAt is when an answer was made, by its own Date, so that a wrong clock here does no harm; now
// without one.
func sentAt(header http.Header, now time.Time) time.Time {
	if sent, err := http.ParseTime(header.Get("Date")); err == nil {
		return sent
	}
	return now
}

// firstValues are the values of a header, no more than are worth reading.
func firstValues(header http.Header, name string) []string {
	values := header.Values(name)
	return values[:min(len(values), maxQuotas)]
}

// retryAfter reads Retry-After (RFC 9110 §10.2.3) as seconds or as a date, 0 to [MaxWait]; of several
// the longest. One that has passed is 0. told is false when there is none that can be read.
func retryAfter(header http.Header, now time.Time) (longest time.Duration, told bool) {
	for _, line := range firstValues(header, "Retry-After") {
		// What stands between may have joined several with commas, and a date has one of its own.
		parts := strings.SplitN(line, ",", maxQuotas)
		for i, part := range parts {
			delay, ok := delayOf(part, now)
			if !ok && i+1 < len(parts) {
				delay, ok = delayOf(part+","+parts[i+1], now)
			}
			longest, told = max(longest, delay), told || ok
		}
	}
	return longest, told
}

// delayOf reads one Retry-After.
func delayOf(text string, now time.Time) (time.Duration, bool) {
	text = strings.TrimSpace(text)
	if isDigits(text) {
		return boundedSeconds(text), true
	}
	date, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	return until(date, now), true
}

// until is how long it is from now to a time. Sub saturates; a date is whole seconds, so the current
// second counts.
func until(at, now time.Time) time.Duration { return min(max(at.Sub(now), 0), MaxWait) }

// From which number on the reset of a quota is plainly a point in Unix time, in seconds and in
// milliseconds: no wait is thirty years long, and no one waits for the year 5000.
const (
	epochSeconds = 1e9
	epochMillis  = 1e11
)

// resetIn reads RateLimit-Reset and X-RateLimit-Reset, which no standard ever fixed: seconds from now,
// or a point in Unix time, 0 to [MaxWait] from now. A part of a second counts as a whole one.
func resetIn(text string, now time.Time) (time.Duration, bool) {
	whole, part, _ := strings.Cut(strings.TrimSpace(text), ".")
	if !isDigits(whole) || !isDigits("0"+part) {
		return 0, false
	}
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return MaxWait, true // too large for anything
	}
	if strings.Trim(part, "0") != "" && n < epochMillis {
		n++
	}
	switch {
	case n >= epochMillis:
		return until(time.UnixMilli(n), now), true
	case n >= epochSeconds:
		return until(time.Unix(n, 0), now), true
	}
	return min(time.Duration(n)*time.Second, MaxWait), true
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// boundedSeconds reads digits of any length.
func boundedSeconds(digits string) time.Duration {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n > int64(MaxWait/time.Second) {
		return MaxWait
	}
	return time.Duration(n) * time.Second
}

// maxQuotas bounds how many windows one header may name.
const maxQuotas = 32

// Quota is one window of the caller's quota, as the RateLimit header shows it.
type Quota struct {
	Name  string        // as in "createFlightSearch-hour"; foreign text
	Left  int64         // requests left, never below 0
	Reset time.Duration // until the window starts again
}

// Quotas reads the RateLimit header of an answer. An answer without one, or with garbage, has none.
func Quotas(header http.Header) []Quota {
	values := header.Values("RateLimit")
	if len(values) == 0 {
		return nil
	}
	if list, err := httpsfv.UnmarshalList(values); err == nil {
		return quotasOfList(list)
	}
	// Older drafts: limit=10, remaining=0, reset=50.
	dictionary, err := httpsfv.UnmarshalDictionary(values)
	if err != nil {
		return nil
	}
	left, okLeft := memberInt(dictionary, "remaining")
	reset, okReset := memberInt(dictionary, "reset")
	if !okLeft || !okReset {
		return nil
	}
	return []Quota{newQuota("", left, reset)}
}

func quotasOfList(list httpsfv.List) []Quota {
	var quotas []Quota
	for _, member := range list {
		item, ok := member.(httpsfv.Item)
		if !ok || item.Params == nil || len(quotas) == maxQuotas {
			continue
		}
		left, okLeft := paramInt(item.Params, "r")
		reset, okReset := paramInt(item.Params, "t")
		if !okLeft || !okReset {
			continue
		}
		quotas = append(quotas, newQuota(itemName(item), left, reset))
	}
	return quotas
}

func newQuota(name string, left, reset int64) Quota {
	bound := int64(MaxWait / time.Second)
	return Quota{
		Name:  name,
		Left:  max(left, 0),
		Reset: time.Duration(min(max(reset, 0), bound)) * time.Second,
	}
}

func itemName(item httpsfv.Item) string {
	switch name := item.Value.(type) {
	case string:
		return name
	case httpsfv.Token:
		return string(name)
	}
	return ""
}

func paramInt(params *httpsfv.Params, name string) (int64, bool) {
	value, ok := params.Get(name)
	if !ok {
		return 0, false
	}
	n, ok := value.(int64)
	return n, ok
}

func memberInt(dictionary *httpsfv.Dictionary, name string) (int64, bool) {
	member, ok := dictionary.Get(name)
	if !ok {
		return 0, false
	}
	item, ok := member.(httpsfv.Item)
	if !ok {
		return 0, false
	}
	n, ok := item.Value.(int64)
	return n, ok
}

// rateLimitReset is when a refused request may come again: the latest reset of the windows that are
// used up. When none says so, the earliest reset.
func rateLimitReset(header http.Header) time.Duration {
	var latest, earliest time.Duration
	for _, quota := range Quotas(header) {
		if quota.Left == 0 {
			latest = max(latest, quota.Reset)
		}
		if earliest == 0 || quota.Reset < earliest {
			earliest = quota.Reset
		}
	}
	if latest > 0 {
		return latest
	}
	return earliest
}
