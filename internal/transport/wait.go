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

// RetryDelay is how long an answer asks to wait, 0 to [MaxWait]: Retry-After, else when RateLimit
// says that the quota is there again. told is false when the answer does not say.
func RetryDelay(header http.Header, now time.Time) (delay time.Duration, told bool) {
	if delay, told = RetryAfter(header, now); delay > 0 {
		return delay, true
	}
	if reset := rateLimitReset(header); reset > 0 {
		return reset, true
	}
	return 0, told
}

// RetryAfter reads Retry-After (RFC 9110 §10.2.3) as seconds or as a date, 0 to [MaxWait]. A date is
// measured from the answer's own Date, and from now only without one, so that a wrong clock here does no
// harm; one that has passed is 0. told is false when the header is missing or cannot be read.
func RetryAfter(header http.Header, now time.Time) (delay time.Duration, told bool) {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if value == "" {
		return 0, false
	}
	if strings.Trim(value, "0123456789") == "" {
		return boundedSeconds(value), true
	}
	date, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	if sent, err := http.ParseTime(header.Get("Date")); err == nil {
		now = sent
	}
	// Sub saturates; a date is whole seconds, so the current second counts.
	return min(max(date.Sub(now), 0), MaxWait), true
}

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
