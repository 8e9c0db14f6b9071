package apiclient

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"travel.example/travel/api"
)

// Do sends a raw call through the same layers: same token, same retries, same errors. path starts with a slash at
// the root of the deployment and is escaped; a body is JSON. A call outside the contract is sent as well: a GET is
// repeated like a read, and any other method is never repeated if it may have been carried out.
func (c *Client) Do(ctx context.Context, method, path string, query url.Values, body []byte) (*RawResponse, error) {
	if err := rawPath(path); err != nil {
		return nil, err
	}
	target := path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	return c.send(ctx, &call{op: rawOperation(method, path), body: body}, target)
}

// rawPath refuses a path that would leave the deployment.
func rawPath(path string) error {
	reason := ""
	switch {
	case !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//"):
		reason = "the path must start with one slash"
	case strings.ContainsAny(path, "?#\\"):
		reason = "the path must hold no query, fragment or backslash"
	case strings.ContainsFunc(path, func(r rune) bool { return r <= ' ' || r > '~' }):
		reason = "the path must be escaped"
	}
	for segment := range strings.SplitSeq(path, "/") {
		name, err := url.PathUnescape(segment)
		if err != nil || name == "." || name == ".." {
			reason = "the path holds a segment that is not a name"
		}
	}
	if reason != "" {
		return notSent(reason)
	}
	return nil
}

// rawOperation returns the operation of the contract with exactly this path; its creates, its feedback and its open
// reads have fixed paths. Any other GET counts as a read, and any other method is treated as carefully as a create.
func rawOperation(method, path string) *api.Operation {
	for i := range api.Operations {
		if op := &api.Operations[i]; op.Method == method && op.Path == path {
			return op
		}
	}
	class := create
	if method == http.MethodGet || method == http.MethodHead {
		class = read
	}
	return &api.Operation{Method: method, Path: path, Class: class}
}
