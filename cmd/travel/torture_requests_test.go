package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/need"
)

// An accident befalls one request; serve carries the request out and returns the answer.
type accident struct {
	name   string
	codes  []int
	befall func(w http.ResponseWriter, r *http.Request, serve func() *httptest.ResponseRecorder)
}

var accidents = []accident{
	{"lost before it was read", []int{0, 7}, func(http.ResponseWriter, *http.Request, func() *httptest.ResponseRecorder) {
		panic(http.ErrAbortHandler)
	}},
	{"lost after the work", []int{0, 7}, func(_ http.ResponseWriter, _ *http.Request, serve func() *httptest.ResponseRecorder) {
		serve()
		panic(http.ErrAbortHandler)
	}},
	{"cut in its answer", []int{0, 6, 7}, func(w http.ResponseWriter, _ *http.Request, serve func() *httptest.ResponseRecorder) {
		record := serve()
		body := record.Body.Bytes()
		w.Header().Set("Content-Type", record.Header().Get("Content-Type"))
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		w.WriteHeader(record.Code)
		_, _ = w.Write(body[:len(body)/2])
		panic(http.ErrAbortHandler)
	}},
	{"answered by a gateway", []int{0, 6, 7}, func(w http.ResponseWriter, _ *http.Request, _ func() *httptest.ResponseRecorder) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusBadGateway)
		fmt.Fprint(w, "<h1>502</h1>")
	}},
	{"answered with 500", []int{0, 6}, func(w http.ResponseWriter, r *http.Request, _ func() *httptest.ResponseRecorder) {
		problem(http.StatusInternalServerError, "internal_error")(w, r)
	}},
	{"answered with 429", []int{5}, func(w http.ResponseWriter, r *http.Request, _ func() *httptest.ResponseRecorder) {
		problem(http.StatusTooManyRequests, "rate_limited")(w, r)
	}},
	{"answered with 403", []int{3}, func(w http.ResponseWriter, r *http.Request, _ func() *httptest.ResponseRecorder) {
		problem(http.StatusForbidden, "insufficient_scope")(w, r)
	}},
	{"answered with no JSON", []int{0, 6}, func(w http.ResponseWriter, _ *http.Request, serve func() *httptest.ResponseRecorder) {
		record := serve()
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(record.Code)
		_, _ = w.Write(bytes.TrimSuffix(bytes.TrimSpace(record.Body.Bytes()), []byte("}")))
	}},
}

// befalls is what may happen to a request before it is carried out; true if that was all.
type befalls func(w http.ResponseWriter, r *http.Request, serve func() *httptest.ResponseRecorder) bool

// trap lets the n-th request from now on meet an accident.
func (w *wire) trap(n int, a accident) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.befall = func(out http.ResponseWriter, r *http.Request, serve func() *httptest.ResponseRecorder) bool {
		n--
		if n != 0 {
			return false
		}
		a.befall(out, r, serve)
		return true
	}
}

// TestProofTortureByRequests lets each request of each command meet every accident once.
func TestProofTortureByRequests(t *testing.T) {
	t.Parallel()
	steps := journey()
	var all tortured
	for i, step := range steps {
		if need.Count(1, 2) == 1 && step.operation != "getHotelRates" { // a create and its polls
			continue
		}
		for _, a := range accidents {
			t.Run(step.line+" "+a.name, func(t *testing.T) { newTraveler(t).torture(steps[:i+1], a, &all) }) // each with a sandbox of its own
		}
	}
	need.Figure(t, fmt.Sprintf("each request of %d commands meets %d accidents, %d runs", len(steps), len(accidents), all.runs),
		fmt.Sprintf("%d not as they should be", all.wrong), "the right class, one line, one search made")
}

// tortured counts the runs, and those that ended wrong.
type tortured struct{ runs, wrong int }

// torture walks the steps, the last one again and again with another request meeting the accident.
func (tr *traveler) torture(steps []step, a accident, all *tortured) {
	tr.t.Helper()
	words, requests := tr.walk(steps)
	for n := 1; n <= min(requests, 6); n++ {
		tr.wire.trap(n, a)
		code, stdout, stderr := tr.run(words...)
		all.runs++
		creates := 0
		for _, passed := range tr.wire.take() {
			if passed.status == http.StatusCreated {
				creates++
			}
		}
		explained := slices.Contains(a.codes, code) || requests > 1 && code == 0 // some can do without
		if !explained || code != 0 && strings.Count("\n"+stderr, "\nerror: ") != 1 || code == 0 && stdout == "" || creates > 1 {
			all.wrong++
			tr.t.Errorf("travel %s, request %d of %d: exit %d, want one of %v, %d searches made\n%s%s",
				strings.Join(words, " "), n, requests, code, a.codes, creates, stdout, stderr)
		}
	}
}

// walk takes the steps with nothing in the way, and returns the words and the number of requests of
// the last one.
func (tr *traveler) walk(steps []step) (words []string, requests int) {
	tr.t.Helper()
	tr.rows = map[string]string{}
	for _, step := range steps {
		words = tr.words(step.line)
		tr.wire.take()
		tr.ok(words...)
		passed := tr.wire.take()
		requests = len(passed)
		tr.note(step.operation, passed[len(passed)-1].answered)
	}
	return words, requests
}
