// Package apiclient is the typed client of the Travel Search and Handoff Service: one request, one
// answer, with problems as typed errors.
//
// Each method of [Client] is one operation of the contract. It writes the generated model of a
// request as the table of operations says and sends it through the layers that [New] stacks, from
// the outside in: retry, problems, log, bearer token, network. The layer of problems sits inside
// retry because a retry is decided by what the answer means; the log sits above the token and so
// cannot leak it.
//
// A call ends in exactly one of two ways: there is an [Answer], whose Value is read and whose Body
// holds the service's exact bytes, or the error is set. Callers branch with errors.AsType on
// [*ProblemError], [*WaitError], [*NetworkError] and [*BadResponseError]; errors
// of the token source come through wrapped.
package apiclient

import (
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
	"travel.example/travel/internal/transport"
)

//go:generate go tool -modfile=../../tools/go.mod oapi-codegen -config oapi-codegen.yaml ../../api/openapi.yaml

// Defaults of [Options].
const (
	DefaultTimeout    = 30 * time.Second
	DefaultWaitBudget = 75 * time.Second // one provider wait of 60 s fits
	DefaultUserAgent  = "travel"
)

// Options says how the client reaches one deployment. Only BaseURL is needed.
type Options struct {
	// BaseURL is the root of the deployment: https, or http on a loopback host.
	BaseURL string
	// Network carries the requests. Nil is an own transport: proxy from the environment but never
	// for loopback, 10 s to connect, no redirect followed.
	Network http.RoundTripper
	// Tokens gives the access token of the caller. Nil sends none. Operations that need no token
	// never ask for one.
	Tokens TokenSource
	// Timeout bounds one try including its body.
	Timeout time.Duration
	// WaitBudget bounds what one call spends waiting because it was told to. A negative one never
	// waits for that.
	WaitBudget time.Duration
	// Sends is how often one call may reach the network in all; 0 goes by the kind of the fault, at
	// most 3 times.
	Sends int
	// Wait sleeps, and ends early with the error of a context that ends.
	Wait func(ctx context.Context, d time.Duration) error
	// Now is the clock.
	Now func() time.Time
	// Rand gives the jitter, from 0 up to but not including 1.
	Rand func() float64
	// Log takes one line for each request and each answer, without secrets.
	Log io.Writer
	// PlatformKind is the word this deployment uses where the contract says "platform"; "" is the
	// contract's own.
	PlatformKind string
	// Ease is by how much the service is quicker than usual.
	Ease Ease
	// UserAgent names the program to the service.
	UserAgent string
	// Notice takes one line for a person whenever the client waits a second or more, as in "waiting
	// 12 s: the service is busy".
	Notice func(text string)
	// Pausing takes every wait before another try.
	Pausing func(p Pause)
	// Plan takes the requests in place of the network; nil sends them.
	Plan *Plan
	// Heard takes what each answer of the service says of the caller's quotas.
	Heard func(ctx context.Context, h Heard)
	// Line is the line of all who spend the same quota, by its name; it may return nil for none.
	Line func(ctx context.Context, quota string) InLine
}

// Ease is how many times as fast as usual the searches of a service settle, and how many times as large its
// quotas are; 0 is once.
type Ease struct{ Pace, Quotas int }

// InLine is the place of a create in the line of all who spend the same quota.
type InLine interface {
	// Turn takes a turn, and is 0 then; else it is how long to wait before asking again. Soon tells that
	// it is not the quota which has to be waited for, but another one, who may be done any moment.
	Turn(ctx context.Context) (wait time.Duration, soon bool)
	// Go says that the create goes out though it was not its turn.
	Go(ctx context.Context)
	// Leave says that the create was answered, or is not wanted any more.
	Leave(ctx context.Context)
}

// New makes a client of the deployment at o.BaseURL. It opens no connection. The error names a base
// URL that cannot be trusted with a token.
func New(o Options) (*Client, error) {
	base, err := parseBase(o.BaseURL)
	if err != nil {
		return nil, err
	}
	o = withDefaults(o)
	if o.Plan != nil {
		return &Client{layers: planning{o.Plan}, base: base, userAgent: o.UserAgent, word: dialect(o.PlatformKind), ease: o.Ease}, nil
	}
	transports := reuse{shared: o.Network, fresh: transport.Fresh(o.Network)}
	var chain layer = &network{transports: transports, timeout: o.Timeout}
	if o.Tokens != nil {
		chain = &bearer{next: chain, base: base}
	}
	if o.Log != nil {
		chain = &logging{next: chain, log: transport.NewLog(o.Log, o.Now)}
	}
	chain = &problems{next: chain, now: o.Now, heard: o.Heard}
	chain = &retry{
		next: chain, budget: o.WaitBudget, sends: o.Sends, wait: o.Wait,
		rand: o.Rand, notice: o.Notice, pausing: o.Pausing, allowance: newAllowance(o.Now, allowedRetries), creates: o.WaitBudget,
		line: o.Line,
	}
	return &Client{layers: chain, base: base, userAgent: o.UserAgent, tokens: o.Tokens, word: dialect(o.PlatformKind), ease: o.Ease}, nil
}

// Ease is by how much this service is quicker than usual, each at least 1.
func (c *Client) Ease() Ease { return c.ease }

