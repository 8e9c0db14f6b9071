package apiclient

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// RawResponse is an answer of the service that nobody interpreted.
type RawResponse struct {
	Status int
	Header http.Header
	Body   []byte // exact bytes, JSON or empty
}

// Do sends a raw call through the same layers: same token, same retries, same
// errors. path starts with a slash at the root of the deployment and is escaped;
// a body is JSON. What the contract does not know goes out as well: repeated
// like a read when it is a GET, never in doubt when it is not.
func (c *ClientWithResponses) Do(ctx context.Context, method, path string, query url.Values, body []byte) (*RawResponse, error) {
	client, ok := c.ClientInterface.(*Client)
	if !ok {
		return nil, &RequestError{Reason: "this client was not made by New"}
	}
	doer, ok := client.Client.(*route)
	if !ok {
		return nil, &RequestError{Reason: "this client was not made by New"}
	}
	if err := rawPath(path); err != nil {
		return nil, err
	}
	target := strings.TrimSuffix(client.Server, "/") + path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	var reader io.Reader
	if body != nil {
		reader = bytes.NewReader(body)
	}
	req, err := http.NewRequestWithContext(ctx, method, target, reader)
	if err != nil {
		return nil, &RequestError{Reason: "not a method and a path: " + method + " " + path}
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	a, err := doer.send(req, rawOperation(doer.operations, method, path))
	if err != nil {
		return nil, err
	}
	return &RawResponse{Status: a.status, Header: a.header, Body: a.body}, nil
}

// rawPath refuses what would lead away from the deployment.
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
		return &RequestError{Reason: reason}
	}
	return nil
}

// rawOperation is the operation the call belongs to, without its expectations.
func rawOperation(operations []operation, method, path string) operation {
	op, ok := find(operations, method, path)
	if !ok {
		op = operation{method: method, path: path, class: create}
		if method == http.MethodGet || method == http.MethodHead {
			op.class = read
		}
	}
	op.success, op.check = 0, nil
	return op
}
