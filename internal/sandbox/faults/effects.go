package faults

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// effect is a possible effect of a rule. arguments has the kinds of the arguments, each followed by a colon and
// its default if it is optional. options has the options that it accepts in addition to the common ones. An
// effect with the name of an option sets that option.
type effect struct {
	name      string
	arguments string
	options   string
	act       func(e *event)
}

// effects has all effects except statuses and codes.
var effects = []effect{
	{"hang", "STAGE:after-read", "", func(e *event) { e.cut(e.arg(0).text, "hang") }},
	{"reset", "STAGE:after-read", "", func(e *event) { e.cut(e.arg(0).text, "reset") }},
	{"close", "STAGE:after-read", "", func(e *event) { e.cut(e.arg(0).text, "close") }},
	{"lost", "", "", func(e *event) { e.cut("after-work", "close") }},
	{"truncate", "", "", func(e *event) { e.cut("mid-body", "close") }},
	{"delay", "DURATION", "", genuine},
	{"date", "OFFSET", "", genuine},
	{"html", "STATUS:200", afterWork, (*event).page},
	{"redirect", "MOVED:302 URL", afterWork, func(e *event) {
		e.reply(newAnswer(int(e.arg(0).number), "Location", e.arg(1).text)) // any URL is accepted
	}},
	{"status", "STATUS", "", changing(func(e *event, a *answer) { a.status = int(e.arg(0).number) })},
	{"media-type", "TYPE:text/plain", "", changing(func(e *event, a *answer) {
		a.header["Content-Type"] = nil // prevents the server from guessing one
		if mediaType := e.arg(0).text; mediaType != "" {
			a.header.Set("Content-Type", mediaType)
		}
	})},
	{"drip", "DURATION:1s", "", (*event).drip},
	{"not-json", "", "", changing(func(_ *event, a *answer) { a.body = *bytes.NewBufferString("{\"results\": [}\n") })},
	{"oversize", "SIZE:32MiB", "", func(e *event) { e.swell(`"padding":"`, "x", `"`) }}, // above any sensible limit
	{"gzip-bomb", "SIZE:1GiB", "", (*event).bomb},
	{"nested", "DEPTH:100000", "", func(e *event) { e.swell(`"nested":`, "[]", "") }},
	{"missing", "PATH", "", editing(func(*event, any) any { return gone{} })},
	{"retype", "PATH", "", editing(retype)},
	{"set", "PATH=VALUE", "", editing(func(e *event, _ any) any {
		_, text, _ := strings.Cut(e.arg(0).text, "=")
		if json.Valid([]byte(text)) {
			return json.RawMessage(text)
		}
		return text
	})},
	{"long", "PATH LONG FILLER:x", "", editing(func(e *event, _ any) any {
		filler := e.arg(2).text
		return strings.Repeat(filler, int(e.arg(1).number)/len(filler))
	})},
	{"unknown-fields", "", "", changing(func(e *event, a *answer) { e.edit(a, newMembers) })},
	{"unknown-enums", "", "", changing(func(e *event, a *answer) { e.edit(a, newWords) })},
	{"expired", "", afterWork, func(e *event) {
		e.refuse(http.StatusNotFound, "not_found", "The search has expired. Create a new one.")
	}},
	{"replay", "", "", (*event).replay},
}

// effectOf returns the effect named by words, and its arguments.
func effectOf(words []string, options map[string]value) (does effect, args []string, err *SpecError) {
	if len(words) == 0 && len(options) > 0 {
		return effect{name: "no effect", act: genuine}, nil, nil
	}
	var name string
	if len(words) > 0 {
		name, args = words[0], words[1:]
	}
	_, body := options["body"]
	_, typed := options["type"]
	status := statusOf(name)
	switch _, err := strconv.Atoi(name); {
	case err == nil && (body || typed):
		return effect{"a body", "STATUS", "body type after-work", (*event).verbatim}, words, nil
	case err == nil:
		return effect{"a status", "FAILURE CODE:", "detail after-work", func(e *event) {
			e.refuse(int(e.arg(0).number), e.arg(1).text, "")
		}}, words, nil
	case status > 0:
		return effect{name, "", "detail after-work", func(e *event) { e.refuse(status, name, "") }}, args, nil
	}
	verb, stage, dashed := strings.Cut(name, "-")
	if dashed && slices.Contains([]string{"hang", "reset", "close"}, verb) && len(args) == 0 {
		name, args = verb, []string{stage}
	}
	var names []string
	for _, known := range effects {
		if known.name == name {
			return known, args, nil
		}
		names = append(names, known.name)
	}
	return effect{}, nil, wrong(name, "as EFFECT a status and a code (503 upstream_unavailable), either of them, or one of "+strings.Join(names, ", "))
}

