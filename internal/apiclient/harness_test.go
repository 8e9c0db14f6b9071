package apiclient

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"travel.example/travel/internal/transport"
)

// testBase is the deployment of the tests, on which plain http is allowed.
const testBase = "http://api.localhost"

// wire is a network of pipes. It works inside a synctest bubble, where waits take no time, and the answering side
// writes raw bytes.
type wire struct {
	t     *testing.T
	serve func(n int, conn net.Conn) // n counts the connections from 1

	serving sync.WaitGroup

	mu       sync.Mutex
	dials    int
	requests []string // first lines of the requests that were read
	headers  []http.Header
	conns    []net.Conn
}

// dial opens a connection to serve.
func (w *wire) dial(context.Context, string, string) (net.Conn, error) {
	client, server := net.Pipe()
	w.mu.Lock()
	w.dials++
	n := w.dials
	w.conns = append(w.conns, client, server)
	w.mu.Unlock()
	w.serving.Go(func() {
		w.serve(n, server)
		_ = server.Close()
	})
	return client, nil
}

// read reads one request from the connection and records it.
func (w *wire) read(conn net.Conn) bool {
	req, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		return false
	}
	_, _ = io.Copy(io.Discard, req.Body)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requests = append(w.requests, req.Method+" "+req.URL.Path)
	w.headers = append(w.headers, req.Header)
	return true
}

// sent returns how many requests arrived.
func (w *wire) sent() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.requests)
}

// close closes every connection and waits until all servers have ended.
func (w *wire) close() {
	w.mu.Lock()
	conns := w.conns
	w.mu.Unlock()
	for _, conn := range conns {
		_ = conn.Close()
	}
	w.serving.Wait()
}

// options returns the options of a client on the wire, with a clock that stands still.
func (w *wire) options() Options {
	through := transport.New(nil)
	through.DialContext = w.dial
	through.DisableKeepAlives = true
	return Options{BaseURL: testBase, Network: through, Rand: func() float64 { return 0.5 }}
}

// reply returns a raw HTTP/1.1 answer.
func reply(status int, header, body string) string {
	return fmt.Sprintf("HTTP/1.1 %d %s\r\n%sContent-Length: %d\r\n\r\n%s", status, http.StatusText(status), header, len(body), body)
}

const (
	jsonHeader    = "Content-Type: application/json\r\n"
	problemHeader = "Content-Type: application/problem+json\r\nX-Trace-Id: t-1\r\n"
)

// problemBody returns a complete problem document with that code.
func problemBody(status int, code string) string {
	return fmt.Sprintf(`{"type":"about:blank","title":"T","status":%d,"detail":"D","instance":"/i","code":%q,"trace_id":"t-1"}`, status, code)
}

// answering writes the text after reading a request.
func answering(text string) func(*wire, int, net.Conn) {
	return func(w *wire, _ int, conn net.Conn) {
		if w.read(conn) {
			_, _ = io.WriteString(conn, text)
		}
	}
}

// operationOf calls one operation of each class and returns the error.
func operationOf(c class) func(context.Context, *Client) error {
	switch c {
	case create:
		return func(ctx context.Context, client *Client) error {
			got, err := client.CreateFlightSearch(ctx, FlightSearchRequest{From: "LIS", To: "OSL", FromDate: "2027-01-02"})
			return set(err, got != nil && got.Value.SearchID == "s1")
		}
	case poll:
		return func(ctx context.Context, client *Client) error {
			got, err := client.GetFlightSearchResults(ctx, "s1", nil)
			return set(err, got != nil && got.Value.SearchID == "s1")
		}
	case read:
		return func(ctx context.Context, client *Client) error {
			got, err := client.GetCurrentUser(ctx)
			return set(err, got != nil && got.Value.Sub == "u1")
		}
	case link:
		return func(ctx context.Context, client *Client) error {
			got, err := client.GetFlightSearchLink(ctx, &GetFlightSearchLinkParams{From: "LIS", To: "OSL"})
			return set(err, got != nil && got.Value.SearchURL != "")
		}
	}
	return func(ctx context.Context, client *Client) error {
		got, err := client.SubmitFeedback(ctx, Feedback{Message: new("fine")})
		return set(err, got != nil && got.Value != nil && got.Body != nil)
	}
}

// set returns an error if a call ended with neither an error nor a payload.
func set(err error, payload bool) error {
	if err == nil && !payload {
		return errors.New("neither an error nor a payload")
	}
	return err
}

// deadline is longer than any chain of tries and waits of one call.
const deadline = 10 * time.Minute

// noWait waits without taking any time.
func noWait(ctx context.Context, _ time.Duration) error { return ctx.Err() }
