package faults

import (
	"bytes"
	"cmp"
	"io"
	"maps"
	"net/http"
	"strconv"
	"time"
)

// event is one request that a rule acts on.
type event struct {
	w       http.ResponseWriter
	r       *http.Request
	kind    kind
	rule    *Rule
	handler *Handler
	conn    *http.ResponseController
}

// answer is an answer that is not sent yet.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func newAnswer(status int) *answer {
	return &answer{header: http.Header{}, status: status}
}

// Header, WriteHeader and Write make it an http.ResponseWriter.

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

// work has the request carried out and returns the genuine answer.
func (e *event) work() *answer {
	a := newAnswer(0)
	e.handler.next.ServeHTTP(a, e.r)
	a.status = cmp.Or(a.status, http.StatusOK)
	return a
}

// read reads the request to its end without carrying it out.
func (e *event) read() {
	_, _ = io.Copy(io.Discard, e.r.Body)
}

// longest bounds every wait, a hang too.
const longest = 10 * time.Minute

// wait waits, and tells whether caller and server are still there.
func (e *event) wait(d time.Duration) (still bool) {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-e.r.Context().Done():
	case <-e.handler.ended:
	}
	return false
}

// send sends a whole answer.
func (e *event) send(a *answer) {
	e.begin(a, int64(a.body.Len()))
	_, _ = e.w.Write(a.body.Bytes()) // a failure means that the caller is gone
}

// begin sends the status and the headers of an answer whose body will be, or is
// said to be, length bytes long.
func (e *event) begin(a *answer, length int64) {
	h := e.w.Header()
	maps.Copy(h, a.header)
	if a.status != http.StatusNoContent && a.status != http.StatusNotModified {
		h.Set("Content-Length", strconv.FormatInt(length, 10))
	}
	if e.rule.extras.date != 0 {
		h.Set("Date", e.handler.now().Add(e.rule.extras.date).UTC().Format(http.TimeFormat))
	}
	for _, line := range e.rule.extras.headers {
		h[line.name] = nil // not even one that the server adds by itself
		if line.value != "" {
			h.Set(line.name, line.value)
		}
	}
	e.w.WriteHeader(a.status)
}

// pass is the genuine answer, with the extras of the rule.
type pass struct{}

func (pass) serve(e *event) { e.send(e.work()) }
