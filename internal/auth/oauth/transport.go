package oauth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"sync/atomic"
	"time"

	"travel.example/travel/internal/auth/foreign"
)

const (
	maxTokenBody    = 1 << 20   // bytes of a token or revocation answer, after decompression
	maxMetadataBody = 256 << 10 // bytes of a discovery document or key set
)

// redirectError stops a redirect before it is followed: a 307 would replay a code or a refresh token.
type redirectError struct{ host string }

func (e *redirectError) Error() string {
	return fmt.Sprintf("it redirects to %s, and a redirect is never followed here", e.host)
}

var (
	errTooLarge = errors.New("the answer is too large")
	errCut      = errors.New("the answer ends too early")
	errDeadline = fmt.Errorf("no complete answer within %s", RequestTimeout)
)

// client returns an HTTP client for one exchange with an authorization server: bounded in time and
// size, body included, and following nothing.
func (c *Client) client(maxBody int64, notes *Notes) *http.Client {
	return &http.Client{
		Transport: &boundedTransport{next: c.HTTP, maxBody: maxBody, notes: notes, now: c.Now},
		CheckRedirect: func(req *http.Request, _ []*http.Request) error {
			return &redirectError{host: foreign.Clean(req.URL.Host)}
		},
	}
}

// boundedTransport reads each body whole before it hands the response on, so that one deadline and
// one size cover it all.
type boundedTransport struct {
	next    http.RoundTripper
	maxBody int64
	notes   *Notes
	now     func() time.Time
}

// RoundTrip implements http.RoundTripper.
func (t *boundedTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeoutCause(req.Context(), RequestTimeout, errDeadline)
	defer cancel()
	resp, err := t.next.RoundTrip(req.Clone(ctx))
	if err != nil {
		return nil, causeOf(ctx, err)
	}
	defer resp.Body.Close()
	t.notes.take(resp.Header, t.now())
	body, err := io.ReadAll(io.LimitReader(resp.Body, t.maxBody+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errCut
	case err != nil:
		return nil, causeOf(ctx, err)
	case int64(len(body)) > t.maxBody:
		return nil, errTooLarge
	}
	t.notes.json.Store(json.Valid(body))
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// causeOf prefers why ctx ended to the transport's bare "context deadline exceeded".
func causeOf(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// Notes keeps what a caller needs to know about the last answer when a library in between has
// consumed it.
type Notes struct {
	offset atomic.Int64 // this computer's clock minus the server's, in nanoseconds, if the server told
	html   atomic.Bool  // it was a web page
	json   atomic.Bool  // its body is whole JSON
}

func (n *Notes) take(h http.Header, now time.Time) {
	n.html.Store(isHTML(h))
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		n.offset.Store(int64(now.Sub(date)))
	}
}

func isHTML(h http.Header) bool {
	kind, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	return kind == "text/html"
}
