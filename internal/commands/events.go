package commands

import (
	"encoding/json"
	"time"

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
		Travel    answerFacts     `json:"travel"`
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
		Event     string      `json:"event"` // expired or ended
		Reads     int         `json:"reads"`
		ElapsedMS int64       `json:"elapsedMs"`
		Travel    answerFacts `json:"travel"`
	}

	// errorEvent is what went wrong, the same object as with --json.
	errorEvent struct {
		Event string      `json:"event"` // error
		Error failureJSON `json:"error"`
	}
)

// emit prints one event, when events are asked for. The first line that could
// not be written ends the command once its work is kept.
func (a *app) emit(event any) {
	if !a.global.events {
		return
	}
	a.emitting.Lock()
	defer a.emitting.Unlock()
	if err := a.out().Event(event); err != nil && a.emitErr == nil {
		a.emitErr = err
	}
}

// emitCreated tells of a search that was just made.
func (a *app) emitCreated(id, site, source string, at time.Time) {
	a.emit(createdEvent{Event: "created", SearchID: id, SiteCode: site, SiteCodeSource: source, At: at})
}

// emitSettled tells how the wait ended, with the wanted rows of all pages.
func (a *app) emitSettled(p search.Progress, bodies [][]byte, rows int, facts answerFacts) error {
	if !a.global.events {
		return nil
	}
	body, err := joinPages(bodies, rows)
	if err != nil {
		return err
	}
	facts.joined(bodies)
	a.emit(settledEvent{
		Event: "settled", Settle: p.Settle, Reads: p.Reads, ElapsedMS: p.Elapsed.Milliseconds(), Results: body, Travel: facts,
	})
	return nil
}

// emitChanged tells what a read showed that the one before it did not. first is
// the number of the first row.
func (a *app) emitChanged(p search.Progress, changes []search.Change, first int, body []byte) {
	event := changedEvent{Event: "changed", Read: p.Reads, ElapsedMS: p.Elapsed.Milliseconds(), Results: body}
	price := func(i search.Item) *priceEvent {
		if i.ID == "" {
			return nil
		}
		return &priceEvent{json.Number(i.Price), i.Currency}
	}
	for _, c := range changes {
		change := changeEvent{Kind: c.Kind, ID: c.Now.ID, Was: price(c.Was), Now: price(c.Now)}
		if c.Row < 0 {
			change.ID = c.Was.ID
		} else {
			change.Row = first + c.Row
		}
		event.Changes = append(event.Changes, change)
	}
	a.emit(event)
}

// emitEnd tells how the reading of a search ended: that it settled, with the
// rows of all pages, or how a watch did, which told the former when it began.
// An interrupt and a fault are errors.
func (a *app) emitEnd(p search.Progress, bodies [][]byte, rows int, facts answerFacts) error {
	switch {
	case facts.Watch == nil:
		if err := a.emitSettled(p, bodies, rows, facts); err != nil {
			return err
		}
		return a.emitErr
	case facts.Watch.End == search.Stopped:
		return a.emitErr
	}
	name := "ended"
	if facts.Watch.End == search.Expired {
		name = "expired"
	}
	a.emit(endedEvent{Event: name, Reads: p.Reads, ElapsedMS: p.Elapsed.Milliseconds(), Travel: facts})
	return a.emitErr
}
