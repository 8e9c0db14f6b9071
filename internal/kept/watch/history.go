package watch

import (
	"math/big"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
)

// State is the outcome of looking for an offer. The words are part of the JSON output and never change.
type State string

// The states.
const (
	Seen   State = "seen"   // found, at a price
	Gone   State = "gone"   // missing from a complete search
	Failed State = "failed" // could not be determined
	Closed State = "closed" // its day has passed, no request was made
)

// Point is the outcome of one pass for one watch: a line of its history.
type Point struct {
	Pass  string      `json:"pass"` // id of the pass; a pass adds at most one point to a watch
	At    time.Time   `json:"at"`
	State State       `json:"state" words:"seen,gone,failed,closed"`
	Price offer.Money `json:"price,omitzero"` // if seen: for the whole party or the whole stay
	// Spent reports whether a search was made for it. If several watches shared a search, only the first has it set,
	// so that the points of all watches add up to the searches made.
	Spent    bool   `json:"searchSpent,omitempty"`
	SearchID string `json:"searchId,omitempty"`
	Market   string `json:"market,omitempty"` // of the search, as reported by the service
	Fired    bool   `json:"fired,omitempty"`
	Class    string `json:"class,omitempty"` // if failed: the class of the error
	Why      string `json:"why,omitempty"`   // if gone or failed: why, without a full stop
}

// Kind is the kind of an event. The words are part of the JSON output and never change.
type Kind string

// The kinds of event.
const (
	Unchanged Kind = "unchanged" // same price, or still gone
	Cheaper   Kind = "cheaper"
	Dearer    Kind = "dearer"
	First     Kind = "first"   // the first known price
	Vanished  Kind = "gone"    // no longer in a complete search
	Back      Kind = "back"    // available again
	Over      Kind = "closed"  // its day has passed; reported once
	Broken    Kind = "failed"  // could not be determined
	Removed   Kind = "removed" // another command removed the watch during the pass
	Unasked   Kind = "unasked" // not looked for: --max-searches, the quota or an interruption
)

// Event is the result of a pass for one watch.
type Event struct {
	Head
	Kind  Kind      `json:"kind" words:"unchanged,cheaper,dearer,first,gone,back,closed,failed,removed,unasked"`
	Fired bool      `json:"fired"` // the condition of the rule became true
	Rule  Rule      `json:"rule"`
	At    time.Time `json:"at"`

	Before  offer.Money `json:"before,omitzero"`   // the last reported price, or the one at adding
	Now     offer.Money `json:"now,omitzero"`      // the price found by this pass
	Change  string      `json:"change,omitempty"`  // decimal text, negative if cheaper; absent if the two cannot be compared
	Percent string      `json:"percent,omitempty"` // the change in percent, with one decimal
	Target  offer.Money `json:"target,omitzero"`   // limit of the rule

	Why string `json:"why,omitempty"` // if gone, removed or unasked: why, without a full stop
}

// Changed reports whether anything differs from the last report.
func (e Event) Changed() bool {
	switch e.Kind {
	case Cheaper, Dearer, Vanished, Back:
		return true
	}
	return false
}

// LastPrice returns the latest price in a history, or the price at adding.
func (w Watch) LastPrice(history []Point) offer.Money {
	for _, p := range slices.Backward(history) {
		if p.State == Seen {
			return p.Price
		}
	}
	return w.Price()
}

// Market returns the market of the latest search in a history, or "".
func Market(history []Point) string {
	for _, p := range slices.Backward(history) {
		if p.Market != "" {
			return p.Market
		}
	}
	return ""
}

