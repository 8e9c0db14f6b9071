package apiclient

import (
	"errors"
	"net/http"

	"travel.example/travel/api"
)

// class is a column of tries.
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

// fault is a kind of failure that is repeated by one rule.
type fault uint8

const (
	final         fault = iota // never again
	unsent                     // no byte left
	slowConnect                // connecting took too long
	lost                       // sent, no answer
	cutOff                     // a success that is not whole or no JSON
	quota                      // 429 with a time to wait
	quotaNoHint                // 429 without one
	unavailable                // 503, a provider cannot be reached
	providerLimit              // 503, a provider limits the service
	broken                     // 500 or 502 with a problem document of the contract
	strange                    // 500 or 502 with something else
	gateway                    // 502 or 504 of something in between
	faults                     // number of the faults above
)

// tries is how often a call may be sent in all, by fault and class. A create
// and a feedback go out again only when they surely were not carried out, and
// once after a 500 or 502 because the specification says so.
var tries = [faults][classes]int{
	//               create poll read link feedback
	final:         {1, 1, 1, 1, 1},
	unsent:        {3, 3, 3, 3, 2},
	slowConnect:   {2, 3, 3, 3, 2},
	lost:          {1, 3, 3, 3, 1},
	cutOff:        {1, 3, 3, 3, 1},
	quota:         {2, 3, 2, 2, 2},
	quotaNoHint:   {3, 3, 3, 3, 3},
	unavailable:   {2, 3, 2, 2, 2},
	providerLimit: {3, 3, 3, 2, 2},
	broken:        {2, 2, 2, 2, 2},
	strange:       {1, 2, 2, 2, 1},
	gateway:       {1, 3, 3, 3, 1},
}

func triesFor(f fault, c class) int { return tries[f][c] }

// asksToWait tells whether the fault is a refusal that names, or should name, a
// time to wait.
func asksToWait(f fault) bool {
	return f == quota || f == quotaNoHint || f == unavailable || f == providerLimit
}

// reason says in a few words why the client waits.
func (f fault) reason() string {
	switch f {
	case quota, quotaNoHint:
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

// faultOf sorts an error of a lower layer.
func faultOf(op *api.Operation, err error) fault {
	if e, ok := errors.AsType[*NetworkError](err); ok {
		switch e.Kind {
		case NotSent:
			return unsent
		case ConnectTimeout:
			return slowConnect
		case NoAnswer:
			return lost
		}
		return final
	}
	if e, ok := errors.AsType[*BadResponseError](err); ok {
		if e.Kind == Truncated || e.Kind == NotJSON {
			return cutOff
		}
		return final
	}
	if e, ok := errors.AsType[*ProblemError](err); ok {
		return e.fault(op.Class)
	}
	return final
}

// fault goes by the code where the contract knows it, else by the status.
func (e *ProblemError) fault(c class) fault {
	known := e.document && e.Code.Valid()
	if !e.document && !repeatable(c) && e.Status != http.StatusBadGateway {
		return final // nobody of the service said that it was not carried out
	}
	switch e.Status {
	case http.StatusTooManyRequests:
		if e.RetryAfter > 0 {
			return quota
		}
		return quotaNoHint
	case http.StatusServiceUnavailable:
		switch {
		case !known && !repeatable(c):
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

// repeatable tells whether sending the operation twice does no harm.
func repeatable(c class) bool { return c != create && c != feedback }

// mayHaveHappened tells whether a try that failed may have been carried out.
func mayHaveHappened(op *api.Operation, err error) bool {
	if repeatable(op.Class) {
		return false
	}
	if e, ok := errors.AsType[*NetworkError](err); ok {
		return e.MaybeCreated
	}
	if e, ok := errors.AsType[*BadResponseError](err); ok {
		// A web page with status 200 is a portal's; any other success is not.
		success := e.Status/100 == 2 && (e.Kind != NotTheAPI || e.Status == op.Success)
		return e.MaybeCreated || success
	}
	if e, ok := errors.AsType[*ProblemError](err); ok {
		said := e.Status == http.StatusServiceUnavailable && e.document && e.Code.Valid()
		return e.Status >= http.StatusInternalServerError && !said
	}
	return false
}

// marked sets on the error what is known of all tries together.
func marked(err error, maybe bool) error {
	if e, ok := errors.AsType[*NetworkError](err); ok {
		e.MaybeCreated = maybe
	}
	if e, ok := errors.AsType[*BadResponseError](err); ok {
		e.MaybeCreated = maybe
	}
	if e, ok := errors.AsType[*ProblemError](err); ok {
		e.MaybeCreated = maybe
	}
	return err
}
