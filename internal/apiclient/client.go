// Package apiclient is the typed client of the Travel Search and Handoff Service. Each call sends one request and
// returns one answer; problems come back as typed errors.
//
// Each method of [Client] is one operation of the contract. It encodes the generated request model according to the
// table of operations, and repeats what may be repeated. One try judges the answer too, because its meaning decides
// whether to retry. The log is written above the token, so it cannot leak it.
//
// A call returns either an [Answer], whose Value is decoded and whose Body holds the service's exact bytes, or an
// error. Callers branch with errors.AsType on [*ProblemError], [*WaitError] and [*ExchangeError]. Errors of the
// token source are returned wrapped.
package apiclient

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/internal/quota"
	"travel.example/travel/internal/transport"
)

//go:generate go tool -modfile=../../tools/go.mod oapi-codegen -config oapi-codegen.yaml ../../api/openapi.yaml

// Defaults of [Options].
const (
	DefaultTimeout    = 30 * time.Second
	DefaultWaitBudget = 75 * time.Second // one provider wait of 60 s fits
	DefaultUserAgent  = "travel"
)

// Options configures how the client reaches one deployment. Only BaseURL is required.
type Options struct {
	// BaseURL is the root of the deployment: https, or http on a loopback host.
	BaseURL string
	// Network carries the requests. If nil, the client uses its own transport: proxy from the environment but never for
	// loopback, 10 s to connect, no redirects followed.
	Network http.RoundTripper
	// Tokens supplies the caller's access token. If nil, no token is sent. Operations that need no token never ask for
	// one.
	Tokens TokenSource
	// WaitBudget limits how long one call may wait at the service's request. If it is negative, the call never waits
	// for that.
	WaitBudget time.Duration
	Timeout    time.Duration // of one try, including reading its body
	Sends      int           // how often one call may reach the network; 0: by the kind of fault, at most 3

	// Wait sleeps for d, or returns the context's error if the context ends first.
	Wait func(ctx context.Context, d time.Duration) error
	Now  func() time.Time
	Rand func() float64 // jitter, in [0, 1)

	Log          io.Writer // one line for each request and each answer, without secrets
	PlatformKind string    // the word this deployment uses where the contract says "platform"; "" for that word
	Ease         Ease      // how much faster and larger the service's pace and quotas are than usual
	UserAgent    string
	Plan         *Plan // receives the requests instead of the network; nil to send them

	// Pausing is called before every wait for another try.
	Pausing func(p Pause)
	// Heard is called with what each answer says about the caller's quotas.
	Heard func(ctx context.Context, h Heard)
	// UsedUp returns how long the named quota is known to be used up, or 0 if a create may be sent.
	UsedUp func(ctx context.Context, quota string) time.Duration
}

// Ease is how many times faster than usual the service's searches settle, and how many times larger its quotas are.
// 0 means 1.
type Ease struct{ Pace, Quotas int }

