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
	"strings"
	"sync/atomic"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/transport"
)

// class is a column of the table of tries.
type class = api.Class

// The classes of the contract.
const (
	create   = api.Create
	poll     = api.Poll
	read     = api.Read
	link     = api.Link
	feedback = api.Feedback
	classes  = feedback + 1 // number of the classes above
)

// call is one operation that is sent.
type call struct {
	op      *api.Operation
	request *http.Request
	body    []byte      // nil if none is sent
	token   *credential // nil when none is sent
	// read decodes the body of a success; nil if its type is unknown, as for a raw call.
	read func(body []byte) error
}

// RawResponse is an answer of the service, not decoded.
type RawResponse struct {
	Status  int
	Header  http.Header
	Body    []byte // exact bytes, JSON or empty
	trouble error  // why Body is incomplete
}

// sandboxPrefix begins every access token of the sandbox.
const sandboxPrefix = "sandbox_"

// TokenSource supplies the caller's access token.
type TokenSource interface {
	// Token returns a token that should be valid now. It is called before each try.
	Token(ctx context.Context) (string, error)
	// Renew is called with a token that the service refused, at most once per call. A source that cannot renew returns
	// the same token.
	Renew(ctx context.Context, rejected string) (string, error)
}

// credential is the token of one call. The bearer layer requests it before each try; the retry layer renews it after
// a refusal.
type credential struct {
	source  TokenSource
	token   string // of the last try, "" before the first
	renewed bool
}

// renew gets a new token after a refusal. If the source has no new one, renew returns the refusal.
func (c *credential) renew(ctx context.Context, refusal error) error {
	c.renewed = true
	token, err := c.source.Renew(ctx, c.token)
	switch {
	case err != nil:
		return fmt.Errorf("renew the access token after a refusal: %w", err)
	case token == "" || token == c.token:
		return refusal
	}
	c.token = token
	return nil
}

// signed returns the request with the access token, which goes to the deployment's own origin only. It refuses to
// send a sandbox token to another machine, or a malformed token anywhere.
func (c *Client) signed(ctx context.Context, sent *call) (*http.Request, error) {
	own := sent.token
	if own == nil || !transport.SameOrigin(sent.request.URL, c.base) {
		return sent.request, nil
	}
	if !own.renewed {
		token, err := own.source.Token(ctx)
		if err != nil {
			return nil, fmt.Errorf("get an access token: %w", err)
		}
		own.token = token
	}
	switch token := own.token; {
	case strings.HasPrefix(token, sandboxPrefix) && !transport.IsLoopback(c.base.Hostname()):
		return nil, ErrSandboxToken
	case token == "" || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return nil, notSent("the access token is empty or holds characters no header may carry")
	}
	signed := sent.request.Clone(ctx)
	signed.Header.Set("Authorization", "Bearer "+own.token)
	return signed, nil
}

// exchange makes one try and writes two lines of the log, without the token.
func (c *Client) exchange(ctx context.Context, sent *call) (a *RawResponse, err error) {
	start := c.log.Sent(sent.request, "", len(sent.body))
	request, err := c.signed(ctx, sent)
	if err == nil {
		a, err = c.transmit(ctx, sent, request)
	}
	if err != nil {
		c.log.Failed(start, err)
		return nil, err
	}
	note := ""
	if a.trouble != nil {
		note = ", " + a.trouble.Error()
	}
	c.log.Came(start, a.Status, a.Header, len(a.Body), note)
	return a, nil
}

// Bounds on the bytes read, counted after decompression.
const (
	maxBodyBytes    = 16 << 20
	maxProblemBytes = 64 << 10
)

