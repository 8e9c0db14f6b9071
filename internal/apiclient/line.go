package apiclient

import (
	"context"

	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/transport"
)

// join puts a create in the queue of its quota. The returned function leaves the queue when the call ends.
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

// turn waits for the turn of a create. If that takes longer than the call may wait, the request is sent anyway,
// because the service knows better. A client that leaves its waits to others gets a [WaitError] instead.
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

// await waits for the answer of another process, without a notice to the user.
func await(ctx context.Context, p Pause) error {
	defer patience.Hold(ctx)()
	return transport.Wait(ctx, p.Wait)
}

// announce waits for the quota, with a notice to the user.
func (r *retry) announce(ctx context.Context, p Pause) error {
	r.tell(p)
	return r.rest(ctx, p)
}
