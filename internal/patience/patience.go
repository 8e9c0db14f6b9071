// Package patience limits how long a whole command may take. The deadline is paused during a wait that was asked
// for, such as waiting for a person or for a service that named a time.
package patience

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/problem"
)

// Error is the cause of a context that ended at its deadline.
type Error struct{ Limit time.Duration }

func (e *Error) Error() string { return "the deadline of " + short(e.Limit) + " is over" }

// Class returns Network: nothing but a network takes that long.
func (e *Error) Class() problem.Class { return problem.Network }

// Advice suggests a longer deadline.
func (e *Error) Advice() string { return "to give it longer: --deadline " + short(2*e.Limit) }

// Over returns the deadline error that ended ctx, or nil if ctx has not ended or ended for another reason.
func Over(ctx context.Context) *Error {
	e, _ := errors.AsType[*Error](context.Cause(ctx))
	return e
}

// short formats a duration as people type it: 60s, 5m, 1m30s.
func short(d time.Duration) string {
	if d <= 90*time.Second {
		return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + "s"
	}
	text := strings.TrimSuffix(d.String(), "m0s")
	if text != d.String() {
		text += "m"
	}
	if hours, whole := strings.CutSuffix(text, "h0m"); whole {
		return hours + "h"
	}
	return text
}

// key is the context key of a clock.
type key struct{}

// clock tracks the time left until a deadline.
type clock struct {
	mu    sync.Mutex
	left  time.Duration // when it last started to run
	began time.Time
	holds int // active holds
	timer *time.Timer
}

// With returns a context that ends after limit, not counting the time while it is held. The cause is then an
// [Error]. A limit of 0 means no deadline. stop releases its resources.
func With(ctx context.Context, limit time.Duration) (_ context.Context, stop func()) {
	if limit <= 0 {
		return ctx, func() {}
	}
	ctx, end := context.WithCancelCause(ctx)
	c := &clock{left: limit, began: time.Now()}
	c.timer = time.AfterFunc(limit, func() { end(&Error{Limit: limit}) })
	return context.WithValue(ctx, key{}, c), func() {
		c.timer.Stop()
		end(nil)
	}
}

// Hold pauses the deadline of ctx until release is called, once. It does nothing if ctx has no deadline.
func Hold(ctx context.Context) (release func()) {
	c, ok := ctx.Value(key{}).(*clock)
	if !ok {
		return func() {}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holds++
	if c.holds == 1 {
		c.timer.Stop()
		c.left -= time.Since(c.began)
	}
	return c.release
}

func (c *clock) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holds--
	if c.holds == 0 {
		c.began = time.Now()
		c.timer.Reset(max(c.left, 0))
	}
}
