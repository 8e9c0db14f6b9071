package apiclient

import (
	"context"

	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/transport"
)

// join gives a create its place in the line of its quota. The place is left when the call ends.
func (r *retry) join(ctx context.Context, c *call) (leave func()) {
	counts := spends(c.op.ID, c.body)
	if c.op.Class != create || len(counts) < 2 {
		return func() {}
	}
	place := r.line(ctx, counts[1])
	if place == nil {
		return func() {}
	}
	c.place = place
	return func() { place.Leave(ctx) }
}

// turn waits for the turn of a create. Where that takes longer than the call may wait, the service is asked
// all the same, for it knows better; but one that leaves its waits to others is told.
func (r *retry) turn(ctx context.Context, c *call, done *attempts) error {
	if c.place == nil {
		return nil
	}
	for {
		wait, soon := c.place.Turn(ctx)
		if wait <= 0 {
			return nil
		}
		room := r.room(ctx, done, wait)
		elsewhere := r.creates < r.budget
		switch {
		case soon && elsewhere:
			room = r.budget - done.waited - wait
		case elsewhere:
			return &WaitError{After: wait}
		}
		if room < 0 {
			c.place.Go(ctx)
			return nil
		}
		done.waited += wait
		rest := r.announce
		if soon {
			rest = await
		}
		if err := rest(ctx, Pause{For: c.op.ID, Wait: wait, Asked: wait, Why: quota.reason()}); err != nil {
			return &NetworkError{Kind: Interrupted, Host: c.request.URL.Host, Err: err}
		}
	}
}

// await makes a pause for the answer of another process, which is not worth a word.
func await(ctx context.Context, p Pause) error {
	defer patience.Hold(ctx)()
	return transport.Wait(ctx, p.Wait)
}

// announce makes a pause for the quota.
func (r *retry) announce(ctx context.Context, p Pause) error {
	r.tell(p)
	return r.rest(ctx, p)
}