// Crowd is the same client for many calls at once that are held back together: pausing takes each wait
// that the service asked for, as does what takes it already, and a create returns a [WaitError] in
// place of waiting.
func (c *Client) Crowd(pausing func(Pause)) *Client {
	sending, ok := c.layers.(*retry)
	if !ok { // it only plans
		return c
	}
	own, r := *c, *sending
	told := r.pausing
	r.pausing = func(p Pause) {
		told(p)
		if p.Asked > 0 {
			pausing(p)
		}
	}
	r.creates, r.allowance = -1, newAllowance(r.allowance.now, crowdRetries)
	own.layers = &r
	return &own
}

// withDefaults fills what the caller left out.
func withDefaults(o Options) Options {
	if o.Network == nil {
		o.Network = transport.New(transport.Proxy)
	}
	o.Ease = Ease{Pace: max(o.Ease.Pace, 1), Quotas: max(o.Ease.Quotas, 1)}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.WaitBudget == 0 {
		o.WaitBudget = DefaultWaitBudget
	}
	if o.Sends <= 0 {
		o.Sends = maxSends
	}
	if o.Wait == nil {
		o.Wait = transport.Wait
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Rand == nil {
		o.Rand = rand.Float64
	}
	if o.UserAgent == "" {
		o.UserAgent = DefaultUserAgent
	}
	if o.Pausing == nil {
		o.Pausing = func(Pause) {}
	}
	if o.Heard == nil {
		o.Heard = func(context.Context, Heard) {}
	}
	if o.Line == nil {
		o.Line = func(context.Context, string) InLine { return nil }
	}
	if o.Notice == nil {
		o.Notice = func(string) {}
	}
	return o
}

// parseBase accepts only addresses that may see a bearer token.
func parseBase(raw string) (*url.URL, error) {
	base, err := url.Parse(raw)
	if err != nil {
		// The text of a parse error repeats the address, and with it a password.
		return nil, errors.New("base URL of the API cannot be parsed")
	}
	switch {
	case base.Host == "" || base.Hostname() == "":
		return nil, fmt.Errorf("base URL of the API %q has no host", printable(base.Redacted()))
	case base.User != nil:
		return nil, fmt.Errorf("base URL of the API on %s holds a user name or password", base.Host)
	case !transport.PortFits(base):
		return nil, fmt.Errorf("base URL of the API on %s has a port that is not from 1 to 65535", base.Hostname())
	case base.RawQuery != "" || base.Fragment != "" || base.ForceQuery:
		return nil, fmt.Errorf("base URL of the API on %s holds a query or a fragment", base.Host)
	case base.Scheme == "https", base.Scheme == "http" && transport.IsLoopback(base.Hostname()):
		return base.JoinPath("/"), nil
	}
	return nil, fmt.Errorf("base URL of the API on %s must be https; http is for loopback only", base.Host)
}

// maxRequestBytes bounds a request body; the largest of the contract is a feedback message of 2,000
// characters.
const maxRequestBytes = 1 << 20

// Client calls the operations of one deployment. [New] makes it.
type Client struct {
	layers    layer
	base      *url.URL // ends with a slash
	userAgent string
	tokens    TokenSource // nil for none
	word      dialect
	ease      Ease
}

// Answer is a success of the service.
type Answer[T any] struct {
	Value  *T     // what Body says, never nil
	Body   []byte // exact bytes
	Header http.Header
	Host   string // of the deployment
}

// get makes a call without a body. params is the generated struct of the operation's query, or nil;
// ids fill its path in order. An operationId that the contract does not have panics, which a test
// of every method would meet.
func get[T any](ctx context.Context, c *Client, operationID string, params any, ids ...string) (*Answer[T], error) {
	op := operation(operationID)
	path, err := pathOf(op, ids)
	if err != nil {
		return nil, err
	}
	answer, err := invoke[T](ctx, c, op, path+queryOf(op, params, c.word), nil)
	return checkIDs(answer, err, idsOf(op, params, ids))
}

// post makes a call with a body, the generated struct of the operation.
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
	if value == nil { // a feedback was taken, whatever the body says
		value = new(T)
	}
	return &Answer[T]{Value: value, Body: a.body, Header: a.header, Host: c.base.Host}, nil
}

// send hands a call to the layers. target is its escaped path and query, from the root of the
// deployment.
func (c *Client) send(ctx context.Context, sent *call, target string) (*answer, error) {
	if len(sent.body) > maxRequestBytes {
		return nil, notSent("the body is larger than 1 MiB")
	}
	request, err := http.NewRequestWithContext(ctx, sent.op.Method, strings.TrimSuffix(c.base.String(), "/")+target, nil)
	if err != nil {
		return nil, notSent("not a method and a path: " + sent.op.Method + " " + sent.op.Path)
	}
	request.Header.Set("Accept", "application/json, application/problem+json")
	request.Header.Set("User-Agent", c.userAgent)
	if sent.body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	sent.request = request
	if c.tokens != nil && !sent.op.Open {
		sent.token = &credential{source: c.tokens}
	}
	return c.layers.send(ctx, sent)
}

// Window is one window of the caller's quota, with its size.
type Window = transport.Window

// Windows reads what an answer says of the caller's quotas; none without it, nor from garbage.
func Windows(header http.Header, now time.Time) []Window { return transport.Windows(header, now) }

// Heard is what one answer says of the caller's quotas.
type Heard struct {
	Operation string // the operationId, "" for a raw call outside of the contract
	Create    bool   // a search was made
	Refused   bool   // a quota is used up
	Windows   []Window
	Place     InLine // of the create that was answered; nil for none
}
