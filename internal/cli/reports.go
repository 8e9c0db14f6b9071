package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Draw returns the list of a snapshot and a status line. A nil list has nothing to show.
type Draw func(s *desk.Snapshot) (list render.Ranked, status string)

// Reports shows people and programs the progress of a search: as a live view on stderr, as one line per change if
// no one watches, and as events.
type Reports struct {
	out   *Printer
	draw  Draw
	live  *live
	names map[string]string // names by id of all rows seen by a watch
}

// Created reports a search that was just made.
func (r *Reports) Created(c search.Created) {
	r.out.spent = r.out.spent.After(c)
	r.out.emit(createdEvent{Event: "created", SearchID: c.SearchID, SiteCode: c.SiteCode, SiteCodeSource: c.SiteCodeSource, At: c.At})
}

// Waiting reports a pause before the next request.
func (r *Reports) Waiting(d time.Duration, reason string) {
	r.out.emit(waitingEvent{Event: "waiting", MS: d.Milliseconds(), Reason: reason})
}

// Notice prints a sentence for a person.
func (r *Reports) Notice(text string) { r.out.Notice("%s", text) }

// Warn reports once what the reader of the answer must know, and adds it to the warnings of the answer.
func (r *Reports) Warn(text string) { r.out.warn(text) }

// Spending tells a person that a search is used now. A program finds that in the answer.
func (r *Reports) Spending(text string) {
	if r.out.Text() {
		r.out.Notice("%s", text)
	}
}

// Snapshot shows a read of a search.
func (r *Reports) Snapshot(s desk.Snapshot) {
	switch s.Phase {
	case desk.Begun:
		hint, draw := keepsHere, r.draw
		if s.Renewing {
			hint, draw = keepsList, counting
		}
		if draw == nil {
			draw = counting
		}
		r.live = startLive(r.out, hint, draw)
	case desk.Coming:
		if !s.Renewing {
			r.out.emit(snapshotEvent{
				Event: "snapshot", Read: s.Progress.Reads, ElapsedMS: s.Progress.Elapsed.Milliseconds(), Counts: s.Counts, Complete: s.Complete,
			})
		}
		r.live.show(s, "")
	case desk.Settled:
		if r.out.Events() {
			_ = r.out.settled(s.Progress, [][]byte{s.Body}, s.Rows, s.Meta)
		}
		r.names = map[string]string{}
		r.live.show(s, "Ctrl-C ends")
		maps.Copy(r.names, s.Names)
	case desk.Watched:
		r.live.show(s, "")
		maps.Copy(r.names, s.Names)
		if len(s.Changes) > 0 {
			r.emitChanges(s)
			r.sayChanges(s)
		}
	case desk.Ended:
		r.live.end()
		r.live = nil
	}
}

// counting draws only a count, for a search whose rows are not the answer.
func counting(s *desk.Snapshot) (render.Ranked, string) {
	if s == nil || s.Counts == nil {
		return nil, "searching again"
	}
	return nil, words.Counted(s.Counts[s.What+"s"], s.What) + " so far"
}

// live shows the results so far on stderr while answers come in: as a ranked list if the answer will be one on this
// terminal, otherwise as one line. It writes nothing if no person watches, or with --events, whose reader may print
// on the same terminal.
type live struct {
	out   *Printer
	draw  Draw
	view  *render.Live
	began time.Time
	quit  chan struct{}
	done  chan struct{}

	mu   sync.Mutex
	last *desk.Snapshot
	hint string // the effect of Ctrl-C
}

// frame is the time between redraws of the live view.
const frame = 100 * time.Millisecond

// The effect of Ctrl-C while a list grows, and while a search is repeated whose list is not the answer.
const (
	keepsHere = "Ctrl-C keeps what is here"
	keepsList = "Ctrl-C keeps your list"
)

func startLive(out *Printer, hint string, draw Draw) *live {
	env := out.env
	l := &live{out: out, hint: hint, draw: draw, began: env.Now(), quit: make(chan struct{}), done: make(chan struct{})}
	if !env.ErrTerm.TTY || out.flags.dryRun || out.Events() || out.flags.debug == "-" { // the debug log writes there, too
		close(l.done)
		return l
	}
	l.view = render.NewLive(env.Stderr, out.marked(env.ErrTerm))
	out.live.Store(l.view)
	ticks, stop := time.Tick(frame), func() {}
	if env.Tick != nil {
		ticks, stop = env.Tick(frame)
	}
	go func() {
		defer close(l.done)
		defer stop()
		for {
			l.redraw()
			select {
			case <-l.quit:
				l.view.Clear()
				return
			case <-ticks:
			}
		}
	}()
	return l
}

