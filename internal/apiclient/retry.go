package apiclient

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/transport"
	"travel.example/travel/internal/words"
)

// maxSends is the maximum number of times one call may reach the network.
const maxSends = 3

// Pause is a wait before a request is sent again.
type Pause = transport.Pause

// Waiting returns the notice to the user about a pause.
func Waiting(p Pause) string { return "waiting " + words.Wait(p.Wait) + ": " + p.Why }

// attempts is the state of one call across its tries.
type attempts struct {
	create  bool          // the call creates a search
	place   float64       // position among the calls that were refused together, in [0, 1)
	sends   int           // requests that were sent
	counted int           // those that count toward the limit: not the one that a renewed token replaced
	waited  time.Duration // at the service's request
	maybe   bool          // one of the tries may have been carried out
}

// sendAgain repeats a call where the contract and common sense allow it.
func (c *Client) sendAgain(ctx context.Context, sent *call) (*RawResponse, error) {
	done := attempts{place: c.o.Rand(), create: sent.op.Class == api.Create}
	for {
		if err := c.untilRoom(ctx, sent, &done); err != nil {
			return nil, marked(err, done.maybe)
		}
		a, err := c.try(ctx, sent)
		done.sends++
		done.counted++
		if err == nil {
			return a, nil
		}
		done.maybe = done.maybe || mayHaveHappened(sent.op, err)
		if err := c.again(ctx, sent, &done, err); err != nil {
			return nil, marked(err, done.maybe)
		}
	}
}

// untilRoom waits while the quota of a create is known to be used up. If that takes longer than the call may wait, the
// request is sent anyway, because the service knows better. A client that leaves its waits to others gets a [WaitError]
// instead.
func (c *Client) untilRoom(ctx context.Context, sent *call, done *attempts) error {
	counts := spends(sent.op.ID, sent.body)
	if !done.create || len(counts) < 2 || c.o.UsedUp == nil {
		return nil
	}
	wait := c.o.UsedUp(ctx, counts[1])
	switch {
	case wait <= 0:
		return nil
	case c.crowded():
		return &WaitError{After: wait}
	case c.room(ctx, done, wait) < 0:
		return nil
	}
	done.waited += wait
	if err := c.rest(ctx, Pause{For: sent.op.ID, Wait: wait, Asked: wait, Why: quotaUsed.reason()}); err != nil {
		return &ExchangeError{Kind: Interrupted, Host: sent.request.URL.Host, Err: err}
	}
	return nil
}

// crowded reports whether the creates of the client leave their waits to others, see [Client.Crowd].
func (c *Client) crowded() bool { return c.creates < c.o.WaitBudget }

// again prepares the next try and returns nil, or returns the error that ends the call.
func (c *Client) again(ctx context.Context, sent *call, done *attempts, err error) error {
	if ctx.Err() != nil || done.sends >= c.o.Sends {
		return err
	}
	refused, _ := errors.AsType[*ProblemError](err)
	if refused != nil && refused.Status == http.StatusUnauthorized && sent.token != nil && !sent.token.renewed {
		// A request answered with 401 was not applied, no matter who sent the answer (RFC 9110 section 15.5.2), so even
		// a create may be sent again.
		done.counted--
		return sent.token.renew(ctx, err)
	}
	fault := faultOf(sent.op, err)
	if done.counted >= tries[fault][sent.op.Class] || !c.allowance.take() {
		return err
	}
	pause, err := c.pause(ctx, fault, done, err)
	if err != nil {
		return err
	}
	pause.For, pause.Why = sent.op.ID, fault.reason()
	if err := c.rest(ctx, pause); err != nil {
		return &ExchangeError{Kind: Interrupted, Host: sent.request.URL.Host, Err: err}
	}
	return nil
}

