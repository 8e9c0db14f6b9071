// Package contracttest checks traffic against the machine contract with an
// OpenAPI validator that shares no code with the sandbox or the client. Only tests
// import it.
package contracttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"travel.example/travel/internal/testkit/need"
)

// ErrNoOperation is returned for a request that matches no operation of the contract, so that there is nothing to
// check it against.
var ErrNoOperation = errors.New("no operation of the contract")

// Contract validates traffic against api/openapi.yaml. It is safe for concurrent use.
type Contract struct {
	router routers.Router
}

// Load reads the contract of the module under test. It is read only once, because it is long and every sandbox of a
// test loads it.
func Load(t testing.TB) *Contract {
	t.Helper()
	c, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var load = sync.OnceValues(func() (*Contract, error) {
	root, err := need.Root()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(root, "api", "openapi.yaml")
	doc, err := openapi3.NewLoader().LoadFromFile(path)
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", path, err)
	}
	doc.Servers = nil // paths match on any host
	router, err := legacy.NewRouter(doc)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return &Contract{router: router}, nil
})

// Operation returns the operationId of a request, or ErrNoOperation.
func (c *Contract) Operation(r *http.Request) (string, error) {
	in, err := c.input(r, nil)
	if err != nil {
		return "", err
	}
	return in.Route.Operation.OperationID, nil
}

// Request returns an error that describes what is wrong with a request: a parameter that the contract does not
// declare, or a violation of the schema of a parameter or the body.
func (c *Contract) Request(r *http.Request, body []byte) error {
	in, err := c.input(r, body)
	if err != nil {
		return err
	}
	for name := range in.QueryParams {
		if in.Route.Operation.Parameters.GetByInAndName("query", name) == nil {
			return fmt.Errorf("query parameter %q is not declared", name)
		}
	}
	return openapi3filter.ValidateRequest(r.Context(), in)
}

// input routes a request and splits comma-separated lists in its query: the contract allows both forms, which
// OpenAPI cannot express.
func (c *Contract) input(r *http.Request, body []byte) (*openapi3filter.RequestValidationInput, error) {
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(body))
	route, params, err := c.router.FindRoute(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %s %s: %w", ErrNoOperation, r.Method, r.URL.Path, err)
	}
	if path.Clean(r.URL.Path) != r.URL.Path { // the router ignores a trailing slash
		return nil, fmt.Errorf("%w: %s %s", ErrNoOperation, r.Method, r.URL.Path)
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, err
	}
	for _, p := range route.Operation.Parameters {
		if p.Value.In == "query" && p.Value.Schema.Value.Type.Is("array") && query[p.Value.Name] != nil {
			query[p.Value.Name] = strings.Split(strings.Join(query[p.Value.Name], ","), ",")
		}
	}
	r.URL.RawQuery = query.Encode()
	return &openapi3filter.RequestValidationInput{
		Request: r, PathParams: params, QueryParams: query, Route: route,
		Options: &openapi3filter.Options{
			SkipSettingDefaults: true,
			AuthenticationFunc:  openapi3filter.NoopAuthenticationFunc, // the sandbox checks tokens
		},
	}, nil
}

// Response returns an error with everything that is wrong with an answer: a status, media type or member that the
// contract does not declare, a body or header that violates its schema, and what the sandbox promises beyond that: a
// trace id on every answer, the same one in a problem, and quota headers after a token was accepted.
func (c *Contract) Response(r *http.Request, resp *http.Response, body []byte) error {
	in, err := c.input(r, nil)
	if err != nil {
		return err
	}
	err = openapi3filter.ValidateResponse(r.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: in,
		Status:                 resp.StatusCode,
		Header:                 resp.Header,
		Body:                   io.NopCloser(bytes.NewReader(body)),
		Options:                &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	})
	if err != nil {
		return err
	}
	return errors.Join(
		checkMembers(in.Route.Operation, resp, body),
		checkTrace(resp, body),
		checkQuota(in.Route.Operation, resp),
	)
}

