package apiclient

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"travel.example/travel/internal/transport"
)

// try makes a call once. Every answer that is not the operation's payload becomes an error, so that an answer always
// means success.
func (c *Client) try(ctx context.Context, sent *call) (*RawResponse, error) {
	a, err := c.exchange(ctx, sent)
	if err != nil {
		return nil, err
	}
	op := sent.op
	if c.o.Heard != nil {
		c.o.Heard(ctx, Heard{
			Operation: op.ID, Create: op.Class == create && a.Status == op.Success,
			Refused: a.Status == http.StatusTooManyRequests, Windows: transport.Windows(a.Header, c.o.Now()),
		})
	}
	host := sent.request.URL.Host
	switch {
	case op.Class == feedback && a.Status == http.StatusAccepted:
		if unusable(sent, a, "") != nil { // only the status matters
			a.Body = []byte("{}")
		}
		return a, nil
	case a.Status == http.StatusProxyAuthRequired:
		return nil, &ExchangeError{Kind: ProxyFailed, Host: proxyOf(sent.request), Err: errors.New("it wants a login")}
	case a.Status >= http.StatusBadRequest:
		return nil, newProblemError(a, c.o.Now())
	case a.Status >= http.StatusMultipleChoices:
		return nil, &ExchangeError{
			Kind: Redirected, Host: host, Status: a.Status,
			Detail: fmt.Sprintf("status %d points elsewhere", a.Status), Location: a.Header.Get("Location"),
		}
	}
	if err := unusable(sent, a, host); err != nil {
		return nil, err
	}
	return a, nil
}

// unusable returns an error that says why a success is not an answer to this operation, or nil.
func unusable(c *call, a *RawResponse, host string) error {
	bad := func(kind FailureKind, detail string, cause error) error {
		return &ExchangeError{Kind: kind, Host: host, Status: a.Status, Detail: detail, Err: cause}
	}
	empty := len(a.Body) == 0 && a.trouble == nil
	switch {
	case strings.Contains(mediaType(a.Header), "html"):
		return bad(NotTheAPI, "it is a web page and not the API", nil)
	case c.read == nil && empty:
		return nil // a raw call may get an answer without a body
	case c.read != nil && a.Status != c.op.Success:
		return bad(UnexpectedStatus, fmt.Sprintf("status %d where the contract has %d", a.Status, c.op.Success), nil)
	case a.trouble != nil:
		return a.trouble
	case !isJSON(a.Header):
		detail := "it does not say that it is JSON"
		if sent := mediaType(a.Header); sent != "" {
			detail = "it is " + sent + " and not JSON"
		}
		return bad(WrongMediaType, detail, nil)
	case !simpleEnough(a.Body):
		return bad(TooLarge, "it is too large", errTooComplex)
	case c.read == nil && json.Valid(a.Body):
		return nil
	case c.read == nil:
		return bad(NotJSON, notJSON, nil)
	}
	err := c.read(a.Body)
	if _, broken := errors.AsType[*json.SyntaxError](err); broken {
		return bad(NotJSON, notJSON, nil)
	}
	if err != nil {
		return bad(WrongShape, "it does not fit the contract", inWords(err))
	}
	return nil
}

// inWords describes, in our own words, a member that the decoder rejected: its own text is about this program.
func inWords(err error) error {
	if _, ok := errors.AsType[lackError](err); ok {
		return err
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return errors.New(wrong.Field + " in it is not what the contract has there")
	}
	return errors.New("something in it is not what the contract has there")
}

const notJSON = "it says that it is JSON and is not"

// newProblemError reads the problem in an answer. Members of the wrong type are skipped one by one, so that a
// malformed code does not lose the detail.
func newProblemError(a *RawResponse, now time.Time) *ProblemError {
	e := &ProblemError{
		Status:  a.Status,
		Title:   http.StatusText(a.Status),
		TraceID: a.Header.Get("X-Trace-Id"),
	}
	if a.Status == http.StatusForbidden {
		e.Scope = challengeScope(a.Header.Values("WWW-Authenticate"))
	}
	if a.Status == http.StatusTooManyRequests || a.Status >= http.StatusInternalServerError {
		e.RetryAfter, _ = transport.RetryDelay(a.Status, a.Header, now)
	}
	var members map[string]json.RawMessage
	if a.trouble != nil || !isJSON(a.Header) || !simpleEnough(a.Body) || json.Unmarshal(a.Body, &members) != nil {
		return e
	}
	code := text(members["code"])
	e.document = code != "" || text(members["title"]) != "" || text(members["type"]) != ""
	if fits(ErrorCode(code), e.Status) {
		e.Code = ErrorCode(code)
	}
	e.Title = cmp.Or(text(members["title"]), e.Title)
	e.TraceID = cmp.Or(text(members["trace_id"]), e.TraceID)
	e.Detail = text(members["detail"])
	return e
}

// text returns the member as a string, or "" for anything else.
func text(member json.RawMessage) (s string) {
	_ = json.Unmarshal(member, &s) // sets nothing for another type
	return s
}

// statuses are the HTTP statuses that the contract's codes come with.
var statuses = map[ErrorCode]int{
	ErrorCodeValidationFailed:        http.StatusBadRequest, // or 405
	ErrorCodeInvalidToken:            http.StatusUnauthorized,
	ErrorCodeInsufficientScope:       http.StatusForbidden,
	ErrorCodeNotFound:                http.StatusNotFound,
	ErrorCodeRatesRequireHotelSearch: http.StatusConflict,
	ErrorCodeRateLimited:             http.StatusTooManyRequests,
	ErrorCodeInternalError:           http.StatusInternalServerError,
	ErrorCodeBadGateway:              http.StatusBadGateway,
	ErrorCodeUpstreamUnavailable:     http.StatusServiceUnavailable,
	ErrorCodeUpstreamRateLimited:     http.StatusServiceUnavailable,
}

// fits reports whether the code may come with the status. A code that is not in the contract fits any status.
func fits(code ErrorCode, status int) bool {
	want, known := statuses[code]
	return !known || status == want || code == ErrorCodeValidationFailed && status == http.StatusMethodNotAllowed
}

// challengeScope returns the scope that a Bearer challenge asks for (RFC 6750 section 3), or "" if none does.
func challengeScope(headers []string) string {
	for _, header := range headers {
		challenges, _ := oauthex.ParseWWWAuthenticate([]string{header})
		for _, challenge := range challenges {
			if scope := challenge.Params["scope"]; challenge.Scheme == "bearer" && scope != "" {
				return scope
			}
		}
	}
	return ""
}

// isJSON reports whether the media type is JSON or ends in +json.
func isJSON(header http.Header) bool {
	mediaType := mediaType(header)
	return mediaType == "application/json" || strings.HasSuffix(mediaType, "+json")
}

// mediaType returns the bare media type in lower case, or "" if there is none.
func mediaType(header http.Header) string {
	// A malformed parameter does not hide the type itself.
	bare, _, _ := strings.Cut(header.Get("Content-Type"), ";")
	if parsed, _, err := mime.ParseMediaType(bare); err == nil {
		return parsed
	}
	return ""
}
