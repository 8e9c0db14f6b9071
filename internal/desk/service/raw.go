package service

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
)

// RawCall is a call to the service that travel does not interpret.
type RawCall struct {
	Method string // one of Methods
	Path   string // from the root of the deployment, escaped, without a query
	Query  url.Values
	Body   []byte // JSON, nil for none
}

// Methods are what the contract and its neighbours use.
func Methods() []string {
	return []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodHead}
}

// NewRawCall reads a method and a path as a person types them. A query that stands in the path is
// taken apart and comes before the one given, so that an address can be pasted as it is.
func NewRawCall(method, path string, query url.Values) (RawCall, error) {
	call := RawCall{Method: strings.ToUpper(method), Query: url.Values{}}
	if !slices.Contains(Methods(), call.Method) {
		return RawCall{}, problem.NotAccepted("METHOD", method, "one of "+strings.Join(Methods(), ", "), "")
	}
	var pasted string
	call.Path, pasted, _ = strings.Cut(path, "?")
	if !strings.HasPrefix(call.Path, "/") || strings.HasPrefix(call.Path, "//") {
		return RawCall{}, problem.NotAccepted("PATH", path, "a path of this service, such as /v1/user", "")
	}
	values, err := url.ParseQuery(pasted)
	if err != nil {
		return RawCall{}, problem.NotAccepted("PATH", path, "a path whose query is escaped; or use --query", "")
	}
	for _, from := range []url.Values{values, query} {
		for name, list := range from {
			call.Query[name] = append(call.Query[name], list...)
		}
	}
	return call, nil
}

// HasBody tells whether a call by this method has one.
func (c RawCall) HasBody() bool { return c.Method != http.MethodGet && c.Method != http.MethodHead }

// Send makes the call, with the login, the retries and the bounds of every other.
func Send(ctx context.Context, d *desk.Desk, c RawCall) (*apiclient.RawResponse, error) {
	client, err := d.Client()
	if err != nil {
		return nil, err
	}
	answer, err := client.Do(ctx, c.Method, c.Path, c.Query, c.Body)
	if err == nil {
		return answer, nil
	}
	err = fmt.Errorf("%s %s: %w", c.Method, c.Path, err)
	if p, ok := errors.AsType[*apiclient.ProblemError](err); ok && p.Status == http.StatusNotFound {
		err = problem.Advised{Err: err, Hint: "check the path; ids in it that came from a search live a few minutes"}
	}
	return nil, err
}
