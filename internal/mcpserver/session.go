package mcpserver

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/mcpserver/refs"
	"travel.example/travel/internal/search"
)

// Session is what all calls of one server share, over whatever connection they come: the desk with its
// profile and login, and what was found with it. Its methods may be called from several goroutines.
type Session struct {
	desk    *desk.Desk
	version string // of the program, for clients
	options Options

	mu       sync.Mutex
	settled  map[string]bool   // searches that were followed to an end, by id
	failures map[[32]byte]fail // of calls that failed in a row, by tool and arguments
	names    map[string]string // of places, by code

	refs  *refs.Table
	purse *purse
	seal  *seal
}

// NewSession is a session at a desk, which does nothing before a tool is called.
func NewSession(d *desk.Desk, version string) *Session {
	return &Session{
		desk: d, version: version, settled: map[string]bool{}, failures: map[[32]byte]fail{}, names: map[string]string{},
		refs: refs.New(), purse: newPurse(MostSearches), seal: newSeal(),
	}
}

// Allow bounds the searches that are made without asking.
func (s *Session) Allow(searches int) { s.purse.most = searches }

// Desk is the desk for one call: what happens there is told to the client that called.
func (s *Session) Desk(ctx context.Context) *desk.Desk {
	if heard, ok := ctx.Value(hearsKey{}).(*hears); ok {
		return s.desk.Reporting(heard)
	}
	return s.desk
}

// How long a call may take. Clients give up at 60 seconds.
const (
	callLimit   = 45 * time.Second
	settleLimit = 38 * time.Second // of the reading of a search; the last read may take a little longer
	againLimit  = 3 * time.Second  // of a search that was followed to an end before
)

// most is how many searches and failures are remembered.
const most = 1000

// Patience is how long a search may be followed: one that was followed to its end already holds still
// or is late for good.
func (s *Session) Patience(searchID string) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.settled[searchID] {
		return againLimit
	}
	return settleLimit
}

// Followed notes that a search was followed to an end.
func (s *Session) Followed(searchID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.settled) >= most {
		clear(s.settled)
	}
	s.settled[searchID] = true
}

type hearsKey struct{}

// hears is told what happens during one call: progress goes to the client that asked for it, and what a
// reader of the answer has to know is kept for the answer.
type hears struct {
	notify func(step float64, text string) // nil where the client did not ask

	mu       sync.Mutex
	step     float64
	warnings []string
}

// listen makes the listener of a call.
func listen(ctx context.Context, req *mcp.CallToolRequest) *hears {
	token := req.Params.GetProgressToken()
	if token == nil || req.Session == nil {
		return &hears{}
	}
	return &hears{notify: func(step float64, text string) {
		// A client that has gone does not need to know.
		_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: step, Message: text})
	}}
}

func (h *hears) progress(text string) {
	if h.notify == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.step++
	h.notify(h.step, clean.Line(text))
}

// Created implements [desk.Reporter].
func (h *hears) Created(search.Created) { h.progress("the search is made; its answers are coming in") }

// Snapshot implements [desk.Reporter].
func (h *hears) Snapshot(s desk.Snapshot) {
	if s.Phase == desk.Ended || s.Phase == desk.Begun && s.Value == nil {
		return
	}
	h.progress(fmt.Sprintf("read %d: %d rows after %d s", s.Progress.Reads, s.Rows, int(s.Progress.Elapsed.Seconds())))
}

// Waiting implements [desk.Reporter].
func (h *hears) Waiting(d time.Duration, reason string) {
	if d >= time.Second {
		h.progress(fmt.Sprintf("waiting %d s: %s", int(d.Seconds()), reason))
	}
}

// Notice implements [desk.Reporter].
func (h *hears) Notice(text string) { h.progress(text) }

// Warn implements [desk.Reporter].
func (h *hears) Warn(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.warnings = append(h.warnings, text)
}

// Spending implements [desk.Reporter].
func (h *hears) Spending(text string) { h.progress(text) }

// Warnings are what a reader of the answer to the call of this context has to know.
func Warnings(ctx context.Context) []string {
	h, ok := ctx.Value(hearsKey{}).(*hears)
	if !ok {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]string(nil), h.warnings...)
}

// dropping is a writer that never waits for its reader: what does not fit into its queue is lost.
type dropping struct{ queue chan []byte }

// Dropping writes to another writer without ever waiting for it. A client that does not read what a
// server says on stderr must not be able to stop it. What is written after the stop is lost.
func Dropping(to io.Writer) (w io.Writer, stop func()) {
	d := dropping{make(chan []byte, 64)}
	stopped := make(chan struct{})
	go func() {
		for {
			select {
			case text := <-d.queue:
				_, _ = to.Write(text) // no one is left to tell
			case <-stopped:
				return
			}
		}
	}()
	return d, sync.OnceFunc(func() { close(stopped) })
}

// Write implements [io.Writer].
func (d dropping) Write(text []byte) (int, error) {
	select {
	case d.queue <- append([]byte(nil), text...):
	default:
	}
	return len(text), nil
}