// rest waits, and reports that first. A wait that the service asked for does not count against the command's
// deadline.
func (c *Client) rest(ctx context.Context, p Pause) error {
	if c.o.Pausing != nil {
		c.o.Pausing(p)
	}
	if p.Asked > 0 {
		defer patience.Hold(ctx)()
	}
	return c.o.Wait(ctx, p.Wait)
}

// pause returns how long to wait before the next try, or an error if the wait exceeds what the call may spend.
func (c *Client) pause(ctx context.Context, f fault, done *attempts, err error) (Pause, error) {
	problem, refused := errors.AsType[*ProblemError](err)
	asks := f == quotaUsed || f == quotaNoHint || f == unavailable || f == providerLimit // names, or should name, a time
	if !refused || !asks && problem.RetryAfter == 0 {
		return unasked(ctx, done, err)
	}
	asked := problem.RetryAfter
	if asked <= 0 {
		asked = ladder[done.counted]
	}
	room := c.room(ctx, done, asked)
	switch {
	case room < 0 && problem.RetryAfter <= 0 && !(done.create && c.crowded()):
		return Pause{}, err // the service did not ask for this wait
	case room < 0:
		return Pause{}, &WaitError{After: asked, Problem: problem}
	}
	// Never earlier than asked, and not all clients at once. A call keeps its random position, because the sum of two
	// random parts would cluster in the middle.
	pause := asked + time.Duration(done.place*float64(transport.Spread(asked, room)))
	done.waited += pause
	return Pause{Wait: pause, Asked: problem.RetryAfter}, nil
}

// room returns how much waiting time is left after a requested wait. It is negative if the wait does not fit.
func (c *Client) room(ctx context.Context, done *attempts, asked time.Duration) time.Duration {
	budget := c.o.WaitBudget
	if done.create {
		budget = c.creates
	}
	room := budget - done.waited - asked
	if deadline, ok := ctx.Deadline(); ok { // the try itself takes time as well
		room = min(room, (time.Until(deadline)-asked)/2)
	}
	return room
}

// unasked returns a pause that no server asked for: up to 1 s after the first try, 1 to 2 s after the second. A call
// keeps its random position, so that its third try, 1 to 3 s after the first, is as evenly spread as its second.
func unasked(ctx context.Context, done *attempts, err error) (Pause, error) {
	pause := time.Duration((float64(done.counted-1) + done.place) * float64(time.Second))
	if deadline, ok := ctx.Deadline(); ok && pause >= time.Until(deadline) {
		return Pause{}, err
	}
	return Pause{Wait: pause}, nil
}

// ladder holds the waits after a refusal that names no time, by the number of tries so far.
var ladder = [maxSends + 1]time.Duration{1: time.Second, 2: 3 * time.Second, 3: 9 * time.Second}

// Retries that all calls of one client may use together.
const (
	allowedRetries  = 10
	crowdRetries    = 60 // for a client made by Crowd
	allowanceWindow = 5 * time.Minute
)

// allowance limits the retries in five minutes across all goroutines, so that a client whose every call fails does
// not make an outage worse. A renewed token does not count.
type allowance struct {
	now  func() time.Time
	most int

	mu    sync.Mutex
	spent []time.Time // within the window, oldest first
}

// take uses one retry and reports whether one was left.
func (a *allowance) take() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	for len(a.spent) > 0 && now.Sub(a.spent[0]) >= allowanceWindow {
		a.spent = a.spent[1:]
	}
	if len(a.spent) >= a.most {
		return false
	}
	a.spent = append(a.spent, now)
	return true
}

// fault is a kind of failure with its own retry rule.
type fault uint8

const (
	final         fault = iota // never retried
	unsent                     // no byte was sent
	slowConnect                // connecting took too long
	lost                       // sent, no answer
	cutOff                     // a success that is incomplete or not JSON
	quotaUsed                  // 429 with a time to wait
	quotaNoHint                // 429 without one
	unavailable                // 503, a provider cannot be reached
	providerLimit              // 503, a provider rate-limits the service
	broken                     // 500 or 502 with a problem document of the contract
	strange                    // 500 or 502 with something else
	gateway                    // 502 or 504 from an intermediary
	faults                     // number of the faults above
)

