package apiclient

import (
	"context"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"travel.example/travel/api"
)

// maxRequestBytes bounds a request body; the largest of the contract is a
// feedback message of 2,000 characters.
const maxRequestBytes = 1 << 20

// Client calls the operations of one deployment. [New] makes it.
type Client struct {
	layers    layer
	base      *url.URL // ends with a slash
	userAgent string
	tokens    TokenSource // nil for none
	word      dialect
}

// Answer is a success of the service.
type Answer[T any] struct {
	Value  *T     // what Body says, never nil
	Body   []byte // exact bytes
	Header http.Header
	Host   string // of the deployment
}

// call is one operation on its way down. Layers never change the request.
type call struct {
	op      *api.Operation
	request *http.Request
	body    []byte      // nil for none
	token   *credential // nil when none is sent
	// read takes the body of a success; nil when nothing is known of it, as of a
	// raw call.
	read func(body []byte) error
}

// answer is what came back, read to its end.
type answer struct {
	status  int
	header  http.Header
	body    []byte
	trouble error // why body is not whole
}

// layer is one step between a call and the network.
type layer interface {
	send(ctx context.Context, c *call) (*answer, error)
}

// get makes a call without a body. params is the generated struct of the
// operation's query, or nil; ids fill its path in order. An operationId that the
// contract does not have panics, which a test of every method would meet.
func get[T any](ctx context.Context, c *Client, operationID string, params any, ids ...string) (*Answer[T], error) {
	op := operation(operationID)
	path, err := pathOf(op, ids)
	if err != nil {
		return nil, err
	}
	return invoke[T](ctx, c, op, path+queryOf(op, params, c.word), nil)
}

// post makes a call with a body, the generated struct of the operation.
func post[T any](ctx context.Context, c *Client, operationID string, model any) (*Answer[T], error) {
	op := operation(operationID)
	body, err := json.Marshal(model)
	if err != nil {
		return nil, &RequestError{Reason: "the body is not JSON: " + err.Error()}
	}
	return invoke[T](ctx, c, op, op.Path, body)
}

func operation(id string) *api.Operation {
	op, ok := api.Find(id)
	if !ok {
		panic("no operation " + id + " in the contract")
	}
	return op
}

func invoke[T any](ctx context.Context, c *Client, op *api.Operation, target string, body []byte) (*Answer[T], error) {
	value := new(T)
	read := func(body []byte) error {
		whole, err := decodeAs[T](body, c.word)
		if err == nil {
			value = whole
		}
		return err
	}
	a, err := c.send(ctx, &call{op: op, body: body, read: read}, target)
	if err != nil {
		return nil, err
	}
	return &Answer[T]{Value: value, Body: a.body, Header: a.header, Host: c.base.Host}, nil
}

// send hands a call to the layers. target is its escaped path and query, from
// the root of the deployment.
func (c *Client) send(ctx context.Context, sent *call, target string) (*answer, error) {
	if len(sent.body) > maxRequestBytes {
		return nil, &RequestError{Reason: "the body is larger than 1 MiB"}
	}
	request, err := http.NewRequestWithContext(ctx, sent.op.Method, strings.TrimSuffix(c.base.String(), "/")+target, nil)
	if err != nil {
		return nil, &RequestError{Reason: "not a method and a path: " + sent.op.Method + " " + sent.op.Path}
	}
	request.Header.Set("Accept", "application/json, application/problem+json")
	request.Header.Set("User-Agent", c.userAgent)
	if sent.body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	sent.request = request
	if c.tokens != nil && !sent.op.Open {
		sent.token = &credential{source: c.tokens}
	}
	return c.layers.send(ctx, sent)
}

// pathOf fills the path of an operation with ids, in the order of its template.
func pathOf(op *api.Operation, ids []string) (string, error) {
	segments := strings.Split(op.Path, "/")
	for i, segment := range segments {
		if !strings.HasPrefix(segment, "{") {
			continue
		}
		valid := ValidID
		if segment == "{rateId}" {
			valid = ValidRateID
		}
		if !valid(ids[0]) {
			return "", &RequestError{Reason: fmt.Sprintf("%q is not a valid %s", ids[0], strings.Trim(segment, "{}"))}
		}
		segments[i], ids = url.PathEscape(ids[0]), ids[1:]
	}
	return strings.Join(segments, "/"), nil
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
