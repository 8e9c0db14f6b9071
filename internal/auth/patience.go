package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	// maxRetryAfter is more than anybody waits; a larger or unreadable value is not believed.
	maxRetryAfter = 24 * time.Hour
	// maxGuesses is how often a busy server that names no time is asked again, after 1 s and 2 s.
	maxGuesses = 2
)

// patiently runs try, and again after what a busy server asks to wait: once if the server named a time
// within limit, twice if it named none.
func (c *Client) patiently(ctx context.Context, doing string, limit time.Duration, try func() error) error {
	for n := 1; ; n++ {
		err := try()
		wait, busy := errors.AsType[*WaitError](err)
		if !busy {
			return err
		}
		pause, more := wait.After, n == 1
		if wait.guessed {
			pause, more = wait.After<<(n-1), n <= maxGuesses
		}
		if !more || pause > limit {
			return err
		}
		fmt.Fprintf(c.opts.Notices, "%s is busy; trying again in %s\n", wait.Host, pause)
		if err := c.opts.Wait(ctx, pause); err != nil {
			return fmt.Errorf("%s: %w", doing, err)
		}
	}
}

// retryAfter reads Retry-After in both its forms (RFC 9110 §10.2.3), or else when a RateLimit window
// begins anew: 1 s to 24 h, and a second when the server does not tell.
func retryAfter(h http.Header, now time.Time) (after time.Duration, told bool) {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if at, err := http.ParseTime(text); err == nil {
		return bounded(at.Sub(now)), true
	}
	if seconds, err := strconv.ParseInt(text, 10, 64); err == nil && seconds >= 0 {
		return bounded(time.Duration(min(seconds, int64(maxRetryAfter/time.Second))) * time.Second), true
	}
	for _, reset := range resetPattern().FindAllStringSubmatch(h.Get("RateLimit"), -1) {
		seconds, err := strconv.Atoi(reset[1])
		if err == nil {
			after, told = max(after, time.Duration(seconds)*time.Second), true
		}
	}
	return bounded(after), told
}

// resetPattern finds the seconds until a window begins anew: t=5, or reset=5 in older drafts.
var resetPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[;,\s])(?:t|reset)=([0-9]{1,6})(?:$|[;,\s])`)
})

func bounded(d time.Duration) time.Duration { return min(max(d, time.Second), maxRetryAfter) }
