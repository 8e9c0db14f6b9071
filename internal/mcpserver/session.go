package mcpserver

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/mcpserver/refs"
	"travel.example/travel/internal/search"
)

// Session is the state shared by all calls of one server, over any connection: the desk with its profile and login,
// and the results so far. Its methods are safe for concurrent use.
type Session struct {
	desk    *desk.Desk
	version string // of this program, for clients
	options Options

	mu       sync.Mutex
	failures map[[32]byte]fail // consecutive failures, by tool and arguments
	names    sync.Map          // of places, by code
	asked    map[string]asked  // calls that wait for a person's answer, by requestState

	refs  *refs.Table
	purse *purse
}

// NewSession returns a session for a desk. It does nothing until a tool is called.
func NewSession(d *desk.Desk, version string) *Session {
	return &Session{
		desk: d, version: version,
		failures: map[[32]byte]fail{}, asked: map[string]asked{},
		refs: refs.New(), purse: &purse{most: MostSearches, living: map[string]*making{}},
	}
}

// Allow sets the number of searches that may be made without asking.
func (s *Session) Allow(searches int) { s.purse.most = searches }

// Time limits of a call. Clients give up after 60 seconds.
const (
	callLimit   = 45 * time.Second
	settleLimit = 38 * time.Second // for reading a search; the last read may take a little longer
)

// most is the maximum number of failures and questions to remember.
const most = 1000

// hears receives the events of one call. Progress goes to the client that asked for it, and warnings are kept for
// the answer.
type hears struct {
	notify func(step float64, text string) // nil if the client did not ask

	mu       sync.Mutex
	step     float64
	warnings []string
}

// listen returns the event receiver of a call.
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

// warned returns the warnings for the reader of the answer.
func (h *hears) warned() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.warnings)
}

// dropping is a writer that never blocks. It drops writes that do not fit into its queue.
type dropping chan []byte

// Dropping returns a writer to to that never blocks, so that a client that does not read the server's stderr cannot
// stop it. Anything written after stop is dropped.
func Dropping(to io.Writer) (w io.Writer, stop func()) {
	d := make(dropping, 64)
	stopped := make(chan struct{})
	go func() {
		for {
			select {
			case text := <-d:
				_, _ = to.Write(text) // there is nowhere to report an error
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
	case d <- bytes.Clone(text):
	default:
	}
	return len(text), nil
}
