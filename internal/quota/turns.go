package quota

import (
	"cmp"
	"context"
	"crypto/rand"
	"math"
	"slices"
	"time"
)

// Claim is the turn of a process to make a search, or its place in the queue. It is not a lock: if the process is
// killed, the claim expires within seconds.
type Claim struct {
	ID        string    `json:"id"`
	Operation string    `json:"operation"`
	Since     time.Time `json:"since"` // when the process joined; the first in goes first
	Until     time.Time `json:"until"` // when the claim expires
	Sent      bool      `json:"sent,omitempty"`
}

// Lifetimes of claims, and limits of the queue.
const (
	sentFor   = 10 * time.Second // an answer usually takes one
	waitsFor  = 2 * time.Second  // after its next try
	renewed   = time.Second      // before it expires
	maxClaims = 500

	unknown = 4 // concurrent searches while no quota is known; ten a minute are usual
)

// turn takes a turn for a claim and returns true, or queues the claim and returns when to try again. If that time is
// not in the future, another process is about to finish.
func (b *Book) turn(c Claim, now time.Time) (wait time.Time, goes bool) {
	// Drop expired claims, and those from before the clock was set back.
	b.Claims = slices.DeleteFunc(b.Claims, func(c Claim) bool { return !c.Until.After(now) || c.Since.After(now.Add(slack)) })
	most := unknown
	if len(b.Made[c.Operation]) > 0 {
		most = math.MaxInt // the service does not tell its quotas
	}
	room, full := b.Room(c.Operation, now, most)
	ahead := 0
	for _, other := range b.Claims {
		first := cmp.Or(other.Since.Compare(c.Since), cmp.Compare(other.ID, c.ID)) < 0
		if other.ID != c.ID && other.Operation == c.Operation && (other.Sent || first) {
			ahead++
		}
	}
	if ahead < room {
		b.send(c, now)
		return time.Time{}, true
	}
	wait = now
	if room == 0 {
		wait = full.Begins()
	}
	mine := slices.IndexFunc(b.Claims, func(other Claim) bool { return other.ID == c.ID })
	if mine < 0 || b.Claims[mine].Until.Sub(wait) < renewed {
		c.Until = wait.Add(waitsFor)
		b.put(c)
	}
	return wait, false
}

// Room returns how many searches may be under way at once. If there is no room, it also returns the window that has to
// reset first. If no quota is known, it returns unknown.
func (b *Book) Room(operation string, now time.Time, unknown int) (room int, full Window) {
	room, known := math.MaxInt, false
	for _, w := range b.Windows {
		if !w.Of(operation) {
			continue
		}
		known = true
		switch {
		case w.Left <= 0 && w.Begins().After(now):
			room = 0
			if w.Resets.After(full.Resets) {
				full = w
			}
		case w.Running(now):
			room = min(room, int(min(w.Left, math.MaxInt32)))
		default:
			room = min(room, int(min(max(w.Limit, 1), math.MaxInt32)))
		}
	}
	if !known {
		room = unknown
	}
	return room, full
}

// send records that a search was sent.
func (b *Book) send(c Claim, now time.Time) {
	c.Sent, c.Until = true, now.Add(sentFor)
	b.put(c)
}

// put saves a claim in place of an earlier one with the same ID.
func (b *Book) put(c Claim) {
	b.End(c.ID)
	if len(b.Claims) < maxClaims {
		b.Claims = append(b.Claims, c)
	}
}

// End removes a claim.
func (b *Book) End(id string) {
	b.Claims = slices.DeleteFunc(b.Claims, func(c Claim) bool { return c.ID == id })
}

// Place is the place of one search in the queue of all processes of an account.
type Place struct {
	store Store
	now   func() time.Time
	claim Claim
	fast  int // consecutive tries that found another process under way
}

// Join returns a place in the queue for a search. Nothing is written before the first call of Turn.
func (s Store) Join(operation string, now func() time.Time) *Place {
	return &Place{store: s, now: now, claim: Claim{ID: rand.Text(), Operation: operation, Since: now()}}
}

// ID identifies the claim in the book.
func (p *Place) ID() string { return p.claim.ID }

// How often the book is read while another process is under way.
const (
	firstLook = 25 * time.Millisecond
	lastLook  = 400 * time.Millisecond
)

// Turn takes a turn and returns 0, or returns how long to wait before the next try. If soon is true, the wait is for
// another process and not for the quota. A book that cannot be written delays no one.
func (p *Place) Turn(ctx context.Context) (wait time.Duration, soon bool) {
	now := p.now()
	var until time.Time
	goes := true
	err := p.store.Note(ctx, func(b *Book) { until, goes = b.turn(p.claim, now) })
	if err != nil || goes {
		return 0, false
	}
	if wait = until.Sub(now); wait > 0 {
		p.fast = 0
		return wait, false
	}
	p.fast++
	return min(firstLook<<min(p.fast-1, 8), lastLook), true
}

// Go records that the search is sent without a turn.
func (p *Place) Go(ctx context.Context) {
	_ = p.store.Note(ctx, func(b *Book) { b.send(p.claim, p.now()) })
}

// Leave removes the claim, unless the answer to the search already has.
func (p *Place) Leave(ctx context.Context) {
	book, err := p.store.Read()
	if err == nil && slices.ContainsFunc(book.Claims, func(c Claim) bool { return c.ID == p.claim.ID }) {
		_ = p.store.Note(context.WithoutCancel(ctx), func(b *Book) { b.End(p.claim.ID) }) // otherwise it expires
	}
}
