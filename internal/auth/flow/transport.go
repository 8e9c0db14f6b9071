package flow

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/transport"
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
)

// lateError is a server whose answer was not complete in time.
type lateError struct{ limit time.Duration }

func (e lateError) Error() string { return fmt.Sprintf("no complete answer within %s", e.limit) }

// client returns an HTTP client for one exchange with an authorization server: bounded in time and
// size, body included, and following nothing.
func (c *Client) client(maxBody int64, notes *Notes) *http.Client {
	return &http.Client{
		Transport: &boundedTransport{next: c.HTTP, limit: cmp.Or(c.Limit, RequestTimeout), maxBody: maxBody, notes: notes, now: c.Now, log: c.Log},
		CheckRedirect: func(req *http.Request, _ []*http.Request) error {
			return &redirectError{host: Clean(req.URL.Host)}
		},
	}
}

// boundedTransport reads each body whole before it hands the response on, so that one deadline and
// one size cover it all.
type boundedTransport struct {
	next    http.RoundTripper
	limit   time.Duration
	maxBody int64
	notes   *Notes
	now     func() time.Time
	log     *transport.Log
}

// RoundTrip implements http.RoundTripper. The log tells of the kind of a request and of a refusal, and
// nothing else of a body.
func (t *boundedTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	start := t.log.Sent(req, kindOf(req), int(req.ContentLength))
	resp, body, err := t.exchange(req)
	if err != nil {
		t.log.Failed(start, err)
		return nil, err
	}
	t.log.Came(start, resp.StatusCode, resp.Header, len(body), refusalIn(resp, body))
	return resp, nil
}

func (t *boundedTransport) exchange(req *http.Request) (*http.Response, []byte, error) {
	ctx, cancel := context.WithTimeoutCause(req.Context(), t.limit, lateError{t.limit})
	defer cancel()
	resp, err := t.next.RoundTrip(req.Clone(ctx))
	if err != nil {
		return nil, nil, causeOf(ctx, err)
	}
	defer resp.Body.Close()
	t.notes.take(resp.Header, t.now())
	body, err := io.ReadAll(io.LimitReader(resp.Body, t.maxBody+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, nil, errCut
	case err != nil:
		return nil, nil, causeOf(ctx, err)
	case int64(len(body)) > t.maxBody:
		return nil, nil, errTooLarge
	}
	t.notes.json.Store(json.Valid(body))
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, body, nil
}

// Words that a log may repeat, since they are fixed: whatever else stands in their place may be secret.
var (
	grants   = []string{"authorization_code", "refresh_token", deviceGrant}
	refusals = []string{
		"invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope",
		"authorization_pending", "slow_down", "access_denied", "expired_token", "unsupported_token_type",
		"invalid_redirect_uri", "invalid_client_metadata", "server_error", "temporarily_unavailable",
	}
)

// kindOf names the grant that a form asks by, for a log.
func kindOf(req *http.Request) string {
	if req.GetBody == nil || req.Header.Get("Content-Type") != "application/x-www-form-urlencoded" {
		return ""
	}
	body, err := req.GetBody()
	if err != nil {
		return ""
	}
	text, _ := io.ReadAll(body)
	form, _ := url.ParseQuery(string(text))
	if grant := form.Get("grant_type"); slices.Contains(grants, grant) {
		return " grant_type=" + grant
	}
	return ""
}

// refusalIn names the server's own error, for a log.
func refusalIn(resp *http.Response, body []byte) string {
	var said struct {
		Error string `json:"error"`
	}
	if resp.StatusCode < http.StatusBadRequest || json.Unmarshal(body, &said) != nil || !slices.Contains(refusals, said.Error) {
		return ""
	}
	return ", " + said.Error
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
	timed  atomic.Bool  // the server told the time
	html   atomic.Bool  // it was a web page
	json   atomic.Bool  // its body is whole JSON
}

func (n *Notes) take(h http.Header, now time.Time) {
	n.html.Store(isHTML(h))
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		n.offset.Store(int64(now.Sub(date)))
		n.timed.Store(true)
	}
}

func isHTML(h http.Header) bool {
	kind, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	return kind == "text/html"
}

// explain turns what an HTTP client returned into an error a caller can branch on. doing says what
// was tried, to which URL.
func explain(ctx context.Context, doing, target string, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%s: %w", doing, context.Cause(ctx))
	}
	host := HostOf(target)
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err // its text repeats the whole address
	}
	if wrong, ok := errors.AsType[*transport.ProxySettingError](err); ok {
		return fmt.Errorf("%s: %w", doing, wrong)
	}
	if proxy := transport.ProxyFailure(target, err); proxy != nil {
		return &NetworkError{Doing: doing, Host: "the proxy " + Clean(proxy.Host), Err: proxy.Err, Proxy: true}
	}
	answer := &AnswerError{Doing: doing, Host: host}
	redirect, redirected := errors.AsType[*redirectError](err)
	switch {
	case redirected:
		answer.Reason = redirect.Error()
	case errors.Is(err, errCut):
		answer.Reason, answer.Lost = errCut.Error(), true
	case errors.Is(err, errTooLarge):
		answer.Reason = errTooLarge.Error()
	case transport.Untrusted(err):
		answer.Reason = transport.TrustReason(err)
		answer.Remedy, answer.Err = transport.TrustAdvice(err), err
	default:
		return &NetworkError{Doing: doing, Host: host, Err: err}
	}
	return answer
}

