package contracttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
)

// Response tells everything that is wrong with an answer: a status, media type
// or member that the contract does not declare, a body or header that breaks
// its schema, and what the sandbox promises beyond that: a trace id on every
// answer, the same in a problem, and quota headers once a token was accepted.
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

// checkMembers wants the exact media type, and only members in the body that a
// schema names. The contract leaves its answers open for later versions, but the
// sandbox is this version.
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

// undeclared walks a value together with every schema that may describe it.
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

// alternatives adds the schemas that schemas are composed of.
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

// checkQuota knows that quotas are counted once the token was accepted, so not
// for a 401 and not where no token is needed; the older headers and the wait
// come with a 429.
func checkQuota(op *openapi3.Operation, resp *http.Response) error {
	open := op.Security != nil && len(*op.Security) == 0
	want := !open && resp.StatusCode != http.StatusUnauthorized
	for _, name := range []string{"RateLimit", "RateLimit-Policy"} {
		if sent := resp.Header.Get(name) != ""; sent != want {
			return fmt.Errorf("status %d: %s sent: %v, want %v", resp.StatusCode, name, sent, want)
		}
	}
	want = resp.StatusCode == http.StatusTooManyRequests
	for _, name := range []string{"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Resource"} {
		if sent := resp.Header.Get(name) != ""; sent != want {
			return fmt.Errorf("status %d: %s sent: %v, want %v", resp.StatusCode, name, sent, want)
		}
	}
	return nil
}
