package watch

import (
	"context"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/offers"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
)

// Priced is a price at a time.
type Priced struct {
	At     time.Time   `json:"at"`
	Amount offer.Money `json:"price"`
}

// Listed is a watch with what passes found, as a list shows it and as a program reads it.
type Listed struct {
	N       int       `json:"n"`
	Name    string    `json:"name,omitempty"`
	Offer   string    `json:"offer"` // trip, fare, hotel or rate
	Title   string    `json:"title"` // of the offer; foreign text
	Day     string    `json:"day"`   // of departure or arrival at the hotel, YYYY-MM-DD
	Command string    `json:"command"`
	Added   time.Time `json:"added"`
	Rule    Rule      `json:"rule"`

	Price  *offer.Money `json:"price,omitempty"`  // at adding
	Target *offer.Money `json:"target,omitempty"` // that the rule waits for
	Met    bool         `json:"met"`              // the price that was seen last is what the rule waits for

	State   State      `json:"state,omitempty"`   // of the last pass; absent before the first
	Why     string     `json:"why,omitempty"`     // of gone and failed
	AsOf    *time.Time `json:"asOf,omitempty"`    // of the last pass
	Last    *Priced    `json:"last,omitempty"`    // price that was seen, the one at adding before the first pass
	Lowest  *Priced    `json:"lowest,omitempty"`  // with the price at adding
	Highest *Priced    `json:"highest,omitempty"` // with the price at adding
	Passes  int        `json:"passes"`            // points in the history
	Spent   int        `json:"searches"`          // that were spent on it; of a shared search the first watch has it
	Points  []Priced   `json:"points,omitempty"`  // the last ones that were seen, the oldest first

	Watch   Watch   `json:"-"`
	History []Point `json:"-"`
}

// Watches is a list of watches as a program reads it.
type Watches struct {
	Watches  []Listed `json:"watches"`
	Troubles []string `json:"troubles,omitempty"` // files that could not be taken, in sentences
}

// Past is the history of one watch as a program reads it.
type Past struct {
	Watch   Listed  `json:"watch"`
	History []Point `json:"history"` // the oldest first
}

// shownPoints is how many points a list has of a watch.
const shownPoints = 60

// List is all that is watched, by number, with what was found. Nothing is asked.
func List(d *desk.Desk) (Watches, error) {
	s, err := Open(d)
	if err != nil {
		return Watches{}, err
	}
	all := Watches{Watches: []Listed{}}
	l, err := s.List()
	if err != nil {
		return all, err
	}
	for _, t := range l.Trouble {
		all.Troubles = append(all.Troubles, t.Error())
	}
	for _, w := range l.All {
		history, trouble, err := s.History(w.N)
		if err != nil {
			return all, err
		}
		if trouble != nil {
			all.Troubles = append(all.Troubles, trouble.Error())
		}
		all.Watches = append(all.Watches, ListedOf(w, history, d.Now()))
	}
	return all, nil
}

// History is one watch with all that is kept of it. A number that is not a watch is a usage error.
func History(d *desk.Desk, n int) (Past, *store.Trouble, error) {
	s, err := Open(d)
	if err != nil {
		return Past{}, nil, err
	}
	l, err := s.List()
	if err != nil {
		return Past{}, nil, err
	}
	w, err := l.Find(n)
	if err != nil {
		return Past{}, nil, err
	}
	history, trouble, err := s.History(n)
	if history == nil {
		history = []Point{}
	}
	return Past{Watch: ListedOf(w, history, d.Now()), History: history}, trouble, err
}

// Add watches an offer from now on. name is that of the kept offer it is, "" for another. Mistakes in the
// rule, an offer that cannot be found again and one whose day has passed are usage errors.
func Add(ctx context.Context, d *desk.Desk, offer kept.Offer, name string, typed Typed) (Listed, error) {
	if err := offer.Lacks(); err != nil {
		return Listed{}, err
	}
	rule, err := typed.Rule(priceOf(offer))
	if err != nil {
		return Listed{}, err
	}
	w := Watch{Name: name, At: d.Now().UTC().Truncate(time.Second), Offer: offer, Rule: rule}
	if w.Past(d.Now()) {
		return Listed{}, pastError(w)
	}
	if offer.Kind == recall.Trips && !numbered(offer.Row.Trip) {
		// Two trips may differ in nothing else. Where the search is gone, or the read fails, the watch does without.
		if full, err := offers.Detail(ctx, d, offer); err == nil {
			w.Offer = full
		} else if problem.ClassOf(err) == problem.Interrupted {
			return Listed{}, err
		}
	}
	s, err := Open(d)
	if err != nil {
		return Listed{}, err
	}
	if s.table.Dir == "" {
		cfg, err := d.Deployment.Config()
		if err == nil {
			err = cfg.NeedState()
		}
		return Listed{}, err
	}
	w, err = s.Add(ctx, w)
	return ListedOf(w, nil, d.Now()), err
}

// Remove ends watches and deletes their histories, all of them or none.
func Remove(ctx context.Context, d *desk.Desk, numbers ...int) ([]Watch, error) {
	s, err := Open(d)
	if err != nil {
		return nil, err
	}
	return s.Remove(ctx, numbers...)
}

// ListedOf is a watch with its history as a list shows it.
func ListedOf(w Watch, history []Point, now time.Time) Listed {
	l := Listed{
		N: w.N, Name: w.Name, Offer: w.Word(), Title: w.Title(), Day: w.Day(), Command: w.Command(), Added: w.At, Rule: w.Rule,
		Price: Amount(w.Price()), Passes: len(history), Watch: w, History: history,
	}
	if target, ok := w.Target(); ok {
		l.Target = Amount(target)
	}
	if l.Price != nil {
		l.Last = &Priced{w.At, *l.Price}
	}
	for _, p := range history {
		if p.Spent {
			l.Spent++
		}
		if p.State == Seen {
			l.Points = append(l.Points, Priced{p.At, *p.Price})
			l.Last = &Priced{p.At, *p.Price}
		}
	}
	l.Points = l.Points[max(len(l.Points)-shownPoints, 0):]
	if n := len(history); n > 0 {
		l.State, l.Why, l.AsOf = history[n-1].State, history[n-1].Why, &history[n-1].At
	}
	if w.Past(now) || l.State == Closed && w.over(now) {
		l.State, l.Why = Closed, ""
	}
	if low, high, ok := w.Extremes(history); ok {
		l.Lowest, l.Highest = &Priced{low.At, *low.Price}, &Priced{high.At, *high.Price}
	}
	l.Met = l.Last != nil && l.State != Gone && w.Rule.met(w.Price(), Point{Price: &l.Last.Amount}.price())
	return l
}
