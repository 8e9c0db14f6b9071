package apiclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"

	"travel.example/travel/internal/transport"
)

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
	// Network carries the requests. Nil is an own transport: proxy from the
	// environment but never for loopback, 10 s to connect, no redirect followed.
	Network http.RoundTripper
	// Tokens gives the access token of the caller. Nil sends none. Operations
	// that need no token never ask for one.
	Tokens TokenSource
	// Timeout bounds one try including its body.
	Timeout time.Duration
	// WaitBudget bounds what one call spends waiting because it was told to. A
	// negative one never waits for that.
	WaitBudget time.Duration
	// Sends is how often one call may reach the network in all; 0 goes by the kind
	// of the fault, at most 3 times.
	Sends int
	// Wait sleeps, and ends early with the error of a context that ends.
	Wait func(ctx context.Context, d time.Duration) error
	// Now is the clock.
	Now func() time.Time
	// Rand gives the jitter, from 0 up to but not including 1.
	Rand func() float64
	// Log takes one line for each request and each answer, without secrets.
	Log io.Writer
	// PlatformKind is the word this deployment uses where the contract says
	// "platform"; "" is the contract's own.
	PlatformKind string
	// UserAgent names the program to the service.
	UserAgent string
	// Notice takes one line for a person whenever the client waits a second or
	// more, as in "waiting 12 s: the service is busy".
	Notice func(text string)
	// Pausing takes every wait before another try, and why it is made.
	Pausing func(d time.Duration, reason string)
}

// New makes a client of the deployment at o.BaseURL. It opens no connection.
// The error names a base URL that cannot be trusted with a token.
func New(o Options) (*Client, error) {
	base, err := parseBase(o.BaseURL)
	if err != nil {
		return nil, err
	}
	o = withDefaults(o)
	transports := reuse{shared: o.Network, fresh: transport.Fresh(o.Network)}
	var chain layer = &network{transports: transports, timeout: o.Timeout}
	if o.Tokens != nil {
		chain = &bearer{next: chain, base: base}
	}
	if o.Log != nil {
		chain = &logging{next: chain, out: o.Log, now: o.Now}
	}
	chain = &problems{next: chain, now: o.Now}
	chain = &retry{
		next: chain, budget: o.WaitBudget, sends: o.Sends, wait: o.Wait,
		rand: o.Rand, notice: o.Notice, pausing: o.Pausing, allowance: newAllowance(o.Now),
	}
	return &Client{layers: chain, base: base, userAgent: o.UserAgent, tokens: o.Tokens, word: dialect(o.PlatformKind)}, nil
}

// withDefaults fills what the caller left out.
func withDefaults(o Options) Options {
	if o.Network == nil {
		o.Network = transport.New(transport.Proxy)
	}
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
		o.Pausing = func(time.Duration, string) {}
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
	case base.RawQuery != "" || base.Fragment != "" || base.ForceQuery:
		return nil, fmt.Errorf("base URL of the API on %s holds a query or a fragment", base.Host)
	case base.Scheme == "https", base.Scheme == "http" && transport.IsLoopback(base.Hostname()):
		return base.JoinPath("/"), nil
	}
	return nil, fmt.Errorf("base URL of the API on %s must be https; http is for loopback only", base.Host)
}
