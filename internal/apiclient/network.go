package apiclient

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"time"

	"travel.example/travel/internal/transport"
)

// Bounds on what is read, counted after decompression.
const (
	maxBodyBytes    = 16 << 20
	maxProblemBytes = 64 << 10
)

// reuse holds the two ways out.
type reuse struct {
	shared http.RoundTripper // keeps connections
	fresh  http.RoundTripper // a new connection each time
}

// network is the innermost layer: one try, its answer read to the end.
type network struct {
	transports reuse
	timeout    time.Duration
}

func (n *network) send(ctx context.Context, c *call) (*answer, error) {
	if ctx.Err() != nil {
		return nil, &NetworkError{Kind: Interrupted, Host: c.request.URL.Host, Err: ctx.Err()}
	}
	tryCtx, cancel := context.WithTimeout(ctx, n.timeout)
	defer cancel()
	var seen progress
	req := c.request.Clone(httptrace.WithClientTrace(tryCtx, seen.trace()))
	if c.body != nil {
		req.Body = io.NopCloser(bytes.NewReader(c.body))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(c.body)), nil }
		req.ContentLength = int64(len(c.body))
	}
	through := n.transports.shared
	if c.op.Class == create || c.op.Class == feedback {
		// On a kept connection the server may be closing, and a loss there
		// would not tell whether the request was taken.
		through = n.transports.fresh
	}
	resp, err := through.RoundTrip(req)
	if err != nil {
		return nil, n.failure(ctx, req, err, &seen)
	}
	defer func() { _ = resp.Body.Close() }()
	a := &answer{status: resp.StatusCode, header: resp.Header}
	a.body, err = readBounded(resp.Body, limitFor(resp.StatusCode))
	if err != nil {
		a.trouble = n.brokenBody(ctx, req, resp.StatusCode, err)
	}
	return a, nil
}

func limitFor(status int) int64 {
	if status >= http.StatusBadRequest {
		return maxProblemBytes
	}
	return maxBodyBytes
}

var errTooLarge = errors.New("body over the bound")

// readBounded reads to the end and gives what came before an error.
func readBounded(r io.Reader, limit int64) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(body)) > limit {
		return body[:limit], fmt.Errorf("%w of %d KiB", errTooLarge, limit>>10)
	}
	return body, err
}

// failure names a try that has no answer.
func (n *network) failure(ctx context.Context, req *http.Request, err error, seen *progress) error {
	host := req.URL.Host
	maybe := seen.maybeSent()
	if ctx.Err() != nil {
		return &NetworkError{Kind: Interrupted, Host: host, Err: ctx.Err(), MaybeCreated: maybe}
	}
	if wrong, ok := errors.AsType[*transport.ProxySettingError](err); ok {
		return wrong
	}
	if proxy := transport.ProxyFailure(req.URL.String(), err); proxy != nil {
		return &NetworkError{Kind: ProxyFailed, Host: proxy.Host, Err: proxy.Err}
	}
	_, isOp := errors.AsType[*net.OpError](err)
	if seen.untrusted(err) {
		return &BadResponseError{Kind: UntrustedTLS, Host: host, Detail: "the TLS connection is not to be trusted", Err: err}
	}
	switch {
	case isTimeout(err) && !maybe:
		return &NetworkError{Kind: ConnectTimeout, Host: host, Err: err}
	case isTimeout(err):
		return &NetworkError{Kind: NoAnswer, Host: host, Err: n.late(err), MaybeCreated: true}
	case !maybe:
		return &NetworkError{Kind: NotSent, Host: host, Err: err}
	case seen.answered.Load() && !isOp && !isEOF(err):
		return &BadResponseError{Kind: Malformed, Host: host, Detail: "it is not HTTP, or its header is too large", Err: err, MaybeCreated: true}
	}
	return &NetworkError{Kind: NoAnswer, Host: host, Err: err, MaybeCreated: true}
}

// brokenBody names an answer whose body did not come whole.
func (n *network) brokenBody(ctx context.Context, req *http.Request, status int, err error) error {
	host := req.URL.Host
	switch {
	case ctx.Err() != nil:
		return &NetworkError{Kind: Interrupted, Host: host, Err: ctx.Err(), MaybeCreated: true}
	case isTimeout(err):
		return &NetworkError{Kind: NoAnswer, Host: host, Err: n.late(err), MaybeCreated: true}
	case errors.Is(err, errTooLarge):
		return &BadResponseError{Kind: TooLarge, Host: host, Status: status, Detail: "it is too large", Err: err}
	}
	return &BadResponseError{Kind: Truncated, Host: host, Status: status, Detail: "it broke off", Err: err}
}

func (n *network) late(err error) error {
	return fmt.Errorf("no end within %s: %w", n.timeout, err)
}

func isEOF(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

func isTimeout(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	late, ok := errors.AsType[net.Error](err)
	return ok && late.Timeout()
}

// isTLS tells whether the error is one of a certificate or of the handshake.
func isTLS(err error) bool {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	_, ok := errors.AsType[tls.RecordHeaderError](err)
	return ok
}