// transmit sends a request once and reads its answer to the end.
func (c *Client) transmit(ctx context.Context, sent *call, request *http.Request) (*RawResponse, error) {
	if ctx.Err() != nil {
		return nil, &ExchangeError{Kind: Interrupted, Host: request.URL.Host, Err: context.Cause(ctx)}
	}
	tryCtx, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	var seen progress
	req := request.Clone(httptrace.WithClientTrace(tryCtx, seen.trace()))
	if sent.body != nil {
		req.Body = io.NopCloser(bytes.NewReader(sent.body))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(sent.body)), nil }
		req.ContentLength = int64(len(sent.body))
	}
	through := c.o.Network
	if sent.op.Class == create || sent.op.Class == feedback {
		// On a reused connection the server may be closing, and a failure there would not show whether the request was
		// accepted.
		through = c.fresh
	}
	resp, err := through.RoundTrip(req)
	if err != nil {
		return nil, failure(ctx, req, err, &seen, c.o.Timeout)
	}
	defer func() { _ = resp.Body.Close() }()
	a := &RawResponse{Status: resp.StatusCode, Header: resp.Header}
	limit := int64(maxBodyBytes)
	if a.Status >= http.StatusBadRequest {
		limit = maxProblemBytes
	}
	a.Body, err = readBounded(resp, limit)
	host := req.URL.Host
	switch {
	case err == nil:
	case ctx.Err() != nil:
		a.trouble = &ExchangeError{Kind: Interrupted, Host: host, Err: context.Cause(ctx), MaybeCreated: true}
	case isTimeout(err):
		a.trouble = &ExchangeError{Kind: NoAnswer, Host: host, Err: late(err, c.o.Timeout), MaybeCreated: true}
	case errors.Is(err, errTooLarge):
		a.trouble = &ExchangeError{Kind: TooLarge, Host: host, Status: a.Status, Detail: "it is too large", Err: err}
	default:
		a.trouble = &ExchangeError{Kind: Truncated, Host: host, Status: a.Status, Detail: "it broke off", Err: err}
	}
	return a, nil
}

var errTooLarge = errors.New("over the limit")

// readBounded reads to the end and returns the bytes that came before any error. It sizes the buffer by
// Content-Length, to avoid the copies of a growing buffer.
func readBounded(resp *http.Response, limit int64) ([]byte, error) {
	most := io.LimitReader(resp.Body, limit+1)
	var body []byte
	var err error
	if size := resp.ContentLength; size >= 0 && size <= limit {
		whole := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
		_, err = whole.ReadFrom(most)
		body = whole.Bytes()
	} else { // a doubling buffer would use more memory for a body of unknown length
		body, err = io.ReadAll(most)
	}
	if err == nil && int64(len(body)) > limit {
		most := fmt.Sprintf("%d KiB", limit>>10)
		if limit >= 1<<20 {
			most = fmt.Sprintf("%d MiB", limit>>20)
		}
		return body[:limit], fmt.Errorf("%w of %s", errTooLarge, most)
	}
	return body, err
}

// failure classifies the error of a try that got no answer.
func failure(ctx context.Context, req *http.Request, err error, seen *progress, timeout time.Duration) error {
	host := req.URL.Host
	maybe := !seen.reported.Load() || seen.wrote.Load() // unless it is certain that no byte was sent
	if ctx.Err() != nil {
		return &ExchangeError{Kind: Interrupted, Host: host, Err: context.Cause(ctx), MaybeCreated: maybe}
	}
	if errors.Is(err, transport.ErrProxySetting) {
		return err
	}
	if proxy := transport.ProxyFailure(req.URL.String(), err); proxy != nil {
		return &ExchangeError{Kind: ProxyFailed, Host: proxy.Host, Err: proxy.Err}
	}
	if proxy := proxyOf(req); proxy != "" && !maybe && !seen.greeted.Load() && !isTimeout(err) {
		return &ExchangeError{Kind: ProxyFailed, Host: proxy, Err: err} // it never got through the proxy
	}
	_, isOp := errors.AsType[*net.OpError](err)
	isEnd := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
	if transport.Untrusted(err) || seen.badSecret.Load() {
		return &ExchangeError{Kind: UntrustedTLS, Host: host, Detail: transport.TrustReason(err), Err: err}
	}
	switch {
	case isTimeout(err) && !maybe:
		return &ExchangeError{Kind: ConnectTimeout, Host: host, Err: err}
	case isTimeout(err):
		return &ExchangeError{Kind: NoAnswer, Host: host, Err: late(err, timeout), MaybeCreated: true}
	case !maybe:
		return &ExchangeError{Kind: NotSent, Host: host, Err: err}
	case seen.answered.Load() && !isOp && !isEnd:
		return &ExchangeError{Kind: Malformed, Host: host, Detail: "it is not HTTP, or its header is too large", Err: err, MaybeCreated: true}
	}
	return &ExchangeError{Kind: NoAnswer, Host: host, Err: err, MaybeCreated: true}
}

