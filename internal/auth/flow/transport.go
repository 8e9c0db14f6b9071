package flow

import (
	"bytes"
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
	"time"

	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/transport"
)

// RequestTimeout bounds one request to the authorization server, its body included, where no one says less.
const RequestTimeout = 30 * time.Second

// maxBody is the most that is read of an answer, in bytes after decompression.
const maxBody = 256 << 10

// call is one exchange with a server, as a transport for the libraries that make the request: bounded in time
// and size, body included, and following nothing. Only an answer to use gets through it. All others are its
// error, which the libraries lose, or repeat with a whole address and a whole body.
type call struct {
	*Client
	ctx    context.Context // of the exchange, whatever a library makes of it
	doing  string          // what is tried, for an error
	limit  time.Duration   // of one try
	again  patienceOf
	raw    bool          // an answer of any status and kind is one to use
	wants  string        // what an answer is that is a JSON object; "" takes one of any kind
	takes  []string      // media types of further answers to use
	err    error         // why there was no answer to use, of the last request
	header http.Header   // of the last answer
	offset time.Duration // this computer's clock minus the server's, if that answer told the time
	timed  bool          // it did
}

// patienceOf says when a request is made again.
type patienceOf int

const (
	once     patienceOf = iota
	whenBusy            // once the server has said that it is busy
	anyway              // also once where there was no answer, or the server failed: it costs nothing
)

// call prepares an exchange that is made once, and whose answer may be anything where its status is well.
func (c *Client) call(ctx context.Context, doing string) *call {
	limit := c.Limit
	if limit == 0 {
		limit = RequestTimeout
	}
	return &call{Client: c, ctx: ctx, doing: doing, limit: limit}
}

// ask prepares an exchange whose answer is to be a JSON object.
func (c *Client) ask(ctx context.Context, doing, wants string, again patienceOf) *call {
	x := c.call(ctx, doing)
	x.wants, x.again = wants, again
	return x
}

// client is the exchange for a library.
func (x *call) client() *http.Client {
	return &http.Client{
		Transport:     x,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// get reads one document.
func (x *call) get(target string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, target, nil)
	return x.do(req, err)
}

// post sends a form.
func (x *call) post(target string, form url.Values) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPost, target, strings.NewReader(form.Encode()))
	if err == nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return x.do(req, err)
}

func (x *call) do(req *http.Request, err error) (*http.Response, error) {
	if err != nil {
		return nil, fmt.Errorf("%s: %w", x.doing, err)
	}
	req.Header.Set("Accept", "application/json")
	resp, err := x.client().Do(req)
	if x.err != nil {
		return nil, x.err
	}
	return resp, err
}

// RoundTrip implements http.RoundTripper.
func (x *call) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	try := func() error { resp, err = x.try(req); return err }
	if x.again == once {
		x.err = try()
		return resp, x.err
	}
	x.err = x.RetryBusy(x.ctx, x.doing, x.WaitBudget, maxGuesses, func() error {
		err := try()
		if x.again == anyway && IsUnreached(err) {
			err = try()
		}
		return err
	})
	return resp, x.err
}

// try makes the request. The log tells of the kind of a request and of a refusal, and nothing else of a body.
func (x *call) try(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeoutCause(x.ctx, x.limit, lateError{x.limit})
	defer cancel()
	req, kind := req.Clone(ctx), ""
	if req.GetBody != nil {
		body, err := req.GetBody()
		if err != nil {
			return nil, err
		}
		text, _ := io.ReadAll(body)
		req.Body = io.NopCloser(bytes.NewReader(text))
		form, _ := url.ParseQuery(string(text))
		if grant := form.Get("grant_type"); slices.Contains(loggedWords, grant) {
			kind = " grant_type=" + grant
		}
	}
	start := x.Log.Sent(req, kind, int(req.ContentLength))
	x.header, x.timed, x.offset = nil, false, 0
	resp, err := x.HTTP.RoundTrip(req)
	var body []byte
	if err == nil {
		defer resp.Body.Close()
		x.header = resp.Header
		if date, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
			x.timed, x.offset = true, x.Now().Sub(date)
		}
		body, err = io.ReadAll(io.LimitReader(resp.Body, maxBody+1))
		resp.Body = io.NopCloser(bytes.NewReader(body))
	}
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause // not the transport's bare "context deadline exceeded"
		}
		x.Log.Failed(start, err)
		return nil, x.unanswered(req.URL.String(), err)
	}
	said := refusalIn(resp, body)
	note := ""
	if resp.StatusCode >= http.StatusBadRequest && slices.Contains(loggedWords, said.Error) {
		note = ", " + said.Error
	}
	x.Log.Came(start, resp.StatusCode, resp.Header, len(body), note)
	if err := x.judge(req, resp, body, said); err != nil {
		return nil, err
	}
	return resp, nil
}

// lateError is a server whose answer was not complete in time.
type lateError struct{ limit time.Duration }

func (e lateError) Error() string { return fmt.Sprintf("no complete answer within %s", e.limit) }

// loggedWords are what a log may repeat, since they are fixed: whatever else stands in their place may be secret.
var loggedWords = []string{
	"authorization_code", refreshGrant, deviceGrant,
	"invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope",
	"authorization_pending", "slow_down", "access_denied", "expired_token", "unsupported_token_type",
	"invalid_redirect_uri", "invalid_client_metadata", "server_error", "temporarily_unavailable",
}

