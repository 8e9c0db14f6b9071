package apiclient

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/transport"
)

// maxLogged bounds a line of the log, in characters.
const maxLogged = 4000

// loggedHeaders are the only ones a debug log shows, of requests and answers.
var loggedHeaders = [...]string{
	"Accept", "User-Agent", "Content-Type", "Date", "Retry-After", "RateLimit",
	"RateLimit-Policy", "X-RateLimit-Resource", "X-Trace-Id", "Location",
}

// logging writes two lines for each try. It sits above the bearer token.
type logging struct {
	next layer
	out  io.Writer
	now  func() time.Time

	mu sync.Mutex // one line at a time
}

func (l *logging) send(ctx context.Context, c *call) (*answer, error) {
	start := l.now()
	l.line(start, fmt.Sprintf("> %s %s%s %d bytes", c.request.Method, shownURL(c.request.URL), shownHeader(c.request.Header), len(c.body)))
	a, err := l.next.send(ctx, c)
	end := l.now()
	took := end.Sub(start).Round(time.Millisecond)
	if err != nil {
		l.line(end, fmt.Sprintf("! after %s: %s", took, err.Error()))
		return nil, err
	}
	note := ""
	if a.trouble != nil {
		note = ", " + a.trouble.Error()
	}
	l.line(end, fmt.Sprintf("< %d after %s%s %d bytes%s", a.status, took, shownHeader(a.header), len(a.body), note))
	return a, nil
}

// line writes at once. A log that cannot be written must not fail the call.
func (l *logging) line(at time.Time, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, _ = fmt.Fprintf(l.out, "%s %s\n", at.UTC().Format("2006-01-02T15:04:05.000Z"), transport.OneLine(text, maxLogged))
}

func shownHeader(header http.Header) string {
	var b strings.Builder
	for _, name := range loggedHeaders {
		for _, value := range header.Values(name) {
			if name == "Location" {
				value = shownLocation(value)
			}
			fmt.Fprintf(&b, " %s=%q", strings.ToLower(name), value)
		}
	}
	return b.String()
}
