package apiclient

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxRetryAfter bounds what a header can ask for; nobody waits that long, so a
// larger figure means the same.
const maxRetryAfter = 7 * 24 * time.Hour

// retryDelay is how long the answer asks to wait: Retry-After, which takes
// precedence, else the reset in RateLimit, else 0.
func retryDelay(header http.Header, now time.Time) time.Duration {
	if d := parseRetryAfter(header, now); d > 0 {
		return d
	}
	return rateLimitReset(header)
}

// parseRetryAfter reads Retry-After (RFC 9110 section 10.2.3) as seconds or as a
// date. Garbage, zero, a negative figure and a date that has passed give 0.
func parseRetryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if value == "" {
		return 0
	}
	if strings.Trim(value, "0123456789") == "" {
		return boundedSeconds(value)
	}
	date, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	// Against the service's own clock, so that a wrong one here does no harm.
	if sent, err := http.ParseTime(header.Get("Date")); err == nil {
		now = sent
	}
	// Sub saturates; a date is whole seconds, so the current second counts.
	return min(max(date.Sub(now), 0), maxRetryAfter)
}

// boundedSeconds reads digits of any length.
func boundedSeconds(digits string) time.Duration {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n > int64(maxRetryAfter/time.Second) {
		return maxRetryAfter
	}
	return time.Duration(n) * time.Second
}