// refusal is the server's own error (RFC 6749 §5.2). Of a body that is one nothing else is kept.
type refusal struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
}

func refusalIn(resp *http.Response, body []byte) (said refusal) {
	if json.Unmarshal(body, &said) == nil {
		return said
	}
	if kind := mediaType(resp.Header); kind == formType || kind == "text/plain" { // some answer as they are asked
		form, _ := url.ParseQuery(string(body))
		return refusal{form.Get("error"), form.Get("error_description")}
	}
	return refusal{}
}

const formType = "application/x-www-form-urlencoded"

func mediaType(h http.Header) string {
	kind, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	return kind
}

// unanswered is the error of a request that got no whole answer.
func (x *call) unanswered(target string, err error) error {
	if cause := context.Cause(x.ctx); cause != nil && !errors.As(cause, new(lateError)) {
		return fmt.Errorf("%s: %w", x.doing, cause)
	}
	if wrong, ok := errors.AsType[*transport.ProxySettingError](err); ok {
		return fmt.Errorf("%s: %w", x.doing, wrong)
	}
	if proxy := transport.ProxyFailure(target, err); proxy != nil {
		f := &Fault{Host: "the proxy " + Clean(proxy.Host), Err: proxy.Err}
		return f.as(problem.Network, x.doing, "check the proxy named in HTTPS_PROXY, or list the host in NO_PROXY")
	}
	f := &Fault{Host: HostOf(target), Err: err}
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		f.Err, f.Lost = errors.New("the answer ends too early"), true
		return f.as(problem.Refused, x.doing, "")
	case transport.Untrusted(err):
		f.Err = untrusted{err}
		return f.as(problem.Refused, x.doing, transport.TrustAdvice(err))
	}
	return Unreached(x.doing, f.Host, err)
}

// untrusted is a connection that cannot be trusted, in words for people.
type untrusted struct{ error }

func (e untrusted) Error() string { return transport.TrustReason(e.error) }

func (e untrusted) Unwrap() error { return e.error }

const webPage = "it answered with a web page; a sign-in page of the network may be in between"

// judge says what is wrong with a whole answer; nil if it can be used.
func (x *call) judge(req *http.Request, resp *http.Response, body []byte, said refusal) error {
	host, status := HostOf(req.URL.String()), resp.StatusCode
	trimmed := bytes.TrimSpace(body)
	switch {
	case len(body) > maxBody:
		return x.unusable(req, resp, "the answer is too large")
	case x.raw:
		return nil
	case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable:
		after, told := transport.RetryDelay(status, resp.Header, x.Now())
		f := &Fault{Host: host, Status: status, After: max(after, time.Second), Guessed: !told}
		f.Err = fmt.Errorf("%s is busy; try again in %s", host, f.After)
		return problem.Error{Class: problem.Wait, Text: f.Error(), Hint: "try again in " + f.After.String(), Err: f}
	case status >= http.StatusInternalServerError:
		err := Unreached(x.doing, host, errors.New("the server failed with "+transport.StatusText(status)))
		FaultOf(err).Status = status
		return err
	case status/100 == 3 && resp.Header.Get("Location") != "":
		to, _ := resp.Location()
		if to == nil {
			to = new(url.URL)
		}
		return x.unusable(req, resp, fmt.Sprintf("it redirects to %s, and a redirect is never followed here", Clean(to.Host)))
	case status >= http.StatusBadRequest && said.Error != "":
		err := Denied(host, said.Error, said.Description)
		FaultOf(err).Status = status
		return err
	case status/100 != 2, x.wants != "" && status > http.StatusCreated:
		return x.unusable(req, resp, "it answered "+transport.StatusText(status))
	case x.wants == "", slices.Contains(x.takes, mediaType(resp.Header)):
		return nil
	case mediaType(resp.Header) == "text/html":
		return x.unusable(req, resp, webPage)
	case !bytes.HasPrefix(trimmed, []byte("{")) || !json.Valid(trimmed):
		err := x.unusable(req, resp, "it did not answer with "+x.wants)
		FaultOf(err).Lost = !json.Valid(trimmed)
		return err
	}
	return nil
}

func (x *call) unusable(req *http.Request, resp *http.Response, reason string) error {
	return unusable(x.doing, HostOf(req.URL.String()), resp.StatusCode, reason)
}

// maxGuesses is how often a busy server that names no time is asked again, after 1 s and 2 s.
const maxGuesses = 2

// RetryBusy runs try, and again after what a busy server asks to wait: once if the server named a time within
// limit, and as often as there are guesses if it named none.
func (c *Client) RetryBusy(ctx context.Context, doing string, limit time.Duration, guesses int, try func() error) error {
	place := c.Rand()
	for n := 1; ; n++ {
		err := try()
		busy := FaultOf(err)
		if busy.After == 0 {
			return err
		}
		pause, more := busy.After, n == 1
		if busy.Guessed {
			pause, more = busy.After<<(n-1), n <= guesses
		}
		if !more || pause > limit {
			return err
		}
		pause = c.pausing(doing, pause, busy, place, limit)
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
func (c *Client) pausing(doing string, asked time.Duration, busy *Fault, place float64, limit time.Duration) time.Duration {
	p := transport.Pause{For: doing, Wait: asked + time.Duration(place*float64(transport.Spread(asked, limit-asked))), Why: "the sign-in server is busy"}
	if !busy.Guessed {
		p.Asked = asked
	}
	c.Pausing(p)
	return p.Wait
}
