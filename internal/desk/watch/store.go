package watch

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/shelf"
	"travel.example/travel/internal/disk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Version is that of the files. A file of a newer one is left alone.
const Version = 1

// Bounds, far above what is honest.
const (
	MaxWatches   = 200
	maxFileBytes = 512 << 10
)

// Store is what a profile watches: for each watch a small file that says what, and one that is only ever
// added to with what passes found. Nothing of it need exist.
type Store struct {
	shelf shelf.Shelf[Watch]
	named func(error) error
}

// Open names the place of the desk's profile. Nothing is read.
func Open(d *desk.Desk) (*Store, error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return nil, err
	}
	s := At(cfg.StateDir(), cfg.Profile())
	s.shelf.Still = d.Deployment.Plan() != nil
	s.named = func(err error) error {
		if place := cfg.Unkept(err); place != nil {
			return place
		}
		return nil
	}
	return s, nil
}

// At names the place of a profile below the state directory; "" is nowhere.
func At(state, profile string) *Store {
	s := &Store{named: func(error) error { return nil }, shelf: shelf.Shelf[Watch]{
		Of: "the watches", Most: maxFileBytes, Parse: func(text []byte) (Watch, int, error) {
			w, err := parse(text)
			return w, w.N, err
		},
	}}
	if state != "" {
		s.shelf.Dir = filepath.Join(state, "watches", recall.FileSafe(profile))
	}
	return s
}

// Trouble is a file that could not be taken.
type Trouble struct {
	shelf.Trouble
	History bool // the file is its history, and the watch itself is there
}

// Text says what is wrong with the file and where it lies, in a sentence without a full stop.
func (t Trouble) Text() string {
	what := fmt.Sprintf("watch %d", t.N)
	if t.History {
		what = "the history of " + what
	}
	switch {
	case errors.Is(t.Why, shelf.ErrNewer):
		return what + " is left out: " + words.Shell(t.Path) + " was written by a newer version of travel"
	case t.Aside:
		return fmt.Sprintf("%s is damaged and was moved to %s: %v", what, words.Shell(t.Path), t.Why)
	}
	return fmt.Sprintf("%s is left out: %s is damaged: %v", what, words.Shell(t.Path), t.Why)
}

// Listing is what is watched, by number, and the files that could not be taken.
type Listing struct {
	All     []Watch
	Trouble []Trouble
}

// Find is the watch of a number.
func (l Listing) Find(n int) (Watch, error) {
	for _, t := range l.Trouble {
		if t.N == n && !t.History {
			return Watch{}, &shelf.Error{Doing: "read watch " + strconv.Itoa(n), Err: errors.New(t.Text())}
		}
	}
	if i := slices.IndexFunc(l.All, func(w Watch) bool { return w.N == n }); i >= 0 {
		return l.All[i], nil
	}
	return Watch{}, missing(n, l.All)
}

// passFile is beside N.json and N.ndjson.
const passFile = "pass.ndjson"

// fault words an error of a file.
func (s *Store) fault(doing string, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[problem.Problem](err); ok {
		return err
	}
	if place := s.named(err); place != nil {
		return fmt.Errorf("%s: %w", doing, place)
	}
	return s.shelf.Fault(doing, err)
}

// List reads all watches. A damaged file is moved aside whole, and told once; it costs no other watch.
func (s *Store) List() (Listing, error) {
	all, trouble, err := s.shelf.Read()
	l := Listing{All: all}
	for _, t := range trouble {
		l.Trouble = append(l.Trouble, Trouble{Trouble: t})
	}
	return l, s.fault("read the watches", err)
}

// numbers are those that lie there.
func (l Listing) numbers() (all []int) {
	for _, w := range l.All {
		all = append(all, w.N)
	}
	for _, t := range l.Trouble {
		all = append(all, t.N)
	}
	return all
}

// setAside moves a damaged history aside.
func (s *Store) setAside(n int, why error) *Trouble {
	return &Trouble{s.shelf.SetAside(shelf.Trouble{N: n, Path: s.historyPath(n), Why: why}), true}
}

// change does something with the watches, while no other command changes them.
func (s *Store) change(ctx context.Context, doing string, do func() error) error {
	if s.shelf.Dir == "" {
		return s.fault(doing, recall.ErrNowhere)
	}
	return s.fault(doing, s.shelf.Change(ctx, do))
}

// Add watches an offer from now on, under a new number. The same offer with the same rule is watched once:
// that is a usage error.
func (s *Store) Add(ctx context.Context, w Watch) (Watch, error) {
	w.Offer.Detail, w.Offer.DetailAt = nil, time.Time{} // what it told is in the row
	if err := w.Offer.Lacks(); err != nil {
		return Watch{}, err
	}
	err := s.change(ctx, "add the watch", func() error {
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
		return s.put(&w, s.shelf.Last(l.numbers()...)+1)
	})
	return w, err
}

// put writes a new watch.
func (s *Store) put(w *Watch, n int) error {
	w.N = n
	text, err := encode(*w)
	if err != nil || s.shelf.Still {
		return err
	}
	if err := s.shelf.Count(n); err != nil {
		return err
	}
	return disk.ReplaceForGood(s.shelf.Path(n), text)
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
func (s *Store) Remove(ctx context.Context, numbers ...int) ([]Watch, error) {
	var gone []Watch
	err := s.change(ctx, "remove the watch", func() error {
		l, err := s.List()
		if err != nil {
			return err
		}
		for _, n := range numbers {
			w, err := l.Find(n)
			if _, damaged := errors.AsType[*shelf.Error](err); err != nil && !damaged {
				return err
			}
			w.N = n
			gone = append(gone, w)
		}
		var paths []string
		for _, n := range numbers {
			paths = append(paths, s.shelf.Path(n), s.historyPath(n))
		}
		return s.shelf.Remove(s.shelf.Last(l.numbers()...), paths...)
	})
	return gone, err
}
