package watch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/recall"
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
	dir   string // "" is nowhere
	still bool   // nothing is written
	named func(error) error
}

// Open names the place of the desk's profile. Nothing is read.
func Open(d *desk.Desk) (*Store, error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return nil, err
	}
	s := At(cfg.StateDir(), cfg.Profile())
	s.still = d.Deployment.Plan() != nil
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
	s := &Store{named: func(error) error { return nil }}
	if state != "" {
		s.dir = filepath.Join(state, "watches", recall.FileSafe(profile))
	}
	return s
}

// Trouble is a file that could not be taken.
type Trouble struct {
	N       int    // of the watch
	History bool   // the file is its history, and the watch itself is there
	Path    string // where the file lies now
	Aside   bool   // it is damaged, and was moved there
	Why     error
}

// Text says what is wrong with the file and where it lies, in a sentence without a full stop.
func (t Trouble) Text() string {
	what := fmt.Sprintf("watch %d", t.N)
	if t.History {
		what = "the history of " + what
	}
	switch {
	case errors.Is(t.Why, kept.ErrNewer):
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
			return Watch{}, &Error{Doing: "read watch " + strconv.Itoa(n), Err: errors.New(t.Text())}
		}
	}
	if i := slices.IndexFunc(l.All, func(w Watch) bool { return w.N == n }); i >= 0 {
		return l.All[i], nil
	}
	return Watch{}, missing(n, l.All)
}

// The names in the directory, beside N.json and N.ndjson.
const (
	suffix    = ".json"
	countFile = "count.json"
	lockFile  = "lock"
	passFile  = "pass.ndjson"
)

// lockWait is how long a change waits for those of other commands.
const lockWait = 20 * time.Second

// Error is a store that could not be read or changed. Nothing that was kept is lost.
type Error struct {
	Doing string // "add the watch"
	Err   error
}

func (e *Error) Error() string {
	why := e.Err.Error()
	switch {
	case errors.Is(e.Err, context.DeadlineExceeded):
		why = "another command has been changing the watches for 20 seconds"
	case disk.Refused(e.Err):
		why = disk.Why(e.Err)
	}
	return e.Doing + ": " + why
}

func (e *Error) Unwrap() error { return e.Err }

// Class is Local.
func (e *Error) Class() problem.Class { return problem.Local }

// Advice is that of the cause.
func (e *Error) Advice() string { return problem.AdviceOf(e.Err) }

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
	return &Error{doing, err}
}

func (s *Store) path(n int) string { return filepath.Join(s.dir, strconv.Itoa(n)+suffix) }

// numberOf is the number in the name of a file; false for another file.
func numberOf(name string) (int, bool) {
	text, ok := strings.CutSuffix(name, suffix)
	n, err := strconv.Atoi(text)
	return n, ok && err == nil && n > 0 && strconv.Itoa(n) == text
}

// List reads all watches. A damaged file is moved aside whole, and told once; it costs no other watch.
func (s *Store) List() (Listing, error) {
	if s.dir == "" {
		return Listing{}, nil
	}
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return Listing{}, nil
	}
	if err != nil {
		return Listing{}, s.fault("read the watches", err)
	}
	var l Listing
	for _, entry := range entries {
		n, ok := numberOf(entry.Name())
		if !ok {
			continue
		}
		w, trouble, err := s.read(n)
		switch {
		case err != nil:
			return Listing{}, s.fault(fmt.Sprintf("read watch %d", n), err)
		case trouble != nil:
			l.Trouble = append(l.Trouble, *trouble)
		case w.N > 0:
			l.All = append(l.All, w)
		}
	}
	slices.SortFunc(l.All, func(a, b Watch) int { return cmp.Compare(a.N, b.N) })
	slices.SortFunc(l.Trouble, func(a, b Trouble) int { return cmp.Compare(a.N, b.N) })
	return l, nil
}

// read reads one file: the zero value for one that is gone.
func (s *Store) read(n int) (Watch, *Trouble, error) {
	path := s.path(n)
	text, err := disk.ReadUpTo(path, maxFileBytes+1)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Watch{}, nil, nil // another command has just removed it
	case errors.Is(err, disk.ErrIrregular):
		return Watch{}, &Trouble{N: n, Path: path, Why: err}, nil
	case err != nil:
		return Watch{}, nil, err
	}
	w, err := parse(text)
	switch {
	case len(text) > maxFileBytes:
		err = errors.New("it is larger than 512 KiB")
	case err == nil && w.N != n:
		err = errors.New("it has the number of another")
	}
	if err == nil {
		return w, nil, nil
	}
	return Watch{}, s.setAside(Trouble{N: n, Path: path, Why: err}), nil
}

// setAside moves a damaged file aside. One of a newer version stays where it is.
func (s *Store) setAside(t Trouble) *Trouble {
	if !errors.Is(t.Why, kept.ErrNewer) && !s.still {
		if aside, err := disk.MoveAside(t.Path); err == nil {
			t.Path, t.Aside = aside, true
		}
	}
	return &t
}

// change does something with the watches, while no other command changes them.
func (s *Store) change(ctx context.Context, doing string, do func() error) error {
	switch {
	case s.dir == "":
		return s.fault(doing, recall.ErrNowhere)
	case s.still:
		return do()
	}
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	return s.fault(doing, disk.Hold(ctx, filepath.Join(s.dir, lockFile), do))
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
		return s.put(&w, s.last(l)+1)
	})
	return w, err
}

// put writes a new watch. The count goes first: a number that was counted and not used costs nothing, and
// one that is used twice would.
func (s *Store) put(w *Watch, n int) error {
	w.N = n
	text, err := encode(*w)
	if err != nil || s.still {
		return err
	}
	if err := s.count(n); err != nil {
		return err
	}
	return disk.ReplaceForGood(s.path(n), text)
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

// counted is the highest number that was ever given.
type counted struct {
	Version int `json:"version"`
	Last    int `json:"last"`
}

// last is the highest number that was ever given, as far as is known.
func (s *Store) last(l Listing) int {
	var c counted
	if text, err := disk.ReadUpTo(filepath.Join(s.dir, countFile), 1<<10); err == nil {
		_ = json.Unmarshal(text, &c) // a count that is lost is taken from the files
	}
	highest := min(max(c.Last, 0), 1<<30)
	for _, w := range l.All {
		highest = max(highest, w.N)
	}
	for _, t := range l.Trouble {
		highest = max(highest, t.N)
	}
	return highest
}

func (s *Store) count(n int) error {
	text, err := json.Marshal(counted{Version, n})
	if err != nil {
		return err
	}
	return disk.Replace(filepath.Join(s.dir, countFile), text)
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
			if _, damaged := errors.AsType[*Error](err); err != nil && !damaged {
				return err
			}
			w.N = n
			gone = append(gone, w)
		}
		if s.still {
			return nil
		}
		if err := s.count(s.last(l)); err != nil && !disk.Refused(err) {
			return err
		}
		for _, n := range numbers {
			for _, path := range []string{s.path(n), s.historyPath(n)} {
				if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
					return err
				}
			}
		}
		return nil
	})
	return gone, err
}
