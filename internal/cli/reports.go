package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"sync"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Draw makes the list of a snapshot and a line about it. A nil list has nothing to show.
type Draw func(s *desk.Snapshot) (list render.Ranked, status string)

// Reports shows a person and a program how a search comes in: a live view on stderr, a line a change
// where no one watches, and events.
type Reports struct {
	env    *Env
	out    *Printer
	events *events
	draw   Draw
	live   *live
	names  map[string]string // of all rows that were seen under a watch, by id
}

// Created tells of a search that was just made.
func (r *Reports) Created(c search.Created) {
	r.out.spent = r.out.spent.After(c)
	r.events.emit(createdEvent{Event: "created", SearchID: c.SearchID, SiteCode: c.SiteCode, SiteCodeSource: c.SiteCodeSource, At: c.At})
}

// Waiting tells of a pause before the next request.
func (r *Reports) Waiting(d time.Duration, reason string) {
	r.events.emit(waitingEvent{Event: "waiting", MS: d.Milliseconds(), Reason: reason})
}

// Notice tells a person something in a sentence.
func (r *Reports) Notice(text string) { r.out.Notice("%s", text) }

// Warn tells what a reader of the answer has to know, once, and keeps it for the warnings of the answer.
func (r *Reports) Warn(text string) { r.out.warn(text) }

// Spending tells a person that one of the searches is spent now. A program finds it in the answer.
func (r *Reports) Spending(text string) {
	if r.out.Text() {
		r.out.Notice("%s", text)
	}
}

// Snapshot shows a read of a search.
func (r *Reports) Snapshot(s desk.Snapshot) {
	switch s.Phase {
	case desk.Begun:
		r.begin(s)
	case desk.Coming:
		if !s.Renewing {
			r.events.emit(snapshotEvent{
				Event: "snapshot", Read: s.Progress.Reads, ElapsedMS: s.Progress.Elapsed.Milliseconds(), Counts: s.Counts, Complete: s.Complete,
			})
		}
		r.live.show(s)
	case desk.Settled:
		if r.out.Events() {
			_ = r.events.settled(s.Progress, [][]byte{s.Body}, s.Rows, s.Meta)
		}
		r.names = map[string]string{}
		r.live.show(s)
		r.live.watch()
		r.note(s)
	case desk.Watched:
		r.live.show(s)
		r.note(s)
		if len(s.Changes) > 0 {
			if r.out.Events() {
				r.events.changed(s)
			}
			r.sayChanges(s)
		}
	case desk.Ended:
		r.live.end()
		r.live = nil
	}
}

// note keeps what rows are called: one that leaves is still spoken of.
func (r *Reports) note(s desk.Snapshot) {
	if s.Names != nil {
		maps.Insert(r.names, s.Names)
	}
}

// begin starts the live view.
func (r *Reports) begin(s desk.Snapshot) {
	hint, draw := keepsHere, r.draw
	if s.Renewing {
		hint, draw = keepsList, counting
	}
	if draw == nil {
		draw = counting
	}
	r.live = startLive(r.env, r.out, hint, draw)
}

// Live draws something that grows on stderr, until it is stopped. A nil list is only its status.
func (r *Reports) Live(draw func() (list render.Ranked, status string)) (stop func()) {
	return startLive(r.env, r.out, keepsHere, func(*desk.Snapshot) (render.Ranked, string) { return draw() }).end
}

// Emit tells a program of something that happened.
func (r *Reports) Emit(event any) { r.events.emit(event) }

// Settled tells a program the whole answer of what took several searches.
func (r *Reports) Settled(body []byte, meta desk.Meta) error {
	r.events.emit(wholeEvent{"settled", body, r.out.told(meta)})
	return r.out.emitErr
}

// counting is the frame of a search whose rows are not the answer.
func counting(s *desk.Snapshot) (render.Ranked, string) {
	if s == nil || s.Counts == nil {
		return nil, "searching again"
	}
	return nil, words.Counted(s.Counts[s.What+"s"], s.What) + " so far"
}