func late(err error, timeout time.Duration) error {
	return problem.Error{Class: problem.Network, Text: fmt.Sprintf("no end within %s", timeout), Err: err}
}

func isTimeout(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	late, ok := errors.AsType[net.Error](err)
	return ok && late.Timeout()
}

// progress records how far a try got. The hooks run on other goroutines.
type progress struct {
	reported  atomic.Bool // the transport reports its progress
	wrote     atomic.Bool // a byte of the request may have left
	answered  atomic.Bool // the first byte of an answer came
	greeted   atomic.Bool // a TLS handshake began
	badSecret atomic.Bool // it failed, and not because the connection broke off
}

func (p *progress) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn: func(string) { p.reported.Store(true) },
		// This is the earliest sign: a long header is flushed before it is complete.
		WroteHeaderField:     func(string, []string) { p.wrote.Store(true) },
		WroteHeaders:         func() { p.wrote.Store(true) },
		WroteRequest:         func(httptrace.WroteRequestInfo) { p.wrote.Store(true) },
		GotFirstResponseByte: func() { p.answered.Store(true) },
		TLSHandshakeStart:    func() { p.greeted.Store(true) },
		TLSHandshakeDone: func(_ tls.ConnectionState, err error) {
			p.badSecret.Store(transport.Untrusted(err))
		},
	}
}

// proxyOf returns the host of the proxy the request would use, or "" if none.
func proxyOf(req *http.Request) string {
	host, _ := transport.ProxyHost(req.URL.String())
	return host
}

// repeatable reports whether it is harmless to send the operation twice.
func repeatable(c class) bool { return c != create && c != feedback }

// Reached describes how a connection to an address was made.
type Reached struct {
	Proxy string    // its host, "" if none
	TLS   string    // such as "TLS 1.3"; "" for http
	Ends  time.Time // expiry of the server's certificate, zero for http
}

// Reach makes a connection like every call does, through the same proxy and with the same checks, and closes it
// before a request is sent. The error is an *ExchangeError, as for a call.
func Reach(ctx context.Context, address string, timeout time.Duration) (Reached, error) {
	through := transport.New(transport.Proxy)
	defer through.CloseIdleConnections()
	return reach(ctx, through, address, timeout)
}

func reach(ctx context.Context, through http.RoundTripper, address string, timeout time.Duration) (Reached, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, address, nil)
	if err != nil {
		return Reached{}, notSent("not an address: " + address)
	}
	tryCtx, stop := context.WithTimeout(ctx, timeout)
	defer stop()
	var seen progress
	var made atomic.Pointer[Reached] // the hook may run on another goroutine
	tryCtx = httptrace.WithClientTrace(tryCtx, seen.trace())
	tryCtx = httptrace.WithClientTrace(tryCtx, &httptrace.ClientTrace{GotConn: func(got httptrace.GotConnInfo) {
		reached := &Reached{Proxy: proxyOf(req)}
		if secure, ok := got.Conn.(*tls.Conn); ok {
			state := secure.ConnectionState()
			reached.TLS, reached.Ends = tls.VersionName(state.Version), state.PeerCertificates[0].NotAfter
		}
		made.Store(reached)
		_ = got.Conn.Close()
		stop()
	}})
	// The request is never sent: its connection is closed as soon as it is established.
	resp, err := through.RoundTrip(req.Clone(tryCtx))
	if err == nil {
		_ = resp.Body.Close()
	}
	if reached := made.Load(); reached != nil {
		return *reached, nil
	}
	return Reached{Proxy: proxyOf(req)}, failure(ctx, req, err, &seen, timeout)
}
