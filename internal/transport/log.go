package transport

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/clean"
)

// Log logs requests, answers and waits, one line each, without possible secrets. A nil Log does nothing. It may be used
// by several goroutines.
type Log struct {
	out io.Writer
	now func() time.Time
	mu  sync.Mutex // one line at a time
}

// NewLog returns a Log that writes to out with the times of now, or nil without out.
func NewLog(out io.Writer, now func() time.Time) *Log {
	if out == nil {
		return nil
	}
	return &Log{out: out, now: now}
}

// Sent logs a request and the size of its body before it is sent, and returns the time. The note goes between the
// address and the headers.
func (l *Log) Sent(r *http.Request, note string, size int) (start time.Time) {
	if l == nil {
		return time.Time{}
	}
	start = l.now()
	l.line(start, "> %s %s%s%s %d bytes", r.Method, shownURL(r.URL), note, shownHeader(r.Header), size)
	return start
}

// Came logs the answer to the request that was sent at start, and the size of its body.
func (l *Log) Came(start time.Time, status int, header http.Header, size int, note string) {
	if l != nil {
		end := l.now()
		l.line(end, "< %d after %s%s %d bytes%s", status, end.Sub(start).Round(time.Millisecond), shownHeader(header), size, note)
	}
}

// Failed logs that no answer came to the request that was sent at start.
func (l *Log) Failed(start time.Time, err error) {
	if l != nil {
		end := l.now()
		l.line(end, "! after %s: %v", end.Sub(start).Round(time.Millisecond), err)
	}
}

// Waits logs a wait before a request goes out again.
func (l *Log) Waits(p Pause) {
	if l == nil {
		return
	}
	asked := ""
	if p.Asked > 0 {
		asked = fmt.Sprintf(", asked for %s", p.Asked)
	}
	l.line(l.now(), "~ waits %s for %s: %s%s", p.Wait.Round(time.Millisecond), p.For, p.Why, asked)
}

// line writes at once. A log that cannot be written must not fail the call.
func (l *Log) line(at time.Time, format string, values ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := OneLine(fmt.Sprintf(format, values...), 4000)
	_, _ = fmt.Fprintf(l.out, "%s %s\n", at.UTC().Format("2006-01-02T15:04:05.000Z"), text)
}

// shownHeader returns the headers that hold no secret.
func shownHeader(header http.Header) string {
	var b strings.Builder
	for _, name := range []string{
		"Accept", "User-Agent", "Content-Type", "Date", "Retry-After", "RateLimit", "RateLimit-Policy",
		"RateLimit-Reset", "X-RateLimit-Reset", "X-RateLimit-Resource", "X-Trace-Id", "Location",
	} {
		for _, value := range header.Values(name) {
			if name == "Location" {
				value = ShownLocation(value)
			}
			fmt.Fprintf(&b, " %s=%q", strings.ToLower(name), value)
		}
	}
	return b.String()
}

// ShownLocation returns the address of a redirect without possible credentials.
func ShownLocation(location string) string {
	u, err := url.Parse(location)
	if err != nil {
		return "(not an address)"
	}
	return shownURL(u)
}

// secretName matches query parameters that may hold a credential, such as those of a raw call or a redirect.
var secretName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)token|secret|passw|key|auth|sig|verifier|assertion|session|ticket|jwt|^code$|^state$`)
})

// shownURL returns an address without possible credentials.
func shownURL(u *url.URL) string {
	shown := *u
	shown.User = nil
	if shown.Fragment != "" { // an implicit sign-in returns its token there
		shown.Fragment, shown.RawFragment = "REDACTED", ""
	}
	query := shown.Query()
	for name := range query {
		if secretName().MatchString(name) {
			query[name] = []string{"REDACTED"}
		}
	}
	shown.RawQuery = query.Encode()
	return shown.String()
}

// OneLine makes foreign text safe for a terminal and a log: one line of at most limit characters, then "..." if it was
// cut.
func OneLine(s string, limit int) string {
	text := []rune(clean.Line(s))
	if len(text) > limit {
		return string(text[:limit]) + "..."
	}
	return string(text)
}
