package apiclient

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"travel.example/travel/internal/transport"
)

// maxRequestBytes bounds a request body; the largest of the contract is a
// feedback message of 2,000 characters.
const maxRequestBytes = 1 << 20

// call is one operation on its way down. Layers never change the request.
type call struct {
	op      operation
	request *http.Request
	body    []byte // nil for none
	renewed string // token that replaces the source's, after a 401
	used    string // token of the last try
}

// answer is what came back, read to its end.
type answer struct {
	status  int
	proto   string
	header  http.Header
	body    []byte
	trouble error // why body is not whole
}

// layer is one step between the generated client and the network.
type layer interface {
	send(ctx context.Context, c *call) (*answer, error)
}

// route is the outermost layer, where the generated client hands over: only
// operations of the contract, on the deployment's own origin, leave.
type route struct {
	next       layer
	base       *url.URL
	userAgent  string
	word       dialect
	operations []operation
}

// Do sends a request of the generated client.
func (r *route) Do(req *http.Request) (*http.Response, error) {
	op, ok := find(r.operations, req.Method, r.below(req.URL))
	if !ok || !transport.SameOrigin(req.URL, r.base) {
		return nil, &RequestError{Reason: req.Method + " " + req.URL.Path + " is no operation of this service; an id may be wrong"}
	}
	a, err := r.send(r.word.speak(req), op)
	if err != nil {
		return nil, err
	}
	// The generated parsers look for "json" in lower case.
	header := a.header.Clone()
	header.Set("Content-Type", "application/json")
	return &http.Response{
		Status:        fmt.Sprintf("%d %s", a.status, http.StatusText(a.status)),
		StatusCode:    a.status,
		Proto:         a.proto,
		Header:        header,
		Body:          io.NopCloser(bytes.NewReader(a.body)),
		ContentLength: int64(len(a.body)),
		Request:       req,
	}, nil
}

// below is the escaped path behind the root of the deployment.
func (r *route) below(u *url.URL) string {
	rest, ok := strings.CutPrefix(u.EscapedPath(), r.base.EscapedPath())
	if !ok {
		return ""
	}
	return "/" + rest
}

func (r *route) send(req *http.Request, op operation) (*answer, error) {
	body, err := bodyOf(req)
	if err != nil {
		return nil, err
	}
	ctx := req.Context()
	clean := req.Clone(ctx)
	clean.Body, clean.GetBody, clean.ContentLength = nil, nil, 0
	for _, name := range []string{"Authorization", "Cookie", "Proxy-Authorization", "Idempotency-Key", "X-Idempotency-Key"} {
		// The first three are not the caller's to set. A key would make the
		// standard library repeat a create by itself.
		clean.Header.Del(name)
	}
	clean.Header.Set("Accept", "application/json, application/problem+json")
	clean.Header.Set("User-Agent", r.userAgent)
	return r.next.send(ctx, &call{op: op, request: clean, body: body})
}

// bodyOf takes the whole body, so that every try sends the same bytes.
func bodyOf(req *http.Request) ([]byte, error) {
	if req.Body == nil || req.Body == http.NoBody {
		return nil, nil
	}
	defer func() { _ = req.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(req.Body, maxRequestBytes+1))
	if err != nil {
		return nil, &RequestError{Reason: "the body cannot be read: " + err.Error()}
	}
	if len(body) > maxRequestBytes {
		return nil, &RequestError{Reason: "the body is larger than 1 MiB"}
	}
	return body, nil
}

// isJSON tells whether the media type is JSON or one of its kinds.
func isJSON(header http.Header) bool {
	mediaType := mediaType(header)
	return mediaType == "application/json" || strings.HasSuffix(mediaType, "+json")
}

// mediaType is the bare media type in lower case, "" when there is none.
func mediaType(header http.Header) string {
	// A broken parameter does not hide the type itself.
	bare, _, _ := strings.Cut(header.Get("Content-Type"), ";")
	if parsed, _, err := mime.ParseMediaType(bare); err == nil {
		return parsed
	}
	return ""
}