// Judge compares a new point with the points reported before, and returns the event.
func (w Watch) Judge(told []Point, now Point) Event {
	var before Point // the latest that says whether the offer was available
	for _, p := range told {
		if p.State == Seen || p.State == Gone {
			before = p
		}
	}
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
		if before.State == Gone {
			e.Kind = Unchanged
		}
	default:
		if e.Change = (offer.Change{Before: was, After: now.Price}).Difference(); e.Change != "" {
			part, _ := offer.Decimal(e.Change)
			if whole, _ := offer.Decimal(was.Amount); whole.Sign() > 0 {
				e.Percent = part.Mul(part.Quo(part, whole), big.NewRat(100, 1)).FloatString(1)
			}
		}
		switch {
		case before.State == Gone:
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
	met := before.State == Seen && w.Rule.met(w.Price(), before.Price)
	e.Fired = now.State == Seen && !met && w.Rule.met(w.Price(), now.Price)
	return e
}

// Head identifies a watch and its offer.
type Head struct {
	N     int    `json:"n"` // number of the watch
	Name  string `json:"name,omitempty"`
	Offer string `json:"offer"` // trip, fare, hotel or rate
	Title string `json:"title"` // of the offer; foreign text
	Day   string `json:"day"`   // of departure or arrival at the hotel, YYYY-MM-DD
}

func (w Watch) head() Head {
	return Head{N: w.N, Name: w.Name, Offer: w.Word(), Title: w.Title(), Day: w.Day()}
}

// less reports whether a is the lower of two prices of one watch.
func less(a, b offer.Money) bool {
	return strings.HasPrefix(offer.Change{Before: b, After: a}.Difference(), "-")
}

// Priced is a price at a time.
type Priced struct {
	At     time.Time   `json:"at"`
	Amount offer.Money `json:"price"`
}

// Listed is a watch with a summary of its history, as shown in lists and printed as JSON.
type Listed struct {
	Head
	Again problem.Step `json:"command"`
	Added time.Time    `json:"added"`
	Rule  Rule         `json:"rule"`

	Price  offer.Money `json:"price,omitzero"`  // at adding
	Target offer.Money `json:"target,omitzero"` // limit of the rule
	Met    bool        `json:"met"`             // the last price meets the condition of the rule

	State   State     `json:"state,omitempty"`  // after the last pass; absent before the first
	Why     string    `json:"why,omitempty"`    // if gone or failed
	AsOf    time.Time `json:"asOf,omitzero"`    // of the last pass
	Last    Priced    `json:"last,omitzero"`    // price seen, or the one at adding
	Lowest  Priced    `json:"lowest,omitzero"`  // including the price at adding
	Highest Priced    `json:"highest,omitzero"` // including the price at adding
	Passes  int       `json:"passes"`           // points in the history
	Spent   int       `json:"searches"`         // made for it; a shared search counts for the first watch
	Points  []Priced  `json:"points,omitempty"` // the latest prices, oldest first

	Watch Watch `json:"-"`
}

// Called returns the name of the watch, if it has one, followed by a description of its offer.
func (h Head) Called(what string) string {
	if h.Name == "" || h.Name == what {
		return what
	}
	return h.Name + ": " + what
}

// Past is the history of one watch, as printed as JSON.
type Past struct {
	Watch   Listed  `json:"watch"`
	History []Point `json:"history"` // oldest first
}

// shownPoints is the maximum number of prices in a list.
const shownPoints = 60

// ListedOf summarizes a watch and its history.
func ListedOf(w Watch, history []Point, now time.Time) Listed {
	l := Listed{
		Head: w.head(), Again: w.Again(), Added: w.At, Rule: w.Rule, Price: w.Price(), Target: w.Target(), Passes: len(history), Watch: w,
	}
	add := func(at time.Time, price offer.Money) {
		p := Priced{at, price}
		if l.Last = p; l.Lowest == (Priced{}) {
			l.Lowest, l.Highest = p, p
		} else if less(price, l.Lowest.Amount) {
			l.Lowest = p
		} else if less(l.Highest.Amount, price) {
			l.Highest = p
		}
	}
	if l.Price != (offer.Money{}) {
		add(w.At, l.Price)
	}
	for _, p := range history {
		if p.Spent {
			l.Spent++
		}
		if p.State == Seen {
			add(p.At, p.Price)
			l.Points = append(l.Points, l.Last)
		}
	}
	l.Points = l.Points[max(len(l.Points)-shownPoints, 0):]
	if n := len(history); n > 0 {
		l.State, l.Why, l.AsOf = history[n-1].State, history[n-1].Why, history[n-1].At
	}
	if w.Offer.Past(now) || l.State == Closed && w.Over(now) {
		l.State, l.Why = Closed, ""
	}
	l.Met = l.State != Gone && w.Rule.met(w.Price(), l.Last.Amount)
	return l
}
