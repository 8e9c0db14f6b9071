package transport

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// MaxWait is the longest wait a header can ask for: a week, which covers any quota window. A larger
// figure means the same, since a program does not wait that long.
const MaxWait = 7 * 24 * time.Hour

// RetryDelay is how long an answer asks to wait, 0 to [MaxWait]: Retry-After, else when RateLimit says
// that the quota is there again. told is false when the answer does not say.
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