// live shows what is found so far on stderr while answers come in: a ranked list where the answer
// will be one on this terminal, else one line. It stands still, and writes nothing, where no person
// watches, and beside events: their reader may print on the same terminal.
type live struct {
	env   *Env
	out   *Printer
	draw  Draw
	view  *render.Live
	began time.Time
	quit  chan struct{}
	done  chan struct{}

	mu   sync.Mutex
	last *desk.Snapshot
	hint string // what Ctrl-C does
}

// frame is how often the live view is redrawn.
const frame = 100 * time.Millisecond

// What Ctrl-C does while a list grows, and while a search is made again whose
// list is not the answer.
const (
	keepsHere = "Ctrl-C keeps what is here"
	keepsList = "Ctrl-C keeps your list"
)

func startLive(env *Env, out *Printer, hint string, draw Draw) *live {
	l := &live{env: env, out: out, hint: hint, draw: draw, began: env.Now(), quit: make(chan struct{}), done: make(chan struct{})}
	if !env.ErrTerm.TTY || out.flags.dryRun || out.Events() || out.flags.debug == "-" { // which writes there, too
		close(l.done)
		return l
	}
	l.view = render.NewLive(env.Stderr, out.marked(env.ErrTerm))
	out.live.Store(l.view)
	go l.run(env.ticks(frame))
	return l
}

func (l *live) run(ticks <-chan time.Time, stop func()) {
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
}

func (l *live) redraw() {
	l.mu.Lock()
	last, hint := l.last, l.hint
	l.mu.Unlock()
	now := l.out.term(l.env.ErrTerm)
	l.view.Resize(now.Width, now.Height)
	list, status := l.draw(last)
	status = fitting(now.Width, status, fmt.Sprintf("%.1f s", l.env.Now().Sub(l.began).Seconds()), hint)
	if list == nil || !l.out.laidOut() {
		l.view.Status(status)
		return
	}
	l.view.List(list, status)
}

// fitting joins the parts of a status, the first and of the others those that fit whole into the width
// beside the spinner; what Ctrl-C does is left out before the time is.
func fitting(width int, status string, others ...string) string {
	const spinner = 3 // with the space behind it, and a cell free at the end
	for _, other := range others {
		longer := status + " · " + other
		if canvas.Cells(longer)+spinner > width {
			return status
		}
		status = longer
	}
	return status
}

// show takes the newest snapshot.
func (l *live) show(s desk.Snapshot) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = &s
}

// watch says that the search has settled and is followed on.
func (l *live) watch() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hint = "Ctrl-C ends"
}

// end takes the live view off the screen, so that the answer can follow.
func (l *live) end() {
	if l == nil {
		return
	}
	close(l.quit)
	<-l.done
	l.out.live.Store(nil)
}

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
		RetryAfter int    `json:"retryAfter,omitempty"` // seconds of it that a server asked for
		For        string `json:"for,omitempty"`        // what goes out again: an operation, or a step of the sign-in
		Reason     string `json:"reason"`
	}

	// settledEvent ends the wait, with the service's own body.
	settledEvent struct {
		Event     string          `json:"event"` // settled
		Settle    search.Stamp    `json:"settle"`
		Whole     search.Whole    `json:"whole,omitempty"` // as travel.whole
		Reads     int             `json:"reads"`
		ElapsedMS int64           `json:"elapsedMs"`
		Results   json.RawMessage `json:"results"` // with the rows of all pages
		Travel    desk.Meta       `json:"travel"`
	}

	// wholeEvent is the end of what took several searches; its members are those of every settled.
	wholeEvent struct {
		Event   string          `json:"event"` // settled
		Results json.RawMessage `json:"results"`
		Travel  desk.Meta       `json:"travel"`
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
		Row  int               `json:"row,omitempty"` // its number now, or its place among the rates of a hotel
		Ref  string            `json:"ref,omitempty"` // a rate as a command takes it: "2b"
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

	// errorEvent is what went wrong, the same object as with --json; travel is beside it.
	errorEvent struct {
		Event string       `json:"event"` // error
		Error desk.Failure `json:"error"`
	}
)

// events prints one JSON object a line, when --events asks for it.
type events struct{ out *Printer }

