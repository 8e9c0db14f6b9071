package mcpserver

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/search"
)

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
