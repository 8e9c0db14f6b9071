package watch

import (
	"strings"
	"time"

	"travel.example/travel/internal/offer"
)

// Head names a watch and its offer.
type Head struct {
	N     int    `json:"n"` // of the watch
	Name  string `json:"name,omitempty"`
	Offer string `json:"offer"` // trip, fare, hotel or rate
	Title string `json:"title"` // of the offer; foreign text
	Day   string `json:"day"`   // of departure or arrival at the hotel, YYYY-MM-DD
}

func (w Watch) head() Head {
	return Head{N: w.N, Name: w.Name, Offer: w.Word(), Title: w.Title(), Day: w.Day()}
}

// less compares two prices of one watch.
func less(a, b offer.Money) bool {
	return strings.HasPrefix(offer.Change{Before: b, After: a}.Difference(), "-")
}

// Priced is a price at a time.
type Priced struct {
	At     time.Time   `json:"at"`
	Amount offer.Money `json:"price"`
}

// Listed is a watch with what passes found, as a list shows it and as a program reads it.
type Listed struct {
	Head
	Command string    `json:"command"`
	Added   time.Time `json:"added"`
	Rule    Rule      `json:"rule"`

	Price  offer.Money `json:"price,omitzero"`  // at adding
	Target offer.Money `json:"target,omitzero"` // that the rule waits for
	Met    bool        `json:"met"`             // the price that was seen last is what the rule waits for

	State   State     `json:"state,omitempty"`  // of the last pass; absent before the first
	Why     string    `json:"why,omitempty"`    // of gone and failed
	AsOf    time.Time `json:"asOf,omitzero"`    // of the last pass
	Last    Priced    `json:"last,omitzero"`    // price that was seen, the one at adding before the first pass
	Lowest  Priced    `json:"lowest,omitzero"`  // with the price at adding
	Highest Priced    `json:"highest,omitzero"` // with the price at adding
	Passes  int       `json:"passes"`           // points in the history
	Spent   int       `json:"searches"`         // that were spent on it; of a shared search the first watch has it
	Points  []Priced  `json:"points,omitempty"` // the last ones that were seen, the oldest first

	Watch Watch `json:"-"`
}

// Called is what a person calls it: the name that it has, before what it is.
func (h Head) Called(what string) string {
	if h.Name == "" || h.Name == what {
		return what
	}
	return h.Name + ": " + what
}

// Past is the history of one watch as a program reads it.
type Past struct {
	Watch   Listed  `json:"watch"`
	History []Point `json:"history"` // the oldest first
}

// shownPoints is how many points a list has of a watch.
const shownPoints = 60

// ListedOf is a watch with its history as a list shows it.
func ListedOf(w Watch, history []Point, now time.Time) Listed {
	l := Listed{
		Head: w.head(), Command: w.Command(), Added: w.At, Rule: w.Rule, Price: w.Price(), Target: w.Target(), Passes: len(history), Watch: w,
	}
	take := func(at time.Time, price offer.Money) {
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
		take(w.At, l.Price)
	}
	for _, p := range history {
		if p.Spent {
			l.Spent++
		}
		if p.State == Seen {
			take(p.At, p.Price)
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
