// Package faults makes the sandbox fail on request, so that a test can confront a client with every failure of a
// network or a service at a chosen point. A fault is requested in one line, such as
//
//	getFlightSearchResults:2=503 upstream_unavailable retry-after=5
//	createFlightSearch=reset-after-read
//	token:1-3=hang
//	*:10=internal_error
//
// which is TARGET[:CALLS]=EFFECT [OPTION]... docs/faults.md describes the words. [New] adds such faults in front
// of a handler.
//
// Each rule counts the requests of its target from 1, independently of other rules. If several rules apply to a
// request, the first one acts.
package faults

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"travel.example/travel/internal/sandbox/rest"
)

// Handler applies rules and passes all other requests on to another handler. It is safe for concurrent use.
type Handler struct {
	next    http.Handler
	targets *http.ServeMux
	rules   []rule
	seen    []atomic.Int64 // requests of each rule's target so far
	now     func() time.Time
	log     *slog.Logger
	ended   context.Context
	end     func()
}

// New returns a handler with faults in front of next, one line each. The clock is used for the Date header, and
// the log gets one line for each fault that acts. The error is a *SpecError.
func New(next http.Handler, specs []string, now func() time.Time, log *slog.Logger) (*Handler, error) {
	h := &Handler{next: next, targets: newMux(), seen: make([]atomic.Int64, len(specs)), now: now, log: log}
	for _, spec := range specs {
		r, err := parse(spec)
		if err != nil {
			return nil, err
		}
		h.rules = append(h.rules, r)
	}
	h.ended, h.end = context.WithCancel(context.Background())
	return h, nil
}

// Close ends all hangs and delays in progress. Later ones end immediately.
func (h *Handler) Close() { h.end() }

// ServeHTTP applies the first rule that matches the request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e := &event{w: w, r: r, targets: targetsOf(h.targets, r), handler: h, conn: http.NewResponseController(w)}
	var call int64
	for i := range h.rules { // every rule counts the request, but only the first match acts
		rule := &h.rules[i]
		if !slices.Contains(e.targets, rule.target) {
			continue
		}
		n := h.seen[i].Add(1)
		if e.rule == nil && slices.ContainsFunc(rule.calls, func(holds func(int64) bool) bool { return holds(n) }) {
			e.rule, call = rule, n
		}
	}
	if e.rule == nil {
		h.next.ServeHTTP(w, r)
		return
	}
	h.log.Info("fault", "trace_id", rest.TraceID(r.Context()), "rule", e.rule.text, "request", e.targets[len(e.targets)-1], "call", call)
	// A fault may take longer than the server's limits for normal answers. If the connection does not support
	// deadlines, there are none to remove.
	_ = e.conn.SetReadDeadline(time.Time{})
	_ = e.conn.SetWriteDeadline(time.Time{})
	if !e.wait(time.Duration(e.rule.options["delay"].number)) {
		e.sever(true)
		return
	}
	e.rule.act(e)
}

// rule is one fault: the requests it applies to and its effect.
type rule struct {
	text    string
	target  string
	calls   []func(call int64) bool // any of them
	act     func(e *event)
	args    []value
	options map[string]value
	headers map[string]string // set on the answer last; an empty one is removed
}

// has reports whether the rule has an option.
func (r *rule) has(option string) bool {
	_, given := r.options[option]
	return given
}

// event is one request that a rule acts on.
type event struct {
	w       http.ResponseWriter
	r       *http.Request
	targets []string
	rule    *rule
	handler *Handler
	conn    *http.ResponseController
}

// arg returns an argument of the rule's effect.
func (e *event) arg(i int) value { return e.rule.args[i] }

// answer is an answer that has not been sent yet.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// newAnswer returns an answer with headers, given as names followed by values.
func newAnswer(status int, headers ...string) *answer {
	a := &answer{header: http.Header{}, status: status}
	for line := range slices.Chunk(headers, 2) {
		a.header.Set(line[0], line[1])
	}
	return a
}

// The following methods implement http.ResponseWriter.

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(p)
}

// work executes the request and returns the genuine answer.
func (e *event) work() *answer {
	a := newAnswer(0)
	e.handler.next.ServeHTTP(a, e.r)
	a.status = cmp.Or(a.status, http.StatusOK)
	return a
}

// read reads the request body without executing the request.
func (e *event) read() {
	_, _ = io.Copy(io.Discard, e.r.Body)
}

// longest limits every wait, including a hang.
const longest = 10 * time.Minute

// wait waits and reports whether the caller and the server are still there.
func (e *event) wait(d time.Duration) (still bool) {
	if d == 0 {
		return true
	}
	select {
	case <-time.After(d):
		return true
	case <-e.r.Context().Done():
	case <-e.handler.ended.Done():
	}
	return false
}

// send sends a complete answer.
func (e *event) send(a *answer) {
	e.begin(a, int64(a.body.Len()))
	_, _ = e.w.Write(a.body.Bytes()) // a write fails only if the caller is gone
}

// begin sends the status and the headers of an answer. length is the announced length of the body in bytes; if it
// is negative, none is announced.
func (e *event) begin(a *answer, length int64) {
	h := e.w.Header()
	maps.Copy(h, a.header)
	h.Del("Content-Length") // belongs to the genuine body
	if length >= 0 && a.status != http.StatusNoContent && a.status != http.StatusNotModified {
		h.Set("Content-Length", strconv.FormatInt(length, 10))
	}
	if skew, moved := e.rule.options["date"]; moved {
		h.Set("Date", e.handler.now().Add(time.Duration(skew.number)).UTC().Format(http.TimeFormat))
	}
	for name, value := range e.rule.headers {
		h[name] = nil // suppresses a header that the server would add by itself
		if value != "" {
			h.Set(name, value)
		}
	}
	e.w.WriteHeader(a.status)
}

// encode appends v to the body as JSON. It panics if v cannot be encoded, which never happens in this package.
func (a *answer) encode(v any) {
	enc := json.NewEncoder(&a.body)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
}