// genuine sends the genuine answer.
func genuine(e *event) { e.send(e.work()) }

// changing returns an effect that sends the genuine answer with a change.
func changing(change func(e *event, a *answer)) func(*event) {
	return func(e *event) {
		a := e.work()
		change(e, a)
		e.send(a)
	}
}

// reply answers in place of the operation, which is executed anyway with after-work.
func (e *event) reply(a *answer) {
	if e.rule.has(afterWork) {
		genuine := e.work()
		for _, name := range []string{"RateLimit", "RateLimit-Policy"} { // the request was counted
			if value := genuine.header.Get(name); value != "" {
				a.header.Set(name, value)
			}
		}
	} else {
		e.read()
	}
	e.send(a)
}

// refuse replies with an error in the format of the endpoint: a problem of RFC 9457 or an error of RFC 6749
// section 5.2. A problem without a code omits it; without a detail, the text says that the fault was requested.
func (e *event) refuse(status int, code, detail string) {
	detail = cmp.Or(detail, e.rule.options["detail"].text, "The sandbox was asked for this fault.")
	a := newAnswer(status, "Cache-Control", "no-store")
	usualWaits := map[string]string{"rate_limited": "20", "upstream_unavailable": "2", "upstream_rate_limited": "60"}
	if wait, usual := usualWaits[code]; usual {
		a.header.Set("Retry-After", wait)
	}
	if slices.Contains(e.targets, anyOAuth) {
		a.header.Set("Content-Type", "application/json")
		a.encode(map[string]string{"error": oauthCode(status, code), "error_description": detail})
		e.reply(a)
		return
	}
	challenges := map[string]string{"invalid_token": "", "insufficient_scope": `, scope="users"`}
	if scope, challenged := challenges[code]; challenged { // RFC 6750 section 3
		a.header.Set("WWW-Authenticate", `Bearer realm="travel sandbox", error="`+code+`"`+scope)
	}
	problem := map[string]any{
		"type": "about:blank", "title": http.StatusText(status), "status": status, "detail": detail,
		"instance": e.r.URL.EscapedPath(), "trace_id": rest.TraceID(e.r.Context()),
	}
	if code != "" {
		problem["code"] = code // may be a code that no contract has
	}
	a.header.Set("Content-Type", "application/problem+json")
	a.encode(problem)
	e.reply(a)
}

// statusOf returns the default status of a code, or 0 if the code is unknown.
func statusOf(code string) int {
	if known := wire.ErrorCode(code); known.Valid() {
		return (&rest.Error{Code: known}).Status()
	}
	switch code {
	case "invalid_request", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope", "invalid_target",
		"authorization_pending", "slow_down", "expired_token", "access_denied", "invalid_redirect_uri", "invalid_client_metadata":
		return http.StatusBadRequest
	case "invalid_client":
		return http.StatusUnauthorized
	case "server_error":
		return http.StatusInternalServerError
	case "temporarily_unavailable":
		return http.StatusServiceUnavailable
	}
	return 0
}

// oauthCode returns the code of an authorization server for a status if no code was given, or one of the API's.
func oauthCode(status int, code string) string {
	switch {
	case code != "" && !wire.ErrorCode(code).Valid():
		return code
	case status == http.StatusServiceUnavailable, status == http.StatusTooManyRequests:
		return "temporarily_unavailable"
	case status >= http.StatusInternalServerError:
		return "server_error"
	}
	return "invalid_request"
}

// verbatim replies with the given body.
func (e *event) verbatim() {
	mediaType := "application/json"
	if e.rule.has("type") {
		mediaType = e.rule.options["type"].text
	}
	a := newAnswer(int(e.arg(0).number), "Content-Type", mediaType)
	a.body.WriteString(e.rule.options["body"].text)
	e.reply(a)
}

// page replies with a web page, as captive portals and gateways do.
func (e *event) page() {
	status, title := e.arg(0), "Sign in to this network"
	if status.number != http.StatusOK {
		title = status.text + " " + http.StatusText(int(status.number))
	}
	a := newAnswer(int(status.number), "Content-Type", "text/html; charset=utf-8")
	a.body.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<title>" + title + "</title>\n<h1>" + title + "</h1>\n")
	e.reply(a)
}

