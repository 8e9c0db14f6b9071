package apiclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"travel.example/travel/internal/transport"
)

// problems turns every answer that is not the payload of the operation into an error, so that an
// answer means success.
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

// taken is the answer to a feedback that was accepted. The status is the whole answer, so a body
// that is broken is replaced by one that says nothing.
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

// ProblemError is an answer of status 400 or above: RFC 9457 problem details, or what is known of
// an answer that carries none.
type ProblemError struct {
	// Code is what to branch on. It is empty when the answer has none, or has one that contradicts
	// the HTTP status. A code newer than this client is kept.
	Code ErrorCode
	// Status is the HTTP status, whatever the body repeats.
	Status   int
	Title    string // short name, the reason phrase when the body has none
	Detail   string // this occurrence, for a person; foreign text
	Type     string
	Instance string
	TraceID  string // to quote to the service, "" when unknown
	// Scope is what the token lacks, from WWW-Authenticate of a 403.
	Scope string
	// RetryAfter is how long the service asks to wait, 0 when it does not say.
	RetryAfter time.Duration
	// MaybeCreated is as in [NetworkError].
	MaybeCreated bool

	document bool // the body was a whole problem document
}

// Error is one printable line: status, code, detail and trace id.
func (e *ProblemError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", e.Status)
	if e.Code != "" {
		b.WriteString(" " + printable(string(e.Code)))
	}
	if text := printable(e.Detail); text != "" {
		b.WriteString(": " + text)
	} else if text := printable(e.Title); text != "" {
		b.WriteString(": " + text)
	}
	if e.TraceID != "" {
		b.WriteString(" (trace " + printable(e.TraceID) + ")")
	}
	return b.String() + doubt[e.MaybeCreated]
}

// Advice is one line of what to do: the specification's client action for the code, or for the
// status when the code is unknown.
func (e *ProblemError) Advice() string {
	if e.MaybeCreated {
		return adviceMaybeCreated + e.quote()
	}
	switch e.Code {
	case ErrorCodeRatesRequireHotelSearch:
		return "search again with this hotel, the same dates and guests, then read its rates"
	case ErrorCodeUpstreamRateLimited:
		return "wait " + e.wait("60 s") + ", then run it again; a provider limits the service"
	}
	switch e.Status {
	case http.StatusBadRequest:
		return "change what the message names, then run it again"
	case http.StatusUnauthorized:
		return "log in again"
	case http.StatusForbidden:
		return e.scopeAdvice()
	case http.StatusNotFound:
		return "a search and its ids live a few minutes: create a new one; check the id of a hotel"
	case http.StatusConflict:
		return "the request does not fit the search it names"
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return "wait " + e.wait("a minute") + ", then run it again"
	}
	if e.Status >= http.StatusInternalServerError {
		return "try again later" + e.quote()
	}
	return "this client does not know the refusal; look for a newer version"
}

func (e *ProblemError) scopeAdvice() string {
	if scope := printable(e.Scope); scope != "" {
		return "log in again and ask for the scope " + scope
	}
	return "log in again and ask for the missing scope"
}

func (e *ProblemError) wait(unknown string) string {
	if e.RetryAfter <= 0 {
		return unknown
	}
	return fmt.Sprintf("%d s", seconds(e.RetryAfter))
}

func (e *ProblemError) quote() string {
	if trace := printable(e.TraceID); trace != "" {
		return "; if it stays, quote trace " + trace
	}
	return ""
}

// newProblemError reads what the answer tells. Members of a wrong type are left out one by one, so
// that a broken code does not cost the detail.
func newProblemError(a *answer, now time.Time) *ProblemError {
	e := &ProblemError{
		Status:  a.status,
		Title:   http.StatusText(a.status),
		TraceID: a.header.Get("X-Trace-Id"),
	}
	if a.status == http.StatusForbidden {
		e.Scope = challengeScope(a.header.Values("WWW-Authenticate"))
	}
	switch {
	case a.status == http.StatusTooManyRequests:
		e.RetryAfter, _ = transport.RetryDelay(a.header, now)
	case a.status >= http.StatusInternalServerError:
		// RateLimit tells the caller's quota, which a fault has nothing to do with.
		e.RetryAfter, _ = transport.RetryAfter(a.header, now)
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

// text is the member as a string, "" for anything else.
func text(member json.RawMessage) string {
	var s string
	if err := json.Unmarshal(member, &s); err != nil {
		return ""
	}
	return s
}

// fits tells whether the code may come with the status. A code that is not in the contract says
// nothing about its status.
func fits(code ErrorCode, status int) bool {
	switch code {
	case ErrorCodeValidationFailed:
		return status == http.StatusBadRequest
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

// challengeScope is the scope a Bearer challenge asks for (RFC 6750 section 3), "" when none does.
// Scope values hold no quotes, so none needs unescaping.
func challengeScope(challenges []string) string {
	for _, challenge := range challenges {
		scheme, rest, _ := strings.Cut(strings.TrimSpace(challenge), " ")
		if !strings.EqualFold(scheme, "bearer") {
			continue
		}
		for rest != "" {
			var name, value string
			name, value, rest = nextParam(rest)
			if strings.EqualFold(name, "scope") {
				return value
			}
		}
	}
	return ""
}

// nextParam takes one name="value" or name=value off the front.
func nextParam(s string) (name, value, rest string) {
	name, after, _ := strings.Cut(s, "=")
	name = strings.Trim(name, " ,\t")
	quoted, isQuoted := strings.CutPrefix(strings.TrimLeft(after, " "), `"`)
	if !isQuoted {
		value, rest, _ = strings.Cut(after, ",")
		return name, strings.TrimSpace(value), rest
	}
	value, rest, _ = strings.Cut(quoted, `"`)
	return name, value, rest
}
