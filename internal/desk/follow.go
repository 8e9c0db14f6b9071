package desk

import (
	"cmp"
	"context"
	"time"

	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/words"
)

// A Source is how one kind of search is read, and what is kept of it. S is what one read shows.
type Source[S any] struct {
	What string // a row of it in a word

	// Read is a single read, where no time is given to settle; nil for a search that was just made,
	// which is followed even so.
	Read   func(context.Context) (S, error)
	Settle func(ctx context.Context, budget time.Duration, seen func(S)) (S, error)
	Watch  func(ctx context.Context, last S, limit time.Duration, seen func(S) bool) (S, search.End, error)
	// More reads the pages behind the first and adds their rows to the snapshot; it returns the
	// bodies of all. Nil where a read has no pages.
	More func(ctx context.Context, s *S) ([][]byte, error)

	Look func(S) Snapshot // as a reporter is told of it
	Meta func(S) Meta
	Next func(S) []string // the commands that usually follow; they may name rows that are kept
	Keep func(S) error    // the rows, so that a number stands for an id

	List   recall.List                      // whose search it is
	In     Locale                           // that it is read in
	Again  string                           // the command that searches again, when this is over
	Lost   func(error) error                // words a fault of which nothing was read
	Old    func(s S, renewal *Renewal)      // compares with the list that the search replaces
	Made   *Renewal                         // when the search was made in place of another; nil else
	Once   func(context.Context) (S, error) // a single read that is as good as settled, before a watch; nil to settle
	Unkept string                           // what is said when rows cannot be kept
}

// A Followed is the answer of a search that was followed, with the watch if there was one.
type Followed[S any] struct {
	Answer[S]
	Watch *Watch // nil when it was not watched
}

// Follow reads a search as its life says, reports each read, and keeps the rows. What arrived
// before a fault or an interruption comes back with the error; without any read there is only the
// error, and the answer has no bodies.
func Follow[S any](ctx context.Context, d *Desk, src Source[S], life Life) (Followed[S], error) {
	s, watch, err := read(ctx, d, src, life)
	seen := src.Look(s)
	if seen.Progress.Reads == 0 {
		return Followed[S]{}, src.Lost(err)
	}
	answer := Followed[S]{Watch: watch}
	answer.Bodies = [][]byte{seen.Body}
	if src.More != nil {
		var pagesErr error
		answer.Bodies, pagesErr = src.More(ctx, &s)
		err = cmp.Or(err, pagesErr)
	}
	answer.Value, answer.Rows, answer.Meta = s, src.Look(s).Rows, src.Meta(s)
	if src.Made != nil {
		src.Old(s, src.Made) // before the list it is compared with is gone
		answer.Meta.Warn(src.Made.Record(&answer.Meta)...)
	}
	next := src.Next(s)
	if keepErr := src.Keep(s); keepErr != nil {
		d.Report.Notice(cmp.Or(src.Unkept, "row numbers are not kept") + ": " + keepErr.Error())
		next = nil
	}
	answer.Meta.Follow(next...)
	if watch != nil && watch.End != "" {
		answer.Meta.Watch = &WatchMeta{End: watch.End, Changed: watch.Changed}
	}
	if watch.Over() {
		answer.Meta.Warn(expired(d, src.List))
		answer.Meta.Next = []string{src.Again}
	}
	return answer, err
}

// expired says of a watched list that it can only be looked at.
func expired(d *Desk, list recall.List) string {
	age := ""
	if made := list.Search.Created; !made.IsZero() {
		age = " " + words.Age(d.Now().Sub(made)) + " after it was made"
	}
	return "The search expired" + age + "; this is how it last stood, and its rows cannot be opened any more."
}

// read makes the reads: one, or until the search settles, and on from there where it is watched.
func read[S any](ctx context.Context, d *Desk, src Source[S], life Life) (S, *Watch, error) {
	if life.Wait == 0 && !life.Watch && src.Read != nil {
		s, err := src.Read(ctx)
		return s, nil, err
	}
	report := func(phase Phase, s S, watch *Watch, changes []search.Change) {
		seen := src.Look(s)
		seen.Phase, seen.What, seen.Watch, seen.Changes = phase, src.What, watch, changes
		seen.List, seen.In = src.List, src.In
		if phase == Settled {
			seen.Meta = src.Meta(s)
		}
		d.Report.Snapshot(seen)
	}
	d.Report.Snapshot(Snapshot{Phase: Begun, What: src.What})
	defer d.Report.Snapshot(Snapshot{Phase: Ended})
	var s S
	var err error
	if src.Once != nil {
		s, err = src.Once(ctx)
	} else {
		s, err = src.Settle(ctx, life.Wait, func(s S) { report(Coming, s, nil, nil) })
	}
	if !life.Watch || err != nil {
		return s, nil, err
	}
	watch := &Watch{}
	report(Settled, s, watch, nil)
	watch.begin(src.Look(s))
	s, watch.End, err = src.Watch(ctx, s, life.Limit, func(s S) bool {
		changes := watch.changes(src.Look(s).Listing)
		if len(changes) > 0 && src.Made == nil { // else the list is compared with the old one first
			_ = src.Keep(s) // the last one tells when it cannot be kept
		}
		report(Watched, s, watch, changes)
		return len(changes) > 0
	})
	return s, watch, err
}