// cut ends a connection or stops all traffic on it at a stage: before-read means that the body of the request is
// not read, and after-read that it is read but the request is not executed. For the other stages the request is
// executed: after-work sends nothing, after-headers sends status and headers, and mid-body also half of the body.
// The verb is hang, for silence until one side ends the connection, reset or close.
func (e *event) cut(stage, verb string) {
	switch stage {
	case "after-read":
		e.read()
	case "after-work":
		e.work()
	case "after-headers", "mid-body":
		a := e.work()
		e.begin(a, int64(max(a.body.Len(), 1))) // always more than is sent
		if stage == "mid-body" {
			_, _ = e.w.Write(a.body.Bytes()[:a.body.Len()/2])
		}
		_ = e.conn.Flush()
	}
	if verb == "hang" {
		e.wait(longest)
	}
	e.sever(verb != "close")
}

// patience is how long a peer has to close its side, so that data it still sends does not turn the end of the
// connection into a reset.
const patience = 500 * time.Millisecond

// sever takes the connection from the server and ends it, either gracefully or with a reset, which discards
// unread data and notifies the peer. A connection that is not TCP, such as a pipe in memory, is just closed. If
// the connection cannot be taken, the server aborts it.
func (e *event) sever(reset bool) {
	conn, _, err := e.conn.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	tcp, ok := conn.(*net.TCPConn)
	switch {
	case ok && reset:
		_ = tcp.SetLinger(0)
	case ok && tcp.CloseWrite() == nil:
		_ = tcp.SetReadDeadline(time.Now().Add(patience))
		_, _ = io.Copy(io.Discard, tcp)
	}
	_ = conn.Close()
}

// drip sends the genuine answer one byte at a time.
func (e *event) drip() {
	a := e.work()
	e.begin(a, int64(a.body.Len()))
	_ = e.conn.Flush()
	for _, b := range a.body.Bytes() {
		if !e.wait(time.Duration(e.arg(0).number)) {
			e.sever(true)
			return
		}
		if _, err := e.w.Write([]byte{b}); err != nil || e.conn.Flush() != nil {
			return // the caller is gone
		}
	}
}

// replay executes the request twice and sends the second answer. An authorization server then considers a refresh
// token or a code stolen.
func (e *event) replay() {
	body, err := io.ReadAll(io.LimitReader(e.r.Body, maxForm))
	if err != nil {
		e.sever(true)
		return
	}
	e.r.Body = io.NopCloser(bytes.NewReader(body))
	e.work()
	e.r.Body = io.NopCloser(bytes.NewReader(body))
	e.send(e.work())
}

// swell sends the genuine object with one more member. Its value repeats each byte of fill as often as the first
// argument says, one byte after the other. If the body is not an object, it appends the fill instead.
func (e *event) swell(before, fill, after string) {
	a, times := e.work(), e.arg(0).number
	head, object := bytes.CutSuffix(bytes.TrimSpace(a.body.Bytes()), []byte("}"))
	switch {
	case !object:
		before, after = "", ""
	case len(head) > 1:
		before, after = ","+before, after+"}"
	default:
		after += "}"
	}
	parts := []io.Reader{bytes.NewReader(head), strings.NewReader(before)}
	for _, b := range []byte(fill) {
		parts = append(parts, io.LimitReader(endlessly(b), times))
	}
	parts = append(parts, strings.NewReader(after))
	e.begin(a, int64(len(head)+len(before)+len(after))+int64(len(fill))*times)
	_, _ = io.Copy(struct{ io.Writer }{e.w}, io.MultiReader(parts...)) // as long as the caller is there
}

// endlessly reads the same byte forever.
type endlessly byte

func (b endlessly) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(b)
	}
	return len(p), nil
}

// bomb sends the genuine answer in gzip, followed by many blanks that compress to almost nothing. It does not
// check whether the caller accepts gzip.
func (e *event) bomb() {
	a := e.work()
	a.header.Set("Content-Encoding", "gzip")
	e.begin(a, -1)
	w := gzip.NewWriter(e.w)
	_, err := io.Copy(w, io.MultiReader(&a.body, io.LimitReader(endlessly(' '), e.arg(0).number)))
	if err == nil { // the caller is still there
		_ = w.Close()
	}
}
