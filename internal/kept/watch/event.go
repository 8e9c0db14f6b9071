package watch

import (
	"math/big"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
)

// State is what a pass found of an offer. Programs branch on these words; they never change.
type State string

// The states.
const (
	Seen   State = "seen"   // it is there, at a price
	Gone   State = "gone"   // a whole search does not have it
	Failed State = "failed" // it could not be found out
	Closed State = "closed" // its day has passed, so that nothing was asked
)

// Point is what one pass found of an offer: a line of its history.
type Point struct {
	Pass  string      `json:"pass"` // the id of the pass; a pass has one point of a watch at most
	At    time.Time   `json:"at"`
	State State       `json:"state" words:"seen,gone,failed,closed"`
	Price offer.Money `json:"price,omitzero"` // of seen: the whole party, or the whole stay
	// Spent tells that a search was spent for it. Of the watches that shared a search the first one has it,
	// so that the points of all watches add up to the searches that were made.
	Spent    bool   `json:"searchSpent,omitempty"`
	SearchID string `json:"searchId,omitempty"`
	Market   string `json:"market,omitempty"` // that the search was for, as the service said
	Fired    bool   `json:"fired,omitempty"`
	Class    string `json:"class,omitempty"` // of failed: what kind of failure it was
	Why      string `json:"why,omitempty"`   // of gone and failed, in a sentence without a full stop
}

// Kind is what has come of a watch in a pass. Programs branch on these words; they never change.
type Kind string

// The kinds of event.
const (
	Unchanged Kind = "unchanged" // the price is what it was, or the offer is still gone
	Cheaper   Kind = "cheaper"
	Dearer    Kind = "dearer"
	First     Kind = "first"   // the first price that is known
	Vanished  Kind = "gone"    // it was there, and a whole search does not have it any more
	Back      Kind = "back"    // it was gone, and is there again
	Over      Kind = "closed"  // its day has passed: the watch is closed, and told so once
	Broken    Kind = "failed"  // it could not be found out
	Removed   Kind = "removed" // another command removed the watch while this pass looked for it
	Unasked   Kind = "unasked" // it was not looked for: --max-searches, or the quota, or an interruption
)

// Event is what came of one watch in a pass.
type Event struct {
	Head
	Kind  Kind      `json:"kind" words:"unchanged,cheaper,dearer,first,gone,back,closed,failed,removed,unasked"`
	Fired bool      `json:"fired"` // the rule became true
	Rule  Rule      `json:"rule"`
	At    time.Time `json:"at"`

	Before  offer.Money `json:"before,omitzero"`   // the price that was last told, else that at adding
	Now     offer.Money `json:"now,omitzero"`      // the price of this pass
	Change  string      `json:"change,omitempty"`  // decimal text, less than zero for cheaper; absent where the two cannot be compared
	Percent string      `json:"percent,omitempty"` // the same in percent of before, with one decimal
	Target  offer.Money `json:"target,omitzero"`   // that the rule waits for

	Why string `json:"why,omitempty"` // of gone, removed and unasked, in a sentence without a full stop
}

// Changed tells whether something is other than it was last told.
func (e Event) Changed() bool {
	switch e.Kind {
	case Cheaper, Dearer, Vanished, Back:
		return true
	}
	return false
}

// last is the last point of a history that says whether the offer was there.
func last(history []Point) (Point, bool) {
	for _, p := range slices.Backward(history) {
		if p.State == Seen || p.State == Gone {
			return p, true
		}
	}
	return Point{}, false
}

// LastPrice is the price that was seen last, else that at adding.
func (w Watch) LastPrice(history []Point) offer.Money {
	for _, p := range slices.Backward(history) {
		if p.State == Seen {
			return p.Price
		}
	}
	return w.Price()
}

// Market is the market that the watch was found to be for, "" before that is known.
func Market(history []Point) string {
	for _, p := range slices.Backward(history) {
		if p.Market != "" {
			return p.Market
		}
	}
	return ""
}

// Judge tells what a point says that comes behind a history, which holds what was told before.
func (w Watch) Judge(told []Point, now Point) Event {
	before, looked := last(told)
	was := w.LastPrice(told)
	e := Event{
		Head: w.head(), Rule: w.Rule, At: now.At, Before: was, Now: now.Price, Target: w.Target(), Why: now.Why,
	}
	switch now.State {
	case Failed:
		e.Kind = Broken
		return e
	case Closed:
		e.Kind = Over
		return e
	case Gone:
		e.Kind = Vanished
		if looked && before.State == Gone {
			e.Kind = Unchanged
		}
	default:
		if e.Change = (offer.Change{Before: was, After: now.Price}).Difference(); e.Change != "" {
			e.Percent = percent(e.Change, was.Amount)
		}
		switch {
		case looked && before.State == Gone:
			e.Kind = Back
		case e.Change == "":
			e.Kind = First
		case strings.Trim(e.Change, "-0.") == "":
			e.Kind = Unchanged
		case strings.HasPrefix(e.Change, "-"):
			e.Kind = Cheaper
		default:
			e.Kind = Dearer
		}
	}
	if w.Rule.Kind == Any {
		e.Fired = e.Changed()
		return e
	}
	met := looked && before.State == Seen && w.Rule.met(w.Price(), before.Price)
	e.Fired = now.State == Seen && !met && w.Rule.met(w.Price(), now.Price)
	return e
}

// percent is a difference in percent of a price, with one decimal; "" where that says nothing.
func percent(difference, of string) string {
	whole, ok := offer.Decimal(of)
	part, fine := offer.Decimal(difference)
	if !ok || !fine || whole.Sign() <= 0 {
		return ""
	}
	return part.Mul(part.Quo(part, whole), big.NewRat(100, 1)).FloatString(1)
}
