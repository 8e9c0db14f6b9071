package cli

import (
	"encoding/json"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/search"
)

// The events of --events, one JSON object a line. Members are only ever added.
type (
	// createdEvent is a search that was just made.
	createdEvent struct {
		Event          string    `json:"event"` // created
		SearchID       string    `json:"searchId"`
		SiteCode       string    `json:"siteCode"`
		SiteCodeSource string    `json:"siteCodeSource"` // as the service says it
		At             time.Time `json:"at"`
	}

	// snapshotEvent is one read while the search comes in.
	snapshotEvent struct {
		Event     string         `json:"event"` // snapshot
		Read      int            `json:"read"`
		ElapsedMS int64          `json:"elapsedMs"`
		Counts    map[string]int `json:"counts"`
		Complete  *bool          `json:"complete,omitempty"` // hotels only; flights have no such flag
	}

	// waitingEvent is a pause before the next request.
	waitingEvent struct {
		Event      string `json:"event"` // waiting
		MS         int64  `json:"ms"`
		RetryAfter int    `json:"retryAfter,omitempty"` // seconds, when the service or a fault asked for the pause
		Reason     string `json:"reason"`
	}

	// settledEvent ends the wait, with the service's own body.
	settledEvent struct {
		Event     string          `json:"event"` // settled
		Settle    search.Stamp    `json:"settle"`
		Reads     int             `json:"reads"`
		ElapsedMS int64           `json:"elapsedMs"`
		Results   json.RawMessage `json:"results"` // with the rows of all pages
		Travel    desk.Meta       `json:"travel"`
	}

	// changedEvent is a read while watching that showed something else.
	changedEvent struct {
		Event     string          `json:"event"` // changed
		Read      int             `json:"read"`
		ElapsedMS int64           `json:"elapsedMs"`
		Changes   []changeEvent   `json:"changes"`
		Results   json.RawMessage `json:"results"`
	}
	changeEvent struct {
		Kind search.ChangeKind `json:"kind"`
		ID   string            `json:"id"`
		Row  int               `json:"row,omitempty"` // its number now
		Was  *priceEvent       `json:"was,omitempty"`
		Now  *priceEvent       `json:"now,omitempty"`
	}
	priceEvent struct {
		Total    json.Number `json:"total"`
		Currency string      `json:"currency"`
	}

	// endedEvent is the end of a watch: the search expired, or the time is over.
	endedEvent struct {
		Event     string    `json:"event"` // expired or ended
		Reads     int       `json:"reads"`
		ElapsedMS int64     `json:"elapsedMs"`
		Travel    desk.Meta `json:"travel"`
	}

	// errorEvent is what went wrong, the same object as with --json.
	errorEvent struct {
		Event string      `json:"event"` // error
		Error failureJSON `json:"error"`
	}
)

// Events prints one JSON object a line, when --events asks for it.
type Events struct{ out *Printer }

// emit prints one event. The first line that could not be written ends the command once its work is
// kept.
func (e *Events) emit(event any) {
	if !e.out.flags.events {
		return
	}
	e.out.emitting.Lock()
	defer e.out.emitting.Unlock()
	if err := e.out.Answer().Event(event); err != nil && e.out.emitErr == nil {
		e.out.emitErr = err
	}
}

// pausing tells of a pause that the service or a fault asked for.
func (e *Events) pausing(d time.Duration, reason string) {
	e.emit(waitingEvent{Event: "waiting", MS: d.Milliseconds(), RetryAfter: int((d + time.Second - 1) / time.Second), Reason: reason})
}

// settled tells how the wait ended, with the wanted rows of all pages.
func (e *Events) settled(p search.Progress, bodies [][]byte, rows int, meta desk.Meta) error {
	body, err := desk.JoinPages(bodies, rows)
	if err != nil {
		return err
	}
	meta.Joined(bodies)
	e.emit(settledEvent{
		Event: "settled", Settle: p.Settle, Reads: p.Reads, ElapsedMS: p.Elapsed.Milliseconds(), Results: body, Travel: meta,
	})
	return nil
}

// changed tells what a read showed that the one before it did not.
func (e *Events) changed(s desk.Snapshot) {
	event := changedEvent{Event: "changed", Read: s.Progress.Reads, ElapsedMS: s.Progress.Elapsed.Milliseconds(), Results: s.Body}
	price := func(i search.Item) *priceEvent {
		if i.ID == "" {
			return nil
		}
		return &priceEvent{json.Number(i.Price), i.Currency}
	}
	for _, c := range s.Changes {
		change := changeEvent{Kind: c.Kind, ID: c.Now.ID, Was: price(c.Was), Now: price(c.Now)}
		if c.Row < 0 {
			change.ID = c.Was.ID
		} else {
			change.Row = s.First + c.Row
		}
		event.Changes = append(event.Changes, change)
	}
	e.emit(event)
}

// Ended tells how the reading of a search ended: that it settled, with the rows of all pages, or how
// a watch did, which told the former when it began. An interrupt and a fault are errors.
func (e *Events) Ended(p search.Progress, bodies [][]byte, rows int, meta desk.Meta) error {
	switch {
	case meta.Watch == nil:
		if err := e.settled(p, bodies, rows, meta); err != nil {
			return err
		}
		return e.out.emitErr
	case meta.Watch.End == search.Stopped:
		return e.out.emitErr
	}
	name := "ended"
	if meta.Watch.End == search.Expired {
		name = "expired"
	}
	e.emit(endedEvent{Event: name, Reads: p.Reads, ElapsedMS: p.Elapsed.Milliseconds(), Travel: meta})
	return e.out.emitErr
}

// Failed is the first event that could not be written, nil for none.
func (e *Events) Failed() error { return e.out.emitErr }
