package cli

import (
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/words"
)

// Draw makes the list of a snapshot and a line about it. A nil list has nothing to show.
type Draw func(s *desk.Snapshot) (list render.Ranked, status string)

// Reports shows a person and a program how a search comes in: a live view on stderr, a line a change
// where no one watches, and events.
type Reports struct {
	env    *Env
	out    *Printer
	events *Events
	draw   Draw
	live   *live
	names  map[string]string // of all rows that were seen under a watch, by id
}

// Created tells of a search that was just made.
func (r *Reports) Created(c desk.Created) {
	r.events.emit(createdEvent{Event: "created", SearchID: c.SearchID, SiteCode: c.SiteCode, SiteCodeSource: c.SiteCodeSource, At: c.At})
}

// Waiting tells of a pause before the next request.
func (r *Reports) Waiting(d time.Duration, reason string) {
	r.events.emit(waitingEvent{Event: "waiting", MS: d.Milliseconds(), Reason: reason})
}

// Notice tells a person something in a sentence.
func (r *Reports) Notice(text string) { r.out.Notice("%s", text) }

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
		r.live.stop()
		r.live = nil
	}
}

// note keeps what rows are called: one that leaves is still spoken of.
func (r *Reports) note(s desk.Snapshot) {
	for id, name := range s.Names {
		r.names[id] = name
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

// counting is the frame of a search whose rows are not the answer.
func counting(s *desk.Snapshot) (render.Ranked, string) {
	if s == nil || s.Counts == nil {
		return nil, "searching again"
	}
	return nil, words.Counted(s.Counts[s.What+"s"], s.What) + " so far"
}
