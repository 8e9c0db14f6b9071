// Package faults makes the sandbox fail on request, so that a client meets
// every failure a network and a service can have, when and where a test wants
// it. A fault is asked for in one line, as in
//
//	getFlightSearchResults:2=503 upstream_unavailable retry-after=5
//	createFlightSearch=reset-after-read
//	token:1-3=hang
//	*:10=internal_error
//
// which is TARGET[:CALLS]=EFFECT [OPTION]... docs/faults.md lists the words.
// [Parse] reads such a line, and [New] puts the rules in front of a handler.
//
// Each rule counts the requests of its target from 1, whatever other rules do.
// Of several rules that meet the same request the first one acts.
package faults

import (
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"travel.example/travel/internal/sandbox/rest"
)

// Options are what a Handler needs of the sandbox.
type Options struct {
	Now func() time.Time // for the Date header; nil = time.Now
	Log *slog.Logger     // one line for each fault; nil = none
}

// Handler acts out rules, and passes what they do not meet on to another
// handler. It is safe for concurrent use.
type Handler struct {
	next    http.Handler
	targets targets
	rules   []*counted
	now     func() time.Time
	log     *slog.Logger
	ended   chan struct{}
	end     func()
}

// counted is a rule with the number of requests of its target so far.
type counted struct {
	Rule
	seen atomic.Uint64
}

// New puts rules in front of next.
func New(next http.Handler, rules []Rule, o Options) *Handler {
	h := &Handler{next: next, targets: newTargets(), now: o.Now, log: o.Log, ended: make(chan struct{})}
	h.end = sync.OnceFunc(func() { close(h.ended) })
	if h.now == nil {
		h.now = time.Now
	}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	for _, rule := range rules {
		h.rules = append(h.rules, &counted{Rule: rule})
	}
	return h
}

// Close ends every hang and delay under way. Later ones end at once.
func (h *Handler) Close() { h.end() }

// ServeHTTP lets the request meet the first rule that wants it.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kind := h.targets.of(r)
	rule, call := h.pick(kind)
	if rule == nil {
		h.next.ServeHTTP(w, r)
		return
	}
	h.log.Info("fault", "trace_id", rest.TraceID(r.Context()), "rule", rule.String(), "request", kind.name, "call", call)
	e := &event{w: w, r: r, kind: kind, rule: &rule.Rule, handler: h, conn: http.NewResponseController(w)}
	// A fault may take longer than the server allows a normal answer. Where
	// the connection is not ours there is no limit to lift.
	_ = e.conn.SetReadDeadline(time.Time{})
	_ = e.conn.SetWriteDeadline(time.Time{})
	if !e.wait(rule.extras.delay) {
		e.sever(abort)
		return
	}
	rule.effect.serve(e)
}

// pick counts the request for every rule of its kind, and returns the first
// rule that wants it with the number of the request, or nil.
func (h *Handler) pick(kind kind) (first *counted, call uint64) {
	for _, rule := range h.rules {
		if !kind.is(rule.target) {
			continue
		}
		n := rule.seen.Add(1)
		if first == nil && rule.wants(n) {
			first, call = rule, n
		}
	}
	return first, call
}
