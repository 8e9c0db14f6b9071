package sandbox

import (
	"errors"
	"net/http"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/internal/sandbox/oauth"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// handler is how one operation of the contract is served.
type handler struct {
	scope string   // needed besides openid; "" = none
	serve answerer // called with checked parameters
	quota quotaName
}

// quotaName returns the name of the quota that a call with this body spends; nil
// when it is always the operationId.
type quotaName func(body []byte) string

// answerer returns the payload of the operation's success status, or an error:
// a *rest.Error is told to the caller, any other is an internal_error.
type answerer func(*call) (any, error)

// call is one request on its way through the steps.
type call struct {
	op     *api.Operation
	w      http.ResponseWriter
	r      *http.Request
	at     time.Time // when it came: one moment for all that it asks
	body   []byte
	claims oauth.Claims // after authenticate, of a call that needs a token
	params rest.Values  // after check
}

// step is something every call of an operation goes through before it is
// answered. An error ends the call with a problem.
type step func(*call) error

// handle builds what serves an operation. The order of the steps is the
// order in which the contract lets things go wrong: body size, token, quota,
// scope, parameters.
func (s *Server) handle(op *api.Operation, h handler) http.Handler {
	steps := []step{readBody}
	if !op.Open {
		steps = append(steps, s.authenticate, s.spend(op.ID, h.quota), s.needScopes(h.scope))
	}
	steps = append(steps, checkParams(rest.For(op)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &call{op: op, w: w, r: r, at: s.now()}
		for _, take := range steps {
			if err := take(c); err != nil {
				s.fail(c, err)
				return
			}
		}
		payload, err := h.serve(c)
		if err != nil {
			s.fail(c, err)
			return
		}
		rest.WriteJSON(w, r, op.Success, payload)
	})
}

// fail answers with a problem and logs what the caller is not told.
func (s *Server) fail(c *call, err error) {
	if e, ok := errors.AsType[*rest.Error](err); !ok || e.Code == wire.ErrorCodeInternalError {
		s.log.Error("operation failed", "operation", c.op.ID, "trace_id", rest.TraceID(c.r.Context()), "error", err)
	}
	rest.WriteError(c.w, c.r, err)
}

func readBody(c *call) (err error) {
	if c.op.HasBody {
		c.body, err = rest.Body(c.w, c.r)
	}
	return err
}

func checkParams(check *rest.Check) step {
	return func(c *call) (err error) {
		c.params, err = check.Read(c.r, c.body)
		return err
	}
}
