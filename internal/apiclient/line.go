package apiclient

import (
	"context"

	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/transport"
)

// join puts a create in the queue of its quota. The returned function leaves the queue when the call ends.
func (c *Client) join(ctx context.Context, sent *call) (leave func()) {
	counts := spends(sent.op.ID, sent.body)
	if sent.op.Class != create || len(counts) < 2 {
		return func() {}
	}
	place := c.o.Line(ctx, counts[1])
	if place == nil {
		return func() {}
	}
	sent.place = place
	return func() { place.Leave(ctx) }
}

// turn waits for the turn of a create. If that takes longer than the call may wait, the request is sent anyway,
// because the service knows better. A client that leaves its waits to others gets a [WaitError] instead.
func (c *Client) turn(ctx context.Context, sent *call, done *attempts) error {
	if sent.place == nil {
		return nil
	}
	for {
		wait, soon := sent.place.Turn(ctx)
		if wait <= 0 {
			return nil
		}
		room := c.room(ctx, done, wait)
		elsewhere := c.creates < c.o.WaitBudget
		switch {
		case soon && elsewhere:
			room = c.o.WaitBudget - done.waited - wait
		case elsewhere:
			return &WaitError{After: wait}
		}
		if room < 0 {
			sent.place.Go(ctx)
			return nil
		}
		done.waited += wait
		var err error
		if soon { // another process is about to finish: no notice to the user
			release := patience.Hold(ctx)
			err = transport.Wait(ctx, wait)
			release()
		} else {
			err = c.rest(ctx, Pause{For: sent.op.ID, Wait: wait, Asked: wait, Why: quota.reason()})
		}
		if err != nil {
			return &ExchangeError{Kind: Interrupted, Host: sent.request.URL.Host, Err: err}
		}
	}
}
