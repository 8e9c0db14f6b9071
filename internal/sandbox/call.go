package sandbox

import (
	"net/http"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/oauth"
	"travel.example/travel/internal/sandbox/rest"
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

// defaultSite is the market of a request that names none.
const defaultSite = "US"

// siteOf is the market of a request.
func siteOf(params rest.Values) string {
	if params.Given("siteCode") {
		return params.Text("siteCode")
	}
	return defaultSite
}

// quoteOf is what a priced read is answered in. Who chose it is determined
// before defaults are applied.
func quoteOf(params rest.Values) flights.Quote {
	return flights.Quote{
		Currency:       params.Text("currency"),
		CurrencySource: params.Source("currency"),
		Locale:         params.Text("locale"),
		LocaleSource:   params.Source("locale"),
	}
}

// optional is nil for an empty text, which then stays out of the answer.
func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