// judge says what is wrong with a whole answer whose status is not 2xx, by the status alone.
func judge(doing, target string, resp *http.Response, now time.Time) error {
	host := HostOf(target)
	switch {
	case resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode == http.StatusServiceUnavailable:
		after, told := transport.RetryDelay(resp.StatusCode, resp.Header, now)
		return &WaitError{Host: host, After: max(after, time.Second), Guessed: !told}
	case resp.StatusCode >= 500:
		return &NetworkError{Doing: doing, Host: host, Status: resp.StatusCode, Err: errors.New("the server failed with " + transport.StatusText(resp.StatusCode))}
	}
	return &AnswerError{Doing: doing, Host: host, Status: resp.StatusCode, Reason: "it answered " + transport.StatusText(resp.StatusCode)}
}

const webPage = "it answered with a web page; a sign-in page of the network may be in between"

// fetch reads one document. A transport failure and a 5xx get one more try: reading again costs nothing.
func (c *Client) fetch(ctx context.Context, doing, target string, notes *Notes) (body []byte, err error) {
	err = c.RetryBusy(ctx, doing, c.WaitBudget, func() error {
		body, err = c.fetchOnce(ctx, doing, target, notes)
		if _, failed := errors.AsType[*NetworkError](err); failed {
			body, err = c.fetchOnce(ctx, doing, target, notes)
		}
		return err
	})
	return body, err
}

func (c *Client) fetchOnce(ctx context.Context, doing, target string, notes *Notes) ([]byte, error) {
	resp, err := c.get(ctx, doing, target, notes)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, judge(doing, target, resp, c.Now())
	}
	if isHTML(resp.Header) {
		return nil, &AnswerError{Doing: doing, Host: HostOf(target), Status: resp.StatusCode, Reason: webPage}
	}
	return io.ReadAll(resp.Body)
}

func (c *Client) get(ctx context.Context, doing, target string, notes *Notes) (*http.Response, error) {
	return c.do(ctx, doing, http.MethodGet, target, "", "", notes)
}

// post sends a body of a media type to an endpoint of the server.
func (c *Client) post(ctx context.Context, doing, target, kind, body string, notes *Notes) (*http.Response, error) {
	return c.do(ctx, doing, http.MethodPost, target, kind, body, notes)
}

// do sends a request, with a body of a media type unless that is "", and reads the answer whole.
func (c *Client) do(ctx context.Context, doing, method, target, kind, body string, notes *Notes) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, target, strings.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	req.Header.Set("Accept", "application/json")
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	resp, err := c.client(maxMetadataBody, notes).Do(req)
	if err != nil {
		return nil, explain(ctx, doing, target, err)
	}
	return resp, nil
}

// refusalOf is refusal for an answer whose body was not read yet, nil if it is 2xx.
func (c *Client) refusalOf(doing, target string, resp *http.Response) error {
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode/100 == 2 {
		return err
	}
	return c.refusal(doing, target, resp, body)
}

// refusal reads the server's own error (RFC 6749 §5.2) from an answer that is not 2xx.
func (c *Client) refusal(doing, target string, resp *http.Response, body []byte) error {
	var said struct {
		Error       string `json:"error"`
		Description string `json:"error_description"`
	}
	if resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests ||
		json.Unmarshal(body, &said) != nil || said.Error == "" {
		return judge(doing, target, resp, c.Now())
	}
	return &DeniedError{Code: Clean(said.Error), Description: Clean(said.Description)}
}

// maxGuesses is how often a busy server that names no time is asked again, after 1 s and 2 s.
const maxGuesses = 2

// RetryBusy runs try, and again after what a busy server asks to wait: once if the server named a
// time within limit, twice if it named none.
func (c *Client) RetryBusy(ctx context.Context, doing string, limit time.Duration, try func() error) error {
	place := c.Rand()
	for n := 1; ; n++ {
		err := try()
		wait, busy := errors.AsType[*WaitError](err)
		if !busy {
			return err
		}
		pause, more := wait.After, n == 1
		if wait.Guessed {
			pause, more = wait.After<<(n-1), n <= maxGuesses
		}
		if !more || pause > limit {
			return err
		}
		pause = c.pausing(doing, pause, wait, place, limit)
		release := patience.Hold(ctx) // the server asked for it
		err = c.Wait(ctx, pause)
		release()
		if err != nil {
			return fmt.Errorf("%s: %w", doing, err)
		}
	}
}

// pausing is the wait that a busy server asked for, within limit and spread by the place among all whom it
// refused; it is told to who wants to know.
func (c *Client) pausing(doing string, asked time.Duration, busy *WaitError, place float64, limit time.Duration) time.Duration {
	p := transport.Pause{For: doing, Wait: asked + time.Duration(place*float64(transport.Spread(asked, limit-asked))), Why: "the sign-in server is busy"}
	if !busy.Guessed {
		p.Asked = asked
	}
	c.Pausing(p)
	return p.Wait
}