func (l *live) redraw() {
	l.mu.Lock()
	last, hint := l.last, l.hint
	l.mu.Unlock()
	now := l.out.term(l.out.env.ErrTerm)
	l.view.Resize(now.Width, now.Height)
	list, status := l.draw(last)
	status = fitting(now.Width, status, fmt.Sprintf("%.1f s", l.out.env.Now().Sub(l.began).Seconds()), hint)
	if list == nil || !l.out.laidOut() {
		l.view.Status(status)
		return
	}
	l.view.List(list, status)
}

// fitting joins the parts of a status: the first one, and as many others as fit completely next to the spinner. The
// time comes before the hint about Ctrl-C, which is left out first.
func fitting(width int, status string, others ...string) string {
	const spinner = 3 // with a space after it and an empty last cell
	for _, other := range others {
		longer := status + " · " + other
		if canvas.Cells(longer)+spinner > width {
			return status
		}
		status = longer
	}
	return status
}

// show stores the newest snapshot, and a new effect of Ctrl-C unless it is "".
func (l *live) show(s desk.Snapshot, hint string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last, l.hint = &s, cmp.Or(hint, l.hint)
}

// end removes the live view, so that the answer can follow.
func (l *live) end() {
	if l == nil {
		return
	}
	close(l.quit)
	<-l.done
	l.out.live.Store(nil)
}

// The events of --events, one JSON object per line. Members are only ever added.
type (
	// createdEvent is printed when a search has been made.
	createdEvent struct {
		Event          string    `json:"event"` // always "created"
		SearchID       string    `json:"searchId"`
		SiteCode       string    `json:"siteCode"`
		SiteCodeSource string    `json:"siteCodeSource"` // as the service gives it
		At             time.Time `json:"at"`
	}

	// snapshotEvent is printed for each read while results come in.
	snapshotEvent struct {
		Event     string         `json:"event"` // always "snapshot"
		Read      int            `json:"read"`
		ElapsedMS int64          `json:"elapsedMs"`
		Counts    map[string]int `json:"counts"`
		Complete  *bool          `json:"complete,omitempty"` // only for hotels; flights have no such flag
	}

	// waitingEvent is printed for a pause before the next request.
	waitingEvent struct {
		Event      string `json:"event"` // always "waiting"
		MS         int64  `json:"ms"`
		RetryAfter int    `json:"retryAfter,omitempty"` // seconds requested by a server
		For        string `json:"for,omitempty"`        // the request that follows: an operation, or a step of the sign-in
		Reason     string `json:"reason"`
	}

	// settledEvent is printed at the end of the wait, with the service's body.
	settledEvent struct {
		Event     string          `json:"event"` // always "settled"
		Settle    search.Stamp    `json:"settle"`
		Whole     search.Whole    `json:"whole,omitempty"` // as travel.whole
		Reads     int             `json:"reads"`
		ElapsedMS int64           `json:"elapsedMs"`
		Results   json.RawMessage `json:"results"` // with the rows of all pages
		Travel    desk.Meta       `json:"travel"`
	}

	// wholeEvent is the settled event of several searches. Its members are common to all settled events.
	wholeEvent struct {
		Event   string          `json:"event"` // always "settled"
		Results json.RawMessage `json:"results"`
		Travel  desk.Meta       `json:"travel"`
	}

	// changedEvent is printed during a watch for a read with changes.
	changedEvent struct {
		Event     string          `json:"event"` // always "changed"
		Read      int             `json:"read"`
		ElapsedMS int64           `json:"elapsedMs"`
		Changes   []changeEvent   `json:"changes"`
		Results   json.RawMessage `json:"results"`
	}
	changeEvent struct {
		Kind search.ChangeKind `json:"kind"`
		ID   string            `json:"id"`
		Row  int               `json:"row,omitempty"` // its current number, or its position among the rates of a hotel
		Ref  string            `json:"ref,omitempty"` // a rate as commands accept it, such as "2b"
		Was  *priceEvent       `json:"was,omitempty"`
		Now  *priceEvent       `json:"now,omitempty"`
	}
	priceEvent struct {
		Total    json.Number `json:"total"`
		Currency string      `json:"currency"`
	}

	// endedEvent is the end of a watch, when the search has expired or the time is up.
	endedEvent struct {
		Event     string    `json:"event"` // "expired" or "ended"
		Reads     int       `json:"reads"`
		ElapsedMS int64     `json:"elapsedMs"`
		Travel    desk.Meta `json:"travel"`
	}

	// errorEvent is a failure, the same object as with --json, with travel next to it.
	errorEvent struct {
		Event string       `json:"event"` // always "error"
		Error desk.Failure `json:"error"`
	}
)

