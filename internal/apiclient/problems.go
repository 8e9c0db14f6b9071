package apiclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// problems turns every answer that is not the payload of the operation into an
// error, so that an answer means success.
type problems struct {
	next layer
	now  func() time.Time
}

func (p *problems) send(ctx context.Context, c *call) (*answer, error) {
	a, err := p.next.send(ctx, c)
	if err != nil {
		return nil, err
	}
	host := c.request.URL.Host
	switch {
	case c.op.Class == feedback && a.status == http.StatusAccepted:
		return taken(c, a), nil
	case a.status == http.StatusProxyAuthRequired:
		return nil, &NetworkError{Kind: ProxyFailed, Host: proxyOf(c.request), Err: errors.New("it wants a login")}
	case a.status >= http.StatusBadRequest:
		return nil, newProblemError(a, p.now())
	case a.status >= http.StatusMultipleChoices:
		return nil, &BadResponseError{
			Kind: Redirected, Host: host, Status: a.status,
			Detail: fmt.Sprintf("status %d points elsewhere", a.status), Location: a.header.Get("Location"),
		}
	}
	if err := unusable(c, a, host); err != nil {
		return nil, err
	}
	return a, nil
}

// taken is the answer to a feedback that was accepted. The status is the whole
// answer, so a body that is broken is replaced by one that says nothing.
func taken(c *call, a *answer) *answer {
	if unusable(c, a, "") == nil {
		return a
	}
	return &answer{status: a.status, header: a.header, body: []byte("{}")}
}

// unusable tells why a success is none of this operation, or nil.
func unusable(c *call, a *answer, host string) error {
	bad := func(kind BadResponseKind, detail string, cause error) error {
		return &BadResponseError{Kind: kind, Host: host, Status: a.status, Detail: detail, Err: cause}
	}
	empty := len(a.body) == 0 && a.trouble == nil
	switch {
	case strings.Contains(mediaType(a.header), "html"):
		return bad(NotTheAPI, "it is a web page and not the API", nil)
	case c.read == nil && empty:
		return nil // a raw call may meet an answer without a body
	case c.read != nil && a.status != c.op.Success:
		return bad(UnexpectedStatus, fmt.Sprintf("status %d where the contract has %d", a.status, c.op.Success), nil)
	case a.trouble != nil:
		return a.trouble
	case !isJSON(a.header):
		return bad(WrongMediaType, wrongMedia(a.header), nil)
	case !simpleEnough(a.body):
		return bad(TooLarge, "it is too large", errTooComplex)
	case c.read == nil && json.Valid(a.body):
		return nil
	case c.read == nil:
		return bad(NotJSON, notJSON, nil)
	}
	err := c.read(a.body)
	if _, broken := errors.AsType[*json.SyntaxError](err); broken {
		return bad(NotJSON, notJSON, nil)
	}
	if err != nil {
		return bad(WrongShape, "it does not fit the contract", err)
	}
	return nil
}

const notJSON = "it says that it is JSON and is not"

func wrongMedia(header http.Header) string {
	if sent := mediaType(header); sent != "" {
		return "it is " + sent + " and not JSON"
	}
	return "it does not say that it is JSON"
}