// tries is the maximum number of times a call may be sent, by fault and class. A create or a feedback is sent again
// only if it certainly was not carried out, and once after a 500 or 502 because the specification says so.
var tries = [faults][classes]int{
	//               create poll read link feedback
	final:         {1, 1, 1, 1, 1},
	unsent:        {3, 3, 3, 3, 2},
	slowConnect:   {2, 3, 3, 3, 2},
	lost:          {1, 3, 3, 3, 1},
	cutOff:        {1, 3, 3, 3, 1},
	quotaUsed:     {2, 3, 2, 2, 2},
	quotaNoHint:   {3, 3, 3, 3, 3},
	unavailable:   {2, 3, 2, 2, 2},
	providerLimit: {3, 3, 3, 2, 2},
	broken:        {2, 2, 2, 2, 2},
	strange:       {1, 2, 2, 2, 1},
	gateway:       {1, 3, 3, 3, 1},
}

// reason says in a few words why the client waits.
func (f fault) reason() string {
	switch f {
	case quotaUsed, quotaNoHint:
		return "the request quota is used up"
	case unavailable:
		return "a provider cannot be reached"
	case providerLimit:
		return "a provider limits the service"
	case unsent, slowConnect:
		return "no connection"
	}
	return "the last try failed"
}

// faultOf classifies the error of a try: a problem by its code if the contract has it, otherwise by its status.
func faultOf(op *api.Operation, err error) fault {
	if e, ok := errors.AsType[*ExchangeError](err); ok {
		switch e.Kind {
		case NotSent:
			return unsent
		case ConnectTimeout:
			return slowConnect
		case NoAnswer:
			return lost
		case Truncated, NotJSON:
			return cutOff
		}
		return final
	}
	e, ok := errors.AsType[*ProblemError](err)
	if !ok || !e.document && !repeatable(op.Class) && e.Status != http.StatusBadGateway {
		return final // the service did not say that the request was not carried out
	}
	known := e.document && e.Code.Valid()
	switch e.Status {
	case http.StatusTooManyRequests:
		if e.RetryAfter > 0 {
			return quotaUsed
		}
		return quotaNoHint
	case http.StatusServiceUnavailable:
		switch {
		case !known && !repeatable(op.Class):
			return final
		case e.Code == ErrorCodeUpstreamRateLimited:
			return providerLimit
		}
		return unavailable
	case http.StatusInternalServerError, http.StatusBadGateway:
		switch {
		case known:
			return broken
		case e.Status == http.StatusBadGateway && !e.document:
			return gateway
		}
		return strange
	case http.StatusGatewayTimeout:
		return gateway
	}
	return final
}

// mayHaveHappened reports whether a failed try may have been carried out.
func mayHaveHappened(op *api.Operation, err error) bool {
	if repeatable(op.Class) {
		return false
	}
	if e, ok := errors.AsType[*ExchangeError](err); ok {
		// A web page with status 200 comes from a captive portal; any other success does not.
		success := e.Status/100 == 2 && (e.Kind != NotTheAPI || e.Status == op.Success)
		return e.MaybeCreated || success
	}
	if e, ok := errors.AsType[*ProblemError](err); ok {
		said := e.Status == http.StatusServiceUnavailable && e.document && e.Code.Valid()
		return e.Status >= http.StatusInternalServerError && !said
	}
	return false
}

// marked sets MaybeCreated on the error by all tries together. An interruption wraps the reason why the caller
// ended, which may be the error of another call, so only the outermost error belongs to this call.
func marked(err error, maybe bool) error {
	if e, ok := errors.AsType[*ExchangeError](err); ok {
		e.MaybeCreated = maybe
	} else if e, ok := errors.AsType[*ProblemError](err); ok {
		e.MaybeCreated = maybe
	}
	return err
}