// emit prints one event. The first line that could not be written ends the command once its work is
// kept.
func (e *events) emit(event any) {
	if !e.out.flags.events {
		return
	}
	e.out.emitting.Lock()
	defer e.out.emitting.Unlock()
	if err := e.out.event(event); err != nil && e.out.emitErr == nil {
		e.out.emitErr = err
	}
}

// settled tells how the wait ended, with the wanted rows of all pages.
func (e *events) settled(p search.Progress, bodies [][]byte, rows int, meta desk.Meta) error {
	body, err := desk.JoinPages(bodies, rows)
	if err != nil {
		return err
	}
	meta.Joined(bodies)
	e.emit(settledEvent{
		Event: "settled", Settle: p.Settle, Whole: p.Whole, Reads: p.Reads, ElapsedMS: p.Elapsed.Milliseconds(), Results: body, Travel: e.out.told(meta),
	})
	return nil
}

// changed tells what a read showed that the one before it did not.
func (e *events) changed(s desk.Snapshot) {
	event := changedEvent{Event: "changed", Read: s.Progress.Reads, ElapsedMS: s.Progress.Elapsed.Milliseconds(), Results: s.Body}
	price := func(i search.Item) *priceEvent {
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
	e.emit(event)
}

// Ended tells how the reading of a search ended: that it settled, with the rows of all pages, or how
// a watch did, which told the former when it began. An interrupt and a fault are errors.
func (r *Reports) Ended(p search.Progress, bodies [][]byte, rows int, meta desk.Meta) error {
	switch {
	case meta.Watch == nil:
		if err := r.events.settled(p, bodies, rows, meta); err != nil {
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
	r.events.emit(endedEvent{Event: name, Reads: p.Reads, ElapsedMS: p.Elapsed.Milliseconds(), Travel: r.out.told(meta)})
	return r.out.emitErr
}

// called is a row that has changed as a person sees it: by its number, or a rate by its letter.
func called(s desk.Snapshot, c search.Change) string {
	return cmp.Or(s.Parts.Letter(c.Now.ID), strconv.Itoa(s.First+c.Row))
}

// sayChanges writes a line a change to stderr, for anyone who reads no redrawn list.
func (r *Reports) sayChanges(s desk.Snapshot) {
	if r.env.ErrTerm.TTY || !r.out.Text() {
		return
	}
	for _, c := range s.Changes {
		now := r.env.Now().Format(time.TimeOnly)
		switch {
		case c.Row < 0:
			r.out.Notice("%s  %s %s: %s, was %s", now, s.What, r.names[c.Was.ID], present.ChangeWord(c.Kind), c.Was.Price.Text(s.Locale))
		case c.Was.ID == "":
			r.out.Notice("%s  %s %s %s: %s, %s", now, s.What, called(s, c), r.names[c.Now.ID], present.ChangeWord(c.Kind), c.Now.Price.Text(s.Locale))
		default:
			r.out.Notice("%s  %s %s %s: %s, %s", now, s.What, called(s, c), r.names[c.Now.ID], present.ChangeWord(c.Kind),
				fmt.Sprintf("%s → %s", c.Was.Price.Text(s.Locale), c.Now.Price.Text(s.Locale)))
		}
	}
}

// Failed is the first event that could not be written, nil for none.
func (r *Reports) Failed() error { return r.out.emitErr }

// waits are the pauses of a run, in order. Several goroutines may pause.
type waits struct {
	mu   sync.Mutex
	list []desk.Waited
}

func (w *waits) add(waited desk.Waited) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.list = append(w.list, waited)
}

func (w *waits) all() []desk.Waited {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]desk.Waited(nil), w.list...)
}

// pausing keeps a pause for the answer, or for the failure in its place, and tells of it among the
// events.
func (e *events) pausing(pause apiclient.Pause) {
	waited := desk.WaitedFor(pause)
	e.out.waited.add(waited)
	e.emit(waitingEvent{
		Event: "waiting", MS: pause.Wait.Milliseconds(), RetryAfter: waited.RetryAfter, For: waited.For, Reason: waited.Why,
	})
}
