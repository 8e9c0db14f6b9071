// Package patience bounds how long a whole command takes: a deadline that stands still while a wait
// that someone asked for is under way, such as one for a person, or for a service that named a time.
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

// Error is the cause of a context's end by its deadline.
type Error struct{ Limit time.Duration }

func (e *Error) Error() string { return "the deadline of " + short(e.Limit) + " is over" }

// Class is Network: nothing but a network takes that long.
func (e *Error) Class() problem.Class { return problem.Network }

// Advice is to give it longer.
func (e *Error) Advice() string { return "to give it longer: --deadline " + short(2*e.Limit) }

// Over is the deadline that ended ctx, nil when it lives or ended in another way.
func Over(ctx context.Context) *Error {
	e, _ := errors.AsType[*Error](context.Cause(ctx))
	return e
}

// short writes a duration as people type it: 60s, 5m, 1m30s.
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

// key finds the clock of a context.
type key struct{}

// clock is the time that is left of a deadline.
type clock struct {
	mu    sync.Mutex
	left  time.Duration // when it last began to run
	began time.Time
	holds int // that are under way
	timer *time.Timer
}

// With returns a context that ends limit from now, not counting the time while it is held. Its cause
// is an [Error] then. A limit of 0 has no end. stop frees what it holds.
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

// Hold lets the deadline of ctx stand still until release is called, once. A context without one
// has nothing to hold.
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