// emit prints one event as a line of JSON if --events is given. The first write error ends the command after its work
// is saved.
func (p *Printer) emit(event any) {
	if !p.flags.events {
		return
	}
	p.emitting.Lock()
	defer p.emitting.Unlock()
	if err := p.event(event); err != nil && p.emitErr == nil {
		p.emitErr = err
	}
}

// settled prints the settled event, with the requested rows of all pages.
func (p *Printer) settled(at search.Progress, bodies [][]byte, rows int, meta desk.Meta) error {
	body, err := desk.JoinPages(bodies, rows)
	if err != nil {
		return err
	}
	meta.Joined(bodies)
	p.emit(settledEvent{
		Event: "settled", Settle: at.Settle, Whole: at.Whole, Reads: at.Reads, ElapsedMS: at.Elapsed.Milliseconds(),
		Results: body, Travel: p.told(meta),
	})
	return nil
}

// emitChanges prints the event of the changes from the previous read.
func (r *Reports) emitChanges(s desk.Snapshot) {
	event := changedEvent{Event: "changed", Read: s.Progress.Reads, ElapsedMS: s.Progress.Elapsed.Milliseconds(), Results: s.Body}
	price := func(i offer.Offer) *priceEvent {
		if i.ID == "" {
			return nil
		}
		return &priceEvent{json.Number(i.Price.Amount), i.Price.Currency}
	}
	for _, c := range s.Changes {
		change := changeEvent{Kind: c.Kind, ID: c.Now.ID, Was: price(c.Was), Now: price(c.Now)}
		if c.Row < 0 {
			change.ID = c.Was.ID
		} else {
			change.Row, change.Ref = s.First+c.Row, s.Parts.MarkOf(c.Now.ID)
		}
		event.Changes = append(event.Changes, change)
	}
	r.out.emit(event)
}

// Ended prints the last event of a search: settled, with the rows of all pages, or for a watch, which printed
// settled when it began, how the watch ended. Interruptions and failures are error events instead.
func (r *Reports) Ended(p search.Progress, bodies [][]byte, rows int, meta desk.Meta) error {
	switch {
	case meta.Watch == nil:
		if err := r.out.settled(p, bodies, rows, meta); err != nil {
			return err
		}
		return r.out.emitErr
	case meta.Watch.End == search.Stopped:
		return r.out.emitErr
	}
	name := "ended"
	if meta.Watch.End == search.Expired {
		name = "expired"
	}
	return r.Last(endedEvent{Event: name, Reads: p.Reads, ElapsedMS: p.Elapsed.Milliseconds(), Travel: r.out.told(meta)})
}

// sayChanges writes one line per change to stderr if there is no redrawn list. A row is called by its number, or by
// its letter among the rates of a hotel.
func (r *Reports) sayChanges(s desk.Snapshot) {
	if r.out.env.ErrTerm.TTY || !r.out.Text() {
		return
	}
	for _, c := range s.Changes {
		row, id := " "+cmp.Or(s.Parts.Letter(c.Now.ID), strconv.Itoa(s.First+c.Row)), c.Now.ID
		price := c.Was.Price.Text(s.Locale) + " → " + c.Now.Price.Text(s.Locale)
		switch {
		case c.Row < 0:
			row, id, price = "", c.Was.ID, "was "+c.Was.Price.Text(s.Locale)
		case c.Was.ID == "":
			price = c.Now.Price.Text(s.Locale)
		}
		r.out.Notice("%s  %s%s %s: %s, %s", r.out.env.Now().Format(time.TimeOnly), s.What, row, r.names[id], present.ChangeWord(c.Kind), price)
	}
}

// Last prints the last event, and returns the first error of printing events.
func (r *Reports) Last(event any) error {
	r.out.emit(event)
	return r.out.emitErr
}

// Failed returns the error of the first event that could not be written, or nil.
func (r *Reports) Failed() error { return r.out.emitErr }

// pausing records a pause for the answer or error, and prints its event.
func (p *Printer) pausing(pause apiclient.Pause) {
	waited := desk.WaitedFor(pause)
	p.emitting.Lock()
	p.waited = append(p.waited, waited)
	p.emitting.Unlock()
	p.emit(waitingEvent{
		Event: "waiting", MS: pause.Wait.Milliseconds(), RetryAfter: waited.RetryAfter, For: waited.For, Reason: waited.Why,
	})
}

// waits returns the pauses so far, in order.
func (p *Printer) waits() []desk.Waited {
	p.emitting.Lock()
	defer p.emitting.Unlock()
	return slices.Clone(p.waited)
}