// New returns a client of the deployment at o.BaseURL. It opens no connection. It returns an error if the base URL
// cannot be trusted with a token.
func New(o Options) (*Client, error) {
	address, err := transport.CheckURL(o.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("base URL of the API %w", err)
	}
	base, err := url.Parse(address)
	if err != nil || base.RawQuery != "" || base.Fragment != "" || base.ForceQuery {
		return nil, errors.New("base URL of the API holds a query or a fragment")
	}
	if o.Network == nil {
		o.Network = transport.New(transport.Proxy)
	}
	o.Ease = Ease{Pace: max(o.Ease.Pace, 1), Quotas: max(o.Ease.Quotas, 1)}
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	o.WaitBudget = cmp.Or(o.WaitBudget, DefaultWaitBudget)
	o.Sends = cmp.Or(o.Sends, maxSends)
	o.UserAgent = cmp.Or(o.UserAgent, DefaultUserAgent)
	if o.Wait == nil {
		o.Wait = transport.Wait
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Rand == nil {
		o.Rand = rand.Float64
	}
	return &Client{
		o: o, base: base.JoinPath("/"), word: dialect(o.PlatformKind),
		creates: o.WaitBudget, allowance: &allowance{now: o.Now, most: allowedRetries},
		fresh: transport.Fresh(o.Network), log: transport.NewLog(o.Log, o.Now),
	}, nil
}

// Broken returns a client that could not be made: its calls all fail with a [SetupError] for err.
func Broken(err error) *Client {
	return &Client{o: Options{Ease: Ease{Pace: 1, Quotas: 1}}, broken: SetupError{err}}
}

// SetupError is the error of a client that could not be made, such as for a wrong address in the settings. It has
// nothing to do with the request that was tried.
type SetupError struct{ Err error }

func (e SetupError) Error() string { return e.Err.Error() }

func (e SetupError) Unwrap() error { return e.Err }

// Ease returns how much faster and larger the service's pace and quotas are than usual, each at least 1.
func (c *Client) Ease() Ease { return c.o.Ease }

// Crowd returns a copy of the client for many calls that are throttled together. pausing is called for each wait
// that the service asked for, after the client's own Pausing. A create returns a [WaitError] instead of waiting.
func (c *Client) Crowd(pausing func(Pause)) *Client {
	own := *c
	own.o.Pausing = func(p Pause) {
		if c.o.Pausing != nil {
			c.o.Pausing(p)
		}
		if p.Asked > 0 {
			pausing(p)
		}
	}
	own.creates, own.allowance = -1, &allowance{now: c.o.Now, most: crowdRetries}
	return &own
}

// maxRequestBytes bounds a request body. The largest in the contract is a feedback message of 2,000 characters.
const maxRequestBytes = 1 << 20

// Client calls the operations of one deployment. Use [New] to create one.
type Client struct {
	o         Options
	base      *url.URL // ends with a slash
	word      dialect
	creates   time.Duration // like Options.WaitBudget, for creates
	allowance *allowance
	fresh     http.RoundTripper // like Options.Network, with a new connection each time
	log       *transport.Log
	broken    error // fails every call; nil for none
}

// Answer is a successful answer of the service.
type Answer[T any] struct {
	Value  *T     // Body decoded, never nil
	Body   []byte // exact bytes
	Header http.Header
	Host   string // of the deployment
}

// get makes a call without a body. params is the generated struct of the operation's query parameters, or nil; ids
// fill its path in order. It panics on an operationId that is not in the contract, which a test of every method
// would catch.
func get[T any](ctx context.Context, c *Client, operationID string, params any, ids ...string) (*Answer[T], error) {
	op := operation(operationID)
	path, named, err := targetOf(op, params, ids, c.word)
	if err != nil {
		return nil, err
	}
	answer, err := invoke[T](ctx, c, op, path, nil)
	return checkIDs(answer, err, named)
}

// post makes a call whose body is the operation's generated struct.
func post[T any](ctx context.Context, c *Client, operationID string, model any) (*Answer[T], error) {
	op := operation(operationID)
	body, err := json.Marshal(model)
	if err != nil {
		return nil, notSent("the body is not JSON: " + err.Error())
	}
	return invoke[T](ctx, c, op, op.Path, body)
}

func operation(id string) *api.Operation {
	op, ok := api.Find(id)
	if !ok {
		panic("no operation " + id + " in the contract")
	}
	return op
}

func invoke[T any](ctx context.Context, c *Client, op *api.Operation, target string, body []byte) (*Answer[T], error) {
	var value *T
	read := func(body []byte) (err error) {
		value, err = Decode[T](body)
		return err
	}
	a, err := c.send(ctx, &call{op: op, body: body, read: read}, target)
	if err != nil {
		return nil, err
	}
	if value == nil { // a feedback was accepted, whatever the body says
		value = new(T)
	}
	return &Answer[T]{Value: value, Body: a.Body, Header: a.Header, Host: c.base.Host}, nil
}

// Do sends a raw call through the same layers: same token, same retries, same errors. path starts with a slash at
// the root of the deployment and is escaped; a body is JSON. A call outside the contract is sent as well: a GET is
// repeated like a read, and any other method is never repeated if it may have been carried out.
func (c *Client) Do(ctx context.Context, method, path string, query url.Values, body []byte) (*RawResponse, error) {
	reason := "" // why the path would leave the deployment
	switch {
	case !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//"):
		reason = "the path must start with one slash"
	case strings.ContainsAny(path, "?#\\"):
		reason = "the path must hold no query, fragment or backslash"
	case strings.ContainsFunc(path, func(r rune) bool { return r <= ' ' || r > '~' }):
		reason = "the path must be escaped"
	}
	for segment := range strings.SplitSeq(path, "/") {
		name, err := url.PathUnescape(segment)
		if err != nil || name == "." || name == ".." {
			reason = "the path holds a segment that is not a name"
		}
	}
	if reason != "" {
		return nil, notSent(reason)
	}
	target := path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	return c.send(ctx, &call{op: rawOperation(method, path), body: body}, target)
}

// rawOperation returns the operation of the contract with exactly this path; its creates, its feedback and its open
// reads have fixed paths. Any other GET counts as a read, and any other method is treated as carefully as a create.
func rawOperation(method, path string) *api.Operation {
	for i := range api.Operations {
		if op := &api.Operations[i]; op.Method == method && op.Path == path {
			return op
		}
	}
	class := create
	if method == http.MethodGet || method == http.MethodHead {
		class = read
	}
	return &api.Operation{Method: method, Path: path, Class: class}
}

// send makes a call. target is its escaped path and query, relative to the root of the deployment.
func (c *Client) send(ctx context.Context, sent *call, target string) (*RawResponse, error) {
	if c.broken != nil {
		return nil, c.broken
	}
	if len(sent.body) > maxRequestBytes {
		return nil, notSent("the body is larger than 1 MiB")
	}
	request, err := http.NewRequestWithContext(ctx, sent.op.Method, strings.TrimSuffix(c.base.String(), "/")+target, nil)
	if err != nil {
		return nil, notSent("not a method and a path: " + sent.op.Method + " " + sent.op.Path)
	}
	request.Header.Set("Accept", "application/json, application/problem+json")
	request.Header.Set("User-Agent", c.o.UserAgent)
	if sent.body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	sent.request = request
	if c.o.Plan != nil {
		return c.o.Plan.send(ctx, sent)
	}
	if c.o.Tokens != nil && !sent.op.Open {
		sent.token = &credential{source: c.o.Tokens}
	}
	return c.sendAgain(ctx, sent)
}

// Heard is what one answer says about the caller's quotas.
type Heard struct {
	Operation string // the operationId, "" for a raw call outside the contract
	Create    bool   // a search was created
	Refused   bool   // a quota is used up
	Windows   []quota.Window
}
