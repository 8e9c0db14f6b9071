package desk

import (
	"context"
	"sync/atomic"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/search"
)

// part is what a desk works with that stands apart.
type part struct {
	client *apiclient.Client
	gate   *sweep.Gate
}

// Apart is the same desk for one of many questions at once: no lists are counted in or kept, there is no
// one to ask, and while the service asks one of them to wait, all do, behind the gate. Who is told of
// what happens is said by [Desk.Reporting].
func (d *Desk) Apart(gate *sweep.Gate) (*Desk, error) {
	client, err := d.Client()
	if err != nil {
		return nil, err
	}
	own := *d
	own.Ask, own.Report, own.unkept = noOne{}, noOne{}, new(atomic.Bool)
	own.unkept.Store(true) // no one has to be told
	own.part = &part{client.Crowd(func(p apiclient.Pause) { gate.Close(p.Wait) }), gate}
	return &own, nil
}

// clock is the time behind the gate; its pauses are reported.
func (p *part) clock(d *Desk) search.Clock {
	gated := p.gate.Clock()
	return search.Clock{Now: gated.Now, Wait: func(ctx context.Context, pause time.Duration) error {
		d.Report.Waiting(pause, "until the next read")
		return gated.Wait(ctx, pause)
	}}
}

// Ready is a search that nothing stands in the way of.
type Ready struct {
	Create func(context.Context) (search.Created, error) // spends one of the traveler's searches
	Made   func(search.Created) Made                     // keeps one that was made
}

// Search makes the search, once, and keeps it.
func (r Ready) Search(ctx context.Context) (Made, error) {
	made, err := r.Create(ctx)
	if err != nil {
		return Made{}, err
	}
	return r.Made(made), nil
}
