package quota

import (
	"cmp"
	"context"
	"crypto/rand"
	"math"
	"slices"
	"time"
)

// A Claim is the turn of a process to make a search, or its place in the line for one. It is no lock: one
// that its process does not renew counts for moments only, as when it was killed.
type Claim struct {
	ID        string    `json:"id"`
	Operation string    `json:"operation"`
	Since     time.Time `json:"since"` // when the search was first wanted: who came first goes first
	Until     time.Time `json:"until"` // it counts no more from then on
	Sent      bool      `json:"sent,omitempty"`
}

// How long a claim counts that no one renews, and the bounds of what is kept.
const (
	sentFor   = 10 * time.Second // without an answer, which usually comes in one
	waitsFor  = 2 * time.Second  // beyond the time of its next look
	renewed   = time.Second      // before its end
	maxClaims = 500

	unknown = 4 // searches at once while nothing is known, of the ten a minute that are usual
)

// turn takes a turn for a claim, and is zero then; else it puts it into the line, and is the time to wait
// for. A time that is not ahead means that an answer or a turn of another is under way.
func (b *Book) turn(c Claim, now time.Time) (wait time.Time, goes bool) {
	// It counts no more when its time is up, or when the clock was set back.
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

// Room is how many searches may be without an answer at once, and where there is none, the window that has to begin
// again first. While nothing is known, unknown searches go ahead and are told.
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

// send notes that a search is on its way.
func (b *Book) send(c Claim, now time.Time) {
	c.Sent, c.Until = true, now.Add(sentFor)
	b.put(c)
}

// put writes a claim over the one of the same process.
func (b *Book) put(c Claim) {
	b.End(c.ID)
	if len(b.Claims) < maxClaims {
		b.Claims = append(b.Claims, c)
	}
}

// End forgets a claim.
func (b *Book) End(id string) {
	b.Claims = slices.DeleteFunc(b.Claims, func(c Claim) bool { return c.ID == id })
}

// A Place is that of one search in the line of all processes of an account.
type Place struct {
	store Store
	now   func() time.Time
	claim Claim
	fast  int // looks in a row that found another's turn under way
}

// Join is a place in the line for a search that is counted in the quota of that name. Nothing is written
// before a turn is asked for.
func (s Store) Join(operation string, now func() time.Time) *Place {
	return &Place{store: s, now: now, claim: Claim{ID: rand.Text(), Operation: operation, Since: now()}}
}

// ID tells the claim from others in the book.
func (p *Place) ID() string { return p.claim.ID }

// How often the book is looked into while another's turn is under way.
const (
	firstLook = 25 * time.Millisecond
	lastLook  = 400 * time.Millisecond
)

// Turn takes a turn, and is 0 then; else it is how long to wait before asking again. Soon tells that it is
// for another process, which may be done any moment, and not for the quota. A book that cannot be written
// holds no one back.
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

// Go notes that the search is on its way though it was not its turn.
func (p *Place) Go(ctx context.Context) {
	_ = p.store.Note(ctx, func(b *Book) { b.send(p.claim, p.now()) })
}

// Leave ends the claim, unless that was done with what an answer told.
func (p *Place) Leave(ctx context.Context) {
	book, err := p.store.Read()
	if err == nil && slices.ContainsFunc(book.Claims, func(c Claim) bool { return c.ID == p.claim.ID }) {
		_ = p.store.Note(context.WithoutCancel(ctx), func(b *Book) { b.End(p.claim.ID) }) // it ends by itself else
	}
}
