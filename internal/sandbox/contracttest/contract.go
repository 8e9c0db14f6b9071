// Package contracttest checks traffic against the machine contract with an
// OpenAPI validator that shares no code with the sandbox or the client. Only tests
// import it.
package contracttest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
)

// ErrNoOperation is returned for a request that no operation of the contract
// takes, so that there is nothing to check it against.
var ErrNoOperation = errors.New("no operation of the contract")

// Contract is api/openapi.yaml, ready to judge. It is safe for concurrent use.
type Contract struct {
	router routers.Router
}

// Load reads the contract of the module whose tests are running; the first call
// does, since it is long and every sandbox of a test asks for it.
func Load(t testing.TB) *Contract {
	t.Helper()
	c, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var load = sync.OnceValues(func() (*Contract, error) {
	path, err := find("api/openapi.yaml")
	if err != nil {
		return nil, err
	}
	doc, err := openapi3.NewLoader().LoadFromFile(path)
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", path, err)
	}
	doc.Servers = nil // paths are matched at any host
	router, err := legacy.NewRouter(doc)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return &Contract{router: router}, nil
})

// find looks for a file of the module from the working directory upwards.
func find(name string) (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", fmt.Errorf("%s: not in this directory or above it", name)
		}
		dir = parent
	}
}

// Operation is the operationId of a request, or ErrNoOperation.
func (c *Contract) Operation(r *http.Request) (string, error) {
	in, err := c.input(r, nil)
	if err != nil {
		return "", err
	}
	return in.Route.Operation.OperationID, nil
}

// Request tells what is wrong with a request: a parameter that the contract
// does not declare, or anything that a declared one or the body forbids.
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

// input routes a request and splits the lists in its query that came with
// commas: the contract allows both forms, which OpenAPI cannot express.
func (c *Contract) input(r *http.Request, body []byte) (*openapi3filter.RequestValidationInput, error) {
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(body))
	route, params, err := c.router.FindRoute(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %s %s: %w", ErrNoOperation, r.Method, r.URL.Path, err)
	}
	if path.Clean(r.URL.Path) != r.URL.Path { // the router overlooks a slash at the end
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
			AuthenticationFunc:  openapi3filter.NoopAuthenticationFunc, // tokens are the sandbox's business
		},
	}, nil
}
