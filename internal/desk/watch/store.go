package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
)

// MaxWatches is how many offers are watched, far above what is honest.
const MaxWatches = 200

// Store is what a profile watches: a table of the watches and, beside N.json, a log N.ndjson of what passes found.
// Nothing of it need exist.
type Store struct{ table store.Table[Watch] }

// Open names the place of the desk's profile. Nothing is read.
func Open(d *desk.Desk) (*Store, error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return nil, err
	}
	s := At(cfg.StateDir(), cfg.Profile())
	s.table.Still, s.table.Place = d.Deployment.Plan() != nil, cfg.Unkept
	return s, nil
}

// At names the place of a profile below the state directory; "" is nowhere.
func At(state, profile string) *Store {
	s := &Store{store.Table[Watch]{
		Name: func(n string) string { return "watch " + n },
		Check: func(n string, w *Watch) (err error) {
			if w.N, err = strconv.Atoi(n); err == nil {
				err = w.Offer.Check()
			}
			if err == nil {
				err = w.Rule.check(w.Price())
			}
			return err
		},
	}}
	if state != "" {
		s.table.Dir = filepath.Join(state, "watches", store.Key(profile))
	}
	return s
}

// Listing is what is watched, by number, and the files that could not be taken.
type Listing struct {
	All     []Watch
	Trouble []*store.Trouble
}

// Find is the watch of a number.
func (l Listing) Find(n int) (Watch, error) {
	for _, t := range l.Trouble {
		if t.Key == strconv.Itoa(n) {
			return Watch{}, t
		}
	}
	if i := slices.IndexFunc(l.All, func(w Watch) bool { return w.N == n }); i >= 0 {
		return l.All[i], nil
	}
	return Watch{}, missing(n, l.All)
}

// List reads all watches. A damaged file is moved aside whole, and told once; it costs no other watch.
func (s *Store) List() (l Listing, err error) {
	l.All, l.Trouble, err = s.table.All()
	return l, s.table.Failed("read the watches", err)
}

// Add watches an offer from now on, under a new number. The same offer with the same rule is watched once:
// that is a usage error.
func (s *Store) Add(ctx context.Context, w Watch) (Watch, error) {
	w.Offer.Detail, w.Offer.DetailAt = nil, time.Time{} // what it told is in the row
	if err := w.Offer.Lacks(); err != nil {
		return Watch{}, err
	}
	err := s.table.Hold(ctx, func() error {
		l, err := s.List()
		if err != nil {
			return err
		}
		if len(l.All) >= MaxWatches {
			return problem.UsageError{
				Text: fmt.Sprintf("%d offers are watched already, and that is the most", len(l.All)), Hint: "remove some first: travel watch remove N",
			}
		}
		for _, have := range l.All {
			if have.sameAs(w) {
				return problem.UsageError{
					Text: fmt.Sprintf("watch %d watches this %s already, by the same rule", have.N, w.Word()), Hint: "see: travel watch list",
				}
			}
		}
		w.N, err = s.table.Add(w)
		return err
	})
	return w, s.table.Failed("add the watch", err)
}

// sameAs tells whether two watches wait for the same of one offer.
func (w Watch) sameAs(o Watch) bool {
	if w.Offer.Kind != o.Offer.Kind || !w.Rule.Same(o.Rule) || !w.sharesSearch(o) || w.terms() != o.terms() {
		return false
	}
	switch w.Offer.Kind {
	case recall.Trips:
		return w.itinerary().Same(o.itinerary())
	case recall.Fares:
		return w.itinerary().Same(o.itinerary()) && w.Offer.Row.Fare.Print.Same(o.Offer.Row.Fare.Print)
	case recall.Rates:
		return w.Offer.Row.Rate.Print.Same(o.Offer.Row.Rate.Print)
	}
	return w.Offer.Row.ID == o.Offer.Row.ID
}

// Remove ends watches and deletes their histories, all of them or none: a number that is not a watch is a
// usage error, unless its file is damaged or of a newer version.
func (s *Store) Remove(ctx context.Context, numbers ...int) (gone []Watch, err error) {
	err = s.table.Hold(ctx, func() error {
		l, err := s.List()
		if err != nil {
			return err
		}
		for _, n := range numbers {
			w, err := l.Find(n)
			if _, damaged := errors.AsType[*store.Trouble](err); err != nil && !damaged {
				return err
			}
			w.N = n
			gone = append(gone, w)
		}
		for _, n := range numbers {
			if err := s.table.Remove(strconv.Itoa(n)); err != nil {
				return err
			}
			if !s.table.Still {
				_ = os.Remove(s.historyPath(n)) // without its watch it is never read
			}
		}
		return nil
	})
	return gone, s.table.Failed("remove the watch", err)
}

func (s *Store) historyPath(n int) string {
	return filepath.Join(s.table.Dir, strconv.Itoa(n)+".ndjson")
}

// historyLog is what the file of a history calls itself.
const historyLog = "history of a watch"

// check refuses a point that no pass would have written.
func (p Point) check() error {
	_, priced := number(p.price().Amount)
	switch {
	case p.Pass == "" || p.At.IsZero() || !slices.Contains([]State{Seen, Gone, Failed, Closed}, p.State):
		return errors.New("it has no pass, no time or no state")
	case (p.State == Seen) != priced:
		return errors.New("its price and its state do not go together")
	}
	return nil
}

// History is what passes found of a watch, the oldest first; none before the first pass. What a crash left
// of a last line is left out. A damaged file is moved aside whole, and the history begins again.
func (s *Store) History(n int) (points []Point, trouble *store.Trouble, err error) {
	called := fmt.Sprintf("the history of watch %d", n)
	err = store.ReadLog(s.historyPath(n), historyLog, called, s.table.Still, func(p Point) error {
		points = append(points, p)
		return p.check()
	})
	if wrong, ok := errors.AsType[*store.Trouble](err); ok {
		return nil, wrong, nil
	}
	return points, nil, s.table.Failed("read "+called, err)
}

// add adds a point to the history of a watch, unless the pass has one already; it is kept for good then. One that
// was removed meanwhile gets none: false.
func (s *Store) add(ctx context.Context, n int, p Point) (added bool, err error) {
	if s.table.Still {
		return true, nil
	}
	err = s.table.Hold(ctx, func() error {
		if _, err := os.Stat(s.table.Path(strconv.Itoa(n))); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		added = true
		had := false
		log, err := store.OpenLog(s.historyPath(n), historyLog, false, func(_ int64, have Point) error {
			had = had || have.Pass == p.Pass
			return have.check()
		})
		if err != nil {
			return err
		}
		if !had {
			_, err = log.Add(p)
		}
		return errors.Join(err, log.Close())
	})
	return added && err == nil, s.table.Failed("keep what was found", err)
}

// Extremes are the lowest and the highest price of a history with the price at adding; false where no
// price is known.
func (w Watch) Extremes(history []Point) (lowest, highest Point, ok bool) {
	take := func(p Point) {
		switch {
		case !ok:
			lowest, highest, ok = p, p, true
		case less(p.price(), lowest.price()):
			lowest = p
		case less(highest.price(), p.price()):
			highest = p
		}
	}
	if first := Amount(w.Price()); first != nil {
		take(Point{At: w.At, State: Seen, Price: first})
	}
	for _, p := range history {
		if p.State == Seen {
			take(p)
		}
	}
	return lowest, highest, ok
}

// less compares two prices of one watch.
func less(a, b offer.Money) bool {
	x, fine := number(a.Amount)
	y, ok := number(b.Amount)
	return fine && ok && a.Currency == b.Currency && x.Cmp(y) < 0
}
