package apiclient

import (
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
func (c *Client) try(ctx context.Context, sent *call) (*answer, error) {
	a, err := c.exchange(ctx, sent)
	if err != nil {
		return nil, err
	}
	op := sent.op
	c.o.Heard(ctx, Heard{
		Operation: op.ID, Create: op.Class == create && a.status == op.Success,
		Refused: a.status == http.StatusTooManyRequests, Windows: transport.Windows(a.header, c.o.Now()), Place: sent.place,
	})
	host := sent.request.URL.Host
	switch {
	case op.Class == feedback && a.status == http.StatusAccepted:
		if unusable(sent, a, "") != nil { // only the status matters
			a.body = []byte("{}")
		}
		return a, nil
	case a.status == http.StatusProxyAuthRequired:
		return nil, &NetworkError{Kind: ProxyFailed, Host: proxyOf(sent.request), Err: errors.New("it wants a login")}
	case a.status >= http.StatusBadRequest:
		return nil, newProblemError(a, c.o.Now())
	case a.status >= http.StatusMultipleChoices:
		return nil, &BadResponseError{
			Kind: Redirected, Host: host, Status: a.status,
			Detail: fmt.Sprintf("status %d points elsewhere", a.status), Location: a.header.Get("Location"),
		}
	}
	if err := unusable(sent, a, host); err != nil {
		return nil, err
	}
	return a, nil
}

// unusable returns an error that says why a success is not an answer to this operation, or nil.
func unusable(c *call, a *answer, host string) error {
	bad := func(kind BadResponseKind, detail string, cause error) error {
		return &BadResponseError{Kind: kind, Host: host, Status: a.status, Detail: detail, Err: cause}
	}
	empty := len(a.body) == 0 && a.trouble == nil
	switch {
	case strings.Contains(mediaType(a.header), "html"):
		return bad(NotTheAPI, "it is a web page and not the API", nil)
	case c.read == nil && empty:
		return nil // a raw call may get an answer without a body
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
		return bad(WrongShape, "it does not fit the contract", inWords(err))
	}
	return nil
}

// misfitError describes, in our own words, a member that the decoder rejected.
type misfitError struct{ err error }

func (e misfitError) Error() string {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](e.err); ok && wrong.Field != "" {
		return wrong.Field + " in it is not what the contract has there"
	}
	return "something in it is not what the contract has there"
}

// Unwrap returns the decoder's own error.
func (e misfitError) Unwrap() error { return e.err }

// inWords hides the wording of the decoder's error, which is about this program.
func inWords(err error) error {
	if _, ok := errors.AsType[lackError](err); ok {
		return err
	}
	return misfitError{err}
}

const notJSON = "it says that it is JSON and is not"

func wrongMedia(header http.Header) string {
	if sent := mediaType(header); sent != "" {
		return "it is " + sent + " and not JSON"
	}
	return "it does not say that it is JSON"
}

// newProblemError reads the problem in an answer. Members of the wrong type are skipped one by one, so that a
// malformed code does not lose the detail.
func newProblemError(a *answer, now time.Time) *ProblemError {
	e := &ProblemError{
		Status:  a.status,
		Title:   http.StatusText(a.status),
		TraceID: a.header.Get("X-Trace-Id"),
	}
	if a.status == http.StatusForbidden {
		e.Scope = challengeScope(a.header.Values("WWW-Authenticate"))
	}
	if a.status == http.StatusTooManyRequests || a.status >= http.StatusInternalServerError {
		e.RetryAfter, _ = transport.RetryDelay(a.status, a.header, now)
	}
	if a.trouble == nil && isJSON(a.header) && len(a.body) <= maxProblemBytes {
		e.read(a.body)
	}
	return e
}

func (e *ProblemError) read(body []byte) {
	if !simpleEnough(body) {
		return
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil {
		return
	}
	code := text(members["code"])
	e.document = code != "" || text(members["title"]) != "" || text(members["type"]) != ""
	if fits(ErrorCode(code), e.Status) {
		e.Code = ErrorCode(code)
	}
	if title := text(members["title"]); title != "" {
		e.Title = title
	}
	if trace := text(members["trace_id"]); trace != "" {
		e.TraceID = trace
	}
	e.Detail = text(members["detail"])
	e.Type = text(members["type"])
	e.Instance = text(members["instance"])
}

// text returns the member as a string, or "" for anything else.
func text(member json.RawMessage) string {
	var s string
	if err := json.Unmarshal(member, &s); err != nil {
		return ""
	}
	return s
}

// fits reports whether the code may come with the status. A code that is not in the contract fits any status.
func fits(code ErrorCode, status int) bool {
	switch code {
	case ErrorCodeValidationFailed:
		return status == http.StatusBadRequest || status == http.StatusMethodNotAllowed
	case ErrorCodeInvalidToken:
		return status == http.StatusUnauthorized
	case ErrorCodeInsufficientScope:
		return status == http.StatusForbidden
	case ErrorCodeNotFound:
		return status == http.StatusNotFound
	case ErrorCodeRatesRequireHotelSearch:
		return status == http.StatusConflict
	case ErrorCodeRateLimited:
		return status == http.StatusTooManyRequests
	case ErrorCodeInternalError:
		return status == http.StatusInternalServerError
	case ErrorCodeBadGateway:
		return status == http.StatusBadGateway
	case ErrorCodeUpstreamUnavailable, ErrorCodeUpstreamRateLimited:
		return status == http.StatusServiceUnavailable
	}
	return true
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

// maxTrace is the maximum length of a trace id repeated in a hint, in bytes.
const maxTrace = 128

func isTrace(id string) bool {
	odd := func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '-' && r != '_'
	}
	return id != "" && len(id) <= maxTrace && !strings.ContainsFunc(id, odd)
}