// checkMembers requires the exact media type, and only members in the body that a schema declares. The contract
// leaves its answers open for later versions, but the sandbox is this version.
func checkMembers(op *openapi3.Operation, resp *http.Response, body []byte) error {
	declared := op.Responses.Status(resp.StatusCode).Value.Content
	mediaType, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil || declared[mediaType] == nil {
		return fmt.Errorf("status %d comes as %q", resp.StatusCode, resp.Header.Get("Content-Type"))
	}
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		return err
	}
	return undeclared("body", value, []*openapi3.Schema{declared[mediaType].Schema.Value})
}

// undeclared checks a value against all schemas that may describe it.
func undeclared(at string, value any, schemas []*openapi3.Schema) error {
	schemas = alternatives(schemas)
	var errs []error
	switch value := value.(type) {
	case []any:
		var items []*openapi3.Schema
		for _, s := range schemas {
			if s.Items != nil {
				items = append(items, s.Items.Value)
			}
		}
		for i, item := range value {
			errs = append(errs, undeclared(fmt.Sprintf("%s[%d]", at, i), item, items))
		}
	case map[string]any:
		for name, member := range value {
			var named []*openapi3.Schema
			for _, s := range schemas {
				if p := s.Properties[name]; p != nil {
					named = append(named, p.Value)
				}
			}
			if named == nil {
				errs = append(errs, fmt.Errorf("%s.%s is not declared", at, name))
				continue
			}
			errs = append(errs, undeclared(at+"."+name, member, named))
		}
	}
	return errors.Join(errs...)
}

// alternatives adds the schemas that the given ones are composed of.
func alternatives(schemas []*openapi3.Schema) []*openapi3.Schema {
	var all []*openapi3.Schema
	for _, s := range schemas {
		all = append(all, s)
		for _, refs := range []openapi3.SchemaRefs{s.AllOf, s.OneOf, s.AnyOf} {
			for _, ref := range refs {
				all = append(all, alternatives([]*openapi3.Schema{ref.Value})...)
			}
		}
	}
	return all
}

func checkTrace(resp *http.Response, body []byte) error {
	id := resp.Header.Get("X-Trace-Id")
	if id == "" {
		return errors.New("there is no X-Trace-Id")
	}
	if resp.StatusCode < 400 {
		return nil
	}
	var problem struct {
		Status  int    `json:"status"`
		TraceID string `json:"trace_id"`
		Title   string `json:"title"`
	}
	if err := json.Unmarshal(body, &problem); err != nil {
		return err
	}
	if problem.TraceID != id || problem.Status != resp.StatusCode || problem.Title != http.StatusText(resp.StatusCode) {
		return fmt.Errorf("problem %+v comes with status %d and trace id %s", problem, resp.StatusCode, id)
	}
	return nil
}

// checkQuota checks the quota headers. Requests are counted once the token was accepted, so there are none for a 401
// or if no token is needed. The older headers and the wait come with a 429.
func checkQuota(op *openapi3.Operation, resp *http.Response) error {
	open := op.Security != nil && len(*op.Security) == 0
	counted := !open && resp.StatusCode != http.StatusUnauthorized
	refused := resp.StatusCode == http.StatusTooManyRequests
	for name, want := range map[string]bool{
		"RateLimit": counted, "RateLimit-Policy": counted,
		"X-RateLimit-Limit": refused, "X-RateLimit-Remaining": refused,
		"X-RateLimit-Reset": refused, "X-RateLimit-Resource": refused,
	} {
		if sent := resp.Header.Get(name) != ""; sent != want {
			return fmt.Errorf("status %d: %s sent: %v, want %v", resp.StatusCode, name, sent, want)
		}
	}
	return nil
}

// Answers wraps next and fails the test for every answer that violates the contract. Requests are not checked, nor
// are answers to requests that match no operation: the tests of the sandbox send invalid ones on purpose.
func (c *Contract) Answers(t testing.TB, next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		resp, err := next.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(resp.Body)
		if err := errors.Join(err, resp.Body.Close()); err != nil {
			return nil, err
		}
		resp.Body = io.NopCloser(bytes.NewReader(body))
		if err := c.Response(r, resp, body); err != nil && !errors.Is(err, ErrNoOperation) {
			t.Errorf("the answer to %s %s breaks the contract: %v\n%s", r.Method, r.URL, err, body)
		}
		return resp, nil
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
